"""The position lab in a bare page, answered by the real lab: clicks, keys, focus, links, files, sizes, barriers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel.notation import parse_position
from sevens_widgets.lab import Lab
from sevens_widgets.widget import STYLES
from tests.js.conftest import Bench
from tests.js.harness import ADDRESS, HTML, Table, mount

FIVE = "clubs 6-8, hearts 5-9; you 5♣ 10♥ 7♠ K♦ 2♣"
ENDING = (
    "clubs A-J, diamonds A-K, hearts 3-Q, spades 4-10; you Q♣ J♠ Q♠; robin K♣ 2♥; "
    "alex K♥ A♥ 3♠; sam K♠ 2♠ A♠"
)


class LabPage(Table):
    """The lab in a page; `pump` lets the real lab answer all that was sent."""

    def __init__(self, page: Page, lab: Lab) -> None:
        super().__init__(page)
        self.lab = lab
        self.done = 0

    def pump(self) -> None:
        """Answer act by act, as Python would."""
        while len(sent := self.sent) > self.done:
            self.lab.act(sent[self.done])
            self.done += 1
            self.answer(self.lab.payload())

    def press(self, name: str) -> None:
        """Press a button that is in sight."""
        self.visible(name).click()
        self.pump()

    def visible(self, name: str) -> Locator:
        """Find a button or tab that is in sight by its whole name."""
        role = self.page.get_by_role("tab" if name in TABS else "button", name=name, exact=True)
        return role.filter(visible=True)

    def board(self, name: str) -> Locator:
        """Find a card of the board by the beginning of its name."""
        return self.page.locator(f'.sv-bcard[aria-label^="{name},"]')

    def put(self, name: str) -> None:
        """Press a card of the board."""
        self.board(name).click()
        self.pump()

    def key(self, *keys: str) -> None:
        """Press keys, and let what they send be answered."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pump()

    @property
    def shown(self) -> Locator:
        """The hand that is in sight."""
        return self.page.locator(".sv-hand").filter(visible=True)

    @property
    def live(self) -> Locator:
        """The line for answers."""
        return self.page.locator(".sv-why[aria-live=polite]").filter(visible=True)

    @property
    def said(self) -> str:
        """What the line for answers says."""
        return self.live.inner_text().replace("\u00a0", "")

    @property
    def position(self) -> str:
        """The line in the box."""
        return self.page.get_by_role("textbox", name="Position").input_value()


TABS = ("Set up", "Play and step", "Compare")


def open_lab(
    bench: Bench,
    text: str = FIVE,
    *,
    link: str = "",
    viewport: tuple[int, int] = (1280, 900),
    dark: bool = False,
    around: str = "",
    number: int = 5,
) -> LabPage:
    """Draw the lab into a page; link: what stands behind the # of its address."""
    theme = f'data-jp-theme-light="{json.dumps(not dark)}"'
    html = HTML % {"css": STYLES, "theme": theme}
    if around:
        html = html.replace('<div id="place">', f'<div id="place" class="{around}">')
    page = bench.fresh(html, viewport, dark, "reduce")
    if link:
        page.evaluate("link => history.replaceState(null, '', '#' + link)", link)
    lab = Lab(text, number=lambda: number)
    mount(page, lab.payload(), name="lab.js")
    found = LabPage(page, lab)
    found.pump()
    return found


# ---- setting up ----------------------------------------------------------------------------


def test_a_card_asked_about_explains_itself_and_nothing_is_sent(bench: Bench) -> None:
    lab = open_lab(bench)
    expect(lab.page.locator(".sv-bcard")).to_have_count(52)
    lab.put("ten of hearts")
    assert lab.said == "10♥ fits: it goes above 9♥."
    lab.put("king of spades")
    assert lab.said.startswith("K♠ does not fit yet. Spades are not open")
    assert lab.sent == []


def test_on_a_small_screen_the_answer_stands_beneath_the_card(bench: Bench) -> None:
    lab = open_lab(bench, viewport=(360, 640))
    lab.put("king of spades")
    answers = lab.page.locator(".sv-answer").filter(visible=True)
    expect(answers).to_have_text([lab.said])
    box = answers.bounding_box()
    assert box
    assert 0 <= box["y"] <= 640 - box["height"], "in sight"
    lab.put("ten of hearts")
    expect(answers).to_have_text(["10♥ fits: it goes above 9♥."])
    lab.page.set_viewport_size({"width": 1280, "height": 900})
    expect(answers).to_have_count(0)


