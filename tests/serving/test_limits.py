"""What the course takes from one place: lengths, lines, results, codes, tables; and HEAD, which takes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import psutil
import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.web import Application, HTTPError, RequestHandler

from benchmarks.class_client import Learner, StrayError
from classroom import listening
from classroom.listening import CourseServer
from classroom.login import WRONG_AT_ONCE, WRONG_EVERY, CodeIdentity
from classroom.pace import MOST_ADDRESSES, Pace, who_asks
from classroom.pool import ClassKernels
from classroom.results_pages import NEW_AT_ONCE, SENT_AT_ONCE, TOO_MANY
from tests.browser.servers import ROOT, Server, free_port, kernels_of, running
from tests.serving.clients import GAME, NOTEBOOKS, opened, status
from tests.serving.conftest import Start
from tests.serving.kernels import run

#: A web server on another machine, which says for whom it asks.
WEB_SERVER = "10.0.0.77"
BEHIND = ("--behind", WEB_SERVER)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A course with a class board, without a pool."""
    home = tmp_path_factory.mktemp("school")
    board = ("--board", str(home / "class.sqlite"))
    with running("serve", NOTEBOOKS, home, "--class-size", "0", *BEHIND, *board) as server:
        yield server


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


# ---- lengths -----------------------------------------------------------------------------------


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


# ---- lines ---------------------------------------------------------------------------------------


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


# ---- HEAD ------------------------------------------------------------------------------------------


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


# ---- the pace ------------------------------------------------------------------------------------


class Clock:
    """A clock that goes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_pace_allows_a_burst_then_one_by_one() -> None:
    clock = Clock()
    pace = Pace(burst=3, every=10, clock=clock)
    assert [pace.take("a") for _ in range(4)] == [True, True, True, False]
    assert pace.take("b")
    clock.now += 9.9
    assert not pace.take("a")
    clock.now += 0.2
    assert pace.take("a")
    assert not pace.take("a")
    clock.now += 1000
    assert [pace.take("a") for _ in range(4)] == [True, True, True, False]
    pace.forgive()
    assert pace.take("a")


def test_a_pace_remembers_no_more_addresses_than_it_may() -> None:
    pace = Pace(burst=1, every=10)
    for number in range(MOST_ADDRESSES + 50):
        pace.take(str(number))
    assert len(pace._spent) == MOST_ADDRESSES


class Place:
    """What a request says of where it comes from."""

    protocol = "http"

    def __init__(self, remote_ip: str) -> None:
        self.remote_ip = remote_ip


class Line:
    """A connection from there."""

    def __init__(self, remote_ip: str) -> None:
        self.context = Place(remote_ip)


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("10.0.0.7", None, "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4", "10.0.0.7"),  # nobody else than a web server of ours is believed
        ("10.0.0.7", "1.2.3.4, 10.0.0.77", "10.0.0.7"),  # not even by naming one
        ("10.0.0.77", None, "10.0.0.77"),
        ("10.0.0.77", "10.0.0.7", "10.0.0.7"),
        ("10.0.0.77", "1.2.3.4, 10.0.0.7", "10.0.0.7"),
        ("10.0.0.77", "1.2.3.4, 127.0.0.1", "127.0.0.1"),
        ("10.0.0.77", "2001:db8:1:2::3", "2001:db8:1:2::/64"),
        ("10.0.0.77", "", "10.0.0.77"),
        ("10.0.0.77", "no address", "unknown"),
        ("::ffff:10.0.0.77", "10.0.0.7", "10.0.0.7"),
        ("fd00::77", "10.0.0.7", "10.0.0.7"),
        ("fd00::78", "10.0.0.7", "fd00::/64"),
        ("127.0.0.1", "10.0.0.7, 10.0.0.77", "10.0.0.7"),  # one web server behind another
        ("127.0.0.1", "1.2.3.4, 10.0.0.7, 10.0.0.77", "10.0.0.7"),
        ("127.0.0.1", "1.2.3.4, 127.0.0.1", "127.0.0.1"),  # a learner at this machine
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "10.0.0.7", "10.0.0.7"),
        ("127.0.0.1", "1.2.3.4, 10.0.0.7", "10.0.0.7"),  # what the learner has put before it is not
        ("::1", "10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", None, "10.0.0.7"),
        ("2001:db8:1:2::3", None, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", None, "2001:db8:1:2::/64"),
        ("127.0.0.1", "no address", "unknown"),
        ("", None, "unknown"),
    ],
)
def test_whom_a_request_is_counted_for(peer: str, forwarded: str | None, who: str) -> None:
    headers = HTTPHeaders({"Host": "a"})
    if forwarded is not None:
        headers["X-Forwarded-For"] = forwarded
    line: Any = Line(peer)
    start = RequestStartLine("GET", "/", "HTTP/1.1")
    request = HTTPServerRequest(start_line=start, headers=headers, connection=line)
    assert who_asks(request, ["10.0.0.77", "fd00:0::77"]) == who


def test_without_being_told_of_one_no_web_server_elsewhere_is_believed() -> None:
    line: Any = Line("10.0.0.77")
    start = RequestStartLine("GET", "/", "HTTP/1.1")
    headers = HTTPHeaders({"Host": "a", "X-Forwarded-For": "10.0.0.7"})
    request = HTTPServerRequest(start_line=start, headers=headers, connection=line)
    assert who_asks(request) == "10.0.0.77"


# ---- the class board -----------------------------------------------------------------------------


async def sent(one: Learner, number: int, **headers: str) -> tuple[int, str]:
    """Send a result under a sender's number; return the status and the words."""
    line = {"lesson": "1_deal", "sender": f"{number:032x}", "answers": {"you-deal": "first"}}
    answer = await one.fetch(
        "class/results",
        method="POST",
        body=json.dumps(line),
        headers={"X-XSRFToken": one.cookies["_xsrf"]} | headers,
    )
    return answer.code, json.loads(answer.body)["said"]


