"""The deal dealt card by card on the real pages, and the practice game by touch and on a page twice as large."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel.notation import parse_record
from sevens_kernel.rules import Rules
from sevens_kernel.state import explain
from sevens_kernel.view import view
from sevens_widgets.dealing import dealing
from tests.browser.playing import Game, card_called
from tests.browser.test_keys import ARROWS, LETTERS, SHIFTED, notebook, press_all  # noqa: F401
from tests.browser.test_quiz_pages import no_finding
from tests.js.conftest import npm  # noqa: F401 - a fixture

OpenLesson = Callable[[Page, str, str], None]
LESSON = "1_deal.ipynb"
GAME = "practice_game.ipynb"
#: The words for the places of the slider; each of them changes from one frame to the next.
LABELS = [frame["label"] for frame in dealing(Rules(), 1234)["frames"]]


def replays(page: Page) -> Locator:
    """Find the replays of a page, once the quiz, which the lesson ends with, is drawn."""
    expect(page.get_by_role("group", name="Answers", exact=True)).to_be_visible()
    all_tables = page.get_by_role("group", name="Sevens", exact=True)
    found = all_tables.filter(has=page.get_by_role("group", name="Replay", exact=True))
    expect(found).to_have_count(2)
    return found


def button(root: Locator, name: str) -> Locator:
    return root.get_by_role("button", name=name, exact=True)


# ---- axe-core ------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_axe_finds_nothing_in_a_replay(
    open_page: Callable[..., Page],
    open_lesson: OpenLesson,
    where: str,
    npm: Path,  # noqa: F811
    shot: Callable[..., Path],
) -> None:
    """One replay stands at its end with open hands, the other in the middle of the deal: its controls in all looks."""
    page = open_page(reduced_motion="reduce")
    open_lesson(page, where, LESSON)
    ended, begun = replays(page).first, replays(page).last
    button(ended, "Last").click()
    expect(button(ended, "Forward")).to_have_attribute("aria-disabled", "true")
    button(ended, "Forward").click(force=True)
    walked = ended.locator(".sv-replay")
    expect(walked.locator("[aria-live=polite]")).to_have_text(re.compile("^This is the "))
    button(ended, "Show all hands").click()
    expect(ended.get_by_role("list").get_by_text("Robin, 13 cards").last).to_be_visible()
    for _ in range(6):
        button(begun, "Forward").click()
    expect(begun.get_by_role("status")).to_have_text(re.compile("^Card 6 of 52 goes to "))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        light = str(theme == "light").lower()
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        ended.scroll_into_view_if_needed()
        shot(page, f"{where}-{theme}")
        no_finding(page, npm)


# ---- keys in JupyterLab --------------------------------------------------------------------


def test_no_key_on_the_slider_or_a_button_of_a_replay_touches_a_cell(
    page: Page,
    open_lesson: OpenLesson,
    notebook: Callable[[str], str],  # noqa: F811
) -> None:
    open_lesson(page, "lab", notebook(LESSON))
    root = replays(page).first
    slider = root.get_by_role("slider", name="Move")
    keys = [*LETTERS, *ARROWS, *SHIFTED, "Enter", "Escape", "Space", "PageUp", "PageDown", "a"]
    press_all(page, root, slider, keys)
    press_all(page, root, button(root, "Forward"), keys)
    button(root, "First").click()
    slider.focus()
    walk = [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowUp", 3), ("PageDown", 4)]
    back = [("ArrowLeft", 3), ("ArrowDown", 2), ("PageUp", 1), ("End", len(LABELS) - 1)]
    for key, at in [*walk, *back, ("Home", 0)]:
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuetext", LABELS[at])
        expect(slider).to_have_value(str(at))
        expect(slider).to_be_focused()
    assert LABELS[5] == "card 5 of 52 goes to Robin"


# ---- touch and zoom in Voila ---------------------------------------------------------------


def mine(game: Game) -> list[str]:
    """Return what the record says the learner did, one line of text for each turn."""
    return [str(act) for act in parse_record(game.record).acts if act.seat == 0]


def test_a_finger_lays_a_card_gets_reasons_and_hints(
    open_page: Callable[..., Page], open_lesson: OpenLesson, shot: Callable[..., Path]
) -> None:
    page = open_page(viewport=(360, 640), has_touch=True, is_mobile=True, device_scale_factor=2)
    open_lesson(page, "voila", GAME)
    game = Game(page).ready()
    assert page.evaluate("matchMedia('(pointer: coarse) and (hover: none)').matches")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    while not game.fitting():  # who holds no start card may have to wait for a turn
        game.act(game.button("Pass"))
    before, record = game.cards(), game.record
    waiting = next(name for name in before if not name.endswith(", fits"))
    told = explain(view(game.state, 0), card_called(waiting))
    game.hand.get_by_role("button", name=waiting, exact=True).first.tap(force=True)
    expect(game.why).to_have_text(told.sentence)
    for number in (1, 2, 3):
        game.button("Hint").tap()
        expect(game.why).to_have_text(re.compile(f"^Hint {number} of 3: "))
    assert (game.cards(), game.record) == (before, record), "neither changes anything"

    did, name = mine(game), game.fitting()[0]
    game.hand.get_by_role("button", name=name, exact=True).tap()
    expect(game.hand.get_by_role("button")).to_have_count(len(before) - 1)
    game.root.locator(":scope:not([aria-busy])").wait_for()
    assert len(mine(game)) == len(did) + 1
    assert parse_record(game.record).acts[len(parse_record(record).acts)].seat == 0
    assert card_called(name) not in game.state.hands[0]
    game.agrees()
    shot(page, "touch")


# Whatever can be scrolled sideways, from the table up to the page, and what of the table lies beyond its edge.
SIDEWAYS = """root => {
  const wide = [];
  for (let at = root; at; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && at.clientWidth) wide.push(at.className || at.tagName);
  for (const it of root.querySelectorAll('button, [role=group], [role=status]')) {
    const box = it.getBoundingClientRect();
    if (box.left < 0 || box.right > innerWidth) wide.push(it.outerHTML.slice(0, 80));
  }
  return wide; }"""

# What of a card cannot be seen: its top and bottom, its rank and its suit; a card may lie on the right edge of another.
COVERED = """card => {
  const box = card.getBoundingClientRect(), gone = [];
  const look = (x, y, what) => { if (!card.contains(document.elementFromPoint(x, y))) gone.push(what); };
  look(box.left + box.width / 2, box.top + 3, 'top');
  look(box.left + box.width / 2, box.bottom - 3, 'bottom');
  const signs = [...card.querySelectorAll('b, svg')];
  if (signs.length < 2) gone.push('no rank and suit');
  for (const sign of signs) {
    const at = sign.getBoundingClientRect();
    for (const x of [at.left + 1, at.right - 1]) look(x, at.top + at.height / 2, sign.outerHTML.slice(0, 60));
  }
  return gone; }"""


def test_at_twice_the_size_nothing_is_cut_off(
    open_page: Callable[..., Page], open_lesson: OpenLesson, shot: Callable[..., Path]
) -> None:
    """A screen of 1366×768 zoomed to 200 %."""
    page = open_page(viewport=(683, 384), device_scale_factor=2, reduced_motion="reduce")
    open_lesson(page, "voila", GAME)
    game = Game(page).ready()
    assert game.root.evaluate(SIDEWAYS) == []
    hand = game.hand.get_by_role("button")
    assert hand.count() == len(game.state.hands[0])
    for card in hand.all():
        card.scroll_into_view_if_needed()
        assert card.evaluate(COVERED) == [], card
    shot(page, "zoomed")
    # Whoever comes by keys sees each card without scrolling by hand.
    game.tab_to(game.hand)
    page.keyboard.press("Home")
    for _ in range(hand.count()):
        assert page.evaluate(f"({COVERED})(document.activeElement)") == [], game.focus
        page.keyboard.press("ArrowRight")
    game.turn("mouse")
    assert game.root.evaluate(SIDEWAYS) == []
