"""The exercises of a lesson together: enough of them, from easy to hard, and of every kind."""

from __future__ import annotations

import re

from sevens_widgets.exercise import ExerciseSet, parse
from sevens_widgets.generated import MAKERS
from sevens_widgets.kinds import ABOUT_A_CARD, KINDS
from tests.exercises.asked import ALL_KINDS, EACH_SET, FOLDER


@EACH_SET
def test_a_lesson_has_enough_exercises_and_no_answer_is_always_right(asked: ExerciseSet) -> None:
    assert len(asked.exercises) >= 12
    for kind in {each.kind for each in asked.exercises}:
        some = [each for each in asked.exercises if each.kind == kind]
        if some[0].mode == "choose" and kind not in ("order", "sorted") and len(some) > 1:
            assert len({each.right for each in some}) > 1, kind
    picks = [each for each in asked.exercises if each.kind == "pick"]
    assert all(len(each.right) < len(each.state.hands[0]) for each in picks[:1])


@EACH_SET
def test_the_questions_of_a_kind_grow_harder(asked: ExerciseSet) -> None:
    for kind in {"fits", "pick", "pass", "waits", "order", "wins", "points"}:
        cards = [
            len(each.state.hands[0])
            + (each.state.table.size if kind not in ("wins", "points") else 0)
            for each in asked.exercises
            if each.kind == kind
        ]
        half = len(cards) // 2
        if half:
            assert sum(cards[:half]) / half <= sum(cards[-half:]) / half


def test_every_kind_is_asked_in_a_lesson_or_made_up() -> None:
    assert {each.kind for each in ALL_KINDS} == set(KINDS)


def test_the_page_on_writing_exercises_names_every_kind_and_gives_one_that_works() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z ]+)` \| [^|]+ \| (yes)? ?\|$", page, re.MULTILINE)
    assert [kind for kind, _ in rows] == list(KINDS)
    assert {kind for kind, card in rows if card} == ABOUT_A_CARD
    assert set(MAKERS) == set(KINDS), "every kind can be made up"
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert parse("example", example).exercises[0].right == ("pass",)
