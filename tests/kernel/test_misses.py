"""Why a wrong answer is wrong: the sentences against what the game itself does."""

from __future__ import annotations

from itertools import permutations

import pytest

from sevens_kernel import Card, Rules, SevensError, parse_position
from sevens_kernel.deal import deal, sort_hand
from sevens_kernel.misses import (
    count_words,
    not_first_words,
    place_words,
    price_words,
    share_words,
    unsorted_words,
    wrong_order_words,
)
from sevens_kernel.reasons import dealt_sizes
from sevens_kernel.score import Match
from sevens_kernel.standing import final_match, ranking, standing_words


@pytest.mark.parametrize("players", range(3, 9))
def test_places_are_counted_round_the_table_to_both_sides(players: int) -> None:
    for base in range(players):
        left = place_words((base + 1) % players, base, players)
        right = place_words((base - 1) % players, base, players, left=False)
        assert "the first player, counted clockwise" in left
        assert "the first player, counted anticlockwise" in right
        told = {place_words(seat, base, players) for seat in range(players)}
        assert len(told) == players


@pytest.mark.parametrize("players", range(3, 9))
def test_a_wrong_share_is_too_small_too_large_or_somebody_elses(players: int) -> None:
    rules = Rules.named("classic", players=players)
    sizes = dealt_sizes(rules, 0)
    assert sizes == deal(rules, 1).sizes
    for size in range(1, 20):
        said = share_words(rules, size, sizes)
        if size in sizes:
            assert said.startswith(f"Some players get {size} cards")
        else:
            assert ("needed" in said) == (size * players > 52)
            assert str(size * players) in said


def test_a_line_is_unsorted_at_the_first_pair_that_stands_wrongly() -> None:
    rules = Rules()
    right = sort_hand(rules, tuple(map(Card, ("Kc", "2h", "9h", "As"))))
    for line in permutations(right):
        if line == right:
            with pytest.raises(ValueError, match="sorted"):
                unsorted_words(rules, line)
            continue
        before, _, after = unsorted_words(rules, line).partition(" stands before ")
        one, other = Card(before), Card(after.split()[0])
        assert line.index(other) == line.index(one) + 1
        assert right.index(other) < right.index(one)


def test_the_wrong_first_card_is_told_from_where_it_lies() -> None:
    state = parse_position("hearts 5-8; you J♥ 2♣")
    for card, words in {
        "10h": "another card must",
        "4h": "other end",
        "6h": "on the table",
    }.items():
        assert words in not_first_words(state, Card("Jh"), Card(card))
    assert "not lie on the way" in not_first_words(state, Card("Jh"), Card("Kh"))


def test_an_order_that_is_right_is_not_called_wrong() -> None:
    state = parse_position("hearts 5-8; you J♥ 2♣")
    with pytest.raises(ValueError, match="right"):
        wrong_order_words(state, Card("Jh"), (Card("9h"), Card("10h")))


def test_the_price_of_the_other_kind_of_pass_is_called_so() -> None:
    false = parse_position("rules parliament; hearts 5-8; you 4♥")
    true = parse_position("rules parliament; hearts 5-8; you 3♥")
    assert "true pass" in price_words(false, 1, "chips")
    assert "false pass" in price_words(true, 3, "chips")
    assert price_words(true, 2, "chips") == price_words(false, 2, "chips")


def test_points_miscounted_are_told_how() -> None:
    hand = [Card("5h"), Card("9c")]
    assert count_words(hand, 24) == "That is more than these cards count."
    assert count_words(hand, 3) == "That is less than these cards count."


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("rules classic:4; fines 14,21,5,30", (2, 0, 1, 3)),
        ("rules fan tan with chips; chips 14 21 5 40; pool 0", (3, 1, 0, 2)),
    ],
)
def test_the_fewest_points_and_the_most_chips_come_first(text: str, order: tuple[int, ...]) -> None:
    assert ranking(final_match(parse_position(text))) == order


def test_a_match_stands_as_its_position_says() -> None:
    tied = parse_position("rules fan tan with chips; chips 25 25 11 19; pool 0")
    match = final_match(tied)
    assert isinstance(match, Match)
    assert match.winners == (0, 1)
    assert standing_words(tied).startswith("You have 25 chips, Robin has 25 chips")
    with pytest.raises(SevensError, match="neither points nor chips"):
        final_match(parse_position("hearts 7"))


@pytest.mark.parametrize(
    ("text", "asked", "first", "begin"),
    [
        ("hearts 5-8; you J♥", "Jh", "10h", "next to the row"),
        ("hearts 5-8; you 5♠", "5s", "6s", "with the card that opens the row"),
    ],
)
def test_a_wrong_order_says_where_to_begin_also_where_there_is_no_row(
    text: str, asked: str, first: str, begin: str
) -> None:
    said = wrong_order_words(parse_position(text), Card(asked), (Card(first),))
    assert said.endswith(f"at its place in this order: begin {begin}.")