def test_invented_learners_do_not_fill_the_board_and_the_class_gets_on(school: Server) -> None:
    elsewhere = {"X-Forwarded-For": f"10.0.0.9, {WEB_SERVER}"}
    there = {"X-Forwarded-For": f"10.0.0.8, {WEB_SERVER}"}
    address = school.log.read_text("utf-8").partition("?code=")[2].split()[0]

    async def lesson() -> None:
        one = Learner(school.url)
        await one.fetch(f"voila/render/{GAME}", method="HEAD")
        for number in range(NEW_AT_ONCE):
            assert (await sent(one, number, **there))[0] == 200
        taken = NEW_AT_ONCE
        while (answer := await sent(one, taken, **there))[0] == 200:
            taken += 1  # one more every ten seconds: on a slow machine there is time for some
        assert answer == (429, TOO_MANY)
        assert (await sent(one, 7, **there))[0] == 200, "who is known may send again"
        assert (await sent(one, 0x7EAC4E5, **elsewhere))[0] == 200, "and others are not hindered"
        page = (await one.fetch(f"class?code={address}")).body.decode()
        assert f"{taken + 1} learners have sent a result" in page
        assert "1 result was not taken" in page
        forget = f"_xsrf={one.cookies['_xsrf']}&code={address}"
        await one.fetch("class", method="POST", body=quote(forget, safe="=&|"))
        assert (await sent(one, NEW_AT_ONCE + 50, **there))[0] == 200
        page = (await one.fetch(f"class?code={address}")).body.decode()
        assert "1 learner has sent a result" in page
        assert "not taken" not in page

    run(lesson())


def test_a_class_with_a_dozen_lessons_behind_one_address_is_no_flood() -> None:
    assert 30 * 12 <= NEW_AT_ONCE <= SENT_AT_ONCE


# ---- the class code ------------------------------------------------------------------------------


