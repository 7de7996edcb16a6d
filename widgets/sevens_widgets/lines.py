"""Lines of play from one position: drawn move by move, held against each other, and weighed.

A line is what somebody tried: the moves from a start. Nothing here knows who chose them. All hands
lie open, because whoever set the position up dealt them; what is weighed is weighed from what one
seat may know (`estimate`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any
from zlib import crc32

from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import Choice, trials
from sevens_kernel.forecast import chance_words
from sevens_kernel.moves import Act
from sevens_kernel.notation import Record, format_position, format_record, record_of, replay
from sevens_kernel.state import State, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, act_spoken, act_words, whose
from sevens_kernel.worth import heading_words, lead_words, note_words, sure_words
from sevens_widgets.payload import pass_offer
from sevens_widgets.payload_patch import diff
from sevens_widgets.replay import frame

Json = dict[str, Any]

DEALS = 1000  # how many times the hidden cards are dealt out to weigh moves
MOST_DRAWN = 400  # moments that are kept drawn


@dataclass(frozen=True)
class Line:
    """The moves from a start to the state after the last of them.

    deal, cut: where the start is that of a deal number.

    >>> from sevens_kernel import Rules, apply, deal, lay, Card
    >>> start = deal(Rules(), 1234)
    >>> Line(start, apply(start, lay(Card("7d"))), deal=1234).text
    'school:4 deal 1234 | 7d'
    """

    start: State
    last: State
    deal: int | None = None
    cut: int = 0

    @cached_property
    def record(self) -> Record:
        """All that is needed to play the line again."""
        return record_of(self.start, self.last, self.deal, cut=self.cut)

    @cached_property
    def text(self) -> str:
        """The record as one line of text."""
        return format_record(self.record)

    @property
    def acts(self) -> tuple[Act, ...]:
        """The moves, in order."""
        return self.record.acts

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every state, the start first."""
        return tuple(replay(self.record))

    def upto(self, last: State) -> Line:
        """Give the line that ends at another state, reached from the same start."""
        return Line(self.start, last, self.deal, self.cut)


