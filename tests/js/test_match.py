"""Chips, matches, starts out of turn, passes that will be caught, and two rule sets side by side."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show

MATCH = "Match, Classic"


# ---- chips -----------------------------------------------------------------------------------


def test_chips_are_told_for_everybody_and_for_the_pool(show: Show) -> None:
    table = show(payloads.chips())
    for words in ("Pool: 7 chips", "17 chips", "16 chips", "15 chips", "owes 2 chips"):
        expect(table.page.get_by_text(words, exact=True)).to_be_visible()
    expect(table.page.locator(".sv-chip:visible")).to_have_count(5)
    table.answer(payloads.middle())
    expect(table.page.locator(".sv-chip:visible")).to_have_count(0)
    expect(table.page.get_by_text("Pool")).to_have_count(0)


# ---- the score sheet -------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.parametrize("name", ["next_deal", "match_over"])
def test_the_sheet_is_a_table_with_headers(show: Show, name: str, width: int) -> None:
    payload = payloads.ALL[name]()
    match = payload["match"]
    table = show(payload, viewport=(width, 768))
    sheet = table.page.get_by_role("table", name=MATCH, exact=True)
    expect(sheet.locator("caption")).to_have_text(MATCH)
    assert sheet.get_by_role("columnheader").all_inner_texts() == match["head"]
    assert sheet.locator('th[scope="col"]').all_inner_texts() == match["head"]
    lines = [*match["rows"], match["total"]]
    heads = sheet.get_by_role("rowheader")
    assert heads.all_inner_texts() == [line[0] for line in lines]
    rows = sheet.get_by_role("row").all()[1:]
    assert [row.get_by_role("cell").all_inner_texts() for row in rows] == [
        line[1:] for line in lines
    ]


def test_the_sheet_is_folded_in_play_and_open_with_the_result(show: Show) -> None:
    table = show(payloads.chips())
    sheet = table.page.get_by_role("table", name=MATCH)
    expect(sheet).to_have_count(0)
    expect(table.page.get_by_text("Robin leads with 14 points.")).to_be_visible()
    table.page.locator(".sv-match summary").focus()
    table.page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    table.answer(payloads.chips() | {"ply": 16})
    expect(sheet).to_be_visible()
    table.answer(payloads.next_deal())
    expect(table.page.locator(".sv-result").get_by_role("table", name=MATCH)).to_be_visible()
    assert table.focus == "Robin wins the deal", "the sheet has moved, and the focus with the end"
    table.answer(payloads.chips() | {"ply": 1})
    expect(sheet).to_have_count(0)


def test_a_deal_without_a_match_has_no_sheet(show: Show) -> None:
    table = show(payloads.finished())
    expect(table.page.get_by_text("Score sheet")).to_be_hidden()
    expect(table.button("Copy the match")).to_be_hidden()


def test_who_won_the_match_is_said(show: Show) -> None:
    table = show(payloads.match_over())
    expect(
        table.page.get_by_text("You and Sam share the match with 14 points each.")
    ).to_be_visible()


@pytest.mark.parametrize(
    ("name", "button", "act"),
    [
        ("finished", "Deal again", {"type": "deal", "number": None}),
        ("next_deal", "Next deal", {"type": "next"}),
        ("match_over", "New match", {"type": "match"}),
    ],
)
def test_one_main_button_leads_on(show: Show, name: str, button: str, act: dict[str, Any]) -> None:
    table = show(payloads.ALL[name](), answers=[payloads.opening() | {"deal": 7}])
    main = table.page.locator(".sv-main:visible")
    expect(main).to_have_count(1)
    expect(main).to_have_text(button)
    expect(table.page.get_by_role("button", name=button, exact=True)).to_have_count(1)
    main.focus()
    table.page.keyboard.press("Enter")
    assert table.sent == [{**act, "ply": 48}]
    assert table.focus == "seven of clubs, fits"


def test_within_a_match_another_deal_is_a_new_match_and_says_so(show: Show) -> None:
    table = show(payloads.chips(), answers=[payloads.chips() | {"answers": 1}])
    box = table.page.get_by_label("Deal number")
    expect(box).to_have_accessible_description("A new deal number starts a new match.")
    expect(table.button("Deal again")).to_have_count(0)
    table.button("New match").click()
    box.fill("99")
    table.button("Deal this number").click()
    assert table.sent == [
        {"type": "match", "ply": 12},
        {"type": "deal", "number": 99, "ply": 12},
    ]
    table.answer(payloads.middle())
    expect(table.page.get_by_label("Deal number")).to_have_accessible_description("")


def test_a_whole_match_can_be_taken_away(show: Show) -> None:
    table = show(payloads.match_over())
    table.button("Copy the match").click()
    expect(table.why).to_contain_text(payloads.match_over()["match"]["record"])
    lines = table.why.evaluate("it => it.innerText.split('\\n').length")
    assert lines == 3, "a match of several lines is shown in several lines"


# ---- starts out of turn ----------------------------------------------------------------------


def test_cards_for_any_time_are_marked_with_a_word(show: Show) -> None:
    table = show(payloads.domino())
    marks = table.page.locator(".sv-any:visible")
    assert marks.all_inner_texts() == ["any time", "any time"]
    expect(
        table.page.get_by_text("7♣ and 7♥ may be laid without using up your turn.")
    ).to_be_visible()
    table.button("seven of hearts, fits, any time").click()
    assert table.sent == [{"type": "play", "card": "7h", "ply": 12}]
    table.answer(payloads.middle())
    expect(table.page.locator(".sv-any:visible")).to_have_count(0)
    expect(table.page.get_by_text("without using up")).to_have_count(0)


def test_a_card_for_any_time_can_be_pressed_out_of_turn(show: Show) -> None:
    payload = payloads.domino()
    for card in payload["scene"]["hand"]:
        card["fits"] = False
    table = show(payload)
    expect(table.card("seven of clubs")).not_to_have_attribute("aria-disabled", "true")
    table.card("five of diamonds").click(force=True)
    assert table.sent == []
    table.card("seven of clubs").click()
    assert [act["card"] for act in table.sent] == ["7c"]


# ---- a pass that will be caught --------------------------------------------------------------


def caught() -> dict[str, Any]:
    """What comes back after a false pass."""
    changes = {
        "pass": {"offered": False, "why": "You were caught: lay a card."},
        "notice": "You pay two points and must lay a card.",
        "ply": 13,
    }
    return payloads.false_pass() | changes


@pytest.mark.parametrize("how", ["mouse", "Enter", " "])
def test_a_false_pass_is_asked_about_first(show: Show, how: str) -> None:
    table = show(payloads.false_pass(), answers=[caught()])

    def press(name: str) -> None:
        if how == "mouse":
            table.button(name).click()
        else:
            table.page.wait_for_timeout(250)  # no slip of the hand
            table.button(name).focus()
            table.page.keyboard.press(how)

    press("Pass")
    assert table.sent == []
    expect(table.why).to_contain_text("a pass now is a false pass and costs two points")
    expect(table.why).to_contain_text("Pass anyway")
    press("Pass anyway")
    assert table.sent == [{"type": "pass", "ply": 12}]
    expect(table.button("Pass")).to_have_attribute("aria-disabled", "true")
    expect(table.why).to_have_text("You pay two points and must lay a card.")
    if how != "mouse":
        assert table.focus == "five of clubs, fits"


def test_a_slip_does_not_confirm_a_false_pass(show: Show) -> None:
    table = show(payloads.false_pass())
    table.button("Pass").dblclick()
    assert table.sent == []
    expect(table.button("Pass anyway")).to_be_visible()
    table.answer(payloads.false_pass() | {"ply": 14})
    table.button("Pass").focus()
    table.page.evaluate(
        "() => { window.now = performance.now(); performance.now = () => window.now; }"
    )
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Enter")
    assert table.sent == []
    table.page.evaluate("() => { window.now += 300; }")
    table.page.keyboard.press("Enter")
    assert table.sent == [{"type": "pass", "ply": 14}]


def test_anything_else_drops_the_question(show: Show) -> None:
    table = show(payloads.false_pass())
    table.button("Pass").click()
    table.button("Hint").click()
    expect(table.button("Pass")).to_be_visible()
    table.button("Pass").click()
    table.answer(payloads.false_pass() | {"ply": 14})
    expect(table.button("Pass")).to_be_visible()
    expect(table.why).to_be_empty()
    assert table.sent == []


def test_a_true_pass_is_not_asked_about(show: Show) -> None:
    table = show(payloads.must_pass() | {"rules": "Classic"})
    table.button("Pass").click()
    assert len(table.sent) == 1


# ---- side by side ----------------------------------------------------------------------------


def test_two_rule_sets_stand_side_by_side(show: Show) -> None:
    table = show(payloads.compare(), viewport=(1366, 768))
    sides = table.page.locator(".sv-side")
    expect(sides).to_have_count(2)
    for side, given in zip(sides.all(), payloads.compare()["sides"], strict=True):
        expect(side.get_by_role("heading", name=given["title"], exact=True)).to_be_visible()
        expect(side.get_by_text(given["note"], exact=True)).to_be_visible()
        expect(side.locator(".sv-row")).to_have_count(4)
        names = [card["label"] for card in given["scene"]["hand"]]
        shown = side.get_by_role("group", name="Your hand").get_by_role("button").all()
        assert [card.get_attribute("aria-label") for card in shown] == names
    boxes = [side.bounding_box() for side in sides.all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == boxes[1]["y"]
    table.page.set_viewport_size({"width": 360, "height": 640})
    boxes = [side.bounding_box() for side in sides.all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]


def test_each_side_explains_its_own_cards(show: Show) -> None:
    table = show(payloads.compare())
    for index, title in enumerate(("Aces low", "Aces high")):
        side = table.page.locator(".sv-side").nth(index)
        side.get_by_role("button", name=re.compile("^ace of hearts")).click(force=True)
        expect(table.why).to_contain_text(f"{title}: A♥")
        table.button(f"Read the table: {title}").click()
        expect(table.why).to_contain_text(f"{title}: clubs, not open")
    assert table.sent == []


def test_both_sides_follow_one_position(show: Show) -> None:
    table = show(payloads.compare())
    table.page.get_by_role("textbox", name="Position").fill("spades 7-9\nyou 10♠")
    table.button("Show").click()
    assert table.sent == [{"type": "show", "text": "spades 7-9\nyou 10♠"}]
    bad = {"sides": [{"title": title, "scene": None} for title in ("Aces low", "Aces high")]}
    table.answer(payloads.compare() | bad | {"notice": "“5x” is not a card."})
    expect(table.status).to_have_text("“5x” is not a card.")
    expect(table.page.locator(".sv-side .sv-hand button")).to_have_count(6)
