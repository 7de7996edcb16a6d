"""The computer players: found by their names, and what each chooses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sevens_kernel import (
    Card,
    Rules,
    SevensError,
    deal,
    lay,
    legal,
    view,
)
from sevens_kernel.cards import ALL_CARDS
from sevens_kernel.play import play_until
from sevens_kernel.players import (
    PLAYERS,
    Heuristic,
    NearTheSeven,
    Player,
    RandomPlayer,
    Sampler,
    player,
    player_names,
)
from sevens_kernel.players.ways import ways
from tests.positions import PRESETS, all_play, moments, position

SCHOOL = Rules()
# The same players, those that search with few deals, so that they can be tried in many positions.
QUICK = [replace(one, deals=4) if isinstance(one, Sampler) else one for one in PLAYERS]


# ---- by name -------------------------------------------------------------------------------


def test_a_player_is_found_by_its_name_in_any_spelling() -> None:
    assert player("Near_the-SEVEN").name == "near the seven"
    assert [player(name) for name in player_names()] == list(PLAYERS)
    assert {"random", "near the seven", "heuristic"} <= set(player_names())


def test_an_unknown_name_is_quoted_and_all_names_are_told() -> None:
    with pytest.raises(SevensError) as caught:
        player("grandmaster")
    assert "“grandmaster”" in str(caught.value)
    for name in player_names():
        assert name in str(caught.value)


# ---- what they choose ----------------------------------------------------------------------


@pytest.mark.parametrize("one", QUICK, ids=player_names())
def test_every_player_finishes_a_deal_of_every_rule_set(one: Player) -> None:
    for at, (name, players) in enumerate(PRESETS):
        rules = Rules.named(name, players)
        done = play_until(deal(rules, at), all_play(one, rules), rng=at)
        assert done.out is not None
        assert done.sizes[done.out] == 0


@pytest.mark.parametrize("one", QUICK, ids=player_names())
def test_every_player_answers_with_a_legal_move(one: Player) -> None:
    chance = Random(5)
    for state in moments(games_each=1):
        assert one.choose(view(state, state.turn), chance) in legal(state)


def test_random_chooses_every_legal_move_about_equally_often() -> None:
    state = position(SCHOOL, "7c 7h", "8c 6h 8h 2s")
    chance = Random(3)
    seen = [RandomPlayer().choose(view(state, 0), chance) for _ in range(3000)]
    assert set(seen) == set(legal(state))
    for move in legal(state):
        assert 900 <= seen.count(move) <= 1100


def test_near_the_seven_lays_a_nearest_card_and_any_of_them() -> None:
    state = position(SCHOOL, "5-8c 7h", "4c 9c 6h 8h Ks")
    chance = Random(3)
    seen = {NearTheSeven().choose(view(state, 0), chance) for _ in range(60)}
    assert seen == {lay(Card("6h")), lay(Card("8h"))}


def test_near_the_seven_measures_from_the_rank_that_starts_the_rows() -> None:
    rules = Rules.named("french domino")
    state = position(rules, "3c 2-5h", "4c 6h", start=Card("3c").rank)
    assert NearTheSeven().choose(view(state, 0), Random(1)) == lay(Card("4c"))


@pytest.mark.parametrize(
    ("rows", "hand", "choice"),
    [
        ("7c 7h", "8c Jc 8h Kh", "8h"),  # the king is farther from the seven than the jack
        ("7c 7h", "6c 5c 4c 8h Kh", "8h"),  # one far card before three near ones
        ("7c 7h", "8c 6h Ah", "6h"),  # clubs would open only the way for others
        ("7c 2-7d", "8c Ad", "Ad"),  # nothing waits behind the ace
        (
            "7c 7-10h",
            "6c Jh",
            "Jh",
        ),  # two cards of others wait behind the jack, five behind the six
        ("7h", "7s 8h Qs 9h", "7s"),  # a seven counts the farther of its two sides
    ],
)
def test_the_heuristic_frees_its_far_cards_and_helps_others_least(
    rows: str, hand: str, choice: str
) -> None:
    state = position(SCHOOL, rows, hand)
    assert len(legal(state)) > 1
    assert Heuristic().choose(view(state, 0), Random(1)) == lay(Card(choice))


def test_the_heuristic_opens_with_the_rank_its_cards_lie_nearest_to() -> None:
    state = position(Rules.named("french domino"), "", "Jc Jd Qs 10h Kd 2c")
    assert Heuristic().choose(view(state, 0), Random(1)) == lay(Card("Jc"))


# ---- the way behind a card -----------------------------------------------------------------


def test_the_ways_behind_a_card_are_the_cards_that_wait_for_it() -> None:
    checked = 0
    for state in moments(games_each=1):
        table = state.table
        if table.shape.start is None:
            continue
        for card in table.all_takes():
            behind = {ALL_CARDS[index] for way in ways(table, card) for index in way}
            assert behind == {other for other in ALL_CARDS if card in table.missing(other)}
            checked += 1
    assert checked > 10_000
