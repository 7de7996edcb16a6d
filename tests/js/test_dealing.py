"""A deal dealt card by card: who plays and which number are changed, and who opens is guessed."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from sevens_kernel import Rules
from sevens_widgets import deal_out
from sevens_widgets.dealing import Dealing
from tests.js.harness import Show


def drawn(players: int = 4, deal: int = 1234) -> dict[str, Any]:
    return dict(deal_out(deal, rules=f"classic:{players}").payload)


def test_another_number_of_players_is_asked_for_at_once(show: Show) -> None:
    table = show(drawn(), answers=[drawn(6)])
    box = table.page.get_by_label("Number of players")
    assert box.evaluate("it => [...it.options].map(each => each.value)") == list("345678")
    box.select_option("6")
    assert table.sent == [{"type": "dealing", "players": 6, "deal": 1234}]
    table.button("Last").click()
    counts = table.page.locator(".sv-seat .sv-cards b")
    expect(counts).to_have_text(["9", "9", "9", "9", "8"])
    expect(box).to_have_value("6")


def test_a_deal_number_is_typed(show: Show) -> None:
    table = show(drawn(), answers=[drawn(4, 77)])
    box = table.page.get_by_label("Deal number")
    expect(box).to_have_value("1234")
    box.fill(" 77 ")
    table.button("Deal").click()
    assert table.sent == [{"type": "dealing", "players": 4, "deal": 77}]
    expect(table.page.get_by_text("Deal 77, Classic")).to_be_visible()
    for wrong in ("x", "-1", "1e5"):
        box.fill(wrong)
        box.press("Enter")
        expect(table.why.first).to_have_text(
            f"“{wrong}” is not a deal number: write a whole number, such as 1234."
        )
    box.fill("")
    box.press("Enter")
    expect(table.why.first).to_have_text("Write the number of a deal first, such as 1234.")
    assert len(table.sent) == 1


def test_a_refusal_is_told_and_the_deal_stays(show: Show) -> None:
    dealing = Dealing(Rules(), 1234)
    dealing.act({"type": "dealing", "players": 4, "deal": -5})
    table = show(drawn(), answers=[dealing.payload() | {"title": "Deal 1234, Classic"}])
    table.button("Deal").click()
    expect(table.why.first).to_contain_text("a deal number is a whole number")


def test_who_opens_is_guessed_and_a_new_deal_asks_anew(show: Show) -> None:
    first, second = drawn(), drawn(4, 77)
    table = show(first, answers=[second])
    verdict = table.page.locator(".sv-dealing > .sv-status")
    for each in sorted(first["guess"]["choices"], key=lambda one: bool(one["right"])):
        table.button(each["text"]).click()
        judged = "✓ Right." if each["right"] else "✗ Not right."
        expect(verdict).to_have_text(f"{judged} {each['why']}")
    table.page.get_by_label("Deal number").fill("77")
    table.button("Deal").click()
    expect(verdict).to_be_empty()
    expect(table.page.locator(".sv-choice[data-right]")).to_have_count(0)


def test_without_python_the_deal_is_walked_through_and_the_rest_says_why(show: Show) -> None:
    table = show(drawn(), clock=True, deaf=True)
    table.page.clock.run_for(9000)
    expect(table.why.first).to_contain_text("There is no Python behind this page.")
    expect(table.button("Deal")).to_have_attribute("aria-disabled", "true")
    table.button("Deal").click(force=True)
    assert table.sent == []
    table.button("Forward").click()
    expect(table.page.locator(".sv-replay .sv-status")).to_contain_text("Card 1 of 52")
    choices = table.page.get_by_role("group", name="Who opens?").get_by_role("button")
    choices.first.click()
    expect(table.page.locator(".sv-dealing > .sv-status")).not_to_be_empty()
