"""What there is to win for the strongest player with three to eight at the table, and how much of it it gets.

python -m benchmarks.players_numbers [--players 4 7 8] [--deals 150] [--seen 300]

The first table takes the choices of one seat of each deal that priority players play under School rules. Every plan of
the sampler is played to the end of four sets of as many deals as the sampler tries, each set drawn apart. Gains are
points of winning chance on the priority's move, for one choice, as far as what a seat has seen can tell. What is chosen
by one part of the sets is always measured by the others. The intervals take choices for independent, though those of
one deal are alike: with few deals they are too narrow.

The second plays whole games of a player that sees all hands: it lays the first card of a plan that wins, if any does.
No player that has to guess can reach it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, stdev, variance

from benchmarks.players import moments
from sevens_kernel import Rules, State, apply, deal, legal, view
from sevens_kernel.fast import finish, ranked
from sevens_kernel.layout import layout
from sevens_kernel.moves import Move
from sevens_kernel.players import Priority, Sampler
from sevens_kernel.players.belief import worlds
from sevens_kernel.players.priority import best_by_priority, priority
from sevens_kernel.players.sampler import PRIOR
from sevens_kernel.race import Race

HEAD = "players  choices  a game  wins, %   best card      best plan      400 deals’     other card   400 count as"
SETS = 4
KEPT = 20_000  # more than any priority: such a card is laid last


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal move, the kind it lays, another that is kept back or None, and the priority of the move."""

    move: Move
    kind: int
    kept: int | None
    worth: int


def plans_of(state: State) -> list[Plan]:
    """Give the sampler's plans for the seat on turn, the priority's move alone first."""
    seen = view(state, state.turn)
    own = frozenset(card.index for card in seen.hand)
    place = layout(seen.rules.ranks, seen.table.shape.start).place
    first = best_by_priority(seen)
    moves = [first, *(move for move in legal(seen) if move != first)]
    alone = [
        Plan(move, place[move.card.index], None, priority(seen, move.card, own))
        for move in moves
        if move.card is not None
    ]
    held = [
        Plan(one.move, one.kind, other.kind, one.worth)
        for one in alone
        for other in alone
        if other != one
    ]
    return alone + held


def wins(race: Race, plan: Plan, seat: int) -> bool:
    """Say whether a plan wins one deal, all else going by priority."""
    trial = race.copy()
    trial.keys = ranked(race).copy()
    if plan.kept is not None:
        trial.keys[plan.kept] -= KEPT
    trial.put(plan.kind, seat)
    trial.step()
    return finish(trial).winner == seat


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice. base: what the priority's move wins; the rest are gains on it, all from 0 to 1.

    card, plan: of the best first card and of the best plan. laid: of what as many deals as the sampler's choose.
    differs: in how many of the sets that is another card. apart: see `spread_of`.
    """

    base: float
    card: float
    plan: float
    laid: float
    differs: float
    apart: tuple[float, float]


def measured(state: State) -> Choice:
    """Weigh the plans of one choice."""
    plans, seen, deals = plans_of(state), view(state, state.turn), Sampler().deals
    sets: list[list[list[bool]]] = []
    for number in range(SETS):
        races = worlds(seen, Random(SETS * state.ply + number), deals)
        sets.append([[wins(race, plan, seen.seat) for plan in plans] for race in races])
    won: list[list[int]] = [
        [sum(row[at] for row in rows) for at in range(len(plans))] for rows in sets
    ]
    cards = len({plan.kind for plan in plans})

    def gain(at: int, where: Sequence[int]) -> float:
        return mean((won[each][at] - won[each][0]) / deals for each in where)

    halves = ((0, 1), (2, 3)), ((2, 3), (0, 1))

    def best(among: int) -> float:
        return mean(gain(max(range(among), key=lambda at: gain(at, a)), b) for a, b in halves)

    laid, other = [], 0
    for number, counts in enumerate(won):
        worth = [count + PRIOR * plan.worth for count, plan in zip(counts, plans, strict=True)]
        at = max(range(len(plans)), key=worth.__getitem__)
        if plans[at].kind != plans[0].kind:
            other += 1
            laid.append(gain(at, [each for each in range(SETS) if each != number]))
        else:
            laid.append(0.0)
    rival = max(range(1, cards), key=lambda at: gain(at, range(SETS)))
    return Choice(
        mean(counts[0] for counts in won) / deals,
        best(cards),
        best(len(plans)),
        mean(laid),
        other / SETS,
        spread_of([[row[rival] - row[0] for row in rows] for rows in sets]),
    )


def spread_of(sets: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Give the variance that the mean of a set would have if its deals were drawn apart, and that it has.

    >>> spread_of([[0, 1], [0, 1]])
    (0.16666666666666666, 0.0)
    """
    every = [each for one in sets for each in one]
    return variance(every) / len(sets[0]), variance([mean(one) for one in sets])


def won_by_seeing_all(rules: Rules, number: int) -> int:
    """Count the games of a deal that a player wins who sees all hands, sitting in every seat in turn."""
    start, count = deal(rules, 500_000 + number), 0
    for seat in range(rules.players):
        state = start
        while state.out is None:
            move = best_by_priority(view(state, state.turn))
            if state.turn == seat and len(legal(state)) > 1:
                race = Race.of(state)
                move = next((p.move for p in plans_of(state) if wins(race, p, seat)), move)
            state = apply(state, move)
        count += state.out == seat
    return count


def choice_line(players: int, deals: int) -> str:
    """Measure the choices of one seat of each deal with so many players."""
    found = [measured(each) for each in moments(Priority(), deals, Rules(players=players))]
    likely, real = (sum(each.apart[at] for each in found) for at in (0, 1))
    cells = [f"{players:>7}{len(found):>9}{len(found) / deals:>8.1f}"]
    cells.append(f"{100 * mean(each.base for each in found):>9.1f}")
    cells += [_points([getattr(each, name) for each in found]) for name in ("card", "plan", "laid")]
    cells.append(f"{100 * mean(each.differs for each in found):>9.0f} %")
    cells.append(f"{Sampler().deals * likely / real:>10.0f}" if real else f"{'?':>10}")
    return "".join(cells)


def _points(found: Sequence[float]) -> str:
    return f"{100 * mean(found):>+9.2f} ± {196 * stdev(found) / sqrt(len(found)):.2f}"


def seen_line(players: int, deals: int) -> str:
    """Measure the player that sees all hands."""
    rules = Rules(players=players)
    won = [won_by_seeing_all(rules, number) for number in range(deals)]
    share, wide = 100 * mean(won) / players, 196 * stdev(won) / sqrt(deals) / players
    return f"{players:>7}{share:>9.1f} ± {wide:.1f} %{100 / players:>9.1f} %"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser(
        "benchmarks.players_numbers", description="What there is to win, by the number of players."
    )
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6, 7, 8])
    parser.add_argument("--deals", type=int, default=150, help="deals whose choices are weighed")
    parser.add_argument("--seen", type=int, default=300, help="deals played with all hands seen")
    options = parser.parse_args(argv)
    print("a player that sees all hands\nplayers     wins            even")
    for players in options.players:
        print(seen_line(players, max(2, options.seen)), flush=True)
    print(f"\n{HEAD}")
    for players in options.players:
        print(choice_line(players, max(2, options.deals)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
