"""Which payload is the answer to an act: what comes by itself frees nothing and is not told as one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, Table
from tests.js.test_climb import ladder
from tests.js.test_dealing import drawn

__all__ = ["ladder"]  # a fixture


def busy(table: Table) -> bool:
    """Tell whether the widget waits for an answer."""
    return table.root.get_attribute("aria-busy") == "true"


def fresh(**other: Any) -> dict[str, Any]:
    """Give a deal nothing has been played of."""
    return payloads.opening() | {"can": {"undo": False}} | other


def test_a_deal_is_told_although_something_else_comes_first(show: Show) -> None:
    table = show(payloads.finished())
    table.button("Deal again").click()
    found = payloads.finished()
    found["result"] |= {"reviewed": "Nothing clearly cost anything."}
    table.push(found)
    expect(table.page.get_by_text("Nothing clearly cost anything.")).to_be_visible()
    assert busy(table)
    table.button("Deal again").click()
    expect(table.why).to_have_text("One moment: the table has not answered yet.")
    assert [act["type"] for act in table.sent] == ["deal"]
    table.answer(fresh(deal=77, link="school:4 deal 77"))
    expect(table.why).to_have_text("Deal 77 is dealt.")
    expect(table.root).not_to_have_attribute("aria-busy", "true")


def test_a_weighed_suggestion_is_not_told_before_it_has_come(show: Show) -> None:
    table = show(payloads.middle())
    table.button("Suggest a move").click()
    table.push(payloads.middle() | {"pool": "Pool: 4 chips"})
    expect(table.page.get_by_text("Pool: 4 chips")).to_be_visible()
    expect(table.why).to_be_empty()
    weighed = payloads.middle()
    weighed["suggestion"] |= {"text": "Lay 5♣: it wins 40 of 100.", "weighed": True}
    table.answer(weighed)
    expect(table.why).to_contain_text("it wins 40 of 100")


def test_what_is_chosen_next_is_sent_only_after_the_answer(show: Show) -> None:
    table = show(payloads.board())
    selects = table.page.get_by_role("group", name="Switches").locator("select")
    for at in (0, 1):
        selects.nth(at).select_option(index=1)
    assert len(table.sent) == 1
    table.push(payloads.board() | {"adopted": "devyatka:4"})
    expect(table.page.get_by_text("In play: devyatka:4")).to_be_visible()
    assert len(table.sent) == 1
    table.answer(payloads.board())
    assert len(table.sent) == 2


def test_a_new_position_is_waited_for(show: Show) -> None:
    table = show(payloads.quiz_made())
    table.button("Another position").click()
    table.push(payloads.quiz_made() | {"title": "Would this one fit?"})
    expect(table.page.get_by_text("Would this one fit?")).to_be_visible()
    expect(table.why).to_have_text("One moment: a new position is being made.")
    table.answer(payloads.quiz_made())
    expect(table.why).to_have_text("No new position was found just now: try once more.")


@pytest.mark.parametrize("kind", ["climb", "dealing", "position"])
def test_the_other_tables_wait_for_their_answer_too(
    show: Show, ladder: dict[str, Any], kind: str
) -> None:
    payload, name = {
        "climb": (ladder, "Play 100 more deals"),
        "dealing": (drawn(), "Deal"),
        "position": (payloads.position(), "Show"),
    }[kind]
    table = show(payload)
    table.button(name).click()
    table.push(payload | {"title": "Something else"})
    assert busy(table)
    table.button(name).click()
    assert len(table.sent) == 1
    table.answer(payload)
    expect(table.root).not_to_have_attribute("aria-busy", "true")
