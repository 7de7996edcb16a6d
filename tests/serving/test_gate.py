"""The gate, the headers and the reckoning of memory, tried without a server."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tornado.httputil import HTTPHeaders, HTTPInputError, HTTPServerRequest, RequestStartLine

from classroom import capacity as machine
from classroom import gate
from classroom.capacity import MIB, Capacity
from classroom.course import settings
from classroom.serve import warm_pool


class NoConnection:
    """What a request says of its connection, when there is none."""

    context = None


def request(method: str = "GET", path: str = "/", **headers: str) -> HTTPServerRequest:
    given_headers = HTTPHeaders({name.replace("_", "-"): value for name, value in headers.items()})
    return HTTPServerRequest(
        start_line=RequestStartLine(method, path, "HTTP/1.1"),
        headers=given_headers,
        connection=NoConnection(),  # type: ignore[arg-type]
    )


# ---- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8866", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8866", True),
        ("192.168.7.20:8866", True),
        ("[fe80::1]:8866", True),
        ("sevens.school.example", True),
        ("evil.example:8866", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_only_own_names_and_numbers_are_answered(host: str, ours: bool) -> None:
    strange = gate.StrangeName(["localhost", "Sevens.School.example"])
    assert (strange.match(request(Host=host)) is None) == ours


@given(st.text(max_size=60))
def test_no_host_header_ends_in_an_error(header: str) -> None:
    assert gate.StrangeName([]).ours(header) in (True, False)
    assert not gate.StrangeName([]).ours(f"x{header}.evil.example")


# ---- foreign sites ------------------------------------------------------------------------------


def foreign(**how: str) -> bool:
    return gate.ForeignSite().match(request(Host="127.0.0.1:8866", **how)) is not None


@pytest.mark.parametrize("dest", ["image", "iframe", "script", "empty", "object", "embed", "style"])
def test_another_sites_page_may_use_nothing_of_ours(dest: str) -> None:
    for mode in ("no-cors", "cors", "navigate"):
        site = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": dest}
        assert foreign(**site)
        assert foreign(**site | {"Sec_Fetch_Site": "same-site"})
        assert not foreign(**site | {"Sec_Fetch_Site": "same-origin"})


def test_a_link_of_another_site_opens_a_page() -> None:
    link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert not foreign(**link, Sec_Fetch_Dest="document")
    post = request("POST", Host="127.0.0.1:8866", Sec_Fetch_Dest="document", **link)
    assert gate.ForeignSite().match(post) is not None


def test_the_origin_counts_where_nothing_else_is_said() -> None:
    assert foreign(Origin="http://evil.example")
    assert foreign(Origin="null")
    assert foreign(Origin="http://127.0.0.1:9999")
    assert foreign(Origin="http://[")
    assert not foreign(Origin="http://127.0.0.1:8866")
    assert not foreign()


# ---- odd addresses --------------------------------------------------------------------------


@given(st.text(max_size=60), st.text(alphabet="/.%\\\x00 25cCaeEfF", max_size=40))
def test_no_address_ends_in_an_error(head: str, tail: str) -> None:
    assert gate.OddAddress().odd("/" + head + tail) in (True, False)


@pytest.mark.parametrize("file", [path.name for path in Path("notebooks").glob("*.ipynb")])
def test_no_lesson_has_an_odd_address(file: str) -> None:
    assert not gate.OddAddress().odd(f"/sevens/voila/render/{file}")


# ---- headers ----------------------------------------------------------------------------------


def sent(host: str, **had: str) -> HTTPHeaders:
    headers = HTTPHeaders({name.replace("_", "-"): value for name, value in had.items()})
    transform = gate.SafeHeaders(request(Host=host))
    return transform.transform_first_chunk(200, headers, b"", True)[1]


def test_every_answer_gets_the_headers_and_a_stricter_one_stays() -> None:
    headers = sent("127.0.0.1:8866")
    assert set(gate.HEADERS) <= set(headers)
    assert "ws://127.0.0.1:8866 wss://127.0.0.1:8866" in headers["Content-Security-Policy"]
    weak = sent("a", Content_Security_Policy="frame-ancestors 'self'")
    assert "default-src 'self'" in weak["Content-Security-Policy"]
    strict = sent("a", Content_Security_Policy="default-src 'none'")
    assert strict["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.parametrize("host", ["a; script-src *", "a b", "a,b", "a'x'"])
def test_a_host_cannot_add_to_the_policy(host: str) -> None:
    try:
        policy = sent(host)["Content-Security-Policy"]
    except HTTPInputError:
        return  # Tornado does not even take the request
    assert host not in policy


# ---- what fits ---------------------------------------------------------------------------------


def test_a_container_s_limit_counts(tmp_path: Path) -> None:
    for name, text in {
        "memory.max": str(512 * MIB),
        "memory.current": str(200 * MIB),
        "memory.stat": f"anon 1\ninactive_file {50 * MIB}\nfile 7\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="ascii")
    assert machine._left_in_group(tmp_path) == 362 * MIB
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert machine._left_in_group(tmp_path) > 1 << 50
    assert machine._left_in_group(tmp_path / "none") > 1 << 50


def test_it_is_said_whether_memory_was_measured() -> None:
    guess = machine.capacity([], forked=True)
    assert not guess.measured
    assert "an estimate" in guess.words()
    own = machine.capacity([os.getpid()], forked=True, here=3)
    assert own.measured
    assert own.learners > 3
    assert machine.memory_of(0x3FFFFFFF) is None


def test_what_is_said_of_memory_is_what_is_reckoned() -> None:
    for free in (300, 700, 999, 1001, 4000):
        here = Capacity(free * MIB, 30 * MIB, 2, True)
        part = free * 4 / 5 if "four fifths" in here.words() else free - 200
        assert here.learners == max(1, int(part // 30))
        assert ("four fifths" in here.words()) != ("200 MB of them stay free" in here.words())


def test_more_memory_never_holds_fewer_learners() -> None:
    held = [Capacity(free * MIB, 30 * MIB, 2, True).learners for free in range(0, 4096, 64)]
    assert held == sorted(held)
    assert held[-1] * 30 <= 4096


def test_the_pool_follows_the_lessons_and_the_memory() -> None:
    folder = Path("notebooks")
    assert warm_pool(folder, 0, None, 100) == {}
    assert warm_pool(folder, 30, "3_passing.ipynb", 100) == {"3_passing.ipynb": 30}
    assert warm_pool(folder, 30, "3_passing.ipynb", 20) == {"3_passing.ipynb": 10}
    usual = warm_pool(folder, 30, None, 200)
    assert usual.pop("1_deal.ipynb") == 30
    assert set(usual.values()) == {1}
    assert "home.ipynb" not in usual
    assert "your_own_player.ipynb" not in usual
    assert sum(warm_pool(folder, 30, None, 8).values()) <= 4


def test_what_is_configured_is_what_security_md_says() -> None:
    c = settings(Path("notebooks"), host="127.0.0.1", port=8866, warm={"a": 1}, token="clover")
    assert c.VoilaConfiguration.show_tracebacks is False
    assert c.VoilaConfiguration.strip_sources is True
    assert c.VoilaConfiguration.allow_template_override == "NO"
    assert c.VoilaConfiguration.allow_theme_override == "NO"
    assert c.Voila.tornado_settings["allow_unauthenticated_access"] is False
    assert c.Voila.tornado_settings["websocket_max_message_size"] == 1 << 20
    assert c.MappingKernelManager.cull_connected is False
    assert c.VoilaKernelManager.kernel_pools_config["default"] == {"pool_size": 0}
