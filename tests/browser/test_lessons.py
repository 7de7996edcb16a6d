"""The lessons as a learner meets them, in Voila and in JupyterLab: every exercise, the examples, the position box."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel import Card, explain, problems
from sevens_kernel.notation import parse_position
from sevens_widgets.exercise import Exercise, load

OpenLesson = Callable[[Page, str, str], None]
LESSON = "2_extending_rows.ipynb"
QUIZ = load("2_extending_rows")
WHERE = pytest.mark.parametrize("where", ["voila", "lab"])


def shown(page: Page, part: str) -> Locator:
    """Give the parts of a page that are of a kind, once the first is there."""
    found = page.locator(part)
    found.first.wait_for(timeout=90_000)
    return found


def press(place: Locator, name: str) -> None:
    """Press a button, also one that says it cannot be used: it then explains itself."""
    place.get_by_role("button", name=name, exact=True).click(force=True)


def hand_card(place: Locator, name: str) -> Locator:
    """Find a card of the hand by its name, whatever has been said of it since."""
    return place.get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


def answer_wrongly_then_rightly(quiz: Locator, one: Exercise) -> None:
    """Give every answer of an exercise, the wrong ones first; each is judged and explained."""
    said = quiz.locator(".sv-status")
    drawn = one.payload()
    if one.card:
        for choice in sorted(drawn["choices"], key=lambda each: bool(each["right"])):
            press(quiz, choice["text"])
            expect(said).to_contain_text("Right" if choice["right"] else "✗")
            expect(said).to_contain_text(explain(one.state, one.card).sentence)
        return
    verdicts = drawn["verdicts"]
    for key in sorted(verdicts, key=lambda each: bool(verdicts[each]["fits"])):
        card = Card(key)
        hand_card(quiz, card.words).click()
        expect(said).to_contain_text("Right" if verdicts[key]["fits"] else "✗")
        expect(said).to_contain_text(explain(one.state, card).sentence)
    expect(said).to_contain_text("All found")


@WHERE
def test_every_exercise_is_answered_wrongly_and_rightly(
    page: Page, where: str, open_lesson: OpenLesson
) -> None:
    open_lesson(page, where, LESSON)
    quiz = shown(page, ".sv-quiz")
    for one in QUIZ.exercises:
        expect(quiz).to_contain_text(one.prompt)
        answer_wrongly_then_rightly(quiz, one)
        for number, hint in enumerate(one.hints(), 1):
            press(quiz, "Hint")
            expect(quiz).to_contain_text(f"Hint {number} of 3: {hint}")
        last = one is QUIZ.exercises[-1]
        press(quiz, "Finish" if last else "Next")
    expect(quiz).to_contain_text(f"All {len(QUIZ.exercises)} done")


@WHERE
def test_each_card_of_an_example_says_whether_it_fits_and_why(
    page: Page, where: str, open_lesson: OpenLesson
) -> None:
    open_lesson(page, where, LESSON)
    shown(page, ".sv-quiz")
    state = parse_position("hearts 5-8; you 2♥ 4♥ 9♥ 10♥")
    example = shown(page, ".sv-position").nth(1)
    for card in state.hands[0]:
        hand_card(example, card.words).click(force=True)
        expect(example).to_contain_text(explain(state, card).sentence)


@WHERE
def test_a_position_is_changed_in_the_box(page: Page, where: str, open_lesson: OpenLesson) -> None:
    open_lesson(page, where, LESSON)
    shown(page, ".sv-quiz")
    place = shown(page, ".sv-position").last
    box = place.get_by_role("textbox")
    expect(box).to_have_value("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")

    box.fill("clubs 6-9, hearts 7; you 5♣ 9♥ 10♣ 7♠")
    press(place, "Show")
    expect(place.get_by_role("group", name="Your hand, 4 cards, three fit")).to_be_visible()

    impossible = "clubs 6-9, hearts 7 9; you 5♣ 9♥ 9♥"
    box.fill(impossible)
    press(place, "Show")
    for fault in problems(parse_position(impossible)):
        expect(place).to_contain_text(fault.sentence)
    expect(place.get_by_role("group", name="Your hand, 3 cards, one fits")).to_be_visible()

    box.fill("clubs 6-9; you 5x")
    press(place, "Show")
    expect(place).to_contain_text("5x")
    expect(place).to_contain_text("The table still shows the last position.")
    expect(place.get_by_role("group", name="Your hand, 3 cards, one fits")).to_be_visible()
    expect(box).to_have_value("clubs 6-9; you 5x")


def test_a_tick_is_kept_when_the_page_is_opened_again(page: Page, open_lesson: OpenLesson) -> None:
    open_lesson(page, "voila", LESSON)
    quiz = shown(page, ".sv-quiz")
    answer_wrongly_then_rightly(quiz, QUIZ.exercises[0])
    expect(quiz.locator("[data-done]")).to_have_count(1)
    open_lesson(page, "voila", LESSON)
    expect(shown(page, ".sv-quiz").locator("[data-done]")).to_have_count(1)


def test_the_way_from_home_through_the_lessons_and_back(page: Page, voila_url: str) -> None:
    page.goto(voila_url)
    main = page.locator("#course")
    main.get_by_role("link", name="Extending rows").click()
    shown(page, ".sv-quiz")
    page.get_by_role("link", name="play a whole game").click()
    shown(page, ".sv-game")
    page.get_by_role("link", name="all lessons").click()
    expect(page.get_by_role("heading", name="Sevens", exact=True)).to_be_visible()
    assert not re.search(r"Traceback|Error", page.inner_text("body"))
