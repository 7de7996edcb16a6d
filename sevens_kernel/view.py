"""What one seat may know: its own hand, the table, and everything that has happened in the open."""

from __future__ import annotations

from dataclasses import dataclass, field

from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Act
from sevens_kernel.rules import Rules
from sevens_kernel.state import State
from sevens_kernel.table import Table


@dataclass(frozen=True, slots=True)
class View:
    """All that a player or a browser ever gets of a deal: no card in another hand is in it.

    seat: whose view this is. hand: that seat's cards, sorted. sizes: how many cards each seat
    holds. unknown: how many of the seat's own cards are not known (in a position that was set up
    without them). The rest is as in State.

    >>> from sevens_kernel.deal import deal
    >>> seen = view(deal(Rules(), 1), seat=2)
    >>> len(seen.hand), seen.sizes
    (13, (13, 13, 13, 13))
    """

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    rules: Rules
    table: Table
    turn: int
    dealer: int
    passes: tuple[int, ...]
    fines: tuple[int, ...]
    chips: tuple[int, ...]
    pool: int
    caught: bool = False
    out: int | None = None
    unknown: int = 0
    history: tuple[Act, ...] = field(default=(), compare=False)

    def hand_of(self, seat: int) -> tuple[Card, ...]:
        """Give the cards of the view's own seat.

        Raises SevensError for any other seat: a view holds no other hand.
        """
        if seat != self.seat:
            raise SevensError(
                f"the view of seat {self.seat + 1} does not hold the hand of seat {seat + 1}"
            )
        return self.hand

    def unknown_of(self, seat: int) -> int:
        """Count the cards of a seat that are not known: for another seat, all of them."""
        return self.unknown if seat == self.seat else self.sizes[seat]


def view(state: State, seat: int) -> View:
    """Give what a seat may know of a state.

    Raises SevensError for a seat that does not exist.
    """
    if not 0 <= seat < state.rules.players:
        raise SevensError(
            f"seat {seat + 1} does not exist: there are seats 1 to {state.rules.players}"
        )
    return View(
        seat=seat,
        hand=state.hands[seat],
        sizes=state.sizes,
        rules=state.rules,
        table=state.table,
        turn=state.turn,
        dealer=state.dealer,
        passes=state.passes,
        fines=state.fines,
        chips=state.chips,
        pool=state.pool,
        caught=state.caught,
        out=state.out,
        unknown=state.unknown[seat],
        history=state.history,
    )
