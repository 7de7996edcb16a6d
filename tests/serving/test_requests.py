"""What a request may be: how long, how slow, how many lines one address holds; and HEAD, which takes nothing."""

from __future__ import annotations

import asyncio
import socket
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from tornado.web import Application, RequestHandler

from benchmarks.class_client import Learner
from classroom import listening
from classroom.listening import CourseServer
from tests.browser.servers import Server, free_port, kernels_of
from tests.serving.clients import GAME, status
from tests.serving.kernels import run


def raw(server: Server, text: bytes, read: float = 10) -> bytes:
    """Send bytes as they are; return what comes back until the line is closed, or for so many seconds."""
    where = urlsplit(server.url)
    with socket.create_connection((where.hostname, where.port), timeout=read) as line:
        line.sendall(text)
        came = b""
        while True:
            try:
                more = line.recv(1 << 16)
            except (TimeoutError, ConnectionResetError):
                return came
            if not more:
                return came
            came += more


@pytest.mark.parametrize(
    "path", ["", "login", "class", "class/results", f"voila/render/{GAME}", "none"]
)
def test_a_body_too_long_is_refused_in_a_sentence(school: Server, path: str) -> None:
    one = Learner(school.url)
    answer = run(one.fetch(path, method="POST", body="x" * (listening.LONGEST_BODY + 1)))
    assert answer.code == 413
    assert "longer than any page of this course sends" in answer.body.decode()
    assert "Back to the course" in answer.body.decode()


def test_what_would_take_long_to_read_is_refused_unread(school: Server) -> None:
    before = psutil.Process(school.process.pid).memory_info().rss
    for head in (b"Content-Length: 99000000000", b"Transfer-Encoding: chunked"):
        said = raw(school, b"POST /login HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 413 "), said[:200]
    said = raw(school, b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 413 ")
    assert psutil.Process(school.process.pid).memory_info().rss - before < 20 << 20


@pytest.mark.parametrize(
    "head",
    [
        b"X: " + b"a" * 60_000,
        b"Cookie: " + b"a=b; " * 12_000,
        b"Content-Length: -1",
        b"Content-Length: 1e9",
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: gzip",
        b"no colon",
        b"\x00: \x01",
    ],
    ids=lambda head: repr(head[:24]),
)
def test_odd_headers_close_their_own_line_and_nothing_else(school: Server, head: bytes) -> None:
    said = raw(school, b"POST /login HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\nhello", 3)
    assert said == b"" or said.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 413"))
    assert b"Traceback" not in said
    assert run(status(school, "/")) == 200


class Hello(RequestHandler):
    """Answers."""

    def get(self) -> None:
        """Send a word."""
        self.write("hello")

    def post(self) -> None:
        """Send another."""
        self.write("taken")


def test_one_address_holds_only_so_many_lines_and_gets_them_back() -> None:
    async def work() -> None:
        server, port = CourseServer(Application([("/", Hello)]), most_lines=3), free_port()
        server.listen(port, "127.0.0.1")
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
        assert await lines[3][0].read() == b""  # closed at once
        lines[0][1].write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await lines[0][0].readline()).startswith(b"HTTP/1.1 200")
        lines[1][1].close()
        while server._lines["127.0.0.1"] > 2:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).endswith(b"hello")
        for _, each in (*lines, (None, writer)):
            each.close()
        while server._lines:
            await asyncio.sleep(0.01)
        server.stop()

    run(work())


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
    ],
)
def test_a_line_on_which_nothing_comes_to_its_end_is_closed(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "HEADERS_WITHIN", 0.3)
    monkeypatch.setattr(listening, "BODY_WITHIN", 0.3)

    async def work() -> None:
        server, port = CourseServer(Application([("/", Hello)])), free_port()
        server.listen(port, "127.0.0.1")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), 60) == b""
        writer.close()
        server.stop()

    run(work())


def test_the_times_are_such_that_a_web_server_in_front_never_meets_a_closed_line() -> None:
    assert listening.HEADERS_WITHIN > 60  # nginx keeps an idle line so long
    assert listening.BODY_WITHIN < listening.HEADERS_WITHIN


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    have = listening.open_files()
    assert have >= 256
    assert listening.open_files() == have
    if listening.resource is not None:
        soft, hard = listening.resource.getrlimit(listening.resource.RLIMIT_NOFILE)
        assert soft in (hard, listening.resource.RLIM_INFINITY) or soft >= listening.OPEN_FILES


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/voila/render/home.ipynb",
        "/voila/render/your_own_player.ipynb",
        "/voila/tree",
        "/voila/templates/sevens/static/course.css",
        "/voila/static/voila.js",
        "/class",
        "/none",
        "/voila/render/none.ipynb",
        "/voila/render/exercises/1_deal.toml",
        "/voila/files/none.svg",
    ],
)
def test_a_head_answers_as_the_page_does_without_its_text(school: Server, path: str) -> None:
    async def both() -> tuple[Any, Any]:
        one = Learner(school.url)
        return await one.fetch(path[1:], method="HEAD"), await one.fetch(path[1:])

    head, page = run(both())
    assert head.code == page.code
    assert head.body == b""
    for name in ("Content-Type", "Location", "Content-Security-Policy"):
        assert head.headers.get(name) == page.headers.get(name)


def test_a_head_of_a_lesson_starts_no_kernel(school: Server) -> None:
    before = kernels_of(school)
    assert run(status(school, f"/voila/render/{GAME}", "HEAD")) == 200
    assert kernels_of(school) == before


def test_the_board_has_a_head_for_whoever_has_its_code(school: Server) -> None:
    code = school.log.read_text("utf-8").partition("?code=")[2].split()[0]
    assert run(status(school, f"/class?code={code}", "HEAD")) == 200
