"""Positions in the words people write: read back as the same position, and without what goes without saying."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel.acting import apply, catch_false_pass
from sevens_kernel.deal import deal
from sevens_kernel.keyword_line import keyword_line
from sevens_kernel.notation import parse_position
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.view import view

ALL_RULES = [each.rules() for each in rulesets()]


@given(st.sampled_from(ALL_RULES), st.integers(0, 9999), st.integers(0, 80), st.data())
def test_it_is_read_back_as_the_same_position(
    rules: Rules, number: int, plies: int, data: st.DataObject
) -> None:
    state = deal(rules, number)
    last = play_until(state, dict.fromkeys(range(state.rules.players), player("random")), number)
    for act in last.history[:plies]:
        state = catch_false_pass(state) if act.false else apply(state, act.move, act.seat)
    hidden = data.draw(st.sets(st.integers(0, state.rules.players - 1)))
    hands = tuple(() if seat in hidden else hand for seat, hand in enumerate(state.hands))
    unknown = tuple(len(hand) if seat in hidden else 0 for seat, hand in enumerate(state.hands))
    shown = replace(state, hands=hands, unknown=unknown, history=())
    assert parse_position(keyword_line(shown)) == shown


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠", "clubs 6-8, hearts 7; you 5♣ 10♣ 9♥ 7♠"),
        ("school:4 6-8/-/7/- ?4/?15/?15/?14 turn=2", "clubs 6-8, hearts 7; you ?4; turn robin"),
        ("hearts 7 9; you 9♥ 2♣", "hearts 7 9; you 2♣ 9♥"),
        ("two-packs:6 -/7.7/-/-", "rules two-packs:6; diamonds 7 7"),
        ("french-domino:4 -/-/T/- start=10", "rules french-domino:4; hearts 10; start 10"),
        ("rules school:4", "you ?13"),
    ],
)
def test_what_goes_without_saying_is_left_out(text: str, line: str) -> None:
    state = parse_position(text)
    assert keyword_line(state) == line
    assert parse_position(line) == state


def test_it_tells_no_more_than_the_position_does() -> None:
    state = deal(ALL_RULES[0], 1)
    seen = view(state, 1)
    hidden = replace(state, hands=((), seen.hand, (), ()), unknown=(13, 0, 13, 13))
    line = keyword_line(hidden)
    assert line.startswith("robin ")
    assert "alex" not in line
