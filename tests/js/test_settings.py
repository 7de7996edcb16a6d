"""Settings: kept in the browser, obeyed by every widget of the page at once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, Table

KEPT = "JSON.parse(localStorage.getItem('sevens:settings'))"
SECOND = """() => {
  const el = document.createElement("div");
  document.querySelector("main").append(el);
  window.unmountSecond = window.widget.render({ model: window.model, el });
}"""


def opened(table: Table) -> Table:
    table.page.get_by_text("Settings").first.click()
    return table


def both(table: Table, name: str) -> list[str | None]:
    return [each.get_attribute(f"data-{name}") for each in table.root.all()]


@pytest.mark.parametrize(
    ("label", "name", "value"),
    [("Four-colour suits", "colours", "four"), ("Large cards", "faces", "large"),
     ("Hints", "hints", "off")],
)  # fmt: skip
def test_a_switch_is_kept_and_obeyed_by_all_widgets(
    show: Show, label: str, name: str, value: str
) -> None:
    table = opened(show(payloads.middle()))
    table.page.evaluate(SECOND)
    usual = both(table, name)
    table.page.get_by_label(label).first.click()
    assert both(table, name) == [value, value]
    assert table.page.evaluate(KEPT)[name] == value
    table.page.get_by_label(label).first.click()
    assert both(table, name) == usual


@pytest.mark.parametrize(
    ("label", "value"), [("Theme", "dark"), ("Theme", "light"), ("Speed", "instant")]
)
def test_a_choice_is_kept_and_obeyed_by_all_widgets(show: Show, label: str, value: str) -> None:
    table = opened(show(payloads.middle()))
    table.page.evaluate(SECOND)
    table.page.get_by_label(label).first.select_option(value)
    assert both(table, label.lower()) == [value, value]
    assert table.page.evaluate(KEPT)[label.lower()] == value


def test_what_was_kept_holds_in_the_next_page_and_nonsense_is_ignored(show: Show) -> None:
    kept: dict[str, Any] = {"colours": "four", "faces": 7, "theme": "pink", "speed": "instant"}
    for payload in (payloads.middle(), payloads.quiz(), payloads.board()):
        table = show(payload, stored={"sevens:settings": kept})
        for name, value in {"colours": "four", "faces": "normal", "theme": "system"}.items():
            expect(table.root).to_have_attribute(f"data-{name}", value)
    opened(table)
    expect(table.page.get_by_label("Four-colour suits")).to_be_checked()
    expect(table.page.get_by_label("Speed")).to_have_value("instant")


def test_another_tab_is_followed(show: Show) -> None:
    table = show(payloads.middle())
    table.page.evaluate(
        """() => { localStorage.setItem("sevens:settings", JSON.stringify({ faces: "large" }));
        window.dispatchEvent(new StorageEvent("storage", { key: "sevens:settings" })); }"""
    )
    expect(table.root).to_have_attribute("data-faces", "large")


@pytest.mark.parametrize("system_dark", [False, True])
def test_a_theme_of_ones_own_wins_over_the_page(show: Show, system_dark: bool) -> None:
    paper = "getComputedStyle(document.querySelector('.sevens')).backgroundColor"
    table = opened(show(payloads.middle(), dark=system_dark, system_dark=system_dark))
    usual = table.page.evaluate(paper)
    other = "light" if system_dark else "dark"
    table.page.get_by_label("Theme").select_option(other)
    assert table.page.evaluate(paper) != usual
    table.page.get_by_label("Theme").select_option("system")
    assert table.page.evaluate(paper) == usual


def test_without_hints_there_is_no_button_for_them(show: Show) -> None:
    table = show(payloads.middle(), stored={"sevens:settings": {"hints": "off"}})
    for name in ("Hint", "Suggest a move"):
        expect(table.button(name)).to_be_hidden()
    expect(table.button("Undo")).to_be_visible()
    table.answer(payloads.quiz())
    expect(table.button("Hint")).to_be_hidden()


def test_at_instant_speed_nothing_slides(show: Show) -> None:
    table = show(payloads.middle(), stored={"sevens:settings": {"speed": "instant"}})
    moving = table.page.evaluate(
        "payload => { window.answer(payload); return document.getAnimations().length; }",
        payloads.after_move(),
    )
    assert moving == 0


def test_large_faces_are_larger(show: Show) -> None:
    table = show(payloads.middle())
    sizes = """() => [".sv-hand b", ".sv-hand svg", ".sv-cell b", ".sv-cell svg"]
      .map((part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize))"""
    for width in (360, 1366):
        table.page.set_viewport_size({"width": width, "height": 768})
        table.root.evaluate("it => { it.dataset.faces = 'normal'; }")
        usual = table.page.evaluate(sizes)
        table.root.evaluate("it => { it.dataset.faces = 'large'; }")
        for one, other in zip(usual, table.page.evaluate(sizes), strict=True):
            assert other >= 1.15 * one


def test_the_focus_stays_on_a_setting(show: Show) -> None:
    table = show(payloads.middle())
    summary = table.page.locator("summary", has_text="Settings")
    summary.focus()
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Space")
    expect(table.page.get_by_label("Four-colour suits")).to_be_focused()
    expect(table.root).to_have_attribute("data-colours", "four")
