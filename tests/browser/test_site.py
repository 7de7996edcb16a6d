"""The static site: plain files on a host that knows nothing, and Python in the reader's own browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from sevens_widgets.exercise import load
from tests.browser.playing import Game, play_out
from tests.browser.sites import NEVER, STARTING, Host, press, wake
from tests.js.conftest import npm

__all__ = ["npm"]  # a fixture

AXE = """async () => (await axe.run(document,
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).violations
    .map(each => [each.id, each.nodes[0].html])"""


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_whole_game_is_played_below_a_path_and_nothing_is_asked_elsewhere(
    host: Host, page: Page, how: Any
) -> None:
    """That no request leaves the machine is watched in every test."""
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    if how == "keyboard":
        game.tab_to(game.hand, "Tab")
    assert play_out(game, how) > 5
    expect(game.end).to_be_visible()
    press(game.root, "Deal again")
    expect(game.hand.get_by_role("button")).to_have_count(13)
    below = urlsplit(host.address("")).path
    assert [each for each in host.asked if not each.startswith(below)] == []


def test_what_the_game_looked_back_at_comes_after_its_end(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    while not game.over:
        game.turn("mouse")
    press(game.root, "Replay")
    expect(game.root.get_by_role("slider", name="Move")).to_be_visible()


def test_a_game_survives_a_reload(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    game.turn("mouse")
    game.turn("mouse")
    record, held = game.record, game.cards()
    page.reload()
    wake(page)
    again = Game(page).ready()
    press(again.root, "Resume")
    expect(again.hand.get_by_role("button")).to_have_count(len(held))
    assert again.cards() == held
    assert again.record == record


def test_questions_are_answered_before_python_is_there_and_stay_as_they_are_when_it_comes(
    host: Host, page: Page, npm: Path, shot: Callable[..., Path]
) -> None:
    host.holds_back = "pyodide.asm.wasm"
    asked = load("2_extending_rows").payload()["exercises"]
    page.goto(host.address("2_extending_rows.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("Fetching Python for this lesson.")
    quiz = page.locator(".sv-quiz")
    first = next(each for each in asked if each["mode"] == "choose")
    assert first is asked[0]
    right = next(each for each in first["choices"] if each["right"])
    press(quiz, right["text"])
    expect(quiz.get_by_role("status")).to_contain_text(f"✓ {right['why']}"[:2])
    expect(quiz.get_by_role("status")).to_contain_text(right["why"])
    box = page.locator(".sv-position").last
    expect(box).to_contain_text(STARTING.format("change the position"))
    press(page.locator(".sv-position").first, "nine of hearts, waits for the eight")
    colour = note.evaluate("it => getComputedStyle(it).backgroundColor")
    assert not re.search(r"/|rgba|transparent", colour), "the lesson shows through"
    page.add_script_tag(content=(npm / "axe-core" / "axe.min.js").read_text("utf-8"))
    assert page.evaluate(AXE) == []
    shot(page, "meanwhile")
    quiz.evaluate("it => { it.mine = true; }")

    host.gate.set()
    wake(page)
    assert quiz.evaluate("it => it.mine"), "the quiz was drawn anew"
    expect(quiz.get_by_role("status")).to_contain_text(right["why"])
    expect(box).not_to_contain_text("Python is starting")
    box.get_by_role("textbox").fill("hearts 7; you 8♥ 10♥")
    press(box, "Show")
    expect(box.get_by_role("button", name="eight of hearts, fits")).to_be_visible()


def test_a_game_says_that_python_is_starting_and_then_is_played(host: Host, page: Page) -> None:
    host.holds_back = "course.zip"
    page.goto(host.address("practice_game.html"))
    game = Game(page).ready()
    expect(game.status.first).to_have_text(STARTING.format("play on"))
    game.hand.get_by_role("button", name="seven of diamonds, fits").click(force=True)
    expect(game.hand.get_by_role("button")).to_have_count(13)
    host.gate.set()
    wake(page)
    game.turn("mouse")
    expect(game.hand.get_by_role("button")).to_have_count(12)


def test_every_table_of_every_lesson_wakes_up(host: Host, page: Page, site: Path) -> None:
    """One look at each page, for opening them costs more than asking."""
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "warning" else None)
    for path in sorted(site.glob("*.html")):
        page.goto(host.address(path.name))
        if page.locator("#course-python").count() == 0:
            continue
        wake(page)
        deaf = page.evaluate("""courseOutputs.flatMap(output => output.models).filter(model => {
            try { model.send({ type: "ping" }); } catch { return true; } return false; }).length""")
        assert deaf == 0, path.name
        expect(page.locator("#course")).not_to_contain_text("Python is starting")
        expect(page.locator("#course")).not_to_contain_text(NEVER)
    assert faults == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home_comes_first_and_needs_no_python(
    host: Host, open_page: Callable[..., Page], dark: bool, shot: Callable[..., Path]
) -> None:
    page = open_page(viewport=(360, 640), dark=dark)
    page.goto(host.address(""))
    expect(page).to_have_title("Sevens")
    red, _, _ = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g)")
    assert (int(red) < 64) is dark
    page.get_by_text("Lessons", exact=True).first.click()
    shot(page, "dark" if dark else "light")
    assert not [each for each in host.asked if "python-" in each]
    page.get_by_role("navigation").get_by_role("link", name="Practice game").click()
    expect(page).to_have_title("Practice game")
    wake(page)
    shot(page, "dark-game" if dark else "light-game", full_page=True)
    page.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Sevens")


def test_an_address_brings_its_deal_and_its_position(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html#deal=school%3A4%20deal%201234"))
    wake(page)
    expect(page.locator(".sv-game")).to_contain_text("Deal 1234")
    page.goto(
        host.address("position_lab.html#position=hearts%207%3B%20you%208%E2%99%A5%2010%E2%99%A5")
    )
    wake(page)
    lab = page.get_by_role("group", name="Position lab", exact=True)
    expect(lab.get_by_role("button", name="eight of hearts, fits")).to_be_visible()


def test_what_was_answered_is_counted_on_the_home_page(host: Host, page: Page) -> None:
    asked = load("2_extending_rows").payload()["exercises"]
    page.goto(host.address("2_extending_rows.html"))
    right = next(each for each in asked[0]["choices"] if each["right"])
    press(page.locator(".sv-quiz"), right["text"])
    expect(page.locator(".sv-quiz [data-done]")).to_have_count(1)
    page.goto(host.address("index.html"))
    line = page.locator(".sv-far li", has_text="Extending rows")
    expect(line).to_contain_text(re.compile(r"\b1 of \d+"))
