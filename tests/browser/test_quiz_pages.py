"""The lessons' quiz followed by its hints, the box to change a position, and accessibility on the real pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel.cards import SUITS, Card
from sevens_kernel.errors import NotationError
from sevens_kernel.notation import parse_position
from sevens_kernel.problems import problems
from sevens_kernel.view import view
from sevens_kernel.words import hand_words, row_words
from sevens_widgets.exercise import Exercise, load
from tests.browser.playing import Game, buttons_in
from tests.js.conftest import npm  # noqa: F401 - a fixture

OpenLesson = Callable[[Page, str, str], None]
LESSON = "2_extending_rows.ipynb"
QUIZ = load("2_extending_rows")


POSITIONS = (
    "clubs 6-9, hearts 7; you 5♣ 9♥ 10♣ 7♠",
    "clubs 6-8, diamonds 6-9; you 9♣ 10♦ 7♠",
    "clubs 6-8, hearts 7; you 7♥ 9♥ 9♥ 8♣",  # three cards in several places
    "clubs 6-8, hearts 9; you 10♥ 2♠ 2♠",  # a gap, and a card twice
)
UNREADABLE = ("clubs 6-8; you 5x", "quavers 7", "clubs 6-14", "you 7♠ 7♠ and a joker")


def widgets(page: Page) -> Locator:
    """Find every table of a page, once the last is drawn."""
    found = page.get_by_role("group", name="Sevens", exact=True)
    expect(
        found.last.get_by_role("button", name="Deal again")
    ).to_be_visible()  # a game ends the lesson
    return found


def box_of(page: Page) -> Locator:
    """Find the last table of a page that shows a position of one's own."""
    return widgets(page).filter(has=page.get_by_role("textbox", name="Position")).last


def quiz_of(page: Page) -> Locator:
    return widgets(page).filter(has_text=QUIZ.title)


def said_last(one: Exercise, hint: str) -> str:
    """Return the name of the button that the last hint of an exercise says to press."""
    if one.card:
        told = re.search(r"So the answer is: (.*)\.$", hint)
        assert told, hint
        return told.group(1)
    return Card(hint.split()[0]).words


def test_the_last_hint_is_an_accepted_answer(page: Page, open_lesson: OpenLesson) -> None:
    """Followed on the page alone: read the three hints, press what the last one says, be told that it is right."""
    open_lesson(page, "voila", LESSON)
    quiz = quiz_of(page)
    for one in QUIZ.exercises:
        expect(quiz.get_by_role("heading", name=one.prompt, exact=True)).to_be_visible()
        for number in (1, 2, 3):
            quiz.get_by_role("button", name="Hint").click()
            expect(quiz.locator("[aria-live=polite]")).to_contain_text(f"Hint {number} of 3: ")
        hint = quiz.locator("[aria-live=polite]").inner_text()
        name = said_last(one, hint.removeprefix("Hint 3 of 3: "))
        answer = quiz.get_by_role("button", name=re.compile(f"^{name}$", re.I))
        answer.click()
        expect(quiz.get_by_role("status")).to_have_text(re.compile("^✓ Right"))
        quiz.get_by_role("button", name=re.compile("^(Next|Finish)$")).click()
        expect(quiz.get_by_role("heading", level=3)).to_be_focused()


def test_the_box_shows_any_position_and_names_every_fault(
    page: Page, open_lesson: OpenLesson
) -> None:
    open_lesson(page, "voila", LESSON)
    place = box_of(page)
    faults = place.get_by_role("list", name=re.compile("^What is wrong"))
    for text in POSITIONS:
        show(place, text)
        state = parse_position(text)
        wrong = [each.sentence for each in problems(state)]
        items = faults.get_by_role("listitem")
        expect(items).to_have_text(wrong)
        shows(place, text)
    for unreadable in UNREADABLE:
        with pytest.raises(NotationError) as error:
            parse_position(unreadable)
        show(place, unreadable)
        said = place.get_by_role("status")
        expect(said).to_contain_text(str(error.value).rstrip("."), ignore_case=True)
        expect(said).to_contain_text("The table still shows the last position.")
        shows(place, POSITIONS[-1])
        expect(place.get_by_role("textbox", name="Position")).to_have_value(unreadable)
    assert "Traceback" not in page.inner_text("body")


