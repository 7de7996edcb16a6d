"""Run by test_offline.py in a network of its own, which holds nothing but loopback: installs the course and plays.

``python cut_off.py WHEELS FOLDER CHROMIUM``; says on its last line what it has done.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.playing import Game
from tests.browser.servers import free_port, listens
from tests.conftest import FLAGS, PATIENCE_MS

SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x41  # SIOCSIFFLAGS; IFF_UP | IFF_RUNNING


def bring_loopback_up() -> None:
    """A new network has a loopback, but it is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))


def nothing_is_reached_outside() -> None:
    """Make sure of the cut itself: an address kept for documents, and a name."""
    for address in (("192.0.2.1", 80), ("2001:db8::1", 80), ("pypi.org", 443)):
        try:
            socket.create_connection(address, timeout=5).close()
        except OSError:
            continue
        raise AssertionError(f"{address} was reached")


def play(url: str, chromium: str) -> int:
    """Lay two cards on the practice page; return how many are left."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=180_000)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        page.goto(url)
        page.locator("#course").get_by_role("link", name="Practice").first.click()
        game = Game(page).ready()
        game.turn("mouse")
        game.turn("mouse")
        left = game.hand.get_by_role("button").count()
        browser.close()
        return left


def served(python: Path, what: str, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the installed course and wait until it listens."""
    port = free_port()
    own = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA")}
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "PYTHON"))} | own
    command = [str(python), "-m", "classroom", what, "--port", str(port)]
    process = subprocess.Popen(command, cwd=folder, env=env | {"JUPYTER_TOKEN": "word"})
    until = time.monotonic() + 3 * PATIENCE_MS / 1000
    while not listens(port):
        assert process.poll() is None, f"{what} has ended"
        assert time.monotonic() < until, f"{what} does not listen"
        time.sleep(0.2)
    return process, port


def main(arguments: Sequence[str]) -> None:
    wheels, folder, chromium = Path(arguments[0]), Path(arguments[1]), arguments[2]
    bring_loopback_up()
    nothing_is_reached_outside()
    subprocess.run([sys.executable, str(wheels / "install.py"), str(folder)], check=True)
    python = folder / ".venv" / "bin" / "python"
    done = []
    for what in ("serve", "lab"):
        process, port = served(python, what, folder)
        try:
            if what == "serve":
                done.append(f"{play(f'http://127.0.0.1:{port}/', chromium)} cards left")
            else:
                address = f"http://127.0.0.1:{port}/lab/tree/home.ipynb?token=word"
                with urllib.request.urlopen(address, timeout=60) as answer:
                    done.append(f"lab answers {answer.status}")
        finally:
            process.terminate()
            process.wait(30)
    print("; ".join(done))


if __name__ == "__main__":
    main(sys.argv[1:])
