"""The section "Always true" of the rules, sentence by sentence, under every rule set it can bite in."""

from __future__ import annotations

import itertools

import pytest

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Reason,
    Rules,
    State,
    apply,
    deal,
    explain,
    fitting,
    lay,
    legal,
    why_not,
)
from sevens_kernel.cards import ALL_CARDS
from sevens_kernel.deal import shuffled
from sevens_kernel.score import Match
from tests.positions import PRESETS, play_on, position, texts


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_deal_every_card_one_at_a_time_clockwise_beginning_at_the_dealers_left(
    name: str, players: int
) -> None:
    rules = Rules.named(name, players)
    for dealer in range(players):
        state = deal(rules, 77, dealer)
        order = [(dealer + 1 + step) % players for step in range(players)]
        for place, card in enumerate(shuffled(rules, 77)):
            assert card in state.hands[order[place % players]]
        assert sum(state.sizes) == len(rules.pack_cards)


@pytest.mark.parametrize(
    ("players", "packs", "sizes"),
    [
        (3, 1, [18, 17, 17]),
        (4, 1, [13, 13, 13, 13]),
        (5, 1, [11, 11, 10, 10, 10]),
        (6, 1, [9, 9, 9, 9, 8, 8]),
        (7, 1, [8, 8, 8, 7, 7, 7, 7]),
        (8, 1, [7, 7, 7, 7, 6, 6, 6, 6]),
        (3, 2, [35, 35, 34]),
        (6, 2, [18, 18, 17, 17, 17, 17]),
        (7, 2, [15, 15, 15, 15, 15, 15, 14]),
        (8, 2, [13] * 8),
    ],
)
def test_the_players_nearest_the_dealers_left_hold_one_more(
    players: int, packs: int, sizes: list[int]
) -> None:
    for dealer in range(players):
        state = deal(Rules(players=players, packs=packs), 5, dealer)
        left = dealer + 1
        assert [state.sizes[(left + step) % players] for step in range(players)] == sizes


def test_the_player_at_the_dealers_right_may_cut() -> None:
    """Reading: a cut of n lifts n cards off the top of the shuffled pack and puts them below it."""
    rules = Rules(players=5)
    pack = shuffled(rules, 9)
    for cut in (0, 1, 17, 51):
        state = deal(rules, 9, dealer=2, cut=cut)
        order = pack[cut:] + pack[:cut]
        for seat in range(5):
            assert set(state.hands[(3 + seat) % 5]) == set(order[seat::5])
    assert deal(rules, 9, 2, 0).hands != deal(rules, 9, 2, 17).hands


def test_the_deal_passes_to_the_left_after_each_deal() -> None:
    match = Match(Rules.named("fan tan", 5), dealer=3)
    dealers: list[int] = []
    while not match.is_over:
        state = match.start_deal(len(dealers))
        dealers.append(state.dealer)
        match = match.finish(play_on(state, 1)[-1])
    assert dealers == [3, 4, 0, 1, 2]


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_turns_go_clockwise_and_each_takes_one_card_or_a_pass(name: str, players: int) -> None:
    rules = Rules.named(name, players).with_(out_of_turn_starts=False)
    states = play_on(deal(rules, 3), seed=3)
    for before, after in itertools.pairwise(states):
        seat = before.turn
        if after.caught:
            assert after.turn == seat
            assert after.hands == before.hands
            continue
        lost = [was - now for was, now in zip(before.sizes, after.sizes, strict=True)]
        passed = after.passes[seat] - before.passes[seat]
        assert lost == [int(each == seat and not passed) for each in range(players)]
        assert after.turn == (seat if after.out is not None else (seat + 1) % players)


def test_suits_may_be_changed_freely_from_turn_to_turn() -> None:
    state = position(Rules(players=3), "7c 7h", "6c 8h 2d", "8c 2s", "Ks 3s")
    for card in "6c", "8c":
        state = apply(state, lay(Card(card)))
    state = apply(state, PASS)
    assert texts(legal(state)) == ["8♥"]
    assert apply(state, lay(Card("8h"))).table.copies(Card("8h")) == 1


