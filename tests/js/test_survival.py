"""What survives: a game after a reload, the table without Python, faults, and fifty runs of one cell."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.js import payloads
from tests.js.harness import Show, Table

LOST = (
    "The connection to Python is lost. Your game is kept in this browser. Reload the page to go on."
)
NEVER = "There is no Python behind this page. To {}, open this lesson with the course running (make serve)."


def cut(table: Table) -> None:
    """Let nobody answer any more."""
    table.page.evaluate("window.deaf = true")


def mended(table: Table) -> None:
    table.page.evaluate("window.deaf = false")


# ---- the connection --------------------------------------------------------------------------


def test_a_lost_connection_is_told_within_five_seconds_and_locks_the_moves(show: Show) -> None:
    table = show(payloads.middle(), clock=True)
    table.page.clock.run_for(20_000)
    expect(table.status).to_have_text(payloads.middle()["status"])
    cut(table)
    table.page.clock.run_for(5000)
    expect(table.status).to_have_text(LOST)
    expect(table.hand.get_by_role("button")).to_have_count(13)
    for name in ("five of clubs, fits", "Pass", "Undo", "Deal this number", "Deal again"):
        expect(table.button(name)).to_have_attribute("aria-disabled", "true")
    table.card("five of clubs").click(force=True)
    expect(table.why).to_have_text(LOST)
    assert table.sent == []


def test_hints_and_reasons_go_on_without_python(show: Show) -> None:
    table = show(payloads.middle(), clock=True)
    cut(table)
    table.page.clock.run_for(5000)
    table.button("Hint").click()
    expect(table.why).to_contain_text("Hint 1 of 3")
    table.card("queen of clubs").click(force=True)
    expect(table.why).to_contain_text("waits for 9♣")
    table.button("Suggest a move").click()
    expect(table.why).to_contain_text("Advice, not a promise")


def test_the_moves_come_back_with_the_connection(show: Show) -> None:
    table = show(payloads.middle(), clock=True)
    cut(table)
    table.page.clock.run_for(5000)
    mended(table)
    table.page.clock.run_for(2000)
    expect(table.status).to_have_text(payloads.middle()["status"])
    expect(table.card("five of clubs")).not_to_have_attribute("aria-disabled", "true")
    expect(table.card("queen of clubs")).to_have_attribute("aria-disabled", "true")
    table.card("five of clubs").click()
    assert table.sent == [{"type": "play", "card": "5c", "ply": 12}]


def test_a_closed_line_is_told_at_once_and_the_focus_stays(show: Show) -> None:
    table = show(payloads.middle())
    table.card("five of clubs").focus()
    table.page.evaluate("window.hangUp()")
    expect(table.status).to_have_text(LOST)
    assert table.focus == "five of clubs, fits"
    assert table.page.evaluate("window.heard['msg:custom'].size") == 0, "it will not open again"


def test_a_hidden_page_asks_nothing_and_looks_again_when_it_is_seen(show: Show) -> None:
    table = show(payloads.middle(), clock=True)
    hide = """hidden => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange")); }"""
    table.page.clock.pause_at(table.page.evaluate("Date.now() + 10_000"))
    table.page.evaluate(hide, True)
    cut(table)
    before = table.page.evaluate("window.pings")
    table.page.clock.run_for(60_000)
    assert table.page.evaluate("window.pings") == before
    expect(table.status).to_have_text(payloads.middle()["status"])
    table.page.evaluate(hide, False)
    assert table.page.evaluate("window.pings") == before + 1
    table.page.clock.run_for(5000)
    expect(table.status).to_have_text(LOST)


def test_a_lesson_without_python_says_what_a_game_needs(show: Show) -> None:
    table = show(payloads.middle(), clock=True, deaf=True, any_kind=True)
    table.page.clock.run_for(9000)
    expect(table.status).to_have_text(NEVER.format("play on"))
    table.button("Hint").click()
    expect(table.why).to_contain_text("Hint 1 of 3")
    table.answer(payloads.position())
    table.page.clock.run_for(9000)
    expect(table.status).to_have_text(NEVER.format("change the position"))
    expect(table.button("Show")).to_have_attribute("aria-disabled", "true")


