"""What holds under every rule set, in every deal, however it is played."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Move,
    Reason,
    Rules,
    State,
    apply,
    catch_false_pass,
    explain,
    fitting,
    free_starts,
    lay,
    legal,
    outcome,
    problems,
    verdict,
    view,
    why_not,
)
from sevens_kernel.cards import ALL_CARDS
from tests import oracle
from tests.positions import LONGEST, as_game, as_switches, same_as_oracle
from tests.properties.strategies import deals, games, moments

EVERY_MOVE: tuple[Move, ...] = (
    PASS,
    *map(lay, ALL_CARDS),
    *(Move(card, free=True) for card in ALL_CARDS),
)


@given(games())
def test_every_card_is_there_exactly_as_often_as_there_are_packs(states: list[State]) -> None:
    rules = states[0].rules
    for state in states:
        there = Counter(state.table.cards())
        for hand in state.hands:
            there.update(hand)
        assert there == Counter(rules.pack_cards)
        assert set(there.values()) == {rules.packs}


@given(games())
def test_chips_held_and_pool_are_constant(states: list[State]) -> None:
    rules = states[0].rules
    total = rules.chips_each * rules.players if rules.uses_chips else 0
    assert {sum(state.chips) + state.pool for state in states} == {total}


@given(games())
def test_never_as_many_passes_in_a_row_as_there_are_players(states: list[State]) -> None:
    in_a_row = longest = 0
    for act in states[-1].history:
        if not act.false:
            in_a_row = in_a_row + 1 if act.move.card is None else 0
        longest = max(longest, in_a_row)
    assert longest < states[0].rules.players


@given(games())
def test_a_deal_ends_with_exactly_one_seat_out(states: list[State]) -> None:
    rules, last = states[0].rules, states[-1]
    assert last.out is not None
    assert last.sizes.count(0) == 1
    assert last.sizes[last.out] == 0
    assert all(state.out is None and 0 not in state.sizes for state in states[:-1])
    turns = len(rules.pack_cards) * rules.players
    assert len(states) <= 2 * turns


@given(games())
def test_rows_never_have_gaps_and_a_played_position_has_no_fault(states: list[State]) -> None:
    for state in states:
        assert problems(state) == ()


@given(games())
def test_every_act_adds_one_entry_to_the_history_and_the_history_replays(
    states: list[State],
) -> None:
    state = states[0]
    for ply, expected in enumerate(states[1:], 1):
        act = states[-1].history[ply - 1]
        state = catch_false_pass(state) if act.false else apply(state, act.move, act.seat)
        assert state == expected
        assert state.ply == ply


@given(deals(), st.integers(0, 2**32))
def test_the_oracle_deals_and_plays_the_same_game(state: State, seed: int) -> None:
    """The oracle shuffles, deals, plays, catches and pays by itself, and agrees after every act."""
    chance = Random(seed)
    game = as_game(state)
    same_as_oracle(state, game)
    while state.out is None:
        assert state.ply < LONGEST
        assert [move.text for move in legal(state)] == _sorted(oracle.moves(game), state.rules)
        for seat in range(state.rules.players):
            free = [move.text for move in free_starts(state, seat)]
            assert free == _sorted(
                [f"+{card}" for card in oracle.out_of_turn(game, seat)], state.rules
            )
        if oracle.catchable(game) and chance.random() < 0.15:
            state, game = catch_false_pass(state), oracle.caught(game)
        else:
            seat, text = chance.choice(oracle.acts(game))
            state = apply(state, Move.parse(text), seat)
            game = oracle.act(game, seat, text, last_row=chance.random() < 0.5)
        same_as_oracle(state, game)
    ended = outcome(state)
    assert ended is not None
    assert list(ended.points) == oracle.points(game)
    assert oracle.acts(game) == []


def _sorted(moves: list[str], rules: Rules) -> list[str]:
    """Sort as a hand is sorted: by suit, then in the order of the row."""
    order = oracle.rank_order(as_switches(rules))

    def place(move: str) -> tuple[int, int]:
        card = move.removeprefix("+")
        return (-1, 0) if card == "-" else (oracle.SUITS.index(card[-1]), order.index(card[:-1]))

    return sorted(moves, key=place)


@given(deals(), st.integers(0, 10**9))
def test_the_oracle_deals_the_same_cards(state: State, number: int) -> None:
    from sevens_kernel import deal

    rules = state.rules
    cut = number % len(rules.pack_cards)
    same_as_oracle(
        deal(rules, number, state.dealer, cut),
        oracle.deal(as_switches(rules), number, state.dealer, cut),
    )


@given(moments())
def test_apply_accepts_exactly_what_is_legal(state: State) -> None:
    """Every card, a pass, and every card out of turn is tried for the seat on turn."""
    allowed = set(legal(state)) | set(free_starts(state, state.turn))
    for move in EVERY_MOVE:
        assert (why_not(state, move) is None) == (move in allowed)
        if move in allowed:
            assert apply(state, move) != state
        else:
            with pytest.raises(IllegalMove):
                apply(state, move)


@given(moments())
def test_another_seat_may_only_lay_a_start_out_of_turn(state: State) -> None:
    for seat in range(state.rules.players):
        if seat == state.turn:
            continue
        allowed = set(free_starts(state, seat))
        for move in EVERY_MOVE:
            assert (why_not(state, move, seat) is None) == (move in allowed)
            if move in allowed:
                assert apply(state, move, seat).turn in (state.turn, seat)
        with pytest.raises(IllegalMove):
            apply(state, PASS, seat)


@given(moments())
def test_a_refusal_is_a_sentence_and_names_the_right_cards(state: State) -> None:
    game = as_game(state)
    for move in EVERY_MOVE:
        refusal = why_not(state, move)
        if refusal is None:
            continue
        assert refusal.sentence.endswith(".")
        assert "\n" not in refusal.sentence
        if refusal.reason is Reason.MUST_PLAY:
            assert refusal.cards == fitting(state)
            assert all(str(card) in refusal.sentence for card in refusal.cards)
        elif refusal.reason in (Reason.WAITS, Reason.CLOSED) and move.card is not None:
            assert [card.code for card in refusal.cards] == oracle.missing(game, move.card.code)
            assert all(str(card) in refusal.sentence for card in refusal.cards)


@given(moments(), st.sampled_from(ALL_CARDS))
def test_a_verdict_fits_exactly_when_the_oracles_rows_take_the_card(
    state: State, card: Card
) -> None:
    game = as_game(state)
    found = verdict(state.table, card)
    assert found.fits == oracle.table_fits(game, card.code)
    assert [each.code for each in found.missing] == oracle.missing(game, card.code)
    assert (found.reason is Reason.ABSENT) == (card not in state.rules.pack_cards)
    assert found.sentence.startswith(str(card))


@given(moments(), st.sampled_from(ALL_CARDS))
def test_laying_what_is_missing_in_order_makes_a_card_fit(state: State, card: Card) -> None:
    table = state.table
    missing = table.missing(card)
    for each in missing:
        assert not table.fits(card)
        assert table.fits(each)
        table = table.lay(each)
    if missing:
        assert table.fits(card)


@given(moments(), st.integers(0, 7))
def test_a_view_gives_the_same_answers_as_the_state_to_its_seat(state: State, at: int) -> None:
    seat = at % state.rules.players
    seen = view(state, seat)
    assert seen.hand == state.hands[seat]
    assert seen.sizes == state.sizes
    assert fitting(seen, seat) == fitting(state, seat)
    assert free_starts(seen, seat) == free_starts(state, seat)
    for move in EVERY_MOVE:
        if seat == state.turn:
            assert why_not(seen, move) == why_not(state, move)
    for card in ALL_CARDS:
        assert explain(seen, card) == explain(state, card)


@given(moments(), st.integers(0, 7), st.integers(0, 2**32))
def test_a_view_does_not_change_when_other_seats_exchange_cards(
    state: State, at: int, seed: int
) -> None:
    seat = at % state.rules.players
    others = [each for each in range(state.rules.players) if each != seat]
    pile = [card for each in others for card in state.hands[each]]
    Random(seed).shuffle(pile)
    hands = list(state.hands)
    for each in others:
        size = len(state.hands[each])
        hands[each], pile = tuple(sorted(pile[:size])), pile[size:]
    exchanged = State(
        **{f.name: getattr(state, f.name) for f in fields(State)} | {"hands": tuple(hands)}
    )
    assert view(exchanged, seat) == view(state, seat)
    assert repr(view(exchanged, seat)) == repr(view(state, seat))


@given(moments())
def test_a_state_is_frozen_and_never_changed_by_what_follows(state: State) -> None:
    before = copy.deepcopy(state)
    for move in legal(state):
        apply(state, move)
    for move in EVERY_MOVE:
        why_not(state, move)
    outcome(state)
    problems(state)
    assert state == before
    assert state.history == before.history
    assert pickle.loads(pickle.dumps(state)) == state
    for each in fields(State):
        with pytest.raises(AttributeError):
            setattr(state, each.name, None)


@settings(max_examples=25)
@given(games(), st.integers(0, 2**32))
def test_undo_is_free_going_back_and_on_gives_the_same_states(
    states: list[State], seed: int
) -> None:
    at = Random(seed).randrange(len(states) - 1)
    act = states[-1].history[at]
    again = catch_false_pass(states[at]) if act.false else apply(states[at], act.move, act.seat)
    assert again == states[at + 1]
    assert hash(again) == hash(states[at + 1])
