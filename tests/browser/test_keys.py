"""In JupyterLab the keys pressed on the table are the player's: no cell is made, changed or lost by them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import FOCUS
from tests.browser.servers import Server

OpenLesson = Callable[[Page, str, str], None]

# Each of them does something to the cells when the notebook itself has the focus.
LETTERS = ["a", "b", "c", "d", "d", "m", "x", "y", "z", "0", "0", "j", "k", "i", "i", "v", "r", "1"]
ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
SHIFTED = ["Shift+J", "Shift+K", "Shift+M", "Shift+ArrowDown", "Shift+ArrowUp"]

# Kind, text and place of each cell, and which one is selected.
CELLS = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].map(cell => [
  ['jp-CodeCell', 'jp-MarkdownCell', 'jp-RawCell'].find(kind => cell.classList.contains(kind)),
  cell.classList.contains('jp-mod-selected'),
  cell.querySelector('.jp-InputArea')?.textContent.slice(0, 60)])"""


@pytest.fixture
def notebook(notebooks: Path) -> Iterator[Callable[[str], str]]:
    """A function that gives a notebook under another name, so that saving it changes no other test."""
    made: list[Path] = []

    def copy(name: str) -> str:
        made.append(notebooks / f"keys_{name}")
        shutil.copyfile(notebooks / name, made[-1])
        return made[-1].name

    yield copy
    for path in made:
        path.unlink()


def widget(page: Page, at: int) -> Locator:
    found = page.get_by_role("group", name="Sevens", exact=True).nth(at)
    expect(found.get_by_role("button").first).to_be_visible()
    return found


def press_all(page: Page, root: Locator, target: Locator, keys: list[str]) -> None:
    """Press keys on one control, each time from there; the cells and their selection must stay as they are."""
    # A table is there before its cell has ended and has got its number.
    expect(page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0)
    target.click(force=True)
    expect(target).to_be_focused()
    cells, name = page.evaluate(CELLS), root.evaluate(FOCUS)
    for key in keys:
        target.focus()
        page.keyboard.press(key)
        now = root.evaluate(FOCUS)
        assert now, f"{key} took the focus out of the widget"
        assert now == name or key in ARROWS, f"{key} took the focus to {now}"
        assert page.evaluate(CELLS) == cells, f"{key} changed the cells"
    expect(page.locator(".jp-Dialog")).to_have_count(0)


def test_no_key_on_a_card_or_button_of_the_game_touches_a_cell(
    page: Page, open_lesson: OpenLesson, notebook: Callable[[str], str]
) -> None:
    open_lesson(page, "lab", notebook("practice_game.ipynb"))
    root = widget(page, 0)
    hand = root.get_by_role("group", name=re.compile("^Your hand"))
    waiting = hand.get_by_role("button", name=re.compile("(?<!, fits)$")).first
    press_all(page, root, waiting, [*LETTERS, *ARROWS, *SHIFTED, "Enter", "Escape", "Space", "a"])
    for name in ("Hint", "Read the table"):
        press_all(page, root, root.get_by_role("button", name=name), [*LETTERS, *ARROWS, "Escape"])
    # Where one writes, the letters are written.
    box = root.get_by_role("textbox", name="Deal number")
    press_all(page, root, box, ["d", "d", "1", "2", "x", "Escape"])
    expect(box).to_have_value("dd12x")


def test_no_key_on_an_answer_a_card_or_the_box_touches_a_cell(
    page: Page, open_lesson: OpenLesson, notebook: Callable[[str], str]
) -> None:
    open_lesson(page, "lab", notebook("2_extending_rows.ipynb"))
    quiz = page.get_by_role("group", name="Sevens", exact=True).filter(
        has_text="Would this card fit?"
    )
    answer = quiz.get_by_role("group", name="Answers").get_by_role("button").first
    press_all(page, quiz, answer, [*LETTERS, *ARROWS, "Enter", "Escape", "Space", "a"])
    example = widget(page, 0)
    card = example.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button").first
    press_all(page, example, card, [*LETTERS, *ARROWS, "Enter", "Escape", "Space", "b"])
    tables = page.get_by_role("group", name="Sevens", exact=True)
    place = tables.filter(has=page.get_by_role("textbox", name="Position")).last
    box = place.get_by_role("textbox", name="Position")
    press_all(page, place, box, ["d", "d", "x", "Enter", "Escape", "a"])


def test_the_same_keys_do_change_the_cells_outside_the_table(
    page: Page, open_lesson: OpenLesson, notebook: Callable[[str], str]
) -> None:
    """The tests above can fail: one b on the notebook itself makes a cell."""
    open_lesson(page, "lab", notebook("practice_game.ipynb"))
    widget(page, 0)
    cells = page.evaluate(CELLS)
    page.locator(".jp-Notebook .jp-MarkdownCell").first.click()
    page.keyboard.press("b")
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(len(cells) + 1)


def test_ctrl_s_on_a_card_saves_the_notebook(
    page: Page,
    open_lesson: OpenLesson,
    notebook: Callable[[str], str],
    notebooks: Path,
    lab: Server,
) -> None:
    name = notebook("practice_game.ipynb")
    open_lesson(page, "lab", name)
    root = widget(page, 0)
    tab = page.locator(".lm-TabBar-tab.jp-mod-current", has_text=name)
    expect(tab).to_have_class(re.compile("jp-mod-dirty"))
    before = (notebooks / name).read_bytes()
    card = root.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button").first
    card.click(force=True)
    page.keyboard.press("Control+s")
    expect(tab).not_to_have_class(re.compile("jp-mod-dirty"))
    assert (notebooks / name).read_bytes() != before
    expect(card).to_be_focused()
    expect(page.locator(".jp-Dialog")).to_have_count(0)
