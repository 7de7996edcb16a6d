"""The position lab without a page: links, files, and whatever a page sends."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel.errors import SevensError
from sevens_kernel.notation import parse_position, parse_record
from sevens_kernel.problems import problems
from sevens_widgets import lab as open_lab
from sevens_widgets.calling import CourseError
from sevens_widgets.lab import Lab
from tests.widgets.labs import FIVE, act, line

# ---- links and files -----------------------------------------------------------------------


def test_a_seat_is_one_of_the_line_that_is_played() -> None:
    lab = Lab("fan-tan:8 deal 3")
    assert act(lab, "play")["stage"] == "play"
    assert act(lab, "seat", seat=7)["play"]["seat"] == 7
    act(lab, "show", text="school:4 deal 1234")  # the board has four players, the line still eight
    act(lab, "stage", stage="play")
    assert act(lab, "seat", seat=6)["play"]["seat"] == 6
    act(lab, "stage", stage="setup")
    drawn = act(lab, "play")
    assert len(line(drawn)[0]["scene"]["seats"]) == 4
    assert drawn["play"]["seat"] == 0
    act(lab, "show", text="fan-tan:8 deal 3")  # and the other way round
    act(lab, "stage", stage="play")
    assert act(lab, "seat", seat=7)["notice"] == "Seat “7”: write a whole number from 0 to 3."
    assert len(line(lab.payload())) > 0


def test_a_record_opens_as_it_was_played() -> None:
    lab = Lab("school:4 deal 77")
    act(lab, "play")
    record = act(lab, "lay", card="7d", at=0)["share"]["record"]
    other = Lab()
    drawn = act(other, "show", text=record)
    assert drawn["stage"] == "play"
    assert drawn["share"]["record"] == record
    assert drawn["play"]["replay"]["start"] == len(parse_record(record).acts)
    third = Lab()
    assert act(third, "load", text=drawn["share"]["file"])["share"]["record"] == record
    assert drawn["share"]["name"] == "sevens-deal-77.txt"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The file is empty"),
        ("# only\n# comments", "The file is empty"),
        ("school:4 deal 1234", "Line 1: "),
        ("# c\nharts 7 | 7d", "Line 2: “harts 7”"),
        ("school:4 deal 1234 |\n7d\n7c\n9x", "Line 4: move 3 “9x”"),
        ("school:4 deal 1234 |\n7d\n7c\nKs\n6c", "Line 4: move 3: K♠ does not fit yet"),
        ("you 8♥; robin 9♥; alex 10♥; hearts 7 | Kc", "Line 1: move 1: K♣ is not in your hand."),
        (
            "you 8♥ 2♣; robin 9♥; alex 10♥; hearts 7 |\n8h\nKc",
            "Line 3: move 2: K♣ is not in Robin's hand.",
        ),
        ("school:4\ndeal x\n| 7d", "Line 2: deal “x”"),
        ("\x7fELF\0\0", "This is no text"),
        ("match fan-tan:9 dealer 1\n", "Line 1: "),
        ("<script>alert(1)</script>", "Line 1: "),
        ("x" * 70_000, "This file is too long"),
        (12, "This file is too long"),
    ],
)
def test_a_faulty_file_is_one_sentence_that_names_the_line(text: object, said: str) -> None:
    lab = Lab(FIVE)
    before = lab.payload()
    drawn = act(lab, "load", text=text)
    assert drawn["notice"].startswith(said)
    assert "\n" not in drawn["notice"]
    assert len(drawn["notice"]) < 400
    assert drawn | {"notice": None, "ply": 0} == before | {"notice": None, "ply": 0}


def test_the_file_of_a_match_opens_its_last_deal() -> None:
    text = "match fan-tan:4 dealer 1\nfan-tan:4 deal 5 |\n"
    assert "deal 5" in act(Lab(), "load", text=text)["share"]["record"]


# ---- acts ----------------------------------------------------------------------------------


def test_one_click_is_one_act() -> None:
    lab = Lab(FIVE)
    message = {"type": "put", "card": "9c", "place": "table", "ply": 0}
    lab.act(message)
    once = lab.payload()
    lab.act(message)
    assert lab.payload() == once


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.text(max_size=8),
    st.sampled_from(["7d", "9c", "table", "0", "A", "B"]),
)
ACTS = """show put share turn start clear undo deal fill rules look edit stage play lay pass from seat level
    line load weigh init __class__ change"""
KINDS = st.sampled_from(re.findall(r"\w+", ACTS))
FIELDS = "text card place seat by rank number act at stage level line"
WORDS = st.dictionaries(st.sampled_from(re.findall(r"\w+", FIELDS)), JUNK, max_size=5)


@settings(max_examples=60)
@given(st.lists(st.tuples(KINDS, WORDS), max_size=12))
def test_nothing_a_page_sends_does_harm(messages: list[tuple[str, dict[str, Any]]]) -> None:
    lab = Lab("school:4 deal 3", number=lambda: 8)
    for kind, words in messages:
        drawn = act(lab, kind, **{"at": 0, **words})
        json.dumps(drawn)
        assert drawn["notice"] is None or "went wrong" not in drawn["notice"]
        assert problems(parse_position(drawn["position"])) == ()


@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "play",
        [],
        {},
        {"type": 3, "ply": 0},
        {"type": "play"},
        {"type": "play", "ply": True},
        {"type": "_seat_of", "ply": 0},
    ],
)
def test_what_is_no_act_is_ignored(message: object) -> None:
    lab = Lab(FIVE)
    before = lab.payload()
    lab.act(message)
    assert lab.payload() == before


def test_the_lab_of_a_notebook_says_what_it_cannot_do_in_one_sentence() -> None:
    with pytest.raises(CourseError, match="did you mean hearts"):
        open_lab("harts 7")
    with pytest.raises(CourseError, match="is not a rule set"):
        open_lab("hearts 7", rules="chess")
    with pytest.raises(CourseError, match="Position “7”: write a text in quotes"):
        open_lab(7)  # type: ignore[arg-type]
    widget = open_lab("hearts 7; you 8♥", rules="fan tan")
    assert "Fan Tan" in widget.payload["title"]
    assert "<title>" in widget.fallback_svg


def test_a_message_that_is_wrong_keeps_everything() -> None:
    lab = Lab("school:4 deal 77")
    with pytest.raises(SevensError):
        Lab("nonsense")
    act(lab, "play")
    before = lab.payload()
    drawn = act(lab, "lay", card="Ks", at=0)
    assert drawn["notice"]
    assert drawn["play"]["replay"] == before["play"]["replay"]