def test_a_press_puts_a_card_where_the_chosen_place_says_and_a_second_takes_it_away(
    bench: Bench,
) -> None:
    lab = open_lab(bench)
    lab.press("Into Robin's hand")
    expect(lab.visible("Into Robin's hand")).to_have_attribute("aria-pressed", "true")
    lab.put("nine of clubs")
    expect(lab.board("nine of clubs")).to_have_accessible_name("nine of clubs, in Robin's hand")
    assert str(parse_position(lab.position).hands[1][0]) == "9♣"
    lab.put("nine of clubs")
    expect(lab.board("nine of clubs")).to_have_accessible_name(
        "nine of clubs, in a hand that is not known"
    )
    lab.press("Onto the table")
    lab.put("nine of clubs")
    expect(
        lab.page.get_by_role("group", name="clubs, six to nine, takes five or ten").first
    ).to_be_visible()


def test_faults_are_listed_and_the_last_right_table_stays(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.press("Onto the table")
    lab.put("king of clubs")
    assert lab.page.locator(".sv-faults li").all_inner_texts() == [
        "K♣ lies without Q♣: a row has no gaps."
    ]
    expect(lab.visible("Play from this position")).to_have_attribute("aria-disabled", "true")
    assert "clubs, six to eight" in (
        lab.page.locator(".sv-rows .sv-row").first.get_attribute("aria-label") or ""
    )
    lab.press("Undo")
    expect(lab.page.locator(".sv-faults")).to_be_hidden()
    expect(lab.visible("Play from this position")).not_to_have_attribute("aria-disabled", "true")


def test_quick_presses_are_all_done(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    for name in ("seven of hearts", "eight of hearts", "six of hearts", "nine of hearts"):
        lab.board(name).click()
    assert len(lab.sent) == 1, "the others wait for the answer"
    lab.pump()
    assert len(lab.sent) == 4
    assert [act["ply"] for act in lab.sent] == [0, 1, 2, 3]
    assert parse_position(lab.position).table.size == 4


def test_a_double_click_is_one_press(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    lab.board("seven of hearts").dblclick()
    lab.pump()
    assert len(lab.sent) == 1


def test_a_press_of_another_card_is_meant_however_soon(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    for detail, name in enumerate(("seven of hearts", "eight of hearts", "nine of hearts"), 1):
        lab.board(name).dispatch_event("click", {"detail": detail})
    lab.pump()
    assert [act["card"] for act in lab.sent] == ["7h", "8h", "9h"]


def test_what_was_said_of_a_card_goes_with_the_position(bench: Bench) -> None:
    lab = open_lab(bench, viewport=(360, 640))
    lab.put("nine of clubs")
    expect(lab.page.locator(".sv-answer:not(:empty)")).to_have_count(1)
    lab.press("+9: lay the nine of clubs")
    expect(lab.page.locator(".sv-answer:not(:empty)")).to_have_count(0)


def test_it_is_said_that_an_answer_is_awaited_until_it_comes(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.page.evaluate(  # the test may be slow: nothing is given up meanwhile
        """() => {
          const later = window.setTimeout;
          window.setTimeout = (call, ms) => later(call, ms === 5000 ? 1e8 : ms);
        }"""
    )
    lab.press("Onto the table")
    lab.board("seven of hearts").click()
    expect(lab.live).to_have_text(
        "One moment: the lab has not answered yet. What is shown is from before."
    )
    lab.pump()
    expect(lab.live).to_have_text("7♥ is now on the table.")


def test_rows_grow_and_shrink_by_keys_and_the_focus_goes_along(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.visible("+9: lay the nine of clubs").focus()
    lab.key("Enter")
    assert lab.focus == "+10: lay the ten of clubs"
    lab.key("Enter", "ArrowLeft", "Enter")
    assert (
        parse_position(lab.position).table.row(parse_position(FIVE).hands[0][0].suit)[-1].code
        == "9c"
    )
    assert lab.page.evaluate("document.activeElement.classList.contains('sv-end')")


def test_every_group_is_one_tab_stop_and_arrows_move_inside(bench: Bench) -> None:
    lab = open_lab(bench)
    stops = lab.page.evaluate(
        """() => [".sv-places button", ".sv-bcard", ".sv-suits .sv-end", ".sv-bseats button", ".sv-tabs button"]
        .map(which => [...document.querySelectorAll(which)].filter(it => it.tabIndex === 0).length)"""
    )
    assert stops == [1, 1, 1, 1, 1]
    lab.board("ace of clubs").focus()
    walk = [
        ("ArrowRight", "two of clubs"),
        ("ArrowDown", "two of diamonds"),
        ("End", "king of spades"),
        ("ArrowUp", "king of hearts"),
        ("Home", "ace of clubs"),
        ("ArrowUp", "ace of clubs"),
        ("ArrowLeft", "ace of clubs"),
    ]
    for key, name in walk:
        lab.key(key)
        assert lab.focus.startswith(f"{name},"), key
    lab.key("Tab", "Shift+Tab")
    assert lab.focus.startswith("ace of clubs,")


def test_a_position_is_set_up_by_keys_alone(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.visible("Ask: does it fit?").focus()
    lab.key("ArrowRight", "Enter")
    expect(lab.visible("Onto the table")).to_be_focused()
    lab.board("ace of clubs").focus()
    lab.key("ArrowDown", "ArrowDown", *["ArrowRight"] * 6, "Enter")
    assert lab.focus == "seven of hearts, on the table"
    lab.visible("Onto the table").focus()
    lab.key("ArrowRight", "Space")
    lab.board("seven of hearts").focus()
    lab.key("ArrowRight", "Space")
    assert lab.focus == "eight of hearts, in your hand"
    assert format(parse_position(lab.position).table.size) == "1"


def test_keys_stay_inside(bench: Bench) -> None:
    lab = open_lab(bench)
    bare = lab.root.locator(
        ":is(button, select, input, textarea, summary):not([data-lm-suppress-shortcuts=true])"
    )
    expect(bare).to_have_count(0)
    lab.page.evaluate(
        "() => { window.out = []; document.addEventListener('keydown', e => window.out.push(e.key)); }"
    )
    lab.board("two of clubs").focus()
    for key in ("a", "b", "x", "ArrowDown", "Escape", "Enter"):
        lab.key(key)
    assert lab.page.evaluate("window.out") == []


def test_a_text_that_cannot_be_read_stays_in_the_box_with_one_sentence(bench: Bench) -> None:
    lab = open_lab(bench)
    box = lab.page.get_by_role("textbox", name="Position")
    box.fill("<b id=evil>harts</b> 7")
    lab.press("Show")
    assert lab.position == "<b id=evil>harts</b> 7"
    assert lab.said.startswith("“<b ")
    expect(lab.page.locator("#evil")).to_have_count(0)
    assert "clubs, six to eight" in (
        lab.page.locator(".sv-rows .sv-row").first.get_attribute("aria-label") or ""
    )


def test_rules_are_chosen_and_an_impossible_combination_is_refused_in_words(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.page.locator(".sv-brules summary").click()
    lab.page.get_by_label("Rule set").select_option(label="Fan Tan (3 to 8 players)")
    lab.pump()
    assert parse_position(lab.position).rules.aces == "high"
    lab.page.get_by_role("combobox", name="Pack", exact=True).select_option(
        label="Short pack, 36 cards"
    )
    lab.pump()
    expect(lab.page.locator(".sv-brules [role=status]")).to_contain_text("do not go together")
    lab.page.get_by_role("combobox", name="Players", exact=True).select_option(label="6 players")
    lab.pump()
    lab.press("Deal")
    assert "deal number" not in lab.said


# ---- playing, stepping, comparing ----------------------------------------------------------


def play_on(lab: LabPage, most: int = 60) -> None:
    """Play to the end of the deal: the first card that fits, or a pass."""
    for _ in range(most):
        card = lab.shown.locator('[data-fits="true"]').first
        if lab.status.filter(visible=True).first.inner_text().endswith("wins.") or not (
            card.count() or lab.visible("Pass").get_attribute("data-offered") is not None
        ):
            return
        (card if card.count() else lab.visible("Pass")).click()
        lab.pump()
    raise AssertionError("the deal does not end")


def test_play_on_step_back_and_compare(bench: Bench) -> None:
    lab = open_lab(bench, ENDING)
    lab.press("Play from this position")
    expect(lab.page.get_by_role("tab", name="Play and step")).to_have_attribute(
        "aria-selected", "true"
    )
    lab.shown.get_by_role("button", name="jack of spades, fits").click()
    lab.pump()
    play_on(lab)
    slider = lab.page.get_by_role("slider", name="Move", exact=True)
    last = int(slider.input_value())
    assert last > 4
    slider.focus()
    lab.key("ArrowLeft")
    assert slider.input_value() == str(last - 1)
    lab.key("Home")
    expect(slider).to_have_attribute("aria-valuetext", "before the first card")
    assert lab.done == len(lab.sent)
    sent = len(lab.sent)
    lab.press("Forward")
    assert len(lab.sent) == sent, "stepping needs no answer"
    expect(slider).to_have_attribute("aria-valuetext", "move 1, You lay J of spades")
    lab.press("Back")
    lab.shown.get_by_role("button", name="queen of clubs, fits").click()
    lab.pump()
    assert "This is line B now" in lab.said
    expect(lab.visible("Line B, four moves")).to_have_attribute("aria-pressed", "true")
    lab.press("Compare")
    heads = lab.page.get_by_role("heading", name=re.compile("^Line [AB]$")).filter(visible=True)
    expect(heads).to_have_count(2)
    assert "A: You lay J♠; B: You lay Q♣" in lab.status.filter(visible=True).inner_text()
    both = lab.page.get_by_role("slider", name="Move in both lines")
    expect(both).to_have_attribute(
        "aria-valuetext", "Line A: move 1, You lay J of spades; Line B: move 1, You lay Q of clubs"
    )
    both.focus()
    lab.key("ArrowRight")
    expect(both).to_have_attribute(
        "aria-valuetext", re.compile("^Line A: move 2, Robin .*Line B: move 2, Robin ")
    )
    lab.press("What are the two moves worth?")
    table = lab.page.get_by_role("table", name="How often you win after each move").filter(
        visible=True
    )
    expect(table.get_by_role("row")).to_have_count(3)
    expect(
        lab.page.get_by_text("With all hands open: J♠ wins, whatever the others do.").filter(
            visible=True
        )
    ).to_have_count(1)


def test_after_a_move_the_focus_stays_where_one_can_go_on(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.visible("Play from this position").focus()
    lab.key("Enter")
    for _ in range(6):
        at = lab.page.evaluate(
            "document.activeElement !== document.body && !document.activeElement.closest('[hidden]')"
        )
        assert at, "the focus left the lab"
        card = lab.shown.locator('[data-fits="true"]').first
        if not card.count():
            break
        card.focus()
        lab.key("Enter")
        assert lab.shown.locator(":focus").count() or lab.focus == "Pass"


def test_a_card_of_another_turn_explains_itself_instead_of_being_laid(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    lab.press("Back")
    sent = len(lab.sent)
    lab.shown.locator("button").first.click(force=True)
    assert len(lab.sent) == sent
    assert lab.said


def test_all_hands_stay_shown_from_move_to_move(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.press("Show all hands")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    expect(lab.visible("Show all hands")).to_have_attribute("aria-pressed", "true")
    expect(lab.page.get_by_text("Robin, 1").filter(visible=True).first).to_be_visible()


def test_without_a_second_line_it_is_said_how_to_get_one(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.press("Compare")
    expect(lab.page.get_by_text("There is only one line so far.")).to_be_visible()


# ---- links and files -----------------------------------------------------------------------


def copied(lab: LabPage, name: str) -> str:
    """Press a button that copies, and give what it copied."""
    lab.page.evaluate(
        "() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }"
    )
    lab.press(name)
    expect(lab.live).to_contain_text("Copied: ")
    text: str = lab.page.evaluate("window.copied")
    return text


@pytest.fixture(autouse=True)
def clipboard(bench: Bench) -> None:
    """A page that may write to the clipboard, also without the consent of a person."""
    bench.page.context.grant_permissions(["clipboard-read", "clipboard-write"])


def test_a_link_sets_the_same_position_up(bench: Bench) -> None:
    link = copied(open_lab(bench), "Link to the position")
    base, _, text = link.partition("#")
    assert base == ADDRESS
    other = open_lab(bench, "", link=text)
    assert [act["type"] for act in other.sent] == ["show"]
    expect(other.board("ten of hearts")).to_have_accessible_name("ten of hearts, in your hand")
    assert parse_position(other.position) == parse_position(FIVE)


def test_a_link_to_a_record_opens_the_game(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    record = copied(lab, "Copy the record")
    link = copied(lab, "Link to the record")
    assert record.startswith("school:4 deal 77 | 7d ")
    other = open_lab(bench, "", link=link.partition("#")[2])
    assert other.lab.payload()["share"]["record"] == record
    expect(other.page.get_by_role("tab", name="Play and step")).to_have_attribute(
        "aria-selected", "true"
    )


@pytest.mark.parametrize("name", ["position", "deal"])
def test_a_deal_comes_by_link_too_and_another_link_in_the_same_page_is_followed(
    bench: Bench, name: str
) -> None:
    lab = open_lab(bench, "", link=f"{name}={quote('school:4 deal 1234')}")
    assert parse_position(lab.position) == parse_position("school:4 deal 1234")
    lab.page.evaluate("location.hash = 'position=' + encodeURIComponent('hearts 7; you 8♥')")
    lab.page.wait_for_function("window.sent.length === 2")
    lab.pump()
    assert lab.position == "hearts 7; you 8♥"


@pytest.mark.parametrize(
    "text",
    [
        "%E0%A4%A",
        quote("<img src=x onerror=window.evil=1>"),
        "x" * 60_000,
        quote("harts 7"),
        "%00",
        quote("school:4 deal 1 | 2c"),
    ],
)
def test_a_faulty_link_is_one_sentence_and_the_lab_goes_on(bench: Bench, text: str) -> None:
    lab = open_lab(bench, link=f"position={text}")
    assert len(lab.sent) == 1
    assert len(lab.sent[0]["text"]) <= 24_000
    assert lab.said.endswith("The table still shows the last position.")
    assert len(lab.said) < 400
    assert lab.page.evaluate("window.evil") is None
    assert lab.page.locator("img").count() == 0
    lab.press("Onto the table")
    lab.put("nine of clubs")
    assert parse_position(lab.position).table.size == 9


def test_in_jupyterlab_no_address_is_offered_or_followed(bench: Bench) -> None:
    lab = open_lab(bench, link=f"position={quote('hearts 7')}", around="jp-NotebookPanel")
    assert lab.sent == []
    expect(lab.visible("Copy the position")).to_have_count(1)
    expect(lab.visible("Link to the position")).to_have_count(0)


def test_a_record_is_saved_and_loaded(bench: Bench, tmp_path: Path) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    record = lab.lab.payload()["share"]["record"]
    with lab.page.expect_download() as saving:
        lab.visible("Save the record").click()
    saving.value.save_as(tmp_path / "kept.txt")
    assert saving.value.suggested_filename == "sevens-deal-77.txt"
    assert record in (tmp_path / "kept.txt").read_text("utf-8").splitlines()
    other = open_lab(bench, "")
    load(other, tmp_path / "kept.txt")
    assert other.lab.payload()["share"]["record"] == record
    assert other.said.startswith("The record is loaded: ")


def load(lab: LabPage, path: Path) -> None:
    """Choose a file, and wait until it has been sent, where it is."""
    before = len(lab.sent)
    with lab.page.expect_file_chooser() as choosing:
        lab.visible("Load a record").click()
    choosing.value.set_files(path)
    if path.stat().st_size <= 65_536:
        lab.page.wait_for_function(f"window.sent.length > {before}")
    lab.pump()


def test_a_faulty_file_names_its_line_and_a_large_one_is_not_read(
    bench: Bench, tmp_path: Path
) -> None:
    lab = open_lab(bench)
    bad = tmp_path / "bad.txt"
    bad.write_text("# a game\nschool:4 deal 1234 |\n7d 7c\nKs\n", "utf-8")
    load(lab, bad)
    assert lab.said.startswith("Line 4: K♠ does not fit yet.")
    large = tmp_path / "large.txt"
    large.write_text("7d " * 30_000, "utf-8")
    sent = len(lab.sent)
    load(lab, large)
    assert lab.said.startswith("large.txt is larger than 64 KB")
    assert len(lab.sent) == sent


def test_what_was_set_up_is_offered_again_after_a_reload(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    lab.put("seven of hearts")
    kept = lab.lab.payload()["position"]
    lab.page.reload()
    fresh = Lab("")
    mount(lab.page, fresh.payload(), name="lab.js")
    again = LabPage(lab.page, fresh)
    ask = again.page.get_by_role("group", name="Go on with what you had?")
    expect(ask).to_contain_text(kept)
    again.press("Go on with it")
    assert [act["type"] for act in again.sent] == ["show"]
    assert again.lab.payload()["position"] == kept
    expect(ask).to_be_hidden()
    again.page.reload()
    other = Lab("")
    mount(again.page, other.payload(), name="lab.js")
    last = LabPage(again.page, other)
    last.press("Let it go")
    expect(ask).to_be_hidden()
    assert last.focus == "Set up"
    assert last.sent == []


# ---- without Python, and what can be seen --------------------------------------------------


def test_without_python_the_lab_says_so_and_still_explains(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.page.evaluate("window.hangUp()")
    expect(lab.live).to_contain_text("The connection to Python is lost.")
    lab.put("ten of hearts")
    assert lab.said == "10♥ fits: it goes above 9♥."
    lab.press("Onto the table")
    lab.board("nine of clubs").click()
    assert lab.sent == []
    assert "connection to Python is lost" in lab.said
    lab.put("ten of hearts")
    chosen: list[object] = []
    lab.page.on("filechooser", lambda chooser: chosen.append(chooser))
    lab.page.get_by_role("button", name="Load a record").click(force=True)
    expect(lab.live).to_contain_text("The connection to Python is lost.")
    lab.page.wait_for_timeout(300)  # in which a window to choose a file in would have opened
    assert chosen == []


def stages(lab: LabPage) -> Iterator[str]:
    """Go through all parts of the lab, with as much to see as there can be."""
    lab.press("Onto the table")
    lab.press("Into Robin's hand")
    lab.put("king of clubs")
    lab.page.locator(".sv-brules summary").click()
    yield "setup"
    lab.press("Onto the table")
    lab.put("queen of diamonds")
    yield "faults"
    lab.press("Undo")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    lab.press("What is each move worth?")
    lab.press("Show all hands")
    yield "play"
    lab.press("First")
    lab.shown.locator('[data-fits="true"]').nth(1).click()
    lab.pump()
    lab.press("Compare")
    lab.press("What are the two moves worth?")
    lab.page.locator(".sv-moves summary").click()
    yield "compare"


SIDEWAYS = """() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll(".sevens *")]
  .filter((it) => it.clientWidth && it.getBoundingClientRect().right > innerWidth)
  .map((it) => it.outerHTML.slice(0, 80))]"""
SMALL = """() => [...document.querySelectorAll(".sevens :is(button, select, summary, input, textarea):not(.sv-card)")]
  .filter((it) => it.checkVisibility()).map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
  .map(([what, box]) => [what, box.width, box.height])"""


@pytest.mark.parametrize("viewport", [(320, 640), (360, 640), (1366, 768)])
def test_nothing_is_too_small_or_beyond_the_edge(bench: Bench, viewport: tuple[int, int]) -> None:
    lab = open_lab(bench, viewport=viewport)
    for stage in stages(lab):
        more, *parts = lab.page.evaluate(SIDEWAYS)
        assert more <= 0, stage
        assert parts == [], stage
        for what, width, height in lab.page.evaluate(SMALL):
            assert height >= 44 or "checkbox" in what, (stage, what)
            assert width >= (36 if "sv-bcard" in what else 44) or "checkbox" in what, (stage, what)


AXE = """async (off = { enabled: false }) => (await axe.run({ include: [['.sevens']] },
  { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: off, 'page-has-heading-one': off, 'heading-order': off } }))
  .violations.map(each => [each.id, each.nodes.map(node => node.html)])"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("viewport", [(360, 640), (1366, 768)], ids=["phone", "desk"])
def test_axe_finds_nothing(bench: Bench, npm: Path, dark: bool, viewport: tuple[int, int]) -> None:
    lab = open_lab(bench, viewport=viewport, dark=dark)
    lab.page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    for stage in stages(lab):
        found: list[Any] = lab.page.evaluate(AXE)
        assert json.dumps(found) == "[]", stage


def test_what_lies_where_is_not_told_by_colour_alone(bench: Bench) -> None:
    lab = open_lab(bench)
    expect(lab.board("six of clubs").locator(".sv-at")).to_have_attribute("data-sign", "table")
    expect(lab.board("five of clubs").locator(".sv-at")).to_have_attribute("data-sign", "You")
    lab.press("Not in play")
    lab.put("ace of spades")
    expect(lab.board("ace of spades").locator(".sv-at")).to_have_attribute("data-sign", "out")
