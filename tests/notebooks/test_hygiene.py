"""What every notebook must be like before anybody runs it: small, tidy, and leading somewhere."""

from __future__ import annotations

import json
import re
import statistics
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

from classroom.lessons import LAB_ONLY
from sevens_kernel.cards import count_word
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.picture import svg
from sevens_kernel.reasons import surely_winning
from sevens_kernel.review import MOST_POINTS
from sevens_kernel.rules import FalsePass, Rules
from sevens_kernel.view import view
from sevens_kernel.words import NAMES

FOLDER = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
EACH = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])

TAGS = {
    "hide-input",
    "hide-output",
    "remove-cell",
    "remove-input",
    "parameters",
    "lab-only",
    "teacher",
}
LESSONS = [path for path in PATHS if path.name[0].isdigit()]
LESSON = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
PICTURE, TEXT = "image/svg+xml", "text/plain"
MID_GAME = (
    "school:4 deal 77 | 7d - 7s 8d 8s 9s 9d 10d 7c 8c - 10s 6c 9c Js 6s 7h Jd 5s 6h 10c Jc 4s 8h"
)
MINUTES = {"ten": 10, "fifteen": 15, "twenty": 20}
LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(path: Path) -> dict[str, Any]:
    """Read a notebook as plain data."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    """Give a notebook's cells of one kind."""
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    """Give the text of a cell."""
    return "".join(cell["source"])


def test_the_course_has_a_home_and_lessons() -> None:
    lessons = {"1_deal", "2_extending_rows", "3_passing", "4_finishing", "5_strategy"}
    assert {"home", "practice_game", "house_rules"} | lessons <= {path.stem for path in PATHS}


def test_home_leads_through_the_lessons_in_order() -> None:
    home = "".join(source(cell) for cell in cells(FOLDER / "home.ipynb", "markdown"))
    order = [link for link in LINK.findall(home) if link[0].isdigit()]
    assert order == [path.name for path in LESSONS]


@LESSON
def test_a_lesson_says_its_aim_what_it_teaches_and_how_long_it_takes(path: Path) -> None:
    begin = source(cells(path, "markdown")[0])
    assert "**Aim:**" in begin
    assert "You will learn\n\n- " in begin
    assert re.search(r"takes about (ten|fifteen) minutes", begin)


@LESSON
def test_a_lesson_has_notes_for_teachers_that_learners_do_not_see(path: Path) -> None:
    found = [cell for cell in read(path)["cells"] if "teacher" in cell["metadata"].get("tags", ())]
    assert len(found) == 1
    assert "lab-only" in found[0]["metadata"]["tags"], "the served page leaves such cells out"
    for part in ("Aim", "Minutes", "Talking point", "Answers"):
        assert f"- **{part}:** " in source(found[0])
    minutes = re.search(r"\*\*Minutes:\*\* (.*)", source(found[0]))
    assert minutes
    assert sum(map(int, re.findall(r"\d+", minutes[1]))) <= 15


def test_home_the_pages_the_notes_and_the_readme_agree_how_long_a_lesson_takes() -> None:
    home = "".join(source(cell) for cell in cells(FOLDER / "home.ipynb", "markdown"))
    rows = re.findall(r"\]\((\w+\.ipynb)\) \|.*\| (\d+) \|", home)
    told = {name: int(minutes) for name, minutes in rows}
    assert set(told) == {path.name for path in PATHS} - {"home.ipynb"}
    for name, minutes in told.items():
        notes = re.search(
            r"\*\*Minutes:\*\* (.*)", "\n".join(map(source, read(FOLDER / name)["cells"]))
        )
        assert notes, name
        assert sum(map(int, re.findall(r"\d+", notes[1]))) == minutes, name
        begin = source(cells(FOLDER / name, "markdown")[0])
        for word in re.findall(r"takes about (\w+) minutes", begin):
            assert MINUTES[word] == minutes, name
    readme = (FOLDER.parent / "README.md").read_text("utf-8")
    most = re.search(r"lesson takes at most (\w+) minutes, a player of your own (\w+)", readme)
    assert most
    assert MINUTES[most[2]] == told.pop("your_own_player.ipynb")
    assert MINUTES[most[1]] == max(told.values())


