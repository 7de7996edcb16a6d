"""How soon a page of the static site can be used, in Chromium on this machine, and how large the site is.

python -m benchmarks site [FOLDER] [--rounds N]    FOLDER: what make site has written
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from classroom.site.build import Size, size
from tests.conftest import FLAGS, find_chromium

PLAYED = "practice_game.html"
ASKED = "2_extending_rows.html"
CLICKS = 10

# From the press to the moment at which the status line says what the others did.
STOPWATCH = """() => {
  const line = document.querySelector('.sv-game [role=status]');
  let pressed = 0;
  window.took = 0;
  document.addEventListener('click', (event) => { pressed = event.timeStamp; }, { capture: true, once: true });
  new MutationObserver((_, watch) => { window.took = performance.now() - pressed; watch.disconnect(); })
    .observe(line, { childList: true, characterData: true, subtree: true });
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own file server, without its log; it compresses nothing."""

    def do_GET(self) -> None:
        """Send a file; a page that is left halfway has hung up."""
        with suppress(ConnectionError):
            super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; give its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def seconds_until(page: Page, address: str, ready: str) -> float:
    """Open a page; return the seconds until an expression is true in it."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(ready, timeout=120_000)
    return time.perf_counter() - began


def milliseconds_a_click(page: Page) -> list[float]:
    """Lay cards; return what each press took until the others had played."""
    took = []
    for _ in range(CLICKS):
        card = page.locator(".sv-hand button[aria-label$=', fits']").first
        if not card.count():
            break
        page.evaluate(STOPWATCH)
        card.click()
        page.wait_for_function("window.took > 0")
        took.append(float(page.evaluate("window.took")))
        page.wait_for_timeout(250)  # a press so soon after another counts as a slip of the hand
    return took


QUESTION = "document.querySelector('.sv-quiz button') !== null"
LIVE = (
    "document.querySelector('.sv-game .sv-card[data-fits=true]:not([aria-disabled=true])') !== null"
)


def one_round(browser: Browser, address: str) -> dict[str, list[float]]:
    """Open both pages with nothing in the browser's store, then the game once more."""
    found: dict[str, list[float]] = {}
    context: BrowserContext = browser.new_context()
    page = context.new_page()
    found["first question, cold (s)"] = [seconds_until(page, address + ASKED, QUESTION)]
    context.close()
    context = browser.new_context()
    page = context.new_page()
    found["first card to lay, cold (s)"] = [seconds_until(page, address + PLAYED, LIVE)]
    page.goto("about:blank")
    found["first card to lay, again (s)"] = [seconds_until(page, address + PLAYED, LIVE)]
    found["one click (ms)"] = milliseconds_a_click(page)
    context.close()
    return found


def main(argv: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks site")
    parser.add_argument("folder", nargs="?", default="dist/site", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    chromium = find_chromium()
    if chromium is None or not (options.folder / PLAYED).is_file():
        print(f"Chromium and {options.folder / PLAYED} are needed: run make site first.")
        return 1
    whole, python = size(options.folder), Size(0, 0)
    for folder in options.folder.glob("python-*"):
        python = size(folder)
    print(f"The site: {whole}. Of this Python, which comes once: {python}.")
    figures: dict[str, list[float]] = {}
    with hosted(options.folder) as address, sync_playwright() as playwright:
        for _ in range(options.rounds):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for name, values in one_round(browser, address).items():
                figures.setdefault(name, []).extend(values)
            browser.close()
    print(f"{'':32}{'best':>8}{'median':>8}{'worst':>8}")
    for name, values in figures.items():
        row = (min(values), statistics.median(values), max(values))
        print(f"{name:32}" + "".join(f"{each:8.1f}" for each in row))
    print(
        f"Load of this machine while it was measured: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    )
    return 0
