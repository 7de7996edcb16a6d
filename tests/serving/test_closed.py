"""A page of the served course can do nothing but play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from benchmarks.class_client import Learner, StrayError
from tests.browser.servers import ROOT, Server, kernel_processes, kernels_of, running
from tests.serving.clients import GAME, line, opened, page_of, status
from tests.serving.conftest import Start
from tests.serving.kernels import run


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
        before = set(kernel_processes(course))
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
        assert set(kernel_processes(course)) <= before
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
        "/logout",
        "/login",
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


def test_no_answer_names_the_insides(course: Server) -> None:
    one = run(page_of(course, f"/voila/render/{GAME}?x=%3Cscript%3E"))
    assert "<script>x" not in one
    assert "Traceback" not in one
    assert str(ROOT) not in one


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
        page = run(page_of(server, "/voila/render/your_own_player.ipynb"))
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