def test_the_practice_game_promises_as_many_turns_as_the_looking_back_names() -> None:
    page = "\n".join(map(source, cells(FOLDER / "practice_game.ipynb", "markdown")))
    assert f"at most {count_word(MOST_POINTS)} turns that mattered" in page
    assert "with all hands open it also tells the last sure win" in page, "one turn more"


@LESSON
def test_a_lesson_asks_its_own_exercises(path: Path) -> None:
    asked = [text for text in map(source, cells(path, "code")) if text.startswith("quiz(")]
    assert len(asked) == 1
    assert f'quiz("{path.stem}"' in asked[0]


@LESSON
def test_a_lesson_has_two_examples_to_change(path: Path) -> None:
    shown = [text for text in map(source, cells(path, "code")) if text.startswith("show(")]
    assert sum("editable=False" not in text for text in shown) >= 2


def test_what_passing_is_said_to_cost_is_what_it_costs() -> None:
    told = "".join(source(cell) for cell in cells(FOLDER / "3_passing.ipynb", "markdown"))
    lines = re.findall(r"^\| ([A-Z][\w ]+) \| (nothing|1 chip) \| (.+) \|$", told, re.MULTILINE)
    assert len(lines) >= 5
    for name, true, false in lines:
        rules = Rules.named(name)
        assert true == ("1 chip" if rules.pass_chip else "nothing")
        caught = rules.false_pass is FalsePass.PENALISED
        penalty = f"is caught: {rules.penalty} {rules.penalty_in}"
        assert false == (penalty if caught else "is refused")


def test_the_hands_told_in_the_lesson_on_finishing_are_those_of_the_deal_to_be_finished() -> None:
    path = FOLDER / "4_finishing.ipynb"
    told = "".join(source(cell) for cell in cells(path, "markdown"))
    played = next(text for text in map(source, cells(path, "code")) if 'resume="' in text)
    start = parse_record(played.partition('resume="')[2].split('"')[0]).start
    rows = re.findall(r"^\| (Robin|Alex|Sam) \| (.+) \|$", told, re.MULTILINE)
    assert [(name, cards.split()) for name, cards in rows] == [
        (NAMES[seat], [str(card) for card in start.hands[seat]]) for seat in (1, 2, 3)
    ]
    assert len(start.hands[0]) == 5
    assert len(surely_winning(start)) == 1, "exactly one move wins for sure"


@EACH
def test_it_is_a_valid_notebook_of_less_than_100_kb(path: Path) -> None:
    nbformat.validate(nbformat.read(path, as_version=4))
    assert path.stat().st_size < 100_000


@EACH
def test_code_cells_are_short(path: Path) -> None:
    lengths = [len(source(cell).splitlines()) for cell in cells(path, "code")]
    assert all(length <= 8 for length in lengths)
    assert statistics.median(lengths or [0]) <= 3


@EACH
def test_code_is_hidden_from_readers_and_tags_are_the_usual_ones(path: Path) -> None:
    for cell in cells(path, "code"):
        tags = set(cell["metadata"].get("tags", ()))
        assert tags <= TAGS
        hidden = tags & {"hide-input", "remove-input", "remove-cell", "lab-only"}
        assert bool(hidden) != (path.name in LAB_ONLY), (
            "only where people write code do they see any"
        )


@EACH
def test_metadata_holds_a_title_and_no_widget_state(path: Path) -> None:
    found = read(path)
    assert set(found["metadata"]) == {"kernelspec", "language_info", "title"}
    assert found["metadata"]["kernelspec"]["name"] == "python3"
    assert found["metadata"]["language_info"] == {"name": "python"}
    assert source(found["cells"][0]).startswith(f"# {found['metadata']['title']}\n")
    assert all(set(cell["metadata"]) <= {"tags"} for cell in found["cells"])


