"""Dealing: numbers that never change their cards, hands without bias, and the whole pack dealt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel import Card, Rules, RulesError, deal, parse_cards
from sevens_kernel.cards import ALL_CARDS
from sevens_kernel.deal import MAX_DEAL, shuffled, sort_hand
from sevens_kernel.rulesets import parse_rules, rulesets
from tests.data.make_deals import WHICH
from tests.properties.strategies import all_rules

GOLDEN = (
    (Path(__file__).parents[1] / "data" / "deals" / "golden.txt").read_text("utf-8").splitlines()
)


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: line.partition(" opens")[0])
def test_a_deal_number_gives_the_same_cards_for_ever(line: str) -> None:
    head, _, hands = line.partition(" | ")
    rules_text, _, number, _, dealer, _, cut, _, opens = head.split()
    rules = parse_rules(rules_text)
    state = deal(rules, int(number), int(dealer), int(cut))
    assert state.hands == tuple(sort_hand(rules, parse_cards(each)) for each in hands.split(" / "))
    assert state.turn == int(opens)
    assert state.dealer == int(dealer)


def test_every_rule_set_has_a_golden_deal_and_none_was_taken_away() -> None:
    assert {line.partition(":")[0] for line in GOLDEN} == {each.slug for each in rulesets()}
    assert len(GOLDEN) >= len(WHICH) == 23


@given(all_rules(), st.integers(0, MAX_DEAL))
def test_the_union_of_the_hands_is_the_pack(rules: Rules, number: int) -> None:
    state = deal(rules, number)
    dealt = Counter(card for hand in state.hands for card in hand)
    assert dealt == Counter(rules.pack_cards)
    assert max(state.sizes) - min(state.sizes) <= 1
    assert state.table.is_empty


@given(all_rules(), st.integers(0, MAX_DEAL), st.data())
def test_the_extra_cards_go_round_with_the_deal(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    """Over as many deals as there are players each seat has had an extra card equally often."""
    first = data.draw(st.integers(0, rules.players - 1))
    extra: Counter[int] = Counter()
    for step in range(rules.players):
        state = deal(rules, number, (first + step) % rules.players)
        extra.update(seat for seat, size in enumerate(state.sizes) if size > min(state.sizes))
    assert len(set(extra.values())) <= 1
    assert sum(extra.values()) == rules.players * (len(rules.pack_cards) % rules.players)


@given(all_rules(), st.integers(0, MAX_DEAL))
def test_hands_are_sorted_by_suit_and_in_the_order_of_the_row(rules: Rules, number: int) -> None:
    for hand in deal(rules, number).hands:
        places = [(card.index // 13, rules.ranks.index(card.rank)) for card in hand]
        assert places == sorted(places)


def _bias(hands_of: Callable[[int], Sequence[Sequence[Card]]], deals: int) -> float:
    """Give how many standard deviations the chi-square of card × seat lies from what chance gives.

    Of 52 × 4 counts only 51 × 3 are free: a card goes to one seat, a seat gets 13 cards. The deals are without
    replacement, which makes the sum larger by 52/51. Wilson and Hilferty's cube root turns it into a normal number.
    """
    counts = [[0] * 4 for _ in range(52)]
    for number in range(deals):
        for seat, hand in enumerate(hands_of(number)):
            for card in hand:
                counts[card.index][seat] += 1
    expected = deals / 4
    total = sum((count - expected) ** 2 / expected for row in counts for count in row)
    free = 51 * 3
    root = (total * 51 / 52 / free) ** (1 / 3)
    return float((root - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def test_over_20_000_numbered_deals_card_by_seat_shows_no_bias() -> None:
    rules = Rules()
    assert abs(_bias(lambda number: deal(rules, number).hands, 20_000)) < 3.5


def test_the_same_measure_finds_a_biased_shuffle() -> None:
    """The beginner's shuffle, every card changing with any other, must be found out."""

    def beginner(number: int) -> list[list[Card]]:
        cards, source = list(ALL_CARDS), random.Random(number)
        for place in range(52):
            other = int(source.random() * 52)
            cards[place], cards[other] = cards[other], cards[place]
        return [cards[:13], cards[13:26], cards[26:39], cards[39:]]

    assert _bias(beginner, 4_000) > 3.5


def test_a_seat_gets_the_extra_cards_of_uneven_deals_without_favour_for_a_card() -> None:
    """With five players a card goes to each seat as often as the seat's size says, whoever deals."""
    counts = [0] * 5
    for number in range(3_000):
        state = deal(Rules(players=5), number, number % 5)
        counts[next(seat for seat in range(5) if Card("7d") in state.hands[seat])] += 1
    expected = 3_000 / 5
    assert sum((count - expected) ** 2 / expected for count in counts) < 18.5  # 4 free, one in 1000


@given(st.integers(0, MAX_DEAL))
def test_neighbouring_numbers_give_different_deals(number: int) -> None:
    rules = Rules()
    other = number - 1 if number else 1
    assert shuffled(rules, number) == shuffled(rules, number)
    assert shuffled(rules, number) != shuffled(rules, other)


def test_dealing_does_not_touch_the_global_source_of_chance() -> None:
    random.seed(5)
    before = random.getstate()
    deal(Rules(), 77)
    assert random.getstate() == before


@pytest.mark.parametrize("number", [-1, MAX_DEAL + 1, 1.5, "7", None, True])
def test_a_deal_number_that_cannot_be_is_quoted_with_the_range(number: object) -> None:
    with pytest.raises(RulesError, match="whole number from 0 to 999999999") as caught:
        deal(Rules(), number)  # type: ignore[arg-type]
    assert f"“{number}”" in str(caught.value)


@pytest.mark.parametrize("dealer", [-1, 4, 1.0, None, True])
def test_a_dealer_that_cannot_be_is_quoted_with_the_range(dealer: object) -> None:
    with pytest.raises(RulesError, match="0 to 3") as caught:
        deal(Rules(), 1, dealer)  # type: ignore[arg-type]
    assert f"“{dealer}”" in str(caught.value)


@pytest.mark.parametrize("cut", [-1, 52, 0.5, None])
def test_a_cut_that_cannot_be_is_quoted_with_the_range(cut: object) -> None:
    with pytest.raises(RulesError, match="0 to 51") as caught:
        deal(Rules(), 1, 0, cut)  # type: ignore[arg-type]
    assert f"“{cut}”" in str(caught.value)


def test_chips_are_one_number_for_each_player() -> None:
    rules = Rules(ante=1)
    assert deal(rules, 1, chips=(5, 0, -3, 78)).chips == (4, -1, -4, 77)
    for chips in ((5, 5, 5), (5, 5, 5, "5"), (5, 5, 5, 5.0), (5, 5, 5, True), 5, "5555"):
        with pytest.raises(RulesError, match="one whole number for each of the 4 players"):
            deal(rules, 1, chips=chips)  # type: ignore[arg-type]
