"""What many ends of a deal make of each card that may be laid, in words: how often it won, and what that proves.

The figures come from `estimate`. A difference is called one only where chance hardly explains it, and
what was tried is always said with it: a rule of thumb played for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from sevens_kernel.behind import behind_words
from sevens_kernel.cards import Card, count_word
from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import Choice, Trials, trials
from sevens_kernel.moves import Move
from sevens_kernel.view import View
from sevens_kernel.words import NAMES, whose

CLEAR = 2.6  # standard deviations, more than for one comparison, because the best of several is looked at


class Judgement(StrEnum):
    """How a card compares with all others that fit."""

    BEST = "the best"
    CLOSE = "too close to tell"
    WORSE = "not the best"


@dataclass(frozen=True, slots=True)
class Forecast:
    """A position with a choice, and what came of playing it out. deals: how often the hidden cards were dealt."""

    view: View
    deals: int
    trials: Trials

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All cards that may be laid, the one that won most often first."""
        return self.trials.choices()

    def won(self, card: Card) -> int:
        """Count the deals that a card won."""
        return sum(self.trials.won[self.trials.moves.index(Move(card))])

    def judge(self, card: Card) -> Judgement:
        """Say whether a card won clearly more often than all others, clearly less often than the best, or neither."""
        move, first = Move(card), self.choices[0].move
        if move != first:
            return Judgement.WORSE if self._clear(first, move) else Judgement.CLOSE
        others = [each.move for each in self.choices[1:]]
        return (
            Judgement.BEST if all(self._clear(move, each) for each in others) else Judgement.CLOSE
        )

    def _clear(self, one: Move, other: Move) -> bool:
        return self.trials.lead(one, other, CLEAR)[1] > 0


def forecast(view: View, rng: Random, deals: int = 1000) -> Forecast:
    """Play a deal out from each card that the seat on turn may lay.

    deals: how often the hidden cards are dealt; each card is tried each time. The same view and the same
    random numbers give the same answer.

    >>> from sevens_kernel.notation import parse_position
    >>> from sevens_kernel.view import view
    >>> state = parse_position("clubs 3-9, diamonds A-10, hearts 4-8, spades 5-7; you A♣ 10♣ Q♦ 2♥ 9♥ J♥ A♠")
    >>> found = forecast(view(state, 0), Random(1), 200)
    >>> [(str(each.move), found.judge(each.move.card).value) for each in found.choices]
    [('9♥', 'the best'), ('10♣', 'not the best')]

    Raises SevensError, in a sentence, where there is nothing to choose, for a position that cannot be, and
    for a number of deals that is out of range.
    """
    if view.out is None and view.turn != view.seat:
        raise SevensError(f"It is {whose(NAMES[view.turn])} turn: there is nothing to choose.")
    tried = trials(view, rng, 1)
    if len(tried.moves) < 2:
        said = f"only {tried.moves[0]} may be laid" if tried.moves[0].card else "nothing fits"
        raise SevensError(f"There is nothing to choose: {said}.")
    return Forecast(view, deals, trials(view, rng, deals))


def about_words(players: int, deals: int) -> str:
    """Say how the figures of a forecast come about.

    >>> print(about_words(4, 1000))
    The cards you cannot see are dealt out 1,000 times, in ways that agree with all you know. Each time every card \
of yours that fits is tried, and then all four of you play on by the same rule of thumb. People play otherwise: the \
figures say how a card fares in such play. Chance in 100 is how many of a hundred such deals the card would win: \
somewhere between the two numbers, because luck may have moved the count. The short line on a bar shows the same.
    """
    return (
        f"The cards you cannot see are dealt out {deals:,} times, in ways that agree with all you know. "
        "Each time every card of yours that fits is tried, "
        f"and then all {count_word(players)} of you play on by the same rule of thumb. "
        "People play otherwise: the figures say how a card fares in such play. "
        "Chance in 100 is how many of a hundred such deals the card would win: somewhere between the two numbers, "
        "because luck may have moved the count. The short line on a bar shows the same."
    )


def chance_words(choice: Choice) -> str:
    """Say between which bounds a chance lies, in 100, as the interval of the trials gives it.

    >>> chance_words(Choice(Move.parse("8h"), 0.412, 0.382, 0.443))
    '38 to 44'
    """
    low, high = round(100 * choice.low), round(100 * choice.high)
    return f"{low} to {high}" if low < high else f"about {low}"


def verdict_words(found: Forecast, card: Card) -> str:
    """Say how the card that somebody chose has fared.

    >>> from sevens_kernel.notation import parse_position
    >>> from sevens_kernel.view import view
    >>> state = parse_position("clubs 3-9, diamonds A-10, hearts 4-8, spades 5-7; you A♣ 10♣ Q♦ 2♥ 9♥ J♥ A♠")
    >>> print(verdict_words(forecast(view(state, 0), Random(1), 200), Card("10c")))
    9♥ won more often: 93 of 200 deals, and 10♣ won 59 of them. That is more than chance.

    Raises SevensError for a card that was not tried.
    """
    if Move(card) not in found.trials.moves:
        raise SevensError(f"{card} was not tried: it does not fit")
    judged, best = found.judge(card), found.choices[0].move
    won, deals = found.won(card), f"{found.deals:,} deals"
    if judged is Judgement.BEST:
        second = found.choices[1].move
        assert second.card is not None  # a pass is legal only alone
        return (
            f"{card} won most often: {won:,} of {deals}. The next best, {second}, "
            f"won {found.won(second.card):,} of them, and that difference is more than chance."
        )
    if judged is Judgement.WORSE:
        assert best.card is not None
        return (
            f"{best} won more often: {found.won(best.card):,} of {deals}, and {card} won {won:,} of them. "
            "That is more than chance."
        )
    rivals = [each.move.card for each in found.choices if each.move.card not in (card, None)]
    near = next((each for each in rivals if each and found.judge(each) is Judgement.CLOSE), None)
    other = best.card if best.card not in (card, None) else near or rivals[0]
    assert other is not None
    return (
        f"Too close to tell: {card} won {won:,} of {deals} and {other} {found.won(other):,}. "
        "Chance alone may explain the difference."
    )


def fared_words(found: Forecast, card: Card) -> str:
    """Say how often a card won, and whether another did clearly better, without naming that one.

    Raises SevensError for a card that was not tried.
    """
    judged, won = found.judge(card), f"{card} won {found.won(card):,} of {found.deals:,} deals"
    if judged is Judgement.WORSE:
        return f"{won}, and another card clearly more."
    return f"{won}, more than any other card." if judged is Judgement.BEST else f"{won}."


def reason_words(found: Forecast, card: Card) -> str:
    """Say what waits behind a card that was tried: whom laying it helps."""
    return behind_words(found.view, card)
