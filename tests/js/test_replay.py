"""A deal played again in the browser alone, the review after a deal, and the large table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from sevens_kernel.acting import apply
from sevens_kernel.deal import deal
from sevens_kernel.moves import PASS, lay
from sevens_kernel.notation import record_of
from sevens_kernel.rules import Rules
from sevens_kernel.state import fitting
from sevens_widgets.payload_patch import merge
from sevens_widgets.replay import replay as engine_replay
from tests.js import payloads
from tests.js.harness import Show, Table


def slider(table: Table) -> Locator:
    return table.page.get_by_role("slider", name="Move")


def value_text(table: Table) -> str | None:
    return slider(table).get_attribute("aria-valuetext")


def laid(table: Table) -> list[str]:
    """The ranks that lie in the row of diamonds."""
    cells = table.page.locator('.sv-row[aria-label^="diamonds"] [data-is="laid"] b:visible')
    return [str(each.get_attribute("data-rank")) for each in cells.all()]


# ---- walking through -------------------------------------------------------------------------


def test_every_frame_is_the_one_before_with_its_patch(show: Show) -> None:
    table = show(payloads.replay())
    moments = [["7"], ["7", "8"], ["6", "7", "8"], ["6", "7", "8"]]
    for number, (frame, ranks) in enumerate(zip(payloads.frames(), moments, strict=True)):
        if number:
            table.button("Forward").click()
        expect(table.status).to_have_text(frame["text"])
        assert value_text(table) == frame["label"]
        assert slider(table).input_value() == str(number)
        assert laid(table) == ranks
    expect(table.page.locator(".sv-seat").nth(1)).to_contain_text("passed")
    table.button("First").click()
    assert laid(table) == ["7"]
    expect(table.hand.get_by_role("button")).to_have_count(3)
    table.button("Last").click()
    assert value_text(table) == "move 3 of 3, Alex passes"
    table.button("Back").click()
    assert value_text(table) == "move 2 of 3, Robin lays 6 of diamonds"
    assert table.sent == []


def test_a_patch_changes_only_what_it_names(show: Show) -> None:
    """Objects by key, null takes away, lists of the same length by place, all else replaced."""
    first = payloads.frames()[0] | {"hands": [{"name": "Robin", "label": "whole", "cards": []}]}
    patches: list[dict[str, Any]] = [
        {
            "text": "longer",
            "hands": [*first["hands"], {"name": "Alex", "label": "new", "cards": []}],
        },
        {"text": "one place", "hands": {"1": {"label": "patched"}}},
        {"text": "gone", "hands": None},
    ]
    table = show(payloads.replay(frames=[first, *patches]))
    table.button("Show all hands").click()
    holds = table.page.locator(".sv-holds:visible")
    for expected in (["whole"], ["whole", "new"], ["whole", "patched"], []):
        assert holds.all_inner_texts() == expected
        if expected:
            table.button("Forward").click()
    expect(table.button("Show all hands")).to_be_hidden()
    table.button("First").click()
    assert holds.all_inner_texts() == ["whole"], "the first frame was not changed by those after it"


ALL_FRAMES = """() => {
  const seen = [];
  const words = (part) => [...document.querySelectorAll(part)]
    .map((it) => it.getAttribute("aria-label") ?? it.textContent);
  const [slider] = document.querySelectorAll("[type=range]");
  for (let at = 0; at <= Number(slider.max); at += 1) {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    const all = [...words(".sv-row"), ...words(".sv-hand"), ...words(".sv-hand > *"), ...words(".sv-holds")];
    seen.push([slider.getAttribute("aria-valuetext"), ...words(".sv-status"), ...all]);
  }
  return seen;
}"""


def test_a_whole_deal_of_the_engine_is_unfolded_as_python_unfolds_it(show: Show) -> None:
    state, acts = deal(Rules(), 1234), []
    while state.out is None:
        before = state
        fit = fitting(state, state.turn)
        state = apply(state, lay(fit[0]) if fit else PASS, before.turn)
        acts.append(state.history[-1])
    record = record_of(deal(Rules(), 1234), state, 1234)
    payload = engine_replay(record)
    frames = [payload["frames"][0]]
    for patch in payload["frames"][1:]:
        frames.append(merge(frames[-1], patch))
    expected = [
        [
            frame["label"],
            frame["text"],
            *(row["label"] for row in frame["scene"]["rows"]),
            frame["scene"]["handLabel"],
            *(card["label"] for card in frame["scene"]["hand"]),
            *(hand["label"] for hand in frame["hands"]),
        ]
        for frame in frames
    ]
    assert len(expected) == len(acts) + 1
    table = show(payload, viewport=(1366, 768))
    table.button("Show all hands").click()
    table.button("Large table").click()
    last = table.page.locator(".sv-mini").last.bounding_box()
    leave = table.button("Leave the large table").bounding_box()
    assert last
    assert leave
    assert last["y"] + last["height"] <= leave["y"], "thirteen open cards of each are in sight"
    table.page.keyboard.press("Escape")
    for ours, theirs in zip(table.page.evaluate(ALL_FRAMES), expected, strict=True):
        assert ours == theirs


def test_a_replay_starts_where_it_is_told(show: Show) -> None:
    table = show(payloads.replay(start=2))
    assert value_text(table) == "move 2 of 3, Robin lays 6 of diamonds"


@pytest.mark.parametrize(
    ("place", "ahead", "behind"),
    [("slider", "ArrowRight", "ArrowLeft"), ("slider", "ArrowUp", "ArrowDown"),
     ("Back", "ArrowRight", "ArrowLeft"), ("Back", "PageDown", "PageUp")],
)  # fmt: skip
def test_keys_on_the_controls(show: Show, place: str, ahead: str, behind: str) -> None:
    table = show(payloads.replay())
    (slider(table) if place == "slider" else table.button(place)).focus()
    where = table.focus
    for key, at in ((ahead, "1"), (ahead, "2"), (behind, "1"), (behind, "0"), (behind, "0")):
        table.page.keyboard.press(key)
        assert slider(table).input_value() == at
        assert table.focus == where
    slider(table).focus()
    table.page.keyboard.press("End")
    assert value_text(table) == "move 3 of 3, Alex passes"


def test_keys_pressed_on_the_controls_stay_inside(show: Show) -> None:
    table = show(payloads.replay())
    table.page.evaluate(
        "() => { window.out = []; for (const kind of ['keydown', 'keypress', 'keyup'])"
        " document.addEventListener(kind, e => window.out.push(e.key)); }"
    )
    for place in (slider(table), table.button("Forward"), table.button("Hide the next move")):
        place.focus()
        for key in [*"abcdmxyz0jk", "ArrowLeft", "ArrowDown", "PageUp", "Enter", "Escape", " "]:
            table.page.keyboard.press(key)
            expect(place).to_be_focused()
    assert table.page.evaluate("window.out") == []


def test_a_press_at_either_end_is_answered(show: Show) -> None:
    table = show(payloads.replay())
    expect(table.button("Back")).to_have_attribute("aria-disabled", "true")
    table.button("Back").click(force=True)
    expect(table.why).to_have_text("This is the beginning.")
    table.button("Last").click()
    table.button("Forward").click(force=True)
    expect(table.why).to_have_text("This is the end.")


def test_the_next_move_can_be_hidden_and_is_shown_before_one_goes_on(show: Show) -> None:
    table = show(payloads.replay())
    table.button("Hide the next move").click()
    expect(table.button("Hide the next move")).to_have_attribute("aria-pressed", "true")
    expect(table.status).to_have_text("What would you lay?")
    expect(table.hand).to_have_attribute("aria-label", "Your hand, 3 cards")
    assert table.hand.locator("[data-fits]").count() == 0
    expect(table.card("five of clubs")).to_have_attribute("aria-label", "five of clubs")
    table.button("Show the move").click()
    expect(table.status).to_have_text("You lay 8♦. Robin is to move.")
    assert laid(table) == ["7", "8"]
    table.button("Forward").click()
    expect(table.status).to_have_text("What would you lay in Robin’s place?")
    assert laid(table) == ["7", "8"], "asking shows nothing new"
    slider(table).focus()
    table.page.keyboard.press("ArrowRight")
    expect(table.status).to_contain_text("Robin lays 6♦.")
    table.button("Last").click()
    expect(table.status).to_have_text("Alex passes.")


def test_all_hands_can_be_shown(show: Show) -> None:
    table = show(payloads.replay())
    king = table.page.get_by_role("img", name="king of clubs")
    expect(king).to_have_count(0)
    table.button("Show all hands").click()
    expect(king).to_be_visible()
    table.button("Last").click()
    expect(table.page.get_by_text("Robin holds 7h, Kc")).to_be_visible()


def test_one_can_play_on_from_a_moment(show: Show) -> None:
    table = show(payloads.replay(), answers=[payloads.middle()], any_kind=True)
    table.button("Forward").click()
    table.button("Play on from here").focus()
    table.page.keyboard.press("Enter")
    assert [(act["type"], act["at"]) for act in table.sent] == [("from", 1)]
    assert table.focus == "five of clubs, fits", "the game has taken the place of the replay"
    table.answer(payloads.replay(can={"play": False}))
    expect(table.button("Play on from here")).to_be_hidden()


def test_where_nobody_chooses_there_is_nothing_to_guess(show: Show) -> None:
    table = show(payloads.replay())
    expect(table.button("Hide the next move")).to_be_visible()
    table.answer(payloads.replay(can={"guess": False}))
    expect(table.button("Hide the next move")).to_be_hidden()


def test_from_the_end_nobody_can_play_on(show: Show) -> None:
    table = show(payloads.replay(start=3))
    table.button("Play on from here").click(force=True)
    expect(table.why).to_contain_text("go back a little")
    assert table.sent == []


def test_a_replay_needs_no_python(show: Show) -> None:
    table = show(payloads.replay(), clock=True, deaf=True)
    table.page.clock.run_for(9000)
    expect(table.status).to_have_text("Your turn.")
    table.button("Forward").click()
    expect(table.status).to_have_text("You lay 8♦. Robin is to move.")
    table.button("Play on from here").click(force=True)
    expect(table.why).to_contain_text("There is no Python behind this page. To play on,")
    assert table.sent == []


# ---- after a deal ----------------------------------------------------------------------------


def test_a_finished_deal_is_looked_at_again_inside_the_game(show: Show) -> None:
    table = show(payloads.reviewed())
    table.button("Replay").focus()
    table.page.keyboard.press("Enter")
    assert table.focus == "Move"
    expect(table.page.get_by_role("heading", name="Robin wins the deal")).to_be_hidden()
    expect(table.status).to_have_count(1)
    expect(table.status).to_have_text("Your turn.")
    table.button("Back to the result").focus()
    table.page.keyboard.press("Enter")
    assert table.focus == "Replay"
    expect(table.page.get_by_role("heading", name="Robin wins the deal")).to_be_visible()
    assert table.sent == []


def test_a_turning_point_opens_the_deal_there(show: Show) -> None:
    table = show(payloads.reviewed())
    points = table.page.get_by_role("list", name="Turning points").get_by_role("listitem")
    expect(points).to_have_count(2)
    points.nth(1).get_by_role("button").click()
    assert value_text(table) == "move 2 of 3, Robin lays 6 of diamonds"
    table.button("Back to the result").click()
    assert table.focus == "Look at it: 6♦ opened the way for 5♦."


def test_what_looking_back_finds_may_come_later_than_the_result(show: Show) -> None:
    end = payloads.reviewed()
    first = end | {"result": end["result"] | {"turning": [], "reviewed": ""}}
    later = end | {"result": end["result"] | {"reviewed": "Two of your turns cost something."}}
    table = show(first)
    table.button("Copy the record").focus()
    table.answer(later)
    expect(table.page.get_by_text("Two of your turns cost something.")).to_be_visible()
    expect(
        table.page.get_by_role("list", name="Turning points").get_by_role("listitem")
    ).to_have_count(2)
    assert table.focus == "Copy the record"
    table.button("Replay").focus()
    table.page.keyboard.press("Enter")
    table.answer(end | {"answers": 1})
    assert table.focus == "Move", "the replay stays open"


def test_the_sheet_asked_for_while_the_deal_is_looked_back_at_opens_when_it_comes(
    show: Show,
) -> None:
    setup = {"setup": payloads.chooser()["setup"]}
    end = payloads.reviewed() | setup
    first = end | {"result": end["result"] | {"turning": [], "reviewed": ""}}
    table = show(first)
    table.page.get_by_text("Choose the game").click()
    table.button("Rules on one sheet").click()
    table.push(end)
    sheet = table.page.get_by_role("dialog", name="The rules")
    expect(sheet).to_have_count(0)
    table.answer(end | {"sheet": {"title": "The rules", "html": "<p>Lay a card.</p>"}})
    expect(sheet).to_contain_text("Lay a card.")
    table.button("Close").click()
    table.answer(end | {"sheet": {"title": "The rules", "html": "<p>Lay a card.</p>"}})
    expect(sheet).to_have_count(0)


def test_playing_on_from_the_review_returns_to_the_game(show: Show) -> None:
    table = show(payloads.reviewed(), answers=[payloads.middle()])
    table.button("Replay").click()
    table.button("Play on from here").focus()
    table.page.keyboard.press("Enter")
    assert table.sent == [{"type": "from", "at": 0, "ply": 48}]
    expect(slider(table)).to_be_hidden()
    assert table.focus == "five of clubs, fits"


def test_a_result_without_a_review_offers_none(show: Show) -> None:
    table = show(payloads.finished())
    expect(table.button("Replay")).to_be_hidden()
    expect(table.page.get_by_role("list", name="Turning points")).to_be_hidden()


# ---- the large table -------------------------------------------------------------------------

FILLS = "it => { const box = it.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"


@pytest.mark.parametrize("kind", ["middle", "replay"])
def test_the_large_table_fills_the_screen_and_escape_leaves_it(show: Show, kind: str) -> None:
    table = show(payloads.ALL[kind](), viewport=(1366, 768))
    # As in JupyterLab, whose cells hold back what has a fixed place.
    table.page.locator("#place").evaluate(
        "it => { it.style.contain = 'strict'; it.style.height = '1500px'; }"
    )
    before = table.root.evaluate(FILLS)[2:]
    table.button("Large table").click()
    assert table.root.evaluate(FILLS) == [0, 0, 1366, 768]
    assert table.focus == "Leave the large table"
    for gone in (
        "Suggest a move",
        "Read the table",
        "Deal this number",
        "First",
        "Hide the next move",
    ):
        expect(table.button(gone)).to_be_hidden()
    expect(table.hand).to_be_visible()
    expect(table.status).to_be_visible()
    assert table.root.evaluate(
        "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
    )
    table.page.keyboard.press("Escape")
    assert table.root.evaluate(FILLS)[2:] == before
    assert table.focus == "Large table"


def test_a_presenter_walks_through_the_large_table(show: Show) -> None:
    table = show(payloads.replay())
    table.button("Hide the next move").click()
    table.button("Large table").click()
    steps = [
        "What would you lay?",
        "You lay 8♦. Robin is to move.",
        "What would you lay in Robin’s place?",
    ]
    for text in steps:
        expect(table.status).to_have_text(text)
        table.page.keyboard.press("PageDown")
    table.page.keyboard.press("PageUp")
    expect(table.status).to_have_text("What would you lay in Robin’s place?")
    table.page.keyboard.press("ArrowRight")
    table.button("Show all hands").click()
    expect(table.page.get_by_role("img", name="king of clubs")).to_be_visible()
    assert table.focus == "Show all hands"


def test_one_plays_at_the_large_table(show: Show) -> None:
    table = show(payloads.middle(), answers=[payloads.finished()], any_kind=True)
    table.button("Large table").click()
    table.card("five of clubs").focus()
    table.page.keyboard.press("Enter")
    assert len(table.sent) == 1
    assert table.focus == "Robin wins the deal"
    table.answer(payloads.quiz())
    expect(table.root).not_to_have_attribute("data-large", "")
    expect(table.button("Large table")).to_be_hidden()
