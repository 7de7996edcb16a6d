"""The words of a position, sorted by the keyword they stand behind, and its seats and numbers read.

Nothing here knows what a position is; `reading.py` puts the parts together.
"""

from __future__ import annotations

import dataclasses
import re

from sevens_kernel.cards import SUITS
from sevens_kernel.errors import NotationError
from sevens_kernel.rules import Rules
from sevens_kernel.words import NAMES

_SUIT_WORDS = {word: suit for suit in SUITS for word in (suit.value, suit.value[:-1], suit.glyph)}
_SEAT_WORDS = {name.lower(): seat for seat, name in enumerate(NAMES)}
EXAMPLES = {  # the keywords with exactly one value
    "turn": "turn robin or turn 2",
    "dealer": "dealer sam or dealer 4",
    "out": "out alex or out 3",
    "start": "start 10",
    "pool": "pool 4",
    "deal": "deal 1234",
    "cut": "cut 20",
}
_LISTS = ("passes", "fines", "chips")
_OTHERS = ("rules", *EXAMPLES, *_LISTS, "caught")
KEYWORDS = (*(suit.value for suit in SUITS), *_SEAT_WORDS, "seat", *_OTHERS)
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
# Commas part words, except before a switch of the rules: school:4,aces=high
_SWITCHES = "|".join(each.name for each in dataclasses.fields(Rules))
_BETWEEN = re.compile(rf"[;\s\ufe0e\ufe0f\ufeff]+|,(?!(?:{_SWITCHES})=)")

Parts = dict[str | int, list[str]]  # keyword → its words; a seat is a number; "" → before them all


def quoted(text: str) -> str:
    """Quote a person's input in one line, cut to a length that fits one sentence."""
    shown = " ".join(text.split())
    return f"“{shown}”" if len(shown) <= 40 else f"“{shown[:37]}…”"


def sort_words(text: str) -> Parts:
    """Sort the words by the keyword they stand behind; nothing is understood yet."""
    words = _BETWEEN.sub(" ", re.sub(r"(?i)\bwith\s+chips\b", "with-chips", text)).split()
    parts: Parts = {"": []}
    here = parts[""]
    at = 0
    while at < len(words):
        word, value = _split_equals(words[at])
        at += 1
        if word == "seat":
            number = value if value is not None else "".join(words[at : at + 1])
            at += value is None
            value = None
            key: str | int | None = (
                number_value("seat", number.removesuffix(":"), 1, len(NAMES)) - 1
            )
        else:
            key = _SUIT_WORDS.get(word) or _SEAT_WORDS.get(word)
            key = word if key is None and word in _OTHERS else key
        if key is None:
            here.append(words[at - 1])
            continue
        if key in parts:
            raise NotationError(f"“{word}” is there twice: write each part of a position once")
        here = parts[key] = [] if value is None else value.split(",")
        if value is None and key in EXAMPLES:  # its value may look like a keyword: turn robin
            taken = 2 if "".join(words[at : at + 1]).lower() == "seat" else 1
            here.extend(words[at : at + taken])
            at += taken
    return parts


def _split_equals(token: str) -> tuple[str, str | None]:
    """Part `turn=2` into keyword and value; give other words in small letters, without a colon."""
    word, equals, value = token.partition("=")
    if equals and word.lower() in KEYWORDS:
        return word.lower(), value
    return token.lower().removesuffix(":"), None


def one_value(parts: Parts, key: str) -> str | None:
    """Give the one value of a keyword, or None where it is not used; raise NotationError for more."""
    words = parts.get(key)
    if words is None:
        return None
    text = " ".join(words)
    if len(words) != (2 if text.lower().startswith("seat ") else 1):
        shown = f" {quoted(text)}" if text else ""
        raise NotationError(f"{key}{shown}: give one value, such as {EXAMPLES[key]}")
    return text


def seat_names(rules: Rules) -> str:
    """Say how a seat may be named."""
    return f"name a seat: {', '.join(NAMES[: rules.players])} or 1 to {rules.players}"


def seat_value(parts: Parts, key: str, rules: Rules) -> int | None:
    """Give the seat, from 0, that a keyword names, or None; raise NotationError for no such seat."""
    text = one_value(parts, key)
    return None if text is None else read_seat(key, text, rules)


def read_seat(name: str, text: str, rules: Rules) -> int:
    """Read a seat, from 0, by its name or its number from 1; raise NotationError, naming the seats.

    >>> read_seat("turn", "Robin", Rules()), read_seat("turn", "seat 4", Rules())
    (1, 3)
    """
    word = text.strip().lower().removeprefix("seat ").strip()
    seat = _SEAT_WORDS.get(word)
    if seat is None and _NUMBER.fullmatch(word):
        seat = int(word) - 1
    if seat is None or not 0 <= seat < rules.players:
        raise NotationError(f"{name} {quoted(text)}: {seat_names(rules)}")
    return seat


def number_value(name: str, text: str, low: int, high: int) -> int:
    """Read a whole number within bounds; raise NotationError, naming the field and the bounds."""
    if _NUMBER.fullmatch(text) and low <= int(text) <= high:
        return int(text)
    raise NotationError(f"{name} {quoted(text)}: write a whole number from {low} to {high}")


def number_values(parts: Parts, key: str, rules: Rules, low: int = -999_999_999) -> tuple[int, ...]:
    """Read one whole number for each player; raise NotationError for another number of them."""
    words = parts[key]
    if len(words) != rules.players:
        raise NotationError(
            f"{key} {quoted(','.join(words))}: write {rules.players} whole numbers, one for each "
            "player, beginning with you"
        )
    return tuple(number_value(key, word, low, 999_999_999) for word in words)
