"""The way behind a card: the cards farther from the start that cannot be laid before it is."""

from __future__ import annotations

from functools import lru_cache

from sevens_kernel.cards import ALL_CARDS, Card, Rank, Suit
from sevens_kernel.table import Shape, Table


@lru_cache(maxsize=64)
def ways_out(ranks: tuple[Rank, ...], start: Rank) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Give for each card index the ways that lead on from it, each as card indexes from the nearest to the farthest.

    A card away from the start has one way, a start card two; at the end of a row the way is empty and left out.
    """
    middle = ranks.index(start)
    found: list[tuple[tuple[int, ...], ...]] = []
    for card in ALL_CARDS:
        place = ranks.index(card.rank) if card.rank in ranks else -1
        down = _indexes(card.suit, ranks[:place][::-1]) if 0 <= place <= middle else ()
        up = _indexes(card.suit, ranks[place + 1 :]) if place >= middle else ()
        found.append(tuple(way for way in (down, up) if way))
    return tuple(found)


def _indexes(suit: Suit, ranks: tuple[Rank, ...]) -> tuple[int, ...]:
    return tuple(Card.of(rank, suit).index for rank in ranks)


def ways(table: Table, card: Card) -> tuple[tuple[int, ...], ...]:
    """Give the ways behind a card that fits, as card indexes: exactly the cards that wait for it, nearest first.

    Before the first card where it chooses the start rank, the card is taken as the start.

    >>> from sevens_kernel.rules import Rules
    >>> table = Table.empty(Rules()).lay(Card("7h"))
    >>> [[str(ALL_CARDS[index]) for index in way] for way in ways(table, Card("9h"))]
    [['10♥', 'J♥', 'Q♥', 'K♥']]
    """
    shape = table.shape
    out = ways_out(shape.ranks, shape.start or card.rank)[card.index]
    if shape.packs == 1:
        return out
    # In the second row only those wait whose first copy lies already; a first copy still to come goes on the first row.
    counts, here = table.counts, table.counts[card.index]
    cut = (tuple(index for index in way if counts[index] == here) for way in out)
    return tuple(way for way in cut if way)


def distance(shape: Shape, card: Card) -> int:
    """Count the steps from the start of the row to a card; 0 while no start is chosen.

    >>> from sevens_kernel.rules import Rules
    >>> distance(Table.empty(Rules()).shape, Card("Qs"))
    5
    """
    return (
        0 if shape.start is None else abs(shape.position(card.rank) - shape.position(shape.start))
    )
