"""One sensible rule of thumb: free your own far cards, and open nothing that only helps the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.moves import Move
from sevens_kernel.players.base import heaviest
from sevens_kernel.players.ways import distance, ways
from sevens_kernel.table import Shape
from sevens_kernel.view import View


@dataclass(frozen=True, slots=True)
class Worth:
    """What laying a card does, by what lies behind it.

    far: steps from the start of the row to the farthest own card behind it, 0 when none waits there. others: when
    none waits there, how many different cards wait there for the others; else 0. spread: before the start rank is
    chosen, the steps from the rows' new start to all own cards together; else 0.
    """

    far: int
    others: int
    spread: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """The order of preference: the greatest is laid."""
        return -self.spread, self.far, -self.others


def worth(view: View, card: Card, hand: frozenset[int] | None = None) -> Worth:
    """Weigh a card that fits, from what its holder sees; hand: the indexes of the own cards, if known already.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.rules import Rules
    >>> from sevens_kernel.view import view
    >>> state = deal(Rules(), 1)
    >>> worth(view(state, state.turn), Card("7d")).far
    2
    """
    table = view.table
    own = hand if hand is not None else frozenset(each.index for each in view.hand)
    if table.shape.start is None:
        return Worth(0, 0, spread(table.shape.started(card.rank), view.hand))
    far = others = 0
    for way in ways(table, card):
        last = next((place for place in range(len(way), 0, -1) if way[place - 1] in own), 0)
        if last:
            far = max(far, distance(table.shape, card) + last)
        else:
            others += len(way)
    return Worth(far, 0 if far else others)


def spread(shape: Shape, hand: Iterable[Card]) -> int:
    """Count the steps from the start of the rows to each card of a hand, together."""
    return sum(distance(shape, card) for card in hand)


def best_move(view: View) -> Move:
    """Give the move of the heuristic; of equal cards the first in the hand, so that it never depends on chance.

    Raises ValueError when no move is legal.
    """
    hand = frozenset(card.index for card in view.hand)
    return heaviest(view, lambda card: worth(view, card, hand).rank)


@dataclass(frozen=True, slots=True)
class Heuristic:
    """Lays the card behind which its farthest card waits; holds back what only helps the others."""

    name: str = "heuristic"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the preferred legal move; chance plays no part."""
        return best_move(view)