def test_a_player_with_a_card_that_fits_must_lay_one_and_which_is_free() -> None:
    state = position(Rules(), "5-8h", "4h 9h 7s 2c")
    assert set(texts(legal(state))) == {"4♥", "9♥", "7♠"}
    refusal = why_not(state, PASS)
    assert refusal is not None
    assert refusal.reason is Reason.MUST_PLAY
    with pytest.raises(IllegalMove):
        apply(state, PASS)
    for card in "4h", "9h", "7s":
        assert apply(state, lay(Card(card))).sizes[0] == 3


def test_a_pass_is_only_for_a_player_with_no_card_that_fits() -> None:
    state = position(Rules(), "5-8h", "2c 10h")
    assert legal(state) == (PASS,)
    assert apply(state, PASS).passes == (1, 0, 0, 0)


def test_no_drawing_and_no_withholding() -> None:
    """A hand changes only by the card its holder lays: never by a pass."""
    for name, players in PRESETS:
        states = play_on(deal(Rules.named(name, players), 12), seed=8)
        for before, after in itertools.pairwise(states):
            for old, new in zip(before.hands, after.hands, strict=True):
                assert len(old) - len(new) in (0, 1)
                assert set(new) <= set(old)
            assert sum(before.sizes) - sum(after.sizes) == after.table.size - before.table.size


def test_the_deal_ends_at_once_when_a_player_lays_the_last_card() -> None:
    state = position(Rules(players=3), "7d", "8d", "6d Ks", "9d 2c")
    after = apply(state, lay(Card("8d")))
    assert after.out == 0
    assert legal(after) == ()


def test_nobody_gets_another_turn() -> None:
    state = apply(position(Rules(players=3), "7d", "8d", "6d Ks", "9d 2c"), lay(Card("8d")))
    for seat in range(3):
        for move in (PASS, *map(lay, ALL_CARDS)):
            refusal = why_not(state, move, seat)
            assert refusal is not None
            assert refusal.reason is Reason.OVER
            with pytest.raises(IllegalMove, match="The deal is over"):
                apply(state, move, seat)


def test_rows_may_be_unfinished_at_the_end() -> None:
    last = play_on(deal(Rules(), 4), seed=4)[-1]
    assert last.out is not None
    assert last.table.size < 52
    assert last.table.faulty_rows() == ()


@pytest.mark.parametrize(
    ("rules", "whole", "beyond"),
    [
        (Rules(), "7-Kh", "Ah"),
        (Rules(), "A-7h", "Kh"),
        (Rules().with_(aces="high"), "7-Ah", "2h"),
        (Rules().with_(aces="high"), "2-7h", "Ah"),
        (Rules.named("devyatka"), "9-Ah", "6h"),
        (Rules.named("devyatka"), "6-9h", "Ah"),
    ],
)
def test_no_wrapping_nothing_follows_the_last_rank_or_precedes_the_first(
    rules: Rules, whole: str, beyond: str
) -> None:
    state = position(rules, whole, beyond)
    assert legal(state) == (PASS,)
    found = explain(state, Card(beyond))
    assert not found.fits
    assert found.missing


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        (Rules(), "7-Kh", "K♥"),
        (Rules().with_(aces="high"), "7-Ah", "A♥"),
        (Rules.named("devyatka"), "9-Ah", "A♥"),
    ],
)
def test_king_after_queen_with_aces_low_ace_after_king_with_aces_high(
    rules: Rules, first: str, second: str
) -> None:
    shorter = position(rules, first.replace("K", "Q").replace("A", "K"), second)
    assert texts(legal(shorter)) == [second]


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_a_full_deal_can_never_be_stuck(name: str, players: int) -> None:
    """While nobody is out, someone holds a card that fits, so nobody passes twice round the table."""
    for number in range(3):
        for state in play_on(deal(Rules.named(name, players), number), seed=number):
            assert state.out is not None or _somebody_can_lay(state)


def _somebody_can_lay(state: State) -> bool:
    return any(fitting(state, seat) for seat in range(state.rules.players))
