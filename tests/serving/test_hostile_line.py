"""Hostile messages through the real line to a kernel."""

from __future__ import annotations

import asyncio
from typing import Any

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
