"""Reading the project's own source: modules, their imports, and where names stand."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Import:
    """One import: the module it names, the names taken from it, and the function it stands in ("" at the top)."""

    module: str
    names: tuple[str, ...]
    inside: str


@cache
def tree(path: Path) -> ast.Module:
    """Parse a Python file."""
    return ast.parse(path.read_text("utf-8"), str(path))


def modules(package: Path) -> dict[str, Path]:
    """Give every module of a package by its dotted name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(body: ast.AST, inside: str = "") -> Iterator[Import]:
    """Walk all imports below a node, with the function they stand in."""
    for node in ast.iter_child_nodes(body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, (), inside)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield Import(node.module or "", tuple(alias.name for alias in node.names), inside)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imports(node, node.name)
        else:
            yield from imports(node, inside)


def python_sources() -> dict[str, ast.Module]:
    """Give the project's own Python outside the tests: files, and the code cells of the notebooks."""
    found = {}
    for folder in ("sevens_kernel", "widgets", "classroom", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[str(path.relative_to(ROOT))] = tree(path)
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            found[str(path.relative_to(ROOT))] = ast.parse(_cells(path))
    return found


def _cells(path: Path) -> str:
    """Give a notebook's code; lines for the notebook itself (%magic, !shell) are left out."""
    code = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            lines = "".join(cell["source"]).splitlines()
            code += [line for line in lines if not line.lstrip().startswith(("%", "!"))]
    return "\n".join(code)


def javascript_sources() -> dict[str, str]:
    """Give the project's own JavaScript."""
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for folder in ("widgets", "classroom", "notebooks")
        for path in sorted((ROOT / folder).rglob("*.js"))
        if "node_modules" not in path.parts
    }
