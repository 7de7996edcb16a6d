"""A forecast in a bare page: predict first, then look; everything but another position works without Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from sevens_widgets.forecasts import Forecasts
from tests.js.harness import Show, Table
from tests.js.test_looks import assert_axe_clean, with_axe

CLEAR = "clubs 3-9, diamonds A-10, hearts 4-8, spades 5-7; you A♣ 10♣ Q♦ 2♥ 9♥ J♥ A♠; robin ?7; alex ?6; sam ?7"
CLOSE = "clubs 4-Q, diamonds A-8, hearts A-10; you 3♣ K♣ 9♦ 10♦ 7♠ K♥; robin ?6; alex ?7; sam ?6"
NEVER = (
    "There is no Python behind this page. "
    "To get another position, open this lesson with the course running (make serve)."
)


@cache
def _made(text: str) -> Forecasts:
    return Forecasts(text, deals=500)


def payload(text: str = CLEAR) -> dict[str, Any]:
    """Give what the engine sends for a position."""
    return dict(_made(text).drawn)


def option(drawn: dict[str, Any], card: str) -> dict[str, Any]:
    """Give what is sent about one card."""
    found: dict[str, Any] = next(each for each in drawn["options"] if each["card"] == card)
    return found


def figures(table: Table) -> list[str]:
    """Read the table of figures, line by line, as it is shown; nothing while it is closed."""
    rows = table.page.get_by_role("table").get_by_role("row")
    return [" | ".join(row.get_by_role("cell").all_inner_texts()) for row in rows.all()[1:]]


def test_nothing_is_given_away_before_somebody_has_predicted(show: Show) -> None:
    table = show(payload())
    expect(table.page.get_by_role("heading", name="Which card would you lay?")).to_be_visible()
    expect(table.status).to_have_text(payload()["ask"])
    expect(table.page.get_by_role("table")).to_have_count(0)
    assert payload()["options"][0]["won"] not in table.root.inner_text()
    expect(table.button("Look")).to_have_attribute("aria-disabled", "true")
    table.button("Look").click(force=True)
    expect(table.status).to_contain_text(payload()["ask"])
    expect(table.page.get_by_role("table")).to_have_count(0)
    assert table.sent == []


def test_a_card_is_chosen_and_another_one_instead(show: Show) -> None:
    table, drawn = show(payload()), payload()
    for card, other in (("nine of hearts", "ten of clubs"), ("ten of clubs", "nine of hearts")):
        table.card(card).click()
        expect(table.card(card)).to_have_attribute("aria-pressed", "true")
        expect(table.card(other)).to_have_attribute("aria-pressed", "false")
    expect(table.status).to_have_text(option(drawn, "10c")["chosen"])


def test_a_card_that_does_not_fit_explains_itself_and_is_not_chosen(show: Show) -> None:
    table = show(payload())
    table.card("ace of spades").click(force=True)
    expect(table.why).to_contain_text("A♠ waits for 4♠")
    expect(table.card("ace of spades")).to_have_attribute("aria-disabled", "true")
    expect(table.button("Look")).to_have_attribute("aria-disabled", "true")


def test_looking_shows_how_every_card_fared_in_bars_and_in_words(show: Show) -> None:
    table, drawn = show(payload()), payload()
    table.card("ten of clubs").click()
    table.button("Look").click()
    best, worse = drawn["options"]
    expect(table.status).to_have_text(f"✗ {worse['verdict']}")
    expect(table.why).to_have_text(f"{worse['why']} {best['why']}")
    expect(table.page.get_by_role("table")).to_have_accessible_name(drawn["caption"])
    head = table.page.get_by_role("columnheader").all_inner_texts()
    assert head == drawn["head"]
    assert figures(table) == [
        f"{best['won']} | {best['chance']}",
        f"{worse['won']}, your card | {worse['chance']}",
    ]
    names = [
        row.get_by_role("img").get_attribute("aria-label")
        for row in table.page.get_by_role("rowheader").all()
    ]
    assert names == [best["name"], worse["name"]]
    wide = table.page.locator(".sv-share i").evaluate_all(
        "all => all.map((it) => it.getBoundingClientRect().width)"
    )
    assert wide[0] / wide[1] == pytest.approx(best["share"] / worse["share"], rel=0.02)
    expect(table.page.get_by_text(drawn["about"])).to_be_visible()
    assert table.sent == [], "all was known before"


def test_after_looking_every_card_that_fits_tells_of_itself(show: Show) -> None:
    table, drawn = show(payload()), payload()
    table.card("ten of clubs").click()
    table.button("Look").click()
    table.card("nine of hearts").click()
    expect(table.status).to_have_text(f"✓ {option(drawn, '9h')['verdict']}")
    expect(table.why).to_have_text(option(drawn, "9h")["why"])
    expect(table.status).to_have_attribute("data-right", "true")
    table.button("Guess again").click()
    expect(table.status).to_have_text(drawn["ask"])
    expect(table.page.get_by_role("table")).to_have_count(0)
    expect(table.hand.locator('[aria-pressed="true"]')).to_have_count(0)
    assert table.focus == "Look"


def test_what_is_too_close_to_tell_is_neither_right_nor_wrong(show: Show) -> None:
    table, drawn = show(payload(CLOSE)), payload(CLOSE)
    assert option(drawn, "Kc")["judged"] == "close"
    table.card("king of clubs").click()
    table.button("Look").click()
    expect(table.status).to_contain_text("≈ Too close to tell: K♣ won")
    assert table.status.get_attribute("data-right") is None
    assert len(figures(table)) == 4


def test_it_is_all_done_by_keyboard(show: Show) -> None:
    table = show(payload())
    table.page.locator("#outside").focus()
    table.page.keyboard.press("Tab")
    assert table.focus.startswith("ten of clubs"), "the first card that fits"
    for _ in range(3):
        table.page.keyboard.press("ArrowRight")
    assert table.focus.startswith("nine of hearts")
    table.page.keyboard.press("Enter")
    expect(table.status).to_contain_text("You would lay 9♥.")
    assert table.focus.startswith("nine of hearts")
    table.page.keyboard.press("Tab")
    assert table.focus == "Look"
    table.page.keyboard.press("Space")
    expect(table.status).to_contain_text("✓ 9♥ won most often")
    assert table.focus == "Guess again"
    for name in ("Another position", "Read the table"):
        table.page.keyboard.press("Tab")
        assert table.focus == name
    table.page.keyboard.press("Enter")
    expect(table.why).to_contain_text("Clubs, three to nine")
    table.page.keyboard.press("Tab")
    assert table.page.evaluate("document.activeElement.tagName") == "TEXTAREA"


def test_another_position_is_asked_for_and_begins_afresh(show: Show) -> None:
    following = payload(CLOSE) | {"number": 2}
    table = show(payload(), answers=[following])
    table.card("nine of hearts").click()
    table.button("Look").click()
    table.button("Another position").click()
    assert table.sent == [{"type": "another"}]
    expect(table.status).to_have_text(following["ask"])
    expect(table.page.get_by_role("table")).to_have_count(0)
    expect(table.hand.get_by_role("button")).to_have_count(6)
    expect(table.page.get_by_role("textbox", name="Position")).to_have_value(CLOSE)
    assert table.focus == "Another position"


def test_an_answer_that_changes_nothing_leaves_the_prediction(show: Show) -> None:
    table = show(payload())
    table.card("nine of hearts").click()
    table.button("Look").click()
    table.answer(payload() | {"answers": 1})
    expect(table.status).to_contain_text("✓ 9♥ won most often")
    assert len(figures(table)) == 2


def test_a_text_that_cannot_be_read_keeps_the_table_and_its_figures(show: Show) -> None:
    bad = payload() | {
        "scene": None,
        "options": [],
        "notice": "“5x” is not a card.",
        "text": "you 5x",
    }
    table = show(payload(), answers=[bad])
    table.page.get_by_role("textbox", name="Position").fill("you 5x")
    table.button("Show").click()
    assert table.sent == [{"type": "show", "text": "you 5x"}]
    expect(table.status).to_have_text("“5x” is not a card.")
    expect(table.hand.get_by_role("button")).to_have_count(7)
    table.card("nine of hearts").click()
    table.button("Look").click()
    assert len(figures(table)) == 2


def test_faults_are_listed_and_nothing_can_be_predicted(show: Show) -> None:
    wrong = Forecasts("hearts 5-8; you 5♥ 9♥ 4♥", deals=10).drawn
    table = show(wrong)
    expect(table.status).to_have_text(wrong["notice"])
    listed = table.page.get_by_role("list", name="What is wrong").get_by_role("listitem")
    assert listed.all_inner_texts() == wrong["problems"]
    table.card("nine of hearts").click(force=True)
    expect(table.why).to_contain_text("9♥ fits")
    table.button("Look").click(force=True)
    expect(table.page.get_by_role("table")).to_have_count(0)


def test_one_that_is_not_to_be_changed_has_no_box(show: Show) -> None:
    table = show(payload() | {"editable": False})
    expect(table.page.get_by_role("textbox")).to_have_count(0)


def test_without_python_only_another_position_is_missing_and_says_why(show: Show) -> None:
    table = show(payload(), clock=True, deaf=True)
    table.page.clock.run_for(9000)
    for name in ("Another position", "Show"):
        expect(table.button(name)).to_have_attribute("aria-disabled", "true")
        table.button(name).click(force=True)
        expect(table.why).to_contain_text(NEVER)
    table.card("nine of hearts").click()
    table.button("Look").click()
    expect(table.status).to_contain_text("✓ 9♥ won most often")
    assert table.sent == []
    table.page.evaluate("window.deaf = false")
    table.page.clock.run_for(3000)
    expect(table.button("Another position")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("width", [320, 360, 768, 1366])
def test_it_fits_the_page(show: Show, width: int) -> None:
    table = show(payload(CLOSE), viewport=(width, 640))
    table.card("seven of spades").click()
    table.button("Look").click()
    expect(table.page.get_by_role("table")).to_be_visible()
    more = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert table.page.evaluate(more) <= 0
    box, inside = table.root.bounding_box(), table.page.get_by_role("table").bounding_box()
    assert box
    assert inside
    assert box["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= box["x"] + box["width"]
    high = table.root.get_by_role("button").evaluate_all(
        "all => all.filter((it) => it.offsetParent && !it.closest('.sv-hand')).map((it) => it.offsetHeight)"
    )
    assert min(high) >= 44


def test_axe_finds_nothing(show: Show, npm: Path) -> None:
    table = with_axe(show(payload(), reduced_motion="reduce"), npm)
    assert_axe_clean(table, "asked")
    table.card("ten of clubs").click()
    assert_axe_clean(table, "chosen")
    table.button("Look").click()
    assert_axe_clean(table, "worse")
    table.card("nine of hearts").click()
    assert_axe_clean(table, "best")
    table.answer(payload(CLOSE) | {"number": 7})
    table.card("king of clubs").click()
    table.button("Look").click()
    assert_axe_clean(table, "close")
    table.answer(Forecasts("hearts 5-8; you 5♥ 9♥ 4♥", deals=10).drawn | {"number": 8})
    assert_axe_clean(table, "faults")
