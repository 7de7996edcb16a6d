"""Many deals at once in numpy: the fixed priority in every seat, a hundred thousand deals in about a second.

For experiments that need more deals than plain Python plays; it needs the extra `arena` (pip install .[arena]), which
neither the engine nor a lesson does. It serves rule sets with one pack, a fixed start rank and no start cards out of
turn, and refuses the others. A test plays the same deals here and with `sevens_kernel.fast`.

All deals take a turn together. Seats are counted from the one that opens, so that in every deal the same seat is on
turn; the next cards of the eight half-rows and the four start cards are rows of a table with a column for each deal.

    python -m benchmarks lockstep --rules fan-tan:5 --deals 100000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sevens_kernel.cards import SUITS
from sevens_kernel.errors import SevensError
from sevens_kernel.layout import START_WORTH, TIE, Layout, layout
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import parse_rules, title
from sevens_kernel.tally import seat_name

# A row for each kind of card, a column for each deal: the seat that holds it.
Owners = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int32]

MOST_DEALS = 1_000_000  # they need about a gigabyte
BLOCK = 4096  # deals played together: so many that their tables stay in the processor's cache
_KINDS = 64  # more than there are kinds of cards
_SHUT = -1  # the worth of a place where no card can be laid
_ABOVE = 4096  # added to priorities, so that none is negative


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of one pack. owner: the seat of each kind, by deal. first: the seat that opens, by deal."""

    rules: Rules
    owner: Owners
    first: Owners


@dataclass(frozen=True, slots=True)
class Endings:
    """How the deals ended. winner: the seat. turns, passes: of all seats together."""

    winner: Owners
    turns: Numbers
    passes: Numbers


def check(rules: Rules) -> None:
    """Refuse rules that cannot be played in lockstep.

    Raises SevensError, saying which can.
    """
    if rules.packs > 1 or rules.out_of_turn_starts or rules.fixed_start is None:
        raise SevensError(
            f"{title(rules)} cannot be played in lockstep: that takes one pack, a fixed start rank "
            "and no start cards out of turn"
        )


def deal_many(rules: Rules, many: int, chance: np.random.Generator, dealer: int = 0) -> Deals:
    """Deal many times by chance, each way of dealing equally likely; deal numbers play no part in it.

    Raises SevensError for rules that cannot be played in lockstep.
    """
    check(rules)
    kinds, players = len(rules.pack_cards), rules.players
    # A random number above each kind's own: sorted, they are a shuffled pack, and no two are equal.
    mixed = chance.integers(0, 1 << 57, (many, kinds), np.int64) << 6 | np.arange(kinds)
    mixed.sort(axis=1)
    place = (mixed & (_KINDS - 1)).T
    owner = np.empty((kinds, many), np.int8)
    columns = np.arange(many)
    for at in range(kinds):
        owner[place[at], columns] = (dealer + 1 + at) % players
    if rules.opening_card is None:
        first = np.full(many, (dealer + 1) % players, np.int8)
    else:
        first = owner[layout(rules.ranks, rules.fixed_start).place[rules.opening_card.index]].copy()
    return Deals(rules, owner, first)


def play_many(deals: Deals) -> Endings:
    """Play deals to their end, every seat by the fixed priority.

    Raises SevensError for rules that cannot be played in lockstep.
    """
    check(deals.rules)
    parts = [
        _play_block(deals.rules, deals.owner[:, at : at + BLOCK], deals.first[at : at + BLOCK])
        for at in range(0, len(deals.first), BLOCK)
    ]
    return Endings(
        np.concatenate([part.winner for part in parts]),
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.passes for part in parts]),
    )


@dataclass(frozen=True, slots=True)
class _Paths:
    """Where the kinds lie: place of each in the table of next cards, and what its laying brings there."""

    slot: npt.NDArray[np.intp]
    onward: npt.NDArray[np.intp]  # one row for each kind; a kind beyond the last stands for none
    arms: npt.NDArray[np.intp]  # of the start of each suit: the nearest kinds on both sides


