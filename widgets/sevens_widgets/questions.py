"""A question about a position as the browser needs it: every answer with its reason, and three hints.

Which questions there are, and what the engine answers, stands in `kinds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sevens_kernel.cards import SUITS, Card, Suit
from sevens_kernel.errors import SevensError
from sevens_kernel.state import State, must_open_with
from sevens_kernel.verdict import Reason, Verdict
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, row_words
from sevens_widgets.payload import scene

Hints = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. why: the reason why it is right or wrong; label: how a pressed card is called then."""

    key: str
    text: str
    right: bool
    why: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a position. mode: choose one answer, or pick cards of the hand.

    others: whether the other players are shown. notes: what stands at their seats. state: the
    position as it is drawn. live: whether the page shows whose turn it is.
    """

    mode: str
    answers: tuple[Answer, ...]
    hints: Hints
    state: State
    others: bool = False
    notes: Mapping[int, str] = field(default_factory=dict)
    live: bool = True
    mixed: bool = False  # the hand as it was dealt, not sorted

    def drawn(self) -> dict[str, Any]:
        """Draw the position without giving an answer away."""
        seen = view(self.state, 0)
        made = scene(seen, since=seen.history, tell=False, others=self.others)
        for seat in made["seats"]:
            note = self.notes.get(seat["seat"], "")
            seat["last"] = ", ".join(each for each in (seat["last"], note) if each)
            seat["turn"] = seat["turn"] and self.live
        told = [f"{NAMES[seat]} {note}." for seat, note in self.notes.items() if seat]
        made["spoken"] = " ".join([made["spoken"], *told])
        if self.mixed:
            made["hand"] = [*made["hand"][::2][::-1], *made["hand"][1::2]]
        return made

    def payload(self) -> dict[str, Any]:
        """Give what the browser needs to judge every answer."""
        if self.mode == "choose":
            choices = [
                {"key": each.key, "text": each.text, "right": each.right, "why": each.why}
                for each in self.answers
            ]
            return {"mode": "choose", "choices": choices}
        verdicts = {
            each.key: {"fits": each.right, "label": each.label, "why": each.why}
            for each in self.answers
        }
        return {"mode": "pick", "verdicts": verdicts}


def answer_words(why: str, text: str) -> str:
    """Let the last hint name an answer.

    >>> answer_words("4♥ fits.", "Yes, it fits"), answer_words("Sam opens.", "Sam")
    ('4♥ fits. So the answer is: yes, it fits.', 'Sam opens. So the answer is: Sam.')
    """
    kept = text.startswith(NAMES[1:]) or any(suit.glyph in text for suit in SUITS)
    plain = text if kept else text[0].lower() + text[1:]
    return f"{why} So the answer is: {plain}."


def hints(said: Verdict, state: State, *, ask: bool) -> Hints:
    """Lead to a card in three steps: which row to look at, what it takes, and the verdict.

    ask: whether the question was yes or no, so that the last hint names the answer.

    >>> from sevens_kernel import Card, explain, parse_position
    >>> state = parse_position("hearts 5-8; you 9♥ 2♣")
    >>> for line in hints(explain(state, Card("9h")), state, ask=False):
    ...     print(line)
    Look at the row of hearts.
    Hearts, five to eight, takes four or nine.
    9♥ fits: it goes above 8♥.
    """
    opening = must_open_with(state)
    last = answer_words(said.sentence, YES if said.fits else NO) if ask else said.sentence
    if opening is not None and said.reason is not Reason.ABSENT:
        return ("Look at the table: is it still empty?", f"{opening} opens the deal.", last)
    return (look(said.card.suit), row(state, said.card.suit), last)


YES, NO = "Yes, it fits", "No, it does not fit"


def look(suit: Suit) -> str:
    """Give the first hint: where to look."""
    return f"Look at the row of {suit}."


def row(state: State, suit: Suit, *, tell: bool = True) -> str:
    """Give the second hint: how a row lies and, unless that is the question, what it takes."""
    words = row_words(state, suit, tell_takes=tell)
    return f"{words[0].upper()}{words[1:]}."


def held_open(state: State) -> dict[int, str]:
    """Give what stands at the seats of the others whose hands are known: "holds 4♣ Q♣"."""
    return {
        seat: "holds " + " ".join(map(str, hand))
        for seat, hand in enumerate(state.hands)
        if seat and hand
    }


def needed(card: Card | None) -> Card:
    """Give the card in question; raise SevensError where none is named."""
    if card is None:
        raise SevensError("this kind of question is about one card: write card")
    return card


def choose(
    state: State, options: Sequence[tuple[str, bool, str]], first: str, second: str, **more: Any
) -> Question:
    """Make a question with several answers: each with its text, whether it is right, and why."""
    answers = tuple(
        Answer(text.lower().replace(" ", "-"), text, right, why) for text, right, why in options
    )
    right = [each for each in answers if each.right]
    if not right or len(right) == len(answers):
        raise SevensError("the answers are all right or all wrong, so there is nothing to ask")
    last = answer_words(right[0].why, right[0].text)
    return Question("choose", answers, (first, second, last), state, **more)


def coins(number: int, coin: str) -> str:
    """Write a number of chips or points, to choose from: "2 chips", "Nothing"."""
    if not number:
        return "Nothing"
    return f"{number} {coin.rstrip('s') if number == 1 else coin}"
