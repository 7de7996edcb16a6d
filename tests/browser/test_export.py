"""The lessons as files on a stick: no server, no internet, no Python; opened from disk in Chromium."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from classroom.export import ExportError, Run, export, in_page, is_page, main
from classroom.lessons import lessons
from sevens_widgets.exercise import load
from tests.conftest import PATIENCE_MS, ROOT, Watch
from tests.js.conftest import npm

__all__ = ["npm"]  # a fixture

QUIZ = load("2_extending_rows").payload()
NEVER = "There is no Python behind this page. To {}, open this lesson with the course running (make serve)."
AXE = """async () => await axe.run(document,
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })"""

#: A lesson with what the course may hold some day: awkward text, a deal played again, other outputs, hidden cells.
ODD = (
    new_markdown_cell("# Odds & <ends>\n\n[home](home.ipynb#sevens), `code` and a picture: ![table](table.svg)"),
    new_code_cell(
        "from sevens_kernel.notation import parse_record\n"
        "from sevens_widgets import show\n"
        "from sevens_widgets.replay import replay\n"
        "from sevens_widgets.table import TableWidget\n"
        "TableWidget(replay(parse_record('school:4 deal 1234 | 7d 7c'), can_play=True))"
    ),
    new_code_cell(
        "box = show('hearts 7; you 8♥ 9♥')\n"
        "end = '</script><script>window.broken = true</script><!-- <b>&amp;'\n"
        "box.payload = {**box.payload, 'problems': [end]}\n"
        "box"
    ),
    new_code_cell("print('<b>plain</b> text')"),
    new_code_cell("from ipywidgets import IntSlider\nIntSlider(value=41)"),
    new_code_cell("print('for JupyterLab alone')", metadata={"tags": ["lab-only"]}),
)  # fmt: skip


@pytest.fixture(scope="session")
def stick(tmp_path_factory: pytest.TempPathFactory, browser: Browser, run_once: Run) -> Path:
    """The exported course, and one more lesson with odd contents, in a folder whose name needs quoting."""
    course = tmp_path_factory.mktemp("course") / "notebooks"
    ignored = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    shutil.copytree(ROOT / "notebooks", course, ignore=ignored)
    odd = new_notebook(cells=list(ODD), metadata={"title": "Odds & <ends>"})
    nbformat.write(odd, course / "odds.ipynb")
    target = tmp_path_factory.mktemp("stick") / "Sevens – ein Kurs #1"
    assert [each.name for each in export(course, target, run_once)] == [
        "home.html",
        *(each.file.replace(".ipynb", ".html") for each in lessons(course)),
    ]
    return target


class FromDisk(Watch):
    """Takes every request that is not for a file as one that leaves."""

    def _asked(self, address: str) -> None:
        if urlsplit(address).scheme not in ("file", "data"):
            self.outside.append(address)


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def reader(browser: Browser) -> Iterator[NewContext]:
    """A function that makes a browser without a network; the test fails if a page asks for one or complains."""
    opened: list[BrowserContext] = []
    watch = FromDisk()

    def make(width: int = 1280, height: int = 900, **more: Any) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, **more
        )
        context.set_default_timeout(PATIENCE_MS)
        watch.over(context)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()
    assert watch.outside == []
    assert watch.complaints == []


def opened(context: BrowserContext, stick: Path, name: str) -> Page:
    page = context.new_page()
    page.goto((stick / f"{name}.html").as_uri())
    return page


def press(place: Locator, name: str) -> None:
    """Press a button, also one that says it cannot be used: it then explains itself."""
    place.get_by_role("button", name=name, exact=True).click(force=True)


def names(stick: Path) -> list[str]:
    return sorted(each.stem for each in stick.iterdir())


# ---- one file each -----------------------------------------------------------------------------

LINKED = """() => [...document.querySelectorAll("[src], [href], [srcset], [data], object, iframe, link, base")]
    .map(it => [it.localName, it.getAttribute("src") ?? it.getAttribute("href") ?? it.outerHTML])"""


def test_each_page_stands_alone_is_drawn_and_fits_a_phone(reader: NewContext, stick: Path) -> None:
    """One look at each page, for opening them costs more than asking."""
    context = reader(360, 640)
    for name in names(stick):
        assert is_page(stick / f"{name}.html"), name
        page = opened(context, stick, name)
        every_table_is_drawn(page, name)
        nothing_else_is_needed(page, stick)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        page.close()


def every_table_is_drawn(page: Page, name: str) -> None:
    """Find a table in place of each picture."""
    places = page.locator("[data-models]").all()
    wanted = sum(len(str(each.get_attribute("data-models")).split()) for each in places)
    assert wanted > 0 or name == "home"
    expect(page.locator("[data-models] .course-drawn .sevens")).to_have_count(wanted)
    expect(page.locator(".course-picture")).to_have_count(0)
    expect(page.locator(".sv-wait")).to_have_count(0)


def nothing_else_is_needed(page: Page, stick: Path) -> None:
    """Find no address of anything outside, and a page behind each link."""
    for kind, address in page.evaluate(LINKED):
        if kind == "a":
            goal = urlsplit(address)
            assert (goal.scheme, goal.netloc) == ("", ""), address
            assert not goal.path or (stick / unquote(goal.path)).is_file(), address
        else:
            assert address.startswith("data:"), f"{kind} {address[:80]}"
    fetched = page.evaluate("performance.getEntriesByType('resource').map(it => it.name)")
    assert [each for each in fetched if not each.startswith("data:")] == []
    styles = page.evaluate("[...document.querySelectorAll('style')].map(it => it.textContent)")
    assert styles
    assert not re.search(r"@import|url\((?![\"']?(data:|#))", "".join(styles))


def test_the_way_from_home_through_the_lessons_and_back(reader: NewContext, stick: Path) -> None:
    page = opened(reader(), stick, "home")
    expect(page.get_by_role("img").first).to_have_js_property("complete", True)
    assert page.evaluate("document.querySelector('main img').naturalWidth") > 0
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the lesson")).to_be_focused()
    page.locator("#course").get_by_role("link", name="Extending rows").first.click()
    expect(page).to_have_title("Extending rows")
    page.get_by_text("Lessons", exact=True).click()
    page.get_by_role("navigation").get_by_role("link", name="Practice game").click()
    expect(page).to_have_title("Practice game")
    page.locator("#course").get_by_role("link", name="all lessons").click()
    expect(page).to_have_title("Sevens")
    expect(page.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")


# ---- what works without Python -----------------------------------------------------------------


def quiz_of(page: Page) -> Locator:
    return page.locator(".sv-quiz")


def test_questions_are_answered_and_the_ticks_are_there_again(
    reader: NewContext, stick: Path
) -> None:
    context = reader()
    page = opened(context, stick, "2_extending_rows")
    quiz = quiz_of(page)
    asked = [each for each in QUIZ["exercises"] if each["mode"] == "choose"][:3]
    assert asked == QUIZ["exercises"][:3]
    for one in asked:
        expect(quiz).to_contain_text(one["prompt"])
        for number, hint in enumerate(one["hints"], 1):
            press(quiz, "Hint")
            expect(quiz).to_contain_text(f"Hint {number} of 3: {hint}")
        for choice in sorted(one["choices"], key=lambda each: bool(each["right"])):
            press(quiz, choice["text"])
            expect(quiz.get_by_role("status")).to_contain_text("✓" if choice["right"] else "✗")
            expect(quiz.get_by_role("status")).to_contain_text(choice["why"])
        press(quiz, "Next")
    expect(quiz.locator("[data-done]")).to_have_count(3)
    page.close()
    again = quiz_of(opened(context, stick, "2_extending_rows"))
    expect(again.locator("[data-done]")).to_have_count(3)


def test_cards_of_a_position_explain_themselves_and_a_change_says_what_it_needs(
    reader: NewContext, stick: Path
) -> None:
    page = opened(reader(), stick, "2_extending_rows")
    example = page.locator(".sv-position").first
    example.get_by_role("button", name="nine of hearts").click(force=True)
    expect(example).to_contain_text("9♥ waits for 8♥.")
    box = page.locator(".sv-position").last
    expect(box).to_contain_text(NEVER.format("change the position"))
    press(box, "Read the table")
    expect(box).to_contain_text("Clubs, six to eight, takes five or nine.")


def test_a_game_shows_its_position_and_says_what_it_needs(reader: NewContext, stick: Path) -> None:
    page = opened(reader(), stick, "practice_game")
    game = page.locator(".sv-game")
    needs = NEVER.format("play on")
    expect(game.get_by_role("status").first).to_have_text(needs)
    hand = game.get_by_role("group", name="Your hand")
    expect(hand.get_by_role("button")).to_have_count(13)
    hand.get_by_role("button", name="seven of diamonds, fits").click(force=True)
    expect(hand.get_by_role("button")).to_have_count(13)
    press(game, "Deal again")
    expect(game.locator(".sv-why")).to_have_text(needs)
    press(game, "Hint")
    expect(game.locator(".sv-why")).to_contain_text("Hint 1 of 3")


def test_a_deal_is_played_again(reader: NewContext, stick: Path) -> None:
    page = opened(reader(), stick, "odds")
    replay = page.locator(".sevens", has=page.get_by_role("slider"))
    slider = replay.get_by_role("slider", name="Move")
    press(replay, "Forward")
    press(replay, "Forward")
    expect(slider).to_have_attribute("aria-valuetext", "move 2 of 2, You lay 7 of clubs")
    press(replay, "Back")
    expect(slider).to_have_attribute("aria-valuetext", "move 1 of 2, Sam lays 7 of diamonds")
    press(replay, "Play on from here")
    expect(replay).to_contain_text("There is no Python behind this page.")


def test_odd_contents_stay_text(reader: NewContext, stick: Path) -> None:
    page = opened(reader(), stick, "odds")
    expect(page).to_have_title("Odds & <ends>")
    odd = page.locator(".sv-position")
    expect(odd).to_contain_text("</script><script>window.broken = true</script><!-- <b>&amp;")
    assert page.evaluate("window.broken") is None
    main = page.locator("#course")
    expect(main).to_contain_text("<b>plain</b> text")
    expect(main).to_contain_text("IntSlider(value=41)")
    expect(main).not_to_contain_text("for JupyterLab alone")
    expect(main).not_to_contain_text("import")
    main.get_by_role("link", name="home").click()
    expect(page).to_have_title("Sevens")


def test_without_scripts_each_table_is_a_picture_with_words(
    reader: NewContext, stick: Path
) -> None:
    page = opened(reader(java_script_enabled=False), stick, "2_extending_rows")
    pictures = page.locator(".course-picture > svg[role=img]:visible")
    places = page.locator("[data-models]").count()
    assert places > 1
    expect(pictures).to_have_count(places)
    expect(pictures.first).to_contain_text("Hearts, seven, takes six or eight.")
    expect(page.locator("noscript .course-note")).to_be_visible()
    prompt = QUIZ["exercises"][0]["prompt"]
    page.locator(".course-picture details", has_text=prompt).get_by_text("In words").click()
    expect(page.get_by_text(prompt)).to_be_visible()
    home = opened(page.context, stick, "home")
    expect(home.locator("noscript .course-note")).to_contain_text("cannot show how far you are")


# ---- looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_the_page_follows_the_system(
    reader: NewContext, stick: Path, npm: Path, dark: bool, shot: Callable[..., Path]
) -> None:
    """Each kind of table is looked at by itself elsewhere: here it is the page around them."""
    context = reader(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    for name in ("home", "odds"):
        page = opened(context, stick, name)
        expect(page.locator(".course-picture")).to_have_count(0)
        page.add_script_tag(content=(npm / "axe-core" / "axe.min.js").read_text("utf-8"))
        found = page.evaluate(AXE)
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == [], name
        assert {"color-contrast", "document-title", "html-has-lang"} <= {
            each["id"] for each in found["passes"]
        }
        red, _, _ = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g)")
        assert (int(red) < 64) is dark
        shot(page, f"{name}-{'dark' if dark else 'light'}", full_page=True)
        page.close()


def test_a_lesson_prints_all_its_pages(reader: NewContext, stick: Path) -> None:
    page = opened(reader(color_scheme="dark"), stick, "2_extending_rows")
    expect(page.locator(".course-picture")).to_have_count(0)
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert pages >= 3
    show = page.locator(".sv-edit").last.get_by_text("Show", exact=True)
    expect(show).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_be_hidden()
    expect(show).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_paper_does_not_say_what_a_page_without_python_cannot_do(
    reader: NewContext, stick: Path
) -> None:
    context = reader()
    for name in ("1_deal", "house_rules", "position_lab", "practice_game", "your_own_player"):
        page = opened(context, stick, name)
        told = page.locator("#course p:visible", has_text="There is no Python behind this page.")
        expect(told.first).to_be_visible()
        page.pdf(format="A4")  # as a browser prints, with the event that goes before
        page.emulate_media(media="print")
        expect(told).to_have_count(0)
        expect(page.locator("#course summary:visible")).to_have_count(0)
        expect(page.locator(".sv-end:visible")).to_have_count(0)
        page.emulate_media(media="screen")
        expect(told.first).to_be_visible()
        page.close()


# ---- what cannot be written --------------------------------------------------------------------


def test_a_cell_that_fails_is_named_in_one_sentence_and_the_earlier_pages_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course, out = tmp_path / "course", tmp_path / "out"
    for folder in (course, out):
        folder.mkdir()
    good = new_notebook(cells=[new_markdown_cell("# Good")])
    nbformat.write(good, course / "home.ipynb")
    assert main([str(course), str(out)]) == 0
    assert "home.html" in capsys.readouterr().out
    earlier = (out / "home.html").read_text("utf-8")
    assert "Good" in earlier

    nbformat.write(new_notebook(cells=[new_markdown_cell("# Better")]), course / "home.ipynb")
    cell = new_code_cell("from sevens_widgets import quiz\nquiz('no such lesson')")
    nbformat.write(new_notebook(cells=[cell]), course / "broken.ipynb")
    assert main([str(course), str(out)]) == 1
    said = capsys.readouterr().err
    assert "broken.ipynb" in said
    assert "no such lesson" in said
    assert "Traceback" not in said
    assert said.count("\n") == 1
    assert {each.name: each.read_text("utf-8") for each in out.iterdir()} == {"home.html": earlier}


def test_pages_of_lessons_that_are_gone_go_and_nothing_else_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course, out = tmp_path / "course", tmp_path / "out"
    for folder in (course, out):
        folder.mkdir()
    nbformat.write(new_notebook(cells=[new_markdown_cell("# Good")]), course / "home.ipynb")
    nbformat.write(new_notebook(cells=[new_markdown_cell("# Gone")]), course / "9_gone.ipynb")
    assert main([str(course), str(out)]) == 0
    assert sorted(each.name for each in out.iterdir()) == ["9_gone.html", "home.html"]
    (course / "9_gone.ipynb").unlink()
    assert main([str(course), str(out)]) == 0
    assert [each.name for each in out.iterdir()] == ["home.html"]
    (out / "homework.txt").write_text("five pages", "utf-8")
    assert main([str(course), str(out)]) == 1
    assert "homework.txt" in capsys.readouterr().err
    assert (out / "homework.txt").read_text("utf-8") == "five pages"


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "nowhere")])
    assert ended.value.code == 2
    assert "nowhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ('import { h } from "./common.js";\nexport default {};', "imports another file"),
        ("export default { end: '</SCRIPT>' };", "ends it in a page"),
        ("const render = 1;", "0 lines with export default"),
    ],
)
def test_a_script_that_cannot_stand_in_a_page_is_refused(script: str, why: str) -> None:
    with pytest.raises(ExportError, match=why):
        in_page(script, 0)
