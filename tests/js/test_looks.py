"""What can be seen: sizes, colours, themes, and what axe-core and the type checker find."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.js import payloads
from tests.js.harness import STATIC, Show

SIZES = [(320, 640), (360, 640), (768, 1024), (1366, 768)]

# For every card of the hand: is its rank, and its suit, on top where it is drawn, and how wide and high is the
# part that can be hit?
SEEN = """() => [...document.querySelectorAll(".sv-hand > *")].map((card) => {
  card.scrollIntoView({ block: "center" });
  const mine = (x, y) => document.elementFromPoint(x, y)?.closest(".sv-card") === card;
  const whole = (part) => { const b = part.getBoundingClientRect();
    return mine(b.left + 1, b.top + b.height / 2) && mine(b.right - 1, b.top + b.height / 2) && b.width > 5; };
  const box = card.getBoundingClientRect();
  const x = box.left + 12, y = box.top + box.height / 2;
  let wide = 0, high = 0;
  for (let i = -60; i < 120; i++) { wide += mine(x + i, y); high += mine(x, y + i); }
  const rank = whole(card.querySelector("b")), suit = whole(card.querySelector("svg"));
  return { name: card.getAttribute("aria-label"), rank, suit, wide, high };
})"""


@pytest.mark.parametrize("name", ["middle", "eighteen", "two_packs", "devyatka"])
def test_every_card_is_readable_and_wide_enough_to_hit(show: Show, name: str) -> None:
    table = show(payloads.ALL[name]())
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        cards = table.page.evaluate(SEEN)
        assert len(cards) == len(payloads.ALL[name]()["scene"]["hand"])
        for card in cards:
            assert card["rank"], (width, card)
            assert card["suit"], (width, card)
            assert card["wide"] >= 36, (width, card)
            assert card["high"] >= 44, (width, card)


@pytest.mark.parametrize("name", list(payloads.ALL))
def test_nothing_scrolls_sideways(show: Show, name: str) -> None:
    table = show(payloads.ALL[name]())
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        beyond = table.page.evaluate(
            "() => [...document.querySelectorAll('.sevens *')]"
            ".filter(it => it.clientWidth && it.getBoundingClientRect().right > innerWidth).length"
        )
        assert beyond == 0, width


@pytest.mark.parametrize("name", ["middle", "finished", "quiz", "position"])
def test_controls_are_44_pixels_high(show: Show, name: str) -> None:
    table = show(payloads.ALL[name](), viewport=(360, 640))
    for button in table.page.locator(".sv-button:visible").all():
        box = button.bounding_box()
        assert box, button
        assert box["height"] >= 44, button.inner_text()
        assert box["width"] >= 44, button.inner_text()


def test_large_text_stays_inside(show: Show) -> None:
    """200 % zoom of a small laptop leaves 683 × 384 pixels."""
    table = show(payloads.eighteen(), viewport=(683, 384))
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def paper(page: Page) -> str:
    colour: str = page.evaluate(
        "getComputedStyle(document.querySelector('.sevens')).backgroundColor"
    )
    return colour


def test_the_page_says_light_or_dark_and_only_then_the_system(show: Show) -> None:
    light, dark = "rgb(247, 246, 242)", "rgb(19, 20, 23)"
    for system in (False, True):
        for theme, colour in (
            (False, light),
            (True, dark),
            (None, dark if system else light),
        ):
            table = show(payloads.opening(), dark=theme, system_dark=system)
            assert paper(table.page) == colour, (system, theme)


def luminance(colour: str) -> float:
    """The relative luminance of "rgb(…)" as WCAG 2 defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours stand apart, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