@lru_cache(maxsize=16)
def _paths(plan: Layout) -> _Paths:
    kinds, none = len(plan.kinds), len(plan.kinds)
    slot = np.zeros(kinds, np.intp)
    onward = np.full(kinds, none, np.intp)
    arms = np.full((len(SUITS), 2), none, np.intp)
    for at, (_, chain) in enumerate(plan.chains):
        slot[list(chain)] = at
        if chain:
            arms[at // 2, at % 2] = chain[-1]
    for suit, start in enumerate(plan.starts):
        slot[start] = len(plan.chains) + suit
    for kind, freed in enumerate(plan.onward):
        if freed and kind not in plan.starts:
            onward[kind] = freed[0]
    return _Paths(slot, onward, arms)


def priorities_of(plan: Layout, owner: Owners) -> Numbers:
    """Weigh every kind in every deal as `layout.priorities` does: the greatest is laid first, and all differ."""
    worth = np.zeros(owner.shape, np.int32)
    for start, chain in plan.chains:
        outward = (*chain, start)
        for cards, kind in enumerate(outward):
            own = np.zeros(owner.shape[1], np.int32)
            tail = np.full(owner.shape[1], cards, np.int32)
            for beyond in range(cards - 1, -1, -1):  # the farthest own card has the last word
                same = owner[outward[beyond]] == owner[kind]
                own += same
                tail[same] = beyond
            gap = cards - own - tail
            worth[kind] += 4 * own + gap - 2 * tail + 2 * (own > 0)
    worth[list(plan.starts)] += START_WORTH
    return worth * TIE - np.arange(len(plan.kinds), dtype=np.int32)[:, None]


def _play_block(rules: Rules, owner: Owners, first: Owners) -> Endings:
    """Play some deals; seats are counted from the opener until the end."""
    plan = layout(rules.ranks, rules.fixed_start)
    seats = ((owner - first) % rules.players).astype(np.int8)
    table = _Table(rules, plan, seats)
    many = len(first)
    winner, turns = np.zeros(many, np.int8), np.zeros(many, np.int32)
    passes = np.zeros(many, np.int32)
    turn = 0
    if rules.opening_card is not None:
        table.open(plan.place[rules.opening_card.index])
        turn = 1
    while len(table.deals):
        seat = turn % rules.players
        passed, out = table.step(seat)
        turn += 1
        passes[passed] += 1
        if len(out):
            winner[out], turns[out] = seat, turn
    return Endings(((winner + first) % rules.players).astype(np.int8), turns, passes)


class _Table:
    """The deals that are not over: what can be laid next in each, how gladly, and how many cards are left.

    worth, holder: a row for each half-row and start card, a column for each deal: of the card that can be laid
    there. worths, holders: of every kind; a last row stands for no card.
    """

    def __init__(self, rules: Rules, plan: Layout, seats: Owners) -> None:
        kinds, many = seats.shape
        self.plan, self.paths = plan, _paths(plan)
        self.deals = np.arange(many)
        self.columns = np.arange(many)
        worths = (priorities_of(plan, seats) + _ABOVE) * _KINDS
        worths += np.arange(kinds, dtype=np.int32)[:, None]
        self.worths = np.concatenate([worths, np.full((1, many), _SHUT, np.int32)])
        self.holders = np.concatenate([seats, np.full((1, many), -1, np.int8)])
        self.left = np.stack([(seats == seat).sum(axis=0) for seat in range(rules.players)])
        places = len(plan.chains) + len(plan.starts)
        self.worth = np.full((places, many), _SHUT, np.int32)
        self.holder = np.full((places, many), -1, np.int8)
        self.worth[len(plan.chains) :] = worths[list(plan.starts)]
        self.holder[len(plan.chains) :] = seats[list(plan.starts)]

    def open(self, kind: int) -> None:
        """Let the first seat lay the card that must come first."""
        self.left[0] -= 1
        self._lay(np.full(len(self.columns), kind, np.intp), self.columns)

    def step(self, seat: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Let a seat lay its best card or pass in every deal; give the deals in which it passed, and those it won."""
        best = np.where(self.holder == seat, self.worth, _SHUT).max(axis=0)
        lays = best >= 0
        at = np.flatnonzero(lays)
        passed = self.deals[~lays]
        self._lay((best[at] & (_KINDS - 1)).astype(np.intp), at)
        left = self.left[seat]
        left[at] -= 1
        over = left == 0
        out = self.deals[over]
        if len(out):
            self._keep(~over)
        return passed, out

    def _lay(self, kind: npt.NDArray[np.intp], at: npt.NDArray[np.intp]) -> None:
        """Lay a kind in each of some deals and bring up what can be laid after it."""
        paths = self.paths
        slot, after = paths.slot[kind], paths.onward[kind]
        self.worth[slot, at] = self.worths[after, at]
        self.holder[slot, at] = self.holders[after, at]
        chains = len(self.plan.chains)
        starts = slot >= chains
        if starts.any():
            suit, at = slot[starts] - chains, at[starts]
            for side in (0, 1):
                near = paths.arms[suit, side]
                self.worth[2 * suit + side, at] = self.worths[near, at]
                self.holder[2 * suit + side, at] = self.holders[near, at]

    def _keep(self, going: npt.NDArray[np.bool_]) -> None:
        """Leave out the deals that are over."""
        self.deals = self.deals[going]
        self.columns = self.columns[: len(self.deals)]
        for name in ("worths", "holders", "left", "worth", "holder"):
            setattr(self, name, getattr(self, name)[:, going])


def main(argv: Sequence[str] | None = None) -> int:
    """Play deals and print how often each seat wins; give the exit status."""
    parser = argparse.ArgumentParser(
        "benchmarks lockstep", description="The fixed priority in every seat."
    )
    parser.add_argument("--rules", default="school:4", help="a rule set and its players")
    parser.add_argument("--deals", type=int, default=100_000, help="how many deals")
    parser.add_argument("--seed", type=int, default=1, help="chooses the deals")
    options = parser.parse_args(argv)
    many = options.deals
    try:
        rules = parse_rules(options.rules)
        if not 1 <= many <= MOST_DEALS or options.seed < 0:
            raise SevensError(
                f"deals “{many}”, seed “{options.seed}”: write from 1 to {MOST_DEALS} deals and no seed below 0"
            )
        deals = deal_many(rules, many, np.random.default_rng(options.seed))
    except SevensError as error:
        print(error, file=sys.stderr)
        return 2
    endings = play_many(deals)
    print(
        f"{title(rules)}, {rules.players} players by the fixed priority: {many} deals (seed {options.seed})\n"
    )
    after = (endings.winner - deals.first) % rules.players
    for seat in range(rules.players):
        share = float((after == seat).mean())
        interval = 196 * (share * (1 - share) / many) ** 0.5
        print(f"{seat_name(seat):<14}{100 * share:.2f} ± {interval:.2f} %")
    print(f"\n{endings.turns.mean():.2f} turns and {endings.passes.mean():.2f} passes a game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
