"""The sentences about dealing, passing and finishing, against what the game itself does."""

from __future__ import annotations

import re
from random import Random

import pytest

from sevens_kernel import (
    PASS,
    SevensError,
    apply,
    catch_false_pass,
    deal,
    explain,
    lay,
    legal,
    parse_position,
)
from sevens_kernel.acting import outcome
from sevens_kernel.deduce import cannot_hold, hidden_cards
from sevens_kernel.reasons import (
    cost_words,
    dealt_sizes,
    gain_of,
    gain_words,
    hold_words,
    opener_words,
    over_words,
    pass_cost,
    play_words,
    points_of,
    size_words,
)
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.state import State, fitting
from sevens_kernel.view import view
from sevens_kernel.words import NAMES

SLUGS = [each.slug for each in rulesets()]


def tables() -> list[Rules]:
    """Give every rule set with every number of players it allows."""
    found = []
    for slug in SLUGS:
        for players in range(3, 9):
            try:
                found.append(Rules.named(slug, players=players))
            except SevensError:
                continue
    return found


def moments(slug: str, number: int) -> list[State]:
    """Play a deal with random moves and give all its moments."""
    rng, states = Random(number), [deal(Rules.named(slug), number)]
    while states[-1].out is None:
        moves = legal(states[-1])
        states.append(apply(states[-1], moves[int(rng.random() * len(moves))]))
    return states


@pytest.mark.parametrize("rules", tables(), ids=str)
def test_the_sizes_of_the_hands_and_the_opener_are_those_of_the_deal(rules: Rules) -> None:
    for dealer in range(rules.players):
        dealt = deal(rules, 31, dealer)
        assert dealt_sizes(rules, dealer) == dealt.sizes
        assert opener_words(dealt).startswith(f"{NAMES[dealt.turn]} open")
        more = [seat for seat in range(rules.players) if dealt.sizes[seat] > min(dealt.sizes)]
        told = size_words(rules, dealer).partition(" for ")[2] if more else ""
        named = re.findall(r"[A-Z][a-z]+|you", told)
        assert {name.capitalize() for name in named} == {NAMES[seat] for seat in more}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_of_a_turn_is_what_the_game_allows_and_charges(slug: str) -> None:
    states = moments(slug, 5)
    for state in states[:-1]:
        said, can = play_words(state), fitting(state)
        assert said.startswith("Nothing fits") != bool(can)
        assert all(str(card) in said for card in can)
        try:
            after = catch_false_pass(state) if can else apply(state, PASS)
        except SevensError:
            with pytest.raises(SevensError):
                pass_cost(state)
            continue
        paid = after.pool - state.pool + sum(after.fines) - sum(state.fines)
        assert pass_cost(state) == paid
        assert ("costs nothing" in cost_words(state)) == (paid == 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_of_the_last_card_is_what_it_brings(slug: str) -> None:
    *_, before, after = moments(slug, 6)
    move = after.history[-1].move
    assert move.card
    assert over_words(before, move.card).endswith("the deal is over at once.")
    if before.rules.uses_chips:
        gain = gain_of(before, move.card)
        assert gain == after.chips[before.turn] - before.chips[before.turn]
        total = re.search(r"together (\d+)\.", gain_words(before, move.card))
        assert not total or int(total[1]) == gain
    ended = outcome(after)
    assert ended
    counted = [points_of(hand) + fine for hand, fine in zip(ended.left, after.fines, strict=True)]
    assert list(ended.points) == counted


@pytest.mark.parametrize("number", range(6))
def test_who_is_said_not_to_hold_a_card_does_not(number: int) -> None:
    for state in moments("school", number)[10:-1:3]:
        seen = view(state, 0)
        proved = cannot_hold(seen)
        for card in hidden_cards(seen):
            for seat in range(1, 4):
                barred = "cannot hold it" in hold_words(seen, seat, card)
                assert barred == (card in proved[seat])
                assert not (barred and card in state.hands[seat])


def test_a_card_that_does_not_end_the_deal_says_who_is_next() -> None:
    for state in moments("school", 9)[:-2]:
        for card in fitting(state):
            after = apply(state, lay(card))
            if after.out is None:
                name = "you" if after.turn == 0 else NAMES[after.turn]
                assert f"and {name} " in over_words(state, card)


@pytest.mark.parametrize(
    "hand", ["3♥ 8♠", "8♠ 9♠", "3♥ 2♥ 10♥ 8♠ 9♠", "A♥ 2♥ 3♥ 10♥ J♥ 8♠ 9♠ 10♠ 2♣ K♦"]
)
def test_a_pass_always_says_what_the_cards_wait_for(hand: str) -> None:
    state = parse_position(f"hearts 5-8; you {hand}")
    said = play_words(state)
    assert said.startswith("Nothing fits, so you pass: ")
    for card in state.hands[0]:
        assert str(explain(state, card).missing[0]) in said
