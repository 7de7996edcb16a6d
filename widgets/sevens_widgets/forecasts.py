"""A position with a choice, and what many ends of the deal make of each card: predict first, then look.

All is worked out when the payload is made, with fixed random numbers, so a page needs no Python to show
it. Only another position, or one that was changed, is worked out on request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from zlib import crc32

from sevens_kernel.cards import Card
from sevens_kernel.deal import MAX_DEAL
from sevens_kernel.errors import SevensError
from sevens_kernel.forecast import (
    Forecast,
    Judgement,
    about_words,
    chance_words,
    reason_words,
    verdict_words,
)
from sevens_kernel.forecast import forecast as played_out
from sevens_kernel.notation import format_position, parse_record, replay
from sevens_kernel.picture import svg, text_picture
from sevens_kernel.problems import problems
from sevens_kernel.reading import MAX_TEXT, parse_start
from sevens_kernel.state import State
from sevens_kernel.view import view
from sevens_widgets.calling import in_words
from sevens_widgets.moments import in_lines, moment, one_ahead
from sevens_widgets.payload import Json, keyed, scene, sentence_of
from sevens_widgets.table import TableWidget

DEALS = 1000
MOST_DEALS = 2000  # one answer takes no longer than a person waits
TRIES = 25  # deals looked through for a new position
_LOOK = 200  # deals with which it is found out whether a new position has an answer
_CLEAR_ONES = 0.75  # of the new positions, those with a card that clearly wins most often
_JUDGED = {"best": Judgement.BEST, "close": Judgement.CLOSE, "worse": Judgement.WORSE}

TITLE = "Which card would you lay?"
ASK = "Press the card of yours that you think wins most often, then press Look."


def read(text: str) -> State:
    """Read a position, a deal, or the last moment of a record; raise NotationError for a text that is none."""
    if "|" in text:
        *_, state = replay(parse_record(text))
        return state
    return parse_start(text)[0]


@dataclass(slots=True)
class Forecasts:
    """What one widget shows, one position after another. number: counts them, so that a page knows a new one.

    seen: what was shown already, which never comes again by itself. seed: the same number gives the same figures
    and the same new positions.

    Raises SevensError for a number of deals or a seed that cannot be.
    """

    text: str
    deals: int = DEALS
    seed: int = 1
    editable: bool = True
    number: int = 0
    made: int = 0
    first: int = 0
    seen: set[str] = field(default_factory=set)
    drawn: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Show the first position, or say in its place why it cannot be shown."""
        for name, most in (("deals", MOST_DEALS), ("seed", MAX_DEAL)):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
                raise SevensError(
                    f"{name} “{str(number)[:40]}”: write a whole number from 1 to {most}"
                )
        self.first = crc32(self.text.encode("utf-8", "replace"))
        self.show(self.text)

    def act(self, act: Mapping[str, Any]) -> Json:
        """Do what the page asks for, and give the payload; anything else changes nothing."""
        if act.get("type") == "another":
            self.show(self._new())
        elif act.get("type") == "show" and self.editable and isinstance(act.get("text"), str):
            self.show(act["text"])
        return self.drawn

    def show(self, text: str) -> None:
        """Show a position; a text that cannot be read leaves the last one, and says why."""
        try:
            state = read(text)
        except SevensError as error:
            stays = " The table still shows the last position." if self.drawn.get("scene") else ""
            self.drawn = self._payload(text, None, f"{sentence_of(error)}{stays}")
            return
        self.number += 1
        faults = [each.sentence for each in problems(state)]
        self.seen.add(format_position(view(state, 0)))
        try:
            found = None if faults else played_out(view(state, 0), Random(self.seed), self.deals)
            self.drawn = self._payload(text, state, None, faults, found)
        except SevensError as error:
            self.drawn = self._payload(text, state, sentence_of(error))

    def _payload(
        self,
        text: str,
        state: State | None,
        notice: str | None,
        faults: list[str] | None = None,
        found: Forecast | None = None,
    ) -> Json:
        if faults:
            notice = "Nothing can be worked out for a position that cannot be."
        return {
            "kind": "forecast",
            "number": self.number,
            "title": TITLE,
            "scene": None if state is None else scene(view(state, 0)),
            "text": text[:MAX_TEXT],
            "editable": self.editable,
            "problems": faults or [],
            "notice": notice,
            "ask": ASK,
            **told(found, state),
        }

    def _chance(self) -> Random:
        """Give random numbers of their own to each widget of a page and to each of its new positions."""
        return Random((self.seed << 64) + (self.first << 32) + self.made)

    def _new(self) -> str:
        """Make a position that was not shown before; mostly one in which a card clearly wins most often."""
        found, with_answer = "", self._chance().random() < _CLEAR_ONES
        for _ in range(TRIES):
            self.made += 1
            chance = self._chance()
            state = moment(chance, one_ahead) if with_answer else moment(chance)
            if state is None or format_position(view(state, 0)) in self.seen:
                continue
            found = in_lines(state)
            if not with_answer or clear(played_out(view(state, 0), chance, _LOOK)):
                break
        return found or self.text


