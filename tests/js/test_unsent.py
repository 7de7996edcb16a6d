"""A choice that reached nobody: the page shows what is in force, whatever was pressed while nobody answered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from sevens_widgets import deal_out, lab
from tests.js import payloads
from tests.js.harness import Show, Table

SHOWN = "each => each.selectedOptions[0].textContent"

PAGES: dict[str, tuple[Any, str, str]] = {
    "level of the game": (payloads.chooser, "Level", "Strong"),
    "switch of the board": (payloads.board, "Players", "6"),
    "rule set of the board": (payloads.board, "Rule set", "Classic (3 to 8 players)"),
    "players of a deal": (lambda: dict(deal_out(1234, rules="classic:4").payload), "Number of players", "6"),
    "turn in the lab": (lambda: dict(lab("hearts 7; you 8♥ 9♥").payload), "Turn", "Robin"),
}  # fmt: skip


def box(table: Table, name: str) -> Locator:
    return table.page.get_by_role("combobox", name=name)


def choose(found: Locator, words: str) -> None:
    """Choose an option as a person can, also of a select that is dimmed, which Playwright would not."""
    found.evaluate(
        """(it, words) => { it.selectedIndex = [...it.options].findIndex((each) => each.text === words);
          it.dispatchEvent(new Event("change", { bubbles: true })); }""",
        words,
    )


def opened(table: Table, name: str) -> Locator:
    fold = table.page.get_by_text("Choose the game")
    if fold.count():
        fold.click()
    found = box(table, name).first
    expect(found).to_be_visible()
    return found


@pytest.mark.parametrize("page", PAGES)
def test_chosen_while_python_is_lost_it_is_taken_back(show: Show, page: str) -> None:
    make, name, other = PAGES[page]
    table = show(make(), clock=True)
    found = opened(table, name)
    before = found.evaluate(SHOWN)
    table.page.evaluate("window.deaf = true")
    table.page.clock.run_for(10_000)
    choose(found, other)
    assert found.evaluate(SHOWN) == before
    lost = table.page.get_by_text("The connection to Python is lost.").locator("visible=true")
    expect(lost.first).to_be_visible()
    table.page.evaluate("window.deaf = false")
    table.page.clock.run_for(3000)
    expect(lost).to_have_count(0)
    assert found.evaluate(SHOWN) == before
    assert table.sent == []
    choose(found, other)
    assert len(table.sent) == 1, "and it can be chosen now"
    assert found.evaluate(SHOWN) == other


@pytest.mark.parametrize("page", PAGES)
def test_sent_to_nobody_it_is_taken_back(show: Show, page: str) -> None:
    make, name, other = PAGES[page]
    table = show(make(), clock=True)
    found = opened(table, name)
    before = found.evaluate(SHOWN)
    choose(found, other)
    assert len(table.sent) == 1
    table.page.clock.run_for(6000)
    said = table.page.get_by_text("does not answer").locator("visible=true")
    expect(said.first).to_be_visible()
    assert found.evaluate(SHOWN) == before


def test_chosen_while_another_answer_is_awaited_it_is_taken_back(show: Show) -> None:
    table = show(payloads.chooser())
    found = opened(table, "Level")
    table.card("five of clubs").click()
    choose(found, "Strong")
    expect(table.why).to_contain_text("One moment")
    assert found.evaluate(SHOWN) == "Normal"


def test_a_deal_number_that_is_none_takes_the_players_back(show: Show) -> None:
    table = show(PAGES["players of a deal"][0]())
    table.page.get_by_label("Deal number").fill("none")
    box(table, "Number of players").select_option("6")
    assert box(table, "Number of players").evaluate(SHOWN) == "4"
    assert table.sent == []


def test_what_is_wished_for_the_next_game_waits_for_the_link(show: Show) -> None:
    table = show(payloads.chooser(), clock=True)
    found = opened(table, "Rule set")
    table.page.evaluate("window.deaf = true")
    table.page.clock.run_for(10_000)
    choose(found, "Parliament")
    table.button("Start this game").click(force=True)
    assert table.sent == []
    table.page.evaluate("window.deaf = false")
    table.page.clock.run_for(3000)
    assert found.evaluate(SHOWN) == "Parliament", "it is not in force yet, and Start sends it"
    table.button("Start this game").click()
    assert [act["rules"] for act in table.sent] == ["parliament"]
