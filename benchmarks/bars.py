"""What is wanted of the engine's speed, and what it does, side by side in one run.

Times are processor time, and all that is compared takes turns in the same run, so that a busy machine slows all alike;
what is wanted in seconds is meant for an idle core. Nothing here passes or fails: a table says what is reached.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from benchmarks.engine import Rate, games_of
from benchmarks.fast import estimate_times, fast_games, oracle_games, side_by_side
from benchmarks.knowing import known, stages, timed
from sevens_kernel import Rules, deal
from sevens_kernel.puzzles import new_puzzle
from sevens_kernel.rulesets import Ruleset, rulesets
from sevens_kernel.solver import max_n
from tests import oracle

# The fastest public programs that play Sevens by chance, as they were found: games a second on one core.
PUBLIC = (("a public engine in Python", 1_300), ("a public engine in C++", 29_000))
SOURCE = Path(__file__).with_name("limit.c")


@dataclass(frozen=True, slots=True)
class Bar:
    """One thing that is wanted. most: whether the amount wanted is the most, or the least."""

    what: str
    found: float
    wanted: float
    unit: str
    most: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is as it is wanted."""
        return self.found <= self.wanted if self.most else self.found >= self.wanted

    def __str__(self) -> str:
        """Give a line of the table."""
        sign = "≤" if self.most else "≥"
        found, wanted = (
            f"{each:,.{0 if each >= 20 else 2}f}" for each in (self.found, self.wanted)
        )
        reached = "yes" if self.reached else "no"
        return f"{self.what:<58}{found:>9}  {sign} {wanted:>7} {self.unit:<9}{reached}"


# ---- games a second ------------------------------------------------------------------------


def lockstep_games(rules: Rules, deals: int) -> Callable[[], int] | None:
    """Give work that deals and plays in numpy, and counts deals; None where numpy is not installed."""
    if importlib.util.find_spec("numpy") is None:
        return None
    import numpy as np

    from benchmarks.lockstep import deal_many, play_many

    def work() -> int:
        play_many(deal_many(rules, deals, np.random.default_rng(1)))
        return deals

    return work


@contextmanager
def c_program() -> Iterator[Path | None]:
    """Compile the program in C and give its place; None where there is no compiler."""
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        if compiler is not None:
            done = subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=False)
            compiler = compiler if done.returncode == 0 else None
        yield program if compiler is not None else None


def c_rate(program: Path, deals: int, rounds: int) -> Rate:
    """Time the program in C: games a second of its own processor time."""
    found = []
    for number in range(rounds):
        before = os.times()
        subprocess.run([program, str(deals), str(number + 1)], check=True, capture_output=True)
        now = os.times()
        spent = now.children_user + now.children_system
        found.append(deals / (spent - before.children_user - before.children_system))
    return Rate(tuple(found))


