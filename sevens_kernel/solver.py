"""All hands known: whether a seat can force its way out first, whatever the others do together.

The question is the strictest one: all other seats are taken as one side that only wants to keep this
seat from being first. So "wins" means a sure win; "does not win" only means that the others, working
together and seeing all cards, can prevent it.

With one pack the owners never change, so a position of the deal is fully described by how far the
eight half-rows and the four start cards have come, and whose turn it is. Each seat's cards that fit
are kept as bits, one for each half-row and start card, and laying a card flips two or three of them.

Where start cards may be laid out of turn, the others are taken to be quicker: before each turn first
they may lay such cards, then the seat itself may, and only then the seat on turn moves.

With two packs it matters whose copy lies, and the search is plain and bounded: it may give up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from sevens_kernel.acting import apply
from sevens_kernel.cards import SUITS, Card
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Act, Move
from sevens_kernel.problems import problems
from sevens_kernel.state import State, free_starts, legal

MOST_POSITIONS = 1_000_000  # with one pack; some seconds, which no real deal has been seen to need
MOST_WITH_TWO_PACKS = 5_000  # about a second

_ARMS, _SLOTS, _STEP, _COUNT = (
    8,
    12,
    4,
    6,
)  # half-rows; with start cards; bits of a place, of a hand
_ALL = (1 << _SLOTS) - 1
_STARTS = _ALL & ~((1 << _ARMS) - 1)


class Undecided(SevensError):  # noqa: N818 - an answer, if not the one hoped for
    """The search came to its bound before it knew who wins."""


def wins(state: State, seat: int, most: int | None = None) -> bool:
    """Say whether a seat can force being out first against every defence.

    most: how many positions to look at before giving up; None: 1000000 with one pack, 5000 with two.

    >>> from sevens_kernel import lay, parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> wins(state, 0), wins(apply(state, lay(Card("Qh"))), 0)
    (True, False)

    Raises SevensError for a position with a fault or with unknown cards, and Undecided beyond `most`.
    """
    _check(state)
    return _search(state, seat, most)(state)


def winning_moves(state: State, most: int | None = None) -> tuple[Move, ...]:
    """Give the moves after which the seat on turn still wins against every defence; none when there is no sure win.

    Start cards that it may lay out of turn are among them.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> winning_moves(state)
    (Move.parse("2h"),)

    Raises SevensError for a position with a fault or with unknown cards, and Undecided beyond `most`.
    """
    _check(state)
    seat = state.turn
    moves = [*legal(state), *free_starts(state, seat)]
    search = _search(state, seat, most)
    return tuple(move for move in moves if search(apply(state, move, seat)))


def line(state: State, seat: int, most: int | None = None) -> tuple[Act, ...]:
    """Give a course of play to the end that shows who wins: a sure win of the seat, or how the others prevent it.

    The side that is to win plays acts that keep its win, the other one its first legal move.

    >>> from sevens_kernel import lay, parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> print(*(act.move for act in line(apply(state, lay(Card("Qh"))), 0)))
    A♠ K♥

    Raises SevensError for a position with a fault or with unknown cards, and Undecided beyond `most`.
    """
    _check(state)
    search, begun = _search(state, seat, most), state.ply
    won = search(state)
    while state.out is None:
        moves = [(state.turn, move) for move in legal(state)]
        winner_moves = (state.turn == seat) == won
        winners = [who for who in range(state.rules.players) if (who == seat) == won]
        free = [(who, move) for who in winners for move in free_starts(state, who)]
        after = (
            apply(state, move, who) for who, move in (moves if winner_moves else moves[:1]) + free
        )
        state = next(each for each in after if search(each) == won)
    return state.history[begun:]


def _check(state: State) -> None:
    if any(state.unknown):
        raise SevensError("The position cannot be solved: some of the cards are not known.")
    faults = problems(state)
    if faults:
        raise SevensError(f"The position cannot be solved. {faults[0].sentence}")


def _search(state: State, seat: int, most: int | None) -> Callable[[State], bool]:
    """Give the search that suits the deal; it may be asked about the state and all that follow it."""
    if state.rules.packs > 1:
        return _PlainSearch(seat, most or MOST_WITH_TWO_PACKS).wins
    if state.table.shape.start is None and state.out is None:
        return lambda here: _before_the_start(here, seat, most)
    return _Search(state, seat, most or MOST_POSITIONS).wins


def _before_the_start(state: State, seat: int, most: int | None) -> bool:
    """Try every first card where it decides how the rows are built: each is a deal of its own."""
    if state.table.shape.start is not None:
        return _search(state, seat, most)(state)
    after = (apply(state, move) for move in legal(state))
    results = (_search(each, seat, most)(each) for each in after)
    return any(results) if state.turn == seat else all(results)


class _Search:
    """A search through one deal with one pack, which remembers what it has found.

    Slots 0 to 7 are the half-rows (two for each suit, downwards first), 8 to 11 the start cards. A key
    holds how many cards of each slot have been laid; fits holds for each seat a bit for each slot
    whose next card it holds and may lay; left holds the number of cards of each seat.
    """

    def __init__(self, state: State, seat: int, most: int) -> None:
        self.seat, self.players, self.most = seat, state.rules.players, most
        self.opening = state.rules.opening_card
        self.free = _spread(_STARTS, self.players) if state.rules.out_of_turn_starts else 0
        self.seen: dict[int, bool] = {}
        ranks, start = state.rules.ranks, state.table.shape.start
        assert start is not None  # without one, every first card is searched on its own
        middle = ranks.index(start)
        sides = (ranks[:middle][::-1], ranks[middle + 1 :])
        self.slots = [[Card.of(rank, suit) for rank in side] for suit in SUITS for side in sides]
        self.slots += [[Card.of(start, suit)] for suit in SUITS]
        owner = {card: who for who, hand in enumerate(state.hands) for card in hand}
        owners = [[owner.get(card, -1) for card in cards] for cards in self.slots]
        self.flips = [_flips(slot, owners) for slot in range(_SLOTS)]
        self.order = [
            [_order(slot, owners, seat, turn) for slot in range(_SLOTS)]
            for turn in range(self.players)
        ]

    def wins(self, state: State) -> bool:
        """Say whether the seat wins from a state of this deal."""
        if state.out is not None:
            return state.out == self.seat
        key = fits = left = 0
        where = {card: who for who, hand in enumerate(state.hands) for card in hand}
        for slot, cards in enumerate(self.slots):
            laid = sum(state.table.copies(card) for card in cards)
            key |= laid << (_STEP * slot)
            if laid < len(cards) and state.table.fits(cards[laid]):
                fits |= 1 << (_SLOTS * where[cards[laid]] + slot)
        for who, hand in enumerate(state.hands):
            left |= len(hand) << (_COUNT * who)
        if state.table.is_empty and self.opening is not None:
            slot = _ARMS + SUITS.index(self.opening.suit)
            return self._after(slot, state.turn, key, fits, left, (state.turn + 1) % self.players)
        return self._wins(key, fits, left, state.turn)

    def _wins(self, key: int, fits: int, left: int, turn: int) -> bool:
        """Follow forced moves and passes to the next choice."""
        while not fits & self.free:
            mine = fits >> (_SLOTS * turn) & _ALL
            if mine:
                if left >> (_COUNT * turn) & 63 == 1:
                    return turn == self.seat
                if mine & (mine - 1):
                    break
                slot = mine.bit_length() - 1
                fits ^= self.flips[slot][key >> (_STEP * slot) & 15]
                key += 1 << (_STEP * slot)
                left -= 1 << (_COUNT * turn)
            turn = turn + 1 if turn + 1 < self.players else 0
        place = key << 3 | turn
        known = self.seen.get(place)
        if known is None:
            if len(self.seen) >= self.most:
                raise Undecided(f"Who wins is not known after {self.most} positions.")
            known = self._moves(key, fits, left, turn)
            if fits & self.free:
                known = self._with_starts(known, key, fits, left, turn)
            self.seen[place] = known
        return known

    def _moves(self, key: int, fits: int, left: int, turn: int) -> bool:
        """Try the moves of the seat on turn, the most promising first."""
        after = turn + 1 if turn + 1 < self.players else 0
        order, options = self.order[turn], []
        mine = fits >> (_SLOTS * turn) & _ALL
        while mine:
            slot = mine.bit_length() - 1
            mine ^= 1 << slot
            options.append((order[slot][key >> (_STEP * slot) & 15], slot))
        if not options:
            return self._wins(key, fits, left, after)
        own = turn == self.seat
        if left >> (_COUNT * turn) & 63 == 1:
            return own
        left -= 1 << (_COUNT * turn)
        options.sort()
        for _, slot in options:
            flip = self.flips[slot][key >> (_STEP * slot) & 15]
            if self._wins(key + (1 << (_STEP * slot)), fits ^ flip, left, after) == own:
                return own
        return not own

    def _with_starts(self, won: bool, key: int, fits: int, left: int, turn: int) -> bool:
        """Say who wins where start cards may be laid before the move in turn, which alone would lead to won.

        The last word is with the others: they may lay such a card before the seat does.
        """
        seats = [who for who in range(self.players) if who != self.seat]
        for who in (self.seat, *seats):
            own = who == self.seat
            if won != own:
                free = fits & self.free & _ALL << (_SLOTS * who)
                slots = _bits(free >> (_SLOTS * who))
                won = own == any(
                    self._after(slot, who, key, fits, left, turn) == own for slot in slots
                )
        return won

    def _after(self, slot: int, who: int, key: int, fits: int, left: int, turn: int) -> bool:
        """Lay the next card of a slot and go on with the seat whose turn it is then."""
        if left >> (_COUNT * who) & 63 == 1:
            return who == self.seat
        fits ^= self.flips[slot][key >> (_STEP * slot) & 15]
        return self._wins(key + (1 << (_STEP * slot)), fits, left - (1 << (_COUNT * who)), turn)


def _spread(bits: int, players: int) -> int:
    return sum(bits << (_SLOTS * who) for who in range(players))


def _bits(number: int) -> list[int]:
    return [slot for slot in range(_SLOTS) if number >> slot & 1]


def _flips(slot: int, owners: list[list[int]]) -> list[int]:
    """Give for each card of a slot the bits that change when it is laid: its own, and those of what fits then."""
    found = []
    for place, who in enumerate(owners[slot]):
        then = [(slot, place + 1)]
        if slot >= _ARMS:
            then = [(2 * (slot - _ARMS), 0), (2 * (slot - _ARMS) + 1, 0)]
        bits = 1 << (_SLOTS * who + slot) if who >= 0 else 0
        for arm, at in then:
            if at < len(owners[arm]) and owners[arm][at] >= 0:
                bits ^= 1 << (_SLOTS * owners[arm][at] + arm)
        found.append(bits)
    return found


def _order(slot: int, owners: list[list[int]], seat: int, turn: int) -> list[int]:
    """Weigh for each card of a slot what waits behind it, the smallest to be tried first.

    The weights only make the search short. They were found by trial: with them it looks at half as
    many positions as when it only counts the seat's own cards behind.
    """
    found = []
    for at in range(len(owners[slot])):
        arm = 2 * (slot - _ARMS)
        rows = [owners[slot][at + 1 :]] if slot < _ARMS else [owners[arm], owners[arm + 1]]
        behind = sum(row.count(seat) for row in rows)
        others = sum(map(len, rows)) - behind
        if turn == seat:
            runs = sum(len(list(takewhile(lambda who: who == seat, row))) for row in rows)
            found.append(others - 2 * behind - 2 * runs)
        else:
            found.append(4 * behind - 2 * sum(row.count(turn) for row in rows) - others)
    return found


class _PlainSearch:
    """A search by the engine's own moves, for two packs: bounded, and remembering positions by their hands."""

    def __init__(self, seat: int, most: int) -> None:
        self.seat, self.most = seat, most
        self.seen: dict[tuple[tuple[tuple[Card, ...], ...], int], bool] = {}

    def wins(self, state: State) -> bool:
        """Say whether the seat wins from a state."""
        if state.out is not None:
            return state.out == self.seat
        place = state.hands, state.turn
        if place not in self.seen:
            if len(self.seen) >= self.most:
                raise Undecided(f"Who wins is not known after {self.most} positions.")
            self.seen[place] = self._chooses(replace(state, history=()))
        return self.seen[place]

    def _chooses(self, state: State) -> bool:
        for who in range(state.rules.players):
            if who != self.seat:
                for move in free_starts(state, who):
                    if not self.wins(apply(state, move, who)):
                        return False
        for move in free_starts(state, self.seat):
            if self.wins(apply(state, move, self.seat)):
                return True
        mine = state.turn == self.seat
        for move in legal(state):
            if self.wins(apply(state, move)) == mine:
                return mine
        return not mine
