"""The shape of the project: imports go one way, variants are values, players are fair, chance is local."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from sevens_kernel.rulesets import rulesets
from tests.layers.source import (
    ROOT,
    Import,
    imports,
    javascript_sources,
    modules,
    python_sources,
    tree,
)

# From the ground up: a module may import those before it, never those after it.
LAYERS = [
    "errors",
    "cards",
    "streams",
    "rules",
    "rulesets",
    "nudges",
    "switches",
    "table",
    "verdict",
    "moves",
    "state",
    "refusal",
    "acting",
    "deal",
    "view",
    "words",
    "problems",
    "keywords",
    "reading",
    "notation",
    "keyword_line",
    "hidden",
    "deduce",
    "score",
    "match_record",
    "telling",
    "faces",
    "scene",
    "picture",
    "layout",
    "race",
    "fast",
    "estimate",
    "players.base",
    "players.ways",
    "behind",
    "forecast",
    "players.rand",
    "players.near",
    "players.counting",
    "players.heuristic",
    "players.priority",
    "players.belief",
    "players.sampler",
    "players.levels",
    "players.advise",
    "players.weighing",
    "players",
    "play",
    "leaflet",
    "slots",
    "best_play",
    "solver",
    "worth",
    "review",
    "puzzles",
    "reasons",
    "misses",
    "standing",
    "tally",
    "arena",
    "ledger",
    "arena_command",
    "terminal",
    "cli",
    "__main__",
]

# Upward imports that are made only when a function is called, each with what needs it.
LAZY = {
    ("rules", "rulesets", "named"),  # Rules.named("…") reads the data file
    ("state", "notation", "__repr__"),  # a state shows itself as position text
    ("acting", "notation", "_illegal"),  # an illegal move names the position
}

KERNEL = modules(ROOT / "sevens_kernel")
WIDGETS = modules(ROOT / "widgets" / "sevens_widgets")


def _short(name: str) -> str:
    return name.removeprefix("sevens_kernel").removeprefix(".")


def _kernel_imports(name: str) -> list[tuple[str, Import]]:
    """Give a module's imports from the kernel, with the short name of the module that is meant."""
    found = []
    for each in imports(tree(KERNEL[name])):
        if each.module.split(".")[0] == "sevens_kernel":
            subs = [
                f"{each.module}.{sub}" for sub in each.names if f"{each.module}.{sub}" in KERNEL
            ]
            found += [(_short(target), each) for target in subs or [each.module]]
    return found


def test_every_module_of_the_kernel_has_its_layer() -> None:
    unplaced = [name for name in map(_short, KERNEL) if name and name not in LAYERS]
    assert unplaced == [], f"give {unplaced} a place in LAYERS"


@pytest.mark.parametrize("name", [name for name in KERNEL if _short(name)])
def test_imports_in_the_kernel_go_one_way(name: str) -> None:
    here = _short(name)
    upward = set()
    for target, each in _kernel_imports(name):
        assert target, f"{here} imports the whole package: name the module"
        if LAYERS.index(target) >= LAYERS.index(here):
            upward.add((here, target, each.inside))
    assert upward <= LAZY


def test_every_lazy_import_that_is_allowed_is_there() -> None:
    made = {
        (_short(name), target, each.inside)
        for name in KERNEL
        for target, each in _kernel_imports(name)
        if each.inside
    }
    assert made >= LAZY


@pytest.mark.parametrize("name", KERNEL)
def test_the_kernel_needs_the_standard_library_only(name: str) -> None:
    foreign = {each.module.split(".")[0] for each in imports(tree(KERNEL[name]))}
    assert foreign - {"sevens_kernel"} <= sys.stdlib_module_names


def test_the_kernel_runs_without_any_installed_package() -> None:
    names = [name for name in KERNEL if not name.endswith("__main__")]
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + "\n".join(
        f"import {name}" for name in names
    )
    code += "\nprint(sorted(m for m in sys.modules if 'site-packages' in str(getattr(sys.modules[m], '__file__', ''))))"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("name", WIDGETS)
def test_widgets_import_the_kernel_and_never_the_classroom(name: str) -> None:
    own = {"sevens_kernel", "sevens_widgets"}
    used = {each.module.split(".")[0] for each in imports(tree(WIDGETS[name]))} - own
    allowed = {"anywidget", "traitlets", "ipywidgets", "IPython"} | sys.stdlib_module_names
    assert used <= allowed


