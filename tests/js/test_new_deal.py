"""A new deal is told, also where the line about the turn says the very same of it as of the deal before."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.js import payloads
from tests.js.harness import Show, Table

NEW = {"deal": 4711, "link": "school:4 deal 4711"}


def fresh(**changes: Any) -> dict[str, Any]:
    """A deal from its start."""
    return payloads.chooser() | payloads.opening() | changes


def heard(table: Table, place: Locator) -> list[str]:
    """Give what a live line was made to say since `listen`, each time anew."""
    said: list[str] = place.evaluate("it => it.said")
    return said


def listen(place: Locator) -> None:
    """Note down every change of a line, as a screen reader does."""
    place.evaluate("""it => { it.said = [];
      new MutationObserver(() => it.said.push(it.textContent.replaceAll("\\u00a0", "")))
        .observe(it, { childList: true, characterData: true, subtree: true }); }""")


@pytest.mark.parametrize("name", ["Start this game", "Deal again", "Deal this number"])
def test_a_new_deal_is_told(show: Show, name: str) -> None:
    table = show(fresh(), answers=[fresh(**NEW)])
    table.page.get_by_text("Choose the game").click()
    table.page.get_by_label("Deal number").fill("4711" if name == "Deal this number" else "")
    listen(table.status)
    table.button(name).last.click()
    expect(table.why).to_have_text("Deal 4711 is dealt.")
    assert heard(table, table.status) == [payloads.opening()["status"]], "the same words, anew"


@pytest.mark.parametrize(
    ("ended", "name"), [("next_deal", "Next deal"), ("match_over", "New match")]
)
def test_the_next_deal_of_a_match_and_a_new_match_are_told(
    show: Show, ended: str, name: str
) -> None:
    before = getattr(payloads, ended)()
    table = show(before, answers=[fresh(match=payloads.score(2), **NEW)])
    table.button(name).first.click()
    expect(table.why).to_have_text("Deal 4711 is dealt.")


def test_the_same_deal_in_another_seat_is_dealt_again(show: Show) -> None:
    table = show(fresh(), answers=[fresh(answers=1)])
    table.page.get_by_text("Choose the game").click()
    table.button("Start this game").click()
    expect(table.why).to_have_text("Deal 1234 is dealt again, from its start.")


def test_the_same_number_under_other_rules_is_a_new_deal(show: Show) -> None:
    table = show(fresh(link="school:4 deal 1234"), answers=[fresh(link="fan-tan:4 deal 1234")])
    table.page.get_by_text("Choose the game").click()
    table.button("Start this game").click()
    expect(table.why).to_have_text("Deal 1234 is dealt.")


def test_what_is_refused_is_told_instead(show: Show) -> None:
    notice = "Nobody can deal that."
    table = show(fresh(), answers=[fresh(notice=notice)])
    table.button("Deal again").click()
    expect(table.why).to_have_text(notice)


def test_an_act_that_came_too_late_deals_nothing_and_says_nothing(show: Show) -> None:
    late = payloads.middle() | {"answers": 1}
    table = show(payloads.middle(), answers=[late])
    table.button("Deal again").click()
    expect(table.why).to_be_empty()


def test_going_on_with_an_earlier_game_and_undo_are_no_new_deal(show: Show) -> None:
    kept = {"text": "school:4 deal 77 | 7d", "deal": 77, "ply": 1, "over": False, "moved": True}
    resumed = payloads.middle() | {"deal": 77, "ply": 2, "record": "school:4 deal 77 | 7d 8d"}
    table = show(
        fresh(), stored={"sevens:kept:/table test": kept}, answers=[resumed, resumed | {"ply": 0}]
    )
    table.button("Resume").click()
    expect(table.status).to_have_text(payloads.middle()["status"])
    expect(table.why).to_be_empty()
    table.button("Undo").click()
    expect(table.why).to_be_empty()


def test_a_turn_of_which_the_same_is_said_is_heard_too(show: Show) -> None:
    table = show(payloads.middle())
    listen(table.status)
    table.answer(payloads.middle() | {"ply": 16})
    table.page.evaluate("new Promise(requestAnimationFrame)")
    assert heard(table, table.status) == [payloads.middle()["status"]]
    table.answer(payloads.middle() | {"ply": 16, "answers": 1})
    table.page.evaluate("new Promise(requestAnimationFrame)")
    assert len(heard(table, table.status)) == 1, "an answer that changes nothing is not told again"
