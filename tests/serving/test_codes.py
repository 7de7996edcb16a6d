"""The class code: whoever tries out codes has to wait, and nobody changes it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.web import HTTPError

from benchmarks.class_client import Learner
from classroom.login import WRONG_AT_ONCE, WRONG_EVERY, CodeIdentity
from tests.browser.servers import ROOT, Server
from tests.serving.clients import BEHIND, WEB_SERVER, Clock, Line, status
from tests.serving.conftest import Start
from tests.serving.kernels import run


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
