"""How long it takes to know: sure wins by the solver, chances and draws by deduction, new puzzles.

Times are processor time of this one process. Each rule set is tried at its usual and at its fewest players, at the
opening and later in deals played by chance, for every seat: the opening is the hardest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from sevens_kernel import Rules, State, apply, deal, legal, view
from sevens_kernel.deduce import ways
from sevens_kernel.puzzles import Level, new_puzzle
from sevens_kernel.rulesets import rulesets
from sevens_kernel.solver import Undecided, wins

LATER = (10, 20, 30)  # acts after which a deal is looked at again
DRAWS = 200


def timed(work: Callable[[], object]) -> float:
    """Give the milliseconds that some work takes."""
    began = process_time()
    work()
    return 1000 * (process_time() - began)


def stages(rules: Rules, number: int, later: Sequence[int] = LATER) -> list[State]:
    """Give a deal at its opening and later on, played by chance."""
    state, chance = deal(rules, number), Random(number)
    found = [state]
    while state.out is None and state.ply < max(later):
        moves = legal(state)
        state = apply(state, moves[int(chance.random() * len(moves))])
        if state.ply in later:
            found.append(state)
    return found


def known(state: State, seat: int) -> bool | None:
    """Say who wins; None where that is not known within the positions allowed."""
    try:
        return wins(state, seat)
    except Undecided:
        return None


def spread(times: list[float]) -> str:
    """Give the median, the 99th percentile and the worst of some times."""
    times.sort()
    return f"{median(times):8.2f}{times[len(times) * 99 // 100]:9.1f}{times[-1]:9.1f}{len(times):8}"


def solver_table(deals: int) -> None:
    """Print how long the solver takes for each rule set with one pack."""
    print(f"{'solver, ms':<28}{'median':>8}{'99 %':>9}{'worst':>9}{'n':>8}")
    for each in rulesets():
        usual = each.rules()
        if usual.packs > 1:
            continue
        for players in sorted({each.min_players, usual.players}):
            rules = each.rules(players)
            opening: list[float] = []
            later: list[float] = []
            for number in range(deals):
                for state in stages(rules, number):
                    times = later if state.ply else opening
                    for seat in range(players):
                        times.append(timed(lambda s=state, p=seat: known(s, p)))  # type: ignore[misc]
            print(f"{f'{each.name} ({players}), opening':<28}{spread(opening)}", flush=True)
            print(f"{'  later':<28}{spread(later)}", flush=True)


def deduction_table(deals: int) -> None:
    """Print how long counting, chances and draws take."""
    print(f"\n{'deduction, ms':<28}{'median':>8}{'99 %':>9}{'worst':>9}{'n':>8}")
    for each in rulesets():
        rules = each.rules()
        counting: list[float] = []
        drawing: list[float] = []
        for number in range(deals):
            for state in stages(rules, number):
                seen = view(state, number % rules.players)
                counting.append(timed(lambda v=seen: ways(v).chances()))  # type: ignore[misc]
                found, chance = ways(seen), Random(number)
                drawing.append(timed(lambda w=found, c=chance: [w.draw(c) for _ in range(DRAWS)]))  # type: ignore[misc]
        print(f"{f'{each.name} ({rules.players}), chances':<28}{spread(counting)}", flush=True)
        print(f"{f'  {DRAWS} draws':<28}{spread(drawing)}", flush=True)


def puzzle_table(number: int) -> None:
    """Print how long a new puzzle takes."""
    print(f"\n{'new puzzle, ms':<28}{'median':>8}{'99 %':>9}{'worst':>9}{'n':>8}")
    for level in Level:
        times = [
            timed(lambda s=seed, one=level: new_puzzle(Random(s), one))  # type: ignore[misc]
            for seed in range(number)
        ]
        print(f"{level.value:<28}{spread(times)}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser("benchmarks.knowing", description="How long it takes to know.")
    parser.add_argument("--quick", action="store_true", help="fewer deals")
    quick = parser.parse_args(argv).quick
    solver_table(4 if quick else 30)
    deduction_table(4 if quick else 20)
    puzzle_table(10 if quick else 50)
    return 0


if __name__ == "__main__":
    sys.exit(main())
