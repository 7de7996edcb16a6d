"""What a person is promised (tests/data/promises.toml), and that every promise names tests which are there."""

from __future__ import annotations

import ast
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROMISES: list[dict[str, Any]] = tomllib.loads(
    (ROOT / "tests" / "data" / "promises.toml").read_text("utf-8")
)["promise"]


@lru_cache
def functions_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise["says"][:50])
def test_every_promise_names_the_tests_that_hold_it(promise: dict[str, Any]) -> None:
    named = promise.get("tests", [])
    assert bool(named) != bool(promise.get("how")), "name tests, or say how it is held without"
    for each in named:
        file, _, function = each.partition("::")
        assert (ROOT / file).is_file(), file
        assert function in functions_of(ROOT / file), each


def test_no_promise_is_made_twice() -> None:
    said = [promise["says"] for promise in PROMISES]
    assert len(said) == len(set(said))
    assert {promise["part"] for promise in PROMISES} == {
        "Feedback",
        "The table",
        "State that survives",
        "The classroom",
        "The position lab",
        "Your own player",
    }
