"""A host of files that knows nothing, for tests of the static site: what it was asked, and what it holds back."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.conftest import PATIENCE_MS

#: Where the site lies on its host: some way down, in folders whose names need quoting.
BELOW = "/a school/Year 7 #b/"
STARTING = "Python is starting in this browser. You can {} in a moment."
NEVER = "There is no Python behind this page."
FAILED = "You cannot {} here, for Python has not started: the top of the page says why."
READY = "document.body.dataset.python === 'ready'"


class Host:
    """A host of files: what it was asked for, what it answered, and what it holds back or refuses."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.answers: list[tuple[str, int]] = []
        self.refuses: str | None = None
        self.plain = False
        self.breaks: str | None = None
        self.halves: str | None = None
        self.types: dict[str, str] = {}
        self.policy = ""
        self.holds_back: str | None = None
        self.gate = threading.Event()
        handler = functools.partial(Files, self, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def address(self, page: str, name: str = "127.0.0.1") -> str:
        below = BELOW.replace(" ", "%20").replace("#", "%23")
        return f"http://{name}:{self.server.server_port}{below}{page}"

    def close(self) -> None:
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)


class Files(http.server.SimpleHTTPRequestHandler):
    """Python's own file server, below a path."""

    def __init__(self, host: Host, *args: Any, **named: Any) -> None:
        self.host = host
        super().__init__(*args, **named)

    def translate_path(self, path: str) -> str:
        self.host.asked.append(path)
        inside = unquote(urlsplit(path).path)
        if not inside.startswith(BELOW):
            return str(Path(self.directory) / "nothing here")
        return super().translate_path("/" + inside.removeprefix(BELOW))

    @property
    def name(self) -> str:
        return urlsplit(self.path).path.rpartition("/")[2]

    def do_HEAD(self) -> None:
        if self.name == self.host.refuses:
            self.send_error(404)
        else:
            super().do_HEAD()

    def do_GET(self) -> None:
        if self.name == self.host.refuses:
            self.send_error(404)
            return
        if self.name == self.host.halves:
            self.half(Path(self.translate_path(self.path)).read_bytes())
            return
        if self.name == self.host.holds_back:
            self.host.gate.wait(10 * PATIENCE_MS / 1000)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().do_GET()

    def half(self, content: bytes) -> None:
        """Send the first half, as a host does on which a file was not put whole."""
        self.send_response(200)
        self.send_header("Content-Length", str(len(content) // 2))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.name == self.host.breaks:
            outputfile.write(source.read(100_000))
            self.close_connection = True
        else:
            super().copyfile(source, outputfile)

    def end_headers(self) -> None:
        if self.host.policy:
            self.send_header("Content-Security-Policy", self.host.policy)
        super().end_headers()

    def guess_type(self, path: Any) -> str:
        if self.name in self.host.types:
            return self.host.types[self.name]
        kind = super().guess_type(path)
        known = kind.startswith("text/") or not self.host.plain
        return kind if known else "application/octet-stream"

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.host.answers.append((self.path, int(code)))

    def log_message(self, *_: Any) -> None: ...


def wake(page: Page) -> None:
    """Wait until Python has started and every cell has run."""
    page.wait_for_function(READY, timeout=PATIENCE_MS)
    expect(page.locator(".course-python")).to_have_count(0)


def press(place: Locator, name: str) -> None:
    """Press a button, also one that says it cannot be used: it then explains itself."""
    place.get_by_role("button", name=name, exact=True).click(force=True)
