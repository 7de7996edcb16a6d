"""Another position, what is shown when hints do not help, and the result of a quiz."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, mount


def test_another_position_is_taken_from_those_sent_ahead(show: Show) -> None:
    table = show(payloads.quiz_made(1, 2))
    table.button("Another position").click()
    assert table.focus == "Made up, number 1?"
    expect(table.page.get_by_text("Extra 1", exact=True)).to_be_visible()
    table.button("Yes, it fits").click()
    expect(table.status).to_contain_text("✓ Right.")
    expect(table.page.locator("[data-done]")).to_have_count(0)
    table.button("Back to question 1").click()
    assert table.focus == "Would the nine of hearts fit?"
    expect(table.button("Yes, it fits")).to_be_visible()
    assert table.sent == []


def test_python_is_asked_for_more_before_they_run_out(show: Show) -> None:
    table = show(payloads.quiz_made(1), answers=[payloads.quiz_made(2, 3)])
    table.button("Another position").click()
    assert table.sent == [{"type": "more", "kind": "fits"}]
    assert table.focus == "Made up, number 1?", "what has just come waits"
    met = ["Made up, number 1?"]
    for number in (2, 3):
        table.button("Another position").click()
        met.append(table.focus)
        assert table.focus == f"Made up, number {number}?"
    assert len(set(met)) == 3
    assert len(table.sent) == 2


def test_one_of_the_same_kind_is_waited_for(show: Show) -> None:
    table = show(payloads.quiz_made(1), answers=[payloads.quiz_made(7, kind="pick")])
    table.button("Next").click()
    table.button("Another position").click()
    assert table.sent[0] == {"type": "more", "kind": "pick"}
    expect(table.page.get_by_role("heading", name="Made up, number 7?")).to_be_focused()


def test_a_puzzle_is_called_so(show: Show) -> None:
    asked = payloads.quiz_made(1, kind="wins")
    asked["exercises"][0]["kind"] = "wins"
    table = show(asked)
    table.button("Another puzzle").click()
    assert table.focus == "Made up, number 1?"
    table.button("Back to question 1").click()
    table.button("Next").click()
    expect(table.button("Another position")).to_be_visible()


def test_an_answer_that_brings_nothing_new_is_told(show: Show) -> None:
    table = show(payloads.quiz_made(), answers=[payloads.quiz_made() | {"answers": 1}])
    table.button("Another position").click()
    expect(table.why).to_have_text("No new position was found just now: try once more.")


def test_without_python_those_sent_ahead_are_used_up_and_then_it_says_why(show: Show) -> None:
    table = show(payloads.quiz_made(1, 2), clock=True, deaf=True)
    table.page.clock.run_for(9000)
    table.button("Next").click()  # a question of another kind: any position will do
    for number in (1, 2):
        button = table.button("Another position")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()
        expect(table.page.get_by_role("heading", name=f"Made up, number {number}?")).to_be_focused()
    last = table.button("Another position")
    expect(last).to_have_attribute("aria-disabled", "true")
    last.click(force=True)
    expect(table.why).to_contain_text("That was the last position this page has brought along.")
    expect(table.why).to_contain_text("There is no Python behind this page.")
    table.button("Yes, it fits").click()
    expect(table.status).to_contain_text("✓ Right.")
    assert table.sent == []


def test_after_three_hints_the_answer_is_shown_and_must_still_be_given(show: Show) -> None:
    table = show(payloads.quiz())
    for _ in range(3):
        table.button("Hint").click()
    expect(table.button("Hint")).to_have_count(0)
    table.button("Show me").click()
    expect(table.why).to_contain_text("The answer: Yes, it fits. 9♥ fits: it follows 8♥.")
    expect(table.page.locator("[data-done]")).to_have_count(0)
    table.button("★ Yes, it fits – the answer").click()
    expect(table.status).to_contain_text("✓ Right.")
    expect(table.page.locator("[data-done]")).to_have_count(1)
    table.button("Next").click()
    for _ in range(4):
        table.button("Show me" if table.button("Show me").count() else "Hint").click()
    expect(table.button("five of clubs, the answer")).to_be_visible()
    expect(table.button("seven of spades, the answer")).to_be_visible()
    expect(table.button("ten of clubs")).to_be_visible()
    table.button("Try again").click()
    expect(table.button("five of clubs")).to_be_visible()


def test_the_answer_shown_says_how_many_to_press_and_no_reason_twice(show: Show) -> None:
    asked = payloads.quiz()
    first = asked["exercises"][0]
    first["choices"] = [
        {"key": "J", "text": "J♣", "right": True, "why": "J♣ fits: it goes above 10♣."},
        {"key": "7", "text": "7♠", "right": True, "why": "7♠ opens spades."},
        {"key": "K", "text": "K♠", "right": False, "why": "K♠ waits for Q♠."},
    ]
    table = show(asked)
    for _ in range(3):
        table.button("Hint").click()
    table.button("Show me").click()
    expect(table.why).to_contain_text(
        "The answer: J♣ fits: it goes above 10♣. 7♠ opens spades. Press either of them to go on."
    )
    table.button("Next").click()
    for _ in range(3):
        table.button("Hint").click()
    table.button("Show me").click()
    expect(table.why).to_contain_text("Press them to go on.")


def to_the_end(table: Any) -> None:
    while table.button("Next").count():
        table.button("Next").click()
    table.button("Finish").click()


def test_the_result_counts_first_tries_and_names_nobody(show: Show) -> None:
    table = show(payloads.quiz_made(1, kind="pick"))
    table.button("Yes, it fits").click()
    table.button("Next").click()
    table.card("ten of clubs").click()
    table.card("five of clubs").click()
    table.card("seven of spades").click()
    table.button("Another position").click()
    table.button("Yes, it fits").click()
    table.button("Back to question 2").click()
    to_the_end(table)
    line = table.page.locator(".sv-line")
    expect(line).to_have_text(
        "“Would this card fit?”: 2 of 3 done, 1 of 3 right at first try; of those made up, 1 of 1."
    )
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.button("Copy the result").click()
    expect(table.why).to_contain_text("Copied.")
    assert table.page.evaluate("navigator.clipboard.readText()") == line.inner_text()


def test_a_first_try_is_kept_and_a_second_one_does_not_mend_it(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("No, it waits").click()
    table.page.reload()
    mount(table.page, payloads.quiz())
    table.button("Yes, it fits").click()
    to_the_end(table)
    expect(table.page.locator(".sv-line")).to_contain_text("1 of 3 done, 0 of 3 right at first try")


def test_the_result_is_printed_alone(show: Show) -> None:
    table = show(payloads.quiz())
    table.button("Yes, it fits").click()
    to_the_end(table)
    table.button("Print the result").click()
    printed = table.page.locator("iframe").content_frame
    expect(printed.get_by_role("heading", include_hidden=True)).to_have_text("Would this card fit?")
    expect(printed.locator("p").first).to_contain_text("1 of 3 right at first try.")
    expect(printed.locator("p").nth(1)).to_have_text("✓ 1. Would the nine of hearts fit?")


@pytest.mark.parametrize("kept", [5, [], "x", None, {"rows-1": "yes"}], ids=str)
def test_nonsense_among_the_first_tries_does_no_harm(show: Show, kept: Any) -> None:
    table = show(payloads.quiz(), stored={"sevens:first:rows": kept})
    table.button("Yes, it fits").click()
    to_the_end(table)
    expect(table.page.locator(".sv-line")).to_contain_text("1 of 3 right at first try")