def test_what_cannot_be_changed_needs_no_python(show: Show) -> None:
    look = payloads.position() | {"editable": False, "notice": None}
    table = show(look, clock=True, deaf=True, any_kind=True)
    table.page.clock.run_for(9000)
    expect(table.status).to_be_empty()
    table.answer(payloads.quiz())
    table.page.clock.run_for(9000)
    expect(table.status).to_be_empty()
    table.button("Yes, it fits").click()
    expect(table.status).to_contain_text("✓ Right.")


def test_a_board_without_python_keeps_its_switches(show: Show) -> None:
    table = show(payloads.board(), clock=True)
    cut(table)
    table.page.clock.run_for(5000)
    aces = table.page.get_by_label("Aces")
    expect(aces).to_have_attribute("aria-disabled", "true")
    aces.focus()
    table.page.keyboard.press("ArrowUp")
    expect(aces).to_have_value("high")
    expect(table.page.get_by_text("The connection to Python is lost.")).to_be_visible()
    assert table.sent == []


# ---- a game that was begun earlier -----------------------------------------------------------

RECORD = "school deal 77: 7d 8d - 6d 5d"


def kept(**changes: Any) -> dict[str, Any]:
    """What the browser has kept of an earlier game."""
    game = {"text": RECORD, "deal": 77, "ply": 17, "over": False, "moved": True}
    return {"sevens:kept:/table test": game | changes}


def question(table: Table) -> Any:
    return table.page.get_by_role("group", name="Resume your game?")


def stored(table: Table) -> dict[str, Any]:
    """Read what the browser keeps now."""
    found: dict[str, Any] = table.page.evaluate(
        "JSON.parse(localStorage['sevens:kept:/table test'])"
    )
    return found


def test_an_earlier_game_is_offered_and_resumed(show: Show) -> None:
    resumed = payloads.middle() | {"deal": 77, "ply": 18, "record": RECORD + " 9d"}
    table = show(payloads.opening(), stored=kept(), answers=[resumed])
    expect(question(table)).to_contain_text("Deal 77, 17 moves made")
    table.button("Resume").focus()
    table.page.keyboard.press("Enter")
    assert [act["record"] for act in table.sent if act["type"] == "resume"] == [RECORD]
    assert len(table.sent) == 1
    expect(question(table)).to_be_hidden()
    assert table.focus == "five of clubs, fits"
    assert stored(table)["text"] == RECORD + " 9d"


def test_starting_anew_lets_the_earlier_game_go(show: Show) -> None:
    table = show(payloads.opening(), stored=kept())
    assert stored(table)["text"] == RECORD, "it is kept until the question is answered"
    table.button("Start anew").click()
    expect(question(table)).to_be_hidden()
    assert table.focus == "seven of clubs, fits"
    assert stored(table)["text"] == payloads.opening()["record"]
    assert table.sent == []


def test_one_slip_does_not_lose_the_earlier_game_and_playing_on_does_not_need_it(
    show: Show,
) -> None:
    then = [payloads.middle(), payloads.after_move()]
    table = show(payloads.opening(), stored=kept(), answers=then, clock=True)
    table.card("eight of diamonds").click()
    expect(question(table)).to_be_visible()
    assert stored(table)["text"] == RECORD
    table.page.clock.run_for(600)
    table.card("five of clubs").click()
    expect(question(table)).to_be_hidden()
    assert stored(table)["ply"] == 16


@pytest.mark.parametrize(
    "why_not",
    [{"over": True}, {"moved": False}, {"text": payloads.opening()["record"]}],
    ids=["over", "untouched", "the same"],
)
def test_nothing_is_asked_where_there_is_nothing_to_go_on_with(
    show: Show, why_not: dict[str, Any]
) -> None:
    table = show(payloads.opening(), stored=kept(**why_not))
    expect(question(table)).to_be_hidden()


def test_a_whole_match_is_kept_and_a_finished_one_is_not_offered(show: Show) -> None:
    table = show(payloads.next_deal())
    assert stored(table)["text"] == payloads.score(2)["record"]
    assert stored(table)["over"] is False
    table.answer(payloads.match_over())
    assert stored(table)["over"] is True


