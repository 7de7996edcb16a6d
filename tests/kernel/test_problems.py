"""Every fault of a position that was set up by hand is found and said in words, and all of them at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sevens_kernel import (
    PASS,
    Card,
    Rules,
    State,
    deal,
    legal,
    parse_position,
    problems,
    why_not,
)
from tests.positions import position


def _sentences(state: State) -> list[str]:
    return [each.sentence for each in problems(state)]


def _whole(rules: Rules, rows: str, *hands: str, **more: Any) -> State:
    """A position whose other hands hold exactly as many unknown cards as are left."""
    state = position(rules, rows, *hands, **more)
    left = len(rules.pack_cards) - state.table.size - sum(map(len, state.hands))
    others = rules.players - len(hands)
    shares = [left // others + (seat < left % others) for seat in range(others)]
    return replace(state, unknown=(0,) * len(hands) + tuple(shares))


def test_a_position_without_fault_has_no_problem() -> None:
    assert problems(_whole(Rules(), "5-8h 7c", "4h 9c")) == ()
    assert problems(deal(Rules(), 1)) == ()


def test_a_position_need_not_be_reachable() -> None:
    """An example may leave 7♦ unlaid, and hands of any size."""
    assert problems(_whole(Rules(), "7h 6-8c", "5c 9h 10c 7s")) == ()


def test_a_card_that_is_there_too_often_says_where() -> None:
    state = _whole(Rules(), "7s 7h", "7s 8s", "8s")
    assert _sentences(state)[:2] == [
        "7♠ is there twice (on the table and in your hand), and the pack has it once.",
        "8♠ is there twice (in your hand and in Robin's hand), and the pack has it once.",
    ]


def test_with_two_packs_a_third_copy_is_too_many() -> None:
    state = _whole(Rules(packs=2), "7s 7s", "7s 8s")
    assert _sentences(state)[0] == (
        "7♠ is there three times (on the table and in your hand), and the pack has it twice."
    )


def test_a_row_with_a_gap_names_the_card_that_is_missing() -> None:
    state = _whole(Rules(), "7h 9h", "2c")
    assert _sentences(state) == ["9♥ lies without 8♥: a row has no gaps."]
    assert problems(state)[0].cards == (Card("9h"), Card("8h"))


def test_a_row_that_was_never_opened_is_a_gap_too() -> None:
    assert _sentences(_whole(Rules(), "8h", "2c")) == ["8♥ lies without 7♥: a row has no gaps."]


def test_a_second_row_longer_than_the_first_is_a_gap() -> None:
    state = _whole(Rules(packs=2), "7h 8h 8h", "2c")
    assert _sentences(state) == ["8♥ lies without another 7♥: a row has no gaps."]


@pytest.mark.parametrize("laid", [False, True])
def test_a_card_outside_the_short_pack_is_named_in_a_hand_and_on_the_table(laid: bool) -> None:
    state = position(Rules.named("devyatka"), "9c", "Ac" if laid else "5c Ac")
    if laid:
        state = replace(state, table=state.table.lay(Card("5c")))
    assert "5♣ is not in this pack, which runs from six to ace." in _sentences(state)


def test_cards_that_are_nowhere_are_named() -> None:
    whole = deal(Rules(), 1)
    state = replace(whole, hands=(whole.hands[0][1:], *whole.hands[1:]))
    missing = whole.hands[0][0]
    assert _sentences(state) == [f"{missing} is neither on the table nor in a hand."]
    assert problems(state)[0].cards == (missing,)


def test_a_wrong_number_of_unknown_cards_is_counted() -> None:
    state = replace(_whole(Rules(), "7h", "2c"), unknown=(0, 1, 1, 1))
    assert _sentences(state) == [
        "50 cards of the pack are not shown, but the hands are said to hold three unknown cards."
    ]


def test_the_opener_must_hold_the_card_that_opens() -> None:
    state = deal(Rules(), 1)
    wrong = (state.turn + 1) % 4
    assert len(_sentences(replace(state, turn=wrong))) == 1
    assert "7♦ must open the deal" in _sentences(replace(state, turn=wrong))[0]
    assert legal(replace(state, turn=wrong)) == ()
    refusal = why_not(replace(state, turn=wrong), PASS)
    assert refusal is not None
    assert refusal.sentence == "Not allowed: 7♦ opens the deal, and its holder must lay it."


def test_two_hands_without_cards_cannot_be() -> None:
    state = _whole(Rules(), "7h", "", "")
    assert _sentences(state) == [
        "You and Robin hold no cards: a deal ends when the first player is out."
    ]


def test_a_hand_without_cards_is_out_and_only_such_a_hand_is() -> None:
    empty = _whole(Rules(), "7h", "", "8h")
    assert _sentences(empty) == [
        "You hold no card and so are out, which the position does not say."
    ]
    assert _sentences(replace(empty, out=0)) == []
    assert _sentences(replace(empty, out=1)) == [
        "Robin is said to be out and still holds one card.",
        "You hold no card and so are out, which the position does not say.",
    ]


def test_chips_and_pool_must_make_what_the_players_began_with() -> None:
    rules = Rules.named("fan tan with chips")
    right = _whole(rules, "7h", "8h", chips=(19, 19, 19, 19), pool=4)
    assert problems(right) == ()
    assert _sentences(replace(right, pool=5)) == [
        "The chips and the pool make 81, but 4 players began with 80."
    ]
    assert problems(replace(right, chips=(-3, 41, 19, 19))) == ()


def test_all_faults_are_told_at_once() -> None:
    rules = Rules.named("fan tan with chips")
    state = position(rules, "7h 9h", "9h", "9h", chips=(0, 0, 0, 0), pool=1)
    assert {each.kind for each in problems(state)} == {"too many", "gap", "missing", "chips"}


def test_nobody_is_caught_where_a_false_pass_is_refused() -> None:
    faults = [each.sentence for each in problems(parse_position("hearts 5-8; you 4h 10h; caught"))]
    assert faults == ["Nobody is caught in a false pass where a false pass is refused."]


def test_a_pool_is_never_below_zero() -> None:
    text = "rules parliament; hearts 5-8; you 4h 10h; chips 120 20 20 20; pool -100"
    faults = [each.sentence for each in problems(parse_position(text))]
    assert faults == ["The pool cannot hold -100 chips: it is never below zero."]
