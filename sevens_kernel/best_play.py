"""All hands known: what becomes of each seat when everybody plays for itself and sees all cards.

Each seat chooses what gives it the greatest chance of being out first. Where several courses are equally good for the
one who chooses, nobody can know which it takes: each outcome that can follow counts the same, so the answer is a share
of the win for every seat, exact as a fraction. (Two moves that lead to the same shares are one outcome.)

Where start cards may be laid out of turn, the seats are asked clockwise from the one on turn before every move, and lay
such a card only if that is better for them than to keep it.
"""

from __future__ import annotations

from fractions import Fraction

from sevens_kernel.acting import apply
from sevens_kernel.errors import SevensError
from sevens_kernel.slots import ARMS, COUNT, FIT, MANY, OWN, SLOTS, STEP, Slots, bits
from sevens_kernel.state import State, legal

MOST = 20_000  # positions; about a quarter of a second

Shares = tuple[Fraction, ...]


class Undecided(SevensError):  # noqa: N818 - an answer, if not the one hoped for
    """The search came to its bound before it knew what becomes of the deal."""


def shares(state: State, most: int) -> Shares:
    """Give each seat's share of the win, as `solver.max_n` does, for a position without fault, with one pack.

    >>> from sevens_kernel import parse_position
    >>> rows = "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q"
    >>> state = parse_position(f"{rows}; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> [str(share) for share in shares(state, 100)]
    ['1', '0', '0']

    Raises Undecided beyond so many positions.
    """
    if state.out is not None:
        return tuple(Fraction(who == state.out) for who in range(state.rules.players))
    if state.table.shape.start is None:
        after = [shares(apply(state, move), most) for move in legal(state)]
        return _shared(after, state.turn)
    return _Everybody(state, most).shares(state)


def _shared(options: list[Shares], seat: int) -> Shares:
    """Give what a seat's choice leads to: the mean of the outcomes that are best for it."""
    best = max(option[seat] for option in options)
    ties = list(dict.fromkeys(option for option in options if option[seat] == best))
    if len(ties) == 1:
        return ties[0]
    return tuple(sum(column, Fraction(0)) / len(ties) for column in zip(*ties, strict=True))


class _Everybody:
    """A search through one deal that remembers what it has found."""

    def __init__(self, state: State, most: int) -> None:
        self.slots, self.most = Slots(state), most
        self.players = state.rules.players
        self.seen: dict[int, Shares] = {}
        self.wins = [
            tuple(Fraction(who == seat) for who in range(self.players))
            for seat in range(self.players)
        ]

    def shares(self, state: State) -> Shares:
        """Give the shares from a state of this deal."""
        key, fits, left = self.slots.place(state)
        opening = self.slots.opening_slot(state)
        if opening is not None:
            return self._after(opening, state.turn, key, fits, left, self._next(state.turn))
        return self._turn(key, fits, left, state.turn)

    def _next(self, turn: int) -> int:
        return turn + 1 if turn + 1 < self.players else 0

    def _turn(self, key: int, fits: int, left: int, turn: int) -> Shares:
        """Follow passes to the next move, and give what comes of it."""
        slots = self.slots
        free = fits & slots.free if key else 0
        while (
            not free and not fits >> (SLOTS * turn) & FIT and not key >> (OWN + COUNT * turn) & MANY
        ):
            turn = self._next(turn)
        place = key << 3 | turn
        known = self.seen.get(place)
        if known is None:
            if len(self.seen) >= self.most:
                raise Undecided(
                    f"What becomes of everybody is not known after {self.most} positions."
                )
            known = self._moves(key, fits, left, turn)
            if free:
                known = self._asked(known, key, fits, left, turn)
            self.seen[place] = known
        return known

    def _moves(self, key: int, fits: int, left: int, turn: int) -> Shares:
        """Give what the move of the seat on turn leads to."""
        after = self._next(turn)
        mine, own = fits >> (SLOTS * turn) & FIT, key >> (OWN + COUNT * turn) & MANY
        if not mine and not own:
            return self._turn(key, fits, left, after)
        if left >> (COUNT * turn) & MANY == 1:
            return self.wins[turn]
        found = []
        if own:
            own_laid = key - (1 << (OWN + COUNT * turn))
            found.append(self._turn(own_laid, fits, left - (1 << (COUNT * turn)), after))
        for slot in bits(mine):
            if found and found[-1][turn] == 1:
                return found[-1]  # nothing is better, and what is equal is the same
            found.append(self._after(slot, turn, key, fits, left, after))
        return _shared(found, turn)

    def _asked(self, known: Shares, key: int, fits: int, left: int, turn: int) -> Shares:
        """Let the seats lay start cards out of turn before a move; the last one asked decides knowing the move."""
        for step in reversed(range(self.players)):
            who = (turn + step) % self.players
            starts = fits >> (SLOTS * who) & FIT & ~((1 << ARMS) - 1)
            laid = [self._after(slot, who, key, fits, left, turn) for slot in bits(starts)]
            better = [option for option in laid if option[who] > known[who]]
            if better:
                known = _shared(better, who)
        return known

    def _after(self, slot: int, who: int, key: int, fits: int, left: int, turn: int) -> Shares:
        """Lay the next card of a slot and go on with the seat whose turn it is then."""
        if left >> (COUNT * who) & MANY == 1:
            return self.wins[who]
        at = key >> (STEP * slot) & 15
        fits ^= self.slots.flips[slot][at]
        return self._turn(key + self.slots.steps[slot][at], fits, left - (1 << (COUNT * who)), turn)
