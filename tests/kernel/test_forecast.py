"""A forecast: what is counted, when one card is called better, and what is said of it."""

from __future__ import annotations

import re
from random import Random

import pytest

from sevens_kernel import Card, Move, SevensError, parse_position, view
from sevens_kernel.estimate import Trials
from sevens_kernel.forecast import (
    Forecast,
    Judgement,
    about_words,
    chance_words,
    fared_words,
    forecast,
    reason_words,
    verdict_words,
)
from sevens_kernel.view import View

TEXT = "clubs 3-9, diamonds A-10, hearts 4-8, spades 5-7; you A♣ 10♣ Q♦ 2♥ 9♥ J♥ A♠; robin ?7; alex ?6; sam ?7"


def seen(text: str = TEXT) -> View:
    return view(parse_position(text), 0)


def made(*won: int, deals: int = 1000) -> Forecast:
    """Give a forecast in which 9♥, 10♣ and so on won so many deals, as different ones as can be."""
    moves = tuple(Move(Card(each)) for each in ("9h", "10c", "8s", "6c")[: len(won)])
    rows = tuple(
        tuple((at * 7 + 13 * place) % deals < each for at in range(deals))
        for place, each in enumerate(won)
    )
    return Forecast(seen(), deals, Trials(moves, rows))


def test_the_same_chance_gives_the_same_figures_and_other_chance_others() -> None:
    one, again, other = (forecast(seen(), Random(seed), 300) for seed in (1, 1, 2))
    assert one.trials == again.trials
    assert one.trials != other.trials


def test_deals_are_counted() -> None:
    found = made(450, 200)
    assert (found.won(Card("9h")), found.won(Card("10c"))) == (450, 200)
    assert [each.chance for each in found.choices] == [0.45, 0.2]


@pytest.mark.parametrize(
    ("won", "judged"),
    [
        ((450, 200), (Judgement.BEST, Judgement.WORSE)),
        ((450, 445), (Judgement.CLOSE, Judgement.CLOSE)),
        ((450, 445, 200), (Judgement.CLOSE, Judgement.CLOSE, Judgement.WORSE)),
        ((200, 450, 210), (Judgement.WORSE, Judgement.BEST, Judgement.WORSE)),
        ((0, 0), (Judgement.CLOSE, Judgement.CLOSE)),
        ((1000, 1000, 911), (Judgement.CLOSE, Judgement.CLOSE, Judgement.WORSE)),
    ],
)
def test_only_what_luck_hardly_explains_is_called_better(
    won: tuple[int, ...], judged: tuple[Judgement, ...]
) -> None:
    found = made(*won)
    cards = [move.card for move in found.trials.moves]
    assert tuple(found.judge(card) for card in cards if card) == judged
    for card, word in zip(cards, judged, strict=True):
        assert card
        said = verdict_words(found, card)
        assert said.startswith("Too close to tell: ") == (word is Judgement.CLOSE)
        assert ("won most often" in said) == (word is Judgement.BEST)
        assert f"{found.won(card):,}" in said
        assert str(card) in said
        numbers = [
            int(each.replace(",", ""))
            for each in re.findall(r"\d,\d{3}|\b\d{1,3}\b(?![♣♦♥♠])", said)
        ]
        assert all(each in (*won, 1000) for each in numbers)


def test_the_better_one_is_not_named_while_there_is_something_to_find() -> None:
    found = made(450, 200)
    assert (
        fared_words(found, Card("10c"))
        == "10♣ won 200 of 1,000 deals, and another card clearly more."
    )
    assert fared_words(found, Card("9h")) == "9♥ won 450 of 1,000 deals, more than any other card."
    assert fared_words(made(450, 449), Card("9h")) == "9♥ won 450 of 1,000 deals."


def test_the_words_about_it() -> None:
    found = forecast(seen(), Random(1), 300)
    assert reason_words(found, Card("10c")) == "Behind 10♣ wait only cards of the others: J♣ to K♣."
    low, high = map(int, chance_words(found.choices[0]).split(" to "))
    assert low < 100 * found.choices[0].chance < high
    assert about_words(4, 1000).startswith("The cards you cannot see are dealt out 1,000 times")
    assert "all three of you play on by the same rule of thumb" in about_words(3, 200)
    assert "Chance in 100 is how many of a hundred such deals the card would win" in about_words(
        4, 100
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hearts 7; you 8♥ K♣", "There is nothing to choose: only 8♥ may be laid."),
        ("hearts 7; you 2♥ K♣", "There is nothing to choose: nothing fits."),
        ("hearts 7; you 8♥ 6♥ K♣; turn robin", "It is Robin's turn: there is nothing to choose."),
    ],
)
def test_where_there_is_nothing_to_choose_it_says_so(text: str, said: str) -> None:
    with pytest.raises(SevensError, match=re.escape(said)):
        forecast(seen(text), Random(1), 50)
    with pytest.raises(SevensError, match="deals “0”"):
        forecast(seen(), Random(1), 0)
    with pytest.raises(SevensError, match="K♣ was not tried"):
        verdict_words(made(1, 2), Card("Kc"))
