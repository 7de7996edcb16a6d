"""The sheet of the rules on paper: one side of A4 for every rule set, alone, whatever page it was opened from."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom import sheets
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_widgets.printed import drawn, page
from tests.js import payloads
from tests.js.harness import Show

WORDIEST = Rules.named(
    "fan tan with chips", players=8, packs=2, out_of_turn_starts=True, false_pass="penalised",
    penalty=5, penalty_in="chips", match_end="chips held", match_target=60,
)  # fmt: skip
EACH = [
    *(
        each.rules(players)
        for each in rulesets()
        for players in {each.min_players, each.max_players}
    ),
    WORDIEST,
]


def pages(pdf: bytes) -> int:
    """Count the pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def sizes(pdf: bytes) -> set[tuple[int, ...]]:
    """Give the sizes of its pages in whole points."""
    boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", pdf)
    return {tuple(round(float(each)) for each in box.split()) for box in boxes}


def printed(page: Page) -> bytes:
    return page.pdf(prefer_css_page_size=True)


# What runs out of the sheet, or lies over something else.
FITS = """() => {
  const sheet = document.querySelector(".sheet").getBoundingClientRect();
  const all = [...document.querySelectorAll(".sheet *:not(svg *)")].map((each) => [each, each.getBoundingClientRect()]);
  const parts = document.querySelector(".parts").getBoundingClientRect();
  const figure = document.querySelector("figure").getBoundingClientRect();
  const out = all.filter(([, box]) => box.bottom > sheet.bottom + 1 || box.right > sheet.right + 1);
  const over = all.filter(([each, box]) => each.closest(".parts") && box.bottom > figure.top + 1);
  return [...out, ...over].map(([each]) => each.outerHTML.slice(0, 60));
}"""
A4 = {(0, 0, 595, 842)}


def test_every_sheet_is_one_page_of_a4(browser: Browser) -> None:
    tab = browser.new_page()
    for rules in EACH:
        tab.set_content(page(rules))
        pdf = printed(tab)
        assert (pages(pdf), sizes(pdf)) == (1, A4), rules
        assert tab.evaluate(FITS) == [], rules
        assert tab.locator("svg").bounding_box()["height"] > 190, "the example can be read"  # type: ignore[index]
    more = "<ul>" + "<li>more and more</li>" * 90 + "</ul>"
    tab.set_content(page(WORDIEST).replace("<section>", f"<section>{more}", 1))
    assert tab.evaluate(FITS) != [], "what is cut off would be noticed"
    tab.set_content(page(Rules()).replace("</body>", "<p>more</p>" * 10 + "</body>"))
    assert pages(printed(tab)) == 2, "so would a second page"
    tab.close()


def test_a_sheet_is_black_on_white_and_needs_no_other_file(browser: Browser) -> None:
    html = page(Rules())
    assert not re.search(r"https?://(?!www\.w3\.org)|url\(|<script|<link|@import", html)
    tab = browser.new_page()
    tab.set_content(html)
    colours = tab.evaluate(
        "[...document.querySelectorAll('h1, h2, li, p, figcaption')].map((each) => getComputedStyle(each).color)"
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    assert tab.get_by_role("img").get_attribute("aria-label") or tab.locator("svg title").count()
    tab.close()


def test_the_sheet_lies_over_the_game_and_is_printed_alone(show: Show) -> None:
    game = payloads.chooser()
    table = show(game, answers=[game | {"sheet": drawn(Rules.named("parliament"))}])
    table.page.get_by_text("Choose the game").click()
    table.page.get_by_label("Rule set").select_option("Parliament")
    table.button("Rules on one sheet").click()
    assert [(act["type"], act["rules"]) for act in table.sent] == [("sheet", "parliament")]
    sheet = table.page.get_by_role("dialog", name="Sevens: Parliament, four players")
    expect(sheet.get_by_role("heading", name="Passing")).to_be_visible()
    pdf = printed(table.page)
    assert (pages(pdf), sizes(pdf)) == (1, A4)
    table.page.emulate_media(media="print")
    expect(table.page.get_by_role("heading", name="The lesson around it")).to_be_hidden()
    expect(table.root).to_be_hidden()
    expect(sheet.get_by_role("button", name="Print")).to_be_hidden()
    expect(sheet.get_by_role("heading", name="Passing")).to_be_visible()
    table.page.emulate_media(media="screen")
    table.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert table.focus == "Rules on one sheet"
    table.page.emulate_media(media="print")
    expect(table.page.get_by_role("heading", name="The lesson around it")).to_be_visible()
    table.page.emulate_media(media="screen")


def test_print_asks_the_browser_and_the_board_has_the_sheet_too(show: Show) -> None:
    table = show(payloads.board(), answers=[payloads.board(sheet=drawn(Rules(aces="high")))])
    table.page.evaluate(
        "void (window.print = () => { window.printed = (window.printed ?? 0) + 1; })"
    )
    table.button("Rules on one sheet").click()
    assert [act["type"] for act in table.sent] == ["sheet"]
    sheet = table.page.get_by_role("dialog", name="Sevens: School with house rules, four players")
    sheet.get_by_role("button", name="Print").click()
    assert table.page.evaluate("window.printed") == 1
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_make_sheet_writes_a_page_and_a_pdf(tmp_path: Path, browser: Browser) -> None:
    command = [
        sys.executable,
        "-m",
        "classroom.sheets",
        "fan-tan:5,aces=low",
        "--folder",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert {each.name for each in tmp_path.iterdir()} == {
        "fan-tan-5-aces-low.html",
        "fan-tan-5-aces-low.pdf",
    }
    assert pages((tmp_path / "fan-tan-5-aces-low.pdf").read_bytes()) == 1
    assert (
        "Fan Tan with house rules, five players"
        in (tmp_path / "fan-tan-5-aces-low.html").read_text()
    )


def test_without_chromium_or_with_rules_that_cannot_be_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SEVENS_CHROMIUM", raising=False)
    monkeypatch.setattr(sheets, "BROWSERS", ())
    assert sheets.main(["school", "--folder", str(tmp_path)]) == 0
    assert "No Chromium was found" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["school-4.html"]
    assert sheets.main(["whist", "--folder", str(tmp_path)]) == 1
    assert "“whist” is not a rule set" in capsys.readouterr().err
