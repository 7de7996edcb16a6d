"""All hands known: whether a seat can force its way out first, whatever the others do together.

The question is the strictest one: all other seats are taken as one side that only wants to keep this
seat from being first. So "wins" means a sure win; "does not win" only means that the others, working
together and seeing all cards, can prevent it.

`max_n` asks instead what becomes of each seat when everybody plays for itself (see `best_play`).

With one pack a position is a few whole numbers (see `slots`), and the search remembers each it has looked at. It may
give up after a number of them, and does so at the same place on every machine.

Where start cards may be laid out of turn, the others are taken to be quicker: before each turn first
they may lay such cards, then the seat itself may, and only then the seat on turn moves.

With two packs it matters whose copy lies, and the search is plain and bounded: it may give up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from sevens_kernel import best_play
from sevens_kernel.acting import apply
from sevens_kernel.best_play import Undecided
from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Act, Move
from sevens_kernel.problems import problems
from sevens_kernel.slots import ARMS, COUNT, FIT, MANY, OWN, SLOTS, STEP, Slots, bits
from sevens_kernel.state import State, free_starts, legal

__all__ = ["MOST_POSITIONS", "Undecided", "line", "max_n", "winning_moves", "wins"]

# With one pack; about a quarter of a second. At openings of three players up to three questions in a hundred need more.
# Tried there to no gain: answering moves that are known before any other is followed (27 % fewer positions, in no less
# time), taking rows that wait alike for one another (6 % fewer), bounding the race to the last card (1 to 8 % fewer),
# learning the order of moves (more), start cards out of turn before the move in turn (three times as many).
MOST_POSITIONS = 100_000
MOST_WITH_TWO_PACKS = 5_000  # about a second


def wins(state: State, seat: int, most: int | None = None) -> bool:
    """Say whether a seat can force being out first against every defence.

    most: how many positions to look at before giving up; None: 100000 with one pack, 5000 with two.

    >>> from sevens_kernel import lay, parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> wins(state, 0), wins(apply(state, lay(Card("Qh"))), 0)
    (True, False)

    Raises SevensError for a position with a fault or with unknown cards, and Undecided beyond `most`.
    """
    _check(state)
    return _search(state, seat, most)(state)


def winning_moves(
    state: State, most: int | None = None, *, trusted: bool = False
) -> tuple[Move, ...]:
    """Give the moves after which the seat on turn still wins against every defence; none when there is no sure win.

    Start cards that it may lay out of turn are among them. trusted: the position comes from play, and need not be
    looked through for faults.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> winning_moves(state)
    (Move.parse("2h"),)

    Raises SevensError for a position with a fault or with unknown cards, and Undecided beyond `most`.
    """
    if not trusted:
        _check(state)
    seat = state.turn
    moves = [*legal(state), *free_starts(state, seat)]
    search = _search(state, seat, most)
    return tuple(move for move in moves if search(apply(state, move, seat)))


def max_n(state: State, most: int = best_play.MOST) -> tuple[Fraction, ...]:
    """Give each seat's share of the win when everybody plays for itself and sees all cards.

    Where courses are equally good for the one who chooses, each outcome counts the same (see `best_play`). most: how
    many positions to look at before giving up: 20000, about a quarter of a second, do for most deals with 30 cards left
    in the hands and for all that were tried with 26.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> [str(share) for share in max_n(state)]
    ['1', '0', '0']

    Raises SevensError for a position with a fault or with unknown cards and for two packs, Undecided beyond `most`.
    """
    _check(state)
    if state.rules.packs > 1:
        raise SevensError(
            "Best play by everybody is known for one pack: with two it takes too long."
        )
    return best_play.shares(state, most)


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
    """A search through one deal with one pack, which remembers what it has found."""

    def __init__(self, state: State, seat: int, most: int) -> None:
        self.seat, self.players, self.most = seat, state.rules.players, most
        self.slots = slots = Slots(state)
        self.flips, self.steps, self.free = slots.flips, slots.steps, slots.free
        self.seen: dict[int, bool] = {}
        self.order = [
            [_order(slot, slots.owners, seat, turn) for slot in range(SLOTS)]
            for turn in range(self.players)
        ]

    def wins(self, state: State) -> bool:
        """Say whether the seat wins from a state of this deal."""
        if state.out is not None:
            return state.out == self.seat
        key, fits, left = self.slots.place(state)
        opening = self.slots.opening_slot(state)
        if opening is not None:
            after = (state.turn + 1) % self.players
            return self._after(opening, state.turn, key, fits, left, after)
        return self._wins(key, fits, left, state.turn)

    def _wins(self, key: int, fits: int, left: int, turn: int) -> bool:
        """Follow forced moves and passes to the next choice."""
        while not (fits & self.free and key):  # before the first card nothing is laid out of turn
            mine = fits >> (SLOTS * turn) & FIT
            own = key >> (OWN + COUNT * turn) & MANY
            if mine or own:
                if left >> (COUNT * turn) & MANY == 1:
                    return turn == self.seat
                if mine & (mine - 1) or (mine and own):
                    break
                if own:
                    key -= 1 << (OWN + COUNT * turn)
                else:
                    slot = mine.bit_length() - 1
                    at = key >> (STEP * slot) & 15
                    fits ^= self.flips[slot][at]
                    key += self.steps[slot][at]
                left -= 1 << (COUNT * turn)
            turn = turn + 1 if turn + 1 < self.players else 0
        place = key << 3 | turn
        known = self.seen.get(place)
        if known is None:
            if len(self.seen) >= self.most:
                raise Undecided(f"Who wins is not known after {self.most} positions.")
            known = self._moves(key, fits, left, turn)
            if fits & self.free and key:
                known = self._with_starts(known, key, fits, left, turn)
            self.seen[place] = known
        return known

    def _moves(self, key: int, fits: int, left: int, turn: int) -> bool:
        """Try the moves of the seat on turn, the most promising first."""
        after = turn + 1 if turn + 1 < self.players else 0
        mine, own = fits >> (SLOTS * turn) & FIT, key >> (OWN + COUNT * turn) & MANY
        if not mine and not own:
            return self._wins(key, fits, left, after)
        good = turn == self.seat
        if left >> (COUNT * turn) & MANY == 1:
            return good
        left -= 1 << (COUNT * turn)
        order, options = self.order[turn], []
        if own:
            options.append((0, -1, 0))
        while mine:
            slot = mine.bit_length() - 1
            mine ^= 1 << slot
            at = key >> (STEP * slot) & 15
            options.append((order[slot][at], slot, at))
        options.sort()
        for _, slot, at in options:
            if slot < 0:
                won = self._wins(key - (1 << (OWN + COUNT * turn)), fits, left, after)
            else:
                flip = self.flips[slot][at]
                won = self._wins(key + self.steps[slot][at], fits ^ flip, left, after)
            if won == good:
                return good
        return not good

    def _with_starts(self, won: bool, key: int, fits: int, left: int, turn: int) -> bool:
        """Say who wins where start cards may be laid before the move in turn, which alone would lead to won.

        The last word is with the others: they may lay such a card before the seat does.
        """
        seats = [who for who in range(self.players) if who != self.seat]
        for who in (self.seat, *seats):
            good = who == self.seat
            if won != good:
                free = (fits & self.free) >> (SLOTS * who) & FIT
                won = good == any(
                    self._after(slot, who, key, fits, left, turn) == good for slot in bits(free)
                )
        return won

    def _after(self, slot: int, who: int, key: int, fits: int, left: int, turn: int) -> bool:
        """Lay the next card of a slot and go on with the seat whose turn it is then."""
        if left >> (COUNT * who) & MANY == 1:
            return who == self.seat
        at = key >> (STEP * slot) & 15
        fits ^= self.flips[slot][at]
        return self._wins(key + self.steps[slot][at], fits, left - (1 << (COUNT * who)), turn)


def _order(slot: int, owners: Sequence[Sequence[int]], seat: int, turn: int) -> list[int]:
    """Weigh for each card of a slot what waits behind it, the smallest to be tried first; an own card weighs 0.

    The weights only make the search short. They were found by trial, over deals of School, Fan Tan and Domino.
    """
    found = []
    arm = 2 * (slot - ARMS)
    for at, who in enumerate(owners[slot]):
        if who < 0:  # laid already
            found.append(0)
            continue
        rows = [owners[slot][at + 1 :]] if slot < ARMS else [owners[arm], owners[arm + 1]]
        cards = [holder for row in rows for holder in row]
        behind = cards.count(seat)
        if turn == seat:
            found.append(len(cards) - 4 * behind - 3 * (slot >= ARMS))
        else:
            found.append(3 * behind - cards.count(turn))
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
