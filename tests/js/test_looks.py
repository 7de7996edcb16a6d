"""What can be seen: sizes, colours, themes, and what axe-core and the type checker find."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sevens_widgets.widget import STYLES, script
from tests.js import payloads
from tests.js.harness import STATIC, Show, Table

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


def test_every_card_is_readable_and_wide_enough_to_hit(show: Show) -> None:
    table = show(payloads.middle())
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        for name in ("middle", "eighteen", "two_packs", "devyatka", "domino", "french"):
            table.answer(payloads.ALL[name]())
            cards = table.page.evaluate(SEEN)
            assert len(cards) == len(payloads.ALL[name]()["scene"]["hand"])
            for card in cards:
                assert card["rank"], (name, width, card)
                assert card["suit"], (name, width, card)
                assert card["wide"] >= 36, (name, width, card)
                assert card["high"] >= 44, (name, width, card)


def test_large_faces_are_readable_and_inside(show: Show) -> None:
    table = show(payloads.middle(), stored={"sevens:settings": {"faces": "large"}})
    for width in (320, 360, 1366):
        table.page.set_viewport_size({"width": width, "height": 700})
        for name in ("eighteen", "two_packs"):
            table.answer(payloads.ALL[name]())
            for card in table.page.evaluate(SEEN):
                assert card["rank"], (name, width, card)
                assert card["suit"], (name, width, card)
            more, *parts = table.page.evaluate(BEYOND)
            assert more <= 0, (name, width)
            assert parts == [], (name, width)


def test_few_cards_lie_side_by_side(show: Show) -> None:
    few = payloads.game(payloads.scene(payloads.MID, "5c 9c 10d 9h"))
    table = show(few)
    for width in (360, 1366):
        table.page.set_viewport_size({"width": width, "height": 700})
        boxes = [each.bounding_box() for each in table.hand.locator(".sv-face").all()]
        for left, right in pairwise(box for box in boxes if box):
            assert left["x"] + left["width"] < right["x"]


BEYOND = """() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll(".sevens *")]
  .filter((it) => it.clientWidth && it.getBoundingClientRect().right > innerWidth)
  .map((it) => it.outerHTML.slice(0, 80))]"""


def assert_nothing_beyond(table: Table, names: list[str], all_of: dict[str, Any]) -> None:
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        for name in names:
            table.answer(all_of[name]())
            more, *parts = table.page.evaluate(BEYOND)
            assert more <= 0, (name, width)
            assert parts == [], (name, width)


def test_nothing_scrolls_sideways(show: Show) -> None:
    table = show(payloads.middle())
    assert_nothing_beyond(table, list(payloads.ALL), payloads.ALL)


def test_no_switch_scrolls_sideways(show: Show) -> None:
    assert_nothing_beyond(show(payloads.board()), list(payloads.BOARDS), payloads.BOARDS)


SMALL = """() => [...document.querySelectorAll(".sv-button, .sevens select, .sevens summary, .sevens input")]
  .filter((it) => it.checkVisibility()).map((it) => ({ it, box: it.getBoundingClientRect() }))
  .map(({ it, box }) => [it.outerHTML.slice(0, 90), box.width, box.height])"""


def test_controls_are_44_pixels_high(show: Show) -> None:
    for group in (payloads.ALL, payloads.BOARDS):
        table = show(next(iter(group.values()))(), viewport=(360, 640))
        for name, payload in group.items():
            table.answer(payload())
            controls = table.page.evaluate(SMALL)
            assert controls
            for what, width, height in controls:
                assert width >= 44, (name, what)
                assert height >= 44, (name, what)


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
    styles = re.sub(r"/\*.*?\*/", "", STYLES, flags=re.S)
    # A page rule that has a name holds only for what asks for that name.
    styles = re.sub(r"@(media|container)[^{]*\{|@page sevens-[\w-]+ \{", "", styles)
    selectors = re.findall(r"([^{}]+)\{", styles)
    assert len(selectors) > 50
    for selector in selectors:
        for part in re.split(r",(?![^()]*\))", selector):
            assert ".sevens" in part, part.strip()


def test_styles_and_script_ask_nothing_of_other_places() -> None:
    for text in (STYLES, script("table.js"), script("board.js")):
        text = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(
            r"https?:|@import|url\(|\bimport\b.*\bfrom\b", text.replace("new URL(", "")
        )


def test_scripts_stay_small() -> None:
    """A page carries its script once for every widget."""
    for path in STATIC.glob("*.js"):
        assert path.stat().st_size < 40_000, path.name


AXE = """async ([root, only]) => (await axe.run(root, { runOnly: only }))
  .violations.map((it) => ({ rule: it.id, where: it.nodes.map((node) => node.html.slice(0, 200)) }))"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def assert_axe_clean(table: Table, name: str) -> None:
    """Check everything in light, and in dark what a theme can change: the colours."""
    for light, only in (("true", WCAG), ("false", ["color-contrast"])):
        table.page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", light)
        assert table.page.evaluate(AXE, [".sevens", only]) == [], (name, f"light: {light}")


