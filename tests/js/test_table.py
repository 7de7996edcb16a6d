"""A game at the table: names, one act for one press, and what is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show

MOVE_ON = payloads.after_move


def answered(number: int = 1) -> dict[str, Any]:
    """The middle of a deal once more, as it comes back after an act that changed nothing."""
    return payloads.middle() | {"answers": number}


# ---- names and words -------------------------------------------------------------------------


def test_the_hand_is_a_group_of_buttons_named_in_words(show: Show) -> None:
    table = show(payloads.middle())
    expect(table.hand).to_have_attribute("aria-label", "Your hand, 13 cards, five cards fit")
    names = [card["label"] for card in payloads.middle()["scene"]["hand"]]
    assert "five of clubs, fits" in names
    assert "queen of clubs, waits for the nine" in names
    assert [
        each.get_attribute("aria-label") for each in table.hand.get_by_role("button").all()
    ] == names
    for name in names:
        expect(table.button(name)).to_have_count(1)


def test_a_card_that_may_not_be_laid_stays_in_reach(show: Show) -> None:
    table = show(payloads.middle())
    for card in payloads.middle()["scene"]["hand"]:
        button = table.card(card["label"])
        expect(button).not_to_have_attribute("disabled", re.compile(""))
        assert button.get_attribute("aria-disabled") == (None if card["fits"] else "true")


def test_each_row_is_a_group_named_with_its_state(show: Show) -> None:
    table = show(payloads.middle())
    for row in payloads.middle()["scene"]["rows"]:
        group = table.page.get_by_role("group", name=row["label"], exact=True)
        expect(group).to_have_count(1)
        expect(group.locator(".sv-cell")).to_have_count(13)
    laid = table.page.locator('.sv-row[aria-label^="hearts"] [data-is="laid"] b').all()
    assert [rank.get_attribute("data-rank") for rank in laid] == ["5", "6", "7", "8"]
    takes = table.page.locator('.sv-row[aria-label^="hearts"] [data-is="next"]')
    assert takes.all_inner_texts() == ["4", "9"]


def test_cells_may_leave_out_what_is_false(show: Show) -> None:
    payload = payloads.middle()
    for row in payload["scene"]["rows"]:
        row["cells"] = [{k: v for k, v in cell.items() if v} for cell in row["cells"]]
    table = show(payload)
    expect(table.page.locator('.sv-cell[data-is="laid"]')).to_have_count(13)
    expect(table.page.locator(".sv-cell[data-last]")).to_have_count(1)


def test_last_laid_is_outlined_and_says_by_whom(show: Show) -> None:
    table = show(payloads.middle())
    last = table.page.locator(".sv-cell[data-last]")
    expect(last).to_have_text("Robin")
    expect(last.locator("b")).to_have_attribute("data-rank", "8")
    assert last.locator(".sv-face").evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
    narrow = show(payloads.middle(), viewport=(360, 640))
    expect(narrow.page.get_by_text("8 Robin", exact=True)).to_be_visible()


def test_second_copies_are_numbered(show: Show) -> None:
    table = show(payloads.two_packs())
    assert table.page.locator(".sv-times").all_inner_texts() == ["×2"] * 5
    expect(table.hand.get_by_role("button")).to_have_count(35)


def test_players_are_told_in_words(show: Show) -> None:
    table = show(payloads.devyatka())
    players = table.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_count(7)
    assert players.first.locator(".sv-words").inner_text() == "Robin, 4 cards, passed once, laid 8♠"
    expect(table.page.get_by_text("owes 2 chips")).to_be_visible()


def test_glyphs_are_kept_from_screen_readers(show: Show) -> None:
    table = show(payloads.middle())
    for face in table.page.locator(".sv-face, .sv-shape").all():
        assert face.evaluate("it => Boolean(it.closest('[aria-hidden=true]'))")


def test_one_status_line_says_exactly_what_it_was_given(show: Show) -> None:
    table = show(payloads.middle())
    expect(table.status).to_have_count(1)
    expect(table.status).to_have_text(payloads.middle()["status"], use_inner_text=True)
    table.status.evaluate("it => { window.line = it; }")
    table.answer(MOVE_ON())
    expect(table.status).to_have_text(MOVE_ON()["status"])
    assert table.status.evaluate("it => it === window.line"), "a new region would not be spoken"


def test_the_whole_table_can_be_read(show: Show) -> None:
    table = show(payloads.middle())
    table.button("Read the table").click()
    expect(table.why).to_have_text(payloads.middle()["scene"]["spoken"])
    expect(table.why).to_have_attribute("aria-live", "polite")


# ---- acts ------------------------------------------------------------------------------------


def test_a_card_that_fits_is_sent_once_with_its_ply(show: Show) -> None:
    table = show(payloads.middle())
    table.card("five of clubs").click()
    table.card("nine of hearts").click()
    assert table.sent == [{"type": "play", "card": "5c", "ply": 12}]
    expect(table.root).to_have_attribute("aria-busy", "true")
    expect(table.why).to_contain_text("has not answered yet")


def test_a_refused_card_explains_itself_and_sends_nothing(show: Show) -> None:
    table = show(payloads.middle())
    table.card("queen of clubs").click(force=True)
    expect(table.why).to_have_text("Q♣ waits for 9♣, then 10♣, then J♣.")
    assert table.sent == []
    first = table.why.text_content()
    table.card("queen of clubs").click(force=True)
    assert table.why.text_content() != first, "the same words again must differ, to be spoken again"


def test_every_answer_unlocks_also_one_that_changes_nothing(show: Show) -> None:
    table = show(payloads.middle(), answers=[answered(1), answered(2)])
    table.card("five of clubs").click()
    expect(table.root).not_to_have_attribute("aria-busy", "true")
    table.card("nine of hearts").click()
    assert [act["card"] for act in table.sent] == ["5c", "9h"]


def test_a_notice_is_shown(show: Show) -> None:
    table = show(payloads.middle())
    table.card("five of clubs").click()
    table.answer(payloads.middle() | {"notice": "That was too late."})
    expect(table.why).to_have_text("That was too late.")


def test_a_double_click_is_one_move_even_when_the_answer_is_quick(show: Show) -> None:
    table = show(payloads.middle(), answers=[MOVE_ON(), MOVE_ON() | {"ply": 20}])
    box = table.card("five of clubs").bounding_box()
    assert box
    table.page.mouse.dblclick(box["x"] + 20, box["y"] + 30)
    assert table.sent == [{"type": "play", "card": "5c", "ply": 12}]


def test_a_second_click_elsewhere_is_meant_however_soon(show: Show) -> None:
    """Some browsers count a tap on the next card to the one before."""
    table = show(payloads.middle(), answers=[MOVE_ON(), MOVE_ON() | {"ply": 20}])
    table.page.evaluate(
        """() => {
          const now = performance.now();
          performance.now = () => now;
          const press = (name, detail, clientX) => document.querySelector(`.sv-hand [aria-label^="${name}"]`)
            .dispatchEvent(new MouseEvent("click", { bubbles: true, detail, clientX, clientY: 500 }));
          press("five of clubs", 1, 100);
          press("ten of clubs", 2, 110);
          press("ten of clubs", 1, 110); // some browsers count each tap of a finger by itself
          window.afterSlip = window.sent.length;
          press("ten of clubs", 2, 143);
        }"""
    )
    assert table.page.evaluate("window.afterSlip") == 1
    assert [act["card"] for act in table.sent] == ["5c", "10c"]


def test_two_rapid_key_presses_are_one_move(show: Show) -> None:
    table = show(payloads.middle(), answers=[MOVE_ON(), MOVE_ON() | {"ply": 20}], clock=True)
    table.page.clock.pause_at(table.page.evaluate("Date.now() + 10_000"))
    table.card("five of clubs").focus()
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Enter")
    assert len(table.sent) == 1
    table.page.clock.run_for(300)
    table.page.keyboard.press("Enter")
    assert [act["ply"] for act in table.sent] == [12, 16]


def test_pass_too_early_names_the_cards_that_fit(show: Show) -> None:
    table = show(payloads.middle())
    expect(table.button("Pass")).to_have_attribute("aria-disabled", "true")
    table.button("Pass").click(force=True)
    expect(table.why).to_have_text(payloads.middle()["pass"]["why"])
    assert table.sent == []


def test_pass_is_sent_when_it_is_offered(show: Show) -> None:
    table = show(payloads.must_pass())
    assert table.button("Pass").get_attribute("aria-disabled") is None
    table.button("Pass").click()
    assert table.sent == [{"type": "pass", "ply": 20}]


def test_hints_come_in_three_steps_without_the_kernel(show: Show) -> None:
    table = show(payloads.middle())
    for number, hint in enumerate(payloads.middle()["hints"], 1):
        table.button("Hint").click()
        expect(table.why).to_have_text(f"Hint {number} of 3: {hint}")
    table.button("Hint").click()
    expect(table.why).to_contain_text("Hint 3 of 3")
    table.answer(MOVE_ON())
    expect(table.why).to_be_empty()
    table.button("Hint").click()
    expect(table.why).to_contain_text("Hint 1 of 3")
    assert table.sent == []


def test_a_suggestion_is_shown_and_marked(show: Show) -> None:
    table = show(payloads.middle())
    table.button("Suggest a move").click()
    expect(table.why).to_have_text(
        "Advice, not a promise: " + payloads.middle()["suggestion"]["text"]
    )
    expect(table.page.locator("[data-suggested]")).to_have_attribute("data-card", "5c")
    table.answer(MOVE_ON())
    expect(table.page.locator("[data-suggested]")).to_have_count(0)


def test_undo(show: Show) -> None:
    table = show(payloads.opening())
    expect(table.button("Undo")).to_have_attribute("aria-disabled", "true")
    table.button("Undo").click(force=True)
    assert table.sent == []
    table.answer(payloads.middle())
    table.button("Undo").click()
    assert table.sent == [{"type": "undo", "ply": 12}]


@pytest.mark.parametrize("how", ["button", "Enter"])
def test_a_deal_by_its_number(show: Show, how: str) -> None:
    table = show(payloads.middle())
    box = table.page.get_by_label("Deal number")
    go: Callable[[], None] = (
        table.button("Deal this number").click if how == "button" else lambda: box.press("Enter")
    )
    go()
    expect(table.why).to_contain_text("Write the number of a deal first")
    box.fill("12a")
    go()
    expect(table.why).to_contain_text("“12a” is not a deal number")
    assert table.sent == []
    box.fill(" 4321 ")
    go()
    assert table.sent == [{"type": "deal", "number": 4321, "ply": 12}]


def test_deal_again_asks_for_a_new_deal(show: Show) -> None:
    table = show(payloads.middle())
    table.button("Deal again").click()
    assert table.sent == [{"type": "deal", "number": None, "ply": 12}]


def test_a_table_that_does_not_answer_says_so_and_keeps_the_cards(show: Show) -> None:
    table = show(payloads.middle(), clock=True)
    table.page.clock.pause_at(table.page.evaluate("Date.now() + 10_000"))
    table.card("five of clubs").click()
    table.page.clock.run_for(4900)
    expect(table.why).not_to_contain_text("does not answer")
    table.page.clock.run_for(400)
    expect(table.why).to_contain_text("The table does not answer.")
    expect(table.hand.get_by_role("button")).to_have_count(13)
    expect(table.root).not_to_have_attribute("aria-busy", "true")


def test_a_line_that_is_cut_says_so_at_once(show: Show) -> None:
    table = show(payloads.middle())
    table.page.evaluate("() => { window.model.send = () => { throw new Error('closed'); }; }")
    table.card("five of clubs").click()
    expect(table.why).to_contain_text("The table does not answer.")
    expect(table.root).not_to_have_attribute("aria-busy", "true")


def test_the_end_shows_who_won_and_all_hands(show: Show) -> None:
    table = show(payloads.finished())
    expect(table.page.get_by_role("heading", name="Robin wins the deal")).to_be_visible()
    expect(table.page.get_by_text("Alex still holds six cards")).to_be_visible()
    expect(table.page.get_by_role("img", name="ace of hearts")).to_be_visible()
    expect(table.button("Pass")).to_be_hidden()
    expect(table.hand).to_have_count(0)
    expect(table.button("Deal again")).to_have_count(1)
    table.button("Deal again").click()
    assert table.sent == [{"type": "deal", "number": None, "ply": 48}]


def test_the_record_can_be_taken_away_and_is_kept(show: Show) -> None:
    table = show(payloads.finished())
    record = payloads.finished()["record"]
    table.button("Copy the record").click()
    expect(table.why).to_contain_text(record)
    assert (
        table.page.evaluate("JSON.parse(localStorage.getItem('sevens:game:/table test'))") == record
    )


def test_a_link_is_copied_only_where_there_is_one(show: Show) -> None:
    table = show(payloads.finished())
    expect(table.button("Copy link to this deal")).to_be_hidden()
    table.answer(payloads.finished() | {"link": "school:4 deal 1234", "record": "another"})
    table.button("Copy link to this deal").click()
    expect(table.why).to_contain_text("http://localhost/table#deal=school%3A4%20deal%201234")


def test_a_deal_that_comes_with_the_address_is_asked_for(show: Show) -> None:
    table = show(payloads.middle(), answers=[payloads.middle(), payloads.middle()])
    assert table.sent == []
    table.page.evaluate("location.hash = 'deal=school%3A4%20deal%201234'")
    table.page.wait_for_function("window.sent.length === 1")
    ply = payloads.middle()["ply"]
    assert table.sent == [{"type": "resume", "record": "school:4 deal 1234 |", "ply": ply}]
    table.page.evaluate("location.hash = 'position=hearts%207'")
    table.page.evaluate("location.hash = 'deal=%E0%A4%A'")
    table.page.wait_for_function("window.sent.length === 2")
    assert table.sent[1]["record"] == "%E0%A4%A |"