def test_whoever_tries_out_codes_has_to_wait_and_those_inside_do_not(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = 'grüner Klee & "Herz" 7'
    monkeypatch.setenv("SEVENS_TOKEN", code)
    there = {"X-Forwarded-For": f"10.0.0.66, {WEB_SERVER}"}
    beside = {"X-Forwarded-For": f"10.0.0.67, {WEB_SERVER}"}

    async def lesson(server: Server) -> None:
        inside = Learner(server.url)
        right = f"?token={quote(code)}"
        assert (await inside.fetch(right, headers=there)).code == 200
        thief = Learner(server.url)
        tries = [f"?token=word{number}" for number in range(WRONG_AT_ONCE)]
        answers = [await thief.fetch(each, method="HEAD", headers=there) for each in tries]
        assert {each.code for each in answers} == {302}
        while (refusal := await thief.fetch("?token=clover", headers=there)).code == 302:
            pass  # on a slow machine some have been forgiven meanwhile
        assert refusal.code == 429
        assert "Too many wrong codes" in refusal.body.decode()
        assert (await inside.fetch("", headers=there)).code == 200
        assert (await thief.fetch(right)).code == 200, "another address is another matter"
        assert (await thief.fetch(right, headers=beside)).code == 200, "behind a web server too"

    with start("--class-size", "0", *BEHIND) as server:
        assert urlencode({"token": code}) in server.log.read_text("utf-8")
        run(lesson(server))


class Asking:
    """A request for a page, as far as the code is concerned."""

    current_user: object = None

    def __init__(self, peer: str) -> None:
        self.settings: dict[str, Any] = {}
        line: Any = Line(peer)
        start = RequestStartLine("GET", "/", "HTTP/1.1")
        self.request = HTTPServerRequest(
            start_line=start, headers=HTTPHeaders({"Host": "a"}), connection=line
        )


def test_after_too_many_wrong_codes_the_right_one_has_to_wait_too() -> None:
    """Else a program would know at once which of its words was right."""
    clock, door = Clock(), CodeIdentity(token="clover")
    door.wrong.clock = clock
    there: Any = Asking("10.0.0.66")
    other: Any = Asking("10.0.0.67")
    assert not any(door.knows(there, f"word{number}") for number in range(WRONG_AT_ONCE))
    for each in ("clover", "word"):
        with pytest.raises(HTTPError, match="429"):
            door.knows(there, each)
    assert door.knows(other, "clover")
    clock.now += WRONG_EVERY
    assert door.knows(there, "clover")
    assert door.knows(there, "clover"), "the right one costs nothing"


def test_sixty_learners_behind_one_address_may_mistype() -> None:
    assert WRONG_AT_ONCE >= 60 * 5
    assert WRONG_AT_ONCE + 24 * 3600 / WRONG_EVERY < 20_000, "a day is not enough for a dictionary"


def test_nobody_changes_the_code(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jupyter's own log-in takes a new password from whoever knows the old one."""
    monkeypatch.setenv("SEVENS_TOKEN", "clover")

    async def lesson(server: Server) -> None:
        one = Learner(server.url)
        await one.fetch("login")
        form = {"_xsrf": one.cookies["_xsrf"], "password": "clover", "new_password": "mine"}
        assert (await one.fetch("login", method="POST", body=urlencode(form))).code == 302
        assert (await Learner(server.url).fetch("?token=clover")).code == 200
        for wrong in ("mine", "Clover", "clover%20x", "", "%F0%9F"):
            assert (await Learner(server.url).fetch(f"?token={wrong}")).code in (302, 400)
        twice = await Learner(server.url).fetch("?token=clover&token=mine")
        assert twice.code == 302, "the last one counts"
        for cookie in (
            'username="x"',
            "username=2|1:0|10:1|4:user|4:eHh4|" + "0" * 64,
            "_xsrf=2|x",
        ):
            name = f"username-127-0-0-1-{urlsplit(server.url).port}"
            forged = {"Cookie": cookie.replace("username", name)}
            assert await status(server, "/", **forged) == 302

    with start("--class-size", "0") as server:
        run(lesson(server))
    assert not (ROOT / "jupyter_server_config.json").exists()


# ---- the tables of one browser -------------------------------------------------------------------


def test_a_browser_with_many_tabs_leaves_room_for_others(start: Start) -> None:
    async def lesson(server: Server) -> None:
        first = await opened(server)
        tabs = [await opened(server, cookies=first.cookies) for _ in range(4)]
        late = Learner(server.url, cookies=dict(first.cookies))
        with pytest.raises(StrayError, match="429"):
            await late.open()
        assert "This browser has 4 tables open" in late.html
        assert "Close one of its tabs" in late.html
        assert len({each.kernel for each in tabs}) == 4
        other = await opened(server)
        elsewhere = {"X-Forwarded-For": "10.0.0.9"}
        copied = Learner(server.url, cookies=dict(first.cookies))
        answer = await copied.fetch(f"voila/render/{GAME}", headers=elsewhere)
        assert answer.code == 200, "the same cookie on another machine is another browser"
        await asyncio.gather(*(each.move() for each in (first, *tabs, other)))
        tabs[0].vanish()  # without a farewell, as some browsers do
        await let_in(late)
        await asyncio.gather(*(each.leave() for each in (first, *tabs[1:], late, other)))

    with start("--class-size", "0", "--most", "16") as server:
        run(lesson(server))


async def let_in(late: Learner) -> None:
    """Open a lesson as soon as the server has noticed that a tab is gone."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(StrayError):
                return await late.open()
            assert late.status == 429
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(("limit", "most"), [(1, 4), (16, 4), (50, 12), (400, 100)])
def test_how_many_tables_one_browser_may_have(limit: int, most: int) -> None:
    assert ClassKernels.most_for_one(Room(limit)) == most  # type: ignore[arg-type]


class Room:
    """A machine that holds so many."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