class Frames:
    """The moments of lines from one start as the page draws them; each is drawn once, however often a line is shown."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._start: State | None = None
        self._drawn: dict[tuple[tuple[Act, ...], int], Json] = {}
        self._patches: dict[tuple[tuple[Act, ...], int, int], Json] = {}

    def draw(self, line: Line, seat: int | None, since: int = 0) -> list[Json]:
        """Draw a line, the first moment whole and each later one as a patch on the one before.

        seat: whose hand is shown; None: that of the seat on turn. since: the moment to begin with.
        """
        if line.start != self._start or len(self._drawn) > MOST_DRAWN:
            self._start = line.start
            self._drawn.clear()
            self._patches.clear()
        states = line.states[since:]
        first = self._whole(states[0], seat)
        return [first, *(self._patch(*pair, seat) for pair in pairwise(states))]

    def _whole(self, state: State, seat: int | None) -> Json:
        here = state.turn if seat is None else seat
        key = state.history, here
        if key not in self._drawn:
            self._drawn[key] = _frame(state, here)
        return self._drawn[key]

    def _patch(self, before: State, after: State, seat: int | None) -> Json:
        seats = [state.turn if seat is None else seat for state in (before, after)]
        key = after.history, seats[0], seats[1]
        if key not in self._patches:
            self._patches[key] = diff(self._whole(before, seat), self._whole(after, seat))
        return self._patches[key]


def _frame(state: State, here: int) -> Json:
    drawn = frame(state, here, NAMES, state.ply)
    last = state.history[-1:]
    if last:  # how many moves there are changes with every move
        drawn["label"] = f"move {state.ply}, {act_spoken(last[0], NAMES)}"
    drawn["scene"].pop("spoken")  # long, and no control here reads it out
    drawn["full"] = format_position(state)
    mine = state.turn == here and state.out is None
    drawn["mine"] = mine
    offer = {"offered": False, "why": _not_yet(state, here)}
    drawn["pass"] = pass_offer(view(state, here)) if mine else offer
    return drawn


def _not_yet(state: State, seat: int) -> str:
    if state.out is not None:
        return "The deal is over: nobody moves after the last card."
    return f"It is {whose(NAMES[state.turn])} turn, not {whose(NAMES[seat])}."


def drawn_line(drawn: Sequence[Json], line: Line, at: int, title: str) -> Json:
    """Draw a line to be walked through and played on. at: the moment shown first, counted in moves."""
    return {
        "kind": "replay",
        "id": "lab",
        "title": title,
        "frames": list(drawn),
        "start": max(0, min(at, len(drawn) - 1)),
        "can": {"play": True, "end": line.last.out is None, "guess": False},
    }


def common(one: Line, other: Line) -> int:
    """Count the moves with which two lines both begin."""
    acts, others = one.acts, other.acts
    for place, (act, another) in enumerate(zip(acts, others, strict=False)):
        if act != another:
            return place
    return min(len(acts), len(others))


def compared(
    one: Line, other: Line, seat: int | None, frames: Frames, chances: Json | None
) -> Json:
    """Draw two lines side by side, from the last position that both share."""
    same = common(one, other)
    acts = one.acts, other.acts
    rows = [
        {"place": place + 1, "a": _told(acts[0], place), "b": _told(acts[1], place)}
        for place in range(same, max(map(len, acts)))
    ]
    for row in rows:
        row["differ"] = row["a"] != row["b"]
    return {
        "sides": [
            {"title": f"Line {name}", "frames": frames.draw(line, seat, same)}
            for name, line in zip("AB", (one, other), strict=True)
        ],
        "same": same,
        "sentence": _difference(one, other, same),
        "moves": rows,
        "chances": chances,
    }


def _told(acts: Sequence[Act], place: int) -> str:
    return act_words(acts[place], NAMES) if place < len(acts) else "no move yet"


def _difference(one: Line, other: Line, same: int) -> str:
    begin = {0: "The lines differ from the first move on", 1: "Both lines begin with the same move"}
    told = begin.get(same, f"The first {same} moves are the same")
    if same == len(one.acts) == len(other.acts):
        return "Both lines are the same so far."
    parts = [f"{name}: {_told(line.acts, same)}" for name, line in (("A", one), ("B", other))]
    return f"{told}. Then {'; '.join(parts)}."


# --- what moves are worth -------------------------------------------------------------------------


def weigh(state: State) -> Json:
    """Estimate what each move of the seat on turn is worth, from what that seat may know.

    >>> from sevens_kernel import parse_position
    >>> rows = "rules classic:3; clubs A-K, diamonds A-K, hearts 4-10, spades 3-K"
    >>> state = parse_position(f"{rows}; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠")
    >>> [row["move"] for row in weigh(state)["rows"]]
    ['J♥', '3♥']

    Raises SevensError where the deal is over or nothing may be laid.
    """
    if state.out is not None:
        raise SevensError("The deal is over: there is nothing to weigh.")
    tried = trials(view(state, state.turn), _random(state), DEALS)
    return _table(state, tried.choices(), "")


def weigh_both(one: Line, other: Line) -> Json:
    """Estimate what the two moves are worth with which two lines part, on the same hands.

    Raises SevensError where they do not part, or not in one turn of one seat.
    """
    same = common(one, other)
    if same == len(one.acts) or same == len(other.acts):
        raise SevensError(
            "There are no two moves to weigh: one line stops where the other goes on."
        )
    state = one.states[same]
    acts = one.acts[same], other.acts[same]
    plain = all(
        act.seat == state.turn and act.move in legal(state) and not act.false for act in acts
    )
    if not plain or acts[0].move == acts[1].move:
        raise SevensError("Only two different moves in the same turn can be weighed.")
    moves = tuple(act.move for act in acts)
    tried = trials(view(state, state.turn), _random(state), DEALS, moves)
    return _table(state, [tried.choice(move) for move in moves], lead_words(tried))


def _random(state: State) -> Random:
    """Give the same random numbers each time a position is weighed."""
    return Random(crc32(format_position(state).encode()))


def _table(state: State, choices: Sequence[Choice], lead: str) -> Json:
    return {
        "heading": heading_words(state.turn),
        "sure": sure_words(state),
        "note": note_words(state.turn, DEALS),
        "lead": lead,
        "rows": [
            {
                "move": str(each.move),
                "chance": f"{100 * each.chance:.0f} %",
                "range": f"{chance_words(each)} %",
                "low": round(each.low, 4),
                "share": round(each.chance, 4),
                "high": round(each.high, 4),
            }
            for each in choices
        ],
    }
