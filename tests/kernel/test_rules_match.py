"""The switches "scoring" and "match end": a match's score sheet, its three ends, and shared ties."""

from __future__ import annotations

import pytest

from sevens_kernel import Card, Rules, SevensError, State, apply, deal, lay
from sevens_kernel.score import Match
from tests.positions import play_on, position


def _won(match: Match, winner: int, left: dict[int, str]) -> Match:
    """Enter a deal in which the winner lays 8♦ last and the others are left with these cards."""
    rules = match.rules
    hands = ["8d" if seat == winner else left[seat] for seat in range(rules.players)]
    ante = tuple(held - rules.ante for held in match.chips)
    state = position(
        rules,
        "7d",
        *hands,
        turn=winner,
        dealer=match.next_dealer,
        chips=ante,
        pool=rules.ante * rules.players,
    )
    return match.finish(apply(state, lay(Card("8d"))))


def test_points_the_lowest_total_wins_the_match() -> None:
    match = Match(Rules.named("classic", 3))
    match = _won(match, 0, {1: "Ks Ad", 2: "10c Jc"})
    assert match.totals == (0, 14, 21)
    match = _won(match, 1, {0: "5h", 2: "2c"})
    assert match.totals == (5, 14, 23)
    match = _won(match, 2, {0: "Kh", 1: "As"})
    assert match.totals == (18, 15, 23)
    assert match.is_over
    assert match.winners == (1,)


def test_the_default_is_one_deal_per_player() -> None:
    for players in range(3, 9):
        match = Match(Rules.named("fan tan", players))
        count = 0
        while not match.is_over:
            match = match.finish(play_on(match.start_deal(count), count)[-1])
            count += 1
        assert count == players


def test_a_match_may_end_after_n_deals() -> None:
    match = Match(Rules.named("fan tan", 3).with_(match_target=2))
    match = _won(match, 0, {1: "Ks", 2: "Kc"})
    assert not match.is_over
    assert match.winners == ()
    assert _won(match, 0, {1: "Ks", 2: "Kc"}).winners == (0,)


def test_a_match_may_end_at_n_deals_won() -> None:
    rules = Rules.named("fan tan", 3).with_(match_end="deals won", match_target=2)
    match = Match(rules)
    for winner in (0, 1, 2):
        match = _won(match, winner, {seat: "Ks" if seat else "Kc" for seat in range(3)})
        assert not match.is_over
    match = _won(match, 1, {0: "Ks", 2: "Kc"})
    assert match.is_over
    assert match.totals == (1, 2, 1)
    assert match.winners == (1,)


def test_a_match_may_end_at_n_chips_held() -> None:
    rules = Rules.named("fan tan with chips", 3).with_(match_end="chips held", match_target=26)
    match = _won(Match(rules), 0, {1: "Ks", 2: "Kc"})
    assert match.totals == (24, 18, 18)
    assert not match.is_over
    match = _won(match, 0, {1: "Ks", 2: "Kc"})
    assert match.totals == (28, 16, 16)
    assert match.is_over
    assert match.winners == (0,)


def test_ties_are_shared_and_said_so() -> None:
    match = Match(Rules.named("fan tan", 3).with_(match_target=2))
    match = _won(match, 1, {0: "Ks", 2: "Kc"})
    match = _won(match, 2, {0: "Ks", 1: "Kc"})
    assert match.winners == (1, 2)
    sentence = match.sentence(["Ann", "Ben", "Cas"])
    assert sentence == "Ben and Cas share the match with one deal won each."


def test_the_next_deal_begins_with_the_chips_the_last_one_left() -> None:
    match = Match(Rules.named("fan tan with chips", 4))
    held = match.chips
    assert held == (20, 20, 20, 20)
    while not match.is_over:
        state = match.start_deal(len(match.results))
        assert state.chips == tuple(each - 1 for each in match.chips)
        match = match.finish(play_on(state, 2)[-1])
        assert sum(match.chips) == 80
    assert match.totals == match.chips


def test_a_match_that_is_over_deals_no_more() -> None:
    match = _won(Match(Rules()), 0, {1: "Ks", 2: "Kc", 3: "Kh"})
    assert match.is_over
    with pytest.raises(SevensError, match="over"):
        match.start_deal(1)


def test_only_a_finished_deal_of_this_match_counts() -> None:
    match = Match(Rules.named("classic", 3))
    unfinished = match.start_deal(1)
    other_rules = play_on(Match(Rules.named("fan tan", 3)).start_deal(1), 1)[-1]
    ended: State = play_on(unfinished, 1)[-1]
    for state in (unfinished, other_rules):
        with pytest.raises(SevensError):
            match.finish(state)
    second = match.finish(ended)
    with pytest.raises(SevensError, match="turn to deal"):
        second.finish(ended)


def test_chips_from_elsewhere_do_not_count() -> None:
    rules = Rules.named("fan tan with chips", 3)
    richer = play_on(deal(rules, 1, chips=(20, 20, 21)), 1)[-1]
    with pytest.raises(SevensError, match="other chips than the match has come to"):
        Match(rules).finish(richer)


def test_a_deal_after_the_match_is_over_does_not_count() -> None:
    match = Match(Rules.named("fan tan", 3).with_(match_target=1))
    ended = play_on(match.start_deal(1), 1)[-1]
    over = match.finish(ended)
    with pytest.raises(SevensError, match="the match is over: no further deal counts"):
        over.finish(play_on(deal(match.rules, 2, dealer=over.next_dealer), 1)[-1])
