"""Clients without a browser, and what they ask of a server."""

from __future__ import annotations

import time
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from benchmarks.class_client import Learner
from tests.browser.servers import ROOT, Server

NOTEBOOKS = ROOT / "notebooks"
GAME = "practice_game.ipynb"

#: A web server on another machine, which says for whom it asks.
WEB_SERVER = "10.0.0.77"
BEHIND = ("--behind", WEB_SERVER)


def wait_ready(server: Server, tables: int) -> None:
    """Wait until the server says that so many tables wait ready."""
    until = time.monotonic() + 180
    words = "1 table waits ready" if tables == 1 else f"{tables} tables wait ready"
    while words not in server.log.read_text("utf-8"):
        assert time.monotonic() < until, server.log.read_text("utf-8")
        time.sleep(0.2)


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


async def line(server: Server, kernel: str, **headers: str) -> int:
    """Try to open the line to a kernel; return the status of the refusal, or 101."""
    address = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels"
    try:
        socket = await websocket_connect(HTTPRequest(address, headers=headers))
    except HTTPClientError as refusal:
        return int(refusal.code)
    socket.close()
    return 101


async def page_of(server: Server, path: str) -> str:
    answer = await Learner(server.url).fetch(path.lstrip("/"))
    return answer.body.decode()


class Clock:
    """A clock that goes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Place:
    """What a request says of where it comes from."""

    protocol = "http"

    def __init__(self, remote_ip: str) -> None:
        self.remote_ip = remote_ip


class Line:
    """A connection from there."""

    def __init__(self, remote_ip: str) -> None:
        self.context = Place(remote_ip)
