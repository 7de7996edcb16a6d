"""A teacher runs a page with another deal, rules or seat: papermill's `parameters`, and what they change."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest

from sevens_kernel.players import Level, about_level
from sevens_kernel.rulesets import parse_rules, title
from sevens_widgets import play

FOLDER = Path(__file__).parents[2] / "notebooks"
GAME = FOLDER / "practice_game.ipynb"
TAGGED = [
    path
    for path in sorted(FOLDER.glob("*.ipynb"))
    if any(
        "parameters" in cell["metadata"].get("tags", ())
        for cell in json.loads(path.read_text("utf-8"))["cells"]
    )
]


def run(source: Path, target: Path, **parameters: Any) -> nbformat.NotebookNode:
    """Run a page as a teacher does, from its own folder."""
    papermill.execute_notebook(
        str(source), str(target), parameters=parameters, cwd=str(FOLDER), kernel_name="python3",
        progress_bar=False,
    )  # fmt: skip
    return nbformat.read(target, as_version=4)


def text_of(notebook: nbformat.NotebookNode, cell: str) -> str:
    """Give the plain text that a cell shows."""
    found = next(each for each in notebook.cells if each.get("id") == cell)
    return "".join(found.outputs[0]["data"]["text/plain"])


@pytest.mark.parametrize(
    "wish",
    [
        {"deal": 1234},
        {"deal": 5, "rules": "devyatka:3", "seat": 2, "level": "strong"},
        {"deal": 8, "rules": "two packs", "seat": 5},
        {"deal": 9, "rules": "school:5,aces=high"},
    ],
    ids=str,
)
def test_the_practice_game_is_played_with_the_parameters_given(
    wish: dict[str, Any], tmp_path: Path
) -> None:
    notebook = run(GAME, tmp_path / "out.ipynb", **wish)
    names = [cell["metadata"].get("tags", []) for cell in notebook.cells]
    place = next(at for at, tags in enumerate(names) if "parameters" in tags)
    assert "injected-parameters" in names[place + 1], "the cell after the parameters"
    shown = text_of(notebook, "the-game-table")
    assert shown == play(**wish).fallback_text
    assert shown != play(deal=77).fallback_text
    rules = parse_rules(wish.get("rules", "school"))
    assert f"{rules.players} players" in shown


def test_the_page_itself_is_left_as_it_was(tmp_path: Path) -> None:
    before = GAME.read_bytes()
    run(GAME, tmp_path / "out.ipynb", deal=3)
    assert GAME.read_bytes() == before


def test_a_parameter_that_cannot_be_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        papermill.PapermillExecutionError, match="“whist” is not a rule set"
    ) as caught:
        run(GAME, tmp_path / "out.ipynb", rules="whist")
    assert caught.value.ename == "CourseError"


@pytest.mark.parametrize("path", TAGGED, ids=[path.stem for path in TAGGED])
def test_every_parameter_is_used_and_explained(path: Path) -> None:
    found = papermill.inspect_notebook(str(path))
    assert found
    cells = json.loads(path.read_text("utf-8"))["cells"]
    tagged = next(each for each in cells if "parameters" in each["metadata"].get("tags", ()))
    assert list(found) == [line.split(" = ")[0] for line in "".join(tagged["source"]).splitlines()]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for name, about in found.items():
        assert about["default"] != "None", name
        assert about["help"], f"{name}: say what it is in a comment"
        assert code.count(name) >= 2, f"{name} is never used"


def outputs(notebook: nbformat.NotebookNode) -> list[str]:
    """Give the plain text that each cell shows."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(each["data"]["text/plain"]) for cell in cells for each in cell.outputs]


@pytest.mark.parametrize("path", TAGGED, ids=[path.stem for path in TAGGED])
def test_each_parameter_changes_what_is_shown_and_nothing_fails(path: Path, tmp_path: Path) -> None:
    before = outputs(nbformat.read(path, as_version=4))
    for name in papermill.inspect_notebook(str(path)):
        if name == "level":
            continue  # the others' first moves may be the same at every level
        after = outputs(run(path, tmp_path / "out.ipynb", **{name: OTHERS[name]}))
        assert len(before) == len(after)
        assert before != after, name


OTHERS = {
    "deal": 4321,
    "rules": "devyatka:3",
    "seat": 2,
    "position": "school:4 deal 12 | 7d 6d",
}


@pytest.mark.parametrize("path", TAGGED, ids=[path.stem for path in TAGGED])
def test_a_page_is_run_under_other_rules_from_another_seat(path: Path, tmp_path: Path) -> None:
    takes = papermill.inspect_notebook(str(path))
    if "rules" not in takes:
        assert path.stem == "1_deal", (
            "the lesson on dealing is about the deal of School and Classic"
        )
        return
    wish = {"rules": "devyatka:3", "seat": 2, "deal": 8}
    shown = "\n".join(
        outputs(run(path, tmp_path / "out.ipynb", **{n: v for n, v in wish.items() if n in takes}))
    )
    assert "Devyatka, 3 players" in shown


@pytest.mark.parametrize("path", TAGGED, ids=[path.stem for path in TAGGED])
def test_what_a_reader_is_asked_to_do_holds_for_any_parameters(path: Path) -> None:
    """The tasks above a cell that takes a parameter name no deal, rule set, player or card that it would change."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    takes = papermill.inspect_notebook(str(path))
    found = 0
    for text, code in pairwise(cells):
        used = [name for name in takes if re.search(rf"\b{name}\b", "".join(code["source"]))]
        if text["cell_type"] != "markdown" or code["cell_type"] != "code" or not used:
            continue
        found += 1
        lines = "".join(text["source"]).splitlines()
        tasks = "\n".join(line for line in lines if re.match(r"\*\*|\d+\. ", line))
        if "deal" in used:
            assert not re.search(rf"\b{takes['deal']['default']}\b", tasks), tasks
        if "rules" in used:
            rules = parse_rules(takes["rules"]["default"].strip('"'))
            assert title(rules) not in tasks
            assert not re.search("Robin|Alex|Sam|[♣♦♥♠]", tasks), tasks
    assert found, "every parameter has its place"


def test_every_page_but_home_takes_parameters() -> None:
    assert {path.stem for path in TAGGED} == {path.stem for path in FOLDER.glob("*.ipynb")} - {
        "home"
    }


def test_the_page_says_of_each_level_what_the_engine_says() -> None:
    cells = json.loads(GAME.read_text("utf-8"))["cells"]
    told = "".join(next(cell for cell in cells if cell["id"] == "the-others")["source"])
    for level in Level:
        name, sentence = about_level(level).split(": ", 1)
        assert f"- **{name}:** {sentence}" in told
