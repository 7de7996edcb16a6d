"""What an act has changed comes into sight; nothing moves otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.js import payloads
from tests.js.conftest import Bench
from tests.js.harness import Show, Table
from tests.js.labs import open_lab
from tests.js.test_forecast import CLOSE
from tests.js.test_forecast import payload as forecast
from tests.js.test_new_deal import NEW, fresh

PHONE = (360, 640)
DESK = (1366, 768)
SCREENS = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


def room(page: Page) -> None:
    """Put the widget into the middle of a long page, as it stands in a lesson."""
    page.add_style_tag(content="main { padding-block: 1500px; }")


def seen(place: Locator) -> None:
    """Wait until all of it is in sight."""
    expect(place).to_be_in_viewport(ratio=0.98)


def away(place: Locator) -> None:
    """Make sure that a test begins with it out of sight."""
    expect(place).not_to_be_in_viewport()


def to_top(place: Locator) -> None:
    """Scroll until something stands at the top of the screen."""
    place.evaluate("it => it.scrollIntoView({ block: 'start', behavior: 'instant' })")


def scrolled(page: Page) -> float:
    """How far the page is scrolled."""
    place: float = page.evaluate("scrollY")
    return place


def chooser_at(show: Show, viewport: tuple[int, int], name: str, **more: Any) -> Table:
    """A game with its choices unfolded, and one of its buttons at the top of the screen."""
    table = show(fresh(), viewport=viewport, **more)
    room(table.page)
    table.page.get_by_text("Choose the game").click()
    table.page.get_by_label("Deal number").fill("4711")
    to_top(table.button(name))
    away(table.page.locator(".sv-table"))
    return table


@SCREENS
@pytest.mark.parametrize("name", ["Start this game", "Deal again", "Deal this number"])
def test_the_table_of_a_new_deal_comes_into_sight(
    show: Show, name: str, viewport: tuple[int, int]
) -> None:
    table = chooser_at(show, viewport, name, answers=[fresh(**NEW)])
    table.button(name).click()
    seen(table.page.locator(".sv-table"))
    seen(table.why)
    expect(table.why).to_have_text("Deal 4711 is dealt.")


def test_the_choices_fold_away_once_the_game_begins_and_the_focus_goes_to_the_hand(
    show: Show,
) -> None:
    table = chooser_at(show, PHONE, "Start this game", answers=[fresh(**NEW)])
    table.button("Start this game").click()
    expect(table.button("Start this game")).to_be_hidden()
    expect(table.hand.locator(":focus")).to_have_count(1)
    seen(table.page.locator(".sv-table"))


def test_the_focus_stays_on_what_was_pressed(show: Show) -> None:
    table = chooser_at(show, PHONE, "Deal again", answers=[fresh(**NEW)])
    table.button("Deal again").click()
    seen(table.page.locator(".sv-table"))
    expect(table.button("Deal again")).to_be_focused()


@SCREENS
def test_what_is_seen_already_does_not_move(show: Show, viewport: tuple[int, int]) -> None:
    table = show(fresh(), viewport=viewport, reduced_motion="reduce")
    room(table.page)
    to_top(table.root)
    before = scrolled(table.page)
    table.button("Read the table").focus()
    table.page.evaluate("place => scrollTo({ top: place, behavior: 'instant' })", before)
    for _ in range(3):
        table.page.keyboard.press("Enter")
    assert table.why.inner_text()
    assert scrolled(table.page) == before


def test_nothing_moves_when_the_page_is_drawn_or_when_nobody_has_asked(show: Show) -> None:
    table = show(fresh(), viewport=PHONE, reduced_motion="reduce")
    assert scrolled(table.page) == 0
    room(table.page)
    assert scrolled(table.page) == 0
    table.push(fresh(**NEW, notice="Something came by itself."))
    expect(table.why).to_have_text("Something came by itself.")
    assert scrolled(table.page) == 0


def test_who_has_scrolled_away_meanwhile_is_left_there(show: Show) -> None:
    table = chooser_at(show, PHONE, "Deal again", reduced_motion="reduce")
    table.button("Deal again").click()
    before = scrolled(table.page)
    table.page.mouse.wheel(0, 300)
    table.page.wait_for_function("before => scrollY > before + 200", arg=before)
    table.answer(fresh(**NEW))
    expect(table.why).to_have_text("Deal 4711 is dealt.")
    away(table.page.locator(".sv-table"))  # it would have come at once, for motion is reduced


def test_the_next_deal_of_a_match_is_seen_from_its_top(show: Show) -> None:
    table = show(
        payloads.next_deal(),
        viewport=PHONE,
        answers=[fresh(match=payloads.score(2), **NEW)],
    )
    room(table.page)
    to_top(table.button("Next deal"))
    away(table.page.locator(".sv-table"))
    table.button("Next deal").click()
    expect(table.hand.locator(":focus")).to_have_count(1)
    seen(table.page.locator(".sv-table"))


@pytest.mark.parametrize("name", ["Hint", "Suggest a move", "Read the table", "Pass"])
def test_what_a_button_says_comes_into_sight(show: Show, name: str) -> None:
    table = show(payloads.middle(), viewport=(360, 300), answers=[payloads.middle()])
    room(table.page)
    to_top(table.button(name))
    away(table.why)
    table.button(name).click(force=True)
    expect(table.why).not_to_be_empty()
    expect(table.why).to_be_in_viewport(ratio=0.9)


def test_the_verdict_of_a_quiz_is_not_cut(show: Show) -> None:
    table = show(payloads.quiz(), viewport=PHONE)
    room(table.page)
    choice = table.page.locator(".sv-choice").last
    choice.evaluate("it => it.scrollIntoView({ block: 'end', behavior: 'instant' })")
    choice.click()
    expect(table.status).to_contain_text("ight")
    seen(table.status)


def test_the_answer_at_the_end_of_a_quiz_stands_beneath_its_buttons(show: Show) -> None:
    table = show(payloads.quiz(), viewport=PHONE)
    room(table.page)
    for _ in range(2):
        table.button("Next").click()
    table.button("Finish").click()
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = table.button("Copy the result")
    copy.evaluate("it => it.scrollIntoView({ block: 'end', behavior: 'instant' })")
    copy.click()
    expect(table.why).to_contain_text("Copied.")
    seen(table.why)
    seen(copy)


def test_another_position_of_a_forecast_is_seen_from_its_heading(show: Show) -> None:
    table = show(forecast(), viewport=PHONE, answers=[forecast(CLOSE) | {"number": 9}])
    room(table.page)
    to_top(table.button("Another position"))
    heading = table.page.locator(".sv-heading")
    away(heading)
    table.button("Another position").click()
    seen(heading)


@SCREENS
def test_the_table_to_be_played_on_in_the_lab_comes_into_sight(
    bench: Bench, viewport: tuple[int, int]
) -> None:
    lab = open_lab(bench, viewport=viewport)
    room(lab.page)
    to_top(lab.visible("Play from this position"))
    lab.press("Play from this position")
    seen(lab.page.locator(".sv-going .sv-table"))


def test_what_was_copied_in_the_lab_is_said_beside_the_button_too(bench: Bench) -> None:
    lab = open_lab(bench, viewport=PHONE)
    room(lab.page)
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    to_top(lab.visible("Copy the position"))
    lab.press("Copy the position")
    answer = lab.page.locator(".sv-keep .sv-answer")
    expect(answer).to_contain_text("Copied: ")
    seen(answer)


def test_the_large_table_shows_no_link_that_was_copied(show: Show) -> None:
    table = show(fresh(link="school:4 deal 1234"))
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.button("Copy link to this deal").click()
    expect(table.why).to_contain_text("Copied: ")
    table.button("Large table").click()
    expect(table.why).to_be_empty()
    expect(table.status).not_to_be_empty()


def test_what_is_unfolded_comes_into_sight(show: Show) -> None:
    table = show(fresh(), viewport=PHONE)
    room(table.page)
    fold = table.page.get_by_text("Settings", exact=True)
    fold.evaluate("it => it.scrollIntoView({ block: 'end', behavior: 'instant' })")
    fold.click()
    seen(table.page.locator(".sv-settings"))


def test_next_stands_out_only_once_the_question_is_answered(show: Show) -> None:
    table = show(payloads.quiz(), viewport=PHONE)
    main = table.page.locator(".sv-quiz .sv-main").filter(visible=True)
    expect(table.button("Next")).to_be_visible()
    expect(main).to_have_count(0)
    table.button("Yes, it fits").click()
    expect(main).to_have_text(["Next"])


INSIDE = """it => { const words = document.createRange(); words.selectNodeContents(it);
  const [said, cell] = [words.getBoundingClientRect(), it.parentElement.getBoundingClientRect()];
  return said.left >= cell.left && said.right <= cell.right; }"""


@pytest.mark.parametrize("width", [320, 360])
def test_what_is_written_on_a_small_table_is_large_enough_and_stays_within_its_cell(
    show: Show, width: int
) -> None:
    table = show(
        payloads.game(payloads.scene("5c 6c 7c 8c 9c 7d", "10c", sizes=12)), viewport=(width, 640)
    )
    ranks = table.page.locator(".sv-rank")
    assert ranks.filter(has_text="10").count() == 4
    for rank in ranks.all():
        assert rank.evaluate(INSIDE), rank.inner_text()
    size = "it => parseFloat(getComputedStyle(it).fontSize)"
    for place in ('.sv-cell[data-is="open"] .sv-rank', ".sv-takes", ".sv-suit"):
        assert table.page.locator(place).first.evaluate(size) >= 14, place
    for name in table.page.locator(".sv-name").all():
        assert name.evaluate("it => it.scrollWidth <= it.clientWidth"), name.inner_text()
