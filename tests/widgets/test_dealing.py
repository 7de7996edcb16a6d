"""A deal dealt card by card: every card goes where the deal has it, and the page knows no hidden card too early."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sevens_kernel import SevensError, deal
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.words import NAMES
from sevens_widgets import deal_out, quiz, show, watch
from sevens_widgets.dealing import dealing
from sevens_widgets.payload_patch import merge

SLUGS = [each.slug for each in rulesets()]


def frames_of(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Give every frame whole, as the browser puts them together."""
    frames = [drawn["frames"][0]]
    for patch in drawn["frames"][1:]:
        frames.append(merge(frames[-1], patch))
    return frames


@pytest.mark.parametrize("slug", SLUGS)
def test_each_card_goes_to_the_next_player_and_all_end_where_the_deal_has_them(slug: str) -> None:
    rules = Rules.named(slug)
    dealt = deal(rules, 77, dealer=1, cut=9)
    drawn = json.loads(json.dumps(dealing(rules, 77, dealer=1, cut=9)))
    frames = frames_of(drawn)
    players, cards = rules.players, len(rules.pack_cards)
    assert len(frames) == cards + 2
    for count, frame in enumerate(frames[:-1]):
        sizes = [seat["cards"] for seat in frame["scene"]["seats"]]
        each, more = divmod(count, players)
        lucky = {(2 + step) % players for step in range(more)}
        assert sizes == [each + (seat in lucky) for seat in range(players)]
        assert len(frame["scene"]["hand"]) == sizes[0]
        assert [len(hand["cards"]) for hand in frame["hands"]] == sizes[1:]
    for frame in (frames[-2], frames[-1]):
        hands = [frame["scene"]["hand"], *(hand["cards"] for hand in frame["hands"])]
        found = [[card["card"] for card in hand] for hand in hands]
        wanted = [[card.code for card in hand] for hand in dealt.hands]
        assert [sorted(hand) for hand in found] == [sorted(hand) for hand in wanted]
    assert found == wanted, "at the end the hands are sorted"


@pytest.mark.parametrize("players", range(3, 9))
def test_a_deal_is_small_enough_for_a_page(players: int) -> None:
    drawn = dealing(Rules.named("classic", players=players), 1234)
    assert len(json.dumps(drawn, ensure_ascii=False).encode()) < 80_000


def test_nothing_is_told_before_the_end_of_who_opens() -> None:
    frames = frames_of(dealing(Rules(), 1234))
    assert not any("opens" in frame["text"] for frame in frames[:-1])
    assert not any(seat["turn"] for frame in frames for seat in frame["scene"]["seats"])
    assert "Sam opens" in frames[-1]["text"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: deal_out(-1), "from 0 to 999999999"),
        (lambda: deal_out(1, rules="whist"), "not a rule set"),
        (lambda: deal_out(1, dealer=4), "ealer “4”"),
        (lambda: deal_out(1, cut=52), "from 0 to 51"),
        (lambda: watch("hearts 7; you 8♥"), "not a record"),
        (lambda: watch("school:4 deal 1234 | 8d"), "8♦ must wait"),
        (lambda: quiz("3_passing", more=41), "from 0 to 40"),
        (
            lambda: quiz("3_passing", more="some"),
            "More “some”: write a whole number without quotes, such as 12",
        ),  # type: ignore[arg-type]
        (lambda: deal_out(5, dealer=7), "ealer “7”: write a whole number from 0 to 3"),
        (
            lambda: deal_out(5, dealer="me"),
            "ealer “me”: write a whole number without quotes, such as 0",
        ),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(make: Any, said: str) -> None:
    with pytest.raises(SevensError, match=said):
        make()


def test_a_deal_number_can_be_shown_and_changed_like_any_position() -> None:
    widget = show("school:4 deal 1234")
    hand = [card["card"] for card in widget.payload["scene"]["hand"]]
    assert hand == [card.code for card in deal(Rules(), 1234).hands[0]]
    assert widget.payload["problems"] == []
    assert "7d" not in json.dumps(widget.payload["scene"]["hand"])


def test_a_quiz_can_be_asked_for_more_and_gives_the_same_for_a_seed() -> None:
    lesson = len(quiz("3_passing").payload["exercises"])
    once, again, other = (quiz("3_passing", more=9, seed=seed).payload for seed in (1, 1, 2))
    assert len(once["made"]) == 9
    assert len(once["exercises"]) == lesson
    assert once == again
    assert once["exercises"] == other["exercises"]
    assert once["made"] != other["made"]


@pytest.mark.parametrize("players", range(3, 9))
def test_the_players_and_the_number_are_changed_on_the_page(players: int) -> None:
    widget = deal_out(1234)
    widget._receive(None, {"type": "dealing", "players": players, "deal": 77}, None)
    dealt = deal(Rules().with_(players=players), 77)
    last = frames_of(widget.payload)[-1]
    assert [seat["cards"] for seat in last["scene"]["seats"]] == list(dealt.sizes)
    assert [card["card"] for card in last["scene"]["hand"]] == [
        each.code for each in dealt.hands[0]
    ]
    right = [each["text"] for each in widget.payload["guess"]["choices"] if each["right"]]
    assert right == [NAMES[dealt.turn]]
    for each in widget.payload["guess"]["choices"]:
        assert each["right"] or NAMES[dealt.turn] not in each["why"]


@pytest.mark.parametrize(
    ("players", "number"),
    [
        (2, 1),
        (9, 1),
        ("4", 1),
        (None, 1),
        (True, 1),
        (4, -1),
        (4, 10**10),
        (4, "x"),
        (4, None),
        (4, 2.5),
        ([], {}),
    ],
)
def test_what_cannot_be_dealt_is_told_and_the_old_deal_stays(players: Any, number: Any) -> None:
    widget = deal_out(1234, rules="classic:5")
    before = widget.payload
    widget._receive(None, {"type": "dealing", "players": players, "deal": number}, None)
    assert widget.payload["notice"]
    assert "\n" not in widget.payload["notice"]
    assert "fault" not in widget.payload
    assert widget.payload["frames"] == before["frames"]
    assert widget.payload["choice"] == before["choice"]


@pytest.mark.parametrize("rules", [each.rules() for each in rulesets()], ids=str)
def test_every_number_of_players_on_offer_can_be_dealt_and_no_other(rules: Rules) -> None:
    widget = deal_out(1, rules=rules)
    few, many = (widget.payload["choice"][name] for name in ("few", "many"))
    assert few <= rules.players <= many
    for players in range(few - 1, many + 2):
        widget._receive(None, {"type": "dealing", "players": players, "deal": 1}, None)
        taken = widget.payload["choice"]["players"] == players
        assert taken is (few <= players <= many), widget.payload["notice"]


def test_a_dealer_who_is_no_longer_there_is_another() -> None:
    widget = deal_out(1, rules="classic:8", dealer=7)
    widget._receive(None, {"type": "dealing", "players": 3, "deal": 1}, None)
    assert widget.payload["choice"]["players"] == 3
