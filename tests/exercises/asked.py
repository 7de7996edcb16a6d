"""Every exercise of the lessons, and some of each kind made up: what these tests ask about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sevens_widgets.exercise import Exercise, ExerciseSet, load
from sevens_widgets.generated import MAKERS, more

FOLDER = Path(__file__).parents[2] / "notebooks" / "exercises"
SETS: list[ExerciseSet] = [load(path.stem) for path in sorted(FOLDER.glob("*.toml"))]
ALL: list[Exercise] = [each for asked in SETS for each in asked.exercises]
MADE: list[Exercise] = list(more(tuple(MAKERS), 6 * len(MAKERS), seed=20))
ALL_KINDS = [*ALL, *MADE]
ANY = pytest.mark.parametrize(
    "one", ALL_KINDS, ids=[f"{each.kind}-{each.id}" for each in ALL_KINDS]
)
EACH_SET = pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
SIGNS = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")
