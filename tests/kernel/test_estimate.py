"""Estimated chances: right where the truth can be counted, fair, the same for the same chance, honest about doubt."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel import (
    PASS,
    Rules,
    SevensError,
    State,
    apply,
    deal,
    lay,
    legal,
    parse_position,
    view,
)
from sevens_kernel.cards import Card
from sevens_kernel.deal import sort_hand
from sevens_kernel.deduce import sample
from sevens_kernel.estimate import Trials, estimate, outlook, share_interval, trials
from sevens_kernel.play import play_until
from sevens_kernel.players.priority import Priority
from tests.properties.strategies import moments

SMALL = (
    "clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠; rules classic:3",
    "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3",
    "clubs A-K, diamonds A-K, hearts 4-J, spades 4-K; you 2♥ 3♠ Q♥; robin A♠ K♥; alex 3♥ 2♠ A♥; rules classic:3",
)


def every_way(state: State) -> list[State]:
    """Give the state with the hidden cards of seats 1 and 2 lying in every way that their numbers allow."""
    hidden = [card for hand in state.hands[1:] for card in hand]
    first = len(state.hands[1])
    found = {(frozenset(order[:first]), frozenset(order[first:])) for order in permutations(hidden)}
    hands = [
        (state.hands[0], *(sort_hand(state.rules, tuple(cards)) for cards in each))
        for each in sorted(found, key=lambda pair: sorted(pair[0]))
    ]
    return [replace(state, hands=each) for each in hands]


@pytest.mark.parametrize("text", SMALL)
def test_where_all_ways_can_be_counted_the_estimate_comes_near_the_truth(text: str) -> None:
    """Every way that the hidden cards can lie is played out by views and slowly; the estimate draws among them."""
    state = parse_position(text)
    worlds = every_way(state)
    four = dict.fromkeys(range(3), Priority())
    for choice in estimate(view(state, 0), Random(5), deals=2000):
        ends = [play_until(apply(world, choice.move), four, 1).out == 0 for world in worlds]
        truth = float(Fraction(sum(ends), len(ends)))
        assert choice.chance == pytest.approx(truth, abs=0.05)  # more than four standard deviations
        assert choice.low <= choice.chance <= choice.high


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    state = parse_position(SMALL[0])
    truth = {each.move: each.chance for each in estimate(view(state, 0), Random(0), 20_000)}
    right = [
        choice.low <= truth[choice.move] <= choice.high
        for seed in range(100)
        for choice in estimate(view(state, 0), Random(seed), 60)
    ]
    assert 0.88 <= sum(right) / len(right) <= 1


def test_a_pass_earlier_is_taken_into_account() -> None:
    """Robin's one card could be K♥, which wins at once; a pass with K♥ open proves that it is not."""
    state = parse_position(
        "clubs A-K, diamonds A-Q, hearts A-Q, spades 3-J; you Q♠ 2♠; robin K♠; alex K♦ K♥ A♠; "
        "turn robin; rules classic:3"
    )
    told = apply(apply(state, PASS), lay(Card("Kd")))
    untold = replace(told, history=())
    for choice in estimate(view(told, 0), Random(1), 1000):
        assert choice.chance == pytest.approx(1 / 2, abs=0.07)
    for choice in estimate(view(untold, 0), Random(1), 1000):
        assert choice.chance == pytest.approx(1 / 3, abs=0.07)


@settings(max_examples=25, deadline=None)
@given(moments(), st.integers(0, 1000))
def test_every_legal_move_is_weighed_and_the_same_chance_gives_the_same_answer(
    state: State, seed: int
) -> None:
    if state.out is not None:
        return
    seen = view(state, state.turn)
    found = estimate(seen, Random(seed), deals=5)
    assert {each.move for each in found} == set(legal(seen))
    assert found == estimate(seen, Random(seed), deals=5)
    assert all(0 <= each.low <= each.chance <= each.high <= 1 for each in found)
    assert [each.chance for each in found] == sorted((e.chance for e in found), reverse=True)


@settings(max_examples=25, deadline=None)
@given(moments(), st.integers(0, 1000))
def test_nothing_depends_on_where_the_hidden_cards_truly_lie(state: State, seed: int) -> None:
    if state.out is not None:
        return
    seen = view(state, state.turn)
    otherwise = view(replace(state, hands=sample(seen, Random(seed))), state.turn)
    assert estimate(seen, Random(1), deals=5) == estimate(otherwise, Random(1), deals=5)


def test_a_move_that_wins_at_once_always_wins() -> None:
    seen = view(parse_position("clubs 7-9, hearts 7; you 10♣"), 0)
    (only,) = estimate(seen, Random(1), deals=20)
    assert (only.chance, only.high) == (1, 1)
    assert 0.8 < only.low < 1


def test_the_better_of_two_moves_is_measured_on_the_same_hands() -> None:
    moves = (lay(Card("7c")), lay(Card("7d")))
    same = Trials(moves, ((True, False) * 50, (True, False) * 50))
    mean, low, high = same.lead(*moves)
    assert mean == 0
    assert -0.05 < low < 0 < high < 0.05
    apart = Trials(moves, ((True, True) * 50, (True, False) * 50))
    mean, low, high = apart.lead(*moves)
    assert mean == 0.5
    assert 0.35 < low < mean < high < 0.65
    assert apart.lead(*moves[::-1])[0] == -0.5
    assert apart.lead(*moves, 2.6)[1] < low


@pytest.mark.parametrize(("won", "tried"), [(0, 10), (5, 10), (10, 10), (1, 1), (199, 200)])
def test_an_interval_lies_around_its_share(won: int, tried: int) -> None:
    low, high = share_interval(won, tried)
    assert 0 <= low <= won / tried <= high <= 1
    assert low < high


def test_what_cannot_be_estimated_is_refused() -> None:
    start = deal(Rules(), 1)
    seen = view(start, start.turn)
    with pytest.raises(SevensError, match="It is the turn of seat 4, not of seat 1"):
        estimate(view(start, 0), Random(1))
    with pytest.raises(SevensError, match="whole number from 1 to 100000"):
        estimate(seen, Random(1), deals=0)
    over = play_until(start, dict.fromkeys(range(4), Priority()), 1)
    with pytest.raises(SevensError, match="The deal is over"):
        estimate(view(over, over.turn), Random(1))
    with pytest.raises(SevensError, match="not all of its cards are known"):
        estimate(view(parse_position("clubs 7; you ?13"), 0), Random(1))
    with pytest.raises(SevensError, match="8♦ was not tried: the moves are 7♦"):
        trials(seen, Random(1), 3).choice(lay(Card("8d")))


@pytest.mark.parametrize("text", SMALL)
def test_the_outlook_of_any_seat_comes_near_what_counting_all_ways_gives(text: str) -> None:
    state = parse_position(text)
    three = dict.fromkeys(range(3), Priority())
    for turn in range(3):
        ends = [play_until(replace(w, turn=turn), three, 1).out == 0 for w in every_way(state)]
        chance, low, high = outlook(view(replace(state, turn=turn), 0), Random(3), 2000)
        assert chance == pytest.approx(sum(ends) / len(ends), abs=0.05)
        assert low <= chance <= high
