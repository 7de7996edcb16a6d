"""A position to ask a player about, and how one is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sevens_kernel import Card, Move
from sevens_kernel.notation import parse_position
from sevens_kernel.view import View, view
from sevens_widgets.guard import OwnPlayer

STATE = parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")
SEEN = view(STATE, 0)


def first(cards: tuple[Card, ...], view: View) -> Card:
    return cards[0]


def ask(choose: Callable[..., Any], **more: float) -> Move:
    return OwnPlayer(choose, **more).choose(SEEN, Random(1))
