"""The lab without Python, its sizes, and barriers for nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js.conftest import Bench
from tests.js.labs import LabPage, open_lab

# ---- without Python, and what can be seen --------------------------------------------------


def test_without_python_the_lab_says_so_and_still_explains(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.page.evaluate("window.hangUp()")
    expect(lab.live).to_contain_text("The connection to Python is lost.")
    lab.put("ten of hearts")
    assert lab.said == "10♥ fits: it goes above 9♥."
    lab.press("Onto the table")
    lab.board("nine of clubs").click()
    assert lab.sent == []
    assert "connection to Python is lost" in lab.said
    lab.put("ten of hearts")
    chosen: list[object] = []
    lab.page.on("filechooser", lambda chooser: chosen.append(chooser))
    lab.page.get_by_role("button", name="Load a record").click(force=True)
    expect(lab.live).to_contain_text("The connection to Python is lost.")
    lab.page.wait_for_timeout(300)  # in which a window to choose a file in would have opened
    assert chosen == []


def stages(lab: LabPage) -> Iterator[str]:
    """Go through all parts of the lab, with as much to see as there can be."""
    lab.press("Onto the table")
    lab.press("Into Robin's hand")
    lab.put("king of clubs")
    lab.page.locator(".sv-brules summary").click()
    yield "setup"
    lab.press("Onto the table")
    lab.put("queen of diamonds")
    yield "faults"
    lab.press("Undo")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    lab.press("What is each move worth?")
    lab.press("Show all hands")
    yield "play"
    lab.press("First")
    lab.shown.locator('[data-fits="true"]').nth(1).click()
    lab.pump()
    lab.press("Compare")
    lab.press("What are the two moves worth?")
    lab.page.locator(".sv-moves summary").click()
    yield "compare"


SIDEWAYS = """() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll(".sevens *")]
  .filter((it) => it.clientWidth && it.getBoundingClientRect().right > innerWidth)
  .map((it) => it.outerHTML.slice(0, 80))]"""
SMALL = """() => [...document.querySelectorAll(".sevens :is(button, select, summary, input, textarea):not(.sv-card)")]
  .filter((it) => it.checkVisibility()).map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
  .map(([what, box]) => [what, box.width, box.height])"""


@pytest.mark.parametrize("viewport", [(320, 640), (360, 640), (1366, 768)])
def test_nothing_is_too_small_or_beyond_the_edge(bench: Bench, viewport: tuple[int, int]) -> None:
    lab = open_lab(bench, viewport=viewport)
    for stage in stages(lab):
        more, *parts = lab.page.evaluate(SIDEWAYS)
        assert more <= 0, stage
        assert parts == [], stage
        for what, width, height in lab.page.evaluate(SMALL):
            assert height >= 44 or "checkbox" in what, (stage, what)
            assert width >= (36 if "sv-bcard" in what else 44) or "checkbox" in what, (stage, what)


AXE = """async (off = { enabled: false }) => (await axe.run({ include: [['.sevens']] },
  { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: off, 'page-has-heading-one': off, 'heading-order': off } }))
  .violations.map(each => [each.id, each.nodes.map(node => node.html)])"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("viewport", [(360, 640), (1366, 768)], ids=["phone", "desk"])
def test_axe_finds_nothing(bench: Bench, npm: Path, dark: bool, viewport: tuple[int, int]) -> None:
    lab = open_lab(bench, viewport=viewport, dark=dark)
    lab.page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    for stage in stages(lab):
        found: list[Any] = lab.page.evaluate(AXE)
        assert json.dumps(found) == "[]", stage


def test_what_lies_where_is_not_told_by_colour_alone(bench: Bench) -> None:
    lab = open_lab(bench)
    expect(lab.board("six of clubs").locator(".sv-at")).to_have_attribute("data-sign", "table")
    expect(lab.board("five of clubs").locator(".sv-at")).to_have_attribute("data-sign", "You")
    lab.press("Not in play")
    lab.put("ace of spades")
    expect(lab.board("ace of spades").locator(".sv-at")).to_have_attribute("data-sign", "out")
