"""The answers of every exercise: those of the game, each with its reason, and hints that lead to one."""

from __future__ import annotations

import re

from sevens_kernel import Card, explain, problems
from sevens_widgets.exercise import Exercise
from tests.exercises.asked import ANY, SIGNS
from tests.exercises.by_moves import expected


@ANY
def test_the_position_can_occur(one: Exercise) -> None:
    assert problems(one.state) == ()


@ANY
def test_the_answers_are_those_of_the_game(one: Exercise) -> None:
    assert set(one.right) == expected(one)
    drawn = one.payload()
    if one.mode == "choose":
        right = [choice["key"] for choice in drawn["choices"] if choice["right"]]
        keys = [choice["key"] for choice in drawn["choices"]]
        assert len(set(keys)) == len(keys) > len(right) > 0
        assert all(choice["why"][-1] in ".?" and choice["text"] for choice in drawn["choices"])
    else:
        right = [key for key, said in drawn["verdicts"].items() if said["fits"]]
        assert set(drawn["verdicts"]) == {card["key"] for card in drawn["scene"]["hand"]}
        assert all(said["why"].endswith(".") for said in drawn["verdicts"].values())
        assert len(drawn["verdicts"]) > len(right) > 0
    assert tuple(right) == one.right


@ANY
def test_the_reason_for_a_card_is_the_verdict_of_the_rules(one: Exercise) -> None:
    if one.kind in ("fits", "waits", "order"):
        assert one.card
        said = {each.why for each in one.question.answers if each.right or one.kind == "fits"}
        assert said == {explain(one.state, one.card).sentence}
    elif one.kind == "pick":
        for each in one.question.answers:
            assert each.why == explain(one.state, Card(each.key)).sentence


EITHER_OR = ("fits", "pass", "true pass", "over")  # a wrong answer leaves only the other one


@ANY
def test_a_wrong_answer_is_explained_without_naming_the_right_one(one: Exercise) -> None:
    """RULES, "What an answer must say", and a second try that is worth something."""
    answers = one.question.answers
    if one.kind in EITHER_OR:
        assert len(answers) == 2
        return
    if one.mode == "pick":
        return  # each card has its own verdict, tested above
    assert len(answers) > 2 or one.kind in ("order", "sorted")
    right = [each for each in answers if each.right]
    for each in answers:
        if each.right:
            continue
        assert each.why not in {other.why for other in right}
        said = f" {each.why} ".replace("?", " ").replace(".", " ").replace(",", " ")
        asked = {each.text, str(one.card), one.prompt}
        told = [
            other.text
            for other in right
            if f" {other.text} " in said and not any(other.text in words for words in asked)
        ]
        assert told == [], each.why


@ANY
def test_the_hints_lead_step_by_step_to_an_accepted_answer(one: Exercise) -> None:
    first, _, last = one.hints()
    assert not SIGNS.search(first), "the first hint names no card"
    assert len(set(one.hints())) == 3
    if one.mode == "pick":
        assert Card(SIGNS.findall(last)[0]).code in one.right
        return
    said = re.search(r"So the answer is: (.*)\.$", last)
    assert said
    texts = {each.text.lower(): each.right for each in one.question.answers}
    assert texts[said[1].lower()]
