"""The static site: plain files on a host that knows nothing, and Python in the reader's own browser."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from classroom.export import executed
from classroom.lessons import lessons
from classroom.site.__main__ import main
from classroom.site.build import build, cells, size
from classroom.site.runtime import HERE, MissingToolError
from sevens_widgets.exercise import load
from tests.browser.playing import Game, play_out
from tests.conftest import FLAGS, PATIENCE_MS, ROOT, Watch, find_chromium
from tests.js.conftest import npm

__all__ = ["npm"]  # a fixture

#: Where the site lies on its host: some way down, in folders whose names need quoting.
BELOW = "/a school/Year 7 #b/"
STARTING = "Python is starting in this browser. You can {} in a moment."
NEVER = "There is no Python behind this page."
READY = "document.body.dataset.python === 'ready'"
AXE = """async () => (await axe.run(document,
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).violations
    .map(each => [each.id, each.nodes[0].html])"""


# ---- the site and its host ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Path:
    """The whole site; without npm, node or their registry these tests are skipped, or fail where that is forbidden."""
    target = tmp_path_factory.mktemp("host") / "site"
    try:
        written = list(build(ROOT / "notebooks", target, ROOT / "build" / "site"))
    except MissingToolError as error:
        if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
            pytest.fail(str(error), pytrace=False)
        pytest.skip(str(error))
    assert len(written) == 1 + len(lessons(ROOT / "notebooks"))
    return target


class Host:
    """A host of files: what it was asked for, what it answered, and what it holds back or refuses."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.answers: list[tuple[str, int]] = []
        self.refuses: str | None = None
        self.plain = False
        self.breaks: str | None = None
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

    def do_GET(self) -> None:
        name = urlsplit(self.path).path.rpartition("/")[2]
        if name == self.host.refuses:
            self.send_error(404)
            return
        if name == self.host.holds_back:
            self.host.gate.wait(PATIENCE_MS / 1000)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if urlsplit(self.path).path.rpartition("/")[2] == self.host.breaks:
            outputfile.write(source.read(100_000))
            self.close_connection = True
        else:
            super().copyfile(source, outputfile)

    def guess_type(self, path: Any) -> str:
        kind = super().guess_type(path)
        known = kind.startswith("text/") or not self.host.plain
        return kind if known else "application/octet-stream"

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.host.answers.append((self.path, int(code)))

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """The site on a host of its own, which must be asked for nothing that is not there."""
    one = Host(site)
    yield one
    one.close()
    expected = {200, 304} if not one.refuses else {200, 304, 404}
    assert [each for each in one.answers if each[1] not in expected] == []
    assert one.answers


def wake(page: Page) -> None:
    """Wait until Python has started and every cell has run."""
    page.wait_for_function(READY, timeout=PATIENCE_MS)
    expect(page.locator(".course-python")).to_have_count(0)


def press(place: Locator, name: str) -> None:
    """Press a button, also one that says it cannot be used: it then explains itself."""
    place.get_by_role("button", name=name, exact=True).click(force=True)


# ---- playing and learning -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_whole_game_is_played_below_a_path_and_nothing_is_asked_elsewhere(
    host: Host, page: Page, how: Any
) -> None:
    """That no request leaves the machine is watched in every test."""
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    if how == "keyboard":
        game.tab_to(game.hand, "Tab")
    assert play_out(game, how) > 5
    expect(game.end).to_be_visible()
    press(game.root, "Deal again")
    expect(game.hand.get_by_role("button")).to_have_count(13)
    below = urlsplit(host.address("")).path
    assert [each for each in host.asked if not each.startswith(below)] == []


