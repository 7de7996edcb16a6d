"""Chromium, our own servers and a page that fails when anything leaves this machine."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
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
]

expect.set_options(timeout=PATIENCE_MS)


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
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


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


# ---- our own servers ------------------------------------------------------------------------


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """A running ``python -m classroom``."""

    url: str
    process: subprocess.Popen[str]
    log: Path
    token: str = ""


@contextlib.contextmanager
def running(what: str, folder: Path, home: Path, *options: str) -> Iterator[Server]:
    """Start the launcher on a free port, wait for the address it prints, end it afterwards."""
    port, token = free_port(), secrets.token_hex(8)
    home.mkdir(parents=True, exist_ok=True)
    log = home / f"{what}.log"
    # Nothing of the user's own Jupyter settings, and nothing of ours left behind in them.
    own = {f"JUPYTER_{n}_DIR": str(home / n.lower()) for n in ("CONFIG", "DATA")}
    own["JUPYTERLAB_WORKSPACES_DIR"] = str(home / "workspaces")
    own["JUPYTERLAB_SETTINGS_DIR"] = str(home / "settings")
    own["JUPYTER_TOKEN"] = token
    env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")} | own
    command = [sys.executable, "-m", "classroom", what, str(folder), "--port", str(port), *options]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT, text=True
        )
        try:
            wait_for(lambda: f":{port}/" in log.read_text(encoding="utf-8"), process, log)
            yield Server(f"http://127.0.0.1:{port}/", process, log, token)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[str], log: Path) -> None:
    """Wait up to a minute for a server to be ready; show its log if it is not."""
    until = time.monotonic() + 60
    while not ready():
        if process.poll() is not None or time.monotonic() > until:
            pytest.fail(f"no server: {log.read_text(encoding='utf-8')}", pytrace=False)
        time.sleep(0.1)


StartServer = Callable[..., Server]


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """A function that starts one more server for the session: ``start_server("serve", folder)``."""
    with contextlib.ExitStack() as servers:

        def start(what: str, folder: Path, *options: str) -> Server:
            home = tmp_path_factory.mktemp(what)
            return servers.enter_context(running(what, folder, home, *options))

        yield start


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course's notebooks, so that no test changes the real ones."""
    copy = tmp_path_factory.mktemp("course") / "notebooks"
    shutil.copytree(
        ROOT / "notebooks", copy, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    )
    return copy


@pytest.fixture(scope="session")
def voila_url(browser: Browser, start_server: StartServer, notebooks: Path) -> str:
    """The address of the served course: ``voila_url + "voila/render/practice_game.ipynb"``."""
    return start_server("serve", notebooks).url


@pytest.fixture(scope="session")
def lab(browser: Browser, start_server: StartServer, notebooks: Path) -> Server:
    """A JupyterLab on the copied notebooks."""
    return start_server("lab", notebooks)


@pytest.fixture(scope="session")
def lab_url(lab: Server) -> str:
    """The address of JupyterLab, without its token; ``lesson_address`` adds it."""
    return lab.url


@pytest.fixture(scope="session")
def lesson_address(request: pytest.FixtureRequest) -> Callable[[str, str], str]:
    """A function from ("voila" or "lab", file name) to the address of a notebook there."""

    def find(where: str, notebook: str) -> str:
        if where == "voila":
            return f"{request.getfixturevalue('voila_url')}voila/render/{notebook}"
        server = request.getfixturevalue("lab")
        return f"{server.url}lab/tree/{notebook}?reset&token={server.token}"

    return find


@pytest.fixture(scope="session")
def open_lesson(lesson_address: Callable[[str, str], str]) -> Callable[[Page, str, str], None]:
    """A function that opens a notebook in Voila or JupyterLab and has every cell run.

    ``open_lesson(page, "lab", "practice_game.ipynb")``
    """

    def open_one(page: Page, where: str, notebook: str) -> None:
        page.goto(lesson_address(where, notebook))
        if where == "lab":
            run_every_cell(page)

    return open_one


def run_every_cell(page: Page) -> None:
    """Run every cell of the notebook open in JupyterLab, through its menu."""
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")).to_be_visible()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


@pytest.fixture(scope="session")
def run_all() -> Callable[[Page], None]:
    """A function that runs every cell of the notebook open in JupyterLab."""
    return run_every_cell
