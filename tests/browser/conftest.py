"""The served course and JupyterLab, for tests that open them in Chromium."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, Page

from classroom.export import Run, executed
from classroom.site.build import build
from classroom.site.runtime import MissingToolError
from tests.browser.servers import ROOT, Server, run_every_cell, running
from tests.browser.sites import Host

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


@pytest.fixture(scope="session")
def run_all() -> Callable[[Page], None]:
    """A function that runs every cell of the notebook open in JupyterLab."""
    return run_every_cell


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of one run of the tests see."""
    here = tmp_path_factory.getbasetemp()
    return here.parent if "PYTEST_XDIST_WORKER" in os.environ else here


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Keep the other processes of the tests out meanwhile: a lock that every system has, and that ends with us."""
    with contextlib.closing(sqlite3.connect(lock, timeout=3600, isolation_level=None)) as held:
        held.execute("begin exclusive")
        yield


@pytest.fixture(scope="session")
def run_once(shared: Path) -> Run:
    """A function that runs a notebook, or hands out what came of the same one before, in whichever process."""

    def run(path: Path) -> NotebookNode:
        kept = shared / f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
        with alone(kept.with_suffix(".lock")):
            if not kept.exists():
                kept.write_bytes(pickle.dumps(executed(path)))
            return pickle.loads(kept.read_bytes())

    return run


@pytest.fixture(scope="session")
def site(shared: Path, run_once: Run) -> Path:
    """The whole static site, built once for all processes of tests; without npm, node or their registry these tests
    are skipped, or fail where that is forbidden."""
    target = shared / "host" / "site"
    with alone(shared / "site.lock"):
        if (target / "index.html").is_file():  # the last file that is written
            return target
        try:
            list(build(ROOT / "notebooks", target, ROOT / "build" / "site", run_once))
        except MissingToolError as error:
            if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
                pytest.fail(str(error), pytrace=False)
            pytest.skip(str(error))
    return target


@pytest.fixture
def host(browser: Browser, site: Path) -> Iterator[Host]:
    """The site on a host of its own, which must be asked for nothing that is not there."""
    one = Host(site)
    yield one
    one.close()
    expected = {200, 304} if not one.refuses else {200, 304, 404}
    assert [each for each in one.answers if each[1] not in expected] == []
    assert one.answers


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str, str], None]:
    """A function that has a figure printed after the tests: ``measured("one click", "17 ms")``."""
    return lambda what, figure: record_property("measured", f"{what}: {figure}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was measured; nothing of it is judged, for machines differ."""
    passed = terminalreporter.getreports("passed")
    figures = [said for each in passed for name, said in each.user_properties if name == "measured"]
    if figures:
        terminalreporter.section("Measured")
        for line in figures:
            terminalreporter.line(str(line))
