"""The section "What an answer must say": every verdict names the rule and the missing card."""

from __future__ import annotations

import pytest

from sevens_kernel import Card, Reason, Rules, apply, deal, explain, lay, legal, verdict, why_not
from sevens_kernel.cards import Suit
from sevens_kernel.moves import PASS
from sevens_kernel.rules import DEALERS_LEFT
from sevens_kernel.words import row_words
from tests.positions import position, table, texts

HEARTS = "5-8h"


@pytest.mark.parametrize("card", ["4h", "9h"])
def test_four_and_nine_of_hearts_fit(card: str) -> None:
    found = verdict(table(Rules(), HEARTS), Card(card))
    assert found.fits
    assert found.reason is Reason.FITS
    assert found.missing == ()
    assert "fits" in found.label


@pytest.mark.parametrize(
    ("card", "phrase", "missing"),
    [
        ("10h", "waits for 9♥", ["9♥"]),
        ("Jh", "waits for 9♥, then 10♥", ["9♥", "10♥"]),
        ("2h", "waits for 4♥, then 3♥", ["4♥", "3♥"]),
        ("3h", "waits for 4♥", ["4♥"]),
        ("Ah", "waits for 4♥, then 3♥ and 2♥", ["4♥", "3♥", "2♥"]),
        ("8s", "spades are not open: it waits for 7♠", ["7♠"]),
        ("6s", "spades are not open: it waits for 7♠", ["7♠"]),
        (
            "3s",
            "spades are not open: it waits for 7♠, then 6♠, 5♠ and 4♠",
            ["7♠", "6♠", "5♠", "4♠"],
        ),
        ("6h", "is already on the table", []),
    ],
)
def test_a_card_that_does_not_fit_says_what_it_waits_for(
    card: str, phrase: str, missing: list[str]
) -> None:
    found = verdict(table(Rules(), HEARTS), Card(card))
    assert found.phrase == phrase
    assert texts(found.missing) == missing
    assert not found.fits
    assert found.sentence.startswith(str(Card(card)))
    assert found.sentence.endswith(".")


def test_the_seven_of_spades_opens_spades() -> None:
    found = verdict(table(Rules(), HEARTS), Card("7s"))
    assert found.fits
    assert found.phrase == "opens spades"
    assert found.sentence == "7♠ opens spades."


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("10h", "ten of hearts, waits for the nine"),
        ("6h", "six of hearts, is already on the table"),
        ("4h", "four of hearts, fits"),
        ("7s", "seven of spades, fits"),
        ("8s", "eight of spades, spades are not open, waits for the seven"),
        ("2h", "two of hearts, waits for the four, then the three"),
    ],
)
def test_a_verdict_is_spoken_in_words_without_signs(card: str, words: str) -> None:
    assert verdict(table(Rules(), HEARTS), Card(card)).label == words


def test_king_then_ace_with_aces_low_the_row_ends_at_the_king() -> None:
    found = verdict(table(Rules(), "7-Kh"), Card("Ah"))
    assert "the row ends at the king; the ace goes below the two" in found.phrase
    assert texts(found.missing) == ["6♥", "5♥", "4♥", "3♥", "2♥"]


def test_where_one_card_is_missing_nobody_is_told_where_the_row_ends() -> None:
    assert verdict(table(Rules(), "3-Kh"), Card("Ah")).phrase == "waits for 2♥"


def test_ace_then_king_with_aces_low_the_row_ends_at_the_ace() -> None:
    found = verdict(table(Rules(), "A-7h"), Card("Kh"))
    assert "the row ends at the ace; the king goes above the queen" in found.phrase


def test_ace_then_two_with_aces_high_the_row_ends_at_the_ace() -> None:
    found = verdict(table(Rules().with_(aces="high"), "7-Ah"), Card("2h"))
    assert "the row ends at the ace; the two goes below the three" in found.phrase


def test_the_short_row_ends_at_the_ace_and_the_six_goes_below_the_seven() -> None:
    found = verdict(table(Rules.named("devyatka"), "9-Ah"), Card("6h"))
    assert "the row ends at the ace; the six goes below the seven" in found.phrase


def test_a_pass_with_a_card_that_fits_names_it() -> None:
    refusal = why_not(position(Rules(), HEARTS, "4h 2c"), PASS)
    assert refusal is not None
    assert refusal.sentence == "Not allowed: 4♥ fits."
    assert texts(refusal.cards) == ["4♥"]


def test_a_pass_with_cards_that_fit_names_them_all() -> None:
    refusal = why_not(position(Rules(), HEARTS, "4h 9h 7s 2c"), PASS)
    assert refusal is not None
    assert refusal.sentence == "Not allowed: 4♥, 9♥ and 7♠ fit."


def test_before_the_opening_every_other_card_says_what_must_be_laid_first() -> None:
    state = deal(Rules(), 1)
    assert explain(state, Card("8c")).phrase == "must wait: 7♦ opens the deal"
    assert explain(state, Card("7c")).phrase == "must wait: 7♦ opens the deal"
    assert explain(state, Card("7d")).fits


def test_a_card_that_is_not_held_says_so() -> None:
    state = position(Rules(), HEARTS, "4h", "9h 2c")
    refusal = why_not(state, lay(Card("9h")))
    assert refusal is not None
    assert refusal.reason is Reason.NOT_HELD
    assert refusal.sentence == "9♥ is not in the hand of seat 1."


def test_two_packs_a_second_row_is_said_to_be_one() -> None:
    rules = Rules(packs=2)
    found = table(rules, "5-8h")
    assert verdict(found, Card("7h")).phrase == "opens a second row of hearts"
    assert verdict(found, Card("8h")).phrase == "waits for another 7♥"
    assert verdict(found, Card("9h")).phrase == "fits"
    twice = table(rules, "5-8h 7h")
    assert verdict(twice, Card("7h")).phrase == "is already on the table twice"
    assert verdict(twice, Card("8h")).fits
    assert "second row" in verdict(twice, Card("8h")).sentence


def test_french_domino_before_the_opening_every_card_may_open() -> None:
    found = verdict(table(Rules.named("french domino"), ""), Card("10s"))
    assert found.fits
    assert found.sentence == "10♠ may open the deal: every row then starts with its ten."
    state = deal(Rules.named("french domino"), 1)
    assert row_words(state, Suit.SPADES) == "spades, not open, takes any card"


def test_a_verdict_never_lays_the_card() -> None:
    state = position(Rules(opener=DEALERS_LEFT), HEARTS, "4h 2c", "9h 2d")
    before = state.table.counts
    explain(state, Card("4h"))
    why_not(state, lay(Card("2c")))
    assert state.table.counts == before
    assert apply(state, legal(state)[0]).table.counts != before


@pytest.mark.parametrize(
    ("rules", "rows", "card", "sentence"),
    [
        (Rules(), HEARTS, "4h", "4♥ fits: it goes below 5♥."),
        (Rules(), HEARTS, "9h", "9♥ fits: it goes above 8♥."),
        (Rules(), "2-7h", "Ah", "A♥ fits: it goes below 2♥."),
        (Rules().with_(aces="high"), "7-Kh", "Ah", "A♥ fits: it goes above K♥."),
        (Rules.named("devyatka"), "7-Kh", "6h", "6♥ fits: it goes below 7♥."),
        (Rules.named("devyatka"), "9-Kh", "Ah", "A♥ fits: it goes above K♥."),
    ],
)
def test_a_card_that_fits_says_on_which_side_of_which_card_it_goes(
    rules: Rules, rows: str, card: str, sentence: str
) -> None:
    assert verdict(table(rules, rows), Card(card)).sentence == sentence
