"""The cards of a deal as whole numbers, how they wait for one another, and a fixed priority among them.

A kind is a card as a whole number: suit by suit, in the order of the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sevens_kernel.cards import SUITS, Card, Rank

TIE = 64  # more than there are kinds: equal priorities are told apart by the place in the hand
START_WORTH = 2
# With two packs: that nobody else holds the card, so that only the player can open what waits behind it. Between 10
# and 60 it makes no difference that 720 games show; without it the player is far weaker.
ONLY_HOLDER = -20


def chain_worth(own: int, gap: int, tail: int) -> int:
    """Say what it is worth to lay the card before a chain of cards that wait for it.

    own: how many of them the player holds. gap: the others' before the player's last one. tail: the
    others' behind it, or all of them where the player holds none.

    >>> chain_worth(own=2, gap=1, tail=1), chain_worth(own=0, gap=0, tail=3)
    (9, -6)
    """
    return 4 * own + gap - 2 * tail + (2 if own else 0)


def way_worth(mine: Iterable[bool]) -> int:
    """Say the same of a chain given card by card, the nearest first: whether the player holds it.

    >>> way_worth([True, False, True, False])
    9
    """
    cards = own = last = 0
    for held in mine:
        cards += 1
        if held:
            own += 1
            last = cards
    return chain_worth(own, last - own, cards - last)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the kinds lie to one another.

    kinds: the card of each kind. place: the kind of each card by its index, -1 for none. onward: the
    kinds that a kind brings nearer. towards: the kind before, -1 for a start card. starts: the start
    cards. chains: for each half-row its start card and its other kinds, the farthest first. ways: the
    same seen from a kind, the nearest first.
    """

    kinds: tuple[Card, ...]
    place: tuple[int, ...]
    onward: tuple[tuple[int, ...], ...]
    towards: tuple[int, ...]
    starts: tuple[int, ...]
    chains: tuple[tuple[int, tuple[int, ...]], ...]
    ways: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=64)
def layout(ranks: tuple[Rank, ...], start: Rank | None) -> Layout:
    """Give the layout of rows of these ranks; before a start rank is chosen nothing waits for anything.

    >>> from sevens_kernel.rules import Rules
    >>> found = layout(Rules().ranks, Rank.SEVEN)
    >>> seven = found.place[Card("7h").index]
    >>> [str(found.kinds[kind]) for kind in found.onward[seven]]
    ['6♥', '8♥']
    """
    wide = len(ranks)
    kinds = tuple(Card.of(rank, suit) for suit in SUITS for rank in ranks)
    place = [-1] * 52
    for kind, card in enumerate(kinds):
        place[card.index] = kind
    onward: list[tuple[int, ...]] = [()] * len(kinds)
    ways: list[tuple[tuple[int, ...], ...]] = [()] * len(kinds)
    towards = [-1] * len(kinds)
    starts: list[int] = []
    chains: list[tuple[int, tuple[int, ...]]] = []
    for low in range(0, len(kinds), wide) if start is not None else ():
        middle = low + ranks.index(start)
        starts.append(middle)
        for arm in (range(middle - 1, low - 1, -1), range(middle + 1, low + wide)):
            chains.append((middle, tuple(reversed(arm))))
            for at, kind in enumerate(arm):
                towards[kind] = arm[at - 1] if at else middle
                onward[kind] = tuple(arm[at + 1 : at + 2])
                ways[kind] = (tuple(arm[at + 1 :]),) if at + 1 < len(arm) else ()
            if arm:
                onward[middle] += (arm[0],)
                ways[middle] += (tuple(arm),)
    return Layout(
        kinds,
        tuple(place),
        tuple(onward),
        tuple(towards),
        tuple(starts),
        tuple(chains),
        tuple(ways),
    )


def priorities(plan: Layout, owner: Sequence[int], players: int) -> list[int]:
    """Weigh every kind with one pack: how gladly its holder lays it; the greatest goes first, and all differ.

    owner: the seat of each kind, -1 for one that is laid, the number of players for one that is
    missing. What waits for a card changes only when the card is laid, so this holds for the whole deal.

    >>> from sevens_kernel.rules import Rules
    >>> plan = layout(Rules().ranks, Rank.SEVEN)
    >>> owner = [0] * 26 + [1] * 26
    >>> worth = priorities(plan, owner, 2)
    >>> [str(plan.kinds[kind]) for kind in sorted(range(52), key=worth.__getitem__)[-2:]]
    ['7♦', '7♣']
    """
    worth = [0] * len(plan.kinds)
    for start in plan.starts:
        worth[start] = START_WORTH * TIE - start
    for start, chain in plan.chains:
        own, beyond = [0] * (players + 1), [0] * (players + 1)
        for cards, kind in enumerate((*chain, start)):
            seat = owner[kind]
            if seat < 0:
                break
            mine = own[seat]
            if mine:
                tail = beyond[seat]
                value = chain_worth(mine, cards - mine - tail, tail)
            else:
                beyond[seat] = cards
                value = chain_worth(0, 0, cards)
            if kind == start:
                worth[start] += value * TIE
            else:
                worth[kind] = value * TIE - kind
            own[seat] = mine + 1
    return worth
