"""The table "Rule sets": each row's own claims, and a deal and a match under each from start to finish."""

from __future__ import annotations

from pathlib import Path

import pytest

from sevens_kernel import (
    Card,
    IllegalMove,
    Rules,
    apply,
    catch_false_pass,
    deal,
    free_starts,
    lay,
    legal,
    outcome,
    why_not,
)
from sevens_kernel.errors import RulesError
from sevens_kernel.moves import PASS
from sevens_kernel.rulesets import _read, rulesets
from sevens_kernel.score import Match
from tests.positions import PRESETS, play_on, position, texts


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_each_must_be_playable_from_start_to_finish_at_every_player_count(
    name: str, players: int
) -> None:
    rules = Rules.named(name, players)
    for number in range(3):
        last = play_on(deal(rules, number, number % players), seed=number)[-1]
        ended = outcome(last)
        assert ended is not None
        assert last.sizes[ended.winner] == 0
        assert last.sizes.count(0) == 1


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_a_match_under_each_ends_with_a_winner(name: str, players: int) -> None:
    match = Match(Rules.named(name, players))
    while not match.is_over:
        state = match.start_deal(len(match.results) + 40)
        match = match.finish(play_on(state, len(match.results))[-1])
    assert match.winners
    assert len(match.results) == match.rules.match_length


def test_school_the_holder_of_seven_of_diamonds_opens_passes_are_free_first_out_wins() -> None:
    state = deal(Rules.named("school"), 1234)
    assert texts(legal(state)) == ["7♦"]
    last = play_on(state, seed=1)[-1]
    assert sum(last.passes) > 0
    assert last.chips == last.fines == (0, 0, 0, 0)
    assert last.pool == 0


def test_school_is_the_default_and_keeps_no_score() -> None:
    assert Rules() == Rules.named("school")
    assert str(Rules().scoring) == "none"
    assert Rules().match_length == 1


def test_classic_points_over_a_match_of_one_deal_per_player() -> None:
    for players in range(3, 9):
        rules = Rules.named("classic", players)
        assert rules.match_length == players
        assert str(rules.scoring) == "points"


def test_classic_a_false_pass_costs_two_points_and_the_card_must_be_laid() -> None:
    state = position(Rules.named("classic"), "5-8h", "4h 2c")
    after = catch_false_pass(state)
    assert after.fines == (2, 0, 0, 0)
    assert after.chips == state.chips
    assert texts(legal(after)) == ["4♥"]


def test_fan_tan_aces_high_dealers_left_opens_with_any_seven_deals_won_are_counted() -> None:
    rules = Rules.named("fan tan")
    assert texts(legal(position(rules, "7-Ks", "As 2s"))) == ["A♠"]
    assert texts(legal(position(rules, "", "7c 7d 8d"))) == ["7♣", "7♦"]
    assert str(rules.scoring) == "deals won"


def test_fan_tan_with_chips_ante_pass_chip_pool_and_a_chip_per_card() -> None:
    state = deal(Rules.named("fan tan with chips"), 3)
    assert (state.pool, state.chips) == (4, (19, 19, 19, 19))
    states = play_on(state, seed=3)
    before, last = states[-2], states[-1]
    assert before.pool == 4 + sum(before.passes)
    assert last.out is not None
    for seat in range(4):
        won = before.pool + sum(last.sizes) if seat == last.out else -last.sizes[seat]
        assert last.chips[seat] == before.chips[seat] + won


@pytest.mark.parametrize(("name", "cost"), [("chip penalty", 2), ("parliament", 3)])
def test_chip_penalty_and_parliament_a_false_pass_costs_chips_the_offender_pays_in(
    name: str, cost: int
) -> None:
    rules = Rules.named(name)
    state = position(rules, "5-8h", "4h 2c", "10c 2d")
    after = catch_false_pass(state)
    assert after.pool == cost
    assert after.chips == (20 - cost, 20, 20, 20)
    passed = apply(apply(after, lay(Card("4h"))), PASS)
    assert passed.pool == cost + 1
    assert passed.chips == (20 - cost, 19, 20, 20)


@pytest.mark.parametrize("name", ["chip penalty", "parliament"])
def test_chip_penalty_and_parliament_the_winner_takes_the_pool_and_nothing_per_card(
    name: str,
) -> None:
    state = position(Rules.named(name), "7d", "8d", "6d Ks", "9d 2c", "Kh", pool=6)
    assert apply(state, lay(Card("8d"))).chips == (26, 20, 20, 20)


def test_domino_no_compulsory_seven_of_diamonds_any_seven_opens_and_starts_come_out_of_turn() -> (
    None
):
    rules = Rules.named("domino")
    state = position(rules, "", "7c 7d 8d", "7h 2c")
    assert texts(legal(state)) == ["7♣", "7♦"]
    opened = apply(state, lay(Card("7c")))
    assert texts(free_starts(opened, 0)) == ["7♦"]
    assert texts(free_starts(opened, 1)) == ["7♥"]


def test_french_domino_dealers_left_opens_with_any_card_and_rows_start_with_that_rank() -> None:
    rules = Rules.named("french domino")
    for number in range(8):
        state = deal(rules, number, number % 4)
        assert state.turn == (state.dealer + 1) % 4
        assert {move.card for move in legal(state)} == set(state.hands[state.turn])
        first = legal(state)[number]
        assert first.card is not None
        opened = apply(state, first)
        assert opened.table.shape.start is first.card.rank


def test_devyatka_is_for_three_to_six_with_thirty_six_cards() -> None:
    for players in range(3, 7):
        rules = Rules.named("devyatka", players)
        assert sum(deal(rules, 1).sizes) == 36
        assert [rank.text for rank in rules.ranks] == ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        assert texts(legal(deal(rules, 1))) == ["9♦"]


def test_two_packs_every_suit_may_have_two_rows_and_a_whole_deal_uses_both() -> None:
    rules = Rules.named("two packs")
    assert sum(deal(rules, 1).sizes) == 104
    last = play_on(deal(rules, 1), seed=1)[-1]
    assert any(last.table.second_row(card.suit) for card in rules.pack_cards)
    assert last.table.faulty_rows() == ()


@pytest.mark.parametrize("name", ["school", "fan tan", "domino", "french domino", "devyatka"])
def test_where_false_passes_are_blocked_nobody_can_be_caught(name: str) -> None:
    state = deal(Rules.named(name), 1)
    while why_not(state, PASS) is None:
        state = apply(state, PASS)
    with pytest.raises(IllegalMove):
        catch_false_pass(state)


def test_a_rule_set_that_is_not_written_out_says_what_it_lacks() -> None:
    whole = {"name": "Aunt", "players": [5, 3, 8], "also": [], "summary": "aces high"}
    assert _read("aunt", dict(whole)).usual_players == 5
    with pytest.raises(RulesError, match=r"\[aunt\]: write name and also too"):
        _read("aunt", {name: whole[name] for name in ("players", "summary")})
    for players in (5, [5, 3], ["5", 3, 8]):
        with pytest.raises(RulesError, match=r"write three numbers.* such as \[4, 3, 8\]"):
            _read("aunt", whole | {"players": players})


def test_the_table_of_the_readme_lists_every_rule_set_with_its_numbers_of_players() -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for each in rulesets():
        few, most = each.min_players, each.max_players
        assert f"\n| {each.name} | {few if few == most else f'{few}–{most}'} | " in page
