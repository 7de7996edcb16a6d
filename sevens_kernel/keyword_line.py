"""A position in the words people write: rows and hands by name, and nothing that goes without saying."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.cards import SUITS
from sevens_kernel.errors import NotationError
from sevens_kernel.notation import format_position
from sevens_kernel.reading import parse_position
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules
from sevens_kernel.state import State
from sevens_kernel.words import NAMES


def keyword_line(state: State) -> str:
    """Write a position as one line of keywords, which `parse_position` reads back as the same position.

    >>> line = keyword_line(parse_position("school:4 6-8/-/7/- 5T..9.7/?15/?15/?14 turn=1"))
    >>> line
    'clubs 6-8, hearts 7; you 5♣ 10♣ 9♥ 7♠'
    >>> keyword_line(parse_position("devyatka:3 -/9-T/-/- ?11/?11/A...K?10 turn=2"))
    'rules devyatka:3; diamonds 9-10; alex A♣ K♠ ?10; turn robin'
    """
    _, rows, hands, *keywords = format_position(state).split()
    rules = [] if state.rules == Rules() else [f"rules {format_rules(state.rules)}"]
    parts = [*rules, ", ".join(_rows(rows)), *_hands(hands), *map(_keyword, keywords)]
    parts = [part for part in parts if part]
    for part in reversed(parts[len(rules) :]):  # what need not be said is left out
        fewer = [each for each in parts if each is not part]
        if _reads_as(fewer, state):
            parts = fewer
    return "; ".join(parts)


def _rows(text: str) -> list[str]:
    rows = zip(SUITS, text.replace("T", "10").split("/"), strict=True)
    return [f"{suit} {row.replace('.', ' ')}" for suit, row in rows if row != "-"]


def _hands(text: str) -> list[str]:
    return [f"{NAMES[seat].lower()} {_hand(hand)}" for seat, hand in enumerate(text.split("/"))]


def _hand(text: str) -> str:
    known, mark, unknown = text.partition("?")
    cards = [
        f"{rank.replace('T', '10')}{suit.glyph}"
        for suit, ranks in zip(SUITS, known.split("."), strict=False)
        for rank in ranks
        if known != "-"
    ]
    return " ".join([*cards, f"?{unknown}"] if mark else cards) or "-"


def _keyword(text: str) -> str:
    name, equals, value = text.partition("=")
    seat = name in ("turn", "dealer", "out") and value.isdecimal()
    return f"{name} {NAMES[int(value) - 1].lower() if seat else value}" if equals else name


def _reads_as(parts: Sequence[str], state: State) -> bool:
    try:
        return bool(parts) and parse_position("; ".join(parts)) == state
    except NotationError:
        return False
