"""A game at the table: keys, focus, what slides, and the widget's life in its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, Table

MOVE_ON = payloads.after_move


# ---- keys and focus --------------------------------------------------------------------------


def test_the_hand_is_one_tab_stop_with_arrows_inside(show: Show) -> None:
    table = show(payloads.middle())
    expect(table.hand.locator('[tabindex="0"]')).to_have_count(1)
    table.hand.locator('[tabindex="0"]').focus()
    assert table.focus == "five of clubs, fits"
    steps = {
        "End": "king of spades",
        "ArrowRight": "king of spades",
        "ArrowLeft": "nine of spades",
        "Home": "four of clubs",
    }
    for key, name in steps.items():
        table.page.keyboard.press(key)
        assert table.focus.startswith(name), key
    table.page.keyboard.press("Tab")
    assert table.focus == "Pass"
    table.page.keyboard.press("Shift+Tab")
    assert table.focus.startswith("four of clubs")


def test_up_and_down_follow_the_lines_of_a_hand(show: Show) -> None:
    table = show(payloads.eighteen(), viewport=(360, 640))
    table.card("ace of clubs").focus()
    boxes = {}
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"):
        table.page.keyboard.press(key)
        boxes[table.focus] = key
    names = list(boxes)
    assert len(names) == 2, "two lines below the first, then the end, then one up"
    table.page.keyboard.press("ArrowUp")
    assert table.focus.startswith("ace of clubs")


@pytest.mark.parametrize("key", ["Enter", " "])
def test_enter_and_space_lay_a_card(show: Show, key: str) -> None:
    table = show(payloads.middle())
    table.card("six of diamonds").focus()
    table.page.keyboard.press(key)
    assert table.sent == [{"type": "play", "card": "6d", "ply": 12}]


def test_nodes_are_patched_and_focus_stays_on_the_same_card(show: Show) -> None:
    table = show(payloads.middle())
    table.card("nine of hearts").focus()
    table.hand.evaluate("it => { window.old = [...it.children]; }")
    table.answer(MOVE_ON())
    assert table.focus == "nine of hearts, fits"
    kept = table.hand.evaluate("it => [...it.children].every(card => window.old.includes(card))")
    assert kept
    table.answer(payloads.middle() | {"ply": 20})
    assert table.focus == "nine of hearts, fits"


@pytest.mark.parametrize(
    ("then", "where"),
    [
        (MOVE_ON, "nine of hearts, fits"),
        (payloads.must_pass, "Pass"),
        (payloads.finished, "Robin wins the deal"),
    ],
)
def test_when_the_card_has_left_focus_goes_on(
    show: Show, then: Callable[[], dict[str, Any]], where: str
) -> None:
    table = show(payloads.middle(), answers=[then()])
    table.card("six of diamonds").focus()
    table.page.keyboard.press("Enter")
    assert table.focus == where


def test_focus_goes_from_the_end_to_the_next_deal(show: Show) -> None:
    table = show(payloads.finished(), answers=[payloads.opening() | {"deal": 7}])
    table.button("Deal again").focus()
    table.page.keyboard.press("Enter")
    assert table.focus == "seven of clubs, fits"


def test_focus_outside_is_left_alone(show: Show) -> None:
    table = show(payloads.middle())
    table.page.locator("#outside").focus()
    table.answer(payloads.finished())
    assert table.focus == "outside"


KEYS = [*"abcdmxyz0jk", "ArrowLeft", "ArrowDown", "Enter", "Escape", " ", "Delete"]


def test_keys_pressed_inside_stay_inside(show: Show) -> None:
    table = show(payloads.middle())
    table.page.evaluate(
        "() => { window.out = []; for (const kind of ['keydown', 'keypress', 'keyup'])"
        " document.addEventListener(kind, e => window.out.push(e.key)); }"
    )
    for place in (
        table.card("king of spades"),
        table.button("Hint"),
        table.page.get_by_label("Deal number"),
    ):
        place.focus()
        for key in KEYS:
            table.page.keyboard.press(key)
    assert table.page.evaluate("window.out") == []
    table.page.keyboard.press("Control+s")
    table.page.keyboard.press("Tab")
    assert {"Control", "s", "Tab"} <= set(table.page.evaluate("window.out"))


def test_the_ban_on_shortcuts_is_lifted_only_while_ctrl_is_down(show: Show) -> None:
    """JupyterLab looks at the element when the key goes down: Ctrl+S must save, s alone must not."""
    table = show(payloads.middle())
    table.page.evaluate(
        "() => { window.banned = {}; document.addEventListener('keydown', e => {"
        " window.banned[e.key] = e.target.hasAttribute('data-lm-suppress-shortcuts'); }, true); }"
    )
    card = table.card("king of spades")
    card.focus()
    table.page.keyboard.press("a")
    table.page.keyboard.press("Control+s")
    table.page.keyboard.press("b")
    assert table.page.evaluate("window.banned") == {
        "a": True,
        "Control": True,
        "s": False,
        "b": True,
    }
    table.page.keyboard.down("Control")
    table.button("Hint").focus()
    expect(card).to_have_attribute("data-lm-suppress-shortcuts", "true")
    table.page.keyboard.up("Control")


def test_everything_that_takes_the_focus_forbids_shortcuts(show: Show) -> None:
    table = show(payloads.middle())
    bare = table.root.locator(
        ":is(button, input, textarea, a, select, summary, [tabindex]):not([data-lm-suppress-shortcuts=true])"
    )
    for payload in payloads.ALL.values():
        table.answer(payload())
        assert bare.count() == 0


# ---- movement and the widget's life ----------------------------------------------------------

TIMINGS = """document.getAnimations()
  .filter(it => !(it instanceof CSSTransition) && it.effect.target.matches(".sv-face"))
  .map(it => it.effect.getComputedTiming())
  .map(it => [it.duration, it.delay + it.duration])"""


def test_cards_slide_one_after_the_other(show: Show) -> None:
    table = show(payloads.middle())
    times = table.page.evaluate(
        f"payload => {{ window.answer(payload); return {TIMINGS}; }}", MOVE_ON()
    )
    assert len(times) == 3
    assert all(duration < 300 for duration, _ in times)
    assert max(end for _, end in times) < 1000


def test_nothing_slides_where_motion_is_unwelcome(show: Show) -> None:
    table = show(payloads.middle(), reduced_motion="reduce")
    times = table.page.evaluate(
        f"payload => {{ window.answer(payload); return {TIMINGS}; }}", MOVE_ON()
    )
    assert times == []
    expect(table.page.locator(".sv-cell[data-last]")).to_have_text("Sam")


def test_undo_moves_nothing(show: Show) -> None:
    table = show(MOVE_ON())
    times = table.page.evaluate(
        f"payload => {{ window.answer(payload); return {TIMINGS}; }}", payloads.middle()
    )
    assert times == []


def test_an_empty_payload_waits_and_an_unknown_field_is_ignored(show: Show) -> None:
    table = show({})
    expect(table.status).to_contain_text("Loading the table")
    table.answer(payloads.middle() | {"projector": {"on": True}})
    expect(table.hand.get_by_role("button")).to_have_count(13)


def test_the_widget_can_leave_the_page(show: Show) -> None:
    table = show(payloads.middle())
    table.page.evaluate("window.unmount()")
    table.answer(payloads.finished())
    expect(table.page.get_by_role("heading", name="Robin wins")).to_have_count(0)


def test_one_widget_can_show_one_kind_after_another(show: Show) -> None:
    table: Table = show(payloads.middle())
    for name in ("quiz", "position", "middle"):
        table.answer(payloads.ALL[name]())
        expect(table.page.locator(".sevens > *")).to_have_count(2)
    expect(table.button("Pass")).to_be_visible()
