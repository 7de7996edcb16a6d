"""Questions about rows: whether a card fits, and what it waits for."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.cards import Card
from sevens_kernel.deal import sort_hand
from sevens_kernel.errors import SevensError
from sevens_kernel.misses import not_first_words, wrong_order_words
from sevens_kernel.state import State, explain
from sevens_kernel.verdict import Verdict
from sevens_widgets.payload import keyed
from sevens_widgets.questions import NO, YES, Answer, Question, choose, hints, look, needed, row


def fits(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether a card would fit, yes or no."""
    said = explain(state, needed(card))
    answers = (
        Answer("yes", YES, said.fits, said.sentence),
        Answer("no", NO, not said.fits, said.sentence),
    )
    return Question("choose", answers, hints(said, state, ask=True), state)


def pick(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for every card of the hand that fits."""
    told = [(key, explain(state, each)) for each, key in keyed(state.hands[0])]
    answers = tuple(
        Answer(key, str(said.card), said.fits, said.sentence, said.label) for key, said in told
    )
    first = next((said for _, said in told if said.fits), None)
    if first is None:
        raise SevensError("it asks to pick the cards that fit, but none of the hand does")
    return Question("pick", answers, hints(first, state, ask=False), state)


def waits(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask which card must come first, before this one fits."""
    said = explain(state, needed(card))
    if not said.missing:
        raise SevensError(f"{said.card} waits for nothing")
    suit = said.card.suit
    ends = [each for each in state.table.takes(suit) if each not in said.missing]
    start = state.table.shape.start
    other = [Card.of(start, suit)] if start is not None else []
    wrong = [each for each in (*said.missing[1:], *ends, *other) if each is not said.card]
    cards = dict.fromkeys([said.missing[0], *wrong[:3]])
    if len(cards) == 1:  # the row misses nothing else
        cards |= dict.fromkeys(state.table.row(suit)[:2])
    if len(cards) == 2:  # of two answers, the wrong one would give the right one away
        cards |= dict.fromkeys(_near(state, said)[:1])
    options = [
        (str(each), True, said.sentence)
        if each is said.missing[0]
        else (str(each), False, not_first_words(state, said.card, each))
        for each in sort_hand(state.rules, tuple(cards))
    ]
    return choose(state, options, look(suit), row(state, suit, tell=False))


def _near(state: State, said: Verdict) -> list[Card]:
    """Give the cards of a suit that do not lie on the way to a card, those nearest to the first missing one first."""
    ranks, missing = state.rules.ranks, said.missing
    at = ranks.index(missing[0].rank)
    way = (said.card, *missing)
    suit = (
        Card.of(rank, said.card.suit)
        for rank in sorted(ranks, key=lambda each: abs(ranks.index(each) - at))
    )
    return [card for card in suit if card not in way]


def order(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask in which order the missing cards must come, before this one fits."""
    said = explain(state, needed(card))
    missing = said.missing
    if len(missing) < 2:
        raise SevensError(f"{said.card} waits for fewer than two cards, so there is no order")
    turned = missing[::-1]
    short = missing[1:] if len(missing) > 2 else missing[:1]
    lists = dict.fromkeys([turned, missing, short])
    options = [
        (_then(each), True, said.sentence)
        if each == missing
        else (_then(each), False, wrong_order_words(state, said.card, each))
        for each in sorted(lists, key=_first_index)
    ]
    return choose(state, options, look(said.card.suit), row(state, said.card.suit, tell=False))


def _first_index(cards: tuple[Card, ...]) -> tuple[int, int]:
    return cards[0].index, len(cards)


def _then(cards: Sequence[Card]) -> str:
    return ", then ".join(map(str, cards)) if len(cards) > 1 else f"{cards[0]} alone"
