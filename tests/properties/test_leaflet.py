"""The sheet of the rules says, for any rules at all, what the engine then does."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel import PASS, Rules, State, apply, catch_false_pass, deal, fitting, legal, why_not
from sevens_kernel.acting import may_be_caught
from sevens_kernel.cards import count_word
from sevens_kernel.leaflet import example, leaflet
from sevens_kernel.score import Match
from sevens_kernel.state import explain, free_starts
from tests.properties.strategies import all_rules

WORDS = {count_word(number): number for number in range(13)}


def said(rules: Rules) -> str:
    """Give the whole sheet in one line."""
    return " ".join(sentence for part in leaflet(rules).parts for sentence in part.sentences)


def number(text: str) -> int:
    """Read a number in words or figures."""
    return WORDS[text] if text in WORDS else int(text)


@given(all_rules(), st.integers(0, 10_000))
@settings(max_examples=150)
def test_what_is_said_of_cards_and_dealing_is_what_is_dealt(rules: Rules, which: int) -> None:
    text, state = said(rules), deal(rules, which, dealer=which % rules.players)
    sizes = [len(hand) for hand in state.hands]
    assert re.search(r"(\d+) cards are dealt", text)[1] == str(sum(sizes))  # type: ignore[index]
    assert ("every card is there twice" in text) == (len(set(rules.pack_cards)) * 2 == sum(sizes))
    if found := re.search(r"Everybody is dealt ([\w]+) of", text):
        assert set(sizes) == {number(found[1])}
    else:
        found = re.search(
            r"first (?:(\w+) )?players? at the dealer's left gets? (\w+), the others (\w+)", text
        )
        assert found
        lucky = number(found[1] or "one")
        order = [sizes[(state.dealer + 1 + step) % rules.players] for step in range(rules.players)]
        assert order == [number(found[2])] * lucky + [number(found[3])] * (rules.players - lucky)
    low, high = re.search(r"A row runs from (\w+) to (\w+)\.", text).groups()  # type: ignore[union-attr]
    assert (low, high) == (rules.ranks[0].word, rules.ranks[-1].word)
    assert f"Nothing goes below the {low} or above the {high}." in text


@given(all_rules(), st.integers(0, 10_000))
@settings(max_examples=150)
def test_what_is_said_of_the_beginning_is_what_may_be_laid_first(rules: Rules, which: int) -> None:
    text, state = said(rules), deal(rules, which)
    if found := re.search(r"(?:Whoever holds|A holder of) (\S+) must lay it first", text):
        assert [str(move.card) for move in legal(state)] == [found[1]]
        return
    assert state.turn == (state.dealer + 1) % rules.players
    if "lays any card first" in text:
        assert {move.card for move in legal(state)} == set(state.hands[state.turn])
        return
    rank = re.search(r"lays any (\w+) first; whoever holds none passes", text)[1]  # type: ignore[index]
    starts = {card for card in state.hands[state.turn] if card.rank.word == rank}
    assert {move.card for move in legal(state)} == (starts or {None})


def mid(rules: Rules, which: int) -> State:
    """Give a state some turns into a deal."""
    state = deal(rules, which)
    for _ in range(3 * rules.players):
        after = apply(state, legal(state)[0])
        if after.out is not None:
            break
        state = after
    return state


@given(all_rules(), st.integers(0, 10_000))
@settings(max_examples=200)
def test_what_is_said_of_passing_is_what_a_pass_does(rules: Rules, which: int) -> None:
    text, state = said(rules), mid(rules, which)
    paid = f"A pass costs {'one'} chip" in text
    if fitting(state):
        refused = "A pass with a card that fits does not count" in text
        assert why_not(state, PASS) is not None
        assert refused == (not may_be_caught(state))
        if not refused:
            amount, coin = re.search(r"is fined (\w+) (point|chip)s?", text).groups()  # type: ignore[union-attr]
            caught = catch_false_pass(state)
            seat = state.turn
            lost = state.chips[seat] - caught.chips[seat]
            fined = caught.fines[seat] - state.fines[seat]
            assert (lost if coin == "chip" else fined) == number(amount)
            assert caught.turn == seat, "and must still lay a card"
            assert caught.pool - state.pool == lost
    else:
        passed = apply(state, PASS)
        assert passed.pool - state.pool == paid
        assert state.chips[state.turn] - passed.chips[state.turn] == paid


@given(all_rules(), st.integers(0, 10_000))
@settings(max_examples=100)
def test_what_is_said_of_chips_and_of_start_cards_is_what_happens(rules: Rules, which: int) -> None:
    text, state = said(rules), deal(rules, which, chips=Match(rules).chips or None)
    assert ("chips" in text or "one chip" in text) == (
        rules.uses_chips or "chips" in Match(rules).end_words
    )
    if found := re.search(r"Everybody begins with (\w+) chips?", text):
        ante = "Before each deal everybody pays one chip" in text
        assert set(state.chips) == {number(found[1]) - ante}
        assert state.pool == ante * rules.players
    assert ("Whoever runs out of chips owes them." in text) == rules.uses_chips
    any_time = "at any moment, without using up a turn" in text
    state = mid(rules, which)
    free = any(free_starts(state, seat) for seat in range(rules.players))
    assert any_time or not free
    while state.out is None:  # to the end, where the winner is paid
        before, state = state, apply(state, legal(state)[0])
    winner = state.out
    if rules.uses_chips:
        per_card = "one chip for every card they still hold" in text
        left = sum(len(hand) for seat, hand in enumerate(state.hands) if seat != winner)
        assert state.chips[winner] - before.chips[winner] == before.pool + per_card * left


@given(all_rules())
@settings(max_examples=60)
def test_the_example_is_a_turn_with_a_choice_and_is_judged_by_the_engine(rules: Rules) -> None:
    sheet = leaflet(rules)
    seen = sheet.example
    assert seen == example(rules)
    assert seen.turn == seen.seat
    assert seen.out is None
    assert seen.rules == rules
    verdicts = {card: explain(seen, card) for card in seen.hand}
    fits = {each.sentence for each in verdicts.values() if each.fits}
    assert fits <= set(sheet.told)
    assert len(fits) >= 1
    assert set(sheet.told) <= {each.sentence for each in verdicts.values()}


def test_any_score_and_any_end_of_a_match_is_said_in_the_words_of_the_match() -> None:
    for rules in (
        Rules.named("fan tan", match_end="deals won", match_target=3),
        Rules.named("fan tan with chips", match_end="chips held", match_target=40),
        Rules.named("classic", players=5),
    ):
        assert Match(rules).end_words in said(rules)
    assert "Nothing is counted" in said(Rules())
    assert "match" not in said(Rules())
