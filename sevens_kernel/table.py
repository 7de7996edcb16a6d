"""The cards on the table and what they take next.

A table is a count per card. A start card fits while fewer of it lie than there are packs; any other
card fits while fewer of it lie than of its neighbour towards the start. This one rule covers one
pack and two, sevens and nines, aces low and high.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sevens_kernel.cards import ALL_CARDS, SUITS, Card, Rank, Suit
from sevens_kernel.rules import Rules

# What stands in `Shape.towards` for a card without a neighbour towards the start.
START, ABSENT, ANY = -1, -2, -3


@dataclass(frozen=True, slots=True)
class Shape:
    """How rows are built: their ranks from low to high, the rank that starts them (None: not yet chosen), the packs.

    towards: for each card's index the index of its neighbour towards the start, or START, ABSENT or ANY.
    """

    ranks: tuple[Rank, ...]
    start: Rank | None
    packs: int
    towards: tuple[int, ...]

    def started(self, start: Rank) -> Shape:
        """Give the same shape once the first card laid has chosen the start rank."""
        return make_shape(self.ranks, start, self.packs)

    def position(self, rank: Rank) -> int:
        """Give a rank's place in the row, counted from 0 at the low end; -1 for a rank outside the pack."""
        return self.ranks.index(rank) if rank in self.ranks else -1


@lru_cache(maxsize=128)
def make_shape(ranks: tuple[Rank, ...], start: Rank | None, packs: int) -> Shape:
    """Make the shape of the rows for an order of ranks, a start rank and a number of packs.

    >>> shape = make_shape(Rules().ranks, Rank.SEVEN, 1)
    >>> ALL_CARDS[shape.towards[Card("9h").index]], shape.towards[Card("7h").index] == START
    (Card("8♥"), True)
    """
    towards = [ABSENT] * 52
    middle = ranks.index(start) if start is not None else 0
    for suit in SUITS:
        for place, rank in enumerate(ranks):
            step = 1 if place < middle else -1
            index = Card.of(rank, suit).index
            if start is None:
                towards[index] = ANY
            else:
                towards[index] = (
                    START if place == middle else Card.of(ranks[place + step], suit).index
                )
    return Shape(ranks, start, packs, tuple(towards))


@dataclass(frozen=True, slots=True)
class Table:
    """The cards laid so far, as a count per card.

    >>> table = Table.empty(Rules())
    >>> for text in "7h", "8h", "6h":
    ...     table = table.lay(Card(text))
    >>> table.takes(Suit.HEARTS), table.missing(Card("10h"))
    ((Card("5♥"), Card("9♥")), (Card("9♥"),))
    """

    shape: Shape
    counts: bytes

    @staticmethod
    def empty(rules: Rules, start: Rank | None = None) -> Table:
        """Give the table before the first card; start: the rank already chosen, where it is not fixed by the rules."""
        return Table(make_shape(rules.ranks, start or rules.fixed_start, rules.packs), bytes(52))

    def copies(self, card: Card) -> int:
        """Count how many of a card lie on the table: 0, 1 or, with two packs, 2."""
        return self.counts[card.index]

    def fits(self, card: Card) -> bool:
        """Say whether a card may be laid now, by whoever holds it."""
        here = self.counts[card.index]
        neighbour = self.shape.towards[card.index]
        if neighbour >= 0:
            return here < self.counts[neighbour]
        return here < self.shape.packs if neighbour == START else neighbour == ANY

    def lay(self, card: Card) -> Table:
        """Give the table with one more card on it, fitting or not; the first card chooses a start rank that is open."""
        counts, index = self.counts, card.index
        shape = self.shape if self.shape.start is not None else self.shape.started(card.rank)
        return Table(shape, counts[:index] + bytes((counts[index] + 1,)) + counts[index + 1 :])

    @property
    def is_empty(self) -> bool:
        """Whether no card has been laid."""
        return not any(self.counts)

    @property
    def size(self) -> int:
        """The number of cards on the table."""
        return sum(self.counts)

    def cards(self) -> Iterator[Card]:
        """Walk the cards on the table, row by row from the low end; a card that lies twice comes twice."""
        for suit in SUITS:
            for rank in self.shape.ranks:
                card = Card.of(rank, suit)
                for _ in range(self.counts[card.index]):
                    yield card

    def row(self, suit: Suit) -> tuple[Card, ...]:
        """Give the cards of a row from its low end, each once, however often it lies there."""
        cards = (Card.of(rank, suit) for rank in self.shape.ranks)
        return tuple(card for card in cards if self.counts[card.index])

    def second_row(self, suit: Suit) -> tuple[Card, ...]:
        """Give the cards of the row beside the first, where two packs are played."""
        cards = (Card.of(rank, suit) for rank in self.shape.ranks)
        return tuple(card for card in cards if self.counts[card.index] > 1)

    def is_open(self, suit: Suit) -> bool:
        """Whether the suit's row has been opened."""
        return bool(self.row(suit))

    def takes(self, suit: Suit) -> tuple[Card, ...]:
        """Give the cards that fit a suit's row now, from the low end.

        >>> Table.empty(Rules()).takes(Suit.SPADES)
        (Card("7♠"),)
        """
        cards = (Card.of(rank, suit) for rank in self.shape.ranks)
        return tuple(card for card in cards if self.fits(card))

    def all_takes(self) -> tuple[Card, ...]:
        """Give every card that fits now, suit by suit."""
        return tuple(card for suit in SUITS for card in self.takes(suit))

    def missing(self, card: Card) -> tuple[Card, ...]:
        """Give the cards that must be laid before this one fits, in the order in which they come.

        Empty for a card that fits, that lies already, or that the pack does not have. With two
        packs a card in the answer means one more copy of it.

        >>> Table.empty(Rules()).missing(Card("3s"))
        (Card("7♠"), Card("6♠"), Card("5♠"), Card("4♠"))
        """
        found: list[Card] = []
        here, index = self.counts[card.index], self.shape.towards[card.index]
        if here >= self.shape.packs:
            return ()
        while index >= 0 and self.counts[index] <= here:
            found.append(ALL_CARDS[index])
            index = self.shape.towards[index]
        return tuple(reversed(found))

    def faulty_rows(self) -> tuple[tuple[Card, Card], ...]:
        """Give each laid card whose neighbour towards the start is missing, with that neighbour: a row has no gaps."""
        faults = []
        for card in dict.fromkeys(self.cards()):
            neighbour = self.shape.towards[card.index]
            if neighbour >= 0 and self.counts[neighbour] < self.counts[card.index]:
                faults.append((card, ALL_CARDS[neighbour]))
        return tuple(faults)
