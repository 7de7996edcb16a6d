"""A game in a notebook: what a page may ask, and what it is told."""

from __future__ import annotations

import logging
from itertools import count
from random import Random
from typing import Any

import pytest

from sevens_kernel import IllegalMove, NotationError, Rules, SevensError, deal
from sevens_kernel.notation import parse_position, parse_record
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_widgets import session as session_module
from sevens_widgets.session import APOLOGY, NEW_DEALS, Session, new_number
from tests.widgets.sessions import BY_NAME, move_of, played_out


@BY_NAME
def test_a_whole_deal_can_be_played_by_what_the_payload_offers(rules: Rules) -> None:
    for number in range(3):
        *middle, last = played_out(Session(rules, deal=number), number)
        assert all(drawn["notice"] is None for drawn in [*middle, last])
        assert last["result"]["heading"].endswith(("win the deal", "wins the deal"))
        assert len(last["result"]["hands"]) == rules.players - 1
        assert not any(card["fits"] for card in last["scene"]["hand"])


@BY_NAME
def test_every_seat_can_be_played(rules: Rules) -> None:
    for seat in range(rules.players):
        drawn = Session(rules, deal=5, seat=seat).payload()
        you = drawn["scene"]["seats"][0]
        assert (you["seat"], you["name"], you["you"]) == (seat, "You", True)
        assert [each["seat"] for each in drawn["scene"]["seats"]] == [
            (seat + step) % rules.players for step in range(rules.players)
        ]


def test_the_same_deal_played_the_same_way_goes_the_same_way() -> None:
    first, second = (list(played_out(Session(deal=77), 1)) for _ in range(2))
    assert first == second


def test_new_deals_are_drawn_and_their_number_is_shown() -> None:
    session = Session(number=iter([11, 12]).__next__)
    assert session.payload()["deal"] == 11
    session.act({"type": "deal", "number": None, "ply": session.ply})
    assert session.payload()["deal"] == 12
    assert session.payload() == Session(deal=12).payload()
    assert len({new_number() for _ in range(50)}) > 10
    assert all(0 <= new_number() < NEW_DEALS for _ in range(50))


def test_a_deal_number_can_be_asked_for() -> None:
    session = Session(deal=1)
    session.act({"type": "deal", "number": 1234, "ply": session.ply})
    assert session.payload() == Session(deal=1234).payload()


@pytest.mark.parametrize("number", [-1, 10**9, True, "12", 1.5, 1e21, [1], 10**40])
def test_an_impossible_deal_number_is_refused_in_a_sentence(number: object) -> None:
    session = Session(deal=1)
    before = session.payload()
    session.act({"type": "deal", "number": number, "ply": session.ply})
    after = session.payload()
    assert "deal number is a whole number from 0 to 999999999" in after["notice"]
    assert after | {"notice": None} == before


def test_undo_goes_back_to_the_previous_turn_again_and_again() -> None:
    session, rng = Session(deal=9), Random(4)
    seen = []
    while not (drawn := session.payload())["result"]:
        seen.append(drawn)
        session.act(move_of(drawn, rng))
    for earlier in reversed(seen):
        assert session.payload()["can"]["undo"]
        session.act({"type": "undo", "ply": session.ply})
        assert session.payload()["scene"]["hand"] == earlier["scene"]["hand"]
        assert session.payload() == earlier
    assert not session.payload()["can"]["undo"]
    session.act({"type": "undo", "ply": session.ply})
    assert session.payload() == seen[0]


def test_after_an_undo_the_same_move_gets_the_same_answer() -> None:
    session = Session(deal=3)
    act = move_of(session.payload(), Random(1))
    session.act(act)
    first = session.payload()
    session.act({"type": "undo", "ply": session.ply})
    session.act(act)
    assert session.payload() == first


def test_a_repeated_or_late_act_is_ignored() -> None:
    session = Session(deal=3)
    act = move_of(session.payload(), Random(1))
    session.act(act)
    after = session.payload()
    session.act(act)
    assert session.payload() == after
    for ply in (0, session.ply + 1, -1, str(session.ply), float(session.ply), None, True):
        session.act(move_of(after, Random(2)) | {"ply": ply})
        assert session.payload() == after, ply


