"""Every test that SECURITY.md names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = ["tests/serving", "tests/browser", "tests/widgets"]


def named() -> list[tuple[str, str]]:
    """Return (file, test) for each test that the page names; "::name" belongs to the file before it."""
    found, file = [], ""
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    for before, test in re.findall(r"`(?:([\w/]+\.py))?(?:::(test_\w+))?`", page):
        file = before or file
        if before or test:
            found.append((file, test))
    return found


def source(file: str) -> str:
    paths = [ROOT / file, *(ROOT / place / file for place in PLACES)]
    return next(path for path in paths if path.is_file()).read_text(encoding="utf-8")


def test_each_promise_names_a_test_that_exists() -> None:
    pairs = named()
    assert len([test for _, test in pairs if test]) > 25
    for file, test in pairs:
        text = source(file)
        if test:
            assert f"def {test}(" in text, f"{file} has no {test}"
