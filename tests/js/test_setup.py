"""Choosing the game on the page, the weighed suggestion, and what the passes prove: in a bare page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.js import payloads
from tests.js.harness import Show, Table

OPEN = "Choose the game"
CHOSEN = "each => each.selectedOptions[0].textContent"


def choosing(show: Show, **more: Any) -> Table:
    """Draw a game with everything to choose, unfolded."""
    table = show(payloads.chooser(), **more)
    table.page.get_by_text(OPEN).click()
    return table


def box(table: Table, name: str) -> Locator:
    """Find a select by its whole label."""
    return table.page.get_by_role("combobox", name=name, exact=True)


def kinds(table: Table) -> list[str]:
    return [act["type"] for act in table.sent]


def wait_for(table: Table, number: int) -> None:
    """Wait until so many acts were sent: the browser tells of an unfolding a little later."""
    table.page.wait_for_function("number => window.sent.length >= number", arg=number)


def weighed(**changes: Any) -> dict[str, Any]:
    """The game after a suggestion was asked for."""
    told = {"card": "5c", "text": "Lay 5♣: it wins 40 of 100.", "weighed": True} | changes
    return payloads.middle() | {"suggestion": told}


def test_everything_is_a_native_select_with_a_label_and_what_it_does(show: Show) -> None:
    table = choosing(show)
    for label, value in (
        ("Level", "Normal"),
        ("Rule set", "School"),
        ("Players", "4"),
        ("Your seat", "The dealer"),
    ):
        found = box(table, label)
        assert found.evaluate("each => each.tagName") == "SELECT"
        assert found.evaluate("each => each.selectedOptions[0].textContent") == value
    expect(box(table, "Level")).to_have_accessible_description(re.compile("Normal: plays so."))


def test_a_level_is_sent_when_chosen_and_its_sentence_follows(show: Show) -> None:
    table = choosing(show, answers=[payloads.chooser(level="strong", now="Level strong")])
    box(table, "Level").select_option("Strong")
    assert [(act["type"], act["level"]) for act in table.sent] == [("level", "strong")]
    expect(table.page.get_by_text("Strong: plays so.")).to_be_visible()
    expect(table.page.get_by_text("Level strong")).to_be_visible()


def test_players_and_seats_follow_the_rule_set_and_all_is_sent_together(show: Show) -> None:
    table = choosing(show)
    players, seat = box(table, "Players"), box(table, "Your seat")
    assert players.locator("option").all_text_contents() == ["4"]
    assert seat.locator("option").count() == 4
    box(table, "Rule set").select_option("Parliament")
    expect(table.page.get_by_text("Chips.")).to_be_visible()
    assert players.locator("option").all_text_contents() == ["3", "4", "5", "6", "7", "8"]
    players.select_option("6")
    assert seat.locator("option").count() == 6
    seat.select_option("Place 6")
    players.select_option("3")
    assert seat.locator("option").count() == 3
    assert seat.evaluate("each => each.selectedIndex") == 2, "a seat that is there"
    assert table.sent == []
    table.button("Start this game").click()
    assert table.sent == [
        {
            "type": "setup",
            "rules": "parliament",
            "players": 3,
            "seat": 2,
            "level": "normal",
            "ply": 12,
        }
    ]


def test_a_deal_number_in_the_box_is_the_deal_that_is_started_and_the_page_says_so(
    show: Show,
) -> None:
    table = choosing(show)
    start, number = table.button("Start this game"), table.page.get_by_label("Deal number")
    expect(start).to_have_accessible_description(
        "With a new deal, unless a number is written in the box “Deal number”."
    )
    box(table, "Rule set").select_option("Parliament")
    box(table, "Players").select_option("5")
    box(table, "Your seat").select_option("Place 3")
    for wrong in ("12x", "-5"):
        number.fill(wrong)
        start.click()
        expect(table.why).to_contain_text(f"“{wrong}” is not a deal number")
    assert table.sent == []
    number.fill(" 77 ")
    expect(start).to_have_accessible_description(
        "With deal 77, as written in the box “Deal number”."
    )
    start.click()
    sent = {"rules": "parliament", "players": 5, "seat": 2, "number": 77}
    assert [{name: act[name] for name in sent} for act in table.sent] == [sent]


def test_what_is_being_chosen_stays_while_the_game_goes_on(show: Show) -> None:
    table = choosing(show)
    box(table, "Rule set").select_option("Parliament")
    table.answer(payloads.chooser() | {"ply": 16})
    assert box(table, "Rule set").evaluate(CHOSEN) == "Parliament"
    table.answer(payloads.chooser(rules="parliament", players=5, seat=1) | {"ply": 0})
    assert box(table, "Players").evaluate(CHOSEN) == "5"
    assert box(table, "Your seat").evaluate(CHOSEN) == "At the dealer's left"


def test_where_the_rules_are_chosen_elsewhere_only_level_and_seat_are_here(show: Show) -> None:
    table = show(payloads.chooser(presets=[]))
    table.page.get_by_text(OPEN).click()
    expect(box(table, "Level")).to_be_visible()
    expect(box(table, "Rule set")).to_be_hidden()
    expect(box(table, "Players")).to_be_hidden()
    expect(table.button("Rules on one sheet")).to_be_hidden()
    box(table, "Your seat").select_option("Place 3")
    table.button("Start this game").click()
    assert table.sent == [{"type": "setup", "seat": 2, "level": "normal", "ply": 12}]


def test_a_game_without_choices_shows_none(show: Show) -> None:
    expect(show(payloads.middle()).page.get_by_text(OPEN)).to_be_hidden()


def test_seat_and_level_are_kept_with_the_game_and_sent_to_resume_it(show: Show) -> None:
    table = show(payloads.chooser(seat=2, level="strong"))
    kept = table.page.evaluate("JSON.parse(localStorage['sevens:kept:/table test'])")
    assert (kept["seat"], kept["level"]) == (2, "strong")
    opening = payloads.opening() | {"record": "school deal 1234: 7d"}
    again = show(opening, stored={"sevens:kept:/table test": kept})
    again.button("Resume").click()
    assert [(act["seat"], act["level"]) for act in again.sent] == [(2, "strong")]


# --- a suggestion that is weighed -----------------------------------------------------------------


def test_a_suggestion_is_asked_for_and_told_when_it_comes(show: Show) -> None:
    table = show(payloads.middle(), answers=[weighed()])
    table.button("Suggest a move").click()
    assert kinds(table) == ["suggest"]
    expect(table.why).to_have_text("Advice, not a promise: Lay 5♣: it wins 40 of 100.")
    expect(table.card("five of clubs")).to_have_attribute("data-suggested", "")
    table.button("Suggest a move").click()
    assert kinds(table) == ["suggest"], "it still holds"


def test_a_late_answer_is_told_and_one_after_a_move_is_not(show: Show) -> None:
    table = show(payloads.middle())
    table.button("Suggest a move").click()
    expect(table.why).to_be_empty()
    table.answer(weighed())
    expect(table.why).to_contain_text("it wins 40 of 100")
    table.answer(payloads.after_move())
    expect(table.why).to_be_empty()


def test_where_there_is_no_choice_nothing_is_asked(show: Show) -> None:
    sure = payloads.middle()
    sure["suggestion"] = {"card": "5c", "text": "Lay 5♣: it is the only one.", "sure": True}
    table = show(sure)
    table.button("Suggest a move").click()
    assert table.sent == []
    expect(table.why).to_have_text("Lay 5♣: it is the only one.")


@pytest.mark.parametrize("deaf", [True, False])
def test_without_python_the_suggestion_that_came_with_the_game_will_do(
    show: Show, deaf: bool
) -> None:
    table = show(payloads.middle(), clock=True, deaf=deaf)
    if deaf:
        table.page.clock.run_for(9000)
    table.button("Suggest a move").click()
    table.page.clock.run_for(6000)  # nobody answers
    expect(table.why).to_contain_text("Advice, not a promise: Lay 5♣")
    assert kinds(table) == ([] if deaf else ["suggest"])


# --- what the passes prove ------------------------------------------------------------------------


def test_proofs_are_asked_for_while_they_are_looked_at(show: Show) -> None:
    told = ["Robin passed with 9♣ open: Robin cannot hold it.", "Only Sam can hold K♠."]
    table = show(payloads.middle(), answers=[payloads.middle() | {"proofs": told}])
    fold = table.page.get_by_text("What do the passes prove?")
    fold.click()
    wait_for(table, 1)
    assert table.sent == [{"type": "proofs", "open": True, "ply": 12}]
    items = table.page.locator(".sv-proofs li")
    expect(items).to_have_text(told)
    table.answer(payloads.after_move() | {"proofs": told[:1]})
    expect(items).to_have_text(told[:1])
    assert len(table.sent) == 1
    fold.click()
    wait_for(table, 2)
    assert table.sent[1:] == [{"type": "proofs", "open": False, "ply": 16}]


def test_proofs_asked_for_while_an_answer_is_awaited_are_asked_for_after_it(show: Show) -> None:
    table = show(payloads.middle())
    table.card("five of clubs").click()
    table.page.get_by_text("What do the passes prove?").click()
    table.page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert kinds(table) == ["play"]
    table.answer(payloads.after_move())
    assert kinds(table) == ["play", "proofs"]


def test_a_missed_win_is_shown_at_the_end_with_its_moment(show: Show) -> None:
    ended = payloads.reviewed()
    missed = {"at": 2, "text": "With all hands open: 2♥ won the deal."}
    ended["result"] = ended["result"] | {"missed": missed}
    table = show(ended)
    row = table.page.get_by_role("list", name="Turning points").get_by_role("listitem").last
    expect(row).to_contain_text(missed["text"])
    row.get_by_role("button").click()
    expect(table.page.get_by_role("slider")).to_have_value("2")


@pytest.mark.parametrize("viewport", [(1366, 768), (1920, 1080)])
def test_the_large_table_keeps_the_others_names_and_cards_and_a_hint(
    show: Show, viewport: tuple[int, int]
) -> None:
    table = show(payloads.chooser(), viewport=viewport)
    table.button("Large table").click()
    held = {each["name"]: str(each["cards"]) for each in payloads.middle()["scene"]["seats"]}
    for name in ("Robin", "Alex", "Sam"):
        seat = table.page.get_by_role("listitem").filter(has_text=name)
        expect(seat.locator(".sv-name")).to_be_visible()
        expect(seat.locator(".sv-cards b")).to_have_text(held[name])
    for name in ("Pass", "Hint", "Undo"):
        expect(table.button(name)).to_be_visible()
    expect(table.page.get_by_text(OPEN)).to_be_hidden()
    assert table.root.evaluate("each => each.scrollHeight <= innerHeight"), (
        "nothing runs out of sight"
    )


def test_a_turn_fits_a_low_screen(show: Show) -> None:
    table = show(payloads.chooser(), viewport=(1366, 768))
    top = table.root.bounding_box()
    last = table.button("Read the table").bounding_box()
    assert top
    assert last
    assert last["y"] + last["height"] - top["y"] < 640, (
        "room for a heading and the browser's own bars"
    )


def test_axe_finds_nothing_in_what_can_be_chosen(show: Show, npm: Path) -> None:
    for dark in (False, True):
        table = choosing(show, dark=dark)
        table.page.get_by_text("What do the passes prove?").click()
        table.page.add_script_tag(path=str(npm / "axe-core" / "axe.min.js"))
        found = table.page.evaluate(
            "axe.run('.sevens').then((all) => all.violations.map((each) => each.id))"
        )
        assert found == []