def games_table(rounds: int, deals: int) -> list[Bar]:
    """Print games of School a second, of everything that plays them; give what is wanted of them."""
    school = rulesets()[0]
    rules = school.rules()
    naive = oracle_games(oracle.switches(school.name, rules.players), max(5, deals // 60))
    lockstep = lockstep_games(rules, deals * 20)
    works: dict[str, Callable[[], int]] = {
        "plain Python, by chance": fast_games(rules, deals),
        "plain Python, by priority": fast_games(rules, deals, by_chance=False),
        "the engine that explains, by chance": games_of(rules, max(5, deals // 15)),
        "the naive oracle, by chance": naive,
    }
    if lockstep is not None:
        works["numpy in lockstep, by priority"] = lockstep
    rates = dict(zip(works, side_by_side(list(works.values()), rounds), strict=True))
    with c_program() as program:
        if program is not None:
            rates["C, by chance: the limit"] = c_rate(program, deals * 200, rounds)
    print(f"{'School, dealt and played':<40}games a second: median (slowest–fastest)")
    for name, rate in rates.items():
        print(f"{name:<40}{rate}")
    for name, figure in PUBLIC:
        print(f"{name:<40}{figure:,}")
    if lockstep is None:
        print("numpy is not installed (pip install .[arena]): nothing is played in lockstep")
    if "C, by chance: the limit" not in rates:
        print("no C compiler (cc) was found: the limit is not known")
    return _wanted_of_games(rates)


def _wanted_of_games(rates: dict[str, Rate]) -> list[Bar]:
    fast = rates["plain Python, by chance"].middle
    bars = [
        Bar("School in plain Python", fast, 25_000, "games/s"),
        Bar(
            "  beside the naive oracle",
            fast / rates["the naive oracle, by chance"].middle,
            8,
            "times",
        ),
        *(Bar(f"  beside {name}", fast / figure, 1, "times") for name, figure in PUBLIC),
    ]
    lockstep = rates.get("numpy in lockstep, by priority")
    if lockstep is not None:
        bars.append(
            Bar("100,000 deals in lockstep", 100_000 / lockstep.middle, 1.5, "s", most=True)
        )
    return bars


def slowest_rule_set(rounds: int, deals: int) -> Bar:
    """Compare the rule sets with one another."""
    rates = side_by_side([fast_games(each.rules(), deals) for each in rulesets()], rounds)
    middles = [rate.middle for rate in rates]
    slowest = min(range(len(middles)), key=middles.__getitem__)
    name = f"the slowest rule set ({rulesets()[slowest].name}) beside School"
    return Bar(name, middles[slowest] / middles[0], 0.25, "times")


# ---- knowing -------------------------------------------------------------------------------


def solver_bars(deals: int) -> list[Bar]:
    """Time sure wins for every seat at openings and later, and best play by everybody near the end."""
    school, *others = [each for each in rulesets() if each.rules().packs == 1]
    usual, few, ends = [], [], []
    unknown = 0
    for number in range(deals):
        for state in stages(school.rules(), number):
            for seat in range(state.rules.players):
                usual.append(timed(lambda s=state, p=seat: known(s, p)))  # type: ignore[misc]
        each = others[number % len(others)]
        opening = deal(each.rules(each.min_players), number)
        for seat in range(opening.rules.players):
            began = process_time()
            unknown += known(opening, seat) is None
            few.append(1000 * (process_time() - began))
        ends += _ends(each, number)
    print(
        f"\nOpenings of other rule sets, fewest players: {unknown} of {len(few)} not known after 100,000 positions"
    )
    return [
        Bar("who wins, School at any stage: the longest", max(usual), 250, "ms", most=True),
        Bar("who wins, openings of other rule sets: the longest", max(few), 250, "ms", most=True),
        Bar("best play by all, 26 cards left: the longest", max(ends), 250, "ms", most=True),
    ]


def _ends(each: Ruleset, number: int) -> list[float]:
    states = stages(each.rules(), number, later=range(1, 60))
    near = [state for state in states if state.out is None and sum(state.sizes) <= 26]
    return [timed(lambda: max_n(near[0]))] if near else []


def other_bars(deals: int) -> list[Bar]:
    """Time estimates and new puzzles."""
    times = estimate_times(Rules(), deals)
    puzzles = [timed(lambda s=seed: new_puzzle(Random(s))) for seed in range(10 * deals)]  # type: ignore[misc]
    return [
        Bar(
            "an estimate by playing out: 95 of 100",
            times[int(0.95 * len(times))],
            100,
            "ms",
            most=True,
        ),
        Bar("a new puzzle: half of them", median(puzzles), 250, "ms", most=True),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser("benchmarks bars", description="What is wanted and reached.")
    parser.add_argument("--quick", action="store_true", help="fewer deals and rounds")
    quick = parser.parse_args(argv).quick
    rounds, deals = (3, 300) if quick else (7, 1000)
    bars = games_table(rounds, deals)
    bars.append(slowest_rule_set(rounds, deals // 4))
    bars += solver_bars(6 if quick else 40)
    bars += other_bars(1 if quick else 3)
    print(f"\n{'wanted on an idle core':<58}{'found':>9}  {'':>9} {'':<9}reached")
    for bar in bars:
        print(bar)
    return 0


if __name__ == "__main__":
    sys.exit(main())
