"""How often somebody may do a thing, and who somebody is."""

from __future__ import annotations

from typing import Any

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from classroom.pace import MOST_ADDRESSES, Pace, who_asks
from tests.serving.clients import Clock, Line


def test_a_pace_allows_a_burst_then_one_by_one() -> None:
    clock = Clock()
    pace = Pace(burst=3, every=10, clock=clock)
    assert [pace.take("a") for _ in range(4)] == [True, True, True, False]
    assert pace.take("b")
    clock.now += 9.9
    assert not pace.take("a")
    clock.now += 0.2
    assert pace.take("a")
    assert not pace.take("a")
    clock.now += 1000
    assert [pace.take("a") for _ in range(4)] == [True, True, True, False]
    pace.forgive()
    assert pace.take("a")


def test_a_pace_remembers_no_more_addresses_than_it_may() -> None:
    pace = Pace(burst=1, every=10)
    for number in range(MOST_ADDRESSES + 50):
        pace.take(str(number))
    assert len(pace._spent) == MOST_ADDRESSES


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("10.0.0.7", None, "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4", "10.0.0.7"),  # nobody else than a web server of ours is believed
        ("10.0.0.7", "1.2.3.4, 10.0.0.77", "10.0.0.7"),  # not even by naming one
        ("10.0.0.77", None, "10.0.0.77"),
        ("10.0.0.77", "10.0.0.7", "10.0.0.7"),
        ("10.0.0.77", "1.2.3.4, 10.0.0.7", "10.0.0.7"),
        ("10.0.0.77", "1.2.3.4, 127.0.0.1", "127.0.0.1"),
        ("10.0.0.77", "2001:db8:1:2::3", "2001:db8:1:2::/64"),
        ("10.0.0.77", "", "10.0.0.77"),
        ("10.0.0.77", "no address", "unknown"),
        ("::ffff:10.0.0.77", "10.0.0.7", "10.0.0.7"),
        ("fd00::77", "10.0.0.7", "10.0.0.7"),
        ("fd00::78", "10.0.0.7", "fd00::/64"),
        ("127.0.0.1", "10.0.0.7, 10.0.0.77", "10.0.0.7"),  # one web server behind another
        ("127.0.0.1", "1.2.3.4, 10.0.0.7, 10.0.0.77", "10.0.0.7"),
        ("127.0.0.1", "1.2.3.4, 127.0.0.1", "127.0.0.1"),  # a learner at this machine
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "10.0.0.7", "10.0.0.7"),
        ("127.0.0.1", "1.2.3.4, 10.0.0.7", "10.0.0.7"),  # what the learner has put before it is not
        ("::1", "10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", None, "10.0.0.7"),
        ("2001:db8:1:2::3", None, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", None, "2001:db8:1:2::/64"),
        ("127.0.0.1", "no address", "unknown"),
        ("", None, "unknown"),
        ("127.0.0.1", "2.2.2.2:8080", "2.2.2.2"),  # some web servers add the port
        ("127.0.0.1", "1.2.3.4, 2.2.2.2:8080", "2.2.2.2"),
        ("127.0.0.1", "10.0.0.7:5000, 10.0.0.77:443", "10.0.0.7"),
        ("127.0.0.1", "10.0.0.7:5000,[fd00::77]:443", "10.0.0.7"),
        ("127.0.0.1", "[2001:db8:1:2::3]:80", "2001:db8:1:2::/64"),
        ("127.0.0.1", "[2001:db8:1:2::3]", "2001:db8:1:2::/64"),
        ("127.0.0.1", "[2001:db8:1:2::3%eth0]:80", "2001:db8:1:2::/64"),
        ("127.0.0.1", "[::ffff:10.0.0.7]:80", "10.0.0.7"),
        ("10.0.0.7", "2.2.2.2:8080", "10.0.0.7"),  # and still nobody else is believed
        ("10.0.0.7", "1.2.3.4:80, 10.0.0.77:80", "10.0.0.7"),
        ("fd00::77%eth0", "10.0.0.7", "10.0.0.7"),  # the link's name is no part of the address
        ("fd00::78%eth0", "10.0.0.7", "fd00::/64"),
        ("127.0.0.1", "10.0.0.7, fd00::77%eth0", "10.0.0.7"),
        ("127.0.0.1", "fe80::1%<b>", "fe80::/64"),
        ("127.0.0.1", "2.2.2.2%eth0", "unknown"),  # what no web server writes
        ("127.0.0.1", "2.2.2.2:", "unknown"),
        ("127.0.0.1", "2.2.2.2:80:80", "unknown"),
        ("127.0.0.1", "2.2.2.2:http", "unknown"),
        ("127.0.0.1", "2.2.2.2:٨٠", "unknown"),
        ("127.0.0.1", "2.2.2:80", "unknown"),
        ("127.0.0.1", "2.2.2.256:80", "unknown"),
        ("127.0.0.1", ":80", "unknown"),
        ("127.0.0.1", "[]:80", "unknown"),
        ("127.0.0.1", "[2001:db8::3:80", "unknown"),
        ("127.0.0.1", "2001:db8::3]:80", "unknown"),
        ("127.0.0.1", "[[2001:db8::3]]:80", "unknown"),
        ("127.0.0.1", "[2001:db8::3]80", "unknown"),
        ("127.0.0.1", "[2001:db8::3]:-80", "unknown"),
        ("127.0.0.1", "[2001:db8::3]:80 2.2.2.2:80", "unknown"),
        ("127.0.0.1", '"[2001:db8::3]:80"', "unknown"),  # of another header
        ("127.0.0.1", "for=2.2.2.2", "unknown"),
        ("127.0.0.1", "[" * 50_000, "unknown"),
        ("127.0.0.1", "2." * 25_000 + ":", "unknown"),
    ],
)
def test_whom_a_request_is_counted_for(peer: str, forwarded: str | None, who: str) -> None:
    headers = HTTPHeaders({"Host": "a"})
    if forwarded is not None:
        headers["X-Forwarded-For"] = forwarded
    line: Any = Line(peer)
    start = RequestStartLine("GET", "/", "HTTP/1.1")
    request = HTTPServerRequest(start_line=start, headers=headers, connection=line)
    assert who_asks(request, ["10.0.0.77", "fd00:0::77"]) == who


def test_without_being_told_of_one_no_web_server_elsewhere_is_believed() -> None:
    line: Any = Line("10.0.0.77")
    start = RequestStartLine("GET", "/", "HTTP/1.1")
    headers = HTTPHeaders({"Host": "a", "X-Forwarded-For": "10.0.0.7"})
    request = HTTPServerRequest(start_line=start, headers=headers, connection=line)
    assert who_asks(request) == "10.0.0.77"