def test_a_card_that_may_not_be_laid_is_explained_and_changes_nothing() -> None:
    session = Session(deal=1234)
    before = session.payload()
    for card in before["scene"]["hand"]:
        if not card["fits"]:
            session.act({"type": "play", "card": card["card"], "ply": session.ply})
            assert session.payload() == before | {"notice": card["why"]}


def test_a_pass_with_a_card_that_fits_is_refused_naming_the_cards() -> None:
    session = Session(deal=1234)
    session.act({"type": "pass", "ply": session.ply})
    assert session.payload()["notice"] == "Not allowed: 7♣ and 7♠ fit."
    assert session.payload()["pass"] == {"offered": False, "why": "Not allowed: 7♣ and 7♠ fit."}


@pytest.mark.parametrize(
    ("name", "cost"), [("classic", "two points"), ("parliament", "three chips")]
)
def test_a_false_pass_is_caught_charged_and_followed_by_a_card(name: str, cost: str) -> None:
    session = Session(Rules.named(name), deal=1234)
    before = session.payload()
    assert before["pass"]["offered"]
    session.act({"type": "pass", "ply": session.ply})
    caught = session.payload()
    assert caught["notice"] == f"Not allowed: 7♣ and 7♠ fit. You pay {cost} and must lay a card."
    assert caught["ply"] == before["ply"] + 1
    assert caught["scene"]["hand"] == before["scene"]["hand"]
    assert not caught["pass"]["offered"]
    session.act({"type": "pass", "ply": session.ply})
    assert session.payload()["notice"] == "Not allowed: 7♣ and 7♠ fit."
    assert session.ply == caught["ply"]
    session.act({"type": "play", "card": "7c", "ply": session.ply})
    assert session.ply > caught["ply"]
    assert "-!" in session.payload()["record"]


def domino() -> Session:
    """A game in which the person holds two start cards that may be laid out of turn."""
    deals = (deal(Rules.named("domino"), number) for number in count())
    for start in deals:
        sevens = [card for card in start.hands[0] if card.rank == 7]
        state = play_until(start, dict.fromkeys(range(4), player("heuristic")), 1, 0)
        session = Session(start=state)
        if len(sevens) == 2 and len(session.payload()["free"]) == 2:
            return session
    raise AssertionError


def test_a_start_card_is_laid_out_of_turn_and_the_turn_stays() -> None:
    session = domino()
    before = session.payload()
    seven = before["free"][0]["card"]
    session.act({"type": "play", "card": seven, "ply": session.ply})
    after = session.payload()
    assert after["ply"] == before["ply"] + 1
    assert after["status"].startswith("Your turn")
    assert len(after["scene"]["hand"]) == len(before["scene"]["hand"]) - 1
    session.act({"type": "undo", "ply": session.ply})
    session.act({"type": "play", "card": seven, "free": False, "ply": session.ply})
    assert session.ply > after["ply"], "laid as the card of this turn, so the others have moved"


def test_after_the_end_only_undo_and_a_new_deal_are_answered() -> None:
    session = Session(deal=2)
    *_, last = played_out(session, 2)
    for act in ({"type": "pass"}, {"type": "play", "card": "7d"}, {"type": "play", "card": "5c"}):
        session.act(act | {"ply": session.ply})
        assert session.payload() | {"notice": None} == last
        assert session.payload()["notice"] == "The deal is over: nobody moves after the last card."


def test_a_fault_inside_leaves_the_game_as_it_was_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a computer player fell over")

    session = Session(deal=3)
    before, act = session.payload(), move_of(session.payload(), Random(1))
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(session_module, "play_until", broken)
        session.act(act)
    assert session.payload() == before | {"notice": APOLOGY, "fault": True}
    assert "a computer player fell over" in caplog.text
    session.act({"type": "retry", "ply": session.ply})
    assert session.payload()["notice"] is None
    assert not session.payload()["fault"]
    assert session.ply > before["ply"]
    other = Session(deal=3)
    other.act(act)
    assert session.payload() == other.payload(), "tried again, the act does what it would have done"


