"""Moments of a deal at which there is something to think about: you have a choice among few cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from sevens_kernel.acting import apply
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.players.priority import best_by_priority
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, fitting, legal
from sevens_kernel.view import view

_BY_CHANCE = 0.25  # of the moves that lead to a moment; the others are a good player's
_CARDS = range(4, 9)  # cards of your hand
_FITTING = range(2, 6)  # and how many of them fit
_LEFT = 2  # cards that everybody holds at least


def moment(rng: Random, wanted: Callable[[State], bool] = lambda state: True) -> State | None:
    """Play a deal and give one of the moments at which you have a choice; None where there is none.

    wanted: which of these moments will do. What went before is forgotten, so that the text of the position
    says all that is known.

    >>> state = moment(Random(1))
    >>> state.turn, len(fitting(state)) > 1, state.history
    (0, True, ())
    """
    state, found = deal(Rules(), int(rng.random() * (MAX_DEAL + 1))), []
    while state.out is None:
        if _choice(state) and wanted(state):
            found.append(state)
        moves = legal(state)
        if rng.random() < _BY_CHANCE:
            state = apply(state, moves[int(rng.random() * len(moves))])
        else:
            state = apply(state, best_by_priority(view(state, state.turn)))
    if not found:
        return None
    state = found[int(rng.random() * len(found))]
    return replace(state, history=(), passes=(0,) * state.rules.players)


def _choice(state: State) -> bool:
    return (
        state.turn == 0
        and len(state.hands[0]) in _CARDS
        and len(fitting(state)) in _FITTING
        and min(state.sizes) >= _LEFT
    )
