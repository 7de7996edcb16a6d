"""The position lab: set up a position, ask what fits, play on from it, and hold two ways to go on against each other.

There is nothing of notebooks or widgets in here. An act is a message from a page, and a page can
send anything: `Lab.act` never raises, and answers with at most one calm sentence. All hands lie
open in the lab, since whoever uses it has dealt them; the computer players see none but their own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from sevens_kernel.cards import Card, parse_rank
from sevens_kernel.deal import deal
from sevens_kernel.errors import SevensError
from sevens_kernel.keyword_line import keyword_line
from sevens_kernel.notation import format_deal, format_position, parse_record, replay
from sevens_kernel.problems import problems
from sevens_kernel.reading import MAX_TEXT, parse_start
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules, title
from sevens_kernel.state import State
from sevens_kernel.words import NAMES, since_words
from sevens_widgets import editor, lab_payload
from sevens_widgets.editor import Draft, drafted
from sevens_widgets.lab_play import Playing
from sevens_widgets.lines import Line, compared
from sevens_widgets.payload import sentence_of
from sevens_widgets.record_file import read_file
from sevens_widgets.rules_board import Board
from sevens_widgets.session import APOLOGY, new_number

MOST_STEPS_BACK = 50  # changes of a position that can be taken back
MAX_FILE = 65_536  # characters of a record that is loaded
STAGES = ("setup", "play", "compare")

_LOG = logging.getLogger(__name__)


class Lab(Playing):
    """A position being set up, and up to two lines of play from it.

    position: as text, or a deal, or the record of a game. rules: those to begin with, where the
    text names none. number: draws the numbers of new deals.

    >>> lab = Lab("hearts 7; you 8♥ 2♣; robin 6♥")
    >>> lab.act({"type": "put", "card": "7c", "place": "table", "ply": 0})
    >>> lab.payload()["position"]
    'school:4 7/-/7/- 2..8./..6./?23/?24 turn=1'

    Raises SevensError for a text that cannot be read and for rules that cannot be.
    """

    def __init__(
        self,
        position: str = "",
        rules: Rules | None = None,
        *,
        number: Callable[[], int] = new_number,
    ) -> None:
        """Set the position up."""
        super().__init__()
        self._number = number
        self._ply = 0
        self._past: tuple[Draft, ...] = ()
        self._look: int | None = None  # whose hand is shown; None: of the seat on turn
        self._deal: tuple[int, int] | None = None  # number and cut of the deal set up last
        self._text = position
        self._begin(editor.cleared(rules or Rules()))
        if position:
            named = f"{position}; rules {format_rules(rules)}" if rules else position
            self._show(position if "|" in position else named)
            self._text = position if self._stage == "setup" else self._text

    def _begin(self, draft: Draft) -> None:
        self._draft = self._good = draft
        self._board = Board(draft.state.rules)
        self._text = keyword_line(draft.state)
        self._faults: tuple[str, ...] = ()

    # --- acts ---------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many acts have been answered; every act of the page must carry this number."""
        return self._ply

    def act(self, message: object) -> None:
        """Do what a page asks, if it may be done now.

        Ignored in silence: what is no act of the lab, and an act made at another ply, such as the
        second half of a double click.
        """
        if not isinstance(message, Mapping):
            return
        ply = message.get("ply")
        if isinstance(ply, bool) or ply != self._ply:
            return
        do = getattr(self, f"_do_{message.get('type')}", None) if _plain(message) else None
        if do is None:
            return
        self._notice = None
        kept = dict(self.__dict__)
        try:
            do(message)
        except SevensError as error:
            self.__dict__.update(kept)
            self._notice = sentence_of(error)
        except Exception:
            _LOG.exception("an act of the lab failed: %.200r", message)
            self.__dict__.update(kept)
            self._notice = APOLOGY
        self._ply += 1

    def payload(self) -> dict[str, Any]:
        """Give all that the browser draws."""
        here = self._lines[self._here] if self._lines else None
        drawn = {
            "kind": "lab",
            "id": "lab",
            "ply": self._ply,
            "stage": self._stage,
            "title": title(self._draft.state.rules),
            "text": self._text,
            "problems": list(self._faults),
            "status": lab_payload.fault_words(len(self._faults)),
            "position": format_position(self._good.state),
            "notice": self._notice,
            "share": lab_payload.shared(here),
            "can": {"undo": bool(self._past), "play": not self._faults},
        }
        if self._stage == "setup":
            board = lab_payload.setup(self._draft, self._faults, self._board.payload())
            return drawn | {"setup": board, "table": lab_payload.table_of(self._good, self._look)}
        if self._stage == "play":
            shown = self._frames.draw(self._line, self._seat)
            played = lab_payload.playing(
                self._lines, self._here, self._at, shown, self._seat, self._level
            )
            return drawn | {"play": played | {"chances": self._chances}}
        if len(self._lines) < 2:
            return drawn | {"compare": None}
        one, other = self._lines
        return drawn | {"compare": compared(one, other, self._seat, self._frames, self._chances)}

    # --- setting up ---------------------------------------------------------------------------

    def _change(self, draft: Draft, text: str | None = None) -> None:
        """Take over a changed position; while anything is wrong with it, the last right one stays on the table."""
        if draft != self._draft:
            self._past = (*self._past, self._draft)[-MOST_STEPS_BACK:]
        if draft.state.rules != self._board.adopted:
            self._board = Board(draft.state.rules)
        self._draft = draft
        self._text = self._line_of(draft.state) if text is None else text[:MAX_TEXT]
        self._faults = tuple(each.sentence for each in problems(draft.state))
        if not self._faults:
            self._good = draft

    def _line_of(self, state: State) -> str:
        """Write a position as people would: by its deal number, or by what lies and who holds what."""
        number, dealer, cut = self._origin
        dealt = self._is_dealt(state)
        return format_deal(state.rules, number, dealer, cut) if dealt else keyword_line(state)

    def _do_show(self, message: Mapping[str, Any]) -> None:
        text = message.get("text")
        if isinstance(text, str):
            try:
                self._show(text)
            except SevensError as error:
                self._stage = "setup"
                self._text = text[:MAX_TEXT]
                self._notice = f"{sentence_of(error)} {_STAYS}"

    def _show(self, text: str) -> None:
        if "|" in text:
            self._open(read_file(text) if "\n" in text.strip() else parse_record(text))
            return
        start, number, cut = parse_start(text)
        if number is not None:
            self._deal = number, cut
        self._change(drafted(start), text)
        self._stage = "setup"

    def _do_put(self, message: Mapping[str, Any]) -> None:
        card = Card(str(message.get("card"))[:20])
        self._change(editor.put(self._draft, card, str(message.get("place"))))
        where = editor.where_words(editor.places_of(self._draft, card))
        self._notice = f"{card} is now {where}."

    def _do_share(self, message: Mapping[str, Any]) -> None:
        by = 1 if message.get("by") == 1 else -1
        self._change(editor.share(self._draft, self._seat_of(message), by))

    def _do_turn(self, message: Mapping[str, Any]) -> None:
        self._change(editor.turned(self._draft, self._seat_of(message)))

    def _do_start(self, message: Mapping[str, Any]) -> None:
        rank, rules = parse_rank(str(message.get("rank"))[:20]), self._draft.state.rules
        if rules.fixed_start is None and rank in rules.ranks:
            self._change(editor.started(self._draft, rank))

    def _do_clear(self, _message: Mapping[str, Any]) -> None:
        self._change(editor.cleared(self._draft.state.rules))

    def _do_undo(self, _message: Mapping[str, Any]) -> None:
        if not self._past:
            raise SevensError("There is no change to take back.")
        *before, last = self._past
        self._change(last)
        self._past = tuple(before)

    def _do_deal(self, message: Mapping[str, Any]) -> None:
        number = message.get("number")
        chosen = self._number() if number is None else number
        start = deal(self._draft.state.rules, chosen)
        self._deal = chosen, 0
        self._change(drafted(start))
        self._notice = f"Deal {chosen} lies before you."

    def _do_fill(self, _message: Mapping[str, Any]) -> None:
        if not any(self._draft.state.unknown):
            raise SevensError("Every card of every hand is known already.")
        self._change(editor.filled(self._draft, Random(self._number())))

    def _do_rules(self, message: Mapping[str, Any]) -> None:
        """Pass a turn of a switch on to the board; the position follows as soon as the switches go together."""
        before = self._draft
        board = self._board
        board.act(message.get("act"))
        drawn = board.payload()
        rules = parse_rules(drawn["text"])
        self._notice = drawn["notice"]
        if rules == before.state.rules:
            return
        dealt = self._is_dealt(before.state)
        self._change(drafted(deal(rules, *self._origin)) if dealt else editor.under(before, rules))

    @property
    def _origin(self) -> tuple[int, int, int]:
        number, cut = self._deal or (0, 0)
        return number, self._draft.state.dealer, cut

    def _is_dealt(self, state: State) -> bool:
        """Whether a position is a deal as it came, so that under other rules it can be dealt again."""
        return self._deal is not None and state == deal(state.rules, *self._origin)

    def _do_look(self, message: Mapping[str, Any]) -> None:
        self._look = None if message.get("seat") == -1 else self._seat_of(message)

    def _do_edit(self, message: Mapping[str, Any]) -> None:
        """Take a moment of the line to the board."""
        line = self._line
        self._change(drafted(line.states[self._moment(message)]))
        self._stage = "setup"
        self._notice = "The board now shows this moment. The lines stay until you play from here."

    # --- playing ------------------------------------------------------------------------------

    def _do_stage(self, message: Mapping[str, Any]) -> None:
        stage = message.get("stage")
        if stage == "play" and not self._lines:
            self._do_play(message)
        elif stage in STAGES:
            self._stage = str(stage)

    def _do_play(self, _message: Mapping[str, Any]) -> None:
        """Begin a line from the position on the board; unknown cards are dealt out by chance first."""
        if self._faults:
            raise SevensError(f"Put right first what is wrong: {self._faults[0]}")
        unknown = sum(self._draft.state.unknown)
        draft = editor.filled(self._draft, Random(self._number())) if unknown else self._draft
        faults = [each.sentence for each in problems(draft.state)]
        if faults:
            raise SevensError(" ".join(faults))
        if draft.state.out is not None:
            raise SevensError("Somebody is out already: there is nothing to play.")
        self._seated(draft.state.rules.players)
        number, cut = self._deal or (None, 0)
        start = Line(draft.state, draft.state, number, cut)
        self._lines = (start.upto(self._advanced(start, start.last)),)
        self._here = 0
        self._at = self._lines[0].last.ply
        self._stage, self._chances = "play", None
        dealt = f"The {unknown} unknown cards were dealt out by chance. " if unknown else ""
        self._notice = f"{dealt}{since_words(self._lines[0].acts, NAMES)}".strip() or None

    def _open(self, record: Any) -> None:
        """Show the record of a game, at its end."""
        states = list(replay(record))
        faults = [each.sentence for each in problems(states[0])]
        if faults or any(states[0].unknown):
            raise SevensError(" ".join(faults) or "Not every card of this record is known.")
        line = Line(states[0], states[-1], record.deal, record.cut)
        self._deal = (record.deal, record.cut) if record.deal is not None else None
        self._change(drafted(states[0]))
        self._lines, self._here, self._at = (line,), 0, line.last.ply
        self._seated(record.rules.players)
        self._stage, self._chances = "play", None

    def _do_load(self, message: Mapping[str, Any]) -> None:
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MAX_FILE:
            raise SevensError("This file is too long for a record: a record is one line of text.")
        self._open(read_file(text))
        self._notice = f"The record is loaded: {self._line.last.ply} moves."

    # --- reading acts -------------------------------------------------------------------------

    def _seat_of(self, message: Mapping[str, Any], players: int | None = None) -> int:
        """Read a seat. players: how many there are; None: as many as on the board."""
        seat, players = message.get("seat"), players or self._draft.state.rules.players
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise SevensError(
                f"seat “{str(seat)[:20]}”: write a whole number from 0 to {players - 1}"
            )
        return seat


_STAYS = "The table still shows the last position."


def _plain(message: Mapping[str, Any]) -> bool:
    """Whether the kind of an act is a plain word, which may be looked up among the acts."""
    kind = message.get("type")
    return isinstance(kind, str) and kind.isascii() and kind.isalpha()
