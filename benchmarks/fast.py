"""Whole deals at speed, beside the engine and the naive oracle: games a second for every rule set.

All three deal and play by chance, and nobody lays a start out of turn but at the very end. Times are processor time of
this one process; the three take turns, so that a busy machine slows all of them, and the ratios stay true.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from benchmarks.engine import Rate, games_of
from sevens_kernel import Rules, apply, deal, legal, view
from sevens_kernel.estimate import DEALS, estimate
from sevens_kernel.fast import finish
from sevens_kernel.players import player
from sevens_kernel.race import Race
from sevens_kernel.rulesets import rulesets
from tests import oracle

Work = Callable[[], int]


def side_by_side(works: Sequence[Work], rounds: int) -> tuple[Rate, ...]:
    """Time several pieces of work in turn, round by round; one round more goes first to warm up."""
    found: list[list[float]] = [[] for _ in works]
    for at in range(rounds + 1):
        for work, rates in zip(works, found, strict=True):
            began = process_time()
            done = work()
            if at:
                rates.append(done / (process_time() - began))
    return tuple(Rate(tuple(rates)) for rates in found)


def fast_games(rules: Rules, deals: int, *, by_chance: bool = True) -> Work:
    """Give work that deals and plays at speed, and counts deals."""

    def work() -> int:
        random = Random(1).random
        for _ in range(deals):
            finish(Race.dealt(rules, random), random if by_chance else None)
        return deals

    return work


def oracle_games(rules: oracle.Switches, deals: int) -> Work:
    """Give work that deals and plays with the naive oracle, and counts deals."""

    def work() -> int:
        chance = Random(1)
        for number in range(deals):
            game = oracle.deal(rules, number)
            while game["out"] is None:
                moves = oracle.moves(game)
                game = oracle.act(game, game["turn"], moves[int(chance.random() * len(moves))])
        return deals

    return work


def estimate_times(rules: Rules, deals: int) -> list[float]:
    """Give the milliseconds of each estimate at the turns with a choice of some deals, the shortest first."""
    chooser, chance, times = player("priority"), Random(1), []
    for number in range(deals):
        state = deal(rules, number)
        while state.out is None:
            if len(legal(state)) > 1:
                began = process_time()
                estimate(view(state, state.turn), Random(number))
                times.append(1000 * (process_time() - began))
            state = apply(state, chooser.choose(view(state, state.turn), chance))
    return sorted(times)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser("benchmarks.fast", description="Whole deals at speed.")
    parser.add_argument("--quick", action="store_true", help="fewer deals and rounds")
    quick = parser.parse_args(argv).quick
    rounds, many, few = (3, 300, 5) if quick else (7, 1000, 15)
    print(f"Python {platform.python_version()}, {platform.machine()}, one process")
    print(f"{rounds} rounds, dealt and played by chance: median (slowest–fastest) games a second\n")
    print(f"{'rule set':<24}{'fast':<26}{'engine':<22}{'naive oracle':<20}fast : oracle")
    middles: dict[str, float] = {}
    for each in rulesets():
        rules = each.rules()
        naive = oracle_games(oracle.switches(each.name, rules.players), few)
        works = (fast_games(rules, many), games_of(rules, few * 4), naive)
        fast, engine, slow = side_by_side(works, rounds)
        middles[each.name] = fast.middle
        name = f"{each.name} ({rules.players})"
        ratio = f"{fast.middle / slow.middle:.0f} : 1"
        print(f"{name:<24}{fast!s:<26}{engine!s:<22}{slow!s:<20}{ratio}", flush=True)
    school, slowest = next(iter(middles)), min(middles, key=middles.__getitem__)
    print(
        f"\nSlowest: {slowest}, {middles[slowest] / middles[school]:.2f} of {school}; 0.25 is wanted"
    )
    print(f"{school}: {middles[school]:,.0f} games a second; 25,000 are wanted on an idle core")
    _print_priority(many, rounds)
    _print_estimates(1 if quick else 2)
    return 0


def _print_priority(deals: int, rounds: int) -> None:
    print(f"\n{'by the fixed priority':<24}games a second")
    for each in rulesets():
        (found,) = side_by_side((fast_games(each.rules(), deals // 4, by_chance=False),), rounds)
        print(f"{each.name:<24}{found}", flush=True)


def _print_estimates(deals: int) -> None:
    print(
        f"\n{f'estimate, {DEALS} deals':<24}{'median':>8}{'95 %':>8}{'longest':>9}  ms; 100 are wanted"
    )
    for each in rulesets():
        times = estimate_times(each.rules(), deals)
        most = times[int(0.95 * len(times))]
        print(f"{each.name:<24}{median(times):>8.0f}{most:>8.0f}{times[-1]:>9.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
