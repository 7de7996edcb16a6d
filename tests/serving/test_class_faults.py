"""What goes wrong while a class plays, by clients without a browser."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import Any

import psutil

from tests.browser.servers import Server, kernel_processes
from tests.serving.clients import GAME, opened, wait_ready
from tests.serving.conftest import Start
from tests.serving.kernels import run


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


def test_a_table_whose_python_died_and_was_started_again_is_not_handed_out(start: Start) -> None:
    """Jupyter starts it under the same number, and it knows nothing of the table that waits in the page."""

    async def lesson(server: Server) -> None:
        one = await opened(server)
        await one.move()
        await one.leave()

    with start("--class-size", "1", "--lesson", GAME) as server:
        wait_ready(server, 1)
        killed = kernel_processes(server)
        for each in killed:
            each.kill()
        until = time.monotonic() + 90
        while not set(kernel_processes(server)) - set(killed):
            assert time.monotonic() < until, "none was started again"
            time.sleep(0.05)
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

    async def both(times: int) -> None:
        await asyncio.gather(
            reload(times // 2), reload(times // 2)
        )  # on two cores, in half the time

    before = kernel_processes(course)
    for times in (30, 30, 40):
        run(both(times))
        sizes.append(server.memory_info().rss)
    until = time.monotonic() + 90
    while set(kernel_processes(course)) - set(before) and time.monotonic() < until:
        time.sleep(0.2)
    assert set(kernel_processes(course)) <= set(before)
    # For a minute Jupyter holds what a page leaves behind, 100 KB each (CONTRIBUTING, “How pages are served”): of these
    # seventy 7 MB, with what Python keeps for the next ones 10 to 12. Whole pages that stayed would be 300 KB each.
    assert sizes[-1] - sizes[0] < 15 << 20
