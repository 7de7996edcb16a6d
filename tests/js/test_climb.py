"""A learner's player on the ladder, and how far a learner has come: two small widgets of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from sevens_widgets import climb, progress
from sevens_widgets.exercise import load
from tests.js.harness import Show, Table
from tests.js.test_looks import assert_axe_clean, with_axe


def first(cards: Any, view: Any) -> Any:
    return cards[0]


@pytest.fixture(scope="module")
def ladder() -> dict[str, Any]:
    return dict(climb(first, deals=6).payload)


def test_each_rung_is_a_row_that_says_all_in_words(show: Show, ladder: dict[str, Any]) -> None:
    table = show(ladder)
    rows = table.page.get_by_role("row")
    expect(rows).to_have_count(len(ladder["rungs"]) + 1)
    for place, rung in enumerate(ladder["rungs"], 1):
        for words in (rung["name"], rung["does"], rung["share"], rung["interval"], rung["says"]):
            expect(rows.nth(place)).to_contain_text(words)
        expect(table.page.get_by_role("rowheader").nth(place - 1)).to_contain_text(rung["name"])
    expect(table.root).to_contain_text(ladder["summary"])


def test_more_deals_are_asked_for_and_stopped(show: Show, ladder: dict[str, Any]) -> None:
    busy = ladder | {"busy": True, "progress": "11 of 106 deals are played."}
    done = ladder | {"progress": "All 11 deals are played."}
    table = show(ladder, answers=[busy, done])
    table.button("Play 100 more deals").click()
    assert table.sent == [{"type": "more"}]
    expect(table.status).to_have_text("11 of 106 deals are played.")
    table.page.wait_for_timeout(600)  # a second press within half a second is a slip of the hand
    table.button("Stop").click()
    assert table.sent[1:] == [{"type": "stop"}]
    expect(table.status).to_have_text("All 11 deals are played.")
    expect(table.button("Play 100 more deals")).to_be_visible()


def test_without_python_it_says_why_no_more_can_be_played(
    show: Show, ladder: dict[str, Any]
) -> None:
    table = show(ladder, clock=True, deaf=True)
    table.page.clock.run_for(9000)
    expect(table.status).to_contain_text("There is no Python behind this page.")
    expect(table.button("Play 100 more deals")).to_have_attribute("aria-disabled", "true")


def far() -> dict[str, Any]:
    return dict(progress().payload)


def test_only_ticks_of_the_lesson_count(show: Show) -> None:
    ids = [one.id for one in load("1_deal").exercises]
    table = show(far(), stored={"sevens:quiz:1_deal": [*ids[:3], "more-1-1", "gone", ids[0]]})
    expect(table.page.get_by_role("listitem").first).to_contain_text(f": 3 of {len(ids)} done")


@pytest.mark.parametrize("kept", [5, {}, True, None, "x", [{}], [None]], ids=str)
def test_nonsense_among_the_ticks_counts_nothing(show: Show, kept: Any) -> None:
    table = show(far(), stored={"sevens:quiz:1_deal": kept})
    expect(table.page.get_by_role("listitem").first).to_contain_text(": 0 of ")
    expect(table.button("Forget my progress")).to_have_count(0)


def test_forgetting_is_asked_about_in_words_and_forgets_first_tries_too(show: Show) -> None:
    ids = [one.id for one in load("3_passing").exercises]
    kept = {"sevens:quiz:3_passing": ids, "sevens:first:3_passing": {ids[0]: True}}
    kept["sevens:settings"] = {"faces": "large"}
    table = show(far(), stored=kept)
    done = table.page.locator(".sv-far [data-done]")
    expect(done).to_contain_text(f"all {len(ids)} done")
    table.button("Forget my progress").click()
    assert table.focus == "No, keep them"
    table.page.keyboard.press("Enter")
    assert table.focus == "Forget my progress"
    expect(done).to_have_count(1)
    table.button("Forget my progress").click()
    table.button("Yes, forget all ticks").click()
    expect(done).to_have_count(0)
    expect(table.status).to_have_text("All ticks are forgotten.")
    left = table.page.evaluate("Object.entries(localStorage).filter(([, text]) => text !== 'null')")
    assert [name for name, _ in left] == ["sevens:settings"]


def test_axe_finds_nothing_on_the_ladder_and_in_the_progress(
    show: Show, npm: Path, ladder: dict[str, Any], shot: Any
) -> None:
    for name, payload in (("ladder", ladder), ("progress", far())):
        for viewport in ((360, 640), (1366, 768)):
            table: Table = with_axe(
                show(
                    payload,
                    viewport=viewport,
                    reduced_motion="reduce",
                    stored={"sevens:quiz:1_deal": ["you-deal"]},
                ),
                npm,
            )
            if name == "progress":
                table.button("Forget my progress").click()
            shot(table.page, f"{name}-{viewport[0]}")
            assert_axe_clean(table, name)
            wide = table.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= viewport[0], name
