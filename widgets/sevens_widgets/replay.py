"""A deal to walk through: every moment of a record, ready for the browser, so that no kernel is needed to look at it.

The first frame is whole; each later one is a patch on the one before (`payload_patch`), since a move changes little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sevens_kernel.acting import outcome
from sevens_kernel.notation import Record, format_record
from sevens_kernel.notation import replay as replayed
from sevens_kernel.rulesets import title
from sevens_kernel.state import State
from sevens_kernel.telling import cards_words
from sevens_kernel.view import view
from sevens_kernel.words import act_spoken, act_words, turn_words
from sevens_widgets.payload import Json, keyed, names_from, scene, untold
from sevens_widgets.payload_patch import diff


def replay(
    record: Record, seat: int = 0, *, ident: str = "replay", start: int = 0, can_play: bool = False
) -> Json:
    """Draw every moment of a record as one seat sees it, with the other hands beside it.

    start: the moment shown first, counted in acts. can_play: whether the page may ask to play on from a moment.

    >>> from sevens_kernel.notation import parse_record
    >>> drawn = replay(parse_record("school:4 deal 1234 | 7d 7c"))
    >>> [frame.get("label") for frame in drawn["frames"]]
    ['before the first card', 'move 1 of 2, Sam lays 7 of diamonds', 'move 2 of 2, You lay 7 of clubs']

    Raises IllegalMove at a move the rules refuse.
    """
    states = list(replayed(record))
    names = names_from(seat, record.rules.players)
    frames = [frame(state, seat, names, len(record.acts)) for state in states]
    patches = [diff(before, after) for before, after in pairwise(frames)]
    deal = f"Deal {record.deal}" if record.deal is not None else "A deal"
    return {
        "kind": "replay",
        "id": ident,
        "title": f"{deal}, {title(record.rules)}",
        "frames": [frames[0], *patches],
        "start": max(0, min(start, len(record.acts))),
        "record": format_record(record),
        "can": {"play": can_play},
    }


def frame(state: State, seat: int, names: Sequence[str], length: int) -> Json:
    """Draw one moment. length: how many acts the whole record has."""
    last = state.history[-1:]
    seen = view(state, seat)
    label = f"move {state.ply} of {length}, {act_spoken(last[0], names)}" if last else _BEFORE
    told = f"{act_words(last[0], names)}. " if last else ""
    players = range(state.rules.players)
    order = [(seat + step) % state.rules.players for step in players[1:]]
    return {
        "scene": scene(seen, names, last),
        "label": label,
        "text": f"{told}{turn_words(seen, seat, names)}",
        "hands": [open_hand(state, each, names[each]) for each in order],
        "over": outcome(state) is not None,
    }


_BEFORE = "before the first card"
_OPEN = ("key", "card", "rank", "suit", "name")  # what is drawn of a card that answers nothing


def open_hand(state: State, seat: int, name: str) -> Json:
    """Draw the cards of a hand that lies open, under the name of its player; none of them answers a press."""
    cards = state.hands[seat]
    unknown = state.unknown[seat]
    shown = [untold(card, key) for card, key in keyed(cards)]
    return {
        "name": name,
        "label": cards_words(name, len(cards) + unknown),
        "cards": [{name: drawn[name] for name in _OPEN} for drawn in shown],
    }
