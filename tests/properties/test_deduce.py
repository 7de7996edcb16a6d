"""The true hands satisfy everything that is deduced, in every deal under any rules; chances and draws add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel import Card, Rules, State, deal, view
from sevens_kernel.deduce import cannot_hold, deductions, forced, hidden_cards, known, sample, ways
from sevens_kernel.hidden import count_ways
from tests.positions import play_on
from tests.properties.strategies import moments, presets


def is_allowed(state: State, seat: int, hands: tuple[tuple[Card, ...], ...]) -> bool:
    """Say whether hands agree with everything that a seat's view proves."""
    hidden = known(view(state, seat))
    return not any(
        set(hand) & barred
        for who, (hand, barred) in enumerate(zip(hands, hidden.barred, strict=True))
        if who != seat
    ) and all(set(hands[who]) & cards for who, cards in hidden.needs)


@given(moments(), st.integers(0, 7))
def test_the_truth_is_never_excluded(state: State, seat: int) -> None:
    seat %= state.rules.players
    seen = view(state, seat)
    assert not [each for each in deductions(seen) if each.card in state.hands[each.seat]]
    assert all(each.card in state.hands[each.seat] for each in forced(seen))
    assert is_allowed(state, seat, state.hands)
    counted = ways(seen)
    for card, chances in counted.chances().items():
        if counted.exact:
            holders = [who for who, hand in enumerate(state.hands) if card in hand and who != seat]
            assert all(chances[who] > 0 for who in holders)


@given(presets(), st.integers(0, 10**6))
def test_the_truth_is_never_excluded_all_through_a_deal_of_a_rule_set(
    rules: Rules, number: int
) -> None:
    for state in play_on(deal(rules, number), number)[::6]:
        seen = view(state, number % rules.players)
        assert not [each for each in deductions(seen) if each.card in state.hands[each.seat]]
        assert is_allowed(state, seen.seat, state.hands)


@given(moments(), st.integers(0, 7))
def test_chances_add_up_for_every_card_and_every_hand(state: State, seat: int) -> None:
    seat %= state.rules.players
    counted = ways(view(state, seat))
    chances, copies = counted.chances(), Counter(hidden_cards(view(state, seat)))
    assert set(chances) == set(copies)
    assert all(sum(each) == 1 for each in chances.values())
    for who, size in enumerate(state.sizes):
        held = sum(each[who] * copies[card] for card, each in chances.items())
        assert held == (0 if who == seat else size)


@given(moments(), st.integers(0, 7), st.integers(0, 2**32))
def test_drawn_hands_are_whole_and_allowed(state: State, seat: int, seed: int) -> None:
    seat %= state.rules.players
    hands = sample(view(state, seat), Random(seed))
    assert tuple(map(len, hands)) == state.sizes
    assert hands[seat] == state.hands[seat]
    assert sorted(card for hand in hands for card in hand) == sorted(
        card for hand in state.hands for card in hand
    )
    assert is_allowed(state, seat, hands)


@given(moments(), st.integers(0, 7))
def test_what_is_deduced_never_depends_on_hidden_cards(state: State, seat: int) -> None:
    """Other hands in place of the true ones leave the view the same, and so all that follows from it."""
    seat %= state.rules.players
    other = replace(state, hands=sample(view(state, seat), Random(1)))
    assert cannot_hold(view(other, seat)) == cannot_hold(view(state, seat))
    assert ways(view(other, seat)).chances() == ways(view(state, seat)).chances()


@given(moments(), st.integers(0, 7))
def test_estimates_exclude_what_is_proved_and_add_up(state: State, seat: int) -> None:
    """With no work allowed at all, as in the longest deals with two packs."""
    seat %= state.rules.players
    hidden = known(view(state, seat))
    estimated = count_ways(hidden, most=0)
    chances = estimated.chances()
    assert all(sum(each) == 1 for each in chances.values())
    for who, barred in enumerate(hidden.barred):
        assert all(not each[who] for card, each in chances.items() if card in barred)
    drawn = estimated.draw(Random(2))
    assert tuple(map(len, drawn)) == hidden.room
