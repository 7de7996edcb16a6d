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
    learner, teacher = open_page(), open_page()
    teacher.goto(board_of(school))
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
    shot(teacher, "board", full_page=True)
    teacher.get_by_role("button", name="Forget all results").click()
    expect(teacher.get_by_text("1 learner has sent a result.")).to_have_count(0)


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
