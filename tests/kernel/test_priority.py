"""The priority player: its numbers, its moves, and the same play at speed and with views."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from sevens_kernel import Card, Rules, State, deal, legal, parse_position, view
from sevens_kernel.arena import contest
from sevens_kernel.fast import Ending, finish
from sevens_kernel.play import play_until
from sevens_kernel.players import describe, player, player_names
from sevens_kernel.players.priority import Priority, priority
from sevens_kernel.race import Race
from tests.positions import position
from tests.properties.strategies import deals, moments


def worth(position: str, card: str) -> int:
    return priority(view(parse_position(position), 0), Card(card))


@pytest.mark.parametrize(
    ("hand", "card", "expected"),
    [
        ("8♥", "8♥", -10),  # five of the others' behind it
        ("8♥ K♥", "8♥", 4 + 4 + 2),  # one own behind four of the others'
        ("8♥ 9♥", "8♥", 4 - 2 * 4 + 2),  # one own before four of the others'
        ("8♥ 9♥ J♥", "8♥", 2 * 4 + 1 - 2 * 2 + 2),
        ("8♥ 9♥ 10♥ J♥ Q♥ K♥", "8♥", 5 * 4 + 2),
        ("6♥ A♥", "6♥", 4 + 4 + 2),
        ("7♠", "7♠", 2 - 2 * 6 - 2 * 6),  # a start card counts both sides
        ("7♠ A♠", "7♠", 2 + (4 + 5 + 2) - 2 * 6),
        ("7♠ A♠ K♠", "7♠", 2 + (4 + 5 + 2) * 2),
    ],
)
def test_a_card_is_weighed_by_what_waits_behind_it(hand: str, card: str, expected: int) -> None:
    assert worth(f"hearts 7; you {hand} 2♣", card) == expected


def test_with_aces_high_the_ace_is_the_last_card_above() -> None:
    assert worth("rules fan-tan:4; hearts 7; you 8♥ A♥", "8♥") == 4 + 5 + 2
    assert worth("rules devyatka:4; hearts 9; you 10♥ A♥", "10♥") == 4 + 3 + 2


def test_with_two_packs_a_card_that_only_its_holder_can_lay_is_kept() -> None:
    def worth_of(rows: str, hand: str) -> int:
        seen = view(position(Rules.named("two packs"), rows, hand), 0)
        return priority(seen, Card("8h"))

    assert worth_of("7h", "8h 2c") == -2 * 5
    assert worth_of("7h", "8h 8h 2c") == -2 * 5 - 20
    assert worth_of("7h 8h 7h", "8h 2c") == 0 - 20  # nothing waits for it in the second row
    assert worth_of("7h 8h 9h 7h", "8h 9h 2c") == 4 + 2 - 20
    seen = view(position(Rules.named("two packs"), "7h 8h 9h 7h", "10h 8h 9h 2c"), 0)
    assert Priority().choose(seen, Random(1)).text == "10h"


def test_of_equal_cards_the_first_in_the_hand_is_laid() -> None:
    seen = view(parse_position("clubs 7, hearts 7; you 8♣ 8♥ 2♠"), 0)
    assert priority(seen, Card("8c")) == priority(seen, Card("8h"))
    assert Priority().choose(seen, Random(1)).text == "8c"


def by_players(state: State) -> Ending:
    """Finish a deal with the player itself, which sees views only."""
    four = dict.fromkeys(range(state.rules.players), Priority())
    done = play_until(state, four, Random(1))
    assert done.out is not None
    new = done.history[len(state.history) :]
    turns = sum(not act.move.free for act in new)
    return Ending(done.out, turns, sum(done.passes) - sum(state.passes))


@settings(max_examples=80, deadline=None)
@given(deals() | moments())
def test_a_deal_at_speed_goes_as_the_players_play_it(state: State) -> None:
    assert finish(Race.of(state)) == by_players(state)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("name", ["school", "french domino", "domino", "devyatka"])
def test_whole_deals_at_speed_go_as_the_players_play_them(name: str, packs: int) -> None:
    for number in range(8):
        state = deal(Rules.named(name, packs=packs), number)
        assert finish(Race.of(state)) == by_players(state)


@settings(max_examples=40, deadline=None)
@given(moments())
def test_it_always_answers_with_a_legal_move(state: State) -> None:
    if state.out is None:
        assert Priority().choose(view(state, state.turn), Random(1)) in legal(state)


def test_it_is_far_better_than_chance() -> None:
    """About 53.6 %, where 25 % is even; the limit is many standard deviations away."""
    four = [player("priority")] + [player("random")] * 3
    assert contest(four, Rules(), 150, seed=1).share("priority").percent > 45


def test_every_player_is_described_in_one_sentence() -> None:
    for name in player_names():
        assert describe(name).endswith(".")
        assert describe(name).count(". ") == 0
    assert len({describe(name) for name in player_names()}) == len(player_names())
