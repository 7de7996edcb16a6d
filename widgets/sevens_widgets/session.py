"""A game in a notebook: the one holder of a full State, between the person's acts and what the browser may know.

There is nothing of notebooks or widgets in here. An act is a message from a page, and a page can
send anything: whatever arrives, `Session.act` never raises, never changes the game against the
rules, and answers with at most one calm sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any
from zlib import crc32

from sevens_kernel.acting import apply, catch_false_pass
from sevens_kernel.cards import Card
from sevens_kernel.deal import deal as deal_cards
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Act, Move, lay
from sevens_kernel.notation import Record, format_record, parse_record, record_of, replay
from sevens_kernel.play import play_until
from sevens_kernel.players import Player, advise, hints, player
from sevens_kernel.problems import problems
from sevens_kernel.refusal import IllegalMove, why_not
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, fitting, free_starts
from sevens_kernel.view import View, view
from sevens_widgets import payload
from sevens_widgets.payload import may_be_caught, names_from, penalty_words

APOLOGY = "Something went wrong inside; nothing is lost. Try again."
NEW_DEALS = 10_000  # new deals are drawn from the numbers below this: short enough to be called across a room

_LOG = logging.getLogger(__name__)
_SYSTEM_RANDOM = SystemRandom()


def new_number() -> int:
    """Draw the number of a new deal."""
    return _SYSTEM_RANDOM.randrange(NEW_DEALS)


@dataclass(frozen=True, slots=True)
class _Game:
    """A game at one moment.

    start: the deal or position it began from. turns: the state before each act of the person.
    """

    start: State
    deal: int | None
    state: State
    turns: tuple[State, ...] = ()


class Session:
    """A person at one seat and computer players at the others, one deal after another.

    deal: the number of the first deal; None draws one. start: a position to begin from instead.
    seat: the person's, from 0. others: the name of the computer player at all other seats. ident:
    under which name a browser keeps this game. number: draws the numbers of later deals.

    >>> session = Session(deal=1234)
    >>> session.payload()["deal"], session.payload()["scene"]["handLabel"]
    (1234, 'Your hand, 13 cards, two fit')
    >>> session.act({"type": "play", "card": "Kc", "ply": session.ply})
    >>> session.payload()["notice"]
    'K♣ does not fit yet. Clubs are not open: it waits for 7♣, then 8♣, 9♣, 10♣, J♣ and Q♣.'

    Raises SevensError for a deal, seat, computer player or position that cannot be.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        deal: int | None = None,
        *,
        start: State | None = None,
        seat: int = 0,
        others: str = "heuristic",
        ident: str = "game",
        number: Callable[[], int] = new_number,
    ) -> None:
        """Deal, and let the computer players before the person move."""
        rules = start.rules if start is not None else rules or Rules()
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.players:
            raise SevensError(
                f"seat “{str(seat)[:40]}”: write a whole number from 0 to {rules.players - 1}"
            )
        self._seat = seat
        self.names = names_from(seat, rules.players)
        self._others: Player = player(others)
        self._ident = ident
        self._number = number
        self._notice: str | None = None
        self._game = self._begin(start, None) if start is not None else self._dealt(rules, deal)

    @staticmethod
    def resumed(record: str, **settings: Any) -> Session:
        """Give the session that a record line describes, at the point where the record ends.

        Raises SevensError for a text that is no record, for a move in it that the rules refuse, and
        for bad settings.
        """
        read = _read_record(record)
        session = Session(start=read.start, **settings)
        session._game = session._replayed(read)
        return session

    @property
    def ply(self) -> int:
        """How many acts have been made in this deal; every act of the page must carry this number."""
        return self._game.state.ply

    @property
    def seen(self) -> View:
        """What the person may know."""
        return view(self._game.state, self._seat)

    def act(self, message: object) -> None:
        """Do what a page asks, if it may be done now.

        Ignored in silence: what is no act, and an act made at another ply, such as the second half
        of a double click. Refused with a sentence in the payload: what the rules refuse. Any fault
        inside leaves the game as it was.
        """
        self._notice = None
        if not isinstance(message, Mapping):
            return
        ply = message.get("ply")
        if isinstance(ply, bool) or not isinstance(ply, int) or ply != self.ply:
            return
        try:
            self._game = self._after(message)
        except IllegalMove as error:
            self._notice = error.refusal.sentence
        except SevensError as error:
            self._notice = str(error)
        except Exception:
            _LOG.exception("an act failed at ply %d of deal %s", self.ply, self._game.deal)
            self._notice = APOLOGY

    def _after(self, message: Mapping[object, object]) -> _Game:
        match message.get("type"):
            case "play":
                return self._laid(message.get("card"), message.get("free"))
            case "pass":
                return self._passed()
            case "undo":
                return self._undone()
            case "deal":
                return self._dealt(self._game.state.rules, message.get("number"))
            case "resume":
                return self._replayed(_read_record(message.get("record")))
        return self._game

    def _laid(self, card: object, free: object) -> _Game:
        if not isinstance(card, str):
            return self._game
        return self._moved(apply(self._game.state, self._move(Card(card), free), self._seat))

    def _move(self, card: Card, free: object) -> Move:
        """Choose how to lay a card: a start card out of turn, if another can still use the turn."""
        out_of_turn = Move(card, free=True)
        if free is True:
            return out_of_turn
        state = self._game.state
        if free is False or out_of_turn not in free_starts(state, self._seat):
            return lay(card)
        after = apply(state, out_of_turn, self._seat)
        return out_of_turn if after.out is not None or fitting(after, self._seat) else lay(card)

    def _passed(self) -> _Game:
        state = self._game.state
        if not may_be_caught(self.seen):
            return self._moved(apply(state, PASS, self._seat))
        refusal = why_not(state, PASS, self._seat)
        caught = self._moved(catch_false_pass(state))
        cost = penalty_words(state.rules)
        self._notice = (
            f"{refusal.sentence if refusal else ''} You pay {cost} and must lay a card.".strip()
        )
        return caught

    def _undone(self) -> _Game:
        game = self._game
        return replace(game, state=game.turns[-1], turns=game.turns[:-1]) if game.turns else game

    def _dealt(self, rules: Rules, number: object) -> _Game:
        chosen = self._number() if number is None else number
        if isinstance(chosen, bool) or not isinstance(chosen, int):
            raise SevensError(
                f"deal “{str(chosen)[:40]}”: a deal number is a whole number, such as 1234"
            )
        return self._begin(deal_cards(rules, chosen), chosen)

    def _begin(self, start: State, number: int | None) -> _Game:
        _check_playable(start)
        begun = replace(start, history=())
        return self._advanced(_Game(begun, number, begun))

    def _moved(self, state: State) -> _Game:
        game = self._game
        return self._advanced(replace(game, state=state, turns=(*game.turns, game.state)))

    def _advanced(self, game: _Game) -> _Game:
        """Let the computer players move until it is the person's turn or the deal is over."""
        return replace(game, state=self._played(game))

    def _played(self, game: _Game) -> State:
        # Random numbers made from the deal and the ply: the same deal, played the same way, goes the same way.
        number = game.deal if game.deal is not None else crc32(repr(game.start).encode())
        players = dict.fromkeys(range(game.state.rules.players), self._others)
        return play_until(game.state, players, number, self._seat)

    def _replayed(self, record: Record) -> _Game:
        if record.rules.players != self._game.state.rules.players:
            raise SevensError(
                f"The record is of a game for {record.rules.players} players, "
                f"and this table has {self._game.state.rules.players}."
            )
        states = list(replay(record))
        _check_playable(states[0])
        turns = tuple(
            before
            for before, act in zip(states, record.acts, strict=False)
            if act.seat == self._seat
        )
        return self._advanced(_Game(states[0], record.deal, states[-1], turns))

    def _since(self) -> tuple[Act, ...]:
        """Give the acts since the person's previous turn, that turn's own first."""
        history = self._game.state.history
        mine = [place for place, act in enumerate(history) if act.seat == self._seat]
        return history[mine[-1] :] if mine else history

    def payload(self) -> dict[str, Any]:
        """Give all that the browser may know, ready to be sent."""
        game, seen = self._game, self.seen
        return payload.game(
            seen,
            self.names,
            self._since(),
            result=payload.result(game.state, self.names),
            hints=_hints(seen),
            suggestion=_suggestion(seen),
            id=self._ident,
            deal=game.deal,
            can={"undo": bool(game.turns)},
            notice=self._notice,
            record=self._record(),
        )

    def _record(self) -> str:
        """Give the record line; a game that began from a position keeps its hands to itself until the deal is over."""
        game = self._game
        if game.deal is None and game.state.out is None:
            return ""
        return format_record(record_of(game.start, game.state, game.deal))


def _hints(seen: View) -> tuple[str, ...]:
    return () if seen.out is not None or seen.turn != seen.seat else tuple(hints(seen))


def _suggestion(seen: View) -> tuple[Card | None, str]:
    if seen.out is not None or seen.turn != seen.seat:
        return None, ""
    advice = advise(seen)
    return advice.move.card, advice.sentence


def _read_record(record: object) -> Record:
    if not isinstance(record, str):
        raise SevensError("This is no record of a game: a record is one line of text.")
    return parse_record(record)


def _check_playable(start: State) -> None:
    """Refuse a position that nobody can play on.

    Raises SevensError, naming every fault.
    """
    faults = [each.sentence for each in problems(start)]
    if any(start.unknown):
        faults.append("To play on, every card of every hand must be known.")
    if faults:
        raise SevensError(" ".join(faults))
