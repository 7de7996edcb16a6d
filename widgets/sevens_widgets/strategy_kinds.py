"""Questions about what a move does for you and for the others, and where made-up ones come from.

A kind is a function from a position to a Question, as in `kinds`; the engine answers every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import MappingProxyType

from sevens_kernel.behind import (
    before_words,
    behind_words,
    helps_only_others,
    opens_nothing,
    others_before,
    own_behind,
)
from sevens_kernel.cards import Card, count_of
from sevens_kernel.errors import SevensError
from sevens_kernel.forecast import Forecast, Judgement, fared_words, forecast
from sevens_kernel.misses import count_again_words
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.view import View, view
from sevens_widgets.moments import moment, one_ahead
from sevens_widgets.payload import keyed
from sevens_widgets.questions import Answer, Question, choose, look, needed, row

DEALS = 400  # ends of a deal that are played for one question
Found = tuple[str, State, Card | None, int | None]
Maker = Callable[[Random], Found | None]


@dataclass(frozen=True, slots=True)
class _Told:
    """How a card is called once it was pressed: what is true of it, and what is true of any other that fits."""

    yes: str
    no: str


def _pick(
    state: State,
    right: Callable[[View, Card], bool],
    why: Callable[[View, Card], str],
    told: _Told,
    first: str,
) -> Question:
    """Ask for every card of the hand that fits and for which something is true; raise SevensError where none is."""
    seen, answers = view(state, 0), []
    fits = [card for card in fitting(state) if right(seen, card)]
    if not fits or len(fits) == len(fitting(state)):
        raise SevensError("of the cards that fit, some must be right and some wrong")
    for card, key in keyed(state.hands[0]):
        said = explain(state, card)
        if said.fits:
            label = f"{card.words}, {told.yes if card in fits else told.no}"
            answers.append(Answer(key, str(card), card in fits, why(seen, card), label))
        else:
            answers.append(Answer(key, str(card), False, said.sentence, said.label))
    hints = (first, row(state, fits[0].suit), why(seen, fits[0]))
    return Question("pick", tuple(answers), hints, state, others=True)


def gift(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for every card that opens a way only for the others."""
    told = _Told("opens a way only for the others", "opens no such way")
    first = "Ask of each card that fits: who waits behind it?"
    return _pick(state, helps_only_others, behind_words, told, first)


def harmless(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for every card that opens nothing for the others."""
    told = _Told("opens nothing for the others", "opens a way for the others")
    first = "Ask of each card that fits: does a card of the others wait behind it?"
    return _pick(state, opens_nothing, behind_words, told, first)


def frees(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for the card behind which most of your own cards wait."""
    seen = view(state, 0)
    counts = {each: len(own_behind(seen, each)) for each in fitting(state)}
    most = max(counts.values(), default=0)
    if not most or list(counts.values()).count(most) > 1:
        raise SevensError("behind one card more of your cards must wait than behind any other")
    told = _Told("most of your cards wait behind it", "more of your cards wait behind another")
    first = "Ask of each card that fits: which of your own cards wait behind it?"
    return _pick(state, lambda _, each: counts[each] == most, behind_words, told, first)


def between(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask how many cards of the others must be laid before one of yours fits."""
    asked, seen = needed(card), view(state, 0)
    said = explain(state, asked)
    if len(said.missing) < 2:
        raise SevensError(f"{asked} waits for fewer than two cards, so there is nothing to count")
    number = len(others_before(seen, asked))
    numbers = sorted({number, len(said.missing), max(0, number - 1), number + 1})
    again = count_again_words(said.missing[0], asked)
    options = [
        (_cards(each), each == number, before_words(seen, asked) if each == number else again)
        for each in numbers
    ]
    return choose(state, options, look(asked.suit), row(state, asked.suit, tell=False), others=True)


def _cards(number: int) -> str:
    words = count_of(number, "card")
    return words[0].upper() + words[1:]


def best(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for the card that wins most often when the deal is played on many times; one must clearly be it."""
    found = _played(view(state, 0))
    right = {
        each.move.card
        for each in found.choices
        if each.move.card and _is_best(found, each.move.card)
    }
    if not right:
        raise SevensError("it is too close to tell which card wins most often")
    told = _Told("won most often", "won less often")
    return _pick(
        state,
        lambda _, each: each in right,
        lambda seen, each: f"{fared_words(found, each)} {behind_words(seen, each)}",
        told,
        "Which card brings your own cards nearer? Which one lets only the others in?",
    )


def _is_best(found: Forecast, card: Card) -> bool:
    return found.judge(card) is Judgement.BEST


@lru_cache(maxsize=64)
def _played(seen: View) -> Forecast:
    return forecast(seen, Random(1), DEALS)


def _from(prompt: str, wanted: Callable[[State], bool]) -> Maker:
    def find(rng: Random) -> Found | None:
        state = moment(rng, wanted)
        return None if state is None else (prompt, state, None, None)

    return find


def _far(rng: Random) -> Found | None:
    state = moment(rng)
    if state is None:
        return None
    cards = [each for each in state.hands[0] if len(explain(state, each).missing) > 1]
    if not cards:
        return None
    card = cards[int(rng.random() * len(cards))]
    return f"How many cards of the others must be laid before your {card} fits?", state, card, None


def _several(test: Callable[[View, Card], bool]) -> Callable[[State], bool]:
    def some(state: State) -> bool:
        seen, cards = view(state, 0), fitting(state)
        return 0 < sum(test(seen, each) for each in cards) < len(cards)

    return some


#: Every kind of question about strategy by its name in an exercise file, with the function that answers it.
KINDS: Mapping[str, Callable[[State, Card | None, int | None], Question]] = MappingProxyType(
    {"gift": gift, "harmless": harmless, "frees": frees, "between": between, "best": best}
)

#: Where made-up ones come from, kind by kind.
MAKERS: Mapping[str, Maker] = MappingProxyType(
    {
        "gift": _from("Press every card that helps only the others.", _several(helps_only_others)),
        "harmless": _from(
            "Press every card that fits and opens nothing for the others.", _several(opens_nothing)
        ),
        "frees": _from("Press the card behind which most of your own cards wait.", lambda _: True),
        "between": _far,
        "best": _from(f"Press the card that wins most often, played on {DEALS} times.", one_ahead),
    }
)
