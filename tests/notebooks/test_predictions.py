"""What a lesson asks a learner to find or to guess is told nowhere else on its page."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from sevens_kernel.errors import SevensError
from sevens_kernel.notation import parse_position
from sevens_kernel.reading import parse_start
from sevens_kernel.state import State, legal
from sevens_widgets.exercise import load

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(FOLDER.glob("[0-9]*.ipynb"))
LESSON = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])

#: What makes two positions the same question: the rows and the cards that are known.
Likeness = tuple[str, tuple[tuple[str, ...], ...]]


def likeness(state: State) -> Likeness:
    """Give what two positions share where one answers the other's question."""
    return str(state.table), tuple(tuple(map(str, hand)) for hand in state.hands)


def written(path: Path) -> list[Likeness]:
    """Give each position that a lesson's code writes out, with at least one card to ask about."""
    found = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        for node in ast.walk(ast.parse("".join(cell["source"]))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                try:
                    state = parse_start(node.value.split("|")[0])[0]
                except SevensError:
                    continue  # a name, or a piece of a text with a number to be put in
                if any(state.hands):
                    found.append(likeness(state))
    return found


@LESSON
def test_no_position_of_a_lesson_is_shown_twice(path: Path) -> None:
    """Where one table marks the cards that fit, another asks for them."""
    shown = written(path)
    assert path.stem == "1_deal" or len(shown) >= 4
    assert [each for each, times in Counter(shown).items() if times > 1] == []


@LESSON
def test_no_exercise_asks_about_a_position_that_the_lesson_has_explained(path: Path) -> None:
    shown = set(written(path))
    asked = load(path.stem).exercises
    assert [
        one.prompt
        for one in asked
        if any(one.question.state.hands) and likeness(one.question.state) in shown
    ] == []


def test_who_opens_a_deal_to_be_guessed_is_not_told_by_another_table() -> None:
    """The tables of the lesson on the deal mark whose turn it is, and so who opens."""
    hands: dict[str, list[Likeness]] = {"deal_out": [], "show": []}
    for cell in json.loads((FOLDER / "1_deal.ipynb").read_text("utf-8"))["cells"]:
        called = re.search(r"^(deal_out|show)\(", "".join(cell["source"]), re.MULTILINE)
        if cell["cell_type"] == "code" and called:
            (output,) = cell["outputs"]
            line = "".join(output["data"]["text/plain"]).splitlines()[-1]
            hands[called[1]].append(likeness(parse_position(line)))
    assert len(hands["deal_out"]) == 2
    assert len(hands["show"]) >= 3
    assert not set(hands["deal_out"]) & set(hands["show"])


@LESSON
def test_the_first_hint_does_not_leave_a_single_card(path: Path) -> None:
    """Where several cards fit and one is asked for, naming its row would often name the card."""
    looked = 0
    for one in load(path.stem).exercises:
        question = one.question
        fit = [move.card for move in legal(question.state) if move.card]
        right = [each for each in question.answers if each.right]
        if question.mode != "pick" or len(right) != 1 or len(fit) < 2:
            continue
        looked += 1
        named = [card for card in fit if card.suit.value in question.hints[0]]
        assert len(named) != 1, one.prompt
    assert looked or path.stem not in ("4_finishing", "5_strategy")
