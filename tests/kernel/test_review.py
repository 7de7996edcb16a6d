"""The review names turns that clearly cost something, by what could be known, and is silent otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from sevens_kernel import (
    Rules,
    SevensError,
    State,
    apply,
    deal,
    legal,
    parse_record,
    record_of,
    view,
)
from sevens_kernel.deduce import sample
from sevens_kernel.estimate import outlook, trials
from sevens_kernel.players import Player, player
from sevens_kernel.review import (
    MOST_POINTS,
    SMALLEST_COST,
    Luck,
    looking_back_words,
    luck,
    luck_words,
    missed_win,
    review,
    review_words,
)
from sevens_kernel.solver import wins

LOST = (
    "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3"
    " | Qh As Kh"
)


def played(rules: Rules, number: int, first: Player) -> list[State]:
    """Give every state of a deal that one player plays against those of the heuristic."""
    state, chance = deal(rules, number), Random(number)
    states = [state]
    while state.out is None:
        one = first if state.turn == 0 else player("heuristic")
        state = apply(state, one.choose(view(state, state.turn), chance))
        states.append(state)
    return states


class Worst:
    """Lays the move that is worst by the estimate: a player with much to review."""

    name = "worst"

    def choose(self, view, rng):  # type: ignore[no-untyped-def]
        return trials(view, Random(3), 40).choices()[-1].move


@pytest.fixture(scope="module")
def bad() -> list[State]:
    return played(Rules(), 3, Worst())


def test_a_deal_played_badly_has_turning_points_that_fit_the_deal(bad: list[State]) -> None:
    points = review(bad, 0, Random(1))
    assert 1 <= len(points) <= MOST_POINTS
    assert [point.ply for point in points] == sorted(point.ply for point in points)
    for point in points:
        before = bad[point.ply]
        assert before.turn == 0
        assert bad[-1].history[point.ply].move == point.move != point.better
        assert point.better in legal(before)
        turns = [act for act in before.history if act.seat == 0]
        assert point.turn == len(turns) + 1
        assert point.low > 0
        assert point.low < point.cost < point.high
        assert point.cost >= SMALLEST_COST
        assert f"you laid {point.move}; {point.better} would have won you about" in point.sentence


def test_what_a_turn_cost_is_found_again_with_other_hands(bad: list[State]) -> None:
    for point in review(bad, 0, Random(1)):
        again = trials(view(bad[point.ply], 0), Random(99), 2000, (point.better, point.move))
        mean, low, _ = again.lead(point.better, point.move)
        assert low > 0
        assert point.low - 0.04 < mean < point.high + 0.04


def test_the_same_deal_is_reviewed_in_the_same_way_from_its_record(bad: list[State]) -> None:
    record = record_of(bad[0], bad[-1], 3)
    assert review(record, 0, Random(1)) == review(bad, 0, Random(1))


def test_a_review_knows_no_more_than_could_be_known_then(bad: list[State]) -> None:
    """With the hidden cards of the others exchanged before each turn, the same turns cost the same."""
    points = review(bad, 0, Random(1))
    exchanged = []
    for state in bad:
        if state.out is None:
            hands = sample(view(state, 0), Random(state.ply))
            state = replace(state, hands=hands)
        exchanged.append(state)
    assert review(exchanged, 0, Random(1)) == points


@pytest.mark.parametrize("number", [1, 2])
def test_good_play_is_seldom_blamed(number: int) -> None:
    states = played(Rules(), number, player("priority"))
    points = review(states, 0, Random(1))
    assert points == ()
    assert review_words(points) == "No turn of yours clearly cost anything."


def test_a_seat_without_any_choice_is_not_blamed() -> None:
    record = parse_record("clubs 7; you 8♣; robin 6♣; alex 9♣; sam 10♣ | 8c")
    assert review(record, 0, Random(1)) == ()
    assert review([], 0, Random(1)) == ()


def test_with_two_packs_and_starts_out_of_turn_a_review_ends_well() -> None:
    for name in ("two packs", "domino"):
        states = played(Rules.named(name), 1, player("random"))
        assert len(review(states, 0, Random(1))) <= MOST_POINTS


def test_others_are_spoken_of_by_name(bad: list[State]) -> None:
    names = ("Robin", "Alex", "Sam", "Kim")
    for point in review(bad, 0, Random(1), names):
        assert point.sentence.startswith("At Robin's ")
        assert " turn Robin laid " in point.sentence
        assert "would have won about" in point.sentence
    assert review_words((), "Robin") == "No turn of Robin's clearly cost anything."


def test_the_summary_counts_the_turns(bad: list[State]) -> None:
    points = review(bad, 0, Random(1))
    assert review_words(points[:1]) == "One turn of yours clearly cost something."
    assert review_words((points[0], points[0])) == "Two turns of yours clearly cost something."


def test_a_missed_win_is_one_by_the_solver() -> None:
    record = parse_record(LOST)
    found = missed_win(record, 0)
    assert found is not None
    assert [move.text for move in found.winning] == ["2h"]
    assert wins(record.start, 0)
    assert not wins(apply(record.start, found.move), 0)
    assert missed_win(parse_record(LOST.replace("| Qh As Kh", "| 2h")), 0) is None


def test_what_cannot_be_reviewed_is_refused(bad: list[State]) -> None:
    with pytest.raises(SevensError, match="seat 5 does not exist"):
        review(bad, 4, Random(1))
    with pytest.raises(SevensError, match="each must follow from the one before"):
        review([bad[0], bad[2]], 0, Random(1))


def test_the_luck_of_the_cards_is_told_from_what_choices_cost(bad: list[State]) -> None:
    told = luck(bad, 0, Random(1))
    assert told.won == (bad[-1].out == 0)
    low, high = outlook(view(bad[0], 0), Random(5), 2000)[1:]
    assert low - 0.04 < told.start < high + 0.04
    assert told.lost > told.give > 0
    again = luck(bad, 0, Random(2))
    assert abs(again.lost - told.lost) < 2 * (told.give + again.give)
    assert f"your choices cost about {round(100 * told.lost)} wins in 100" in told.sentence
    points = review(bad, 0, Random(1))
    assert told.lost > max(point.cost for point in points) / 2


def test_a_player_that_plays_as_the_estimate_does_gives_nothing_away() -> None:
    for number in range(3):
        states = played(Rules(), number, player("priority"))
        told = luck(states, 0, Random(1))
        assert told.lost <= told.give + 0.1
        assert ("gave away nothing that stands out" in told.sentence) == (told.lost <= told.give)
        assert ("You won" in told.sentence) == (states[-1].out == 0)


@pytest.mark.parametrize(
    ("start", "lost", "give", "won", "words"),
    [
        (0.6, 0.0, 0.05, True, "You won, as was to be expected."),
        (0.2, 0.0, 0.05, True, "You won: good choices, and some luck."),
        (0.4, 0.2, 0.1, True, "You won all the same: luck helped."),
        (0.6, 0.4, 0.1, False, "your choices cost you more than the luck of the cards."),
        (0.6, 0.2, 0.1, False, "that was more the luck of the cards than your choices."),
        (0.6, 0.02, 0.05, False, "You did not win: luck was against you."),
        (0.2, 0.02, 0.05, False, "You did not win, but your choices are not to blame."),
        (0.08, 0.07, 0.05, False, "You did not win, as was to be expected."),
        (0.08, 0.0, 0.05, False, "You did not win, as was to be expected."),
    ],
)
def test_what_decided_a_deal(start: float, lost: float, give: float, won: bool, words: str) -> None:
    assert luck_words(Luck(start, lost, give, won, ""), "You").endswith(words)
    of_sam = luck_words(Luck(start, lost, give, won, ""), "Sam")
    assert not re.search(r"\b(you|your|yours)\b", of_sam, re.IGNORECASE)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (0.001, "A hand like yours hardly ever wins when all play well."),
        (0.01, "A hand like yours wins about 1 deal in 100 when all play well."),
        (0.32, "A hand like yours wins about 32 deals in 100 when all play well."),
        (0.999, "A hand like yours nearly always wins when all play well."),
    ],
)
def test_what_a_hand_is_worth_is_said_in_whole_deals(start: float, words: str) -> None:
    assert luck_words(Luck(start, 0.0, 0.05, False, "")).startswith(words)


def test_a_cost_beyond_what_the_hand_was_worth_is_explained() -> None:
    within = luck_words(Luck(0.1, 0.15, 0.1, False, ""))
    assert "Added up, your choices cost about 15 wins in 100, give or take 10." in within
    told = luck_words(Luck(0.1, 0.31, 0.1, False, ""))
    assert "The cards then fell well for you, but your choices cost about 31 wins in 100" in told


def test_looking_back_says_nothing_twice_and_nothing_against_itself(bad: list[State]) -> None:
    point = review(bad, 0, Random(1))[:1]
    assert point
    dear, cheap = (Luck(0.4, lost, 0.05, False, "") for lost in (0.3, 0.01))
    assert looking_back_words(dear, point).endswith("One turn of yours clearly cost something.")
    assert "give or take 5, but no single turn stands out." in looking_back_words(dear, ())
    for told in (looking_back_words(cheap, point), looking_back_words(cheap, ())):
        assert ("clearly cost" in told) != ("gave away nothing" in told)


def test_the_luck_of_a_deal_under_way_is_not_told(bad: list[State]) -> None:
    with pytest.raises(SevensError, match="The deal is not over"):
        luck(bad[:-1], 0, Random(1))
