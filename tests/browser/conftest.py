"""Our own servers, for tests that open the served course."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parents[2]


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
