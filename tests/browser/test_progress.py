"""How far a learner has come, on the home page, counted from the ticks that quizzes leave in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from sevens_widgets.exercise import load

OpenLesson = Callable[[Page, str, str], None]
LESSON, TITLE = "3_passing", "Passing"


def test_a_solved_exercise_counts_on_the_home_page_until_it_is_forgotten(
    page: Page, voila_url: str, open_lesson: OpenLesson
) -> None:
    total = len(load(LESSON).exercises)
    page.goto(voila_url)
    far = page.locator(".sv-far")
    expect(far).to_contain_text(f"{TITLE}: 0 of {total} done")
    expect(page.get_by_role("button", name="Forget my progress")).to_have_count(0)
    expect(page.locator("#course")).to_contain_text("Begin with: The deal")
    page.locator("#course").get_by_role("link", name="The deal").last.click()  # after "Begin with"
    expect(page.get_by_role("heading", level=1)).to_contain_text("The deal")
    open_lesson(page, "voila", f"{LESSON}.ipynb")
    quiz = page.locator(".sv-quiz")
    quiz.get_by_role("button", name="Play a card", exact=True).click()
    expect(quiz.get_by_role("status")).to_have_text(re.compile("^✓ Right"))
    page.get_by_role("link", name="Home", exact=True).click()
    expect(far).to_contain_text(f"{TITLE}: 1 of {total} done")
    expect(page.locator("#course")).to_contain_text("Go on with: The deal")
    page.get_by_role("button", name="Forget my progress").click()
    expect(page.get_by_role("button", name="No, keep them")).to_be_focused()
    expect(page.get_by_role("group", name="Forget my progress")).to_contain_text("nobody can bring")
    page.get_by_role("button", name="No, keep them").click()
    expect(far).to_contain_text(f"{TITLE}: 1 of {total} done")
    page.get_by_role("button", name="Forget my progress").click()
    page.get_by_role("button", name="Yes, forget all ticks").click()
    expect(far).to_contain_text(f"{TITLE}: 0 of {total} done")
    expect(page.locator("#course")).to_contain_text("All ticks are forgotten.")
    page.reload()
    expect(far).to_contain_text(f"{TITLE}: 0 of {total} done")


def test_every_exercise_done_makes_a_lesson_done(page: Page, voila_url: str) -> None:
    page.goto(voila_url)
    ids = [one.id for one in load(LESSON).exercises]
    page.evaluate("ids => localStorage.setItem('sevens:quiz:3_passing', JSON.stringify(ids))", ids)
    page.reload()
    expect(page.locator(".sv-far [data-done]")).to_have_text([f"✓{TITLE}: all {len(ids)} done"])


def test_home_shows_it_in_the_notebook_too(page: Page, open_lesson: OpenLesson) -> None:
    open_lesson(page, "lab", "home.ipynb")
    expect(page.locator(".sv-far")).to_contain_text(f"{TITLE}: 0 of ", timeout=90_000)


def test_your_own_player_opens_in_the_notebook_and_climbs(
    page: Page, open_lesson: OpenLesson
) -> None:
    open_lesson(page, "lab", "your_own_player.ipynb")
    ladder = page.locator(".sv-climb").first
    expect(ladder).to_contain_text("Twelve deals against three of each", timeout=90_000)
    expect(ladder.get_by_role("table").get_by_role("row")).to_have_count(5)
    ladder.get_by_role("button", name="Play 100 more deals").click()
    stop = ladder.get_by_role("button", name="Stop")
    stop.or_(ladder.get_by_text("All 112 deals are played.")).first.wait_for()
    expect(ladder.get_by_role("status")).to_contain_text("deals are played.")
    expect(ladder).to_contain_text("112 deals against three of each", timeout=180_000)
    expect(
        page.get_by_text("Your player answered A♣, which may not be laid.").first
    ).to_be_visible()
    assert "Traceback" not in page.inner_text("body")


def test_as_a_web_page_your_own_player_says_where_it_can_be_worked_with(
    page: Page, voila_url: str
) -> None:
    page.goto(f"{voila_url}voila/render/your_own_player.ipynb")
    expect(page.get_by_role("note")).to_contain_text("Open it in JupyterLab")
