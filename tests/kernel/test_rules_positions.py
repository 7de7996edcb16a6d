"""The ten worked positions of the rules, each with its right values."""

from __future__ import annotations

import pytest

from sevens_kernel import (
    PASS,
    Card,
    Rank,
    Reason,
    Rules,
    State,
    apply,
    explain,
    lay,
    legal,
    outcome,
    problems,
    verdict,
    why_not,
)
from sevens_kernel.cards import ALL_CARDS
from tests.positions import position, table, texts


def test_position_1_four_cards_two_fit() -> None:
    state = position(Rules(), "7h 6-8c", "5c 9h 10c 7s")
    assert texts(legal(state)) == ["5♣", "7♠"]
    assert explain(state, Card("9h")).phrase == "waits for 8♥"
    assert explain(state, Card("10c")).phrase == "waits for 9♣"


def test_position_2_every_heart_that_fits_and_any_seven_of_another_suit() -> None:
    found = table(Rules(), "5-8h")
    fits = {str(card) for card in ALL_CARDS if found.fits(card)}
    assert fits == {"4♥", "9♥", "7♣", "7♦", "7♠"}


def test_position_3_a_low_spade_waits_for_four_cards_in_order() -> None:
    found = verdict(table(Rules(), "7h"), Card("3s"))
    assert texts(found.missing) == ["7♠", "6♠", "5♠", "4♠"]


def test_position_4_pass_is_right_and_each_card_waits_for_more_cards() -> None:
    """Reading: with 7♣ down, 2♣ waits for 6♣ 5♣ 4♣ 3♣ and K♣ for 8♣ 9♣ 10♣ J♣ Q♣.

    The rules say "each waits for five more cards"; K♣ waits for five, 2♣ for four: five is reached by the
    2♣ only when its own place is counted. The engine counts the cards that must be laid before.
    """
    state = position(Rules(), "A-Kh 7c", "2c Kc")
    assert legal(state) == (PASS,)
    assert why_not(state, PASS) is None
    assert texts(explain(state, Card("2c")).missing) == ["6♣", "5♣", "4♣", "3♣"]
    assert texts(explain(state, Card("Kc")).missing) == ["8♣", "9♣", "10♣", "J♣", "Q♣"]


def test_position_5_the_last_card_ends_the_deal_and_the_others_keep_what_they_hold() -> None:
    state = position(Rules(players=3), "6-7d", "8d", "9d 5d", "Ks As 2c")
    after = apply(state, lay(Card("8d")))
    assert after.out == 0
    assert after.hands[1:] == state.hands[1:]
    ended = outcome(after)
    assert ended is not None
    assert ended.winner == 0
    assert ended.last_card is Card("8d")
    assert ended.left == after.hands


def test_position_6_points_of_the_hands_left() -> None:
    rules = Rules().with_(scoring="points")
    state = position(rules, "6-7d", "8d", "Ks Ad", "10c Jc", "5h")
    ended = outcome(apply(state, lay(Card("8d"))))
    assert ended is not None
    assert ended.points == (0, 14, 21, 5)


def test_position_7_fan_tan_with_chips_pool_and_gain() -> None:
    """Pool 4 after the ante; three passes make 7; the winner gains 7 + 9 − 1."""
    rules = Rules.named("fan tan with chips")
    nineteen = (19,) * 4
    state = position(
        rules,
        "7d",
        "8d",
        "Ks Qs Js",
        "2c",
        "3c 4c Kh Qh Jh",
        chips=nineteen,
        pool=4,
        turn=1,
    )
    for _ in range(3):
        state = apply(state, PASS)
    assert state.pool == 7
    assert state.turn == 0
    after = apply(state, lay(Card("8d")))
    assert after.chips[0] - 20 == 7 + 9 - 1
    assert after.chips[1:] == (19 - 1 - 3, 19 - 1 - 1, 19 - 1 - 5)
    assert after.pool == 0
    assert sum(after.chips) == 80


def test_position_7_the_winners_own_passes_are_not_won_twice() -> None:
    rules = Rules.named("fan tan with chips")
    state = position(
        rules,
        "7d",
        "8d",
        "6d Ks 2h",
        "2c",
        "3c",
        chips=(18, 19, 19, 19),
        pool=5,
        passes=(1, 0, 0, 0),
    )
    after = apply(state, lay(Card("8d")))
    assert after.chips[0] - 20 == 5 + 5 - 1 - 1


def test_position_8_french_domino_opened_with_a_ten() -> None:
    rules = Rules.named("french domino")
    opened = apply(position(rules, "", "10s 7h", "7h 10h 9s Js", "2c"), lay(Card("10s")))
    assert opened.table.shape.start is Rank.TEN
    assert texts(legal(opened)) == ["10♥", "9♠", "J♠"]
    assert not explain(opened, Card("7h")).fits
    assert texts(explain(opened, Card("7h")).missing) == ["10♥", "9♥", "8♥"]
    assert explain(opened, Card("10h")).phrase == "opens hearts"


def test_position_9_devyatka_ends_and_the_five_that_does_not_exist() -> None:
    rules = Rules.named("devyatka")
    assert rules.ranks[0] is Rank.SIX
    assert rules.ranks[-1] is Rank.ACE
    full = table(rules, "6-Ac")
    assert full.takes(Card("6c").suit) == ()
    state: State = position(rules, "7-Kc", "6c Ac")
    assert texts(legal(state)) == ["6♣", "A♣"]
    found = explain(state, Card("5c"))
    assert found.reason is Reason.ABSENT
    assert found.phrase == "is not in this pack, which runs from six to ace"
    refusal = why_not(state, lay(Card("5c")))
    assert refusal is not None
    assert refusal.reason is Reason.ABSENT
    assert Card("5c") not in rules.pack_cards
    faulty = position(rules, "7-Kc", "5c Ac")
    assert any(each.kind == "not in the pack" for each in problems(faulty))


@pytest.mark.parametrize(("aces", "fits"), [("high", True), ("low", False)])
def test_position_10_the_ace_above_the_king_only_with_aces_high(aces: str, fits: bool) -> None:
    assert verdict(table(Rules().with_(aces=aces), "7-Ks"), Card("As")).fits is fits