COLOURS = """() => [...document.querySelectorAll(".sv-hand .sv-face")].map((face) => ({
  card: face.parentElement.getAttribute("aria-label"), paper: getComputedStyle(face).backgroundColor,
  rank: getComputedStyle(face.querySelector("b")).color, suit: getComputedStyle(face.querySelector("svg")).fill,
  edge: getComputedStyle(face).borderTopColor, fits: face.parentElement.dataset.fits }))"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("suits", ["two", "four"])
def test_faces_have_contrast(show: Show, dark: bool, suits: str) -> None:
    table = show(payloads.eighteen(), dark=dark)
    table.root.evaluate("(it, suits) => { it.dataset.colours = suits; }", suits)
    seen = table.page.evaluate(COLOURS)
    assert {each["fits"] for each in seen} == {"true", "false"}
    for each in seen:
        assert contrast(each["rank"], each["paper"]) >= 4.5, each
        assert contrast(each["suit"], each["paper"]) >= 4.5, each
        if each["fits"] == "true":
            assert contrast(each["edge"], each["paper"]) >= 3, each
    assert len({each["suit"] for each in seen if each["fits"] == "true"}) == (
        4 if suits == "four" else 2
    )


def test_what_fits_is_not_told_by_colour_alone(show: Show) -> None:
    table = show(payloads.middle())
    for card in table.hand.get_by_role("button").all():
        fits = card.get_attribute("data-fits") == "true"
        assert (card.locator(".sv-mark").get_attribute("data-sign") == "▲") == fits
        raised = card.locator(".sv-face").evaluate(
            "it => getComputedStyle(it).transform !== 'none'"
        )
        assert raised == fits


def test_forced_colours_keep_the_shapes(show: Show) -> None:
    table = show(payloads.middle(), forced_colors="active")
    pairs = table.page.evaluate(
        "() => [...document.querySelectorAll('.sv-row .sv-shape')]"
        ".map(it => [getComputedStyle(it).fill, getComputedStyle(document.querySelector('.sevens')).backgroundColor])"
    )
    assert pairs
    for shape, behind in pairs:
        assert contrast(shape, behind) >= 4.5


def test_every_style_stands_under_the_root_class() -> None:
    styles = re.sub(r"/\*.*?\*/", "", (STATIC / "table.css").read_text("utf-8"), flags=re.S)
    styles = re.sub(r"@(media|container)[^{]*\{", "", styles)
    selectors = re.findall(r"([^{}]+)\{", styles)
    assert len(selectors) > 50
    for selector in selectors:
        for part in re.split(r",(?![^()]*\))", selector):
            assert ".sevens" in part, part.strip()


def test_styles_and_script_ask_nothing_of_other_places() -> None:
    for name in ("table.css", "table.js"):
        text = (STATIC / name).read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(
            r"https?:|@import|url\(|\bimport\b.*\bfrom\b", text.replace("new URL(", "")
        )


AXE = """async (root) => (await axe.run(root, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }))
  .violations.map((it) => ({ rule: it.id, where: it.nodes.map((node) => node.html.slice(0, 200)) }))"""


@pytest.mark.parametrize("name", [*payloads.ALL, "quiz answered", "quiz picked", "quiz done"])
def test_axe_finds_nothing(show: Show, npm: Path, name: str) -> None:
    table = show(payloads.ALL[name.split()[0]](), reduced_motion="reduce")
    if name == "quiz answered":
        table.button("No, it waits").click()
        table.button("Yes, it fits").click()
    if name in ("quiz picked", "quiz done"):
        table.button("Next").click()
        for card in ("ten of clubs", "five of clubs"):
            table.button(card).click()
    if name == "quiz done":
        table.button("Next").click()
        table.button("Finish").click()
    table.page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    for light in ("true", "false"):
        table.page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", light)
        assert table.page.evaluate(AXE, ".sevens") == [], f"light: {light}"


def test_axe_would_find_something(show: Show, npm: Path) -> None:
    """The check above can fail: a button without a name is found."""
    table = show(payloads.middle())
    table.card("five of clubs").evaluate("it => it.removeAttribute('aria-label')")
    table.page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    found = table.page.evaluate(AXE, ".sevens")
    assert [each["rule"] for each in found] == ["button-name"]


def test_the_script_is_well_typed(npm: Path) -> None:
    checker = npm / "typescript" / "bin" / "tsc"
    project = Path(__file__).parent
    done = subprocess.run(
        ["node", str(checker), "-p", str(project)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_for_eyes(show: Show, shot: Any, size: tuple[int, int], dark: bool) -> None:
    """Photograph every kind into the artefacts; only that something was drawn is asserted."""
    table = show(payloads.opening(), viewport=size, dark=dark)
    for name, payload in payloads.ALL.items():
        table.answer(payload())
        expect(table.page.locator(".sv-row")).to_have_count(4)
        shade = "dark" if dark else "light"
        assert shot(table.page, f"{name}-{size[0]}-{shade}", full_page=True).stat().st_size > 5000
