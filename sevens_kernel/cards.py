"""Cards, suits and ranks: reading them, printing them, naming them in words. This module knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import total_ordering

from sevens_kernel.errors import CardError


class Suit(StrEnum):
    """One of the four suits, in the order in which rows and hands are shown.

    >>> Suit.HEARTS, Suit.HEARTS.glyph, Suit.HEARTS.letter
    (<Suit.HEARTS: 'hearts'>, '♥', 'h')
    """

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in text: c, d, h or s."""
        return self.value[0]

    @property
    def glyph(self) -> str:
        """The suit's sign: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[SUITS.index(self)]


SUITS: tuple[Suit, ...] = tuple(Suit)


class Rank(IntEnum):
    """A rank; the number is the pips, with jack 11, queen 12 and king 13. Whether the ace is low or high is a rule.

    >>> Rank.TEN.text, Rank.QUEEN.text, Rank.ACE.word, Rank.SIX.plural
    ('10', 'Q', 'ace', 'sixes')
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def text(self) -> str:
        """The rank as printed on a card: A, 2 … 10, J, Q or K."""
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self.value, str(self.value))

    @property
    def word(self) -> str:
        """The rank as spoken: ace, two … king."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The rank as spoken of several cards: aces, sixes, kings."""
        return self.word + ("es" if self is Rank.SIX else "s")


RANKS: tuple[Rank, ...] = tuple(Rank)

_ALLOWED = "write a rank (A 2 3 … 10 J Q K) and a suit (c d h s or ♣ ♦ ♥ ♠), such as 7d or 10♥"


def parse_rank(text: str) -> Rank:
    """Read a rank: A, 2 … 10 (or T), J, Q, K in either case, or its word.

    >>> parse_rank("T"), parse_rank("queen")
    (<Rank.TEN: 10>, <Rank.QUEEN: 12>)

    Raises CardError, naming the text and what is allowed.
    """
    plain = text.strip().lower()
    for rank in RANKS:
        if plain in (rank.text.lower(), rank.word, rank.plural) or (
            rank is Rank.TEN and plain == "t"
        ):
            return rank
    raise CardError(f"{_quoted(text)} is not a rank: the ranks are A 2 3 4 5 6 7 8 9 10 J Q K")


def parse_suit(text: str) -> Suit:
    """Read a suit: its letter, its sign or its name.

    >>> parse_suit("♠"), parse_suit("d"), parse_suit("Hearts")
    (<Suit.SPADES: 'spades'>, <Suit.DIAMONDS: 'diamonds'>, <Suit.HEARTS: 'hearts'>)

    Raises CardError, naming the text and what is allowed.
    """
    plain = text.strip().lower().removesuffix("\ufe0f").removesuffix("\ufe0e")
    for suit, hollow in zip(SUITS, "♧♢♡♤", strict=True):
        if plain in (suit.letter, suit.glyph, hollow, suit.value, suit.value[:-1]):
            return suit
    raise CardError(
        f"{_quoted(text)} is not a suit: the suits are clubs c ♣, diamonds d ♦, hearts h ♥, spades s ♠"
    )


