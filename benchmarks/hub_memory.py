"""What a learner costs behind JupyterHub, in memory: with a server of their own, and on a class's server.

python -m benchmarks hub        logs learners in with Chromium; about a minute
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.hubs import answers, hub, log_in, practise
from tests.conftest import FLAGS, find_chromium

SETTLE = 4.0  # seconds until a server or a page has loaded what it needs
MIB = 1024 * 1024


def memory(words: str) -> float:
    """Add up the memory of all processes whose command has these words, and of what they started, in MiB.

    What several share is divided among them (PSS).
    """
    found: dict[int, psutil.Process] = {}
    for each in psutil.process_iter(["cmdline"]):
        if words in " ".join(each.info["cmdline"] or []):
            found |= {one.pid: one for one in (each, *each.children(recursive=True))}
    total = 0.0
    for one in found.values():
        try:
            total += one.memory_full_info().pss
        except psutil.Error:
            continue  # it has ended meanwhile
    return total / MIB


def settled(page: Page | None = None) -> float:
    """Wait a little, and measure all servers of the course."""
    if page is not None:
        practise(page)
    time.sleep(SETTLE)
    return memory("classroom.hub")


def measure(browser: Browser, url: str) -> list[tuple[str, float]]:
    """Let learners come in one by one; give what each step added, in MiB."""
    while not answers(f"{url}services/3b/"):
        time.sleep(0.5)
    known = settled()
    rows = [
        ("the hub itself, its proxy and its watch", memory("jupyterhub -f") - known),
        ("a class's server, before anybody comes", known),
    ]

    def step(words: str, now: float) -> None:
        nonlocal known
        rows.append((words, now - known))
        known = now

    for number, name in enumerate(("alex", "jo"), 1):
        page = browser.new_context().new_page()
        log_in(page, f"{url}services/3b/", name)
        step(f"page {number} of that class", settled(page))
    for name in ("robin", "kim"):
        page = browser.new_context().new_page()
        log_in(page, f"{url}hub/spawn/{name}", name)
        page.wait_for_url(f"**/user/{name}/")
        step(f"{name}, a server of their own with one lesson open", settled(page))
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        hub(Path(scratch), SEVENS_CLASSES="3b") as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for words, size in measure(browser, url):
            print(f"{words:55} {size:6.0f} MiB")
        browser.close()
    return 0
