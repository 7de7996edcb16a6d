"""JupyterHub in front of the course: a server for each learner, or one for a class."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Game, play_out
from tests.browser.servers import ROOT, free_port, listens, wait_for

PASSWORD = "clubs-and-spades"
PROXY = ROOT / "classroom/hub/node_modules/.bin/configurable-http-proxy"
OpenPage = Callable[..., Page]


def needs_the_hub() -> None:
    """Skip, or fail where that is forbidden, on a machine without JupyterHub and its proxy."""
    if importlib.util.find_spec("jupyterhub") and PROXY.exists():
        return
    reason = "JupyterHub or its proxy is not installed (make tools): hub tests not run"
    if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@contextlib.contextmanager
def hub(home: Path, **settings: str) -> Iterator[str]:
    """Run a hub as an administrator would, on a free port; give its address."""
    needs_the_hub()
    port, log = free_port(), home / "hub.log"
    own = {
        "SEVENS_HUB_PASSWORD": PASSWORD,
        "SEVENS_HUB_DATA": str(home / "data"),
        "SEVENS_HUB_PORT": str(port),
    }
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "SEVENS"))}
    command = [sys.executable, "-m", "jupyterhub", "-f", "classroom/jupyterhub_config.py"]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env | own | settings, stdout=out, stderr=out, text=True
        )
        try:
            wait_for(
                lambda: "JupyterHub is now running" in log.read_text("utf-8") and listens(port),
                process,
                log,
            )
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


@pytest.fixture(scope="module")
def hub_url(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hub that gives each learner a server, and has one for the class 3b."""
    with hub(tmp_path_factory.mktemp("hub"), SEVENS_CLASSES="3b") as url:
        until = time.monotonic() + 60
        while not answers(f"{url}services/3b/") and time.monotonic() < until:
            time.sleep(0.2)
        yield url


def answers(address: str) -> bool:
    """Say whether a server behind the hub is there, or leads to the log-in."""
    try:
        with urllib.request.urlopen(address, timeout=10):
            return True
    except urllib.error.HTTPError as error:
        error.close()
        return False


def log_in(page: Page, address: str, name: str, password: str = PASSWORD) -> None:
    """Go to an address of the hub and fill in its form."""
    page.goto(address)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def practise(page: Page) -> Game:
    """Go from the home page to the practice game, as a learner does."""
    page.get_by_role("main").get_by_role("link", name="Practice game").first.click()
    return Game(page).ready()


def test_two_learners_log_in_and_play(open_page: OpenPage, hub_url: str) -> None:
    robin, kim = open_page(), open_page()
    for page, name in ((robin, "robin"), (kim, "kim")):
        log_in(page, f"{hub_url}hub/spawn/{name}", name)
        expect(page).to_have_url(re.compile(f"/user/{name}/$"))
        expect(page.get_by_role("heading", name="Sevens", level=1)).to_be_visible()
    one, other = practise(robin), practise(kim)
    other.turn("mouse")
    held = other.cards()
    assert play_out(one, "mouse") > 10
    expect(one.end).to_be_visible()
    assert other.cards() == held  # nobody else's moves came here
    other.agrees()


@pytest.mark.allow_console("404|403")
def test_nobody_enters_without_the_password_or_at_another_s(
    open_page: OpenPage, hub_url: str
) -> None:
    page = open_page()
    log_in(page, f"{hub_url}user/robin/", "robin", "hearts")
    expect(page.get_by_text("Invalid username or password")).to_be_visible()
    log_in(page, f"{hub_url}hub/spawn/robin", "robin")
    expect(page).to_have_url(re.compile("/user/robin/$"))
    stranger = open_page()
    log_in(stranger, f"{hub_url}user/robin/voila/render/practice_game.ipynb", "sam")
    expect(stranger.get_by_text("403")).to_be_visible()
    expect(stranger.get_by_role("group", name="Sevens", exact=True)).to_have_count(0)


def test_a_class_shares_a_server_and_plays_apart(open_page: OpenPage, hub_url: str) -> None:
    games = []
    for name in ("alex", "jo"):
        page = open_page()
        log_in(page, f"{hub_url}services/3b/", name)
        expect(page).to_have_url(re.compile("/services/3b/$"))
        games.append(practise(page))
    games[0].turn("mouse")
    assert games[1].state.history == ()
    for game in games:
        game.agrees()
