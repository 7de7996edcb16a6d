"""The switchboard: native selects with labels and examples, refusals in words, acts in order."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.js import payloads
from tests.js.harness import Show, Table, mount


def select(table: Table, name: str) -> Locator:
    """Find a switch by its label."""
    return table.page.get_by_role("combobox", name=name, exact=True)


def chosen(aces: str) -> dict[str, Any]:
    """The board after aces were chosen."""
    board = payloads.board()
    board["switches"][1] |= {"value": aces, "changed": aces == "high"}
    return board


def test_every_switch_is_a_select_with_its_example(show: Show) -> None:
    table = show(payloads.board())
    for switch in payloads.board()["switches"]:
        label = switch["words"] + (" changed" if switch["changed"] else "")
        box = select(table, label)
        expect(box).to_have_accessible_description(switch["example"])
        words = [option["words"] for option in switch["options"]]
        assert box.locator("option").all_inner_texts() == words
        now = next(each["words"] for each in switch["options"] if each["value"] == switch["value"])
        assert box.evaluate("it => it.selectedOptions[0].text") == now
    assert table.page.locator(".sv-tag:visible").all_inner_texts() == ["changed"]
    expect(table.page.get_by_text("School with aces high", exact=True)).to_be_visible()
    expect(table.page.get_by_text("school:4,aces=high", exact=True)).to_be_visible()
    expect(table.page.get_by_text("In play: school:4")).to_be_visible()


def test_a_switch_sends_the_value_as_it_was_given(show: Show) -> None:
    table = show(payloads.board(), answers=[chosen("low")])
    select(table, "Players").select_option("6")
    select(table, "Aces").select_option("low")
    assert table.sent == [
        {"type": "switch", "field": "players", "value": 6},
        {"type": "switch", "field": "aces", "value": "low"},
    ]


def test_a_preset_is_chosen_by_its_name(show: Show) -> None:
    table = show(payloads.board())
    box = select(table, "Rule set")
    expect(box).to_have_accessible_description("52 cards, the holder of 7♦ begins.")
    box.select_option("Classic (3 to 8 players)")
    assert table.sent == [{"type": "preset", "slug": "classic"}]


def test_what_is_chosen_meanwhile_is_sent_after_the_answer(show: Show) -> None:
    table = show(payloads.board())
    select(table, "Players").select_option("6")
    select(table, "Aces changed").select_option("low")
    select(table, "Pack").select_option("36 cards")
    assert [act["field"] for act in table.sent] == ["players"]
    table.answer(payloads.board())
    assert [act["field"] for act in table.sent] == ["players", "aces"]
    assert select(table, "Pack").input_value() == "36 cards", "still on its way"
    table.answer(chosen("low"))
    assert [act["field"] for act in table.sent] == ["players", "aces", "pack"]


def test_the_board_shows_what_was_answered_and_keeps_the_focus(show: Show) -> None:
    table = show(payloads.board(), answers=[payloads.board() | {"answers": 1}])
    box = select(table, "Players")
    box.focus()
    table.page.keyboard.press("ArrowDown")
    assert table.sent == [{"type": "switch", "field": "players", "value": 5}]
    expect(box).to_be_focused()
    assert box.input_value() == "4", "the answer did not take it over"


def test_a_refusal_says_why_and_cannot_be_played(show: Show) -> None:
    table = show(payloads.refused())
    expect(table.status).to_have_text(payloads.refused()["refusal"])
    play = table.button("Play under these rules")
    expect(play).to_have_attribute("aria-disabled", "true")
    first = table.status.text_content()
    play.click(force=True)
    assert table.status.text_content() != first, "said again"
    assert table.sent == []
    table.answer(payloads.board())
    expect(table.status).to_be_empty()
    play.click()
    assert table.sent == [{"type": "adopt"}]


def test_a_refusal_stands_beside_the_switches_it_is_about_and_the_foot_leads_there(
    show: Show,
) -> None:
    refused = payloads.refused()
    table = show(refused)
    for switch in refused["switches"]:
        found = select(table, switch["words"] + (" changed" if switch["changed"] else ""))
        wrong = switch["field"] in ("pack", "aces")
        assert found.get_attribute("aria-invalid") == ("true" if wrong else None)
        told = f"{switch['example']} {refused['refusal']}" if wrong else switch["example"]
        expect(found).to_have_accessible_description(told)
    beside = table.page.locator(".sv-choose").get_by_text(refused["refusal"])
    expect(beside).to_have_count(2)
    expect(table.status).to_have_count(1)
    jumps = table.page.get_by_role("group", name="Switches that do not go together")
    expect(jumps.get_by_role("button")).to_have_text(["Go to “Pack”", "Go to “Aces”"])
    table.button("Go to “Aces”").click()
    expect(select(table, "Aces changed")).to_be_focused()
    table.answer(payloads.board())
    expect(beside).to_have_count(0)
    expect(jumps).to_be_hidden()
    expect(select(table, "Pack")).not_to_have_attribute("aria-invalid", "true")


def test_a_refusal_stays_in_sight_and_hides_no_switch(show: Show) -> None:
    long = payloads.refused()
    long["switches"] = [
        switch | {"field": f"{switch['field']}{copy}", "words": f"{switch['words']} {copy}"}
        for copy in range(5)
        for switch in long["switches"]
    ]
    table = show(long, viewport=(360, 640))
    bar = table.page.locator(".sv-dock")
    for _ in range(1 + len(long["switches"])):
        table.page.keyboard.press("Tab")
        while table.page.evaluate("document.activeElement.tagName") != "SELECT":
            table.page.keyboard.press("Tab")
        at = table.page.locator("select:focus").bounding_box()
        over = bar.bounding_box()
        assert at
        assert over
        assert at["y"] >= 0, "under the edge of the screen"
        assert at["y"] + at["height"] <= over["y"], "under the bar"
        assert over["y"] + over["height"] <= 641, "the refusal is in sight"


def test_a_notice_is_shown(show: Show) -> None:
    table = show(payloads.board(notice="The next deal is played with aces high."))
    expect(table.page.get_by_text("The next deal is played with aces high.")).to_be_visible()


def test_a_board_that_does_not_answer_says_so_and_shows_what_holds(show: Show) -> None:
    table = show(payloads.board(), clock=True)
    box = select(table, "Aces changed")
    box.select_option("low")
    table.page.clock.run_for(5100)
    expect(table.page.get_by_text("The board does not answer.")).to_be_visible()
    assert box.input_value() == "high"


def test_keys_stay_inside_and_shortcuts_are_forbidden(show: Show) -> None:
    table = show(payloads.board())
    bare = table.root.locator(":is(button, select):not([data-lm-suppress-shortcuts=true])")
    expect(bare).to_have_count(0)
    table.page.evaluate(
        "() => { window.out = []; document.addEventListener('keydown', e => window.out.push(e.key)); }"
    )
    select(table, "Players").focus()
    for key in ("a", "b", "x", "ArrowDown", "Escape"):
        table.page.keyboard.press(key)
    assert table.page.evaluate("window.out") == []


def test_two_boards_in_one_page_do_not_mix_their_labels(show: Show) -> None:
    table = show(payloads.board())
    mount(table.page, payloads.board(), name="board.js")
    ids = table.page.evaluate("() => [...document.querySelectorAll('[id]')].map(it => it.id)")
    assert len(ids) == len(set(ids))
    expect(select(table, "Players")).to_have_count(2)
