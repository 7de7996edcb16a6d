"""Hostile messages through the real line to a kernel."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import uuid4

import psutil

from benchmarks.class_client import Learner
from classroom.pool import MOST_UNREAD, Unread
from tests.browser.servers import Server
from tests.serving.clients import opened
from tests.serving.kernels import run

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


def test_a_page_that_asks_and_never_reads_is_cut_off_before_it_fills_the_memory(
    course: Server,
) -> None:
    server = psutil.Process(course.process.pid)

    async def lines_of(one: Learner) -> int:
        answer = await Learner(course.url).fetch(f"api/kernels/{one.kernel}")
        return int(json.loads(answer.body)["connections"])

    async def lesson() -> None:
        one, other = await opened(course), await opened(course)
        control = {"comm_id": uuid4().hex, "target_name": "jupyter.widget.control", "data": {}}
        one.send("comm_open", control, version="1.0.0")
        states = await one.ask_states()
        times = 3 * MOST_UNREAD // len(json.dumps(states))
        assert await lines_of(one) == 1
        for task in one._tasks:
            task.cancel()  # it listens no more, but its line stays open
        before = server.memory_info().rss
        for _ in range(times):
            one.send(
                "comm_msg", {"comm_id": control["comm_id"], "data": {"method": "request_states"}}
            )
        while await lines_of(one):
            await asyncio.sleep(0.2)
        await other.move()
        assert server.memory_info().rss - before < 6 * MOST_UNREAD
        await asyncio.gather(one.leave(), other.leave())

    run(lesson())


def test_what_a_kernel_says_while_its_page_is_away_is_kept_up_to_a_limit() -> None:
    kept = Unread(most=1000)
    for number in range(100):
        kept.append(("iopub", [b"x" * 90, b"y" * 10]))
        assert len(kept) == min(number + 1, 10)
    kept.append(("iopub", [b""]))
    assert len(kept) == 10, "what comes after a gap is of no use"
