"""The served pages themselves, shown on a small course of two notebooks."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.servers import Server, kernels_of, settle

CELL = """\
import anywidget, ipywidgets, traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const button = document.createElement("button");
      const draw = () => { button.textContent = "pressed " + model.get("n"); };
      button.onclick = () => model.send({ type: "press" });
      model.on("change:n", draw); draw(); el.append(button);
    } }'''
    n = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: setattr(self, "n", self.n + 1))

Counter()
"""


def write(path: Path, title: str, *cells: nbformat.NotebookNode) -> None:
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"title": title, "kernelspec": spec}
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells), metadata=metadata), path)


@pytest.fixture(scope="session")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probe") / "notebooks"
    folder.mkdir()
    code, text = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell
    write(folder / "home.ipynb", "Learn Sevens", text("# Learn Sevens\n\n[Rows](2_rows.ipynb)"))
    write(
        folder / "2_rows.ipynb",
        "Rows <grow>",
        text(
            "# Rows\n\n" + "A row grows at both ends. " * 12 + "\n\n| low | high |\n|--|--|\n|A|K|"
        ),
        code(CELL),
        code("import sevens_kernel, sevens_widgets\nprint('course', 'at hand')"),
        code("ipywidgets.Button(description='plain')"),
        code("print('only in JupyterLab')", metadata={"tags": ["lab-only"]}),
        *[text(f"## Part {n}\n\n" + "Seven opens the row. " * 200) for n in range(1, 7)],
    )
    write(
        folder / "9_broken.ipynb",
        "Broken",
        text("# Broken"),
        code("import os\nos.secret_word = 1\nraise RuntimeError('inner secret')"),
    )
    (folder / "secret.txt").write_text("not for learners", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def course(browser: Browser, start_server: Callable[..., Server], probe: Path) -> Server:
    return start_server("serve", probe, "--class-size", "0")


@pytest.fixture
def url(course: Server) -> str:
    return course.url


def rows(url: str, query: str = "") -> str:
    return f"{url}voila/render/2_rows.ipynb{query}"


def counter(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("pressed"))


def status(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=120) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def test_the_address_opens_the_home_page(url: str, page: Page, shot: Callable[..., Path]) -> None:
    page.goto(url)
    expect(page).to_have_title("Learn Sevens")
    expect(page.get_by_role("heading", name="Learn Sevens")).to_be_visible()
    shot(page, "home")
    page.get_by_role("main").get_by_role("link", name="Rows").click()
    expect(page).to_have_url(rows(url))
    expect(page).to_have_title("Rows <grow>")
    # So that its kernel does not start while the next test counts.
    expect(counter(page)).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page).to_have_url(url)


def test_the_home_page_needs_no_kernel(course: Server, url: str, page: Page) -> None:
    before = kernels_of(course)
    page.goto(url)
    expect(page.get_by_role("heading", name="Learn Sevens")).to_be_visible()
    assert kernels_of(course) <= before


@pytest.mark.parametrize("path", ["voila/tree", "voila/tree/", "voila/tree/2_rows.ipynb"])
def test_no_address_lists_files(url: str, page: Page, path: str) -> None:
    page.goto(url + path)
    expect(page).to_have_url(url)
    expect(page.get_by_role("heading", name="Learn Sevens")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "voila/api/contents",
        "voila/api/contents/",
        "api/contents",
        "api/kernels",
        "voila/files/2_rows.ipynb",
        "voila/files/secret.txt",
        "voila/render/secret.txt",
        "voila/files/..%2f..%2f..%2fetc%2fpasswd",
        "voila/render/..%2f..%2f..%2fetc%2fpasswd",
        "voila/render/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "voila/templates/sevens/static/..%2f..%2f..%2f..%2f..%2fserve.py",
        "voila/static/..%2f..%2f..%2fapp.py",
        "voila/labextensions/..%2f..%2f..%2fpyvenv.cfg",
        "voila/query/0c4a6a9e-8b6b-4f36-9a9c-0d0f3f6f0d11",
        "api/sessions",
        "api/terminals",
        "api/contents/2_rows.ipynb",
        "voila/api/themes/..%2f..%2f..%2f..%2fpyvenv.cfg",
    ],
)
def test_files_that_are_no_lesson_stay_inside(url: str, path: str) -> None:
    code, body = status(url + path)
    assert code >= 400
    for inner in ("not for learners", "root:x:", "import ", "home = ", '"cells"'):
        assert inner not in body


def test_widgets_appear_and_answer(url: str, page: Page, shot: Callable[..., Path]) -> None:
    page.goto(rows(url))
    counter(page).click()
    expect(page.get_by_role("button", name="pressed 1")).to_be_visible()
    expect(page.get_by_role("button", name="plain")).to_be_visible()
    expect(page.get_by_text("course at hand")).to_be_visible()
    expect(page.locator("#course-waiting")).to_have_count(0)
    expect(page.get_by_text("only in JupyterLab")).to_have_count(0)
    expect(page.get_by_text("import anywidget")).to_have_count(0)
    shot(page, "lesson")


@pytest.mark.allow_console("ERR_FAILED")
def test_a_note_stands_in_until_the_widgets_are_there(url: str, page: Page) -> None:
    page.route("**/voila.js", lambda route: route.abort())
    page.goto(rows(url))
    expect(page.get_by_role("status")).to_have_text("Loading the table …")
    expect(page.get_by_role("heading", name="Rows")).to_be_visible()


def test_the_menu_names_every_lesson_by_its_title(url: str, page: Page) -> None:
    page.goto(rows(url))
    page.get_by_text("Lessons", exact=True).click()
    menu = page.get_by_role("navigation", name="Course").get_by_role("listitem")
    expect(menu).to_have_text(["Rows <grow>", "Broken"])


def test_the_keyboard_can_skip_the_menu(url: str, page: Page) -> None:
    page.goto(url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#course")).to_be_focused()


def brightness(page: Page, what: str) -> float:
    """Return how light a colour of the page body is, 0 to 255."""
    colour = page.evaluate(f"getComputedStyle(document.body).{what}")
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


@pytest.mark.parametrize(
    ("query", "dark_system", "dark"),
    [
        ("", False, False),
        ("", True, True),
        ("?theme=dark", False, True),
        ("?theme=light", True, False),
    ],
)
def test_light_and_dark_follow_the_address_then_the_system(
    url: str,
    open_page: Callable[..., Page],
    shot: Callable[..., Path],
    query: str,
    dark_system: bool,
    dark: bool,
) -> None:
    page = open_page(dark=dark_system)
    for address in (url + query, rows(url, query)):
        page.goto(address)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", str(not dark).lower())
        back, ink = brightness(page, "backgroundColor"), brightness(page, "color")
        assert (back < 60 and ink > 200) if dark else (back > 230 and ink < 60)
    expect(counter(page)).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", str(not dark).lower())
    shot(page, f"{query.removeprefix('?theme=') or 'system'}-{'dark' if dark else 'light'}")


def test_nothing_of_the_address_is_put_into_the_page(url: str) -> None:
    evil = "?theme=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&template=classic"
    for address in (url + evil, rows(url, evil), url + "none" + evil):
        _, body = status(address)
        assert "<script>alert" not in body
        assert "cdn" not in body.lower()
    assert 'class="jp-Notebook course"' in status(rows(url, evil))[1]


@pytest.mark.allow_console("404")
@pytest.mark.parametrize("path", ["none", "voila/render/none.ipynb", "voila/none/at/all"])
def test_a_missing_page_shows_the_way_home(url: str, page: Page, path: str) -> None:
    answer = page.goto(url + path)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="Back to the course").click()
    expect(page).to_have_url(url)


def test_a_broken_cell_shows_a_sentence_and_logs_the_rest(
    course: Server, url: str, page: Page, shot: Callable[..., Path]
) -> None:
    page.goto(f"{url}voila/render/9_broken.ipynb")
    expect(page.get_by_text("Reload the page to try again")).to_be_visible()
    assert "inner secret" not in page.content()
    assert "Traceback" not in page.content()
    assert "inner secret" in course.log.read_text(encoding="utf-8")
    shot(page, "broken")


def test_reloading_and_leaving_end_the_kernel(
    start_server: Callable[..., Server], probe: Path, page: Page
) -> None:
    server = start_server("serve", probe, "--class-size", "0")
    page.goto(rows(server.url))
    expect(counter(page)).to_be_visible()
    for _ in range(3):
        page.reload()
        expect(counter(page)).to_be_visible()
    settle(server, 1)
    page.goto(server.url)
    settle(server, 0)
    page.goto(rows(server.url))
    expect(counter(page)).to_be_visible()
    page.close(run_before_unload=True)
    settle(server, 0)


def test_the_kernel_of_a_page_that_vanished_is_culled(
    start_server: Callable[..., Server], probe: Path, browser: Browser
) -> None:
    server = start_server("serve", probe, "--class-size", "0", "--cull-after", "4")
    # A page fetched without JavaScript neither connects to its kernel nor says farewell.
    seen = {0}
    with ThreadPoolExecutor(1) as visitor:
        page = visitor.submit(status, rows(server.url))
        while not page.done():
            seen.add(kernels_of(server))
            time.sleep(0.02)
    assert page.result()[0] == 200
    assert max(seen) == 1
    settle(server, 0)


def test_a_page_may_not_run_code_of_its_own(course: Server, url: str, page: Page) -> None:
    page.goto(rows(url))
    expect(counter(page)).to_be_visible()
    kernel = page.evaluate(
        "JSON.parse(document.getElementById('jupyter-config-data').text).kernelId"
    )
    answer = page.evaluate(RUN_CODE, kernel)
    assert answer == "nothing"
    page.get_by_role("button", name="pressed 0").click()
    expect(page.get_by_role("button", name="pressed 1")).to_be_visible()


RUN_CODE = """async (kernel) => {
  const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernel}/channels`);
  await new Promise((opened, failed) => { socket.onopen = opened; socket.onerror = failed; });
  const header = { msg_id: "x", msg_type: "execute_request", session: "s", username: "u",
                   version: "5.3", date: new Date().toISOString() };
  const content = { code: "print('ran')", silent: false, store_history: false,
                    user_expressions: {}, allow_stdin: false };
  socket.send(JSON.stringify({ header, parent_header: {}, metadata: {}, content,
                               channel: "shell", buffers: [] }));
  return await new Promise((done) => {
    socket.onmessage = (event) => {
      const text = typeof event.data === "string" ? event.data : "";
      if (text.includes("execute_")) done(text);
    };
    setTimeout(() => done("nothing"), 2000);
  });
}"""


def test_a_long_lesson_prints_on_several_sheets(url: str, page: Page) -> None:
    page.goto(rows(url))
    expect(counter(page)).to_be_visible()
    sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    height = page.evaluate("document.documentElement.scrollHeight")
    assert sheets >= 3
    assert height > 2000


@pytest.mark.parametrize("viewport", [(360, 640), (768, 1024), (1366, 768)])
def test_no_page_scrolls_sideways(
    url: str, open_page: Callable[..., Page], shot: Callable[..., Path], viewport: tuple[int, int]
) -> None:
    page = open_page(viewport=viewport)
    page.goto(url)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport[0]
    page.goto(rows(url))
    expect(counter(page)).to_be_visible()
    page.get_by_text("Lessons", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport[0]
    shot(page, f"{viewport[0]}")


def test_lines_of_text_are_no_longer_than_can_be_read(url: str, page: Page) -> None:
    page.goto(rows(url))
    paragraph = page.locator("#course p").filter(has_text="Seven opens").first
    letters = len(paragraph.inner_text())
    lines = paragraph.evaluate("e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)")
    assert 45 <= letters / lines <= 80
    assert paragraph.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 16


@pytest.fixture(scope="session")
def probe_lab(browser: Browser, start_server: Callable[..., Server], probe: Path) -> Server:
    return start_server("lab", probe)


def test_jupyterlab_opens_without_pop_ups_and_runs_widgets(
    probe_lab: Server, page: Page, shot: Callable[..., Path], run_all: Callable[[Page], None]
) -> None:
    page.goto(f"{probe_lab.url}lab/tree/2_rows.ipynb?reset&token={probe_lab.token}")
    run_all(page)
    counter(page).click()
    expect(page.get_by_role("button", name="pressed 1")).to_be_visible()
    expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
    shot(page, "lab")


def test_jupyterlab_is_closed_without_its_token(probe_lab: Server) -> None:
    assert status(f"{probe_lab.url}api/contents")[0] == 403
    assert status(f"{probe_lab.url}api/contents?token={probe_lab.token}")[0] == 200
