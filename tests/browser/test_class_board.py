"""The class board in Chromium: a learner sends a result; the teacher, who has the code, sees the counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.servers import Server

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def school(
    start_server: Callable[..., Server], notebooks: Path, tmp_path_factory: pytest.TempPathFactory
) -> Server:
    """A course with a class board."""
    file = tmp_path_factory.mktemp("board") / "class.sqlite"
    return start_server("serve", notebooks, "--board", str(file))


def board_of(server: Server) -> str:
    """Find the board's address as a teacher does, on the screen on which the course was started."""
    found = re.search(r"Class board, for the teacher: (\S+)", server.log.read_text("utf-8"))
    assert found
    return found.group(1)


def answer_one(page: Page, server: Server) -> None:
    """Answer the first exercise of a lesson, rightly or wrongly, and go to the result."""
    page.goto(f"{server.url}voila/render/2_extending_rows.ipynb")
    quiz = page.locator(".sv-quiz")
    quiz.get_by_role("group", name="Answers").get_by_role("button").first.click()
    expect(quiz.locator(".sv-status")).to_have_text(re.compile("^[✓✗]"))
    finish = quiz.get_by_role("button", name="Finish")
    while not finish.is_visible():
        quiz.get_by_role("button", name="Next", exact=True).click()
    finish.click()


def test_the_printed_address_opens_the_board_where_visitors_are_asked_for_a_word(
    open_page: OpenPage,
    start_server: Callable[..., Server],
    notebooks: Path,
    tmp_path: Path,
) -> None:
    options = ("--board", str(tmp_path / "class.sqlite"), "--token", "clover")
    teacher = open_page()
    teacher.goto(board_of(start_server("serve", notebooks, *options)))
    expect(teacher.get_by_text("Nobody has sent a result yet.").first).to_be_visible()


def test_a_learner_sends_a_result_and_the_teacher_sees_it(
    open_page: OpenPage, school: Server, shot: Callable[..., Path]
) -> None:
    # The board needs no JavaScript.
    learner, teacher = open_page(), open_page(java_script_enabled=False)
    teacher.goto(board_of(school))
    expect(teacher.get_by_role("listitem").filter(has_text="Extending rows")).to_be_visible()
    expect(teacher.get_by_text("Nobody has sent a result yet.").first).to_be_visible()
    answer_one(learner, school)
    for _ in range(2):  # the second replaces the first
        with learner.expect_response(
            "**/class/results"
        ):  # the words of the first still stand there
            learner.get_by_role("button", name="Send the result to the class board").click()
        expect(learner.get_by_text("Sent to the class board, without a name.")).to_be_visible()
    teacher.reload()
    expect(teacher.get_by_text("1 learner has sent a result.")).to_be_visible()
    expect(teacher.get_by_role("cell", name=re.compile("^[01] of 1"))).to_have_count(1)
    first, *_ = teacher.get_by_role("heading", level=2).all_inner_texts()
    assert first == "Extending rows", "a lesson with results stands first, by the lesson's name"
    shot(teacher, "board", full_page=True)
    read_on_a_phone(open_page(viewport=(360, 640)), school, shot)
    forget = teacher.get_by_text("Forget all results")
    forget.click()
    expect(teacher.get_by_role("button", name="Yes, forget them all")).to_be_visible()
    teacher.reload()
    expect(teacher.get_by_text("1 learner has sent a result.")).to_be_visible()
    expect(teacher.get_by_role("button", name="Yes, forget them all")).to_be_hidden()
    code = board_of(school).partition("?code=")[2]
    foreign = teacher.request.post(f"{school.url}class", form={"code": code})
    assert foreign.status == 403, "a form of another site does not have the page's own number"
    teacher.reload()
    expect(teacher.get_by_text("1 learner has sent a result.")).to_be_visible()
    forget.click()
    teacher.get_by_role("button", name="Yes, forget them all").click()
    expect(teacher.get_by_text("1 learner has sent a result.")).to_have_count(0)
    expect(teacher.get_by_role("listitem").filter(has_text="Extending rows")).to_be_visible()


def read_on_a_phone(phone: Page, server: Server, shot: Callable[..., Path]) -> None:
    """See that each question has the width of the screen, and each count says what it counts."""
    phone.goto(board_of(server))
    question = phone.get_by_role("rowheader").first
    expect(question).to_be_visible()
    box, row = question.bounding_box(), phone.get_by_role("row").nth(1)
    assert box
    assert box["width"] > 0.8 * 360
    expect(row.get_by_text("At first try")).to_be_visible()
    expect(row.get_by_text("Still open")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    shot(phone, "board-phone", full_page=True)


@pytest.mark.allow_console("404")
def test_without_the_code_there_is_no_board(page: Page, school: Server) -> None:
    for wrong in ("", "?code=", "?code=00000000"):
        page.goto(f"{school.url}class{wrong}")
        expect(page.get_by_role("heading", name="Class board")).to_have_count(0)
        expect(page.get_by_role("link", name="Back to the course")).to_be_visible()


def test_without_a_board_nothing_is_offered(page: Page, voila_url: str) -> None:
    answer_one(page, Server(voila_url, None, Path()))  # type: ignore[arg-type]
    expect(page.get_by_role("button", name="Copy the result")).to_be_visible()
    expect(page.get_by_role("button", name="Send the result to the class board")).to_have_count(0)
