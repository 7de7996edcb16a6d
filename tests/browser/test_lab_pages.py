"""The position lab in Voila and in JupyterLab: set up by clicking, play on, step, copy, open by link, load, compare."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel.cards import Card
from sevens_kernel.deal import deal
from sevens_kernel.notation import format_position, parse_position, parse_record, replay
from sevens_kernel.rules import Rules
from sevens_kernel.solver import winning_moves
from sevens_kernel.state import explain, fitting
from sevens_kernel.view import view
from sevens_kernel.words import hand_words, row_words
from tests.browser.playing import Game
from tests.browser.test_keys import notebook
from tests.browser.test_quiz_pages import no_finding
from tests.js.conftest import npm

__all__ = ["notebook", "npm"]  # fixtures

OpenLesson = Callable[[Page, str, str], None]
LESSON = "position_lab.ipynb"
WHERE = pytest.mark.parametrize("where", ["voila", "lab"])
ENDING = (
    "clubs A-J, diamonds A-K, hearts 3-Q, spades 4-10; you Q♣ J♠ Q♠; robin K♣ 2♥; "
    "alex K♥ A♥ 3♠; sam K♠ 2♠ A♠"
)


@dataclass
class LabPage:
    """The lab of a page."""

    page: Page

    @property
    def root(self) -> Locator:
        """The widget."""
        return self.page.get_by_role("group", name="Position lab", exact=True)

    def ready(self) -> LabPage:
        """Wait until the board is drawn."""
        expect(self.root.get_by_role("textbox", name="Position")).to_be_visible(timeout=90_000)
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Find a button in sight."""
        return self.root.get_by_role("button", name=name, exact=isinstance(name, str)).filter(
            visible=True
        )

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button, and wait for the answer where there is one."""
        self.button(name).first.click()
        self.settled()

    def settled(self) -> None:
        """Wait until nothing is on its way."""
        self.root.locator(":scope:not([aria-busy])").wait_for()

    def board(self, card: str) -> Locator:
        """Find a card of the board."""
        return self.root.get_by_role("group", name="All cards").locator(f'[data-card="{card}"]')

    @property
    def text(self) -> str:
        """The line of the position."""
        return self.root.get_by_role("textbox", name="Position").input_value()

    def show(self, text: str) -> None:
        """Write a position and show it."""
        self.root.get_by_role("textbox", name="Position").fill(text)
        self.press("Show")

    @property
    def hand(self) -> Locator:
        """The hand in sight."""
        return self.root.get_by_role("group", name=re.compile(" hand, ")).filter(visible=True)

    @property
    def said(self) -> Locator:
        """The line for answers that is in sight."""
        return self.root.locator("[aria-live=polite]").filter(visible=True)

    def lay(self, card: str) -> None:
        """Lay a card of the hand, and wait until it has left."""
        button = self.hand.get_by_role("button", name=f"{Card(card).words}, fits", exact=True)
        button.click()
        expect(
            self.hand.get_by_role("button", name=re.compile(f"^{Card(card).words},"))
        ).to_have_count(0)
        self.settled()

    def copied(self, name: str) -> str:
        """Press a button that copies, and read what it says it has copied; not what one pressed before has said."""
        self.root.locator("[aria-live=polite]").evaluate_all(
            "all => all.forEach(it => { it.textContent = ''; })"
        )
        self.button(name).click()
        expect(self.said).to_contain_text(re.compile("^(Copied|Mark and copy this): "))
        return (self.said.text_content() or "").partition(": ")[2].strip()

    def slider(self, name: str = "Move") -> Locator:
        """Find a slider."""
        return self.root.get_by_role("slider", name=name, exact=True)


@pytest.fixture
def opened(
    open_lesson: OpenLesson,
    notebook: Callable[[str], str],
) -> Callable[[Page, str], LabPage]:
    """A function that opens the lab in Voila or JupyterLab."""

    def open_one(page: Page, where: str) -> LabPage:
        open_lesson(page, where, LESSON if where == "voila" else notebook(LESSON))
        return LabPage(page).ready()

    return open_one


@WHERE
def test_a_position_is_set_up_by_clicking_and_says_what_the_engine_says(
    page: Page, opened: Callable[[Page, str], LabPage], where: str, shot: Callable[..., Path]
) -> None:
    lab = opened(page, where)
    lab.press("Clear")
    for place, cards in (
        ("Onto the table", "7h 8h 9h 7s"),
        ("Into your hand", "10h 6s 2c"),
        ("Into Robin's hand", "6h"),
    ):
        lab.press(place)
        for card in cards.split():
            lab.board(card).click()
            expect(lab.board(card)).to_have_attribute(
                "data-at", "table" if "table" in place else "hand"
            )
    lab.settled()
    state = parse_position(lab.text)
    assert [card.code for card in state.hands[0]] == ["2c", "10h", "6s"]
    assert [card.code for card in state.hands[1]] == ["6h"]
    assert state.table.size == 4
    shown = lab.root.aria_snapshot()
    for words in (hand_words(state, 0), *(row_words(state, card.suit) for card in state.hands[0])):
        assert f'group "{words}"' in shown
    lab.press("Ask: does it fit?")
    for code in ("10h", "5h", "2c", "9h", "7d"):
        lab.board(code).click()
        expect(lab.said).to_have_text(explain(state, Card(code)).sentence)
    lab.press("Onto the table")
    lab.board("Kd").click()
    expect(lab.root.get_by_role("list", name="What is wrong").get_by_role("listitem")).to_have_text(
        ["K♦ lies without Q♦: a row has no gaps."]
    )
    shot(page, f"{where}-faulty", full_page=True)
    lab.press("Undo")
    expect(lab.root.get_by_role("list", name="What is wrong")).to_have_count(0)


@WHERE
def test_play_on_step_compare_and_take_the_record_away(
    page: Page,
    opened: Callable[[Page, str], LabPage],
    where: str,
    tmp_path: Path,
    shot: Callable[..., Path],
) -> None:
    lab = opened(page, where)
    lab.show(ENDING)
    lab.press("Play from this position")
    expect(lab.slider()).to_be_visible()
    lab.lay("Js")
    record = lab.copied("Copy the record")
    states = list(replay(parse_record(record)))
    assert lab.slider().input_value() == str(len(states) - 1)
    lab.slider().focus()
    for at in range(len(states) - 2, -1, -1):
        page.keyboard.press("ArrowLeft")
        expect(lab.slider()).to_have_value(str(at))
        expect(lab.hand).to_have_attribute("aria-label", hand_words(states[at], 0))
    assert lab.copied("Copy the position") == format_position(states[0])
    lab.lay("Qc")
    expect(lab.button(re.compile("^Line B, "))).to_have_attribute("aria-pressed", "true")
    lab.root.get_by_role("tab", name="Compare").click()
    expect(lab.slider("Move in both lines")).to_have_attribute(
        "aria-valuetext",
        "Line A: move 1, You lay J of spades; Line B: move 1, You lay Q of clubs",
    )
    lab.press("What are the two moves worth?")
    assert [str(move) for move in winning_moves(states[0])] == ["J♠"]
    expect(
        lab.root.get_by_text("With all hands open: J♠ wins, whatever the others do.")
    ).to_be_visible()
    expect(
        lab.root.get_by_role("table", name=re.compile("^How often")).get_by_role("row")
    ).to_have_count(3)
    shot(page, f"{where}-compare", full_page=True)
    lab.root.get_by_role("tab", name="Play and step").click()
    lab.press(re.compile("^Line A, "))
    with page.expect_download() as saving:
        lab.button("Save the record").click()
    saving.value.save_as(tmp_path / "kept.txt")
    assert record in (tmp_path / "kept.txt").read_text("utf-8")
    lab.root.get_by_role("tab", name="Set up").click()
    lab.press("Clear")
    with page.expect_file_chooser() as choosing:
        lab.button("Load a record").click()
    choosing.value.set_files(tmp_path / "kept.txt")
    expect(lab.said).to_have_text(f"The record is loaded: {len(states) - 1} moves.")
    assert lab.copied("Copy the record") == record
    (tmp_path / "bad.txt").write_text("# a game\nschool:4 deal 1234 |\n7d 7c\nKs\n", "utf-8")
    with page.expect_file_chooser() as choosing:
        lab.button("Load a record").click()
    choosing.value.set_files(tmp_path / "bad.txt")
    expect(lab.said).to_have_text(re.compile("^Line 4: move 3: K♠ does not fit yet"))
    expect(lab.button("Link to the record")).to_have_count(1 if where == "voila" else 0)


def test_whoever_opens_a_link_sees_the_same_cards(
    page: Page, opened: Callable[[Page, str], LabPage], open_page: Callable[..., Page]
) -> None:
    lab = opened(page, "voila")
    lab.root.get_by_role("textbox", name="Deal number").fill("1234")
    lab.press("Deal")
    link = lab.copied("Link to the position")
    assert "?" not in link
    assert "#position=" in link
    other = open_page()
    other.goto(link)
    there = LabPage(other).ready()
    expect(there.root.get_by_role("textbox", name="Position")).to_have_value(
        format_position(deal(Rules(), 1234))
    )
    there.press("Play from this position")
    there.lay(fitting_card(there))
    record = there.copied("Copy the record")
    again = there.copied("Link to the record")
    page.goto("about:blank")
    page.goto(again)
    expect(LabPage(page).slider()).to_be_visible(timeout=90_000)
    assert LabPage(page).copied("Copy the record") == record
    page.reload()
    expect(LabPage(page).slider()).to_be_visible(timeout=90_000)
    assert LabPage(page).copied("Copy the record") == record


def fitting_card(lab: LabPage) -> str:
    """Find the code of a card of the hand that fits."""
    card = lab.hand.locator('[data-fits="true"]').first
    return card.get_attribute("data-card") or ""


@pytest.mark.parametrize(
    "text", ["%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "%E0%A4%A", "x" * 9000]
)
def test_a_hostile_link_is_one_sentence(
    page: Page, lesson_address: Callable[[str, str], str], text: str
) -> None:
    page.goto(f"{lesson_address('voila', LESSON)}#position={text}")
    lab = LabPage(page).ready()
    expect(lab.said).to_contain_text("The table still shows the last position.", timeout=90_000)
    assert len(lab.said.text_content() or "") < 400
    assert lab.root.locator("img").count() == 0
    lab.press("Play from this position")
    expect(lab.slider()).to_be_visible()


def test_a_link_to_a_deal_is_the_same_game_for_everybody(
    page: Page, open_lesson: OpenLesson, open_page: Callable[..., Page]
) -> None:
    open_lesson(page, "voila", "practice_game.ipynb")
    game = Game(page).ready()
    game.root.get_by_role("textbox", name="Deal number").fill("4321")
    game.act(game.button("Deal this number"))
    game.button("Copy link to this deal").click()
    expect(game.why.first).to_contain_text("#deal=school%3A4%20deal%204321")
    link = re.search(r"http\S+", game.root.inner_text())
    assert link
    other = open_page()
    other.goto(link[0])
    there = Game(other).ready()
    expect(there.root.get_by_text("Deal 4321", exact=True)).to_be_visible()
    assert there.cards() == game.cards()
    assert set(there.fitting()) == {
        f"{card.words}, fits" for card in fitting(view(there.state, 0), 0)
    }


@WHERE
def test_axe_finds_nothing_on_the_page(
    open_page: Callable[..., Page],
    opened: Callable[[Page, str], LabPage],
    where: str,
    npm: Path,
) -> None:
    page = open_page(reduced_motion="reduce")
    lab = opened(page, where)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        light = str(theme == "light").lower()
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        no_finding(page, npm)
    lab.press("Play from this position")
    expect(lab.slider()).to_be_visible()
    no_finding(page, npm)