@total_ordering
class Card:
    """One card of the pack of 52. Equal cards are one and the same object, so a card is cheap to compare and to keep.

    >>> Card("7d"), Card("Th"), Card("10♥"), Card("queen of spades")
    (Card("7♦"), Card("10♥"), Card("10♥"), Card("Q♠"))
    >>> print(Card("as"), Card("as").words, Card("as").code)
    A♠ ace of spades As

    Raises CardError, naming the text and what is allowed.
    """

    __slots__ = ("code", "index", "rank", "suit", "text")

    index: int  # 0–51: suit by suit (♣ ♦ ♥ ♠), ace to king within the suit
    rank: Rank
    suit: Suit
    text: str  # as printed: "10♥"
    code: str  # letters only: "10h"

    def __new__(cls, text: str | Card) -> Card:
        """Read a card from text such as 7d, 7♦, 10h, Th or "seven of diamonds"."""
        return text if isinstance(text, Card) else _parse_card(text)

    @staticmethod
    def of(rank: Rank | int, suit: Suit) -> Card:
        """Give the card of a rank and a suit.

        >>> Card.of(Rank.SEVEN, Suit.DIAMONDS)
        Card("7♦")
        """
        return ALL_CARDS[SUITS.index(suit) * 13 + int(rank) - 1]

    @property
    def words(self) -> str:
        """The card's name as spoken: "seven of diamonds"."""
        return f"{self.rank.word} of {self.suit.value}"

    def __repr__(self) -> str:
        """Give text that can be pasted back."""
        return f'Card("{self.text}")'

    def __str__(self) -> str:
        """Give the card as printed: 7♦."""
        return self.text

    def __hash__(self) -> int:
        """Hash by index, so that sets of cards are walked in the same order on every machine."""
        return self.index

    def __eq__(self, other: object) -> bool:
        """Compare: there is one object for each card."""
        return self is other

    def __lt__(self, other: Card) -> bool:
        """Order by suit (♣ ♦ ♥ ♠), then ace to king."""
        return self.index < other.index

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a card never changes."""
        raise AttributeError(f"a card never changes: {name} cannot be set")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        """Copy and unpickle to the same object."""
        return (Card, (self.code,))


def _make(index: int) -> Card:
    card = object.__new__(Card)
    suit, rank = SUITS[index // 13], RANKS[index % 13]
    for name, value in (
        ("index", index),
        ("rank", rank),
        ("suit", suit),
        ("text", rank.text + suit.glyph),
        ("code", rank.text + suit.letter),
    ):
        object.__setattr__(card, name, value)
    return card


ALL_CARDS: tuple[Card, ...] = tuple(_make(index) for index in range(52))


# The two ways in which cards are mostly written, so that a long record is read quickly.
_BY_TEXT = {text: card for card in ALL_CARDS for text in (card.code, card.text)}


def _parse_card(text: str) -> Card:
    if not isinstance(text, str):
        raise CardError(f"{_quoted(text)} is not a card: {_ALLOWED}")
    known = _BY_TEXT.get(text)
    if known is not None:
        return known
    plain = text.strip().removesuffix("\ufe0f").removesuffix("\ufe0e")
    rank, between, suit = plain.partition(" of ")
    if not between:
        rank, suit = plain[:-1], plain[-1:]
    try:
        return Card.of(parse_rank(rank), parse_suit(suit))
    except CardError:
        raise CardError(f"{_quoted(text)} is not a card: {_ALLOWED}") from None


def _quoted(text: object) -> str:
    """Quote a person's input, cut to a length that fits one sentence."""
    shown = text if isinstance(text, str) else repr(text)
    return f"“{shown}”" if len(shown) <= 40 else f"“{shown[:37]}…”"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read several cards, separated by spaces or commas.

    >>> parse_cards("5♣ 9♥, 10♣")
    (Card("5♣"), Card("9♥"), Card("10♣"))

    Raises CardError, naming the first text that is not a card.
    """
    return tuple(Card(part) for part in str(text).replace(",", " ").split())


def and_list(items: Iterable[object], word: str = "and") -> str:
    """Join for a sentence: "4♥", "4♥ and 9♥", "4♥, 9♥ and 7♠".

    >>> and_list(["4♥", "9♥", "7♠"])
    '4♥, 9♥ and 7♠'
    """
    texts = [str(item) for item in items]
    return (
        texts[0]
        if len(texts) == 1
        else f"{', '.join(texts[:-1])} {word} {texts[-1]}"
        if texts
        else ""
    )


def count_word(number: int) -> str:
    """Write a small whole number as a word, others in figures.

    >>> count_word(3), count_word(0), count_word(13)
    ('three', 'no', '13')
    """
    words = (
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    )
    return words[number] if 0 <= number < len(words) else str(number)


def count_of(number: int, thing: str, plural: str | None = None) -> str:
    """Count things in a sentence.

    >>> count_of(1, "card"), count_of(3, "card"), count_of(2, "pass", "passes")
    ('one card', 'three cards', 'two passes')
    """
    return f"{count_word(number)} {thing if number == 1 else plural or thing + 's'}"
