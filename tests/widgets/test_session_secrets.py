"""Whatever a page sends to a game, it does no harm and learns of no card that it may not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel import Card, Rules, State, deal, legal
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.play import play_until
from sevens_kernel.players import RandomPlayer
from sevens_kernel.view import view
from sevens_widgets.session import APOLOGY, Session
from tests.widgets.sessions import BY_NAME, played_out

SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=60),
    st.sampled_from(["7d", "7♦", "Kc", "-", "+7h", "7d" * 9000, "play", "\x00", "🂡"]),
)
WILD = st.recursive(
    SCRAPS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
TYPES = st.sampled_from(["play", "pass", "undo", "deal", "resume", "show", "hint", "PLAY", ""])
FORGED = st.fixed_dictionaries(
    {"type": TYPES | WILD},
    optional={"card": WILD, "number": WILD, "record": WILD, "free": WILD, "ply": WILD},
)


@given(st.lists(st.one_of(WILD, FORGED), max_size=6), st.booleans())
def test_nothing_a_page_sends_raises_or_breaks_the_rules(
    messages: list[Any], right_ply: bool
) -> None:
    session = Session(deal=8, number=count(100).__next__)
    for message in messages:
        if right_ply and isinstance(message, dict):
            message = message | {"ply": session.ply}
        session.act(message)
        drawn = session.payload()
        assert drawn["notice"] is None or drawn["notice"].strip()
        assert drawn["notice"] != APOLOGY
        states = list(replay(parse_record(drawn["record"])))
        assert view(states[-1], 0) == session.seen, "the game is one that the rules allow"


def test_a_card_of_another_hand_is_refused_like_any_card_that_is_not_held() -> None:
    session = Session(deal=1234)
    start = deal(Rules(), 1234)
    for hand in start.hands[1:]:
        for card in hand:
            session.act({"type": "play", "card": card.code, "ply": session.ply})
            assert f"{card}" in session.payload()["notice"]
    assert session.ply == 1


def middles(rules: Rules, deals: int) -> Iterator[State]:
    """Positions in the middle of random play in which seat 0 is to move."""
    chance = {seat: RandomPlayer() for seat in range(rules.players)}
    for number in range(deals):
        rng = Random(number)
        state = play_until(deal(rules, number), chance, rng, 0)
        for _ in range(rng.randrange(6)):
            if state.out is None:
                moved = play_until(state, chance, rng, 1)
                state = moved if moved.out is not None else play_until(moved, chance, rng, 0)
        if state.out is None:
            yield state


@BY_NAME
def test_what_the_browser_gets_does_not_depend_on_cards_it_may_not_know(rules: Rules) -> None:
    tried = 0
    for state in middles(rules, 25):
        hidden = [card for hand in state.hands[1:] for card in hand]
        Random(1).shuffle(hidden)
        pile = iter(hidden)
        others = [tuple(sorted(next(pile) for _ in hand)) for hand in state.hands[1:]]
        changed = replace(state, hands=(state.hands[0], *others))
        if changed.hands == state.hands or not legal(state):
            continue
        here, there = Session(start=state), Session(start=changed)
        if here.ply or there.ply:
            continue  # somebody has laid a start card out of turn at once, which others may see
        tried += 1
        assert here.payload() == there.payload()
    assert tried > 10


def test_no_payload_names_the_cards_of_another_hand_before_the_end() -> None:
    for number in range(15):
        session = Session(deal=number)
        start = deal(Rules(), number)
        owner = {card: seat for seat, hand in enumerate(start.hands) for card in hand}
        for drawn in played_out(session, number):
            if drawn["result"]:
                shown = set(cards_in(drawn["result"]["hands"]))
                seen = session.seen
                left = {
                    c for c, seat in owner.items() if seat != seen.out and not seen.table.copies(c)
                }
                assert shown == left, "at the end all hands are open"
                continue
            for card in cards_in(drawn):
                assert owner[card] == 0 or session.seen.table.copies(card), (number, card)


def cards_in(data: Any) -> Iterator[Card]:
    """Walk JSON for every card that is said to be somewhere; empty places of the rows are no cards."""
    if isinstance(data, dict):
        if "cells" in data:
            data = data | {"cells": [cell for cell in data["cells"] if cell.get("copies")]}
        for name, value in data.items():
            if name in ("card", "key") and isinstance(value, str):
                yield Card(value.partition("#")[0])
            else:
                yield from cards_in(value)
    elif isinstance(data, list):
        for item in data:
            yield from cards_in(item)
