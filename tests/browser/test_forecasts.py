"""The predictions of the lesson on strategy, in Voila and in JupyterLab."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel import Card
from sevens_widgets import forecast
from tests.browser.servers import ROOT
from tests.browser.test_export import NewContext, opened, reader, stick

__all__ = ["reader", "stick"]  # fixtures

OpenLesson = Callable[[Page, str, str], None]
LESSON = "5_strategy.ipynb"


def positions() -> list[str]:
    """Give the positions of the lesson's predictions, as its cells have them."""
    cells = json.loads((ROOT / "notebooks" / LESSON).read_text("utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return [
        "".join(re.findall(r'"([^"]*)"', text)) for text in code if text.startswith("forecast(")
    ]


def shown(page: Page) -> Locator:
    """Give the predictions of the page, once the last is there."""
    found = page.locator(".sv-forecast")
    found.nth(len(positions()) - 1).wait_for(timeout=90_000)
    return found


def choose(place: Locator, option: dict[str, Any]) -> None:
    """Predict a card and look."""
    name = Card(option["card"]).words
    place.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(place.locator(".sv-status")).to_have_text(option["chosen"])
    place.get_by_role("button", name="Look", exact=True).click()
    expect(place.locator(".sv-status")).to_contain_text(option["verdict"])


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_every_card_of_every_prediction_is_judged(
    page: Page, where: str, open_lesson: OpenLesson
) -> None:
    open_lesson(page, where, LESSON)
    places = shown(page)
    for at, text in enumerate(positions()):
        drawn = forecast(text).payload
        assert len(drawn["options"]) >= 3
        assert drawn["options"][0]["judged"] == "best"
        for option in drawn["options"][::-1]:
            choose(places.nth(at), option)
            rows = places.nth(at).get_by_role("table").get_by_role("row")
            expect(rows).to_have_count(1 + len(drawn["options"]))
            places.nth(at).get_by_role("button", name="Guess again").click()


def test_another_position_and_a_changed_one(page: Page, open_lesson: OpenLesson) -> None:
    open_lesson(page, "voila", LESSON)
    place = shown(page).first
    box = place.get_by_role("textbox")
    seen = {positions()[0]}
    for _ in range(3):
        before = box.input_value()
        place.get_by_role("button", name="Another position").click()
        expect(box).not_to_have_value(before)
        text = box.input_value()
        assert text not in seen
        seen.add(text)
        fitting = place.locator('.sv-hand [data-fits="true"]')
        assert fitting.count() >= 2
        fitting.first.click()
        place.get_by_role("button", name="Look", exact=True).click()
        expect(place.get_by_role("table")).to_be_visible()
    box.fill(positions()[0].replace("10♠ Q♠", "10♠ 9♥"))
    place.get_by_role("button", name="Show", exact=True).click()
    expect(place.get_by_role("button", name=re.compile("^nine of hearts"))).to_be_visible()
    box.fill("hearts 5x")
    place.get_by_role("button", name="Show", exact=True).click()
    expect(place).to_contain_text("The table still shows the last position.")


def order(text: str) -> list[str]:
    """Give the cards of a prediction, the one that wins most often first."""
    return [option["card"] for option in forecast(text).payload["options"]]


def test_what_the_lesson_lets_a_reader_change_makes_the_difference_it_asks_about() -> None:
    first, sevens, waiting = positions()
    cells = json.loads((ROOT / "notebooks" / LESSON).read_text("utf-8"))["cells"]
    told = {cell["id"]: "".join(cell["source"]) for cell in cells}

    def changed(name: str, text: str, *swaps: tuple[str, str]) -> list[str]:
        for old, new in swaps:
            assert f"the {new} in place of the {old}" in told[name]
            assert text.count(f" {old}") == 1
            text = text.replace(f" {old}", f" {new}")
        return order(text)

    assert order(first)[0] == "8s"
    assert changed("whom", first, ("Q♠", "J♥"), ("10♠", "K♥"))[0] == "8h"
    assert order(sevens)[-2:] == ["7c", "7s"]
    after = changed("sevens", sevens, ("J♥", "10♠"), ("Q♥", "Q♠"))
    assert after.index("7s") < after.index("7c")
    assert order(waiting)[0] == "2d"


def test_a_prediction_works_in_a_file_without_python(reader: NewContext, stick: Path) -> None:
    page = opened(reader(), stick, "5_strategy")
    places = shown(page)
    drawn = forecast(positions()[0]).payload
    choose(places.first, drawn["options"][-1])
    expect(places.first.get_by_role("table")).to_be_visible()
    another = places.first.get_by_role("button", name="Another position")
    expect(another).to_have_attribute("aria-disabled", "true", timeout=15_000)
    another.click(force=True)
    expect(places.first).to_contain_text("There is no Python behind this page.")
    page.close()
