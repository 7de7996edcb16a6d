"""What a page is sent of a quiz: the questions without their answers, and nothing that is hidden."""

from __future__ import annotations

import json
import re

from sevens_kernel import Card
from sevens_kernel.words import NAMES
from sevens_widgets.exercise import Exercise, ExerciseSet
from sevens_widgets.generated import more
from tests.exercises.asked import ANY, EACH_SET, SETS, SIGNS


@ANY
def test_who_is_named_in_the_question_is_whom_it_is_about(one: Exercise) -> None:
    if one.kind in ("first", "cuts"):
        dealer = NAMES[one.state.dealer]
        assert f"{dealer} deal" in one.prompt or f"{dealer} has" in one.prompt
    if one.kind in ("true pass", "costs", "catches", "follows"):
        named = "your turn" if one.state.turn == 0 else NAMES[one.state.turn]
        assert named in one.prompt or NAMES[one.state.turn] in one.prompt
    if one.kind == "size":
        assert re.search(rf"(do|does) {NAMES[one.seat or 0]} get", one.prompt, re.IGNORECASE)
    if one.card:
        assert str(one.card) in one.prompt


@ANY
def test_no_hidden_card_is_sent(one: Exercise) -> None:
    """A page may know your cards, the table, what the question lays open, and the card asked about; nothing else."""
    open_kinds = ("wins", "true pass", "costs", "catches", "opens")
    hidden = {
        card
        for seat, hand in enumerate(one.state.hands)
        if seat
        and not (one.kind in open_kinds and one.question.notes.get(seat, "").startswith("holds"))
        for card in hand
    }
    drawn = one.payload()
    shown = " ".join(seat["last"] for seat in drawn["scene"]["seats"])
    assert not {Card(sign) for sign in SIGNS.findall(shown)} & hidden
    assert not {Card(card["card"]) for card in drawn["scene"]["hand"]} & hidden


@ANY
def test_the_question_does_not_show_its_answer(one: Exercise) -> None:
    drawn = one.payload()
    assert all(
        card["fits"] is None and card["label"] == card["name"] for card in drawn["scene"]["hand"]
    )
    assert all(row["note"] == "" for row in drawn["scene"]["rows"])
    assert not any(cell.get("next") for row in drawn["scene"]["rows"] for cell in row["cells"])


@ANY
def test_the_question_ends_as_a_question_or_a_request(one: Exercise) -> None:
    assert one.prompt[-1] in "?."
    assert len(one.prompt.split()) <= 40


def test_the_whole_quiz_is_sent_at_once() -> None:
    for asked in SETS:
        drawn = asked.payload()
        assert (drawn["kind"], drawn["id"], drawn["title"]) == ("quiz", asked.name, asked.title)
        assert [each["id"] for each in drawn["exercises"]] == [each.id for each in asked.exercises]


@EACH_SET
def test_a_quiz_with_more_exercises_is_not_too_much_for_a_page(asked: ExerciseSet) -> None:
    kinds = tuple(dict.fromkeys(each.kind for each in asked.exercises))
    made = [each.payload() for each in more(kinds, 12, 1, asked.exercises)]
    size = len(json.dumps([asked.payload(), made], ensure_ascii=False).encode())
    assert len(made) == 12
    assert size < 150_000
