"""The static site where it is harder: hosts that fail, browsers that refuse, and what the reader is told then."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Game
from tests.browser.sites import FAILED, Host, press, wake
from tests.conftest import FLAGS, PATIENCE_MS, Watch, find_chromium

NOT_STARTED = "Python could not be started"
RELOAD = "Reload the page to try again"


class Lan(Watch):
    """Takes one name as this machine."""

    def _asked(self, address: str) -> None:
        if urlsplit(address).hostname != "school.example":
            super()._asked(address)


def test_plain_http_in_a_network_a_host_that_knows_no_types_and_the_way_back(
    host: Host, browser: Browser
) -> None:
    """There a browser has no service worker, and compiles nothing while it is fetched.

    Whoever comes back finds the page as it was, with its Python.
    """
    host.plain = True
    seen = Lan()
    chromium = browser.browser_type.launch(
        executable_path=find_chromium(),
        args=[*FLAGS, "--host-resolver-rules=MAP school.example 127.0.0.1"],
        ignore_default_args=["--disable-back-forward-cache"],
        timeout=180_000,
    )
    try:
        context = chromium.new_context()
        context.set_default_timeout(PATIENCE_MS)
        seen.over(context)
        page = context.new_page()
        page.goto(host.address("practice_game.html", "school.example"))
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        wake(page)
        game = Game(page).ready()
        game.turn("mouse")
        expect(game.hand.get_by_role("button")).to_have_count(12)
        page.evaluate("window.mine = true")
        page.goto(host.address("home.html", "school.example"))
        page.evaluate("history.back()")
        page.wait_for_url("**/practice_game.html", wait_until="commit")
        assert page.evaluate("window.mine"), "the page was loaded anew"
        expect(game.hand.get_by_role("button")).to_have_count(12)
        game.turn("mouse")
        assert len(game.state.hands[0]) <= 12
    finally:
        chromium.close()
    assert seen.outside == []
    assert seen.unexpected([]) == []


def without_python(page: Page) -> Game:
    """See that the game says so, and goes on with what needs none."""
    game = Game(page).ready()
    expect(game.status.first).to_have_text(FAILED.format("play on"))
    press(game.root, "Hint")
    expect(game.root).to_contain_text("Hint 1 of 3")
    return game


# Of a Python that is broken on purpose every complaint is due; how many come before the page ends it differs.
BROKEN = pytest.mark.allow_console("404", "Failed to fetch", r"/python-[0-9a-f]+/")


@BROKEN
def test_when_a_file_is_missing_it_is_named_and_a_reload_helps(host: Host, page: Page) -> None:
    host.refuses = "course.zip"
    page.goto(host.address("practice_game.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text(f"{NOT_STARTED}: the host of this page does not hand out")
    expect(note).to_contain_text(f"the file course.zip (404). {RELOAD}")
    game = without_python(page)
    host.refuses = "none of these"
    page.reload()
    wake(page)
    game.turn("mouse")
    expect(game.hand.get_by_role("button")).to_have_count(12)


MISSING = ": the host of this page does not hand out the file {} (404). "


@BROKEN
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"refuses": "worker.js"}, MISSING.format("worker.js")),
        ({"refuses": "pyodide.asm.js"}, MISSING.format("pyodide.asm.js")),
        ({"refuses": "python_stdlib.zip"}, MISSING.format("python_stdlib.zip")),
        ({"breaks": "pyodide.asm.wasm"}, ": the line to the host of this page is broken or blocked. "),
        ({"halves": "pyodide.asm.wasm"}, ". "),
        ({"halves": "course.zip"}, ". "),
        (
            {"types": {"pyodide.js": "text/plain"}},
            ": the host of this page hands out the file pyodide.js as text/plain, not as text/javascript. ",
        ),
        (
            {"policy": "script-src 'self' 'unsafe-inline'"},
            ": this browser, or the host of this page, forbids WebAssembly. ",
        ),
    ],
)  # fmt: skip
def test_why_python_does_not_start_is_told(
    host: Host, page: Page, fault: dict[str, Any], why: str
) -> None:
    for name, value in fault.items():
        setattr(host, name, value)
    page.goto(host.address("practice_game.html"))
    expect(page.locator(".course-python")).to_contain_text(f"{NOT_STARTED}{why}{RELOAD}")
    without_python(page)


def test_a_line_on_which_nothing_comes_is_told_and_python_may_still_come(
    host: Host, page: Page
) -> None:
    page.clock.install()
    host.holds_back = "worker.js"
    page.goto(host.address("practice_game.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("Fetching Python for this lesson.")
    page.clock.run_for(60_000)
    expect(note).to_contain_text("Python is taking long: the line or this machine is slow.")
    host.gate.set()
    wake(page)
    expect(page.locator(".course-python")).to_have_count(0)


def test_a_python_that_has_gone_is_told(host: Host, page: Page) -> None:
    page.clock.install()
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    game.turn("mouse")
    page.clock.run_for(70_000)
    expect(game.status.first).not_to_contain_text("lost")
    page.workers[0].evaluate("setTimeout(() => self.close())")
    page.clock.run_for(70_000)
    expect(game.status.first).to_have_text(
        "The connection to Python is lost. Your game is kept in this browser. Reload the page to go on."
    )


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
def test_a_browser_that_cannot_run_python_is_told_what_works(
    host: Host, page: Page, missing: str
) -> None:
    page.add_init_script(f"delete globalThis.{missing}")
    page.goto(host.address("2_extending_rows.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("This browser cannot run Python: take a newer one to play here.")
    expect(note).to_contain_text("Questions, hints and replays work all the same.")
    quiz = page.locator(".sv-quiz")
    press(quiz, "Hint")
    expect(quiz).to_contain_text("Hint 1 of 3")
    assert not [each for each in host.asked if "python-" in each]


def test_a_browser_that_forbids_workers_is_told(host: Host, page: Page) -> None:
    page.add_init_script("globalThis.Worker = class { constructor() { throw new Error('no'); } }")
    page.goto(host.address("practice_game.html"))
    expect(page.locator(".course-python")).to_contain_text(f"{NOT_STARTED}. {RELOAD}")
    without_python(page)


def test_opened_from_disk_the_page_says_what_it_needs(site: Path, page: Page, watch: Watch) -> None:
    page.goto((site / "practice_game.html").as_uri())
    note = page.locator(".course-python")
    expect(note).to_contain_text("To play here, this folder has to be put on a web server.")
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
    assert all(urlsplit(each).scheme == "file" for each in watch.outside)
    watch.outside.clear()


def test_what_cannot_be_kept_does_no_harm(host: Host, page: Page) -> None:
    page.add_init_script("""Object.defineProperty(window, "localStorage",
        { get() { throw new DOMException("no", "SecurityError"); } })""")
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    game.act(game.hand.get_by_role("button", name=game.fitting()[0], exact=True))
    expect(game.hand.get_by_role("button")).to_have_count(12)


def test_a_line_cut_after_the_start_stops_no_game(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html"))
    wake(page)
    page.context.set_offline(True)
    game = Game(page).ready()
    while not game.over:
        game.turn("mouse")
    press(game.root, "Replay")
    expect(game.root.get_by_role("slider", name="Move")).to_be_visible()