def test_trying_again_without_a_fault_does_nothing() -> None:
    session = Session(deal=3)
    before = session.payload()
    session.act({"type": "retry", "ply": session.ply})
    assert session.payload() == before


@BY_NAME
def test_a_finished_deal_can_be_walked_through_and_played_on_from_a_moment(rules: Rules) -> None:
    session = Session(rules, deal=21)
    *_, last = played_out(session, 5)
    review = last["result"]["review"]
    assert len(review["frames"]) == last["ply"] + 1
    assert review["can"] == {"play": True}
    mine = [at for at, act in enumerate(parse_record(last["record"]).acts) if act.seat == 0]
    session.act({"type": "from", "at": mine[1], "ply": session.ply})
    again = session.payload()
    assert again["result"] is None
    assert again["ply"] == mine[1]
    assert last["record"].startswith(again["record"])
    session.act({"type": "undo", "ply": session.ply})
    assert session.ply == mine[0]


@pytest.mark.parametrize("at", [-1, 10_000, True, None, "3", 2.0])
def test_a_moment_that_is_not_there_is_refused_in_a_sentence(at: object) -> None:
    session = Session(deal=2)
    *_, last = played_out(session, 2)
    session.act({"type": "from", "at": at, "ply": session.ply})
    assert session.payload() | {"notice": None} == last
    assert str(session.payload()["notice"]).startswith("Moment “")


@BY_NAME
def test_a_game_is_resumed_from_its_record_with_its_history_and_undo(rules: Rules) -> None:
    session, rng = Session(rules, deal=21), Random(3)
    for _ in range(6):
        drawn = session.payload()
        if drawn["result"]:
            break
        session.act(move_of(drawn, rng))
    session.act({"type": "undo", "ply": session.ply})
    drawn = session.payload()
    again = Session.resumed(drawn["record"])
    assert again.payload() == drawn
    fresh = Session(rules, deal=4)
    fresh.act({"type": "resume", "record": drawn["record"], "ply": fresh.ply})
    assert fresh.payload() == drawn
    fresh.act({"type": "undo", "ply": fresh.ply})
    session.act({"type": "undo", "ply": session.ply})
    assert fresh.payload() == session.payload()


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("", "not a record"),
        ("nonsense", "not a record"),
        ("school:4 deal 1234 | 7d 7d", "7♦"),
        ("school:4 deal 1234 | 7d -", "Not allowed"),
        ("school:4 deal 1234 | 9x", "9x"),
        ("school:4 deal 99999999999 |", "99999999999"),
        ("school:4 7/7/7/7 2.2../3.../4.../5... turn=1 |", "neither on the table nor in a hand"),
        ("clubs 7; you 8c |", "every card of every hand must be known"),
        ("x" * 30_000, "too long"),
        (12, "no record"),
        (None, "no record"),
    ],
)
def test_a_bad_record_is_refused_in_a_sentence_and_the_game_stays(
    record: object, said: str
) -> None:
    session = Session(deal=1234)
    before = session.payload()
    session.act({"type": "resume", "record": record, "ply": session.ply})
    after = session.payload()
    assert said in after["notice"]
    assert len(after["notice"]) < 400
    assert after | {"notice": None} == before


@pytest.mark.parametrize(
    "settings",
    [
        {"seat": 4},
        {"seat": -1},
        {"seat": True},
        {"others": "the devil"},
        {"others": 3},
        {"others": lambda cards: cards[0]},
        {"deal": -1},
        {"deal": 1.5},
    ],
)
def test_bad_settings_raise_a_sentence(settings: dict[str, Any]) -> None:
    with pytest.raises(SevensError, match="“"):
        Session(**settings)


def test_a_position_that_cannot_be_played_raises_every_fault() -> None:
    with pytest.raises(SevensError, match=r"twice.*gaps"):
        Session(start=parse_position("hearts 7 9; you 9♥ 2♣"))
    with pytest.raises((NotationError, IllegalMove)):
        Session.resumed("school:4 deal 1234 | Kc")
