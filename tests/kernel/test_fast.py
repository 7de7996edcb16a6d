"""Deals at speed end as deals do: the same moves on both engines, under every rule set and house rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel import (
    Card,
    Rules,
    SevensError,
    State,
    apply,
    free_starts,
    lay,
    legal,
    parse_position,
    view,
)
from sevens_kernel.fast import Ending, finish
from sevens_kernel.layout import chain_worth, layout, priorities, way_worth
from sevens_kernel.moves import PASS
from sevens_kernel.players.base import usual_start
from sevens_kernel.race import Race
from tests.positions import LONGEST, PRESETS
from tests.properties.strategies import deals, moments

SEEDS = st.integers(0, 2**32)


def assert_same(race: Race, state: State, before: int) -> None:
    """The race and the state agree on what can be seen of them; before: passes before the race began."""
    assert race.winner == state.out
    assert tuple(race.left) == state.sizes
    assert race.passes == sum(state.passes) - before
    assert race.turn == state.turn
    if state.out is None:
        moves = legal(state)
        assert sorted(race.fitting(state.turn)) == sorted(move.card for move in moves if move.card)
        assert (moves == (PASS,)) == (not race.fitting(state.turn))


def follow(state: State, chance: Random, starts: float = 0.3) -> None:
    """Play a deal by chance, with starts out of turn, on both, and compare after every act."""
    race, before = Race.of(state), sum(state.passes)
    assert_same(race, state, before)
    while state.out is None:
        free = [
            (move, seat) for seat in range(state.rules.players) for move in free_starts(state, seat)
        ]
        if free and chance.random() < starts:
            move, seat = chance.choice(free)
            assert move.card is not None
            state = apply(state, move, seat)
            race.put(race.plan.place[move.card.index], seat)
        else:
            move = chance.choice(legal(state))
            state = apply(state, move)
            race.lay(move.card) if move.card else race.skip()
        assert_same(race, state, before)


@settings(max_examples=60, deadline=None)
@given(deals(), SEEDS)
def test_a_deal_goes_the_same_way_card_by_card(state: State, seed: int) -> None:
    follow(state, Random(seed))


@settings(max_examples=40, deadline=None)
@given(moments(), SEEDS)
def test_a_deal_taken_over_in_the_middle_goes_the_same_way(state: State, seed: int) -> None:
    follow(state, Random(seed))


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_every_rule_set_goes_the_same_way(name: str, players: int) -> None:
    from sevens_kernel import deal

    follow(deal(Rules.named(name, players), players), Random(players))


def replayed(state: State, random: Random) -> Ending:
    """Finish a deal on the slow engine with the moves that the same chance chooses on the fast one."""
    race = Race.of(state)
    turns = 0
    while state.out is None:
        assert turns < LONGEST
        seats = [(state.turn + step) % state.rules.players for step in range(state.rules.players)]
        wanted = (
            (usual_start(view(state, seat), free_starts(state, seat)), seat) for seat in seats
        )
        move, seat = next((each for each in wanted if each[0]), (None, 0))
        if move is not None and move.card is not None:
            state = apply(state, move, seat)
            race.put(race.plan.place[move.card.index], seat)
            continue
        turns += 1
        fits = race.fitting(state.turn)
        if not fits:
            state = apply(state, PASS)
            race.skip()
        else:
            card = fits[int(random.random() * len(fits))] if len(fits) > 1 else fits[0]
            state = apply(state, lay(card))
            race.lay(card)
    return Ending(state.out, turns, race.passes)


@settings(max_examples=80, deadline=None)
@given(deals() | moments(), SEEDS)
def test_a_deal_finished_at_speed_by_chance_is_one_the_rules_allow(state: State, seed: int) -> None:
    race = Race.of(state)
    assert finish(race, Random(seed).random) == replayed(state, Random(seed))
    assert race.left[finish(race).winner] == 0


def test_a_copy_and_what_it_was_copied_from_go_their_own_ways() -> None:
    for name in ("school", "two packs", "french domino"):
        race = Race.dealt(Rules.named(name), Random(3).random)
        before = (race.left.copy(), [sorted(each) for each in race.ready])
        first = finish(race.copy(), Random(4).random)
        assert (race.left, [sorted(each) for each in race.ready]) == before
        assert finish(race.copy(), Random(4).random) == first


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_every_card_is_dealt_and_the_right_seat_opens(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    for seed in range(5):
        dealer = seed % players
        race = Race.dealt(rules, Random(seed).random, dealer)
        held = [race.owner.count(seat) for seat in range(players)]
        assert held == race.left
        assert sum(held) == len(rules.pack_cards)
        extra = [seat for seat in range(players) if held[seat] == max(held)]
        nearest = [(dealer + 1 + step) % players for step in range(len(extra))]
        assert sorted(extra) == sorted(nearest)
        opening = rules.opening_card
        if opening is None:
            assert race.turn == (dealer + 1) % players
        else:
            assert race.fitting(race.turn) == (opening,)


def test_random_play_has_the_seats_turns_and_passes_that_are_known_of_school() -> None:
    """Wins from the opener on 34.0, 24.0, 22.3 and 19.7 %, 51.9 turns (49 to 190), 5.3 passes."""
    deals, random = 30_000, Random(1).random
    wins, turns, passes = [0] * 4, 0, 0
    for _ in range(deals):
        race = Race.dealt(Rules(), random)
        opener = race.turn
        ending = finish(race, random)
        assert 49 <= ending.turns <= 190
        wins[(ending.winner - opener) % 4] += 1
        turns += ending.turns
        passes += ending.passes
    assert [100 * won / deals for won in wins] == pytest.approx([34.0, 24.0, 22.3, 19.7], abs=0.5)
    assert turns / deals == pytest.approx(51.9, abs=0.1)
    assert passes / deals == pytest.approx(5.3, abs=0.1)


def test_an_extra_card_costs_a_seat_half_its_wins_among_five_random_players() -> None:
    """The two seats with an eleventh card win 13 % each, the three others 24 %."""
    deals, random = 10_000, Random(3).random
    won = {10: 0, 11: 0}
    for _ in range(deals):
        race = Race.dealt(Rules(players=5), random)
        held = race.left.copy()
        won[held[finish(race, random).winner]] += 1
    assert 100 * won[11] / deals / 2 == pytest.approx(13, abs=0.7)
    assert 100 * won[10] / deals / 3 == pytest.approx(24, abs=0.7)


def test_deals_by_chance_are_even() -> None:
    """Each card lies in each hand equally often: 2000 deals, five standard deviations at most."""
    random = Random(2).random
    found = [[0] * 4 for _ in range(52)]
    for _ in range(2000):
        for kind, seat in enumerate(Race.dealt(Rules(), random).owner):
            found[kind][seat] += 1
    assert all(abs(count - 500) < 100 for seats in found for count in seats)


@pytest.mark.parametrize(
    ("mine", "own", "gap", "tail"),
    [("", 0, 0, 0), ("....", 0, 0, 4), ("x", 1, 0, 0), (".x.", 1, 1, 1), ("x..x", 2, 2, 0)],
)
def test_a_way_is_weighed_by_own_cards_gap_and_tail(
    mine: str, own: int, gap: int, tail: int
) -> None:
    assert way_worth(each == "x" for each in mine) == chain_worth(own, gap, tail)
    assert chain_worth(own, gap, tail) == 4 * own + gap - 2 * tail + 2 * (own > 0)


@given(deals())
@settings(max_examples=30, deadline=None)
def test_priorities_reckoned_inwards_are_those_of_each_card_by_itself(state: State) -> None:
    race = Race.of(state)
    if race.packs > 1 or not race.plan.starts:
        return
    keys, owner = priorities(race.plan, race.owner, race.players), race.owner
    for kind, ways in enumerate(race.plan.ways):
        worth = sum(way_worth(owner[k] == owner[kind] for k in way) for way in ways)
        worth += 2 * (race.plan.towards[kind] < 0)
        assert keys[kind] == worth * 64 - kind
    assert len(set(keys)) == len(keys)


def test_ways_and_chains_say_the_same_of_every_layout() -> None:
    for name, _ in PRESETS:
        rules = Rules.named(name)
        plan = layout(rules.ranks, rules.fixed_start or rules.ranks[0])
        for kind, ways in enumerate(plan.ways):
            assert plan.onward[kind] == tuple(way[0] for way in ways)
            assert all(plan.towards[way[0]] == kind for way in ways)
        inward = {(start, *reversed(chain)) for start, chain in plan.chains if chain}
        assert inward == {(start, *way) for start in plan.starts for way in plan.ways[start]}


def test_what_may_not_be_done_is_refused() -> None:
    race = Race.dealt(Rules(), Random(1).random)
    with pytest.raises(SevensError, match="8♦ cannot be laid now"):
        race.lay(Card("8d"))
    with pytest.raises(SevensError, match="cannot pass now"):
        race.skip()
    with pytest.raises(SevensError, match="every card is known"):
        Race.of(parse_position("clubs 7; you 6♣"))
    with pytest.raises(SevensError, match="every card is known"):
        Race.of(view(parse_position("clubs 7; you 6♣"), 0))


def test_a_position_in_which_nobody_can_lay_a_card_comes_to_an_end() -> None:
    stuck = "clubs 7; you 2♣; robin 3♣; alex 4♣; sam 2♠"
    for random in (None, Random(1).random):
        with pytest.raises(SevensError, match="Nobody can lay a card"):
            finish(Race.of(parse_position(stuck)), random)
