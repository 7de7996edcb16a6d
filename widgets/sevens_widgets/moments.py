"""Moments of a deal at which there is something to think about: you have a choice among few cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from sevens_kernel.acting import apply
from sevens_kernel.cards import SUITS
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.players.priority import best_by_priority, priority
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, fitting, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES

_BY_CHANCE = 0.25  # of the moves that lead to a moment; the others are a good player's
_CARDS = range(4, 9)  # cards of your hand
_FITTING = range(2, 6)  # and how many of them fit
_AHEAD = 8  # points of the rule of thumb
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


def one_ahead(state: State) -> bool:
    """Say whether a rule of thumb puts one card far ahead: most of what it finds can then be asked."""
    seen = view(state, 0)
    worth = sorted(priority(seen, each) for each in fitting(state))
    return worth[-1] - worth[-2] >= _AHEAD


def in_lines(state: State) -> str:
    """Write such a moment as a person would: what lies, your cards, and how many the others hold.

    >>> from sevens_kernel import parse_position
    >>> in_lines(parse_position("school:4 3-K/7/-/A-7 .6.2./?11/?11/?9 turn=1"))
    'clubs 3-K, diamonds 7, spades A-7; you 6♦ 2♥; robin ?11; alex ?11; sam ?9'
    """
    rows = []
    for suit in SUITS:
        laid = state.table.row(suit)
        ends = dict.fromkeys((laid[0].rank.text, laid[-1].rank.text)) if laid else ()
        if ends:
            rows.append(f"{suit} {'-'.join(ends)}")
    hands = [f"you {' '.join(map(str, state.hands[0]))}"]
    hands += [f"{NAMES[seat].lower()} ?{size}" for seat, size in enumerate(state.sizes) if seat]
    return "; ".join([", ".join(rows), *hands])


def _choice(state: State) -> bool:
    return (
        state.turn == 0
        and len(state.hands[0]) in _CARDS
        and len(fitting(state)) in _FITTING
        and min(state.sizes) >= _LEFT
    )
