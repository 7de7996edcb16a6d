"""Write the puzzles made beforehand: `python -m tests.data.make_puzzles`.

The seed is fixed, so that the same engine gives the same file. Only puzzles are taken that the oracle can
solve without memory in a bounded number of steps, because the tests do so again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sevens_kernel.puzzles import FILE, Level, Puzzle, as_puzzle, candidates
from sevens_kernel.rules import Rules
from tests.plain import STEPS, TooLong, plain_winning_moves
from tests.positions import as_game

SEED, EACH = 1729, 24

HEAD = """\
# Positions in which the person has exactly one winning move; the answers are found by the solver.
# Written by: python -m tests.data.make_puzzles
"""


def puzzles(seed: int = SEED) -> Iterator[Puzzle]:
    """Make puzzles without end, at most one from each deal."""
    rng = Random(seed)
    while True:
        for state in candidates(rng, Rules()):
            found = as_puzzle(state)
            if found is not None and _is_quick(found):
                yield found
                break


def _is_quick(puzzle: Puzzle) -> bool:
    try:
        return bool(plain_winning_moves(as_game(puzzle.state), STEPS))
    except TooLong:
        return False


def collect(each: int = EACH) -> dict[Level, list[Puzzle]]:
    """Make so many puzzles of each level, in the order of the number of cards in the person's hand."""
    found: dict[Level, list[Puzzle]] = {level: [] for level in Level}
    for puzzle in puzzles():
        if len(found[puzzle.level]) < each:
            found[puzzle.level].append(puzzle)
        if all(len(ready) == each for ready in found.values()):
            break
    for ready in found.values():
        ready.sort(key=lambda puzzle: len(puzzle.state.hands[0]))
    return found


def write() -> None:
    """Write the data file."""
    parts = [HEAD]
    for level, ready in collect().items():
        lines = "".join(f'  "{puzzle.text}",\n' for puzzle in ready)
        parts.append(f"\n{level.value} = [\n{lines}]\n")
    FILE.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    write()
