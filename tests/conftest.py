"""What all tests share: hypothesis settings, Chromium, and pages that fail when anything leaves this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
ARTEFACTS = ROOT / "test-artefacts"
#: A lesson must start a kernel first, and the machine may be busy.
PATIENCE_MS = 60_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A press lands where it was aimed at only once the page has come to rest.
    "--disable-smooth-scrolling",
]

expect.set_options(timeout=PATIENCE_MS)

# Machines differ in speed: no test fails for being slow. CI draws more examples.
settings.register_profile(
    "course",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", parent=settings.get_profile("course"), max_examples=1000)
settings.load_profile(os.environ.get("SEVENS_HYPOTHESIS", "course"))


def pytest_configure(config: pytest.Config) -> None:
    """Name our markers."""
    config.addinivalue_line(
        "markers", "allow_console(pattern): complaints of the page that the test expects"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let a test of a page or of a server be tried once more where a run has a budget for that (``make test``).

    What failed is printed all the same: it is a race in the test or in the course, and both want mending.
    """
    if not config.getoption("max_suite_reruns") or config.getoption("usepdb"):
        return
    servers = ROOT / "tests" / "serving"
    for each in items:
        if "browser" in getattr(each, "fixturenames", ()) or servers in each.path.parents:
            each.add_marker(pytest.mark.flaky(reruns=1))


# ---- Chromium ------------------------------------------------------------------------------


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    asked = os.environ.get("SEVENS_CHROMIUM")
    names = [asked] if asked else ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; without it they are skipped, or fail where that is forbidden."""
    path = find_chromium()
    if path is None:
        reason = "Chromium is not installed (apt-get install chromium): browser tests not run"
        if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=180_000)
        yield chromium
        chromium.close()


@pytest.fixture(autouse=True)
def no_loop_of_the_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves an event loop running in the thread of the tests; those without a page must not see it."""
    running = asyncio._get_running_loop()
    if "browser" in request.fixturenames or running is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


# ---- what a page did ------------------------------------------------------------------------


def leaves_this_machine(address: str) -> bool:
    """Say whether a request goes anywhere but to loopback or into the page itself."""
    parts = urlsplit(address)
    if parts.scheme in ("data", "blob", "about"):
        return False
    return parts.hostname not in ("127.0.0.1", "localhost", "::1")


@dataclass
class Watch:
    """What the pages of one test asked for and complained of."""

    outside: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Follow every page of a browser context, pop-ups too."""
        context.on("request", lambda request: self._asked(request.url))
        context.on("page", self._follow)

    def _follow(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._asked(socket.url))
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        page.on("console", self._heard)

    def _asked(self, address: str) -> None:
        if leaves_this_machine(address):
            self.outside.append(address)

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self.complaints.append(f"console: {message.text} ({where})")

    def unexpected(self, allowed: list[str]) -> list[str]:
        """Return the complaints that match none of the allowed patterns."""
        return [c for c in self.complaints if not any(re.search(a, c) for a in allowed)]


@pytest.fixture
def watch(request: pytest.FixtureRequest) -> Iterator[Watch]:
    """Fail the test if a page asked for something outside or complained on its console."""
    seen = Watch()
    yield seen
    allowed = [a for m in request.node.iter_markers("allow_console") for a in m.args]
    assert not seen.outside, f"requests left this machine: {seen.outside}"
    assert not seen.unexpected(allowed), "the page complained"


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, watch: Watch) -> Iterator[OpenPage]:
    """A function that opens an empty page with a fresh profile.

    ``open_page(viewport=(360, 640), dark=True, reduced_motion="reduce")``
    """
    with contextlib.ExitStack() as contexts:

        def open_one(
            viewport: tuple[int, int] = (1280, 900), dark: bool = False, **more: Any
        ) -> Page:
            context = browser.new_context(
                viewport={"width": viewport[0], "height": viewport[1]},
                color_scheme="dark" if dark else "light",
                **more,
            )
            contexts.callback(context.close)
            context.set_default_timeout(PATIENCE_MS)
            watch.over(context)
            return context.new_page()

        yield open_one


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """An empty page of 1280 × 900 in light colours."""
    return open_page()


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[..., Path]:
    """A function that photographs a page into ``test-artefacts/``: ``shot(page, "dark")``."""

    def take(page: Page, name: str, **options: Any) -> Path:
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{request.node.originalname or request.node.name}-{name}.png"
        page.screenshot(path=path, **options)
        return path

    return take
