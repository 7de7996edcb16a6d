"""A class at the served course, by clients without a browser: who gets a table, and when the machine is full."""

from __future__ import annotations

import asyncio

import psutil
import pytest

from benchmarks import class_load
from benchmarks.class_client import Learner, StrayError
from tests.browser.servers import Server, kernel_processes, settle
from tests.serving.clients import GAME, opened, wait_ready
from tests.serving.conftest import Start
from tests.serving.kernels import run


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
    async def lesson(server: Server) -> None:
        first, second = await opened(server), await opened(server, lesson=GAME + "?theme=dark")
        await first.leave()
        await second.leave()

    with start("--class-size", "2", "--lesson", GAME) as server:
        wait_ready(server, 2)
        waited = kernel_processes(server)
        run(lesson(server))
        # Both have had a learner and ended with it. Others may be there: the pool is filled again.
        assert not psutil.wait_procs(waited, 60)[1], "still waits for a learner"


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
