"""A learner without a browser: fetches a lesson over HTTP, talks to its table over a WebSocket.

It asks the server for what a browser asks when its scripts are in its cache: the page, the line to
the kernel, the widgets' states; then it plays, says hello every two seconds and takes its leave.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    websocket_connect,
)

PATIENCE = 120.0  # seconds: no wait is longer
ASK_AGAIN = 4.0  # seconds after which a page asks for its widgets once more
HELLO = 2.0  # seconds between two pings of a page
BIG = 64 * 1024 * 1024

Payload = dict[str, Any]


class StrayError(AssertionError):
    """Something of another learner's came here, or an answer that cannot be right."""


@dataclass
class Learner:
    """One page of one learner; ``clickable`` is how many seconds its table took to come."""

    base: str
    lesson: str = "practice_game.ipynb"
    token: str = ""
    session: str = field(default_factory=lambda: uuid4().hex)
    cookies: dict[str, str] = field(default_factory=dict)
    kernel: str = ""
    table: str = ""
    payload: Payload = field(default_factory=dict)
    clickable: float = 0.0
    html: str = ""
    trips: list[float] = field(default_factory=list)
    strays: int = 0
    status: int = 0
    overhear: Callable[[Payload], object] = field(default=lambda message: None)
    _line: WebSocketClientConnection | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _states: asyncio.Future[Payload] | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    # ---- http -----------------------------------------------------------------------------

    async def fetch(self, path: str, **more: Any) -> HTTPResponse:
        """Ask for an address, with the cookies a browser would send; no status raises."""
        headers = more.pop("headers", {}) | {"Cookie": self._cookie()}
        request = HTTPRequest(
            self.base + path,
            headers=headers,
            request_timeout=PATIENCE,
            follow_redirects=False,
            **more,
        )
        try:
            answer = await AsyncHTTPClient(max_clients=200).fetch(request, raise_error=False)
        except HTTPClientError as error:
            raise StrayError(f"no answer: {error}") from error
        for line in answer.headers.get_list("Set-Cookie"):
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return answer

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    # ---- opening --------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the page and wait until a card could be clicked. Raises TimeoutError, StrayError."""
        begun = time.perf_counter()
        query = f"?token={self.token}" if self.token else ""
        answer = await self.fetch(f"voila/render/{self.lesson}{query}")
        self.status, self.html = answer.code, answer.body.decode()
        if answer.code != 200:
            raise StrayError(f"{answer.code} for {self.lesson}")
        found = re.search(r'"kernelId": "([0-9a-f-]{36})"', self.html)
        models = re.findall(r'widget-view\+json": \{"model_id": "([0-9a-f]{32})"', self.html)
        if not found or not models:
            raise StrayError(f"no table in the page: {self.html[-300:]}")
        self.kernel = found[1]
        await self.connect()
        states = await self.ask_states()
        if not set(models) <= set(states):
            raise StrayError("the page shows a table that its kernel does not know")
        games = [
            each
            for each in models
            if states[each]["state"].get("payload", {}).get("kind") == "game"
        ]
        self.table = (games or models)[0]
        self.payload = states[self.table]["state"].get("payload", {})
        self.clickable = time.perf_counter() - begun

    async def connect(self) -> None:
        """Open the line to the kernel."""
        address = f"{self.base.replace('http', 'ws', 1)}api/kernels/{self.kernel}/channels"
        request = HTTPRequest(
            f"{address}?session_id={self.session}",
            headers={"Cookie": self._cookie(), "Origin": self.base.rstrip("/")},
            connect_timeout=PATIENCE,
            request_timeout=PATIENCE,
        )
        try:
            self._line = await websocket_connect(request, max_message_size=BIG)
        except HTTPClientError as error:
            raise StrayError(f"no line to the kernel: {error}") from error
        self._tasks.append(asyncio.create_task(self._listen(self._line)))

    async def ask_states(self) -> dict[str, Any]:
        """Return the states of all widgets in the kernel, as a page asks for them when it opens."""
        until = time.perf_counter() + PATIENCE
        while True:
            self._states = asyncio.get_running_loop().create_future()
            control = uuid4().hex
            opening = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
            self.send("comm_open", opening, version="1.0.0")
            self.send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
            try:
                return await asyncio.wait_for(self._states, ASK_AGAIN)
            except TimeoutError:
                if time.perf_counter() > until:
                    raise

    # ---- the line -------------------------------------------------------------------------

    def send(self, kind: str, content: Any, channel: str = "shell", **metadata: str) -> str:
        """Send one message to the kernel; return its number."""
        number = uuid4().hex
        header = {
            "msg_id": number,
            "msg_type": kind,
            "session": self.session,
            "username": "learner",
            "version": "5.3",
            "date": "2026-01-01T00:00:00Z",
        }
        message = {
            "header": header,
            "parent_header": {},
            "metadata": metadata,
            "content": content,
            "channel": channel,
            "buffers": [],
        }
        self.write(json.dumps(message))
        return number

    def write(self, text: str | bytes) -> None:
        """Put something on the line as it is."""
        if self._line is None:
            raise StrayError("the line is not open")
        try:
            self._line.write_message(text, binary=isinstance(text, bytes))
        except WebSocketClosedError as error:
            raise StrayError("the server has closed the line") from error

    def act(self, act: Any) -> None:
        """Send an act to the table, as the page does."""
        self.send("comm_msg", {"comm_id": self.table, "data": {"method": "custom", "content": act}})

    async def _listen(self, line: WebSocketClientConnection) -> None:
        while (text := await line.read_message()) is not None:
            message = json.loads(text)
            self.overhear(message)
            if message["header"]["msg_type"] == "comm_msg":
                self._heard(message["content"])

    def _heard(self, content: Payload) -> None:
        data = content.get("data", {})
        if data.get("method") == "update_states" and self._states and not self._states.done():
            self._states.set_result(data["states"])
        if content["comm_id"] == self.table and "payload" in data.get("state", {}):
            self.payload = data["state"]["payload"]
            self._news.set()

    async def hello(self) -> None:
        """Say hello every two seconds, as a visible page does, until the line is closed."""

        async def go_on() -> None:
            while True:
                with contextlib.suppress(StrayError):
                    self.act({"type": "ping"})
                await asyncio.sleep(HELLO)

        self._tasks.append(asyncio.create_task(go_on()))

    # ---- playing --------------------------------------------------------------------------

    async def ask(self, act: Payload) -> Payload:
        """Send an act with the ply it is made at, wait for the next payload, keep how long it took."""
        self._news.clear()
        begun = time.perf_counter()
        self.act(act | {"ply": self.payload["ply"]})
        await asyncio.wait_for(self._news.wait(), PATIENCE)
        self.trips.append(time.perf_counter() - begun)
        return self.payload

    async def deal(self, number: int) -> None:
        """Ask for a deal by its number; count a stray where another comes."""
        payload = await self.ask({"type": "deal", "number": number})
        if payload["deal"] != number or f"deal {number}" not in payload["record"]:
            self.strays += 1

    async def move(self) -> None:
        """Lay a card that fits, pass, or deal again; count a stray where another deal comes back."""
        now = self.payload
        fits = [card["card"] for card in now["scene"]["hand"] if card["fits"]]
        if now.get("result"):
            await self.ask({"type": "deal", "number": now["deal"]})
        elif fits:
            await self.ask({"type": "play", "card": fits[0]})
        else:
            await self.ask({"type": "pass"})
        if self.payload["deal"] != now["deal"] or self.payload["ply"] == now["ply"]:
            self.strays += 1

    # ---- leaving --------------------------------------------------------------------------

    async def leave(self) -> int:
        """Take leave as a page does when it is closed; return the status of the answer."""
        self.vanish()
        answer = await self.fetch(
            f"voila/api/shutdown/{self.kernel}",
            method="POST",
            body="",
            headers={"X-XSRFToken": self.cookies.get("_xsrf", "")},
        )
        return answer.code

    def vanish(self) -> None:
        """Be gone without a word."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        if self._line is not None:
            self._line.close()
            self._line = None
