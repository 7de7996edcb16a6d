"""The lessons as a learner meets them, in Voila and in JupyterLab: every exercise, the examples, the position box."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel import Card, Rules, explain, problems
from sevens_kernel.deal import deal
from sevens_kernel.notation import parse_position
from sevens_kernel.reasons import first_card_words, opener_words, size_words
from sevens_kernel.view import view
from sevens_kernel.words import hand_words
from sevens_widgets import deal_out
from sevens_widgets import quiz as quiz_of
from tests.browser.servers import ROOT

OpenLesson = Callable[[Page, str, str], None]
Asked = dict[str, Any]
LESSON = "2_extending_rows.ipynb"
LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9]_*.ipynb"))


def code_of(lesson: str) -> list[str]:
    """Give the code of a lesson's cells."""
    cells = json.loads((ROOT / "notebooks" / lesson).read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def asked_in(lesson: str) -> list[Asked]:
    """Give all that a lesson asks, with the answers, as its cell makes it."""
    found = [re.fullmatch(r'quiz\("(\w+)"(?:, more=(\d+))?\)', code) for code in code_of(lesson)]
    (name, more) = next(match.groups() for match in found if match)
    exercises: list[Asked] = quiz_of(name, more=int(more or 0)).payload["exercises"]
    return exercises


WHERE = pytest.mark.parametrize("where", ["voila", "lab"])


def shown(page: Page, part: str) -> Locator:
    """Give the parts of a page that are of a kind, once every table of the page is drawn.

    They are drawn at once, and may come in another order than they stand in.
    """
    found = page.locator(part)
    found.first.wait_for(timeout=90_000)
    # What says in Voila, and in JupyterLab, that more is to come.
    for waits in (page.locator("#course-waiting"), page.locator(".jp-InputPrompt", has_text="[*]")):
        expect(waits).to_have_count(0, timeout=180_000)
    return found


def press(place: Locator, name: str) -> None:
    """Press a button, also one that says it cannot be used: it then explains itself."""
    place.get_by_role("button", name=name, exact=True).click(force=True)


def hand_card(place: Locator, name: str) -> Locator:
    """Find a card of the hand by its name, whatever has been said of it since."""
    return place.get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


def answer_wrongly_then_rightly(quiz: Locator, one: Asked) -> None:
    """Give every answer of an exercise, the wrong ones first; each is judged and explained."""
    said = quiz.locator(".sv-status")
    if one["mode"] == "choose":
        for choice in sorted(one["choices"], key=lambda each: bool(each["right"])):
            press(quiz, choice["text"])
            judged = "✓ Right." if choice["right"] else "✗ Not right."
            expect(said).to_have_text(f"{judged} {choice['why']}")
        return
    verdicts = one["verdicts"]
    for key in sorted(verdicts, key=lambda each: bool(verdicts[each]["fits"])):
        hand_card(quiz, Card(key.partition("#")[0]).words).click()
        judged = "✓ Right." if verdicts[key]["fits"] else "✗ Not right."
        expect(said).to_contain_text(f"{judged} {verdicts[key]['why']}")
    expect(said).to_contain_text("All found")


# In JupyterLab the same page is drawn by the same script: one lesson there is enough.
@pytest.mark.parametrize(
    ("where", "lesson"), [*(("voila", each) for each in LESSONS), ("lab", LESSON)]
)
def test_every_exercise_is_answered_wrongly_and_rightly(
    page: Page, where: str, lesson: str, open_lesson: OpenLesson
) -> None:
    exercises = asked_in(lesson)
    open_lesson(page, where, lesson)
    quiz = shown(page, ".sv-quiz")
    if where == "lab":
        expect(page.locator("body")).to_contain_text("Notes for teachers", use_inner_text=True)
    text = page.inner_text("body")
    assert "You will learn" in text
    assert ("Notes for teachers" in text) == (where == "lab"), "learners do not see them"
    assert not re.search(r"Traceback|Error", text)
    for at, one in enumerate(exercises, 1):
        expect(quiz.locator(".sv-progress")).to_have_text(f"{at} of {len(exercises)}")
        expect(quiz.get_by_role("heading", level=3)).to_have_text(one["prompt"])
        answer_wrongly_then_rightly(quiz, one)
        for number, hint in enumerate(one["hints"], 1):
            press(quiz, "Hint")
            expect(quiz.locator(".sv-why")).to_have_text(f"Hint {number} of 3: {hint}")
        press(quiz, "Finish" if at == len(exercises) else "Next")
    expect(quiz).to_contain_text(f"All {len(exercises)} done")
    expect(quiz).to_contain_text(f"done, 0 of {len(exercises)} right at first try.")
    ask_for_more(quiz)


def ask_for_more(quiz: Locator) -> None:
    """Ask for another position until more have come than were sent ahead; none comes twice, all are answered."""
    heading, seen = quiz.get_by_role("heading", level=3), set()
    for number in range(1, 17):
        quiz.get_by_role("button", name=re.compile("^Another (position|puzzle)$")).click()
        expect(quiz.locator(".sv-progress")).to_have_text(f"Extra {number}")
        seen.add(heading.inner_text() + quiz.locator(".sv-body").inner_text())
        for _ in range(3):
            press(quiz, "Hint")
        press(quiz, "Show me")
        shown = quiz.get_by_role("button", name=re.compile("the answer$"))
        shown.first.click()
        expect(quiz.get_by_role("status").first).to_have_text(re.compile("^✓ Right"))
    assert len(seen) == 16


def test_a_deal_is_dealt_card_by_card(page: Page, open_lesson: OpenLesson) -> None:
    code = code_of("1_deal.ipynb")
    assert "deal_out(deal)" in code
    assert any(cell.startswith("deal = 1234 ") for cell in code)
    open_lesson(page, "voila", "1_deal.ipynb")
    place = shown(page, ".sv-replay").first
    said = place.locator(".sv-status")
    expect(said).to_contain_text(first_card_words(0, 4))
    for number, name in enumerate(("Robin", "Alex", "Sam", "you"), 1):
        press(place, "Forward")
        expect(said).to_contain_text(f"Card {number} of 52 goes to {name}")
    dealt = deal(Rules(), 1234)
    group = place.get_by_role("group", name="Your hand, 1 card", exact=True)
    expect(group).to_be_visible()
    press(place, "Last")
    expect(said).to_contain_text(opener_words(dealt))
    labels = [card.words for card in dealt.hands[0]]
    hand = place.get_by_role("group", name="Your hand, 13 cards", exact=True)
    expect(hand.get_by_role("button")).to_have_count(13)
    shown_labels = [each.get_attribute("aria-label") for each in hand.get_by_role("button").all()]
    assert shown_labels == labels
    press(place, "First")
    expect(said).to_contain_text(first_card_words(0, 4))
    assert len(deal_out(1234).payload["frames"]) == 54


def test_the_number_of_players_is_changed(page: Page, open_lesson: OpenLesson) -> None:
    open_lesson(page, "voila", "1_deal.ipynb")
    shown(page, ".sv-quiz")
    place = shown(page, ".sv-position").last
    for players in (8, 3, 6):
        place.get_by_role("textbox").fill(f"classic:{players} deal 1234")
        press(place, "Show")
        dealt = deal(Rules.named("classic", players=players), 1234)
        expect(place.get_by_role("group", name=hand_words(view(dealt, 0), 0))).to_be_visible()
        counts = place.locator(".sv-seat .sv-cards b")
        expect(counts).to_have_text([str(size) for size in dealt.sizes[1:]])
    assert size_words(dealt.rules, 0)
    place.get_by_role("textbox").fill("classic:9 deal 1234")
    press(place, "Show")
    expect(place).to_contain_text("The table still shows the last position.")


def test_a_false_pass_is_caught_in_the_lesson_on_passing(
    page: Page, open_lesson: OpenLesson
) -> None:
    open_lesson(page, "voila", "3_passing.ipynb")
    game = shown(page, ".sv-game").last
    expect(game).to_contain_text("Your turn:")
    expect(game).to_contain_text("20 chips")
    press(game, "Pass")
    press(game, "Pass anyway")
    expect(game).to_contain_text("17 chips")
    expect(game).to_contain_text("You pay three chips and must lay a card.")


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
    answer_wrongly_then_rightly(quiz, asked_in(LESSON)[0])
    expect(quiz.locator("[data-done]")).to_have_count(1)
    open_lesson(page, "voila", LESSON)
    expect(shown(page, ".sv-quiz").locator("[data-done]")).to_have_count(1)


def test_the_way_from_home_through_the_lessons_and_back(page: Page, voila_url: str) -> None:
    page.goto(voila_url)
    page.locator("#course").get_by_role("link", name="The deal").first.click()
    for following in ("Extending rows", "Passing", "Finishing", "Strategy"):
        shown(page, ".sv-quiz")
        page.locator("main, body").first.get_by_role(
            "link", name=following, exact=True
        ).last.click()
        expect(page.get_by_role("heading", name=following, exact=True, level=1)).to_be_visible()
    shown(page, ".sv-quiz")
    page.get_by_role("link", name="play a whole game").click()
    shown(page, ".sv-game")
    page.get_by_role("link", name="all lessons").click()
    expect(page.get_by_role("heading", name="Sevens", exact=True)).to_be_visible()
    assert not re.search(r"Traceback|Error", page.inner_text("body"))


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_narrowest_screen_shows_a_lesson_without_scrolling_sideways(
    open_page: Callable[..., Page], open_lesson: OpenLesson, lesson: str
) -> None:
    """WCAG 2.2, 1.4.10: 320 px, which is also a laptop at 400 %."""
    page = open_page(viewport=(320, 640))
    open_lesson(page, "voila", lesson)
    shown(page, ".sevens")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
