"""What is refused before any page sees it: strange names, foreign sites, odd addresses."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.routing import Matcher
from tornado.web import OutputTransform

#: The page's own scripts stand in the page, widgets come as blobs, and Voila's loader builds code from
#: text; nothing may come from another host, and no other site may show the page in a frame.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' {host}",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SafeHeaders(OutputTransform):
    """Put the security headers on every answer, files and errors included."""

    def __init__(self, request: HTTPServerRequest) -> None:
        host = request.headers.get("Host", "")
        # Some browsers do not count a WebSocket of the same host as "self".
        self._host = f"ws://{host} wss://{host}" if re.fullmatch(r"[\w.:\[\]-]+", host) else ""

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add them; what an address has set more strictly stays."""
        for name, value in HEADERS.items():
            if "default-src" not in headers.get(name, ""):
                headers[name] = value.format(host=self._host)
        return status_code, headers, chunk


def host_of(header: str) -> str:
    """Return the host in a Host header, without port and brackets, in small letters.

    >>> host_of("[::1]:8866"), host_of("Class.Local:8866"), host_of("192.168.0.7")
    ('::1', 'class.local', '192.168.0.7')
    """
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def own_names() -> tuple[str, ...]:
    """Return the names by which this machine is known in its network."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return ("localhost", name, short, f"{short}.local")


class StrangeName(Matcher):
    """Match requests for a host that this server is not.

    A page of another site can have its own name point here (DNS rebinding) and would then count as
    ours. A number in the address cannot be pointed anywhere else, so numbers are always right.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.lower() for name in names}

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return something for strange names, None for our own."""
        return None if self.ours(request.headers.get("Host", "")) else {}

    def ours(self, header: str) -> bool:
        """Say whether a Host header names this server.

        >>> gate = StrangeName(["localhost"])
        >>> gate.ours("localhost:8866"), gate.ours("10.0.0.5:8866"), gate.ours("evil.example")
        (True, True, False)
        """
        host = host_of(header)
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return host in self._names
        return True


class ForeignSite(Matcher):
    """Match what another site's page asks for, except a lesson opened as a page of its own.

    A link from a school's own page must work; an image, a frame or a script of another site must not
    start kernels. Browsers say where a request comes from only over https and on this machine itself.
    """

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return something for foreign requests, None for others."""
        site = request.headers.get("Sec-Fetch-Site", "none")
        if site in ("none", "same-origin"):
            return {} if self._other_origin(request) else None
        page = (
            request.method == "GET"
            and request.headers.get("Sec-Fetch-Mode") == "navigate"
            and request.headers.get("Sec-Fetch-Dest") == "document"
        )
        return None if page else {}

    @staticmethod
    def _other_origin(request: HTTPServerRequest) -> bool:
        """Old browsers, and any over plain http in a network, name only the origin, and that not always."""
        origin = request.headers.get("Origin")
        if origin is None:
            return False
        try:
            return urlsplit(origin).netloc.lower() != request.headers.get("Host", "").lower()
        except ValueError:  # no origin that a browser names
            return True


class OddAddress(Matcher):
    """Match addresses that no page has: control characters, steps upwards, templates without a file.

    Some of them would end in an error inside Voila instead of a plain "no such page".
    """

    _TEMPLATE = re.compile(rb"/voila/templates/(?![\w.-]+/static/.)")

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return something for odd addresses, None for others."""
        return {} if self.odd(request.path) else None

    def odd(self, path: str) -> bool:
        r"""Say whether a path is odd.

        >>> gate = OddAddress()
        >>> [gate.odd(each) for each in ("/voila/render/2_rows.ipynb", "/voila/templates/lab/static/a.css")]
        [False, False]
        >>> [gate.odd(each) for each in ("/voila/files/a%00.svg", "/voila/templates/lab", "/a/..%2fb", "/a%5cb")]
        [True, True, True, True]
        """
        plain = unquote_to_bytes(path)
        if b"%" in plain:  # encoded twice, or not properly
            return True
        try:
            plain.decode()
        except UnicodeDecodeError:
            return True
        if re.search(rb"[\x00-\x1f\x7f\\]", plain) or b".." in plain.split(b"/"):
            return True
        return self._TEMPLATE.search(plain) is not None
