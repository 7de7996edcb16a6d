"""One position under two sets of rules: what fits in each, what cannot be, and a text that can be changed."""

from __future__ import annotations

from typing import Any

import pytest

from sevens_kernel import Rules
from sevens_kernel.rulesets import parse_rules
from sevens_kernel.state import fitting
from sevens_widgets import compare
from sevens_widgets.calling import CourseError
from sevens_widgets.comparison import compared, names_of, read_under, stacked


def fits(drawn: dict[str, Any]) -> list[list[str]]:
    """Give the cards that are shown as fitting, side by side."""
    return [
        [card["card"] for card in side["scene"]["hand"] if card["fits"]] for side in drawn["sides"]
    ]


@pytest.mark.parametrize(
    ("text", "one", "other", "titles", "right"),
    [
        (
            "hearts 7-K; you 6♥ A♥",
            "school",
            "school:4,aces=high",
            ["Aces low", "Aces high"],
            [["6h"], ["6h", "Ah"]],
        ),
        (
            "start 10; spades 7-10; you 7♥ 10♥ J♠",
            "domino",
            "french domino",
            ["Domino", "French Domino"],
            [["7h", "Js"], ["10h", "Js"]],
        ),
        (
            "clubs 9, hearts 9-10; you 8♥ J♥ 7♦",
            "devyatka",
            "devyatka:4,opener=dealer's_left",
            ["The holder of 9♦ lays it", "The player at the dealer's left"],
            [["8h", "Jh"], ["8h", "Jh"]],
        ),
    ],
)
def test_the_cards_that_fit_are_shown_under_each(
    text: str, one: str, other: str, titles: list[str], right: list[list[str]]
) -> None:
    drawn = compare(text, one, other).payload
    assert [side["title"] for side in drawn["sides"]] == titles
    assert fits(drawn) == right
    assert drawn["problems"] == []
    for side, rules in zip(drawn["sides"], (one, other), strict=True):
        state = read_under(text, parse_rules(rules))
        for card in fitting(state, 0):
            assert str(card) in side["note"]


def test_a_second_seven_is_a_fault_with_one_pack_and_opens_a_row_with_two() -> None:
    drawn = compare("spades 7-9; you 7♠ 10♠", "school:6", "two packs").payload
    assert [side["title"] for side in drawn["sides"]] == ["One pack", "Two packs"]
    assert fits(drawn)[1] == ["7s", "10s"]
    assert drawn["sides"][0]["note"] == "Under these rules this position is impossible."
    assert drawn["problems"] == [
        "One pack: 7♠ is there twice (on the table and in your hand), and the pack has it once."
    ]


def press(widget: Any, **act: Any) -> dict[str, Any]:
    """Send an act as a page does, and give the payload that comes back."""
    widget._receive(widget, act, [])
    return dict(widget.payload)


def test_the_position_can_be_changed() -> None:
    widget = compare("hearts 7-K; you 6♥ A♥", "school", "school:4,aces=high")
    after = press(widget, type="show", text="spades 7-9; you 10♠ J♠ K♠")
    assert fits(after) == [["10s"], ["10s"]]
    assert [side["note"] for side in after["sides"]] == ["Only 10♠ fits."] * 2
    sides = after["sides"]
    for text in ("hearts 7; you 8x", "", "rules school; hearts 7", "deal", "x" * 9000):
        after = press(widget, type="show", text=text)
        assert after["sides"] == sides
        assert after["notice"].endswith("The tables still show the last position.")
        assert len(after["text"]) <= 4_000
    for forged in (None, 3, ["hearts 7"], {"a": 1}):
        before = dict(widget.payload)
        after = press(widget, type="show", text=forged)
        assert {name: after[name] for name in before if name != "answers"} == {
            name: before[name] for name in before if name != "answers"
        }


def test_a_page_cannot_change_what_is_not_to_be_changed() -> None:
    widget = compare("hearts 7; you 6♥", "school", "fan tan", editable=False)
    after = press(widget, type="show", text="hearts 7; you 8♥")
    assert fits(after) == [["6h"], ["6h"]]


def test_what_cannot_be_read_is_said_in_a_sentence() -> None:
    drawn = compare("harts 7", "school", "fan tan").payload
    assert drawn["sides"] == []
    assert "“harts 7”" in drawn["notice"]
    assert "hearts" in drawn["notice"]
    with pytest.raises(CourseError, match="“bridge” is not a rule set"):
        compare("hearts 7", "school", "bridge")


def test_names_come_from_the_one_switch_that_differs() -> None:
    assert names_of(Rules(), Rules(players=5)) == ("4 players", "5 players")
    assert names_of(Rules(), Rules.named("devyatka")) == ("School", "Devyatka")


def test_a_saved_notebook_keeps_both_pictures() -> None:
    bundle = compare("hearts 7-K; you 6♥ A♥", "school", "school:4,aces=high")._repr_mimebundle_()
    assert bundle is not None
    picture, text = bundle[0]["image/svg+xml"], bundle[0]["text/plain"]
    assert picture.startswith("<svg")
    assert picture.count("<svg") == 3
    assert "<title>Sevens: Aces low and Aces high</title>" in picture
    assert text.index("Aces low") < text.index("Aces high")


def test_pictures_are_stacked_without_overlap() -> None:
    one = '<svg width="10" height="20"></svg>'
    drawn = stacked([one, one], ["A & B", "C"])
    assert 'width="10" height="128"' in drawn
    assert '<svg y="32" ' in drawn
    assert '<svg y="96" ' in drawn
    assert "A &amp; B" in drawn


def test_no_card_or_all_are_said_so() -> None:
    drawn = compared("hearts 5-8; you 2♥ K♥", Rules(), Rules(aces="high"), editable=True)
    assert [side["note"] for side in drawn["sides"]] == ["No card of this hand fits."] * 2
    drawn = compared("hearts 5-8; you 4♥ 9♥ 7♣", Rules(), Rules(aces="high"), editable=True)
    assert drawn["sides"][0]["note"] == "All fit: 7♣, 4♥ and 9♥."
