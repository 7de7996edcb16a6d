"""How the course listens: how long a request may be, how slowly it may come, how many lines one address may hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.iostream import IOStream
from tornado.routing import Matcher

resource: Any
try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None

#: Bytes of a request's body: a result for the class board has some thousands, everything else less.
LONGEST_BODY = 1 << 16

#: Bytes of a body too long that are read and thrown away, so that the refusal can be read; beyond, the line is cut.
THROWN_AWAY = 4 << 20

#: Bytes of all the headers of a request, cookies of other programs on the same machine included.
LONGEST_HEADERS = 1 << 15

#: Seconds in which a request's headers must have come, or the next request on the same line; nginx waits 60.
HEADERS_WITHIN = 90.0

#: Seconds in which a request's body must have come.
BODY_WITHIN = 30.0

#: Lines that one address may hold, WebSockets left out: a school of hundreds may have one address for all.
MOST_LINES = 2000

#: Open files that we ask the system for; each learner takes some, and 1,024 are soon used up.
OPEN_FILES = 16_384


def open_files() -> int:
    """Ask the system for as many open files as it allows us, up to OPEN_FILES; return how many we have."""
    if resource is None:
        return OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    without = resource.RLIM_INFINITY
    wanted = OPEN_FILES if hard == without else min(OPEN_FILES, hard)
    if soft == without or soft >= wanted:
        return OPEN_FILES if soft == without else int(soft)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(wanted)


class CourseServer(HTTPServer):
    """Tornado's server with our limits; lines beyond what one address may hold are closed at once."""

    def initialize(self, *given: Any, most_lines: int = MOST_LINES, **named: Any) -> None:
        """Set the limits; most_lines: how many lines one address may hold."""
        limits = {
            "max_body_size": THROWN_AWAY,
            "max_header_size": LONGEST_HEADERS,
            "idle_connection_timeout": HEADERS_WITHIN,
            "body_timeout": BODY_WITHIN,
        }
        super().initialize(*given, **limits | named)
        self._most = most_lines
        self._lines: Counter[str] = Counter()

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Take a line, or close it."""
        who = str(address[0]) if isinstance(address, tuple) else ""
        if self._lines[who] >= self._most:
            stream.close()
            return
        self._lines[who] += 1
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Count a line that has ended, or has become a WebSocket."""
        super().on_close(server_conn)
        address = getattr(getattr(server_conn, "context", None), "address", None)
        who = str(address[0]) if isinstance(address, tuple) else ""
        self._lines[who] -= 1
        if self._lines[who] <= 0:
            del self._lines[who]


class TooLong(Matcher):
    """Match requests whose body is longer than any page of ours sends, or of a length that is not said."""

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return something for those, None for others.

        Tornado itself has refused lengths that are no numbers before a handler is asked.
        """
        said = request.headers.get("Content-Length", "0").split(",")[0]
        if "Transfer-Encoding" in request.headers:
            return {}
        return {} if said.isdecimal() and int(said) > LONGEST_BODY else None
