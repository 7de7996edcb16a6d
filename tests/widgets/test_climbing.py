"""The ladder for a player that a learner has written, measured with honest intervals."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from sevens_kernel import Rules
from sevens_kernel.arena import contest
from sevens_kernel.players import player
from sevens_kernel.tally import Share
from sevens_widgets import climb
from sevens_widgets.calling import CourseError
from sevens_widgets.climbing import BETTER, FEW, OPEN, RUNGS, SAME, WORSE, Climb, bounds, says
from sevens_widgets.guard import OwnPlayer
from tests.widgets.own import first


def test_the_ladder_says_what_the_arena_says() -> None:
    run = Climb(OwnPlayer(first), deals=20, seed=3)
    run.play()
    rung = player(RUNGS[0])
    other = contest([OwnPlayer(first), rung, rung, rung], Rules(), 20, 3).share(run.mine.name)
    assert (run.share(0).wins, run.share(0).percent, run.share(0).interval) == (
        other.wins,
        other.percent,
        other.interval,
    )


def test_only_an_interval_on_one_side_of_even_says_anything() -> None:
    run = Climb(player("priority"), deals=60, rungs=("random", "first that fits"))
    run.play()
    told = {each["name"]: each for each in run.payload()["rungs"]}
    for each in told.values():
        words = {BETTER: each["low"] > 25, WORSE: each["high"] < 25}
        assert words.get(each["says"], each["low"] <= 25 <= each["high"])
    assert told["random"]["says"] == BETTER
    alike = Climb(OwnPlayer(first), deals=10, rungs=("first that fits",))
    alike.play()
    assert alike.payload()["rungs"][0]["says"] == SAME
    assert OPEN != SAME


@pytest.mark.parametrize("wins", range(9))
def test_two_deals_judge_nobody_whatever_came_of_them(wins: int) -> None:
    for interval in (0.0, 24.5):
        share = Share("mine", 1, wins, 100 * wins / 8, interval)
        assert says(share, 2, 4) == FEW
        low, high = bounds(share, 2, 4)
        assert 0 <= low < high <= 100
        assert high - low > 30


@pytest.mark.parametrize(
    ("wins", "deals", "told"), [(0, 10, WORSE), (20, 10, BETTER), (10, 10, SAME), (0, 9, FEW)]
)
def test_deals_that_all_go_alike_are_not_taken_for_certainty(
    wins: int, deals: int, told: str
) -> None:
    share = Share("mine", 1, wins, 100 * wins / (4 * deals), 0.0)
    low, high = bounds(share, deals, 4)
    assert (low == high) == (told == SAME)
    assert says(share, deals, 4) == told


def test_a_ladder_of_two_deals_names_nobody_weaker() -> None:
    run = Climb(OwnPlayer(first), deals=2, seed=3)
    run.play()
    drawn = run.payload()
    assert {each["says"] for each in drawn["rungs"]} == {FEW}
    assert all(each["low"] < each["high"] for each in drawn["rungs"])
    assert drawn["summary"] == "It is not yet better than any of them for sure."


def test_the_same_deals_come_for_a_seed_and_more_deals_narrow_the_interval() -> None:
    one, other = climb(first, deals=6), climb(first, deals=6)
    assert one.payload == other.payload
    assert climb(first, deals=6, seed=2).payload != one.payload
    widths = [
        each["high"] - each["low"] for each in one.payload["rungs"] if each["name"] == "random"
    ]
    one._receive(None, {"type": "more"}, None)
    assert one.payload["about"].startswith("106 deals")
    assert not one.payload["busy"]
    narrow = [
        each["high"] - each["low"] for each in one.payload["rungs"] if each["name"] == "random"
    ]
    assert narrow < widths


def test_a_slow_player_plays_fewer_deals_and_that_is_said() -> None:
    run = Climb(OwnPlayer(first), deals=1000)
    run.play(seconds=0.0)
    assert 2 <= run.deals < 1000
    assert (
        f"stopped after {run.payload()['about'].split(' against')[0].lower()}"
        in run.payload()["progress"]
    )


@pytest.mark.parametrize("deals", [1, 0, -3, 1001, "5", 2.5, True, None])
def test_a_number_of_deals_that_cannot_be_is_named(deals: Any) -> None:
    with pytest.raises(
        CourseError,
        match=r"^Deals “.+”: write a whole number(( without quotes)?, such as 12\.| from 2 to 1000\.)$",
    ):
        climb(first, deals=deals)


def test_the_picture_and_the_text_say_the_same_as_the_table() -> None:
    made = climb(first, deals=4)
    data = made._repr_mimebundle_()[0]  # type: ignore[index]
    drawn = ElementTree.fromstring(data["image/svg+xml"])
    assert drawn.tag.endswith("svg")
    for each in made.payload["rungs"]:
        assert f"{each['name']}: {each['share']}" in data["text/plain"]
        assert each["name"] in data["image/svg+xml"]
