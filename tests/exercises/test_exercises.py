"""Every exercise of every lesson: sound, answered by the engine, and hinted at step by step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sevens_kernel import Card, Move, explain, fitting, problems, why_not
from sevens_widgets import exercise
from sevens_widgets.exercise import Exercise, ExerciseError, ExerciseSet, load, parse

FOLDER = Path(__file__).parents[2] / "notebooks" / "exercises"
SETS: list[ExerciseSet] = [load(path.stem) for path in sorted(FOLDER.glob("*.toml"))]
ALL: list[Exercise] = [each for asked in SETS for each in asked.exercises]
EACH = pytest.mark.parametrize("one", ALL, ids=[each.id for each in ALL])
SIGNS = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


@pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
def test_a_lesson_has_enough_exercises_of_both_answers(asked: ExerciseSet) -> None:
    assert len(asked.exercises) >= 12
    fits = [each for each in asked.exercises if each.kind == "fits"]
    assert {each.right for each in fits} == {("yes",), ("no",)}
    picks = [each for each in asked.exercises if each.kind == "pick"]
    assert any(len(each.right) < len(each.state.hands[0]) for each in picks)


@pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
def test_the_questions_grow_harder(asked: ExerciseSet) -> None:
    cards = [len(each.state.hands[0]) + each.state.table.size for each in asked.exercises]
    third = len(cards) // 3
    assert sum(cards[:third]) / third < sum(cards[-third:]) / third


@EACH
def test_the_position_can_occur(one: Exercise) -> None:
    assert problems(one.state) == ()


@EACH
def test_the_answers_are_those_of_the_rules(one: Exercise) -> None:
    drawn = one.payload()
    if one.card:
        right = [choice["key"] for choice in drawn["choices"] if choice["right"]]
        held = one.card in one.state.hands[0]
        lies = one.state.table.copies(one.card) > 0
        assert held or lies, "the card in question is in the hand or on the table"
        may_be_laid = held and why_not(one.state, Move(one.card)) is None
        assert right == (["yes"] if may_be_laid else ["no"])
        assert {choice["why"] for choice in drawn["choices"]} == {
            explain(one.state, one.card).sentence
        }
    else:
        right = [key for key, said in drawn["verdicts"].items() if said["fits"]]
        assert [Card(key) for key in right] == list(fitting(one.state))
        assert set(drawn["verdicts"]) == {card["key"] for card in drawn["scene"]["hand"]}
        for key, said in drawn["verdicts"].items():
            assert said["why"] == explain(one.state, Card(key)).sentence
    assert tuple(right) == one.right


@EACH
def test_the_hints_lead_from_the_row_to_an_accepted_answer(one: Exercise) -> None:
    row, ends, answer = one.hints()
    assert str(one.target.suit) in row
    assert not SIGNS.search(row), "the first hint names no card"
    assert str(one.target) not in ends, "the second hint does not name the card"
    card = Card(SIGNS.findall(answer)[0])
    if one.card:
        assert card is one.card
        said = "yes" if "the answer is: yes" in answer else "no"
        assert (said,) == one.right
    else:
        assert card.code in one.right


@EACH
def test_the_question_does_not_show_its_answer(one: Exercise) -> None:
    drawn = one.payload()
    assert all(
        card["fits"] is None and card["label"] == card["name"] for card in drawn["scene"]["hand"]
    )
    assert all(row["note"] == "" for row in drawn["scene"]["rows"])
    assert not any(cell.get("next") for row in drawn["scene"]["rows"] for cell in row["cells"])


@EACH
def test_the_question_ends_as_a_question_or_a_request(one: Exercise) -> None:
    assert one.prompt[-1] in "?."
    assert len(one.prompt.split()) <= 30


def test_the_whole_quiz_is_sent_at_once() -> None:
    for asked in SETS:
        drawn = asked.payload()
        assert (drawn["kind"], drawn["id"], drawn["title"]) == ("quiz", asked.name, asked.title)
        assert [each["id"] for each in drawn["exercises"]] == [each.id for each in asked.exercises]


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
        ('kind = "fits"', 'kind = "guess"', "“guess”: the kinds are fits, pick"),
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
