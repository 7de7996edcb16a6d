"""Players that look at one thing only: rungs by which to see what each thought is worth."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.moves import Move
from sevens_kernel.players.base import heaviest, pick
from sevens_kernel.players.ways import ways
from sevens_kernel.state import legal
from sevens_kernel.view import View


def behind(view: View, card: Card) -> tuple[int, int]:
    """Count the cards that wait behind one that fits: the own ones, and those of the others.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> behind(seen, Card("8c")), behind(seen, Card("10h"))
    ((1, 4), (0, 3))
    """
    held = frozenset(each.index for each in view.hand)
    waiting = [index in held for way in ways(view.table, card) for index in way]
    return sum(waiting), len(waiting) - sum(waiting)


@dataclass(frozen=True, slots=True)
class FirstThatFits:
    """Lays the first card of its hand that fits, suit by suit.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> FirstThatFits().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "first that fits"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the first legal move; chance plays no part."""
        return legal(view)[0]


@dataclass(frozen=True, slots=True)
class FreesItsOwn:
    """Lays any card behind which one of its own waits, and any that fits where there is none.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> FreesItsOwn().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "frees its own"

    def choose(self, view: View, rng: Random) -> Move:
        """Give a legal move with an own card behind it, if there is one."""
        moves = legal(view)
        freeing = [move for move in moves if move.card is not None and behind(view, move.card)[0]]
        return pick(freeing or moves, rng)


@dataclass(frozen=True, slots=True)
class MostOwn:
    """Lays the card behind which most of its own cards wait.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> MostOwn().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "most own behind"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the legal move with most own cards behind it, of equal ones the first in the hand."""
        return heaviest(view, lambda card: behind(view, card)[0])


@dataclass(frozen=True, slots=True)
class OwnMinusOthers:
    """Lays the card behind which its own cards outnumber those of the others most.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ 10♥ J♣"), seat=0)
    >>> OwnMinusOthers().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "own minus others"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the legal move with the greatest difference, of equal ones the first in the hand."""
        return heaviest(view, lambda card: _lead(view, card))


def _lead(view: View, card: Card) -> int:
    """Count by how many the own cards behind a card that fits outnumber those of the others."""
    own, others = behind(view, card)
    return own - others
