"""A class at the served course, by clients without a browser: what works, what is refused, what breaks."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from benchmarks import class_load
from benchmarks.class_client import Learner, StrayError
from tests.browser.servers import ROOT, Server, kernel_processes, kernels_of, running, settle
from tests.serving.kernels import run

NOTEBOOKS = ROOT / "notebooks"
GAME = "practice_game.ipynb"

Start = Callable[..., Any]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """A function that runs a server for a while: ``with start("--most", "2") as server``."""
    return lambda *options: running("serve", NOTEBOOKS, tmp_path / "home", *options)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most tests, without a pool."""
    home = tmp_path_factory.mktemp("course")
    with running("serve", NOTEBOOKS, home, "--class-size", "0") as server:
        yield server


def wait_ready(server: Server, tables: int) -> None:
    """Wait until the server says that so many tables wait ready."""
    until = time.monotonic() + 60
    words = "1 table waits ready" if tables == 1 else f"{tables} tables wait ready"
    while words not in server.log.read_text("utf-8"):
        assert time.monotonic() < until, server.log.read_text("utf-8")
        time.sleep(0.2)


def at_rest(server: Server) -> int:
    """Count the kernels when none has come or gone for a while: those of earlier pages may still be ending."""
    until = time.monotonic() + 90
    seen, since = kernels_of(server), time.monotonic()
    while time.monotonic() < min(until, since + 5):
        time.sleep(0.2)
        if (now := kernels_of(server)) != seen:
            seen, since = now, time.monotonic()
    return seen


async def opened(server: Server, **more: Any) -> Learner:
    learner = Learner(server.url, **more)
    await learner.open()
    return learner


async def status(server: Server, path: str, method: str = "GET", **headers: str) -> int:
    request = HTTPRequest(
        server.url.rstrip("/") + path,
        method=method,
        body="" if method in ("POST", "PATCH", "PUT") else None,
        headers=headers,
        follow_redirects=False,
    )
    answer = await AsyncHTTPClient().fetch(request, raise_error=False)
    return int(answer.code)


# ---- a class ----------------------------------------------------------------------------------


def test_a_small_class_plays_and_nothing_is_mixed_up(start: Start) -> None:
    async def lesson(server: Server) -> None:
        pupils = await asyncio.gather(*(opened(server) for _ in range(4)))
        assert len({each.kernel for each in pupils}) == 4
        assert len({each.table for each in pupils}) == 4
        await asyncio.gather(*(each.deal(2000 + n) for n, each in enumerate(pupils)))
        for _ in range(3):
            await asyncio.gather(*(each.move() for each in pupils))
        assert [each.payload["deal"] for each in pupils] == [2000, 2001, 2002, 2003]
        assert sum(each.strays for each in pupils) == 0
        assert [await each.leave() for each in pupils] == [204] * 4

    with start("--class-size", "2", "--lesson", GAME) as server:
        settle(server, 2)  # these wait; the other two are made as they come
        run(lesson(server))


def test_the_pages_that_wait_are_all_handed_out_before_one_is_made(start: Start) -> None:
    async def lesson(server: Server, waiting: set[int]) -> None:
        first, second = await opened(server), await opened(server, lesson=GAME + "?theme=dark")
        assert {each.pid for each in kernel_processes(server)} == waiting  # none was added
        await first.leave()
        await second.leave()

    with start("--class-size", "2", "--lesson", GAME) as server:
        wait_ready(server, 2)
        run(lesson(server, {each.pid for each in kernel_processes(server)}))


def test_the_benchmark_of_a_class_measures_a_small_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--learners=2", "--within=0.2", "--seconds=1", "--pause=2", "--bursts=1", "--only"]
    class_load.main([*words, "empty pool"])
    said = capsys.readouterr().out
    assert "2 learners, median · 95 % | empty pool" in said
    assert "| pages that failed · mixed up | 0 · 0 |" in said


def test_who_comes_when_the_machine_is_full_is_told_so_and_gets_in_later(start: Start) -> None:
    async def lesson(server: Server) -> None:
        inside = [await opened(server) for _ in range(2)]
        late = Learner(server.url)
        with pytest.raises(StrayError, match="503"):
            await late.open()
        assert "The machine is full" in late.html
        assert "Back to the course" in late.html
        answer = await late.fetch(f"voila/render/{GAME}")
        assert answer.headers["Retry-After"] == "60"
        await inside[0].move()  # those inside notice nothing
        await inside[0].leave()
        await late.open()
        assert late.payload["kind"] == "game"
        await asyncio.gather(*(each.leave() for each in (inside[1], late)))

    with start("--class-size", "0", "--most", "2") as server:
        run(lesson(server))