@EACH
def test_cells_have_names_that_say_what_they_are(path: Path) -> None:
    names = [cell["id"] for cell in read(path)["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name) for name in names)


@EACH
def test_every_code_cell_was_run_in_order(path: Path) -> None:
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


@EACH
def test_saved_outputs_are_pictures_and_text_that_can_be_compared(path: Path) -> None:
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            assert output["output_type"] == "execute_result", "no prints, no errors"
            assert set(output["data"]) == {PICTURE, TEXT}
            picture, text = ("".join(output["data"][kind]) for kind in (PICTURE, TEXT))
            assert "<title>" in picture, "a picture has words beside it"
            assert "<desc>" in picture
            assert not re.search(r"0x[0-9a-f]{6}", picture + text), "no memory address"


@EACH
def test_every_code_cell_after_the_imports_shows_something(path: Path) -> None:
    for cell in cells(path, "code"):
        defines = ("from ", "import ", *(("def ", " ") if path.name in LAB_ONLY else ()))
        silent = all(line.startswith(defines) for line in source(cell).splitlines())
        silent |= "parameters" in cell["metadata"].get("tags", ())
        assert silent != bool(cell["outputs"])


@EACH
def test_headings_come_in_order(path: Path) -> None:
    text = "\n".join(source(cell) for cell in cells(path, "markdown"))
    levels = [len(match) for match in re.findall(r"^(#+) ", text, re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@EACH
def test_links_lead_to_pages_that_exist(path: Path) -> None:
    links = [link for cell in cells(path, "markdown") for link in LINK.findall(source(cell))]
    assert links
    for link in links:
        assert not re.match(r"[a-z]+:|/", link), f"{link}: the course needs no internet"
        assert (FOLDER / link.partition("#")[0]).is_file(), link


def test_every_page_can_be_reached_from_home_and_leads_back() -> None:
    pages = {path.name for path in PATHS} - {"home.ipynb"}
    home = "".join(source(cell) for cell in cells(FOLDER / "home.ipynb", "markdown"))
    assert {link for link in LINK.findall(home) if link.endswith(".ipynb")} == pages
    for page in pages:
        text = "".join(source(cell) for cell in cells(FOLDER / page, "markdown"))
        assert "(home.ipynb)" in text


def test_the_picture_of_the_home_page_is_a_table_in_mid_game_with_words_beside_it() -> None:
    home = "".join(source(cell) for cell in cells(FOLDER / "home.ipynb", "markdown"))
    found = re.findall(r"!\[([^\]]+)\]\(([\w.]+)\)", home)
    assert [name for _, name in found] == ["table.svg"]
    assert len(found[0][0]) > 40
    *_, state = replay(parse_record(MID_GAME))
    drawn = (FOLDER / "table.svg").read_text("utf-8")
    assert drawn == svg(view(state, 0)) + "\n", "the engine draws it"
    assert len(drawn) < 30_000


def sentences(text: str) -> int:
    """Count the sentences to be read; headings, lists, tables and what is to be done (in bold) are not among them.

    A sentence with a dash before it is no list: that has two items at least.
    """
    all_lines = text.splitlines()
    items = [line.startswith("- ") for line in all_lines]
    lists = {
        at for at, item in enumerate(items) if item and sum(items[max(0, at - 1) : at + 2]) > 1
    }
    lines = [
        line.removeprefix("- ")
        for at, line in enumerate(all_lines)
        if at not in lists and not re.match(r"\s*([#|]|\d+\.)\s?", line)
    ]
    plain = re.sub(r"\*\*[A-Z][^*]+ [^*]+\*\*[^.?!]*[.?!]?", "", "\n".join(lines))
    return len(re.findall(r"[.!?](?=[\s*]|$)", plain))


def test_sentences_are_counted() -> None:
    assert (
        sentences("# One.\nTwo here: so. Three!\n\n- a.\n- b.\n1. five.\n**Do it now:** why? Six.")
        == 3
    )
    assert sentences("One. Two.\n- Three.\nFour.") == 4


@EACH
def test_there_is_little_to_read_between_two_things_to_do(path: Path) -> None:
    for cell in cells(path, "markdown"):
        assert sentences(source(cell)) <= 3, source(cell)


@EACH
def test_the_text_speaks_to_learners_alone(path: Path) -> None:
    text = "\n".join(source(cell) for cell in cells(path, "markdown")).lower()
    for word in ("todo", "localhost", "/home/", "/tmp", "github", "kernel", "widget", "traceback"):
        assert word not in text
