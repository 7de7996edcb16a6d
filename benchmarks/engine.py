"""The engine's speed: turns a second, and whole deals a second, for every rule set.

A turn is `legal`, a random choice and `apply`; nobody lays a start out of turn. Times are processor time of this one
process, so that a busy machine disturbs them little; each figure is the median of several rounds, with the slowest
and the fastest beside it.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from sevens_kernel import Rules, State, apply, deal, legal
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_kernel.rulesets import rulesets


@dataclass(frozen=True, slots=True)
class Rate:
    """Things done a second of processor time: the median, the worst and the best round."""

    rounds: tuple[float, ...]

    def __str__(self) -> str:
        low, middle, high = min(self.rounds), median(self.rounds), max(self.rounds)
        return f"{middle:,.0f} ({low:,.0f}–{high:,.0f})"

    @property
    def middle(self) -> float:
        """The median round."""
        return median(self.rounds)


def rate(work: Callable[[], int], rounds: int) -> Rate:
    """Time some work, which says how many things it did; one round more goes first to warm up."""
    work()
    found = []
    for _ in range(rounds):
        began = process_time()
        done = work()
        found.append(done / (process_time() - began))
    return Rate(tuple(found))


def play_by_chance(state: State, chance: Random) -> int:
    """Play a deal to its end by `legal` and `apply` alone; give the number of turns."""
    turns = 0
    random = chance.random
    while state.out is None:
        moves = legal(state)
        state = apply(state, moves[int(random() * len(moves))])
        turns += 1
    return turns


def turns_of(rules: Rules, deals: int) -> Callable[[], int]:
    """Give work that plays deals already dealt, and counts turns."""
    dealt = [deal(rules, number) for number in range(deals)]

    def work() -> int:
        chance = Random(1)
        return sum(play_by_chance(state, chance) for state in dealt)

    return work


def games_of(rules: Rules, deals: int) -> Callable[[], int]:
    """Give work that deals and plays, and counts deals."""

    def work() -> int:
        chance = Random(1)
        for number in range(deals):
            play_by_chance(deal(rules, number), chance)
        return deals

    return work


def played_by(name: str, rules: Rules, deals: int) -> Callable[[], int]:
    """Give work that deals and lets players play, each with its own view, and counts deals."""
    seats = dict.fromkeys(range(rules.players), player(name))

    def work() -> int:
        chance = Random(1)
        for number in range(deals):
            play_until(deal(rules, number), seats, chance)
        return deals

    return work


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser("benchmarks.engine", description="The engine's speed.")
    parser.add_argument("--quick", action="store_true", help="fewer deals and rounds")
    quick = parser.parse_args(argv).quick
    deals, rounds = (20, 3) if quick else (100, 7)
    print(f"Python {platform.python_version()}, {platform.machine()}, one process")
    print(f"{rounds} rounds of {deals} deals: median (slowest–fastest) a second\n")
    print(f"{'rule set':<24}{'legal + apply: turns':<30}{'random games, dealt':<24}turns a game")
    school = Rate((1.0,))
    for each in rulesets():
        rules = each.rules()
        turns, games = rate(turns_of(rules, deals), rounds), rate(games_of(rules, deals), rounds)
        if rules == Rules():
            school = turns
        name = f"{each.name} ({rules.players})"
        mean = turns_of(rules, deals)() / deals
        print(f"{name:<24}{turns!s:<30}{games!s:<24}{mean:.1f}", flush=True)
    print(
        "\nSchool, dealt and played by four of a kind, each with a view of its own: games a second"
    )
    for name in ("random", "near the seven", "heuristic"):
        print(f"{name:<24}{rate(played_by(name, Rules(), deals), rounds)}", flush=True)
    print(f"\nSchool: {school.middle:,.0f} turns a second; 50,000 are wanted on an idle core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