def test_a_table_that_waits_makes_room_for_a_learner(start: Start) -> None:
    async def lesson(server: Server) -> None:
        inside = [await opened(server) for _ in range(2)]
        with pytest.raises(StrayError, match="503"):
            await opened(server)
        await asyncio.gather(*(each.leave() for each in inside))

    with start("--class-size", "1", "--most", "2") as server:
        wait_ready(server, 1)
        run(lesson(server))


# ---- a page can do nothing but play ------------------------------------------------------------


def test_of_the_kernels_a_page_reaches_only_its_own_and_only_to_look(course: Server) -> None:
    async def lesson() -> None:
        one = await opened(course)
        own = f"/api/kernels/{one.kernel}"
        assert await status(course, own) == 200
        for method in ("DELETE", "POST", "PATCH", "PUT"):
            assert await status(course, own, method) in (403, 405)
        for path in ("/api/kernels", "/api/sessions", "/api/terminals", "/api/contents", "/api"):
            for method in ("GET", "POST"):
                assert await status(course, path, method) in (403, 404)
        for path in (f"{own}/interrupt", f"{own}/restart"):
            assert await status(course, path, "POST") in (403, 404)
        await one.move()  # still there
        await one.leave()

    run(lesson())


@pytest.mark.parametrize(
    "kind",
    [
        "execute_request",
        "complete_request",
        "inspect_request",
        "history_request",
        "debug_request",
        "input_reply",
        "create_subshell_request",
    ],
)
def test_the_kernel_does_not_hear_what_is_no_talk_of_widgets(course: Server, kind: str) -> None:
    async def lesson() -> None:
        one = await opened(course)
        heard: list[str] = []
        one.overhear = lambda message: heard.append(message["msg_type"])
        code = {"code": "print('ran')", "silent": False, "cursor_pos": 1, "user_expressions": {}}
        for channel in ("shell", "control", "stdin"):
            one.send(kind, code, channel=channel)
        await one.move()  # an answer to it would have come before
        assert not [each for each in heard if each.startswith(("execute", "stream", "error"))]
        assert not [each for each in heard if each == kind.replace("_request", "_reply")]
        await one.leave()

    run(lesson())


def test_a_farewell_needs_the_pages_own_cookie(course: Server) -> None:
    async def lesson() -> None:
        one = await opened(course)
        path = f"/voila/api/shutdown/{one.kernel}"
        assert await status(course, path, "POST") == 403
        await one.move()
        assert await one.leave() == 204
        one.kernel = "0c4a6a9e-8b6b-4f36-9a9c-0d0f3f6f0d11"
        assert await one.leave() == 404

    run(lesson())


async def line(server: Server, kernel: str, **headers: str) -> int:
    """Try to open the line to a kernel; return the status of the refusal, or 101."""
    address = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels"
    try:
        socket = await websocket_connect(HTTPRequest(address, headers=headers))
    except HTTPClientError as refusal:
        return int(refusal.code)
    socket.close()
    return 101


def test_a_page_whose_kernel_is_gone_leaves_no_fault_in_the_log(course: Server) -> None:
    before = len(course.log.read_text("utf-8"))
    assert run(line(course, str(uuid4()))) == 404
    assert "Traceback" not in course.log.read_text("utf-8")[before:]


def test_other_sites_and_other_names_are_refused(course: Server) -> None:
    async def lesson() -> None:
        one = await opened(course)
        foreign = {"Origin": "http://evil.example"}
        assert await line(course, one.kernel, **foreign) == 403
        assert await line(course, one.kernel, Host="evil.example") == 403
        page = f"/voila/render/{GAME}"
        before = kernels_of(course)
        for asked in (
            {"Host": "evil.example"},
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"},
            {
                "Sec-Fetch-Site": "cross-site",
                "Sec-Fetch-Dest": "iframe",
                "Sec-Fetch-Mode": "navigate",
            },
            foreign,
        ):
            assert await status(course, page, **asked) == 403
        assert kernels_of(course) == before
        await one.leave()

    run(lesson())


