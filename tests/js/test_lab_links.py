"""What is taken out of the lab and brought back: links, files, what the browser keeps."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from sevens_kernel.notation import parse_position
from sevens_widgets.lab import Lab
from tests.js.conftest import Bench
from tests.js.harness import ADDRESS, mount
from tests.js.labs import FIVE, LabPage, open_lab

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
    assert lab.said.startswith("Line 4: move 3: K♠ does not fit yet.")
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
