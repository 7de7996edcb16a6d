"""What survives with real kernels: a reload in the middle of a game, a killed kernel, a cell run again."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sevens_kernel.notation import parse_record, replay
from tests.browser.playing import Game
from tests.browser.servers import Server, kernel_processes

GAME = "practice_game.ipynb"
KILLED = "killed_game.ipynb"
LOST = re.compile(r"^The connection to Python is lost\. Your game is kept in this browser\.")
OpenLesson = Callable[[Page, str, str], None]


def kernels_of(server: Server) -> set[int]:
    """Find the kernels that a server has started."""
    return {each.pid for each in kernel_processes(server)}


def played(game: Game, turns: int) -> str:
    """Play some turns and return the record."""
    for _ in range(turns):
        game.turn("mouse")
    return game.record


def test_a_game_is_resumed_after_a_reload(page: Page, open_lesson: OpenLesson) -> None:
    open_lesson(page, "voila", GAME)
    game = Game(page).ready()
    record = played(game, 3)
    cards, status = game.cards(), game.status.inner_text()
    page.reload()
    game.ready()
    question = page.get_by_role("group", name="Resume your game?")
    expect(question).to_be_visible()
    assert game.cards() != cards, "a fresh kernel has dealt afresh"
    game.act(game.button("Resume"))
    expect(question).to_be_hidden()
    assert game.record == record
    assert game.cards() == cards
    assert game.status.inner_text() == status
    game.agrees()
    for _ in range(3):
        game.act(game.button("Undo"))
    mine = [act for act in parse_record(game.record).acts if act.seat == 0]
    assert mine == [], "every turn can be taken back, as before the reload"
    assert list(replay(parse_record(game.record)))[-1] == game.state
    game.agrees()


@pytest.mark.allow_console(r".*")  # a kernel that dies makes the page complain, and it may
@pytest.mark.parametrize("where", ["voila", "lab"])
def test_a_killed_kernel_is_told_and_moves_nothing(
    page: Page, open_lesson: OpenLesson, start_server: Callable[..., Server], notebooks: Path,
    where: str, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    server: Server = (
        request.getfixturevalue("lab") if where == "lab" else start_server("serve", notebooks)
    )
    before = kernels_of(server)
    if where == "lab":
        # A copy, since JupyterLab goes on with the kernel of a notebook that was open before.
        shutil.copy(notebooks / GAME, notebooks / KILLED)
        open_lesson(page, "lab", KILLED)
    else:
        page.goto(f"{server.url}voila/render/{GAME}")
    game = Game(page).ready()
    record = played(game, 2)
    cards = game.cards()
    started = kernels_of(server) - before if where == "lab" else kernels_of(server)
    assert started, "a kernel was started for this page"
    for each in started:
        os.kill(each, signal.SIGKILL)
    expect(game.status).to_have_text(LOST)
    assert game.cards() == cards, "the position stays on the screen"
    for card in game.hand.get_by_role("button").all():
        expect(card).to_have_attribute("aria-disabled", "true")
    if where == "lab":  # which says in a dialogue that it starts the kernel anew
        page.get_by_role("dialog").get_by_role("button", name="Ok", exact=True).click()
    game.hand.get_by_role("button").first.click(force=True)
    game.button("Hint").click()
    expect(game.why).to_have_text(re.compile(r"^Hint 1 of 3: "))
    assert game.record == record


def test_a_cell_run_again_leaves_one_live_table(
    page: Page, open_lesson: OpenLesson, run_all: Callable[[Page], None]
) -> None:
    open_lesson(page, "lab", GAME)
    game = Game(page).ready()
    record = played(game, 2)
    page.evaluate("() => { window.first = document.querySelector('.sevens'); }")
    run_all(page)
    page.wait_for_function("() => !window.first.isConnected && document.querySelector('.sevens')")
    expect(page.locator(".sevens")).to_have_count(1)
    expect(game.status).to_have_count(1)
    game.act(game.button("Resume"))
    assert game.record == record
    game.agrees()


SLOW_SCRIPTS = """
  const make = URL.createObjectURL.bind(URL);
  const late = "await new Promise((done) => setTimeout(done, 3000));\\n";
  URL.createObjectURL = (it) => make(it.type === "text/javascript" ? new Blob([late, it], { type: it.type }) : it);
"""


def test_a_slow_computer_plays_too(page: Page, voila_url: str) -> None:
    """anywidget gives a table's script two seconds; after them a table would be drawn and never answer."""
    page.add_init_script(SLOW_SCRIPTS)
    page.goto(f"{voila_url}voila/render/{GAME}")
    game = Game(page).ready()
    record = played(game, 2)
    assert game.record == record
    game.agrees()