@pytest.mark.parametrize(
    "path",
    [
        "/voila/templates/",
        "/voila/templates/sevens",
        "/voila/templates/sevens/static",
        "/voila/templates/sevens/static/",
        "/voila/templates/sevens/other/course.css",
        "/voila/templates/../static/x.css",
        "/voila/files/table%00.svg",
        "/voila/files/%ff%fe.svg",
        "/voila/files/a/b/c.svg",
        "/voila/files/",
        "/voila/files/%2e%2e/%2e%2e/etc/passwd.svg",
        "/voila/render/",
        "/voila/render/%00",
        "/voila/render/a%5c..%5cb.ipynb",
        "/voila/render/exercises/1_deal.toml",
        "/voila/render/.ipynb",
        "/voila/static/%00",
        "/voila/labextensions/%00/x",
        "/voila/api/themes/%00",
        "/voila/query/x",
        "/%00",
        "/" + "a" * 5000,
    ],
)
def test_an_odd_address_is_no_page_and_no_error(course: Server, path: str) -> None:
    assert run(status(course, path)) in (403, 404)


def test_the_course_asks_for_its_word_when_it_has_one(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVENS_TOKEN", "clover")

    async def lesson(server: Server) -> None:
        for path in ("/", f"/voila/render/{GAME}", "/none"):
            assert await status(server, path) in (302, 403)
        nobody = Learner(server.url)
        with pytest.raises(StrayError, match="302"):
            await nobody.open()
        form = await nobody.fetch("login")
        assert "Which code did your teacher give you?" in form.body.decode()

        def word(given: str) -> dict[str, Any]:
            return {"method": "POST", "body": f"_xsrf={nobody.cookies['_xsrf']}&password={given}"}

        wrong = await nobody.fetch("login", **word("daisy"))
        assert wrong.code == 401
        assert "That is not the code" in wrong.body.decode()
        knows = await opened(server, token="clover")
        assert await line(server, knows.kernel) == 403
        await nobody.fetch("login", **word("clover"))
        await nobody.open()
        await nobody.move()
        assert await nobody.leave() == 204
        assert await knows.leave() == 204

    with start("--class-size", "0") as server:
        assert "?token=clover" in server.log.read_text("utf-8")
        run(lesson(server))


# ---- faults ---------------------------------------------------------------------------------


def test_a_killed_kernel_takes_nobody_else_with_it(course: Server) -> None:
    async def lesson() -> None:
        before = {each.pid for each in kernel_processes(course)}
        one = await opened(course)
        (victim,) = {each.pid for each in kernel_processes(course)} - before
        other = await opened(course)
        os.kill(victim, signal.SIGKILL)
        await other.move()
        again = await opened(course)
        await again.move()
        one.vanish()
        await asyncio.gather(*(each.leave() for each in (other, again)))

    run(lesson())


def test_a_dead_table_is_not_handed_out(start: Start) -> None:
    async def lesson(server: Server) -> None:
        one = await opened(server)
        await one.move()
        await one.leave()

    with start("--class-size", "2", "--lesson", GAME) as server:
        wait_ready(server, 2)
        killed = kernel_processes(server)
        for each in killed:
            each.kill()
        assert not psutil.wait_procs(killed, 30)[1], "still there"
        run(lesson(server))


def test_a_game_goes_on_after_the_server_was_started_again(start: Start) -> None:
    async def play(server: Server) -> dict[str, Any]:
        one = await opened(server)
        await one.deal(4711)
        for _ in range(4):
            await one.move()
        return one.payload

    async def go_on(server: Server, kept: dict[str, Any]) -> None:
        one = await opened(server)
        assert one.payload["record"] != kept["record"]
        payload = await one.ask({"type": "resume", "record": kept["record"]})
        assert payload["record"] == kept["record"]
        assert payload["scene"]["position"] == kept["scene"]["position"]
        await one.move()

    with start("--class-size", "0") as first:
        kept = run(play(first))
    with start("--class-size", "0") as second:
        run(go_on(second, kept))


def test_a_cut_line_keeps_the_game(course: Server) -> None:
    async def lesson() -> None:
        one = await opened(course)
        await one.deal(31)
        await one.move()
        ply, record = one.payload["ply"], one.payload["record"]
        one.vanish()
        await asyncio.sleep(1)
        await one.connect()
        states = await one.ask_states()
        assert states[one.table]["state"]["payload"]["record"] == record
        await one.move()
        assert one.payload["ply"] > ply
        await one.leave()

    run(lesson())


def test_two_tabs_of_one_learner_are_two_games(course: Server) -> None:
    async def lesson() -> None:
        one = await opened(course)
        other = await opened(course, cookies=one.cookies)
        await one.deal(1)
        await other.deal(2)
        await one.move()
        assert other.payload["deal"] == 2
        await one.leave()
        await other.move()
        assert other.strays == 0
        await other.leave()

    run(lesson())


def test_a_hundred_reloads_leave_no_kernel_and_no_memory_behind(course: Server) -> None:
    server = psutil.Process(course.process.pid)
    sizes = []

    async def reload(times: int) -> None:
        one = await opened(course)
        for _ in range(times):
            assert await one.leave() == 204
            one = await opened(course, cookies=one.cookies)
        await one.leave()

    before = at_rest(course)
    for times in (30, 30, 40):
        run(reload(times))
        sizes.append(server.memory_info().rss)
    assert at_rest(course) <= before
    # A page that stayed would be some 300 KB, seventy of them 21 MB.
    assert sizes[-1] - sizes[0] < 10 << 20


# ---- hostile messages through the real line ---------------------------------------------------

HOSTILE: list[Any] = [
    None,
    [],
    "play",
    7,
    {},
    {"type": None},
    {"type": ["play"]},
    {"type": "play"},
    {"type": "play", "card": "7d"},
    {"type": "play", "card": "7d", "ply": 10**30},
    {"type": "play", "card": {"suit": "d"}, "ply": 0},
    {"type": "play", "card": "K" * 300_000, "ply": 0},
    {"type": "play", "card": "7d", "ply": 0, "seat": 2},
    {"type": "deal", "number": "Infinity", "ply": 0},
    {"type": "deal", "number": -1, "ply": 0},
    {"type": "deal", "number": 1e400, "ply": 0},
    {"type": "resume", "record": "school:4 deal 1 | " + "7d " * 20_000},
    {"type": "resume", "record": {"$ref": "#"}},
    {"type": "from", "at": -1},
    {"type": "__class__", "ply": 0},
]


def test_hostile_messages_change_nothing_and_stop_nothing(course: Server) -> None:
    async def lesson() -> None:
        one, other = await opened(course), await opened(course)
        await one.deal(5)
        await one.move()
        ply, record = one.payload["ply"], one.payload["record"]
        for act in HOSTILE:
            one.act(act)
        for odd in ({}, {"data": 1}, {"comm_id": 5}, {"comm_id": one.table, "data": None}):
            one.send("comm_msg", odd)
            one.send("comm_open", odd)
            one.send("comm_close", odd if odd.get("comm_id") != one.table else {"comm_id": "7"})
        forged = {"method": "update", "state": {"payload": {"kind": "game", "ply": 99}}}
        one.send("comm_msg", {"comm_id": one.table, "data": forged})
        one.send("comm_msg", {"comm_id": other.table, "data": forged})  # not of this kernel
        states = await one.ask_states()
        payload = states[one.table]["state"]["payload"]
        assert (payload["ply"], payload["record"]) == (ply, record)
        assert other.payload["deal"] != 5 or other.payload["ply"] != ply
        await one.move()
        await other.move()
        await asyncio.gather(one.leave(), other.leave())

    run(lesson())


def test_what_is_no_message_at_all_closes_at_most_its_own_line(course: Server) -> None:
    async def lesson() -> None:
        bystander = await opened(course)
        for rubbish in (b"\x00\xff" * 50, "no json", "[]", "{}", '{"header": 1}', "x" * (2 << 20)):
            one = await opened(course)
            one.write(rubbish)
            await asyncio.sleep(0.1)
            await bystander.move()
            await one.leave()
        await bystander.leave()

    run(lesson())


def test_no_answer_names_the_insides(course: Server) -> None:
    one = run(_page(course, f"/voila/render/{GAME}?x=%3Cscript%3E"))
    assert "<script>x" not in one
    assert "Traceback" not in one
    assert str(ROOT) not in one


async def _page(server: Server, path: str) -> str:
    answer = await Learner(server.url).fetch(path.lstrip("/"))
    return answer.body.decode()


def test_the_notebook_for_code_of_ones_own_is_text_only(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "notebooks"
    folder.mkdir()
    code = {"cell_type": "code", "source": "print(6 * 7)", "outputs": [], "metadata": {}, "id": "b"}
    text = {"cell_type": "markdown", "source": "# A player of your own", "metadata": {}, "id": "a"}
    notes = {"cell_type": "markdown", "source": "For teachers", "metadata": {"tags": ["lab-only"]}}
    book = {
        "cells": [text, code, notes | {"id": "c"}],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "your_own_player.ipynb").write_text(json.dumps(book), encoding="utf-8")
    with running("serve", folder, tmp_path / "home") as server:
        page = run(_page(server, "/voila/render/your_own_player.ipynb"))
        assert "A player of your own" in page
        assert "make lab" in page
        assert "6 * 7" not in page
        assert "For teachers" not in page
        for name in (
            "your_own_player%2Eipynb",
            "/your_own_player.ipynb",
            "./your_own_player.ipynb",
        ):
            assert run(status(server, f"/voila/render/{name}")) == 404
        assert kernels_of(server) == 0
