"""A JupyterHub of our own on a free port, and how a learner comes in."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.playing import Game
from tests.browser.servers import ROOT, free_port, listens, wait_for

PASSWORD = "clubs-and-spades"
PROXY = ROOT / "classroom/hub/node_modules/.bin/configurable-http-proxy"


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
