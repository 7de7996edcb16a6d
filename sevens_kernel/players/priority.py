"""The strongest rule of thumb that needs no search: five whole numbers weigh every card that fits."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.layout import ONLY_HOLDER, START_WORTH, way_worth
from sevens_kernel.moves import Move
from sevens_kernel.players.base import heaviest
from sevens_kernel.players.heuristic import spread
from sevens_kernel.players.ways import ways
from sevens_kernel.table import START
from sevens_kernel.view import View


def priority(view: View, card: Card, own: frozenset[int] | None = None) -> int:
    """Weigh a card that fits by the cards behind it, on each side where any wait.

    On each side every own card counts 4 and one of them 2 more, every card of the others before the
    last own one counts 1, and every one of the others behind it, or all where no own one waits, takes
    2 away. A start card counts both its sides and 2 more. With two packs a card whose other copy nobody
    else holds counts 20 less: it is kept, for only its holder can open what waits behind it, while for
    any other card somebody else may do it. own: the indexes of the own cards, if known already.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> priority(seen, Card("8c")), priority(seen, Card("10h"))
    (4, -6)
    """
    held = own if own is not None else frozenset(each.index for each in view.hand)
    worth = START_WORTH if view.table.shape.towards[card.index] == START else 0
    if view.rules.packs > 1 and view.table.copies(card) + view.hand.count(card) > 1:
        worth += ONLY_HOLDER
    for way in ways(view.table, card):
        worth += way_worth(index in held for index in way)
    return worth


def best_by_priority(view: View) -> Move:
    """Give the legal move with the highest priority, of equal ones the first in the hand.

    A first card that chooses the start rank is the one nearest to the whole hand.

    Raises ValueError when no move is legal.
    """
    own = frozenset(each.index for each in view.hand)
    shape = view.table.shape

    def rank(card: Card) -> tuple[int, int]:
        near = 0 if shape.start is not None else -spread(shape.started(card.rank), view.hand)
        return near, priority(view, card, own)

    return heaviest(view, rank)


@dataclass(frozen=True, slots=True)
class Priority:
    """Frees its own cards, first where others' cards stand between, and opens no way that only others need.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> Priority().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "priority"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the legal move with the highest priority; chance plays no part."""
        return best_by_priority(view)
