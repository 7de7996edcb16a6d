"""After a deal: at most three turning points of the person, found by the engine once the end has been shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeVar

import pytest

from sevens_kernel.notation import parse_record, replay
from sevens_kernel.state import legal
from sevens_widgets import answering, play
from sevens_widgets.session import Session


def to_the_end(session: Session, seed: int) -> None:
    """Play a deal with any card that fits, which leaves something to look back at."""
    rng = Random(seed)
    while session.seen.out is None:
        move = rng.choice(legal(session.seen))
        act = {"type": "play", "card": move.card.code} if move.card else {"type": "pass"}
        session.act(act | {"ply": session.ply})


def test_turning_points_are_the_engines_and_lead_to_the_moment_before_the_move() -> None:
    found = 0
    for number in range(6):
        session = Session(deal=number)
        to_the_end(session, number)
        assert session.wants_review
        assert session.payload()["result"]["turning"] == []
        list(session.look_back())
        assert not session.wants_review
        result = session.payload()["result"]
        assert len(result["turning"]) <= 3
        assert result["reviewed"]
        states = list(replay(parse_record(session.payload()["record"])))
        for point in result["turning"]:
            found += 1
            assert states[point["at"]].turn == 0
            assert f"you laid {states[point['at'] + 1].history[-1].move.card};" in point["text"]
    assert found > 3, "random play gives chances away"


def test_what_was_found_belongs_to_this_deal_alone() -> None:
    session = Session(deal=4)
    to_the_end(session, 4)
    list(session.look_back())
    first = session.payload()["result"]["turning"]
    session.act({"type": "undo", "ply": session.ply})
    assert session.payload()["result"] is None
    session.act({"type": "deal", "number": 5, "ply": session.ply})
    to_the_end(session, 5)
    assert session.wants_review
    assert session.payload()["result"]["turning"] == []
    again = Session(deal=4)
    to_the_end(again, 4)
    list(again.look_back())
    assert again.payload()["result"]["turning"] == first


Made = TypeVar("Made")


def apart(call: Callable[[], Made]) -> Made:
    """Run something in a thread of its own, where no event loop of another test runs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def drive(widget: Any, seed: int) -> None:
    """Send acts as a page does, to the end of the deal."""
    rng = Random(seed)
    while widget.payload["result"] is None:
        drawn = widget.payload
        cards = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
        act = {"type": "play", "card": rng.choice(cards)} if cards else {"type": "pass"}
        widget._receive(widget, act | {"ply": drawn["ply"]}, [])


def test_the_page_is_answered_first_and_the_looking_back_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answering, "AFTER_ANSWER", 0.01)

    async def in_a_loop() -> tuple[str, str]:
        widget = play(deal=3)
        drive(widget, 3)
        at_first = widget.payload["result"]["reviewed"]
        for _ in range(600):
            if widget.payload["result"]["reviewed"]:
                break
            await asyncio.sleep(0.05)
        return at_first, widget.payload["result"]["reviewed"]

    at_first, later = apart(lambda: asyncio.run(in_a_loop()))
    assert at_first == ""
    assert later.endswith(("clearly cost something.", "clearly cost anything."))


def test_a_new_deal_is_not_replaced_by_what_was_found_about_the_old_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answering, "AFTER_ANSWER", 0.01)

    async def in_a_loop() -> Any:
        widget = play(deal=3)
        drive(widget, 3)
        widget._receive(widget, {"type": "deal", "number": 8, "ply": widget.payload["ply"]}, [])
        for _ in range(10):  # enough for all the parts
            await asyncio.sleep(0.05)
        return widget.payload

    drawn = apart(lambda: asyncio.run(in_a_loop()))
    assert drawn["deal"] == 8
    assert drawn["result"] is None


def test_a_fault_in_looking_back_leaves_the_result(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Session) -> Iterator[None]:
        yield
        raise ZeroDivisionError("no estimate")

    monkeypatch.setattr(Session, "look_back", broken)
    widget = play(deal=3)
    apart(lambda: drive(widget, 3))
    assert widget.payload["result"]["heading"]
    assert widget.payload["notice"] is None
    assert "no estimate" in caplog.text
