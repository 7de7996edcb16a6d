"""Quizzes and positions: answers and reasons without a kernel, ticks that are kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, mount


def test_a_quiz_asks_without_giving_the_answer_away(show: Show) -> None:
    table = show(payloads.quiz())
    expect(table.page.get_by_role("heading", name="Would the nine of hearts fit?")).to_be_visible()
    expect(table.page.get_by_text("1 of 3", exact=True)).to_be_visible()
    expect(table.page.get_by_role("img", name="nine of hearts", exact=True)).to_be_visible()
    expect(table.page.get_by_role("radio")).to_have_count(0)
    expect(table.page.locator("[data-right], [data-fits], [data-is=next]")).to_have_count(0)
    assert "fits" not in table.page.get_by_role("group", name="Your hand").inner_html()


def test_every_answer_gets_its_reason_and_may_be_tried_again(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("No, it waits").click()
    expect(table.status).to_have_text("✗ Not right. 9♥ fits: it follows 8♥.")
    expect(table.button("✗ No, it waits – not right")).to_be_visible()
    table.button("Yes, it fits").click()
    expect(table.status).to_have_text("✓ Right. 9♥ fits: it follows 8♥.")
    expect(table.button("✓ Yes, it fits – right")).to_be_visible()
    table.button("Try again").click()
    expect(table.button("Yes, it fits")).to_be_visible()
    expect(table.status).to_be_empty()
    assert table.sent == []


def test_a_wrong_answer_is_not_ticked(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("No, it waits").click()
    expect(table.page.locator("[data-done]")).to_have_count(0)
    table.button("Yes, it fits").click()
    expect(table.page.locator("[data-done]")).to_have_count(1)


def test_hints_in_three_steps_begin_anew_with_each_exercise(show: Show) -> None:
    table = show(payloads.quiz())
    for number, hint in enumerate(payloads.quiz()["exercises"][0]["hints"], 1):
        table.button("Hint").click()
        expect(table.why).to_have_text(f"Hint {number} of 3: {hint}")
    table.button("Next").click()
    expect(table.why).to_be_empty()
    table.button("Hint").click()
    expect(table.why).to_have_text("Hint 1 of 3: Look at clubs and spades.")


def test_next_and_previous_take_the_focus_to_the_question(show: Show) -> None:
    table = show(payloads.quiz())
    expect(table.button("Previous")).to_have_attribute("aria-disabled", "true")
    table.button("Next").focus()
    table.page.keyboard.press("Enter")
    assert table.focus == "Press every card that fits."
    expect(table.page.get_by_text("2 of 3", exact=True)).to_be_visible()
    table.button("Previous").click()
    assert table.focus == "Would the nine of hearts fit?"


def test_the_next_question_is_in_sight_on_a_phone(show: Show) -> None:
    table = show(payloads.quiz(), viewport=(360, 440))
    for name in ("Next", "Next", "Finish", "Previous", "Previous"):
        table.button(name).scroll_into_view_if_needed()
        heading = table.page.get_by_role("heading", level=3)
        asked = heading.inner_text()
        table.button(name).click()
        expect(heading).not_to_have_text(asked)
        expect(heading).to_be_in_viewport(ratio=1)


def test_cards_are_picked_until_all_that_fit_are_found(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("Next").click()
    expect(table.hand.get_by_role("button")).to_have_count(4)
    expect(table.hand.locator('[aria-pressed="true"]')).to_have_count(0)
    table.button("ten of clubs").click()
    expect(table.status).to_have_text("✗ Not right. 10♣ waits for 9♣.")
    expect(table.button("ten of clubs, waits for the nine")).to_have_attribute(
        "aria-pressed", "true"
    )
    table.button("five of clubs").click()
    expect(table.status).to_have_text("✓ Right. 5♣ fits below 6♣. 1 more to find.")
    expect(table.page.locator("[data-done]")).to_have_count(0)
    table.button("seven of spades").focus()
    table.page.keyboard.press("Enter")
    expect(table.status).to_have_text("✓ Right. 7♠ opens spades. All found.")
    assert table.focus == "seven of spades, opens spades"
    expect(table.page.locator("[data-done]")).to_have_count(1)


def test_ticks_are_kept_in_the_browser(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("Yes, it fits").click()
    table.page.reload()
    mount(table.page, payloads.quiz())
    expect(table.page.locator("[data-done]")).to_have_count(1)
    table.page.reload()
    mount(table.page, payloads.quiz() | {"id": "another"})
    expect(table.page.locator("[data-done]")).to_have_count(0)


def test_a_summary_ends_the_quiz_and_leads_back(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("Yes, it fits").click()
    table.button("Next").click()
    table.button("Next").click()
    table.button("Finish").click()
    expect(table.page.get_by_role("heading", name="1 of 3 done")).to_be_focused()
    table.button("May you lay the nine of hearts now? (not yet)").click()
    assert table.focus == "May you lay the nine of hearts now?"
    table.button("Finish").click()
    table.button("Start again").click()
    assert table.focus == "Would the nine of hearts fit?"


def test_a_quiz_works_where_nothing_can_be_stored(show: Show) -> None:
    table = show(payloads.quiz())
    table.page.goto("about:blank")
    table.page.set_content("<div id=place></div>")
    mount(table.page, payloads.quiz())
    table.button("Yes, it fits").click()
    expect(table.status).to_contain_text("✓ Right.")


def test_a_position_shows_all_its_faults_in_words(show: Show) -> None:
    table = show(payloads.position())
    faults = table.page.get_by_role("list", name="What is wrong")
    assert faults.get_by_role("listitem").all_inner_texts() == payloads.position()["problems"]
    expect(table.status).to_have_text("This position cannot come up in play.")


def test_a_card_of_a_position_explains_itself(show: Show) -> None:
    table = show(payloads.position())
    table.button("nine of hearts, waits for the eight").click(force=True)
    expect(table.why).to_have_text("9♥ waits for 8♥.")
    assert table.sent == []


def test_a_position_is_changed_and_shown_again(show: Show) -> None:
    table = show(payloads.position())
    box = table.page.get_by_role("textbox", name="Position")
    expect(box).to_have_value(payloads.position()["text"])
    box.fill("hearts 5-8\nyou 9♥")
    table.button("Show").click()
    assert table.sent == [{"type": "show", "text": "hearts 5-8\nyou 9♥"}]
    good: dict[str, Any] = {"problems": [], "notice": None, "text": "hearts 5-8\nyou 9♥"}
    table.answer(payloads.position() | good | {"scene": payloads.scene("5h 6h 7h 8h", "9h")})
    expect(table.button("nine of hearts, fits")).to_be_visible()
    expect(table.page.get_by_role("list", name="What is wrong")).to_have_count(0)


def test_a_position_that_is_not_answered_says_so(show: Show) -> None:
    table = show(payloads.position(), clock=True)
    table.button("Show").click()
    table.button("Show").click()
    assert len(table.sent) == 1
    table.page.clock.run_for(5100)
    expect(table.why).to_contain_text("The table does not answer.")
    table.button("Show").click()
    assert len(table.sent) == 2


def test_a_text_that_cannot_be_read_keeps_the_last_good_table(show: Show) -> None:
    table = show(payloads.position())
    table.answer(payloads.position() | {"scene": None, "notice": "“5x” is not a card."})
    expect(table.status).to_have_text("“5x” is not a card.")
    expect(table.hand.get_by_role("button")).to_have_count(4)


@pytest.mark.parametrize("editable", [True, False])
def test_the_box_is_there_only_where_one_may_write(show: Show, editable: bool) -> None:
    table = show(payloads.position() | {"editable": editable})
    expect(table.page.get_by_role("textbox")).to_have_count(int(editable))
    expect(table.button("Show")).to_have_count(int(editable))


def test_a_wrong_card_after_all_were_found_reads_sensibly(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("Next").click()
    for card in ("five of clubs", "seven of spades"):
        table.card(card).click()
    expect(table.status).to_contain_text("All found.")
    table.card("ten of clubs").click()
    expect(table.status).to_have_text(
        "✗ Not right. 10♣ waits for 9♣. You had already found them all."
    )
    table.card("five of clubs").click()
    expect(table.status).to_have_text("✓ Right. 5♣ fits below 6♣. All found.")


@pytest.mark.parametrize("kept", [5, {}, True, None, "x", [{}]], ids=str)
def test_nonsense_among_the_ticks_does_no_harm(show: Show, kept: Any) -> None:
    quiz = payloads.quiz()
    table = show(quiz, stored={f"sevens:quiz:{quiz['id']}": kept})
    expect(
        table.root.get_by_role("group", name="Answers").get_by_role("button").first
    ).to_be_visible()
