"""Our own servers on free ports, and JupyterLab's menu."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on.

    A server takes a while to start. So it is none of those that the system hands out by itself, to kernels for one,
    nor one of another process of the tests.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = 20_000 + 1000 * (worker % 8) + secrets.randbelow(1000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def listens(port: int) -> bool:
    """Say whether somebody answers at a port; Jupyter may print its address a moment too early."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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
            wait_for(lambda: f":{port}/" in log.read_text("utf-8") and listens(port), process, log)
            yield Server(f"http://127.0.0.1:{port}/", process, log, token)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[str], log: Path) -> None:
    """Wait up to three minutes for a server to be ready, for the machine may be busy; show its log if it is not."""
    until = time.monotonic() + 180
    while not ready():
        if process.poll() is not None or time.monotonic() > until:
            pytest.fail(f"no server: {log.read_text(encoding='utf-8')}", pytrace=False)
        time.sleep(0.1)


def kernels_of(server: Server) -> int:
    """Count the kernels that a server keeps, forked and ordinary ones."""
    return len(kernel_processes(server))


def kernel_processes(server: Server) -> list[psutil.Process]:
    """Return them: an ordinary kernel has a command line of its own, a forked one its parent's."""
    found = []
    for child in psutil.Process(server.process.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it ended since the list was made
            command = " ".join(child.cmdline())
            if "ipykernel_launcher" in command:
                found.append(child)
            if "classroom.forking.nursery" in command:
                found += child.children()
    return found


def settle(server: Server, kernels: int) -> None:
    """Wait until just so many kernels are left; on a busy machine a farewell takes its time."""
    until = time.monotonic() + 90
    while kernels_of(server) != kernels and time.monotonic() < until:
        time.sleep(0.2)
    assert kernels_of(server) == kernels, server.log.read_text(encoding="utf-8")


def run_every_cell(page: Page) -> None:
    """Run every cell of the notebook open in JupyterLab, through its menu."""
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    # Before it has a kernel, JupyterLab would answer with a dialogue box.
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
