"""Fixtures for the table in a bare page."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.js.harness import ADDRESS, HTML, NPM, STATIC, Show, Table, mount


@pytest.fixture
def show(open_page: Callable[..., Page]) -> Show:
    """A function that draws a payload: ``show(middle(), dark=True, viewport=(360, 640), answers=[…])``.

    dark: None leaves the page without a theme, as outside JupyterLab and Voila; system_dark is what the
    machine prefers. answers: payloads that arrive at once, one after each act.
    """

    def draw(
        payload: dict[str, Any],
        *,
        dark: bool | None = False,
        answers: list[dict[str, Any]] | None = None,
        clock: bool = False,
        system_dark: bool = False,
        **options: Any,
    ) -> Table:
        theme = "" if dark is None else f'data-jp-theme-light="{json.dumps(not dark)}"'
        html = HTML % {"css": (STATIC / "table.css").read_text("utf-8"), "theme": theme}

        def serve(route: Route) -> None:
            route.fulfill(body=html, content_type="text/html")

        page = open_page(dark=system_dark, **options)
        page.set_default_timeout(10_000)
        page.route(ADDRESS, serve)
        if clock:
            page.clock.install()
        page.goto(ADDRESS)
        mount(page, payload, answers)
        return Table(page)

    return draw


@pytest.fixture(scope="session")
def npm() -> Path:
    """The folder of the tools from npm; without them the test is skipped, or fails where that is forbidden."""
    if not NPM.is_dir():
        reason = "axe-core and TypeScript are not installed (npm ci --prefix tests/js): not checked"
        if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return NPM
