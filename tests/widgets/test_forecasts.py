"""The forecast of a lesson: all that a page needs at once, nothing hidden, one position after another."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sevens_kernel import Card, fitting, parse_position, problems, view
from sevens_kernel.notation import format_position
from sevens_widgets import forecast
from sevens_widgets.calling import CourseError
from sevens_widgets.forecasts import Forecasts, in_text, read

TEXT = "clubs 3-9, diamonds A-10, hearts 4-8, spades 5-7; you A♣ 10♣ Q♦ 2♥ 9♥ J♥ A♠; robin ?7; alex ?6; sam ?7"


def test_everything_is_there_before_anybody_asks() -> None:
    drawn = forecast(TEXT, deals=200).payload
    assert drawn["kind"] == "forecast"
    assert {each["card"] for each in drawn["options"]} == {"9h", "10c"}
    shares = [each["share"] for each in drawn["options"]]
    assert shares == sorted(shares, reverse=True)
    for each in drawn["options"]:
        assert each["low"] <= each["share"] <= each["high"]
        assert each["won"] == str(round(each["share"] * 2))
        for words in ("chosen", "verdict", "why"):
            assert each[words].endswith(".")
        assert str(Card(each["card"])) in each["chosen"]
    assert drawn["scene"]["hand"][4]["fits"] is True
    assert drawn["problems"] == []
    assert json.loads(json.dumps(drawn)) == drawn


def test_the_same_position_and_seed_give_the_same_figures() -> None:
    one, again, other = (forecast(TEXT, deals=200, seed=seed).payload for seed in (3, 3, 4))
    assert one == again
    assert one["options"] != other["options"]


def test_hidden_cards_that_are_known_to_the_text_change_nothing() -> None:
    """A text that lays a hand open gives the figures of somebody who does not see it."""
    opened = TEXT.replace("sam ?7", "sam 10♥ Q♥ K♥ 3♥ A♥ 8♠ 9♠")
    assert problems(read(opened)) == ()
    one, other = (forecast(text, deals=200).payload for text in (TEXT, opened))
    assert one["options"] == other["options"]
    assert one["scene"] == other["scene"]


def test_a_pass_counts_where_a_record_tells_of_it() -> None:
    """Alex and Sam have passed, so fewer ways of dealing the hidden cards are left than for the position alone."""
    record = (
        "school:4 4-8/4-T/6-8/2-J 9.3J.239J./3Q.2.5T.AQK/A.AQ.AQK./2TJK.K.4. turn=1 | 9h 10h - -"
    )
    told = forecast(record, deals=1000).payload
    alone = forecast(told["scene"]["position"], deals=1000).payload
    assert [each["card"] for each in told["scene"]["hand"]] == [
        each["card"] for each in alone["scene"]["hand"]
    ]
    shares = [{each["card"]: each["share"] for each in drawn["options"]} for drawn in (told, alone)]
    assert set(shares[0]) == {"9c", "3d", "Jd", "Jh"}
    assert any(abs(shares[0][card] - shares[1][card]) > 5 for card in shares[0])


def test_other_positions_never_repeat_and_always_ask_something() -> None:
    shown = Forecasts(TEXT, deals=50, seed=5)
    positions, numbers = [shown.drawn["scene"]["position"]], [shown.drawn["number"]]
    for _ in range(8):
        drawn = shown.act({"type": "another"})
        assert drawn["notice"] is None
        assert drawn["problems"] == []
        assert len(drawn["options"]) >= 2
        state = parse_position(drawn["text"])
        assert len(fitting(state)) == len(drawn["options"])
        assert drawn["text"].split("; ")[1].startswith("you ")
        assert drawn["scene"]["position"] == format_position(view(state, 0))
        positions.append(drawn["scene"]["position"])
        numbers.append(drawn["number"])
    assert len(set(positions)) == len(positions)
    assert numbers == list(range(1, 10))
    again = Forecasts(TEXT, deals=50, seed=5)
    following = [again.act({"type": "another"})["scene"]["position"] for _ in range(8)]
    assert following == positions[1:]
    for text, seed in ((TEXT, 6), (TEXT.replace("J♥", "J♠"), 5)):
        other = Forecasts(text, deals=50, seed=seed)
        assert other.act({"type": "another"})["scene"]["position"] not in positions


def test_a_position_is_changed_and_a_bad_text_leaves_the_old_one() -> None:
    shown = Forecasts(TEXT, deals=50)
    changed = shown.act({"type": "show", "text": TEXT.replace("J♥", "J♠")})
    assert changed["number"] == 2
    assert "J♠" in changed["text"]
    bad = shown.act({"type": "show", "text": "hearts 5x"})
    assert "5x" in bad["notice"]
    assert "The table still shows the last position." in bad["notice"]
    assert (bad["scene"], bad["number"]) == (None, 2)
    impossible = shown.act({"type": "show", "text": "hearts 5-8; you 5♥ 9♥"})
    assert impossible["problems"] == [
        each.sentence for each in problems(read("hearts 5-8; you 5♥ 9♥"))
    ]
    assert impossible["options"] == []
    alone = shown.act({"type": "show", "text": "hearts 5-8; you 9♥ K♣"})
    assert alone["notice"] == "There is nothing to choose: only 9♥ may be laid."


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"type": 5},
        {"type": "show"},
        {"type": "show", "text": 7},
        {"type": "play", "card": "9h"},
    ],
    ids=str,
)
def test_what_a_page_may_not_ask_changes_nothing(act: dict[str, Any]) -> None:
    shown = Forecasts(TEXT, deals=50)
    before = shown.drawn
    assert shown.act(act) == before


def test_one_that_may_not_be_changed_is_not() -> None:
    shown = Forecasts(TEXT, deals=50, editable=False)
    assert shown.act({"type": "show", "text": "hearts 7; you 8♥ 6♥"})["text"] == TEXT


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deals": 0}, "Deals “0”: write a whole number from 1 to 2000"),
        ({"deals": 10**9}, "from 1 to 2000"),
        ({"deals": "many"}, "Deals “many”"),
        ({"seed": -1}, "Seed “-1”"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(CourseError) as caught:
        forecast(TEXT, **given)
    assert said in str(caught.value)


def test_what_stands_for_it_where_no_page_can_run() -> None:
    widget = forecast(TEXT, deals=200)
    assert "<title>" in widget.fallback_svg
    assert "takes" not in widget.fallback_svg.partition("</desc>")[2], (
        "the question is not answered"
    )
    assert in_text(widget.payload) in widget.fallback_text
    assert "9h won" in widget.fallback_text
    broken = forecast("hearts 5x")
    assert "5x" in broken.fallback_text
    assert broken.payload["scene"] is None
