"""A deal with one pack and all hands known as whole numbers, for searches that look at many positions.

The owners of the cards never change, so a position is fully described by how far the eight half-rows and the four
start cards have come, and by whose turn it is. Slots 0 to 7 are the half-rows, two for each suit, downwards first;
slots 8 to 11 are the start cards.

When all that is left of a half-row belongs to one seat, nobody else waits for it, and it does not matter from which
such row the seat lays a card: these cards are only counted, as the seat's own. This makes many positions one.

A position is three numbers. key: four bits for each slot, how many of its cards are laid (15 for a half-row that is
only counted), then six bits for each seat, how many cards are its own. fits: twelve bits for each seat, one for each
slot whose next card it holds and may lay. left: six bits for each seat, the number of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sevens_kernel.cards import SUITS, Card
from sevens_kernel.state import State

ARMS, SLOTS = 8, 12
STEP, COUNT = 4, 6  # bits of a place in a slot; bits of a number of cards
OWN = STEP * SLOTS  # where in a key the numbers of own cards begin
COUNTED = 15  # the place of a half-row whose cards are only counted
FIT = (1 << SLOTS) - 1  # the bits of one seat in `fits`
MANY = (1 << COUNT) - 1
_STARTS = FIT & ~((1 << ARMS) - 1)


class Place(NamedTuple):
    """A position of a deal: see the module."""

    key: int
    fits: int
    left: int


class Slots:
    """A deal under way, from a state on, as numbers.

    owners: for each slot the seats that hold its cards, the nearest first, -1 for a card laid already. flips: for each
    card of a slot the bits of `fits` that change when it is laid. steps: what is added to the key then. free: the bits
    of `fits` of start cards that may be laid out of turn.

    >>> from sevens_kernel import parse_position
    >>> rows = "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q"
    >>> state = parse_position(f"{rows}; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> slots = Slots(state)
    >>> [slots.place(state).key >> OWN + COUNT * seat & MANY for seat in range(3)]  # K♠ and A♠
    [0, 2, 0]
    """

    def __init__(self, state: State) -> None:
        self.players = state.rules.players
        self.opening = state.rules.opening_card
        out_of_turn = state.rules.out_of_turn_starts
        self.free = (
            sum(_STARTS << (SLOTS * who) for who in range(self.players)) if out_of_turn else 0
        )
        ranks, start = state.rules.ranks, state.table.shape.start
        assert start is not None  # without one, every first card is a deal of its own
        middle = ranks.index(start)
        sides = (ranks[:middle][::-1], ranks[middle + 1 :])
        self.cards = [[Card.of(rank, suit) for rank in side] for suit in SUITS for side in sides]
        self.cards += [[Card.of(start, suit)] for suit in SUITS]
        owner = {card: who for who, hand in enumerate(state.hands) for card in hand}
        self.owners = [[owner.get(card, -1) for card in cards] for cards in self.cards]
        self.flips = [_flips(slot, self.owners) for slot in range(SLOTS)]
        self.steps = [_steps(slot, self.owners) for slot in range(SLOTS)]

    def place(self, state: State) -> Place:
        """Give a state of this deal as numbers."""
        key = fits = left = 0
        for slot, cards in enumerate(self.cards):
            laid = sum(state.table.copies(card) for card in cards)
            key += laid << (STEP * slot)
            opened = slot >= ARMS or state.table.copies(self.cards[ARMS + slot // 2][0])
            if slot < ARMS and opened and is_own(self.owners[slot], laid):
                key += _counted(slot, self.owners, laid)
            elif laid < len(cards) and opened:
                fits |= 1 << (SLOTS * self.owners[slot][laid] + slot)
        for who, hand in enumerate(state.hands):
            left |= len(hand) << (COUNT * who)
        return Place(key, fits, left)

    def opening_slot(self, state: State) -> int | None:
        """Give the slot of the card that must be laid first, while it has to be."""
        if self.opening is None or not state.table.is_empty:
            return None
        return ARMS + SUITS.index(self.opening.suit)


def is_own(row: Sequence[int], at: int) -> bool:
    """Whether the rest of a half-row belongs to one seat, or is empty.

    >>> is_own([0, 1, 1], 1), is_own([0, 1, 1], 0)
    (True, False)
    """
    return len(set(row[at:])) < 2


def bits(number: int) -> list[int]:
    """Give the slots whose bits are set.

    >>> bits(0b101)
    [0, 2]
    """
    return [slot for slot in range(SLOTS) if number >> slot & 1]


def _counted(slot: int, owners: Sequence[Sequence[int]], at: int) -> int:
    """Give what the key gains when the rest of a half-row is only counted from now on."""
    rest = owners[slot][at:]
    gain = (COUNTED - at) << (STEP * slot)
    return gain + (len(rest) << (OWN + COUNT * rest[0])) if rest else gain


def _next(slot: int, at: int) -> list[tuple[int, int]]:
    """Give the slots, and the places in them, that a card of a slot frees."""
    if slot < ARMS:
        return [(slot, at + 1)]
    return [(2 * (slot - ARMS), 0), (2 * (slot - ARMS) + 1, 0)]


def _flips(slot: int, owners: Sequence[Sequence[int]]) -> list[int]:
    found = []
    for at, who in enumerate(owners[slot]):
        change = 1 << (SLOTS * who + slot) if who >= 0 else 0
        for arm, place in _next(slot, at):
            if not is_own(owners[arm], place) and owners[arm][place] >= 0:
                change ^= 1 << (SLOTS * owners[arm][place] + arm)
        found.append(change)
    return found


def _steps(slot: int, owners: Sequence[Sequence[int]]) -> list[int]:
    found = []
    for at in range(len(owners[slot])):
        gain = 1 << (STEP * slot)
        for arm, place in _next(slot, at):
            if is_own(owners[arm], place):
                gain += _counted(arm, owners, place)
        found.append(gain)
    return found
