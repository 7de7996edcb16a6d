"""A deal dealt card by card, as a replay to walk through: each frame one card more, and at the end the sorted hand.

On the page the number of players and the deal number can be changed, and who opens can be guessed. There is nothing
of notebooks or widgets in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sevens_kernel.cards import Card
from sevens_kernel.deal import deal, dealt_to, shuffled
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import Record, format_deal, format_record
from sevens_kernel.reasons import cut_words, first_card_words, opener_words, size_words
from sevens_kernel.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from sevens_kernel.rulesets import title
from sevens_kernel.state import State
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.kinds_dealing import opens
from sevens_widgets.payload import Json, scene, sentence_of
from sevens_widgets.payload_patch import diff
from sevens_widgets.replay import open_hand


def dealing(
    rules: Rules, number: int, dealer: int = 0, cut: int = 0, *, ident: str = "dealing"
) -> Json:
    """Draw how a deal number is dealt: the empty table, a frame for every card, and the hands sorted.

    dealer: a seat, from 0. cut: how many cards are cut off.

    >>> drawn = dealing(Rules(), 1234)
    >>> len(drawn["frames"]), drawn["frames"][5]["label"]
    (54, 'card 5 of 52 goes to Robin')

    Raises RulesError for a deal number, dealer or cut that cannot be.
    """
    dealt = deal(rules, number, dealer, cut)
    pack = shuffled(rules, number)
    pack = pack[cut:] + pack[:cut]
    frames = [_frame(dealt, pack, count) for count in range(len(pack) + 1)]
    frames.append(_sorted(dealt))
    return {
        "kind": "replay",
        "id": ident,
        "title": f"Deal {number}, {title(rules)}",
        "frames": [frames[0], *(diff(one, after) for one, after in pairwise(frames))],
        "start": 0,
        "record": format_record(Record(rules, number, dealer, cut, dealt, ())),
        "can": {"play": False, "guess": False},
    }


class Dealing:
    """A deal dealt card by card, and what can be changed of it: how many play, and the deal number.

    >>> dealing = Dealing(Rules(), 1234)
    >>> dealing.act({"type": "dealing", "players": 6, "deal": 77})
    >>> drawn = dealing.payload()
    >>> drawn["title"], drawn["choice"]["players"], drawn["choice"]["deal"]
    ('Deal 77, School', 6, 77)

    Raises RulesError for a deal number, dealer or cut that cannot be.
    """

    def __init__(self, rules: Rules, number: int, dealer: int = 0, cut: int = 0) -> None:
        """Deal the cards."""
        deal(
            rules, number, dealer, cut
        )  # refuses a dealer who would fit only later, with fewer players
        self._rules, self._number, self._dealer, self._cut = rules, number, dealer, cut
        self._notice: str | None = None
        self._drawn = self._draw(rules, number)

    def payload(self) -> Json:
        """Give the frames, what can be chosen, and who may be guessed to open."""
        return self._drawn | {"notice": self._notice}

    def act(self, act: Mapping[str, Any]) -> None:
        """Deal again for other players or with another number; what cannot be is told, and nothing changes."""
        if act.get("type") != "dealing":
            return
        self._notice = None
        try:
            rules = self._rules.with_(players=act.get("players"))
            self._drawn = self._draw(rules, act.get("deal"))
        except (SevensError, TypeError) as error:
            self._notice = sentence_of(error) if isinstance(error, SevensError) else _WHOLE

    def _draw(self, rules: Rules, number: Any) -> Json:
        dealer = min(self._dealer, rules.players - 1)
        start = deal(rules, number, dealer, self._cut)
        ident = f"dealing {format_deal(rules, number, dealer, self._cut)}"
        drawn = dealing(rules, number, dealer, self._cut, ident=ident)
        few, many = seats_of(rules)
        return drawn | {
            "kind": "dealing",
            "choice": {"few": few, "many": many, "players": rules.players, "deal": number},
            "guess": _guess(start),
        }


_WHOLE = "Write whole numbers for the players and for the deal."


def seats_of(rules: Rules) -> tuple[int, int]:
    """Give the fewest and the most players that these rules can have.

    >>> seats_of(Rules()), seats_of(Rules.named("devyatka"))
    ((3, 8), (3, 8))
    """
    able = []
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        try:
            able.append(rules.with_(players=players).players)
        except SevensError:
            continue
    return min(able), max(able)


def _guess(start: State) -> Json:
    """Ask who opens, every answer with its reason."""
    opening = start.rules.opening_card
    asked = (
        f"Who opens with the {opening}? Guess, or show all hands and look."
        if opening
        else "Who opens? Look who deals."
    )
    return {"question": asked, **opens(start, None, None).payload()}


def _frame(dealt: State, pack: Sequence[Card], count: int) -> Json:
    """Draw the moment after some cards: every hand lies as it was dealt, not sorted."""
    players = dealt.rules.players
    hands = tuple(
        tuple(
            card
            for place, card in enumerate(pack[:count])
            if dealt_to(place, dealt.dealer, players) == seat
        )
        for seat in range(players)
    )
    begun = replace(dealt, hands=hands)
    if count == 0:
        dealer = NAMES[dealt.dealer]
        who = f"{dealer} {'deal' if dealer == 'You' else 'deals'}."
        text = f"{who} {cut_words(dealt.dealer, players)} {first_card_words(dealt.dealer, players)}"
        return _drawn(begun, "before the first card", text, {})
    seat = dealt_to(count - 1, dealt.dealer, players)
    name = "you" if seat == 0 else NAMES[seat]
    label = f"card {count} of {len(pack)} goes to {name}"
    shown = f": {pack[count - 1]}" if seat == 0 else ""
    return _drawn(begun, label, f"{label[0].upper()}{label[1:]}{shown}.", {seat: "gets a card"})


def _sorted(dealt: State) -> Json:
    """Draw the hands sorted, and say who opens."""
    text = f"{size_words(dealt.rules, dealt.dealer)} Your hand is sorted now. {opener_words(dealt)}"
    return _drawn(dealt, "the hands are sorted", text, {})


def _drawn(state: State, label: str, text: str, notes: dict[int, str]) -> Json:
    drawn = scene(view(state, 0), tell=False)
    for seat in drawn["seats"]:
        seat["turn"] = False
        seat["last"] = notes.get(seat["seat"], "deals" if seat["seat"] == state.dealer else "")
    return {
        "scene": drawn,
        "label": label,
        "text": text,
        "hands": [open_hand(state, seat, NAMES[seat]) for seat in range(1, state.rules.players)],
        "over": False,
    }