@pytest.mark.parametrize(
    "module",
    [
        "session",
        "payload",
        "sheet",
        "exercise",
        "questions",
        "kinds",
        "generated",
        "made",
        "asking",
        "dealing",
        "rules_board",
        "comparison",
        "asked",
        "climbing",
        "editor",
        "ending",
        "game",
        "guard",
        "kinds_dealing",
        "kinds_finishing",
        "kinds_passing",
        "kinds_rows",
        "lab",
        "lab_payload",
        "lab_play",
        "lines",
        "moments",
        "printed",
        "quoting",
        "record_file",
        "seating",
        "strategy_kinds",
        "time_limit",
    ],
)
def test_what_the_widgets_know_is_free_of_widgets(module: str) -> None:
    """A session, a payload and an exercise can be tried without a browser or a kernel."""
    used = {each.module for each in imports(tree(WIDGETS[f"sevens_widgets.{module}"]))}
    assert not {
        each for each in used if each.split(".")[0] in ("anywidget", "traitlets", "ipywidgets")
    }
    assert not {f"sevens_widgets.{each}" for each in ("widget", "table", "board", "course")} & used


@pytest.mark.parametrize("name", [name for name in KERNEL if ".players" in name])
def test_a_player_gets_a_view_and_never_a_state(name: str) -> None:
    taken = {each for one in imports(tree(KERNEL[name])) for each in one.names}
    assert not taken & {"State", "apply", "deal", "view", "shuffled"}


RULE_SET_NAMES = {
    spelling.lower()
    for each in rulesets()
    for spelling in (each.slug, each.name, each.slug.replace("-", "_"))
}


def _is_name(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and str(node.value).lower() in RULE_SET_NAMES


def _tests_of_names(source: ast.AST) -> Iterator[ast.expr]:
    """Find every place where a rule set's name decides something: compared, matched, looked up by, or asked about."""
    for node in ast.walk(source):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            asked = [each for part in (node.left, *node.comparators) for each in _parts(part)]
        elif isinstance(node, ast.Subscript):
            asked = [node.slice]
        elif isinstance(node, ast.Dict):
            asked = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        elif isinstance(node, ast.Call) and _asks(node.func):
            asked = [each for part in node.args for each in _parts(part)]
        yield from (each for each in asked if _is_name(each))


def _asks(function: ast.expr) -> bool:
    asking = ("startswith", "endswith", "get", "index", "count")
    return isinstance(function, ast.Attribute) and function.attr in asking


def _parts(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


@pytest.mark.parametrize("path", python_sources())
def test_no_rule_sets_name_is_tested_anywhere_in_python(path: str) -> None:
    found = [ast.unparse(node) for node in _tests_of_names(python_sources()[path])]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'if rules.name == "school": pass',
        'x = slug in ("fan-tan", "other")',
        '{"two packs": 1}[name]',
        'match name:\n  case "devyatka":\n    pass',
        'table["french_domino"]',
        'slug.startswith("parliament")',
    ],
)
def test_the_search_for_names_finds_a_tested_name(code: str) -> None:
    assert list(_tests_of_names(ast.parse(code)))


@pytest.mark.parametrize("path", python_sources())
def test_no_rule_sets_slug_is_compared_but_where_names_are_looked_up(path: str) -> None:
    compared = [
        ast.unparse(node)
        for node in ast.walk(python_sources()[path])
        if isinstance(node, ast.Compare)
        for part in (node.left, *node.comparators)
        if isinstance(part, ast.Attribute) and part.attr == "slug"
    ]
    assert compared == (["plain == each.slug"] if path == "sevens_kernel/rulesets.py" else [])


@pytest.mark.parametrize("path", javascript_sources())
def test_no_rule_sets_name_stands_in_javascript(path: str) -> None:
    text = javascript_sources()[path].lower()
    quoted = set(re.findall(r"""["'`]([a-z _-]+?)(?::\d)?["'`]""", text))
    assert quoted & RULE_SET_NAMES == set()


def test_rules_have_no_subclass() -> None:
    for path, source in python_sources().items():
        for node in ast.walk(source):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).split(".")[-1] for base in node.bases}
                assert not bases & {"Rules", "State", "Table", "View"}, path


@pytest.mark.parametrize("path", python_sources())
def test_nobody_draws_from_the_global_source_of_chance(path: str) -> None:
    """Only a Random of one's own: the functions of the module share one state with everybody."""
    own = {"Random", "SystemRandom"}
    for node in ast.walk(python_sources()[path]):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= own
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
            and _imports_random(python_sources()[path])
        ):
            assert node.attr in own


def _imports_random(source: ast.AST) -> bool:
    return any(each.module == "random" and not each.names for each in imports(source))


def test_there_is_source_to_look_at() -> None:
    """The tests above run over what they find; this one sees to it that they find something."""
    assert len(KERNEL) > 15
    assert len(WIDGETS) >= 5
    assert any(path.endswith(".js") for path in javascript_sources())
    assert {path.split("/")[0] for path in python_sources()} >= {
        "sevens_kernel",
        "widgets",
        "classroom",
    }
