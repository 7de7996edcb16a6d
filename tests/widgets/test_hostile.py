"""Whatever a page sends to a table: nothing breaks, nothing hidden is shown, nothing forged is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import DOMWidget

from sevens_kernel.cards import ALL_CARDS, Card
from sevens_kernel.notation import parse_record, replay
from sevens_widgets import compare, deal_out, forecast, house_rules, lab, play, quiz, show, watch
from sevens_widgets.widget import APOLOGY, ActWidget

POSITION = "hearts 5-8, clubs 7; you 4♥ 10♥ 8♣"

KINDS: dict[str, Callable[[], DOMWidget]] = {
    "game": lambda: play(deal=5),
    "game of eight": lambda: play(deal=5, rules="fan-tan:8"),
    "quiz": lambda: quiz("2_extending_rows"),
    "position": lambda: show(POSITION),
    "comparison": lambda: compare(POSITION, "school", "school:4,aces=high"),
    "deal card by card": lambda: deal_out(3),
    "replay": lambda: watch("school:4 deal 6604 | 7d"),
    "house rules": lambda: house_rules(deal=5),
    "position lab": lambda: lab(POSITION),
    "forecast": lambda: forecast(POSITION),
}

#: Every kind of act that a page sends, and some that none does.
TYPES = [
    *("adopt", "another", "clear", "deal", "dealing", "edit", "fill", "from", "lay"),
    *("level", "load", "look", "match", "more", "next", "pass", "ping", "play"),
    *("preset", "proofs", "put", "resume", "retry", "rules", "seat", "setup", "share"),
    *("sheet", "show", "stage", "start", "suggest", "switch", "take", "undo", "weigh"),
    *("__init__", "act", "payload"),
]

CARDS = st.sampled_from([card.code for card in ALL_CARDS])

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.text(alphabet="AKQJT98765432cdhs?/.:;,=|- \ud83d\x00", max_size=60),
    CARDS,
    st.sampled_from(
        [
            "school:4 -/7/-/- 7.589TJQ.6JQ.28J/?13/?13/?12 turn=1",
            "school:4 deal 6604 | 7d",
            "school:99",
            "hearts 5-8; you 4♥",
            "K" * 100_000,
            "7d " * 10_000,
            "[" * 5_000,
        ]
    ),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
NAMES = [
    *("card", "ply", "number", "text", "record", "at", "seat", "slug", "field"),
    *("value", "kind", "index", "cards", "id", "place", "players", "rules", "level"),
    *("row",),
]
ACTS = st.builds(
    lambda kind, fields: {**fields, "type": kind},
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4),
)
MESSAGES = st.one_of(VALUES, ACTS, ACTS, ACTS)


def parts(widget: DOMWidget) -> Iterator[ActWidget]:
    """Find the tables in a widget."""
    if isinstance(widget, ActWidget):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def check(widget: ActWidget, kind: str) -> None:
    payload = widget.payload
    sent = json.dumps(payload)
    assert len(sent.encode()) < 3_000_000
    assert payload["kind"] == kind
    assert payload.get("notice") != APOLOGY
    if payload["kind"] == "game" and not payload["result"]:
        # Of the others only the number of cards is sent: "7.589TJQ.6JQ.28J/?13/?13/?12".
        assert "?" in payload["scene"]["position"]
        assert payload["scene"]["hand"] or payload["scene"]["seats"]
        assert "hands" not in payload["scene"]


@pytest.mark.parametrize("name", KINDS)
def test_no_message_breaks_a_table_or_shows_what_is_hidden(name: str) -> None:
    whole = KINDS[name]()
    tables = [(each, each.payload["kind"]) for each in parts(whole)]
    assert tables

    @settings(max_examples=60)
    @given(st.lists(MESSAGES, min_size=1, max_size=3))
    def try_them(messages: list[Any]) -> None:
        for message in messages:
            for widget, _ in tables:
                widget._receive(widget, message, [])
        for widget, kind in tables:
            check(widget, kind)

    try_them()


@pytest.mark.parametrize("name", KINDS)
def test_no_state_of_a_page_replaces_a_table(name: str) -> None:
    for widget in parts(KINDS[name]()):
        before = dict(widget.payload)
        for forged in ({"kind": "game", "ply": 0}, {}, None, [], "x" * 100_000):
            widget.set_state({"payload": forged})
        assert widget.payload == before


@given(
    st.integers(-5, 200).filter(lambda ply: ply != 1),
    st.sampled_from(["play", "pass", "undo", "deal", "next"]),
)
def test_an_act_made_at_another_time_changes_nothing(ply: int, kind: str) -> None:
    table = play(deal=6604)
    assert table.payload["ply"] == 1
    before = table.payload["record"]
    table._receive(table, {"type": kind, "card": "7c", "number": 7, "ply": ply}, [])
    assert table.payload["record"] == before
    assert table.payload["deal"] == 6604


@given(CARDS, st.integers(0, 3))
def test_a_card_of_another_seat_is_not_laid(card: str, seat: int) -> None:
    table = play(deal=6604)
    hand = {each["card"] for each in table.payload["scene"]["hand"]}
    fits = {each["card"] for each in table.payload["scene"]["hand"] if each["fits"]}
    table._receive(table, {"type": "play", "card": card, "seat": seat, "ply": 1}, [])
    acts = parse_record(table.payload["record"]).acts
    mine = [act.move.card.code for act in acts if act.seat == 0 and act.move.card]
    assert set(mine) <= {Card(each).code for each in hand}
    assert mine == ([card] if card in {Card(each).code for each in fits} else [])


def test_hundreds_of_odd_acts_leave_a_game_a_game() -> None:
    rng = Random(7)
    table = play(deal=12)
    for _ in range(150):
        payload = table.payload
        fits = [each["card"] for each in payload["scene"]["hand"] if each["fits"]]
        act: dict[str, Any] = {"type": "play", "ply": payload["ply"] - int(rng.random() * 2)}
        act["card"] = fits[0] if fits and rng.random() < 0.5 else f"{int(rng.random() * 14)}d"
        if not fits and rng.random() < 0.5:
            act = {"type": "pass", "ply": payload["ply"]}
        if payload["result"]:
            act = {"type": "deal", "number": int(rng.random() * 99), "ply": payload["ply"]}
        table._receive(table, act, [])
        check(table, "game")
    assert list(replay(parse_record(table.payload["record"])))