def told(found: Forecast | None, state: State | None) -> Json:
    """Give what a page shows of a forecast: the choices with their figures and all that can be said of them."""
    if found is None or state is None:
        return {"about": "", "caption": "", "head": [], "options": []}
    return {
        "about": about_words(state.rules.players, found.deals),
        "caption": f"{found.deals:,} ends of this deal",
        "head": ["Card", f"Deals won of {found.deals:,}", "Chance in 100"],
        "options": [_option(found, each.move.card) for each in found.choices if each.move.card],
    }


def _option(found: Forecast, card: Card) -> Json:
    choice = next(each for each in found.choices if each.move.card is card)
    judged = found.judge(card)
    return {
        "key": next(key for each, key in keyed(found.view.hand) if each is card),
        "card": card.code,
        "rank": card.rank.text,
        "suit": card.suit.value,
        "name": card.words,
        "won": f"{found.won(card):,}",
        "share": round(100 * choice.chance, 1),
        "low": round(100 * choice.low, 1),
        "high": round(100 * choice.high, 1),
        "chance": chance_words(choice),
        "chosen": f"You would lay {card}. Press Look to see what became of each card.",
        "verdict": verdict_words(found, card),
        "judged": next(word for word, each in _JUDGED.items() if each is judged),
        "why": reason_words(found, card),
    }


def clear(found: Forecast) -> bool:
    """Say whether one card clearly won most often."""
    best = found.choices[0].move.card
    return best is not None and found.judge(best) is Judgement.BEST


@in_words
def forecast(
    position: str, deals: int = DEALS, seed: int = 1, *, editable: bool = True
) -> TableWidget:
    """Let somebody choose a card in a position, and then show what many ends of the deal make of each.

    position: written as for `show`, or a record, of which the last moment counts and every pass is known.
    deals: how often the hidden cards are dealt. seed: the same number gives the same figures. editable: with
    a box in which to change the position.

    >>> drawn = forecast("hearts 4-8, spades 5-7; you 9♥ J♥ 8♠ K♣", deals=100).payload
    >>> [each["card"] for each in drawn["options"]]
    ['9h', '8s']

    A text that cannot be read is quoted in a sentence above the box to mend it in. Raises CourseError, in
    one sentence, for a number of deals or a seed that cannot be.
    """
    shown = Forecasts(position, deals, seed, editable)
    drawn = shown.drawn
    if drawn["scene"] is None:
        fallback = {"fallback_text": drawn["notice"]}
    else:
        seen = view(read(position), 0)
        lines = (text_picture(seen, tell=False), format_position(seen), in_text(drawn))
        fallback = {"fallback_text": "\n".join(lines), "fallback_svg": svg(seen, tell=False)}
    widget = TableWidget(drawn, **fallback)
    widget.on_act(shown.act)
    return widget


def in_text(drawn: Json) -> str:
    """Write a forecast as text, for places where no widget can run."""
    options = [
        f"{each['card']:>4} won {each['won']:>5}: {each['chance']} in 100"
        for each in drawn["options"]
    ]
    told = [drawn["caption"], *options, *drawn["problems"], drawn["notice"] or ""]
    return "\n".join(each for each in told if each)
