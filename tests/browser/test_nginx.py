"""The course behind a real nginx, below a path, with the configuration that an administrator copies."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import os
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Game, play_out
from tests.browser.servers import ROOT, Server, free_port, listens, wait_for

OpenPage = Callable[..., Page]

AROUND = """
daemon off; worker_processes 1; pid {home}/nginx.pid; error_log {home}/error.log warn;
events {{ worker_connections 256; }}
http {{
    types {{ text/html html; text/css css; application/javascript js; image/svg+xml svg; }}
    access_log {home}/access.log;
    client_body_temp_path {home}/body; proxy_temp_path {home}/proxy; fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi; scgi_temp_path {home}/scgi;
    include {home}/sevens.conf;
}}
"""


def find_nginx() -> str:
    """Return the path of nginx; skip, or fail where that is forbidden, without one."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found:
        return found
    reason = "nginx is not installed (apt-get install nginx-light): its tests not run"
    if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def school(
    start_server: Callable[..., Server], notebooks: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a web server that passes /sevens/ on to the course."""
    find_nginx()  # before the course is started for nothing
    course = start_server("serve", notebooks, "--base-url", "/sevens/")
    with in_front_of(urlsplit(course.url).port or 0, tmp_path_factory.mktemp("nginx")) as address:
        yield address


@contextlib.contextmanager
def in_front_of(behind: int, home: Path) -> Iterator[str]:
    """Run nginx with our configuration in front of a port; give the address of the course there."""
    nginx, port = find_nginx(), free_port()
    conf = (ROOT / "classroom/nginx/sevens.conf").read_text("utf-8")
    assert "listen 80;" in conf
    assert "127.0.0.1:8866" in conf
    conf = conf.replace("listen 80;", f"listen 127.0.0.1:{port};")
    (home / "sevens.conf").write_text(conf.replace("127.0.0.1:8866", f"127.0.0.1:{behind}"))
    (home / "nginx.conf").write_text(AROUND.format(home=home))
    log = home / "nginx.log"
    command = [nginx, "-p", str(home), "-c", str(home / "nginx.conf")]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, text=True)
        try:
            wait_for(lambda: listens(port), process, log)
            yield f"http://127.0.0.1:{port}/sevens/"
        finally:
            process.terminate()
            process.wait(20)


def test_a_whole_game_behind_nginx(page: Page, school: str) -> None:
    page.goto(school.rstrip("/"))
    expect(page).to_have_url(school)
    page.get_by_role("main").get_by_role("link", name="Practice game").first.click()
    game = Game(page).ready()
    assert play_out(game, "mouse") > 10
    expect(game.end).to_be_visible()


def test_the_text_of_a_lesson_comes_before_its_tables(school: str) -> None:
    """What can be read is not held back until the kernel has run every cell."""
    with urllib.request.urlopen(f"{school}voila/render/1_deal.ipynb", timeout=60) as answer:
        come = b""  # the pieces as they come
        while b"</h1>" not in come:
            come += answer.read1(65536)
    assert b"<title>" in come
    assert b"voila.cell-output" not in come


def test_scripts_are_sent_packed(page: Page, school: str) -> None:
    asked_for: list[str] = []
    page.on("response", lambda one: asked_for.append(one.url))
    page.goto(f"{school}voila/render/practice_game.ipynb")
    Game(page).ready()
    script = next(url for url in asked_for if url.split("?")[0].endswith("voila.js"))
    asked = urllib.request.Request(script, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        packed = answer.read()
    assert len(packed) < len(gzip.decompress(packed)) / 2


def test_one_address_cannot_start_kernels_without_end(school: str) -> None:
    """A class of thirty behind one address gets in at once; a flood is turned away in nginx, not in Python."""

    def asked(_number: int) -> int:
        try:
            with urllib.request.urlopen(f"{school}voila/render/none.ipynb", timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    with ThreadPoolExecutor(90) as crowd:
        class_of_sixty = list(crowd.map(asked, range(120)))  # each of them loads the page anew once
        assert class_of_sixty.count(404) == 120
        flood: list[int] = []
        while (
            429 not in flood and len(flood) < 5000
        ):  # more than five a second come, however slow the machine
            flood += crowd.map(asked, range(90))
    assert set(flood) == {404, 429}


class Mirror(http.server.BaseHTTPRequestHandler):
    """A course that only says for whom it was asked."""

    def do_GET(self) -> None:
        said = ", ".join(self.headers.get_all("X-Forwarded-For", ["nobody"])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None: ...


@pytest.mark.parametrize("path", ["", "login", "class/results", "voila/render/1_deal.ipynb"])
def test_the_course_hears_for_whom_it_is_asked(tmp_path: Path, path: str) -> None:
    """Else all learners behind nginx would count as one, and wait with whoever tries out codes."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Mirror) as course:
        thread = threading.Thread(target=course.serve_forever, daemon=True)
        thread.start()
        try:
            with in_front_of(course.server_port, tmp_path) as address:
                request = urllib.request.Request(
                    f"{address}{path}", headers={"X-Forwarded-For": "10.0.0.9"}
                )
                with urllib.request.urlopen(request, timeout=30) as answer:
                    assert answer.read().decode() == "10.0.0.9, 127.0.0.1"
        finally:
            course.shutdown()
            thread.join(10)
