"""A table and a hand as the engine would send them, for the payloads of the tests."""

from __future__ import annotations

from typing import Any

Payload = dict[str, Any]

SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
LETTER = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIGH = [*LOW[1:], "A"]
SHORT = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = dict(
    zip(
        LOW,
        [
            "ace",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
        ],
        strict=True,
    )
)
PLAYERS = ("Robin", "Alex", "Sam", "Kim", "Jo", "Lee", "Max")
COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def _card(rank: str, suit: str) -> str:
    return rank + suit[0]


def _fits(
    table: dict[str, list[int]], ranks: list[str], suit: str, at: int, packs: int, start: int
) -> bool:
    counts = table[suit]
    if at == start:
        return counts[at] < packs
    return counts[at] < counts[at + (1 if at < start else -1)]


def scene(
    table: str,
    hand: str,
    *,
    ranks: list[str] = LOW,
    packs: int = 1,
    last: tuple[str, str] = ("", ""),
    others: int = 3,
    turn: int = 0,
    sizes: int = 12,
    chips: bool = False,
    told: bool = True,
    start: str = "",
) -> Payload:
    """Draw a scene from cards: ``scene("6c 7c 8c", "5c 9h")``; ``told=False`` hides what fits, as in a quiz."""
    first = ranks.index(start or ("9" if ranks is SHORT else "7"))
    counts = {suit: [0] * len(ranks) for suit in SUITS}
    for text in table.split():
        counts[LETTER[text[-1]]][ranks.index(text[:-1])] += 1
    rows: list[Payload] = []
    for suit, glyph in SUITS.items():
        open_to = [r for i, r in enumerate(ranks) if _fits(counts, ranks, suit, i, packs, first)]
        takes = [NAMES[r] for r in open_to]
        laid = [NAMES[r] for i, r in enumerate(ranks) if counts[suit][i]]
        state = f"{laid[0]} to {laid[-1]}" if laid else "not open"
        needs = " or ".join(takes) or "nothing more"
        short = " or ".join(open_to) or "nothing more"
        rows.append(
            {
                "suit": suit,
                "glyph": glyph,
                "label": f"{suit}, {state}" + (f", takes {needs}" if told else ""),
                "note": f"takes {short}" if told else state,
                "cells": [
                    {
                        "card": _card(rank, suit),
                        "rank": rank,
                        "name": f"{NAMES[rank]} of {suit}",
                        "copies": counts[suit][i],
                        "next": told and _fits(counts, ranks, suit, i, packs, first),
                        "last": last[0] == _card(rank, suit),
                        "by": last[1] if last[0] == _card(rank, suit) else "",
                        "start": i == first,
                    }
                    for i, rank in enumerate(ranks)
                ],
            }
        )
    held = []
    seen: dict[str, int] = {}
    for code in hand.split():
        rank, suit = code[:-1], LETTER[code[-1]]
        card, at = _card(rank, suit), ranks.index(rank)
        seen[card] = seen.get(card, 0) + 1
        fits = _fits(counts, ranks, suit, at, packs, first)
        way = 1 if at < first else -1
        missing = [i for i in range(at + way, first + way, way) if not counts[suit][i]][::-1]
        lacking = [ranks[i] for i in missing]
        waits = f"waits for the {NAMES[lacking[0]]}" if lacking else "is already on the table"
        held.append(
            {
                "key": card if seen[card] == 1 else f"{card}#{seen[card]}",
                "card": card,
                "rank": rank,
                "suit": suit,
                "glyph": SUITS[suit],
                "name": f"{NAMES[rank]} of {suit}",
                "fits": fits if told else None,
                "label": f"{NAMES[rank]} of {suit}, {'fits' if fits else waits}",
                "why": f"{rank}{SUITS[suit]} fits."
                if fits
                else f"{rank}{SUITS[suit]} waits for "
                + ", then ".join(f"{r}{SUITS[suit]}" for r in lacking)
                + ".",
            }
        )
    seats = [_seat(0, "you", len(held), turn, chips)]
    seats += [_seat(i + 1, PLAYERS[i], sizes - i % 2, turn, chips) for i in range(others)]
    fitting = sum(1 for card in held if card["fits"])
    count = COUNTS[fitting] if fitting < len(COUNTS) else str(fitting)
    label = f"Your hand, {len(held)} cards" + (
        f", {count} card{' fits' if fitting == 1 else 's fit'}" if told else ""
    )
    return {
        "rows": rows,
        "seats": seats,
        "hand": held,
        "handLabel": label,
        "spoken": ". ".join(row["label"] for row in rows) + f". {label}.",
        "position": table,
    }


def _seat(seat: int, name: str, cards: int, turn: int, chips: bool) -> Payload:
    passes = (0, 1, 0, 2)[seat % 4]
    said = {0: "", 1: ", passed once", 2: ", passed twice"}[passes]
    return {
        "seat": seat,
        "name": name,
        "you": seat == 0,
        "turn": seat == turn,
        "cards": cards,
        "passes": passes,
        "last": ("", "laid 8♠", "passed", "laid 6♥")[seat % 4],
        "chips": ("owes 2 chips" if seat == 3 else f"{17 - seat} chips") if chips else None,
        "label": f"{name}, {cards} cards{said}",
    }
