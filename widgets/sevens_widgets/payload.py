"""What the browser draws and can be asked: plain data for JSON, made from what one seat may know.

Every word comes from the engine; the browser adds only the names of its controls. No card of
another hand is in a payload before the deal is over: all but `result` is made from a View. Fields
that are false, zero or empty are left out of a row's cells, which are most of a payload.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sevens_kernel.acting import may_be_caught, outcome
from sevens_kernel.cards import SUITS, Card, Suit
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Act
from sevens_kernel.notation import format_position
from sevens_kernel.refusal import plain, why_not
from sevens_kernel.score import chips_words
from sevens_kernel.state import State, explain, fitting, free_starts, takes
from sevens_kernel.switches import title_words
from sevens_kernel.telling import (
    cards_words,
    did_words,
    end_words,
    held_words,
    pool_words,
    seat_words,
    untold_table_words,
    win_words,
)
from sevens_kernel.view import View, view
from sevens_kernel.words import (
    NAMES,
    NOTHING_FITS,
    act_words,
    false_pass_words,
    free_start_words,
    hand_words,
    row_words,
    since_words,
    table_words,
    takes_note,
    turn_words,
)

Json = dict[str, Any]


def sentence_of(error: SevensError) -> str:
    """Give what an error says as a whole sentence.

    >>> sentence_of(SevensError("the deal is over"))
    'The deal is over.'
    """
    said = plain(error)
    said = said[:1].upper() + said[1:]
    return said if said.endswith((".", "!", "?")) else f"{said}."


def names_from(seat: int, players: int) -> tuple[str, ...]:
    """Name every seat as it is called by the one who sits at a seat: that one is You, the others follow clockwise.

    >>> names_from(1, 4)
    ('Sam', 'You', 'Robin', 'Alex')
    """
    return tuple(NAMES[(each - seat) % players] for each in range(players))


def scene(
    seen: View,
    names: Sequence[str] = NAMES,
    since: Sequence[Act] = (),
    *,
    tell: bool = True,
    others: bool = True,
) -> Json:
    """Draw the table and the hand as one seat sees them.

    since: the acts to be marked as new. tell: whether to say what fits and what each row takes;
    False where that is the question. others: whether to show the other players.

    >>> from sevens_kernel import Rules, deal
    >>> drawn = scene(view(deal(Rules(), 1), 0))
    >>> [len(row["cells"]) for row in drawn["rows"]], drawn["handLabel"]
    ([13, 13, 13, 13], 'Your hand, 13 cards, none fits')
    """
    seats = [
        (seen.seat + step) % seen.rules.players
        for step in range(seen.rules.players if others else 1)
    ]
    return {
        "rows": [_row(seen, suit, names, since, tell) for suit in SUITS],
        "seats": [_seat(seen, each, names, since) for each in seats],
        "hand": [
            _told(seen, card, key) if tell else untold(card, key) for card, key in keyed(seen.hand)
        ],
        "handLabel": hand_words(seen, seen.seat, names[seen.seat])
        if tell
        else cards_words("Your hand", len(seen.hand) + seen.unknown),
        "spoken": table_words(seen, seen.seat, seen.sizes, names)
        if tell
        else untold_table_words(seen),
        "position": format_position(seen),
    }


def keyed(cards: Sequence[Card]) -> list[tuple[Card, str]]:
    """Give each card of a hand a key of its own: the card's code, and "10h#2" for a second copy.

    >>> keyed((Card("10h"), Card("10h")))
    [(Card("10♥"), '10h'), (Card("10♥"), '10h#2')]
    """
    copies: Counter[Card] = Counter()
    keys = []
    for card in cards:
        copies[card] += 1
        keys.append((card, card.code if copies[card] == 1 else f"{card.code}#{copies[card]}"))
    return keys


def _row(seen: View, suit: Suit, names: Sequence[str], since: Sequence[Act], tell: bool) -> Json:
    next_cards = takes(seen, suit) if tell and seen.out is None else ()
    laid_by = {act.move.card: names[act.seat] for act in since if act.move.card}
    cells = []
    for rank in seen.table.shape.ranks:
        card = Card.of(rank, suit)
        by = laid_by.get(card, "")
        cell: Json = {"card": card.code, "rank": rank.text}
        shown = {
            "copies": seen.table.copies(card),
            "next": card in next_cards,
            "last": bool(by),
            "by": by,
        }
        cells.append(cell | {name: value for name, value in shown.items() if value})
    return {
        "suit": suit.value,
        "label": row_words(seen, suit, tell_takes=tell),
        "note": takes_note(seen, suit) if tell else "",
        "cells": cells,
    }


def _seat(seen: View, seat: int, names: Sequence[str], since: Sequence[Act]) -> Json:
    mine = [act for act in since if act.seat == seat and seat != seen.seat]
    return {
        "seat": seat,
        "name": names[seat],
        "you": seat == seen.seat,
        "turn": seat == seen.turn and seen.out is None,
        "cards": seen.sizes[seat],
        "passes": seen.passes[seat],
        "last": did_words(mine[-1]) if mine else "",
        "chips": chips_words(seen.chips[seat]) if seen.rules.uses_chips else None,
        "label": seat_words(seen, seat, names),
    }


def untold(card: Card, key: str) -> Json:
    """Draw a card without saying whether it fits."""
    return {
        "key": key,
        "card": card.code,
        "rank": card.rank.text,
        "suit": card.suit.value,
        "name": card.words,
        "fits": None,
        "label": card.words,
        "why": "",
    }


def _told(seen: View, card: Card, key: str) -> Json:
    """Draw a card with its verdict; its label begins with its name, which need not be sent twice."""
    said = explain(seen, card)
    drawn = untold(card, key)
    del drawn["name"]
    return drawn | {
        "fits": said.fits and seen.out is None,
        "label": said.label,
        "why": said.sentence,
    }


def game(
    seen: View,
    names: Sequence[str],
    since: Sequence[Act],
    *,
    result: Json | None,
    hints: Sequence[str],
    suggestion: tuple[Card | None, str, bool],
    **more: Any,
) -> Json:
    """Draw a deal in play for one seat.

    since: the acts since that seat's previous turn, its own first. result: from `result`, once the
    deal is over. suggestion: a card, or None for a pass, the reason, and whether it was weighed.
    more: id, deal, notice, record and whatever else is sent as it is.
    """
    told = [act for act in since if act.seat != seen.seat or result]
    card, reason, weighed = suggestion
    return {
        "kind": "game",
        "ply": len(seen.history),
        "rules": title_words(seen.rules),
        "scene": scene(seen, names, since),
        "steps": [_step(act, names) for act in since],
        "status": f"{since_words(told, names)} {turn_words(seen, seen.seat, names)}".strip(),
        "pass": pass_offer(seen),
        "free": [_free(move.card) for move in free_starts(seen, seen.seat) if move.card],
        "hints": list(hints),
        "suggestion": {
            "card": card.code if card else None,
            "text": reason,
            "weighed": weighed,
            "sure": len(seen.hand) <= 1 or len(fitting(seen, seen.seat)) <= 1,
        },
        "pool": pool_words(seen.rules, seen.pool),
        "link": str(more.get("record") or "").partition("|")[0].strip(),  # where the deal begins
        "result": result,
        **more,
    }


def _step(act: Act, names: Sequence[str]) -> Json:
    card = act.move.card.code if act.move.card else None
    return {"seat": act.seat, "name": names[act.seat], "card": card, "text": act_words(act, names)}


def _free(card: Card) -> Json:
    return {"card": card.code, "text": free_start_words(card)}


def pass_offer(seen: View) -> Json:
    """Say whether Pass can be pressed, and why or why not.

    Where false passes are penalised it can be pressed although a card fits: being caught is then
    part of the game.

    >>> from sevens_kernel import Rules, deal
    >>> state = deal(Rules(), 1)
    >>> pass_offer(view(state, state.turn))
    {'offered': False, 'why': 'Not allowed: 7♦ fits.'}
    """
    refusal = why_not(seen, PASS, seen.seat)
    if refusal is None:
        return {"offered": True, "why": NOTHING_FITS}
    if seen.turn == seen.seat and may_be_caught(seen):
        return {
            "offered": True,
            "why": false_pass_words(fitting(seen, seen.seat), seen.rules),
        }
    return {"offered": False, "why": refusal.sentence}


def result(state: State, names: Sequence[str] = NAMES) -> Json | None:
    """Show how a deal ended, with all hands open; None while it goes on.

    >>> from sevens_kernel import Rules, deal
    >>> result(deal(Rules(), 1)) is None
    True
    """
    ended = outcome(state)
    if ended is None:
        return None
    losers = [each for each in range(state.rules.players) if each != ended.winner]
    return {
        "heading": win_words(names[ended.winner]),
        "text": end_words(state, names),
        "hands": [
            {
                "name": names[each],
                "label": held_words(names[each], len(ended.left[each])),
                "cards": [untold(card, key) for card, key in keyed(ended.left[each])],
            }
            for each in losers
        ],
    }


def position(
    state: State,
    text: str,
    faults: Sequence[str],
    *,
    editable: bool,
    tell: bool = True,
    **more: Any,
) -> Json:
    """Draw one position that was set up, with everything that is wrong with it.

    tell: False leaves it to the reader to find out what fits, by thinking or by pressing a card.
    """
    others = any(state.hands[1:]) or any(state.passes) or state.rules.uses_chips or state.turn != 0
    seen = view(state, 0)
    drawn = scene(seen, names_from(0, state.rules.players), tell=tell, others=others)
    if not tell:
        whys = [explain(seen, card).sentence for card in seen.hand]
        drawn["hand"] = [card | {"why": why} for card, why in zip(drawn["hand"], whys, strict=True)]
    return {
        "kind": "position",
        "scene": drawn,
        "text": text,
        "editable": editable,
        "problems": list(faults),
        **more,
    }


def quiz(name: str, heading: str, exercises: Sequence[Mapping[str, Any]]) -> Json:
    """Gather the exercises of a quiz."""
    return {
        "kind": "quiz",
        "id": name,
        "title": heading,
        "exercises": [dict(each) for each in exercises],
    }
