"""A whole lesson by keyboard alone, from what is spoken: names, states, the status line; nothing is looked at."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_lessons import LESSON, Asked, OpenLesson, asked_in, shown

FOCUSED = """() => {
  const it = document.activeElement;
  return {name: it.getAttribute("aria-label") ?? it.textContent.trim(), inside: Boolean(it.closest(".sevens"))};
}"""
SPOKEN = "() => document.querySelector('.sv-quiz .sv-status').textContent"


def name_with_focus(page: Page) -> str:
    """Give the spoken name of what has the focus."""
    return str(page.evaluate(FOCUSED)["name"])


def go_to(page: Page, name: str) -> None:
    """Press Tab, or Shift+Tab on the way back, until the wanted control is spoken; arrows walk along the hand."""
    for key in (*["Tab"] * 6, *["Shift+Tab"] * 24):
        if name_with_focus(page) == name:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{name} is not reached by Tab")


def go_to_card(page: Page, words: str) -> None:
    """Reach the hand by its one Tab stop, then the card with the arrow keys."""
    hand = page.locator(".sv-quiz").get_by_role("group", name="Your hand")
    for key in (
        *["Tab"] * 3,
        *["Shift+Tab"] * 15,
    ):  # the question stands before the hand, the buttons after it
        if hand.evaluate("it => it.contains(document.activeElement)"):
            break
        page.keyboard.press(key)
    page.keyboard.press("Home")
    for _ in range(20):
        if name_with_focus(page).partition(",")[0] == words:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{words} is not reached by the arrow keys")


def answer(page: Page, one: Asked) -> None:
    """Answer an exercise rightly with keys, and wait until the reason is spoken."""
    if one["mode"] == "choose":
        right = next(choice for choice in one["choices"] if choice["right"])
        go_to(page, right["text"])
        page.keyboard.press("Enter")
        expect(page.locator(".sv-quiz .sv-status")).to_contain_text(right["why"])
        return
    names = {card["key"]: card["name"] for card in one["scene"]["hand"]}
    for key, said in one["verdicts"].items():
        if said["fits"]:
            go_to_card(page, names[key])
            page.keyboard.press("Space")
            expect(page.locator(".sv-quiz .sv-status")).to_contain_text(said["why"])


def test_a_whole_lesson_is_done_by_keyboard_from_what_is_spoken(
    page: Page, open_lesson: OpenLesson
) -> None:
    exercises = asked_in(LESSON)
    open_lesson(page, "voila", LESSON)
    quiz = shown(page, ".sv-quiz").first
    heading = quiz.get_by_role("heading", level=3)
    quiz.get_by_role("button", name="Hint", exact=True).focus()
    for at, one in enumerate(exercises, 1):
        expect(heading).to_have_text(one["prompt"])
        answer(page, one)
        assert "Right" in page.evaluate(SPOKEN)
        assert page.evaluate(FOCUSED)["inside"], "the focus stays in the quiz after an answer"
        go_to(page, "Finish" if at == len(exercises) else "Next")
        page.keyboard.press("Enter")
    expect(quiz).to_contain_text(f"All {len(exercises)} done")
    assert page.evaluate(FOCUSED)["inside"], "also at the end"
