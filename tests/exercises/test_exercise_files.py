"""The files of exercises: a fault is named, and a file beside the notebook wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from sevens_widgets import exercise
from sevens_widgets.exercise import ExerciseError, load, parse

GOOD = """title = "Fit?"
[[exercise]]
id = "one"
kind = "fits"
position = "hearts 5-8; you 9♥"
card = "9♥"
prompt = "Would it fit?"
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Fit?"', "", 'no title: begin it with a line title = "…"'),
        ("[[exercise]]", "[exercise]", "write each under a line [[exercise]]"),
        ("[[exercise]]", "[[exercise", "not readable as TOML"),
        ('title = "Fit?"', 'title = "Fit?"\nauthor = "me"', "“author”, which means nothing"),
        (
            'id = "one"',
            'id = "one"\nanswer = "yes"',
            "“answer”, which means nothing: it may have card",
        ),
        ('id = "one"', "", 'exercise 1 has no id: write id = "…"'),
        ('prompt = "Would it fit?"', "prompt = 5", "has no prompt"),
        ('kind = "fits"', 'kind = "guess"', "“guess”: the kinds are fits, pick, waits"),
        ("hearts 5-8; you 9♥", "herts 5-8; you 9♥", "(“one”): "),
        ("hearts 5-8; you 9♥", "hearts 5-8; you 8♥", "8♥ is there twice"),
        ("hearts 5-8; you 9♥", "hearts 5-8", "begin your hand with “you”"),
        ("hearts 5-8; you 9♥", "hearts 5-8; you 9♥; turn robin", "begin your hand with “you”"),
        ('card = "9♥"', "", "has no card"),
        ('card = "9♥"', 'card = "1x"', "“1x” is not a card"),
        ('kind = "fits"', 'kind = "pick"', "leave the card out"),
        (
            'kind = "fits"\nposition = "hearts 5-8; you 9♥"\ncard = "9♥"',
            'kind = "pick"\nposition = "hearts 5-8; you 10♥"',
            "but none of the hand does",
        ),
    ],
)
def test_a_fault_in_a_file_is_named(old: str, new: str, said: str) -> None:
    assert parse("good", GOOD).exercises
    assert old in GOOD
    with pytest.raises(ExerciseError) as caught:
        parse("faulty", GOOD.replace(old, new))
    assert said in str(caught.value)
    assert "faulty.toml" in str(caught.value)


def test_two_exercises_with_one_id_are_refused() -> None:
    with pytest.raises(ExerciseError, match="the id “one” twice"):
        parse("twins", GOOD + GOOD.partition("\n")[2])


@pytest.mark.parametrize(
    "name", ["nothing", "", "../../etc/passwd", "2_extending_rows.toml", 7, "x" * 500]
)
def test_a_name_without_a_file_is_answered_with_those_there_are(name: object) -> None:
    with pytest.raises(ExerciseError, match=r"names no exercises: there are .*2_extending_rows"):
        load(name)  # type: ignore[arg-type]


def test_a_file_beside_the_notebook_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "2_extending_rows.toml").write_text(GOOD, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("2_extending_rows").title == "Fit?"
    assert exercise.folders()[0] == Path("exercises")