def test_what_the_game_looked_back_at_comes_after_its_end(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    while not game.over:
        game.turn("mouse")
    press(game.root, "Replay")
    expect(game.root.get_by_role("slider", name="Move")).to_be_visible()


def test_a_game_survives_a_reload(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html"))
    wake(page)
    game = Game(page).ready()
    game.turn("mouse")
    game.turn("mouse")
    record, held = game.record, game.cards()
    page.reload()
    wake(page)
    again = Game(page).ready()
    press(again.root, "Resume")
    expect(again.hand.get_by_role("button")).to_have_count(len(held))
    assert again.cards() == held
    assert again.record == record


def test_questions_are_answered_before_python_is_there_and_stay_as_they_are_when_it_comes(
    host: Host, page: Page, npm: Path, shot: Callable[..., Path]
) -> None:
    host.holds_back = "pyodide.asm.wasm"
    asked = load("2_extending_rows").payload()["exercises"]
    page.goto(host.address("2_extending_rows.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("Fetching Python for this lesson.")
    quiz = page.locator(".sv-quiz")
    first = next(each for each in asked if each["mode"] == "choose")
    assert first is asked[0]
    right = next(each for each in first["choices"] if each["right"])
    press(quiz, right["text"])
    expect(quiz.get_by_role("status")).to_contain_text(f"✓ {right['why']}"[:2])
    expect(quiz.get_by_role("status")).to_contain_text(right["why"])
    box = page.locator(".sv-position").last
    expect(box).to_contain_text(STARTING.format("change the position"))
    press(page.locator(".sv-position").first, "nine of hearts, waits for the eight")
    page.add_script_tag(content=(npm / "axe-core" / "axe.min.js").read_text("utf-8"))
    assert page.evaluate(AXE) == []
    shot(page, "meanwhile")
    quiz.evaluate("it => { it.mine = true; }")

    host.gate.set()
    wake(page)
    assert quiz.evaluate("it => it.mine"), "the quiz was drawn anew"
    expect(quiz.get_by_role("status")).to_contain_text(right["why"])
    expect(box).not_to_contain_text("Python is starting")
    box.get_by_role("textbox").fill("hearts 7; you 8♥ 10♥")
    press(box, "Show")
    expect(box.get_by_role("button", name="eight of hearts, fits")).to_be_visible()


def test_a_game_says_that_python_is_starting_and_then_is_played(host: Host, page: Page) -> None:
    host.holds_back = "course.zip"
    page.goto(host.address("practice_game.html"))
    game = Game(page).ready()
    expect(game.status.first).to_have_text(STARTING.format("play on"))
    game.hand.get_by_role("button", name="seven of diamonds, fits").click(force=True)
    expect(game.hand.get_by_role("button")).to_have_count(13)
    host.gate.set()
    wake(page)
    game.turn("mouse")
    expect(game.hand.get_by_role("button")).to_have_count(12)


def test_every_table_of_every_lesson_wakes_up(host: Host, page: Page, site: Path) -> None:
    """One look at each page, for opening them costs more than asking."""
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "warning" else None)
    for path in sorted(site.glob("*.html")):
        page.goto(host.address(path.name))
        if page.locator("#course-python").count() == 0:
            continue
        wake(page)
        deaf = page.evaluate("""courseOutputs.flatMap(output => output.models).filter(model => {
            try { model.send({ type: "ping" }); } catch { return true; } return false; }).length""")
        assert deaf == 0, path.name
        expect(page.locator("#course")).not_to_contain_text("Python is starting")
        expect(page.locator("#course")).not_to_contain_text(NEVER)
    assert faults == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home_comes_first_and_needs_no_python(
    host: Host, open_page: Callable[..., Page], dark: bool, shot: Callable[..., Path]
) -> None:
    page = open_page(viewport=(360, 640), dark=dark)
    page.goto(host.address(""))
    expect(page).to_have_title("Sevens")
    red, _, _ = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g)")
    assert (int(red) < 64) is dark
    page.get_by_text("Lessons", exact=True).first.click()
    shot(page, "dark" if dark else "light")
    assert not [each for each in host.asked if "python-" in each]
    page.get_by_role("navigation").get_by_role("link", name="Practice game").click()
    expect(page).to_have_title("Practice game")
    wake(page)
    shot(page, "dark-game" if dark else "light-game", full_page=True)
    page.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Sevens")


def test_an_address_brings_its_deal_and_its_position(host: Host, page: Page) -> None:
    page.goto(host.address("practice_game.html#deal=school%3A4%20deal%201234"))
    wake(page)
    expect(page.locator(".sv-game")).to_contain_text("Deal 1234")
    page.goto(
        host.address("position_lab.html#position=hearts%207%3B%20you%208%E2%99%A5%2010%E2%99%A5")
    )
    wake(page)
    lab = page.get_by_role("group", name="Position lab", exact=True)
    expect(lab.get_by_role("button", name="eight of hearts, fits")).to_be_visible()


def test_what_was_answered_is_counted_on_the_home_page(host: Host, page: Page) -> None:
    asked = load("2_extending_rows").payload()["exercises"]
    page.goto(host.address("2_extending_rows.html"))
    right = next(each for each in asked[0]["choices"] if each["right"])
    press(page.locator(".sv-quiz"), right["text"])
    expect(page.locator(".sv-quiz [data-done]")).to_have_count(1)
    page.goto(host.address("index.html"))
    line = page.locator(".sv-far li", has_text="Extending rows")
    expect(line).to_contain_text(re.compile(r"\b1 of \d+"))


# ---- where it is harder --------------------------------------------------------------------------


class Lan(Watch):
    """Takes one name as this machine."""

    def _asked(self, address: str) -> None:
        if urlsplit(address).hostname != "school.example":
            super()._asked(address)


def test_plain_http_in_a_network_and_a_host_that_knows_no_types(
    host: Host, browser: Browser
) -> None:
    """There a browser has no service worker, and compiles nothing while it is fetched."""
    host.plain = True
    flags = [*FLAGS, "--host-resolver-rules=MAP school.example 127.0.0.1"]
    seen = Lan()
    chromium = browser.browser_type.launch(executable_path=find_chromium(), args=flags)
    try:
        context = chromium.new_context()
        seen.over(context)
        page = context.new_page()
        page.goto(host.address("practice_game.html", "school.example"))
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        wake(page)
        game = Game(page).ready()
        game.turn("mouse")
        expect(game.hand.get_by_role("button")).to_have_count(12)
    finally:
        chromium.close()
    assert seen.outside == []
    assert seen.unexpected([]) == []


@pytest.mark.allow_console("404")
@pytest.mark.parametrize("file", ["worker.js", "pyodide.asm.wasm", "course.zip"])
def test_when_python_cannot_be_fetched_the_page_says_so_and_a_reload_helps(
    host: Host, page: Page, file: str
) -> None:
    host.refuses = file
    page.goto(host.address("practice_game.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("Python could not be started. Reload the page to try again")
    game = Game(page).ready()
    expect(game.status.first).to_contain_text(NEVER)
    press(game.root, "Hint")
    expect(game.root).to_contain_text("Hint 1 of 3")
    host.refuses = "none of these"
    page.reload()
    wake(page)
    game.turn("mouse")
    expect(game.hand.get_by_role("button")).to_have_count(12)


def test_a_line_that_breaks_while_python_comes_is_told(host: Host, page: Page) -> None:
    host.breaks = "pyodide.asm.wasm"
    page.goto(host.address("practice_game.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("Python could not be started. Reload the page to try again")
    host.breaks = None
    page.reload()
    wake(page)


def test_a_browser_without_webassembly_is_told_what_works(host: Host, page: Page) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(host.address("2_extending_rows.html"))
    note = page.locator(".course-python")
    expect(note).to_contain_text("This browser cannot run Python: take a newer one to play here.")
    expect(note).to_contain_text("Questions, hints and replays work all the same.")
    quiz = page.locator(".sv-quiz")
    press(quiz, "Hint")
    expect(quiz).to_contain_text("Hint 1 of 3")
    assert not [each for each in host.asked if "python-" in each]


def test_opened_from_disk_the_page_says_what_it_needs(site: Path, page: Page, watch: Watch) -> None:
    page.goto((site / "practice_game.html").as_uri())
    note = page.locator(".course-python")
    expect(note).to_contain_text("To play here, this folder has to be put on a web server.")
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
    assert all(urlsplit(each).scheme == "file" for each in watch.outside)
    watch.outside.clear()


# ---- what is built --------------------------------------------------------------------------------


def test_the_browser_gets_the_versions_of_the_lock() -> None:
    def pins(path: Path) -> dict[str, str]:
        lines = path.read_text("utf-8").splitlines()
        pairs = [line.partition(";")[0].strip().split("==") for line in lines if "==" in line]
        return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}

    wanted = pins(HERE / "requirements.txt")
    lock = pins(ROOT / "requirements.lock")
    assert wanted
    assert {name: lock.get(name) for name in wanted} == wanted
    package = json.loads((HERE / "package.json").read_text("utf-8"))
    locked = json.loads((HERE / "package-lock.json").read_text("utf-8"))
    pyodide = package["dependencies"]["pyodide"]
    assert re.fullmatch(r"[\d.]+", pyodide)
    assert locked["packages"]["node_modules/pyodide"]["version"] == pyodide


def test_what_is_for_jupyterlab_alone_is_not_run() -> None:
    notebook = new_notebook(
        cells=[
            new_code_cell("1", id="one"),
            new_code_cell("2", id="two", metadata={"tags": ["lab-only"]}),
        ]
    )
    assert cells(notebook) == [("one", "1")]


def test_a_lesson_runs_the_cells_of_its_notebook(site: Path) -> None:
    notebook = executed(ROOT / "notebooks" / "practice_game.ipynb")
    html = (site / "practice_game.html").read_text("utf-8")
    found = re.search(r'id="course-python"[^>]*>(.*?)</script>', html)
    assert found
    told = json.loads(found[1])
    assert [tuple(each) for each in told["cells"]] == cells(notebook)
    assert (site / told["worker"]).is_file()
    assert size(site).packed < size(site).raw


def test_without_npm_one_sentence_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted = [str(ROOT / "notebooks"), str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    assert main(wanted) == 1
    said = capsys.readouterr().err
    assert "npm is needed to build the site" in said
    assert said.count("\n") == 1


def test_a_folder_without_a_home_page_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nbformat.write(new_notebook(), tmp_path / "practice_game.ipynb")
    assert main([str(tmp_path), str(tmp_path / "out")]) == 1
    assert "home.ipynb" in capsys.readouterr().err
