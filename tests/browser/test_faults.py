"""What goes wrong in a classroom, in Chromium: the network is cut, pages are left and come back, links are hostile."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from classroom.gate import HEADERS
from tests.browser.playing import Game
from tests.browser.servers import Server, kernels_of, settle
from tests.browser.test_survival import GAME, LOST, played

StartServer = Callable[..., Server]
OpenPage = Callable[..., Page]


class Wire:
    """A wire between browser and server that can be cut: it passes bytes on, or swallows them."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.whole = threading.Event()
        self.whole.set()
        self.stopped = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._porter = threading.Thread(target=self._welcome, daemon=True)
        self._porter.start()

    def _welcome(self) -> None:
        while not self.stopped.is_set():
            if select.select([self._door], [], [], 0.1)[0]:
                near, _ = self._door.accept()
                threading.Thread(target=self._pass_on, args=[near], daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            self.whole.wait()
            with socket.create_connection(("127.0.0.1", self.target)) as far:
                while not self.stopped.is_set():
                    self.whole.wait()
                    for end in select.select([near, far], [], [], 0.1)[0]:
                        if not self.whole.is_set():
                            break  # what comes now waits in the wire, as in a real network
                        data = end.recv(1 << 16)
                        if not data:
                            return
                        (far if end is near else near).sendall(data)

    def close(self) -> None:
        self.stopped.set()
        self.whole.set()
        self._porter.join()
        self._door.close()


@pytest.fixture(scope="module")
def course(browser: Browser, start_server: StartServer, notebooks: Path) -> Server:
    """One server for this module, without a pool, so that its kernels can be counted."""
    return start_server("serve", notebooks, "--class-size", "0")


@pytest.fixture
def wire(course: Server) -> Iterator[Wire]:
    made = Wire(int(course.url.rstrip("/").rpartition(":")[2]))
    yield made
    made.close()


def lesson(server: Server, more: str = "") -> str:
    return f"{server.url}voila/render/{GAME}{more}"


@pytest.mark.allow_console(r".*")  # the browser says that the line is gone, and it may
def test_a_cut_network_is_told_and_the_game_goes_on_afterwards(page: Page, wire: Wire) -> None:
    page.goto(f"http://127.0.0.1:{wire.port}/voila/render/{GAME}")
    game = Game(page).ready()
    record, cards = played(game, 2), game.cards()
    wire.whole.clear()
    expect(game.status).to_have_text(LOST)
    assert game.cards() == cards, "the position stays on the screen"
    game.hand.get_by_role("button").first.click(force=True)
    assert game.record == record, "and nothing is played meanwhile"
    wire.whole.set()
    expect(game.status).not_to_have_text(LOST)
    assert game.record == record, "no click made meanwhile is played afterwards"
    played(game, 1)
    game.agrees()


def test_back_and_forward_offer_the_game_again(page: Page, course: Server) -> None:
    before = kernels_of(course)
    page.goto(course.url)
    page.goto(lesson(course))
    record = played(Game(page).ready(), 2)
    page.go_back()
    expect(page.locator("#course")).to_be_visible()
    page.go_forward()
    game = Game(page).ready()
    game.act(game.button("Resume"))  # the page was loaded anew, and its kernel with it
    assert game.record == record
    played(game, 1)
    page.close(run_before_unload=True)
    settle(course, before)


def test_two_tabs_of_one_learner_are_two_tables(page: Page, course: Server) -> None:
    before = kernels_of(course)
    page.goto(lesson(course))
    first = Game(page).ready()
    record = played(first, 2)
    other = page.context.new_page()
    other.goto(lesson(course))
    second = Game(other).ready()
    assert kernels_of(course) == before + 2
    second.button("Start anew").click()  # it offers the game of the first tab
    played(second, 1)
    second_cards = second.cards()
    first_cards = first.cards()
    other.close(run_before_unload=True)
    settle(course, before + 1)
    assert first.cards() == first_cards != second_cards
    played(first, 1)
    assert record
    page.close(run_before_unload=True)
    settle(course, before)


EVIL = [
    "<img src=x onerror=document.title='pwned'>",
    "javascript:document.title='pwned'",
    '";document.title="pwned"//',
    "K" * 20_000,
    "school:4 7/7/7/7 ????? turn=99",
    "\x00\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "%%%",
]


@pytest.mark.parametrize("file", [GAME, "position_lab.ipynb"])
def test_a_hostile_link_does_no_harm(page: Page, course: Server, file: str) -> None:
    asked: list[str] = []

    def refuse(box: Dialog) -> None:
        asked.append(box.message)
        box.dismiss()

    page.on("dialog", refuse)
    address = f"{course.url}voila/render/{file}"
    table = page.get_by_role("main").get_by_role("group").first
    page.goto(f"{address}#position={quote(EVIL[0])}")  # one is there when the page opens
    expect(table).to_be_visible()
    title = page.title()
    for key in ("position", "deal", "record", "rules"):
        for text in EVIL:  # the others come while it is open
            page.evaluate("link => { location.hash = link; }", f"{key}={quote(text)}")
    page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    expect(table).to_be_visible()
    assert page.title() == title != "pwned"
    assert page.locator("#course img[src=x]").count() == 0
    assert asked == []


def test_the_headers_stand_on_pages_files_and_errors(page: Page, course: Server) -> None:
    for path in (
        "",
        f"voila/render/{GAME}",
        "voila/templates/sevens/static/course.css",
        "voila/static/voila.js",
        "voila/files/table.svg",
        "voila/files/none.svg",
        "none",
    ):
        answer = page.request.get(course.url + path)
        missing = [name for name in HEADERS if name.lower() not in answer.headers]
        assert missing == [], path
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert re.search(r"frame-ancestors 'self'", answer.headers["content-security-policy"])
