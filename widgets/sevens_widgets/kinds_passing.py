"""Questions about passing: when one passes, whether a pass is true, what it costs, and what it shows."""

from __future__ import annotations

from sevens_kernel import nudges
from sevens_kernel.cards import Card
from sevens_kernel.deduce import cannot_hold as barred_from
from sevens_kernel.errors import SevensError
from sevens_kernel.misses import not_proof_words, price_words, somebody_words
from sevens_kernel.moves import PASS
from sevens_kernel.reasons import (
    cost_words,
    hold_words,
    nobody_words,
    pass_cost,
    pass_words,
    play_words,
)
from sevens_kernel.refusal import why_not
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.questions import Question, choose, coins, held_open, needed, row


def may_pass(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether to play a card or to pass."""
    can, why = bool(fitting(state)), play_words(state)
    target = (fitting(state) or state.hands[0])[0]
    options = [("Play a card", can, why), ("Pass", not can, why)]
    return choose(
        state,
        options,
        "Go through your hand card by card: does a row take it?",
        row(state, target.suit),
    )


def true_pass(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether the pass of the player on turn is a true one."""
    true, why = why_not(state, PASS) is None, pass_words(state)
    suit = (fitting(state) or state.hands[state.turn])[0].suit
    return choose(
        state,
        [("A true pass", true, why), ("A false pass", not true, why)],
        nudges.TRUE_PASS,
        row(state, suit),
        others=True,
        notes=held_open(state),
    )


def costs(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask what the pass of the player on turn costs."""
    cost, why = pass_cost(state), cost_words(state)
    coin = state.rules.penalty_in if fitting(state) else "chips"
    most = max(cost, 3)
    options = [
        (coins(each, coin), each == cost, why if each == cost else price_words(state, each, coin))
        for each in range(most + 1)
    ]
    suit = (fitting(state) or state.hands[state.turn])[0].suit
    return choose(
        state,
        options,
        "First find out whether it is a true pass.",
        row(state, suit),
        others=True,
        notes=held_open(state),
    )


def cannot_hold(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who cannot hold a card after these moves."""
    asked, seen = needed(card), view(state, 0)
    seats, proved = range(1, state.rules.players), barred_from(seen)
    told = [hold_words(seen, each, asked) for each in seats]
    barred = [asked in proved[each] for each in seats]
    options = [
        (NAMES[at], right, why) for at, (right, why) in enumerate(zip(barred, told, strict=True), 1)
    ]
    proofs = [why for why, right in zip(told, barred, strict=True) if right]
    nobody = somebody_words(asked) if proofs else nobody_words(asked)
    options.append(("Nobody", not proofs, nobody))
    return choose(
        state,
        options,
        "Look who passed.",
        nudges.passed(asked),
        others=True,
    )


def catches(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask which card of the player on turn shows that a pass was false."""
    caught = fitting(state)
    hand = tuple(dict.fromkeys(state.hands[state.turn]))
    if not caught or len(hand) < 3:
        raise SevensError("it asks which of at least three cards fits, but there is none")
    options = [
        (
            str(each),
            each in caught,
            explain(state, each).sentence if each in caught else not_proof_words(each),
        )
        for each in hand
    ]
    return choose(
        state,
        options,
        nudges.FALSE_PASS,
        row(state, caught[0].suit),
        others=True,
        notes=held_open(state),
    )