def show(place: Locator, text: str) -> None:
    place.get_by_role("textbox", name="Position").fill(text)
    place.get_by_role("button", name="Show", exact=True).click()


def shows(place: Locator, text: str) -> None:
    """Compare the table with what the engine says of a position."""
    seen = view(parse_position(text), 0)
    hand = place.get_by_role("group", name=hand_words(seen, 0), exact=True)
    expect(hand).to_be_visible()
    assert len(buttons_in(hand)) == len(seen.hand)
    for suit in SUITS:
        expect(place.get_by_role("group", name=row_words(seen, suit), exact=True)).to_be_visible()


# ---- axe-core ------------------------------------------------------------------------------

AXE = """async () => (await axe.run({ include: [['.sevens']] },
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).violations
  .map(it => [it.id, ...it.nodes.map(node => `${node.html.slice(0, 150)} ${node.failureSummary}`)])"""
CHECKED = "async () => (await axe.run({ include: [['.sevens']] })).passes.map(it => it.id)"
ANIMATED = "() => document.getAnimations().every(it => it.playState === 'finished')"


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lesson(
    open_page: Callable[..., Page], open_lesson: OpenLesson, theme: str
) -> Callable[[str, str], Page]:
    """A function that opens a notebook on a machine that prefers light or dark, with every cell run."""

    def open_one(where: str, name: str) -> Page:
        page = open_page(dark=theme == "dark", reduced_motion="reduce")
        open_lesson(page, where, name)
        light = str(theme == "light").lower()
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        return page

    return open_one


def no_finding(page: Page, npm: Path) -> None:  # noqa: F811
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    page.wait_for_function(ANIMATED)
    found: list[Any] = page.evaluate(AXE)
    assert found == []
    assert {"button-name", "color-contrast"} <= set(page.evaluate(CHECKED))


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_axe_finds_nothing_in_a_game(
    lesson: Callable[[str, str], Page],
    where: str,
    theme: str,
    npm: Path,  # noqa: F811
    shot: Callable[..., Path],
) -> None:
    page = lesson(where, "practice_game.ipynb")
    game = Game(page).ready()
    no_finding(page, npm)
    for _ in range(4):
        game.turn("mouse")
    game.button("Suggest a move").click()
    game.root.locator(":scope:not([aria-busy])").wait_for()  # it is weighed
    shot(page, f"{where}-{theme}")
    no_finding(page, npm)
    if where == "lab":
        return  # the end is drawn by the same styles: one place is enough for a whole game
    while not game.over:
        game.turn("mouse")
    shot(page, f"{where}-{theme}-end")
    no_finding(page, npm)


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_axe_finds_nothing_in_quiz_and_positions(
    lesson: Callable[[str, str], Page],
    where: str,
    theme: str,
    npm: Path,  # noqa: F811
    shot: Callable[..., Path],
) -> None:
    page = lesson(where, LESSON)
    quiz, place = quiz_of(page), box_of(page)
    no_finding(page, npm)
    for answer in quiz.get_by_role("group", name="Answers").get_by_role("button").all():
        answer.click()
    quiz.get_by_role("button", name="Hint").click()
    show(place, "clubs 6-8, hearts 9; you 10♥ 2♠ 2♠")
    expect(place.get_by_role("listitem").first).to_be_visible()
    shot(page, f"{where}-{theme}-faults")
    no_finding(page, npm)
    at = next(i for i, one in enumerate(QUIZ.exercises) if not one.card)
    for _ in range(at):
        quiz.get_by_role("button", name="Next").click()
    hand = quiz.get_by_role("group", name=re.compile("^Your hand"))
    for card in hand.get_by_role("button").all():
        card.click()
    show(place, "clubs 6-8; you 5x")
    expect(place.get_by_role("status")).to_contain_text("5x")
    quiz.scroll_into_view_if_needed()
    shot(page, f"{where}-{theme}-picked")
    no_finding(page, npm)
