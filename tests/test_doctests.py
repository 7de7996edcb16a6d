"""Every example in a docstring, in README.md and in NOTATION.md gives what it says."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from tests.layers.source import ROOT, modules

MODULES = {
    **modules(ROOT / "sevens_kernel"),
    **modules(ROOT / "widgets" / "sevens_widgets"),
}
# Of these only what has examples: some need a hub, a browser or numpy to be imported at all.
OTHERS = [
    name
    for folder in ("classroom", "benchmarks")
    for name, path in modules(ROOT / folder).items()
    if "node_modules" not in path.parts and ">>> " in path.read_text("utf-8")
]
DOCUMENTS = [ROOT / "README.md", ROOT / "sevens_kernel" / "NOTATION.md"]

# Modules without an example, each with the reason; a new module without one must say why here.
WITHOUT = {
    "sevens_kernel.errors": "only names of errors, shown where they are raised",
    "sevens_kernel.__main__": "one call; the commands are tested as commands",
}


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    if name.startswith("sevens_kernel"):
        has_examples = result.attempted > 0
        assert has_examples == (name not in WITHOUT), f"{name} has {result.attempted} examples"


@pytest.mark.parametrize("name", OTHERS)
def test_examples_of_the_classroom_and_of_the_benchmarks(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_in_documents(path: Path) -> None:
    assert path.exists(), f"{path.name} is missing"
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.attempted > 0, f"{path.name} has no example (>>>)"
    assert result.failed == 0
