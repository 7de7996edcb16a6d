"""What waits behind a card, against laying cards one by one; and the sentences about it."""

from __future__ import annotations

import re

import pytest

from sevens_kernel import Card, Rules, State, apply, deal, fitting, legal, parse_position, view
from sevens_kernel.behind import (
    before_words,
    behind,
    behind_words,
    helps_only_others,
    opens_nothing,
    others_before,
    own_behind,
)
from tests.exercises.strategy import bars, spread, waiting_for

SIGNS = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


def moments(rules: Rules, number: int) -> list[State]:
    """Give the states of a deal in which everybody lays the middle one of the cards that fit."""
    state, found = deal(rules, number), []
    while state.out is None:
        if len(legal(state)) > 1 and not state.table.is_empty:
            found.append(state)
        moves = legal(state)
        state = apply(state, moves[len(moves) // 2])
    return found


@pytest.mark.parametrize("name", ["school", "fan tan", "devyatka", "french domino"])
def test_what_waits_is_what_cannot_be_laid_before(name: str) -> None:
    for state in moments(Rules.named(name), 7)[::5]:
        seen, hand = view(state, state.turn), set(state.hands[state.turn])
        for card in fitting(state):
            waits = waiting_for(state.table, card)
            sides = behind(seen, card)
            told = [each for side in sides for each in (*side.own, *side.between, *side.beyond)]
            assert len(told) == len(set(told))
            assert set(told) == waits
            assert set(own_behind(seen, card)) == waits & hand
            assert helps_only_others(seen, card) == bool(waits and not waits & hand)
            assert opens_nothing(seen, card) == (not waits - hand)
            named = {Card(sign) for sign in SIGNS.findall(behind_words(seen, card))} - {card}
            assert named <= waits
            assert behind_words(seen, card).endswith(".")


def test_the_cards_of_the_others_that_come_before_one() -> None:
    for state in moments(Rules(), 12)[::6]:
        seen, hand = view(state, state.turn), set(state.hands[state.turn])
        for card in state.hands[state.turn]:
            before = {each for each in spread(state.table, None) if bars(state.table, each, card)}
            assert set(others_before(seen, card)) == before - hand
            assert {Card(sign) for sign in SIGNS.findall(before_words(seen, card))} == before | {
                card
            }


@pytest.mark.parametrize(
    ("text", "card", "said"),
    [
        (
            "hearts 7; you 8♥ 9♥",
            "8♥",
            "Behind 8♥ waits your 9♥. Four cards of the others come after your 9♥.",
        ),
        (
            "hearts 7-9; you 10♥ K♥",
            "10♥",
            "Behind 10♥ waits your K♥. The others' J♥ and Q♥ come before your K♥.",
        ),
        (
            "spades 7; you 8♠ 10♠ Q♠",
            "8♠",
            "Behind 8♠ wait your 10♠ and Q♠. "
            "The others' 9♠ and J♠ come before your Q♠, and their K♠ comes after it.",
        ),
        (
            "diamonds 7-8; you 6♦ 4♦",
            "6♦",
            "Behind 6♦ waits your 4♦. The others' 5♦ comes before your 4♦, and their 3♦, 2♦ and A♦ come after it.",
        ),
        (
            "rules fan tan; hearts 7; you 6♥ K♥ 8♥ 9♥",
            "8♥",
            "Behind 8♥ wait your 9♥ and K♥. "
            "The others' 10♥, J♥ and Q♥ come before your K♥, and their A♥ comes after it.",
        ),
        (
            "rules french domino; start 10; diamonds 10; you 9♦ 7♦",
            "9♦",
            "Behind 9♦ waits your 7♦. The others' 8♦ comes before your 7♦, and six of theirs come after it.",
        ),
        ("hearts 7-J; you Q♥ K♥", "Q♥", "Behind Q♥ waits your K♥, and none of the others'."),
        ("hearts 7-J; you Q♥ 2♣", "Q♥", "Behind Q♥ waits only a card of the others: K♥."),
        ("hearts 5-7; you 4♥ 2♣", "4♥", "Behind 4♥ wait only cards of the others: A♥ to 3♥."),
        ("hearts 4-7; you 3♥ 2♣", "3♥", "Behind 3♥ wait only cards of the others: A♥ and 2♥."),
        ("hearts 4-Q; you K♥ 2♣", "K♥", "Nothing waits behind K♥."),
        (
            "rules fan tan; hearts 7-J; you Q♥ 2♣",
            "Q♥",
            "Behind Q♥ wait only cards of the others: K♥ and A♥.",
        ),
        (
            "hearts 4-Q; you 7♣ 6♣",
            "7♣",
            "Behind 7♣ waits your 6♣. Five cards of the others come after your 6♣. "
            "On the other side wait only cards of the others: 8♣ to K♣.",
        ),
    ],
)
def test_it_is_said_in_the_words_of_the_game(text: str, card: str, said: str) -> None:
    assert behind_words(view(parse_position(text), 0), Card(card)) == said


def test_the_cards_that_come_before_one_are_told_in_a_plain_sentence() -> None:
    seen = view(parse_position("hearts 7; you 8♥ 9♥ J♥ K♥"), 0)
    assert [before_words(seen, card) for card in seen.hand] == [
        "No card of the others comes before your 8♥.",
        "No card of the others comes before your 9♥, only your own 8♥ does.",
        "The others' 10♥ comes before your J♥, and so do your own 8♥ and 9♥.",
        "The others' 10♥ and Q♥ come before your K♥, and so do your own 8♥, 9♥ and J♥.",
    ]
