"""A page that answers every ping keeps its line to the server."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from jupyter_server.base.websocket import WebSocketMixin
from tornado.log import gen_log

from classroom.course import hush_pings, settings


class Line(WebSocketMixin):  # type: ignore[misc]
    """A line to a page with the settings of the course, but without a network."""

    settings: dict[str, Any] = settings(
        Path("notebooks"), host="127.0.0.1", port=8866
    ).Voila.tornado_settings


def test_a_page_has_longer_to_answer_than_from_one_ping_to_the_next() -> None:
    """The server looks at the first ping how long it has heard nothing, before it has asked."""
    line = Line()
    assert line.ping_timeout >= 2 * line.ping_interval > 0


def test_nothing_but_the_word_of_pings_is_kept_off_the_screen(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gen_log, "filters", [])
    monkeypatch.setattr(gen_log, "propagate", True)
    hush_pings()
    with caplog.at_level(logging.WARNING, logger="tornado.general"):
        gen_log.warning("The websocket_ping_timeout (90000) cannot be longer than …")
        gen_log.warning("Something else")
    assert [record.getMessage() for record in caplog.records] == ["Something else"]
