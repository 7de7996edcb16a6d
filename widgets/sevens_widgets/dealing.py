"""A deal dealt card by card, as a replay to walk through: each frame one card more, and at the end the sorted hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sevens_kernel.cards import Card
from sevens_kernel.deal import deal, shuffled
from sevens_kernel.notation import Record, format_record
from sevens_kernel.reasons import cut_words, first_card_words, opener_words, size_words
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import title
from sevens_kernel.state import State
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.payload import Json, keyed, scene, untold
from sevens_widgets.payload_patch import diff


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


def _goes_to(dealt: State, count: int) -> int:
    """Give the seat that gets a card, which is the count-th of the pack, from 1."""
    return (dealt.dealer + count) % dealt.rules.players


def _frame(dealt: State, pack: Sequence[Card], count: int) -> Json:
    """Draw the moment after some cards: every hand lies as it was dealt, not sorted."""
    players = dealt.rules.players
    hands = tuple(
        tuple(card for at, card in enumerate(pack[:count], 1) if _goes_to(dealt, at) == seat)
        for seat in range(players)
    )
    begun = replace(dealt, hands=hands)
    if count == 0:
        dealer = NAMES[dealt.dealer]
        who = f"{dealer} {'deal' if dealer == 'You' else 'deals'}."
        text = f"{who} {cut_words(dealt.dealer, players)} {first_card_words(dealt.dealer, players)}"
        return _drawn(begun, "before the first card", text, {})
    seat = _goes_to(dealt, count)
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
        "hands": [_hand(state, seat) for seat in range(1, state.rules.players)],
        "over": False,
    }


def _hand(state: State, seat: int) -> Json:
    cards = state.hands[seat]
    drawn = [untold(card, key) for card, key in keyed(cards)]
    kept = ("key", "card", "rank", "suit", "name")
    return {
        "name": NAMES[seat],
        "label": f"{NAMES[seat]}, {len(cards)} card{'' if len(cards) == 1 else 's'}",
        "cards": [{name: card[name] for name in kept} for card in drawn],
    }
