"""What each move is worth: the chance to win the deal, estimated by playing it out many times.

The hidden cards are dealt out by chance, each way that agrees with all that has happened being equally
likely (see `deduce`), and the deal is played to its end with all seats choosing by the fixed priority
(see `players.priority`). Every move is tried on the same hands, so that they are compared fairly.

The chances are those of such a deal. An interval says how far chance in the drawing of hands may have
led the estimate astray, and nothing about players who choose in other ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from sevens_kernel.deduce import ways
from sevens_kernel.errors import SevensError
from sevens_kernel.fast import finish, ranked
from sevens_kernel.moves import Move
from sevens_kernel.race import Race
from sevens_kernel.state import legal
from sevens_kernel.view import View

DEALS = 200
MOST_DEALS = 100_000
SURE = 1.96  # standard deviations on each side of a 95 % interval


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the estimated chance to win the deal after it, from 0 to 1; low, high: its 95 % interval."""

    move: Move
    chance: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Trials:
    """What came of playing a deal out. won: for each move, and for each drawing of the hands, whether the seat won."""

    moves: tuple[Move, ...]
    won: tuple[tuple[bool, ...], ...]

    def choice(self, move: Move) -> Choice:
        """Give the chance of one of the moves.

        Raises SevensError for a move that was not tried.
        """
        won = self._row(move)
        return Choice(move, sum(won) / len(won), *share_interval(sum(won), len(won)))

    def choices(self) -> tuple[Choice, ...]:
        """Give the chances of all moves, the best first, of equal ones the first in the hand."""
        found = [self.choice(move) for move in self.moves]
        return tuple(sorted(found, key=lambda choice: -choice.chance))

    def lead(self, one: Move, other: Move, sure: float = SURE) -> tuple[float, float, float]:
        """Say how much better one move did than another on the same hands: the mean, and its interval's two ends.

        sure: half the width of the interval, in standard deviations.

        Raises SevensError for a move that was not tried.
        """
        pairs = list(zip(self._row(one), self._row(other), strict=True))
        gains = sum(a and not b for a, b in pairs)
        losses = sum(b and not a for a, b in pairs)
        mean = (gains - losses) / len(pairs)
        # One difference more is counted each way, so that a few hands that all agree are not taken for certainty.
        spread = (gains + losses + 2) / len(pairs) - mean * mean
        half = sure * sqrt(max(0.0, spread) / len(pairs))
        return mean, mean - half, mean + half

    def _row(self, move: Move) -> tuple[bool, ...]:
        if move not in self.moves:
            raise SevensError(
                f"{move} was not tried: the moves are {', '.join(map(str, self.moves))}"
            )
        return self.won[self.moves.index(move)]


def share_interval(won: int, tried: int, sure: float = SURE) -> tuple[float, float]:
    """Give Wilson's interval for a share, from 0 to 1, which is right also for few tries and for none or all won.

    >>> low, high = share_interval(0, 200)
    >>> low, round(high, 3)
    (0.0, 0.019)
    """
    square = sure * sure
    share, wide = won / tried, 1 + square / tried
    middle = (share + square / (2 * tried)) / wide
    half = sure * sqrt(share * (1 - share) / tried + square / (4 * tried * tried)) / wide
    low = middle - half if won else 0.0
    return low, middle + half if won < tried else 1.0


def estimate(view: View, rng: Random, deals: int = DEALS) -> tuple[Choice, ...]:
    """Give each legal move with its chance to win the deal, the best first.

    deals: how many times the hidden cards are dealt out; all moves are tried each time. The same view
    and the same random numbers give the same answer.

    >>> from sevens_kernel.notation import parse_position
    >>> from sevens_kernel.view import view
    >>> state = parse_position("clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; "
    ...     "alex Q♥ A♠; rules classic:3")
    >>> [(str(each.move), each.chance) for each in estimate(view(state, 0), Random(1))]
    [('J♥', 0.55), ('3♥', 0.335)]

    Raises SevensError for a seat that is not on turn or knows no move, for a position that cannot be,
    and for a number of deals that is out of range.
    """
    return trials(view, rng, deals).choices()


def trials(view: View, rng: Random, deals: int = DEALS, moves: Sequence[Move] = ()) -> Trials:
    """Play the deal out from each legal move; moves: only from these.

    Raises SevensError where `estimate` does.
    """
    tried = tuple(moves) or _moves(view)
    if not 1 <= deals <= MOST_DEALS:
        raise SevensError(f"deals “{deals}”: write a whole number from 1 to {MOST_DEALS}")
    seat, hidden = view.seat, ways(view)
    won: list[list[bool]] = [[] for _ in tried]
    for _ in range(deals):
        hands = hidden.draw(rng)
        hands[seat] += view.hand
        race = Race.of(view, hands)
        if len(tried) > 1:
            ranked(race)  # reckoned once for all moves
        for move, row in zip(tried, won, strict=True):
            trial = race.copy()
            if move.card is None:
                trial.skip()
            else:
                trial.lay(move.card)
            row.append(finish(trial).winner == seat)
    return Trials(tried, tuple(map(tuple, won)))


def outlook(view: View, rng: Random, deals: int = DEALS) -> tuple[float, float, float]:
    """Give the chance of a view's seat to win the deal from here, on turn or not, and its 95 % interval.

    The seat itself plays by the fixed priority too. deals: how many times the hidden cards are dealt out.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> outlook(view(deal(Rules(), 1), 0), Random(1))[0]
    0.135

    Raises SevensError for a deal that is over, for a position that cannot be, and for a number of deals
    that is out of range.
    """
    if view.out is not None:
        raise SevensError("The deal is over: its winner is known.")
    if not 1 <= deals <= MOST_DEALS:
        raise SevensError(f"deals “{deals}”: write a whole number from 1 to {MOST_DEALS}")
    hidden, won = ways(view), 0
    for _ in range(deals):
        hands = hidden.draw(rng)
        hands[view.seat] += view.hand
        won += finish(Race.of(view, hands)).winner == view.seat
    return won / deals, *share_interval(won, deals)


def _moves(view: View) -> tuple[Move, ...]:
    if view.out is not None:
        raise SevensError("The deal is over: there is nothing to choose.")
    if view.turn != view.seat:
        raise SevensError(f"It is the turn of seat {view.turn + 1}, not of seat {view.seat + 1}.")
    moves = legal(view)
    if not moves:
        raise SevensError(
            "No known card of this hand may be laid, and not all of its cards are known."
        )
    return moves
