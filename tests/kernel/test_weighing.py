"""Advice with chances: allowed, true by the engine, honest about its doubt, and blind to hidden cards."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from sevens_kernel import (
    Card,
    Move,
    Rules,
    SevensError,
    State,
    View,
    apply,
    deal,
    explain,
    free_starts,
    lay,
    legal,
    parse_position,
    view,
)
from sevens_kernel.players import advise, weighed_advice
from sevens_kernel.players.weighing import Weighed
from tests.positions import moments, play_on

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"


def with_a_choice() -> View:
    """Give the view of a seat on turn, early in a deal, with two cards that fit or more."""
    states = play_on(deal(Rules(), 3), 3)
    state = next(each for each in states[8:] if len(legal(each)) > 1)
    return view(state, state.turn)


def cards_in(sentence: str, pattern: str) -> list[Card]:
    """Give the cards named in the part of a sentence that a pattern finds; none when it finds nothing."""
    found = re.search(pattern, sentence)
    return [Card(text) for text in re.findall(CARD, found[1])] if found else []


def waiting(state: State, card: Card) -> set[Card]:
    """Give the cards that wait for one that fits: those whose verdict names it among the missing."""
    return {each for each in state.rules.pack_cards if card in explain(state, each).missing}


def check_claims(state: State, found: Weighed) -> int:
    """Verify what a sentence claims, by laying the card; give how many claims there were."""
    seat, sentence, card = state.turn, found.sentence, found.move.card
    assert card is not None
    assert found.move in legal(state)
    assert sentence.startswith(f"Lay {card}: ")
    hand, after = state.hands[seat], apply(state, found.move)
    others = {each for at, cards in enumerate(state.hands) if at != seat for each in cards}
    fits = state.table.fits
    freed = cards_in(sentence, rf"it frees your ((?:{CARD}|, | and )+)")
    for each in freed:
        assert each in hand
        assert not fits(each)
        assert after.table.fits(each)
    later = cards_in(sentence, rf"your ((?:{CARD}|, | and )+) waits? behind it")
    for each in later:
        assert each in hand
        assert each in waiting(state, card)
        assert not after.table.fits(each)
    opened = cards_in(sentence, rf"It opens ((?:{CARD}|, | and )+) for the others")
    assert set(opened) == {
        each for each in others if after.table.fits(each) and not fits(each) and each != card
    }
    kept = cards_in(sentence, rf"Keep ((?:{CARD}|, | and )+) back: only cards of the others wait")
    for each in kept:
        assert lay(each) in legal(state)
        assert each != card
        assert waiting(state, each)
        assert not waiting(state, each) & set(hand)
    if "none of your cards waits behind it" in sentence:
        assert not waiting(state, card) & set(hand)
        assert waiting(state, card)
    if "no card waits behind it" in sentence:
        assert not waiting(state, card)
    return len(freed) + len(later) + len(opened) + len(kept)


def test_every_suggestion_is_allowed_and_every_claim_true() -> None:
    tried = claims = 0
    for at, state in enumerate(moments(games_each=1, first=5000)):
        found = weighed_advice(view(state, state.turn), Random(at), deals=2)
        tried += 1
        if found.move.free:
            assert found.move in free_starts(state, state.turn)
        else:
            assert found.move in legal(state)
        if found.choices and state.table.shape.start is not None:
            claims += check_claims(state, found)
        else:
            plain = advise(view(state, state.turn))
            assert found.move == plain.move
            assert found.sentence.startswith(plain.sentence)
    assert tried > 2500
    assert claims > 3000


def test_the_chances_in_the_sentence_are_those_of_the_choices() -> None:
    tried = 0
    for at, state in enumerate(moments(games_each=1, first=5000)):
        if at % 23 or len(legal(state)) < 2:
            continue
        found = weighed_advice(view(state, state.turn), Random(at), deals=30)
        if not found.choices:
            continue
        tried += 1
        first, *others = found.choices
        assert first.move == found.move
        assert {each.move for each in found.choices} == set(legal(state))
        assert f"you win about {round(100 * first.chance)} after it" in found.sentence
        for each in others[:3]:
            assert f"{each.move} about {round(100 * each.chance)}" in found.sentence
        assert all(each.low <= each.chance <= each.high for each in found.choices)
        ahead = [each for each in others if round(100 * each.chance) > round(100 * first.chance)]
        assert all(each.chance - first.chance <= 2 * sqrt(0.12 / found.deals) for each in others)
        assert ("may be chance" in found.sentence) == bool(ahead)
        give = re.search(r"give or take (\d+);", found.sentence)
        assert give
        assert abs(int(give[1]) - 50 * (first.high - first.low)) <= 1
    assert tried > 50


def test_more_deals_leave_less_doubt() -> None:
    seen = with_a_choice()
    few, many = (weighed_advice(seen, Random(1), deals) for deals in (20, 200))
    assert (few.deals, many.deals) == (20, 200)
    assert many.choices[0].high - many.choices[0].low < few.choices[0].high - few.choices[0].low


def test_where_nothing_is_to_choose_no_chance_is_told() -> None:
    for text, move in (
        ("clubs 7; you 8♣ 2♠; robin 3♠; alex 4♠; sam 5♠", "8c"),
        ("clubs 7; you 2♠; robin 3♠; alex 4♠; sam 5♠", "-"),
    ):
        found = weighed_advice(view(parse_position(text), 0), Random(1))
        assert found == Weighed(Move.parse(move), advise(view(parse_position(text), 0)).sentence)


def test_an_example_whose_cards_do_not_add_up_gets_the_plain_advice() -> None:
    seen = view(parse_position("hearts 7; you 7♣ 8♣ 8♥ 6♥ A♥; robin 2♠; alex 3♠; sam 4♠"), 0)
    plain = advise(seen)
    assert weighed_advice(seen, Random(1)) == Weighed(plain.move, plain.sentence)


def test_a_clear_difference_is_found_although_the_rule_of_thumb_says_otherwise() -> None:
    """J♥ frees K♥ once Q♥ lies; laid first it wins more often than 3♥, as counting all ways shows."""
    state = parse_position(
        "clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠; rules classic:3"
    )
    found = weighed_advice(view(state, 0), Random(1))
    assert found.move == lay(Card("Jh"))
    assert found.choices[0].low > found.choices[1].chance


def test_the_same_chance_gives_the_same_advice_and_impossible_questions_are_refused() -> None:
    seen = with_a_choice()
    assert weighed_advice(seen, Random(4), 20) == weighed_advice(seen, Random(4), 20)
    with pytest.raises(SevensError, match="deals “0”: write a whole number from 1 to 100000"):
        weighed_advice(seen, Random(1), 0)
    with pytest.raises(SevensError, match="It is the turn of"):
        weighed_advice(replace(seen, turn=(seen.seat + 1) % 4), Random(1))