def test_a_record_that_is_refused_leaves_the_question(show: Show) -> None:
    refused = payloads.opening() | {
        "notice": "The record is of a game for five players.",
        "answers": 1,
    }
    table = show(payloads.opening(), stored=kept(), answers=[refused])
    table.button("Resume").click()
    expect(table.why).to_have_text("The record is of a game for five players.")
    expect(question(table)).to_be_visible()


# ---- faults ----------------------------------------------------------------------------------


def test_after_a_fault_one_can_try_again(show: Show) -> None:
    notice = "Something went wrong inside; nothing is lost. Try again."
    table = show(
        payloads.middle() | {"notice": notice, "fault": True}, answers=[payloads.after_move()]
    )
    expect(table.why).to_have_text(notice)
    table.button("Try again").focus()
    table.page.keyboard.press("Enter")
    assert table.sent == [{"type": "retry", "ply": 12}]
    expect(table.button("Try again")).to_be_hidden()
    assert table.focus.endswith(", fits")


def test_without_a_fault_there_is_nothing_to_try_again(show: Show) -> None:
    table = show(payloads.middle() | {"notice": "Too late."})
    expect(table.button("Try again")).to_be_hidden()


# ---- the deal on the table, asked for once more ----------------------------------------------


def test_dealing_the_deal_on_the_table_is_answered_in_words(show: Show) -> None:
    table = show(payloads.opening(), answers=[payloads.opening() | {"answers": 1}])
    table.page.get_by_label("Deal number").fill("1234")
    table.button("Deal this number").click()
    expect(table.why).to_have_text("Deal 1234 is dealt again, from its start.")
    expect(table.page.get_by_label("Deal number")).to_have_value("1234")


# ---- fifty runs of one cell ------------------------------------------------------------------

COUNT = """() => {
  window.held = { listeners: 0, timers: new Set() };
  for (const target of [window, document, document.body]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = function (...all) { window.held.listeners += 1; return add.apply(target, all); };
    target.removeEventListener = function (...all) { window.held.listeners -= 1; return remove.apply(target, all); };
  }
  for (const [begin, end] of [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"]]) {
    const [start, stop] = [window[begin].bind(window), window[end].bind(window)];
    window[begin] = (call, ms) => {
      const id = start(() => { if (begin === "setTimeout") window.held.timers.delete(id); call(); }, ms);
      window.held.timers.add(id);
      return id;
    };
    window[end] = (id) => { window.held.timers.delete(id); stop(id); };
  }
}"""
HELD = """() => [window.held.listeners, window.held.timers.size,
  Object.values(window.heard).reduce((sum, calls) => sum + calls.size, 0),
  document.querySelectorAll(".sevens").length]"""
RUNS = """() => {
  for (let run = 0; run < 49; run += 1) {
    window.unmount();
    window.again();
    window.answer(window.model.payload);
  }
}"""


@pytest.mark.parametrize("kind", ["middle", "finished", "quiz", "position", "board"])
def test_fifty_runs_of_a_cell_leave_one_table(show: Show, kind: str) -> None:
    payload = (payloads.ALL | payloads.BOARDS)[kind]()
    table = show(payload)
    table.page.evaluate("window.unmount()")
    table.page.evaluate(COUNT)
    table.page.evaluate("window.again()")
    once = table.page.evaluate(HELD)
    assert once[3] == 1
    if kind != "quiz":
        assert once[1] > 0, "the count sees the timers of one table"
    table.page.evaluate(RUNS)
    later = table.page.evaluate(HELD)
    assert later[0] == once[0]
    assert later[1] <= once[1] + 1, "at most the timer that says the answer has come"
    assert later[2:] == once[2:]
    table.page.evaluate("window.unmount()")
    assert table.page.evaluate(HELD) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "nonsense", [{"text": 5}, {"ply": "<img>"}, {"deal": {}}, {"ply": None}], ids=str
)
def test_what_cannot_be_an_earlier_game_is_not_offered(
    show: Show, nonsense: dict[str, Any]
) -> None:
    table = show(payloads.opening(), stored=kept(**nonsense))
    expect(table.hand.get_by_role("button").first).to_be_visible()
    expect(question(table)).to_be_hidden()
