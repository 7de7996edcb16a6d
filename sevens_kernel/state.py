"""One moment of a deal, and the moves it allows; seats count from 0, clockwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from sevens_kernel.cards import Card, Suit
from sevens_kernel.moves import PASS, Act, Move, lay
from sevens_kernel.rules import Rules
from sevens_kernel.table import START, Table
from sevens_kernel.verdict import Reason, Verdict, verdict


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a deal, with everything there is to know of it.

    hands: the known cards of each seat, sorted. unknown: how many cards of each seat are not known.
    turn: the seat whose turn it is. passes: true passes by each seat. fines: points charged to each
    seat for false passes. chips: chips each seat holds, below zero when owed. pool: chips in the
    middle. caught: the seat on turn has been caught in a false pass and must lay. out: the seat
    that has laid its last card. history: every act since the deal or the position began; not
    compared.
    """

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    table: Table
    turn: int
    dealer: int
    passes: tuple[int, ...]
    fines: tuple[int, ...]
    chips: tuple[int, ...]
    pool: int
    caught: bool = False
    out: int | None = None
    unknown: tuple[int, ...] = ()
    history: tuple[Act, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Take all hands as known where nothing else is said."""
        if not self.unknown:
            object.__setattr__(self, "unknown", (0,) * self.rules.players)

    def hand_of(self, seat: int) -> tuple[Card, ...]:
        """Give the known cards of a seat."""
        return self.hands[seat]

    def unknown_of(self, seat: int) -> int:
        """Count the cards of a seat that are not known."""
        return self.unknown[seat]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(hand) + more for hand, more in zip(self.hands, self.unknown, strict=True))

    @property
    def ply(self) -> int:
        """How many acts have been made since the deal or the position began."""
        return len(self.history)

    def __repr__(self) -> str:
        """Give the position text, which can be pasted back."""
        # Notation reads states, so it is asked only here.
        from sevens_kernel.notation import format_position

        return f'parse_position("{format_position(self)}")'


class Position(Protocol):
    """What `legal`, `explain` and `why_not` need to know: a State has it, and so has a View for its own seat."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def table(self) -> Table: ...  # noqa: D102
    @property
    def turn(self) -> int: ...  # noqa: D102
    @property
    def caught(self) -> bool: ...  # noqa: D102
    @property
    def out(self) -> int | None: ...  # noqa: D102
    def hand_of(self, seat: int) -> tuple[Card, ...]: ...  # noqa: D102
    def unknown_of(self, seat: int) -> int: ...  # noqa: D102


def must_open_with(position: Position) -> Card | None:
    """Give the card that must be laid now because it opens the deal, or None.

    >>> from sevens_kernel.deal import deal
    >>> must_open_with(deal(Rules(), 1))
    Card("7♦")
    """
    card = position.rules.opening_card
    return card if card is not None and position.table.is_empty else None


def takes(position: Position, suit: Suit) -> tuple[Card, ...]:
    """Give the cards a suit's row takes now, from the low end: before the opening only the card that must open.

    >>> from sevens_kernel.deal import deal
    >>> takes(deal(Rules(), 1), Suit.DIAMONDS), takes(deal(Rules(), 1), Suit.HEARTS)
    ((Card("7♦"),), ())
    """
    opening = must_open_with(position)
    if opening is not None:
        return (opening,) if opening.suit is suit else ()
    return position.table.takes(suit)


def fitting(position: Position, seat: int | None = None) -> tuple[Card, ...]:
    """Give the known cards of a hand that may be laid on its turn, each once; seat None: the seat whose turn it is.

    >>> from sevens_kernel.deal import deal
    >>> fitting(deal(Rules(), 1))
    (Card("7♦"),)
    """
    hand = position.hand_of(position.turn if seat is None else seat)
    opening = must_open_with(position)
    if opening is not None:
        return (opening,) if opening in hand else ()
    fits = position.table.fits
    found = [card for card in hand if fits(card)]
    return tuple(dict.fromkeys(found)) if position.rules.packs > 1 else tuple(found)


def legal(position: Position) -> tuple[Move, ...]:
    """Give every move of the seat whose turn it is; a pass only when no card fits, nothing when the deal is over.

    Starts out of turn are not among them: `free_starts` gives those.

    >>> from sevens_kernel.deal import deal
    >>> legal(deal(Rules(), 1))
    (Move.parse("7d"),)
    """
    if position.out is not None:
        return ()
    cards = fitting(position)
    if cards:
        return tuple([lay(card) for card in cards])
    return () if position.unknown_of(position.turn) or must_open_with(position) else (PASS,)


def free_starts(position: Position, seat: int) -> tuple[Move, ...]:
    """Give the start cards a seat may lay at this moment without using up a turn (RULES, "out-of-turn starts").

    >>> from sevens_kernel.deal import deal
    >>> free_starts(deal(Rules(), 1), 0)
    ()
    """
    if position.out is not None or not position.rules.out_of_turn_starts or position.table.is_empty:
        return ()
    towards, counts = position.table.shape.towards, position.table.counts
    cards = (
        card
        for card in position.hand_of(seat)
        if towards[card.index] == START and not counts[card.index]
    )
    return tuple(Move(card, free=True) for card in dict.fromkeys(cards))


def explain(position: Position, card: Card) -> Verdict:
    """Say whether the rules would let a card be laid on its holder's turn, and why.

    >>> from sevens_kernel.deal import deal
    >>> explain(deal(Rules(), 1), Card("8d")).sentence
    '8♦ must wait: 7♦ opens the deal and must be laid first.'
    """
    opening = must_open_with(position)
    found = verdict(position.table, card)
    if opening is None or found.reason is Reason.ABSENT:
        return found
    if card is opening:
        return Verdict(
            card,
            Reason.FITS,
            "opens the deal",
            f"{card} opens the deal and must be laid first.",
            "fits",
        )
    sentence = f"{card} must wait: {opening} opens the deal and must be laid first."
    words = f"must wait, the {opening.words} opens the deal"
    return Verdict(
        card, Reason.OPENING, f"must wait: {opening} opens the deal", sentence, words, (opening,)
    )
