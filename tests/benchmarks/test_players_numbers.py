"""What there is to win is measured as its words say."""

from __future__ import annotations

import pytest

from benchmarks.players import moments
from benchmarks.players_numbers import main, measured, plans_of, spread_of, won_by_seeing_all
from sevens_kernel import Rules, legal, parse_position, view
from sevens_kernel.players import Priority
from sevens_kernel.players.priority import best_by_priority


def test_the_plans_are_all_cards_and_all_pairs_and_the_priority_s_comes_first() -> None:
    for state in moments(Priority(), 3, Rules(players=5)):
        many, plans = len(legal(state)), plans_of(state)
        assert len(plans) == many * many
        assert len({(plan.kind, plan.kept) for plan in plans}) == many * many
        assert {plan.move for plan in plans} == set(legal(state))
        assert plans[0].move == best_by_priority(view(state, state.turn))
        assert [plan.kept for plan in plans[:many]] == [None] * many


@pytest.mark.parametrize("players", [3, 8])
def test_who_sees_all_hands_loses_no_game_that_the_priority_wins_and_wins_others(
    players: int,
) -> None:
    """One of equal players wins a deal, so that moving round the seats it wins one game of each."""
    won = [won_by_seeing_all(Rules(players=players), number) for number in range(12)]
    assert min(won) >= 1
    assert sum(won) > len(won)


def test_where_every_card_wins_nothing_is_gained() -> None:
    state = parse_position(
        "clubs 7, diamonds 7-9; you 6♣ 8♣; robin ?15; alex ?15; sam ?16; turn you"
    )
    found = measured(state)
    assert found.base == 1
    assert (found.card, found.plan, found.laid, found.differs) == (0, 0, 0, 0)
    assert found.apart == (0, 0)


def test_sets_that_differ_more_than_their_deals_tell_less() -> None:
    likely, real = spread_of([[1, 1, 1, 1], [0, 0, 0, 0]])
    assert likely < real
    likely, real = spread_of([[1, 0, 1, 0], [0, 1, 0, 1]])
    assert likely > real


def test_the_command_prints_a_line_for_each_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--players", "7", "8", "--deals", "2", "--seen", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line[:1] == " "] == ["7", "8", "7", "8"]
