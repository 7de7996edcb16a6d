"""Questions about the deal: who deals, cuts, opens and follows, how many cards each gets, and how a hand is sorted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sevens_kernel import nudges
from sevens_kernel.cards import Card
from sevens_kernel.deal import dealt_to, left_of, opener_of, right_of, sort_hand
from sevens_kernel.errors import SevensError
from sevens_kernel.misses import place_words, share_words, unsorted_words, without_words
from sevens_kernel.reasons import (
    cut_words,
    dealt_sizes,
    first_card_words,
    next_words,
    opener_words,
    size_words,
    sorted_words,
)
from sevens_kernel.state import State
from sevens_kernel.words import NAMES
from sevens_widgets.questions import Question, choose


def _players(
    state: State,
    right: int,
    why: str,
    miss: Callable[[int], str],
    hints: tuple[str, str],
    **more: Any,
) -> Question:
    """Ask for a player. right: the seat; why: its reason; miss: the reason against any other seat."""
    options = [
        (NAMES[each], each == right, why if each == right else miss(each))
        for each in range(state.rules.players)
    ]
    return choose(state, options, *hints, others=True, live=False, **more)


def _undealt(state: State) -> State:
    return replace(state, hands=((),) * state.rules.players, unknown=(0,) * state.rules.players)


def _dealer(state: State) -> dict[int, str]:
    return {state.dealer: "deals"} if state.dealer else {}


def first(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who is dealt the first card."""
    players, dealer = state.rules.players, state.dealer
    return _players(
        _undealt(state),
        dealt_to(0, dealer, players),
        first_card_words(dealer, players),
        lambda each: place_words(each, dealer, players),
        ("Look who deals.", nudges.FIRST_CARD),
        notes=_dealer(state),
    )


def cuts(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who may cut the pack before the deal."""
    players, dealer = state.rules.players, state.dealer
    return _players(
        _undealt(state),
        right_of(dealer, players),
        cut_words(dealer, players),
        lambda each: place_words(each, dealer, players, left=False),
        ("Look who deals.", nudges.CUT),
        notes=_dealer(state),
    )


def size(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask how many cards a player is dealt."""
    sizes = dealt_sizes(state.rules, state.dealer)
    dealt = sizes[seat or 0]
    why = size_words(state.rules, state.dealer)
    numbers = sorted({min(sizes) - 1, min(sizes), min(sizes) + 1, dealt})
    options = [
        (
            f"{each} cards",
            each == dealt,
            why if each == dealt else share_words(state.rules, each, sizes),
        )
        for each in numbers
    ]
    players, pack = state.rules.players, len(state.rules.pack_cards)
    return choose(
        _undealt(state),
        options,
        f"Share out {pack} cards among {players} players.",
        nudges.LEFT_OVER,
        others=True,
        notes=_dealer(state),
        live=False,
    )


def opens(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who opens the deal."""
    opener = opener_of(state.rules, state.hands, state.dealer)
    opening, players = state.rules.opening_card, state.rules.players
    if opening is not None and opening not in state.hands[opener]:
        raise SevensError(f"nobody is known to hold {opening}, so it cannot be told who opens")
    notes = _dealer(state)
    look = "Look who deals."
    if opening is not None:
        look = "Look for the card that opens the deal."
        notes = {opener: f"holds {opening}"} if opener else notes
    hints = (look, nudges.opening(state.rules))

    def miss(each: int) -> str:
        if opening is not None:
            return without_words(each, opening)
        return place_words(each, state.dealer, players)

    return _players(state, opener, opener_words(state), miss, hints, notes=notes)


def follows(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whose turn comes next."""
    players, turn = state.rules.players, state.turn
    return _players(
        state,
        left_of(turn, players),
        next_words(turn, players),
        lambda each: place_words(each, turn, players),
        ("Look for the player whose turn it is.", nudges.NEXT_TURN),
        notes={turn: "to play"} if turn else {},
    )


def in_order(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask which line shows the hand sorted by suit, each suit in the order of its row."""
    hand, rules = state.hands[0], state.rules
    by_rank = tuple(sorted(hand, key=lambda each: (each.rank, each.index)))
    upside = tuple(sorted(hand, key=lambda each: (each.index // 13, -each.rank)))
    lists = dict.fromkeys([by_rank, sort_hand(rules, hand), upside])
    options = [
        (
            " ".join(map(str, each)),
            each == hand,
            sorted_words(rules, hand) if each == hand else unsorted_words(rules, each),
        )
        for each in lists
    ]
    return choose(
        state,
        options,
        "Begin with the clubs.",
        nudges.SUITS_IN_ORDER,
        mixed=True,
    )
