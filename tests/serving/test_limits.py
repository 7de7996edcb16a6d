"""What the course takes from one place: results for the class board, and tables of one browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
from urllib.parse import quote

import pytest

from benchmarks.class_client import Learner, StrayError
from classroom.pool import ClassKernels
from classroom.results_pages import NEW_AT_ONCE, SENT_AT_ONCE, TOO_MANY
from tests.browser.servers import Server
from tests.serving.clients import GAME, WEB_SERVER, opened
from tests.serving.conftest import Start
from tests.serving.kernels import run


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
