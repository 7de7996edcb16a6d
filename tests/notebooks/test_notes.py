"""The notes for teachers on one page: all of them, with the answers that the game works out."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from classroom.lessons import lessons
from classroom.notes import main, notes_of, page
from sevens_widgets.exercise import load

FOLDER = Path(__file__).parents[2] / "notebooks"
TEXT = html.unescape(re.sub(r"<[^>]+>", "", page(FOLDER)))


@pytest.mark.parametrize("file", [one.file for one in lessons(FOLDER) if one.file[0].isdigit()])
def test_a_lesson_has_its_notes_its_questions_and_their_answers(file: str) -> None:
    assert "Notes for teachers" in notes_of(FOLDER / file)
    for line in re.findall(r"^- \*\*(.+?):\*\*", notes_of(FOLDER / file), re.MULTILINE):
        assert f"{line}:" in TEXT
    for one in load(file.removesuffix(".ipynb")).exercises:
        assert one.prompt in TEXT
        for each in one.question.answers:
            if each.right:
                assert each.text in TEXT.partition(one.prompt)[2][:400]
                assert each.why in TEXT


def test_house_rules_and_your_own_player_have_notes_too() -> None:
    for name in ("house_rules", "your_own_player"):
        told = notes_of(FOLDER / f"{name}.ipynb")
        for part in ("Aim", "Minutes", "Talking point", "Answers"):
            assert f"**{part}:**" in told, name


def test_the_page_is_written_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new" / "notes.html"
    assert main([str(FOLDER), str(target)]) == 0
    assert target.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert str(target) in capsys.readouterr().out
    assert "http" not in target.read_text("utf-8"), "it needs no other host"


def test_a_faulty_exercise_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "1_some.ipynb").write_text(json.dumps({"cells": []}), "utf-8")
    (tmp_path / "exercises" / "1_some.toml").write_text('title = "Fit?"', "utf-8")
    assert main([str(tmp_path), str(tmp_path / "notes.html")]) == 1
    assert "has no exercises" in capsys.readouterr().err
    assert not (tmp_path / "notes.html").exists()
