"""Questions about the end: when a deal is over, what is left, who wins a match, and which card wins for sure."""

from __future__ import annotations

from dataclasses import replace

from sevens_kernel import nudges
from sevens_kernel.acting import apply
from sevens_kernel.cards import Card, and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.misses import count_words, gain_miss_words
from sevens_kernel.moves import lay
from sevens_kernel.reasons import (
    gain_of,
    gain_words,
    over_words,
    points_of,
    points_words,
    surely_winning,
    win_words,
)
from sevens_kernel.refusal import why_not
from sevens_kernel.standing import final_match, not_best_words, ranking
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.words import NAMES
from sevens_widgets.payload import keyed
from sevens_widgets.questions import Answer, Question, choose, coins, held_open, needed, row


def over(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether the deal is over when you lay a card."""
    laid = needed(card)
    if why_not(state, lay(laid)) is not None:
        raise SevensError(f"{laid} may not be laid")
    ends, why = apply(state, lay(laid)).out is not None, over_words(state, laid)
    return choose(
        state,
        [("The deal is over", ends, why), ("The deal goes on", not ends, why)],
        "Count the cards of your hand.",
        nudges.LAST_CARD,
        others=True,
    )


def points(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask what the cards of your hand count when somebody else is out."""
    hand = state.hands[0]
    total, why = points_of(hand), points_words(hand)
    tens = sum(min(10, int(each.rank)) for each in hand)
    aces = total + 13 * sum(int(each.rank) == 1 for each in hand)
    wrong = dict.fromkeys(each for each in (tens, aces, len(hand), total + 10) if each != total)
    numbers = sorted([total, *list(wrong)[:3]])
    options = [
        (
            f"{each} point{'' if each == 1 else 's'}",
            each == total,
            why if each == total else count_words(hand, each),
        )
        for each in numbers
    ]
    return choose(
        state,
        options,
        "Count every card that is left, one by one.",
        nudges.POINTS,
    )


def gain(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask how many chips your last card brings."""
    laid = needed(card)
    brought, why = gain_of(state, laid), gain_words(state, laid)
    held = sum(state.sizes) - 1
    numbers = sorted({brought, state.pool, held, brought + state.pool, brought + 1})
    options = [
        (
            coins(each, "chips"),
            each == brought,
            why if each == brought else gain_miss_words(state, each),
        )
        for each in numbers
    ]
    return choose(
        state,
        options,
        "Look at the pool first.",
        f"The pool holds {coins(state.pool, 'chips').lower()}. Do the cards of the others count too?",
        others=True,
    )


#: Which row the winning card goes to would often name the card at once.
ASK = "Ask of each card that fits: what can the others lay after it?"


def wins(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for a card that wins whatever the others do, all hands being open."""
    winning = surely_winning(state)
    if len(winning) != 1 or len(fitting(state)) == 1:
        raise SevensError("there must be several cards that fit, and exactly one that wins")
    answers = []
    for each, key in keyed(state.hands[0]):
        said = explain(state, each)
        word = "wins" if each in winning else "does not win for sure" if said.fits else said.words
        label = f"{each.words}, {word}"
        answers.append(Answer(key, str(each), each in winning, win_words(state, each), label))
    found = winning[0]
    told = (ASK, row(state, found.suit), win_words(state, found))
    return Question("pick", tuple(answers), told, state, others=True, notes=held_open(state))


def match(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who wins a match that is over, by the score of a position."""
    ended, players = final_match(state), state.rules.players
    pairs = [ended.winners] if len(ended.winners) > 1 else [tuple(sorted(ranking(ended)[:2]))]
    options = []
    for who in [*((each,) for each in range(players)), *pairs]:
        right = who == ended.winners
        text = and_list(NAMES[each] for each in who)
        options.append((text, right, ended.sentence() if right else not_best_words(ended, who)))
    shown = replace(
        state,
        hands=((),) * players,
        unknown=(0,) * players,
        fines=(0,) * players,
    )
    return choose(
        shown,
        options,
        "Compare the scores one by one.",
        nudges.best_score(ended.rules),
        others=True,
        live=False,
        notes={each: ended.total_words(each) for each in range(1, players)},
    )
