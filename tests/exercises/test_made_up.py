"""Exercises made up: sound, never alike, and new ones for as long as they are asked for."""

from __future__ import annotations

import json

import pytest

from sevens_kernel import problems
from sevens_widgets.asking import Asking
from sevens_widgets.generated import MAKERS, likeness, more
from sevens_widgets.kinds import KINDS
from tests.exercises.asked import SETS
from tests.exercises.by_moves import expected
from tests.exercises.test_answers import (
    test_a_wrong_answer_is_explained_without_naming_the_right_one as wrong_answers_are_explained,
)
from tests.exercises.test_answers import (
    test_the_hints_lead_step_by_step_to_an_accepted_answer as hints_lead_to_an_answer,
)


@pytest.mark.parametrize("kind", MAKERS)
def test_exercises_made_up_are_never_alike_and_the_same_for_a_seed(kind: str) -> None:
    made = list(more([kind], 25, seed=7))
    assert len({likeness(each) for each in made}) == len(made)
    assert len(made) >= 20
    again = list(more([kind], 25, seed=7))
    assert [each.payload() for each in again] == [each.payload() for each in made]
    other = list(more([kind], 25, seed=8))
    assert [likeness(each) for each in other] != [likeness(each) for each in made]
    later = list(more([kind], 25, seed=7, asked=made[:3]))
    assert not {likeness(each) for each in later} & {likeness(each) for each in made[:3]}


@pytest.mark.parametrize("kind", MAKERS)
def test_of_many_made_up_every_one_is_sound_and_its_hints_lead_to_an_answer(kind: str) -> None:
    made = list(more([kind], 12 if kind == "wins" else 120, seed=99))
    assert len(made) > (10 if kind == "wins" else 30)
    for one in made:
        assert problems(one.state) == ()
        assert set(one.right) == expected(one)
        hints_lead_to_an_answer(one)
        wrong_answers_are_explained(one)


def test_what_is_asked_for_from_the_page_never_comes_twice() -> None:
    asked = next(each for each in SETS if each.name == "3_passing")
    asking = Asking(asked, ahead=6, seed=1, fresh=4)
    seen = [each["id"] for each in asking.payload()["made"]]
    drawn = [
        json.dumps(each["scene"], sort_keys=True) + each["prompt"]
        for each in asking.payload()["made"]
    ]
    kinds: list[object] = [None, "waits", "waits", "pass", "nonsense", 7, {"a": []}, "costs", None]
    for kind in kinds:
        asking.act({"type": "more", "kind": kind})
        batch = asking.payload()["made"]
        assert batch
        if isinstance(kind, str) and kind in KINDS:
            assert {each["kind"] for each in batch} == {kind}
        seen += [each["id"] for each in batch]
        drawn += [json.dumps(each["scene"], sort_keys=True) + each["prompt"] for each in batch]
    assert len(set(seen)) == len(seen)
    assert len(set(drawn)) == len(drawn)
    before = asking.payload()
    for act in ({}, {"type": "play", "card": "7d"}, {"type": ["more"]}, {"kind": "pass"}):
        asking.act(act)
        assert asking.payload() == before
    assert before["exercises"] == asked.payload()["exercises"], "those of the lesson stay"


def test_when_all_of_a_kind_have_been_asked_others_are_asked() -> None:
    asked = next(each for each in SETS if each.name == "1_deal")
    asking = Asking(asked, fresh=4)
    kinds: list[set[str]] = []
    for _ in range(12):
        asking.act({"type": "more", "kind": "cuts"})
        kinds.append({each["kind"] for each in asking.payload()["made"]})
    assert kinds[0] == {"cuts"}
    assert all(kinds)
    assert kinds[-1] != {"cuts"}


def test_whoever_comes_back_meets_the_same_exercises_ahead_and_new_ones_on_wish() -> None:
    asked = next(each for each in SETS if each.name == "2_extending_rows")
    one, other = Asking(asked, ahead=3), Asking(asked, ahead=3)
    assert one.payload()["made"] == other.payload()["made"]
    for each in (one, other):
        each.act({"type": "more", "kind": "pick"})
    assert one.payload()["made"] != other.payload()["made"]
