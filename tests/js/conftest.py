"""Fixtures for a widget in a bare page."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from sevens_widgets.table import FILES
from sevens_widgets.widget import STYLES
from tests.conftest import PATIENCE_MS, Watch
from tests.js.harness import ADDRESS, HTML, NPM, Show, Table, mount

#: What widgets of a class of their own are drawn by, by the kind of their payload.
OWN = {
    "board": "board.js",
    "climb": "show_climb.js",
    "lab": "lab.js",
    "progress": "show_progress.js",
}


class Bench:
    """One page for many tests, because opening one costs more than most tests: loaded anew for each widget."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)

    def fresh(
        self,
        html: str,
        viewport: tuple[int, int],
        system_dark: bool,
        reduced_motion: Any = "no-preference",
        forced_colors: Any = "none",
    ) -> Page:
        """Load the page again, with nothing stored, no key held and the pointer away from everything."""
        page = self.page
        page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
        page.emulate_media(
            color_scheme="dark" if system_dark else "light",
            reduced_motion=reduced_motion,
            forced_colors=forced_colors,
        )
        page.mouse.move(0, 0)
        _serve(page, html)
        page.evaluate("localStorage.clear()")
        return page


def _serve(page: Page, html: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html")

    page.unroute_all()
    page.route(ADDRESS, answer)
    page.goto(ADDRESS)


@pytest.fixture(scope="session")
def watched(browser: Browser) -> Iterator[tuple[Bench, Watch]]:
    """The page that is used again and again, and what it did."""
    context = browser.new_context()
    seen = Watch()
    seen.over(context)
    yield Bench(context), seen
    context.close()


@pytest.fixture
def bench(watched: tuple[Bench, Watch]) -> Iterator[Bench]:
    """The shared page; the test fails if it asked for something outside or complained."""
    shared, seen = watched
    seen.outside.clear()
    seen.complaints.clear()
    yield shared
    assert not seen.outside, f"requests left this machine: {seen.outside}"
    assert not seen.complaints, "the page complained"


@pytest.fixture
def show(bench: Bench, open_page: Callable[..., Page]) -> Show:
    """A function that draws a payload: ``show(middle(), dark=True, viewport=(360, 640), answers=[…])``.

    It loads the one page of the bench anew, so only the last widget drawn is there. dark: None leaves the
    page without a theme, as outside JupyterLab and Voila; system_dark is what the machine prefers. answers:
    payloads that arrive at once, one after each act. clock: whether the test turns the clock, in a page of
    its own. stored: what the browser has kept from earlier. deaf: whether nobody answers from the start.
    any_kind: with the script of every kind.
    """

    def draw(
        payload: dict[str, Any],
        *,
        dark: bool | None = False,
        answers: list[dict[str, Any]] | None = None,
        clock: bool = False,
        system_dark: bool = False,
        viewport: tuple[int, int] = (1280, 900),
        stored: dict[str, Any] | None = None,
        deaf: bool = False,
        any_kind: bool = False,
        **media: Any,
    ) -> Table:
        theme = "" if dark is None else f'data-jp-theme-light="{json.dumps(not dark)}"'
        html = HTML % {"css": STYLES, "theme": theme}
        if clock:
            page = open_page(viewport=viewport)
            page.clock.install()
            _serve(page, html)
        else:
            page = bench.fresh(html, viewport, system_dark, **media)
        kind = payload.get("kind", "")
        name = "table.js" if any_kind else OWN.get(kind) or FILES.get(kind, "table.js")
        for key, value in (stored or {}).items():
            page.evaluate(
                "([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)]
            )
        mount(page, payload, answers, name, deaf=deaf)
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