def with_axe(table: Table, npm: Path) -> Table:
    table.page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    return table


def test_axe_finds_nothing(show: Show, npm: Path) -> None:
    table = with_axe(show(payloads.opening(), reduced_motion="reduce"), npm)
    for name, payload in payloads.ALL.items():
        table.answer(payload())
        if name == "chips":
            table.page.get_by_text("Score sheet").click()
        assert_axe_clean(table, name)


def test_axe_finds_nothing_on_the_board(show: Show, npm: Path) -> None:
    table = with_axe(show(payloads.board(), reduced_motion="reduce"), npm)
    for name, payload in payloads.BOARDS.items():
        table.answer(payload())
        assert_axe_clean(table, name)


def test_axe_finds_nothing_in_an_answered_quiz(show: Show, npm: Path) -> None:
    table = with_axe(show(payloads.quiz(), reduced_motion="reduce"), npm)
    table.button("No, it waits").click()
    table.button("Yes, it fits").click()
    assert_axe_clean(table, "answered")
    table.button("Next").click()
    for card in ("ten of clubs", "five of clubs"):
        table.button(card).click()
    assert_axe_clean(table, "picked")
    table.button("Next").click()
    table.button("Finish").click()
    assert_axe_clean(table, "done")


def test_axe_finds_nothing_in_settings_replay_and_question(show: Show, npm: Path) -> None:
    kept = {"text": "a record", "deal": 77, "ply": 17, "over": False, "moved": True}
    asked = {"sevens:kept:/table test": kept, "sevens:settings": {"colours": "four"}}
    table = with_axe(show(payloads.opening(), stored=asked, reduced_motion="reduce"), npm)
    table.page.get_by_text("Settings").click()
    assert_axe_clean(table, "question and settings")
    table.answer(payloads.reviewed())
    table.button("Replay").click()
    table.button("Show all hands").click()
    table.button("Hide the next move").click()
    assert_axe_clean(table, "review")
    table.button("Large table").click()
    assert_axe_clean(table, "large")
    table.page.keyboard.press("Escape")
    table.answer(payloads.middle() | {"ply": 99})
    table.page.evaluate("window.hangUp()")
    assert_axe_clean(table, "lost")


def test_axe_would_find_something(show: Show, npm: Path) -> None:
    """The check above can fail: a button without a name is found."""
    table = with_axe(show(payloads.middle()), npm)
    table.card("five of clubs").evaluate("it => it.removeAttribute('aria-label')")
    found = table.page.evaluate(AXE, [".sevens", WCAG])
    assert [each["rule"] for each in found] == ["button-name"]


def test_the_script_is_well_typed(npm: Path) -> None:
    checker = npm / "typescript" / "bin" / "tsc"
    project = Path(__file__).parent
    done = subprocess.run(
        ["node", str(checker), "-p", str(project)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_for_eyes(show: Show, shot: Any, dark: bool) -> None:
    """Photograph every kind into the artefacts; only that something was drawn is asserted."""
    shade = "dark" if dark else "light"
    for group, drawn in ((payloads.ALL, ".sv-row"), (payloads.BOARDS, ".sv-choose")):
        table = show(next(iter(group.values()))(), dark=dark, reduced_motion="reduce")
        for width, height in ((360, 640), (1366, 768)):
            table.page.set_viewport_size({"width": width, "height": height})
            for name, payload in group.items():
                table.answer(payload())
                expect(table.page.locator(drawn).nth(3)).to_be_attached()
                picture = shot(table.page, f"{name}-{width}-{shade}", full_page=True)
                assert picture.stat().st_size > 5000
