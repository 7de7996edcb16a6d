"""The verdict on a card: whether it fits the table, and the reason in the words of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sevens_kernel.cards import Card, and_list
from sevens_kernel.table import START, Table


class Reason(StrEnum):
    """Why a card fits or does not, or why a move is refused."""

    FITS = "fits"
    WAITS = "waits"
    CLOSED = "suit not open"
    LAID = "already on the table"
    ABSENT = "not in the pack"
    OPENING = "another card must open"
    NOT_HELD = "not in the hand"
    NOT_TURN = "not your turn"
    OVER = "the deal is over"
    MUST_PLAY = "a card fits"
    UNKNOWN = "hand not known"
    NO_FREE_START = "no start out of turn"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the table says of a card.

    phrase: to follow the card's name; sentence: alone; words: spoken after the card's name.

    missing: the cards that must come first, in order.
    """

    card: Card
    reason: Reason
    phrase: str
    sentence: str
    words: str
    missing: tuple[Card, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the card may be laid now."""
        return self.reason is Reason.FITS

    @property
    def label(self) -> str:
        """The card's name and the verdict, as spoken: "ten of hearts, waits for the nine"."""
        return f"{self.card.words}, {self.words}"


def verdict(table: Table, card: Card) -> Verdict:
    """Say whether a card fits the table, and why (RULES, "What an answer must say").

    >>> from sevens_kernel.rules import Rules
    >>> table = Table.empty(Rules())
    >>> for text in "7h", "6h", "5h", "8h":
    ...     table = table.lay(Card(text))
    >>> for text in "4h", "10h", "2h", "7s", "8s", "6h":
    ...     print(verdict(table, Card(text)).sentence)
    4♥ fits: it goes below 5♥.
    10♥ waits for 9♥.
    2♥ waits for 4♥, then 3♥.
    7♠ opens spades.
    8♠ does not fit yet. Spades are not open: it waits for 7♠.
    6♥ is already on the table.
    """
    shape = table.shape
    if shape.position(card.rank) < 0:
        low, high = shape.ranks[0], shape.ranks[-1]
        phrase = f"is not in this pack, which runs from {low.word} to {high.word}"
        return Verdict(card, Reason.ABSENT, phrase, f"{card} {phrase}.", phrase)
    if table.fits(card):
        return _fits(table, card)
    if table.copies(card) >= shape.packs:
        phrase = "is already on the table" if shape.packs == 1 else "is already on the table twice"
        return Verdict(card, Reason.LAID, phrase, f"{card} {phrase}.", phrase)
    return _waits(table, card)


def _fits(table: Table, card: Card) -> Verdict:
    towards = table.shape.towards[card.index]
    if towards == START:
        phrase = (
            f"opens {card.suit}" if not table.copies(card) else f"opens a second row of {card.suit}"
        )
        return Verdict(card, Reason.FITS, phrase, f"{card} {phrase}.", "fits")
    if towards < 0:
        sentence = f"{card} may open the deal: every row then starts with its {card.rank.word}."
        return Verdict(card, Reason.FITS, f"opens {card.suit}", sentence, "fits")
    ranks, place = table.shape.ranks, table.shape.position(card.rank)
    below = table.shape.start is not None and place < table.shape.position(table.shape.start)
    neighbour = Card.of(ranks[place + 1 if below else place - 1], card.suit)
    side = "below" if below else "above"
    beside = " in the second row" if table.copies(card) else ""
    return Verdict(
        card, Reason.FITS, "fits", f"{card} fits: it goes {side} {neighbour}{beside}.", "fits"
    )


def _waits(table: Table, card: Card) -> Verdict:
    missing = table.missing(card)
    again = [table.copies(each) > 0 for each in missing]
    in_signs = "waits for " + _in_order(
        [
            f"another {each}" if twice else str(each)
            for each, twice in zip(missing, again, strict=True)
        ]
    )
    spoken = "waits for " + _in_order(
        [
            f"another {each.rank.word}" if twice else f"the {each.rank.word}"
            for each, twice in zip(missing, again, strict=True)
        ]
    )
    wrap = _wrapped(table, card)
    if wrap and len(missing) > 1:  # where one card is missing, nobody takes the row for a ring
        sentence = f"{card} does not fit yet. {wrap[0].upper()}{wrap[1:]}: it {in_signs}."
        return Verdict(
            card, Reason.WAITS, f"{wrap}: it {in_signs}", sentence, f"{wrap}, {spoken}", missing
        )
    if not table.is_open(card.suit):
        shut = f"{card.suit} are not open"
        sentence = f"{card} does not fit yet. {shut[0].upper()}{shut[1:]}: it {in_signs}."
        return Verdict(
            card, Reason.CLOSED, f"{shut}: it {in_signs}", sentence, f"{shut}, {spoken}", missing
        )
    return Verdict(card, Reason.WAITS, in_signs, f"{card} {in_signs}.", spoken, missing)


def _in_order(names: Sequence[str]) -> str:
    """Say what comes first and what after it: "4♥, then 3♥", "7♠, then 6♠, 5♠ and 4♠"."""
    return names[0] if len(names) == 1 else f"{names[0]}, then {and_list(names[1:])}"


def _wrapped(table: Table, card: Card) -> str:
    """Explain the end of a row to somebody who took the row for a ring (RULES, "No wrapping")."""
    ranks = table.shape.ranks
    first, last = ranks[0], ranks[-1]
    if card.rank is first and table.copies(Card.of(last, card.suit)):
        return f"the row ends at the {last.word}; the {first.word} goes below the {ranks[1].word}"
    if card.rank is last and table.copies(Card.of(first, card.suit)):
        return f"the row ends at the {first.word}; the {last.word} goes above the {ranks[-2].word}"
    return ""
