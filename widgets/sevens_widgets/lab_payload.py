"""What the browser draws of the position lab: plain data for JSON, with every word in it but the names of controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sevens_kernel.cards import SUITS, Suit, count_of, count_word
from sevens_kernel.players import Level, about_level
from sevens_kernel.rules import Rules
from sevens_kernel.state import explain
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, row_words, turn_words, whose
from sevens_widgets import editor
from sevens_widgets.editor import BACK, OUT, TABLE, UNKNOWN, Draft
from sevens_widgets.lines import Line, drawn_line
from sevens_widgets.payload import scene
from sevens_widgets.record_file import file_of

Json = dict[str, Any]

#: Positions to begin with, each with what can be found out from it.
EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "Five cards, three of them fit",
        "clubs 6-8, hearts 5-9; you 5♣ 10♥ 7♠ K♦ 2♣",
    ),
    (
        "Hold the eight or let it go",
        "clubs 4-10, diamonds 3-J, hearts 6-Q, spades 7; you 8♠ J♣ 2♦ K♠",
    ),
    (
        "One move wins against every defence",
        "clubs A-J, diamonds A-K, hearts 3-Q, spades 4-10; you Q♣ J♠ Q♠; robin K♣ 2♥; "
        "alex K♥ A♥ 3♠; sam K♠ 2♠ A♠",
    ),
    (
        "A pass tells something",
        "clubs 7, diamonds 7, hearts 6-8, spades 7; you 5♥ 9♥ 2♣ K♠ 10♦; passes 0,1,0,0",
    ),
    ("Short pack, nines begin", "rules devyatka:4; clubs 8-10, hearts 9; you J♣ 7♣ 10♥ 9♠ A♦"),
)


def setup(draft: Draft, faults: Sequence[str], board: Json) -> Json:
    """Draw the board on which a position is set up. board: what the switchboard of the rules draws.

    >>> from sevens_kernel import parse_position
    >>> drawn = setup(editor.drafted(parse_position("hearts 7; you 8♥")), (), {"switches": []})
    >>> drawn["suits"][2]["cards"][7]["label"], drawn["suits"][2]["cards"][7]["why"]
    ('eight of hearts, in your hand', '8♥ fits: it goes above 7♥.')
    """
    state = draft.state
    players = range(state.rules.players)
    places = [
        ("ask", "Ask: does it fit?"),
        (TABLE, "Onto the table"),
        *((str(seat), f"Into {whose(NAMES[seat])} hand") for seat in players),
        (UNKNOWN, "Not known"),
        (OUT, "Not in play"),
    ]
    return {
        "suits": [_suit(draft, suit, bool(faults)) for suit in SUITS],
        "places": [{"place": place, "words": words} for place, words in places],
        "seats": [_seat(draft, seat) for seat in players],
        "turn": state.turn,
        "names": list(NAMES[: state.rules.players]),
        "start": _start(draft),
        "rules": {name: value for name, value in board.items() if name not in ("kind", "notice")},
        "unknown": sum(state.unknown),
        "examples": [{"name": name, "text": text} for name, text in EXAMPLES],
    }


def _suit(draft: Draft, suit: Suit, faulty: bool) -> Json:
    state, cards = draft.state, editor.suit_cards(draft, suit)
    drawn = []
    for card in cards:
        places = editor.places_of(draft, card)
        why = "First put right what is wrong." if faulty else explain(state, card).sentence
        drawn.append(
            {
                "card": card.code,
                "rank": card.rank.text,
                "at": list(places),
                "sign": _sign(places),
                "label": f"{card.words}, {editor.where_words(places)}",
                "why": why,
            }
        )
    return {
        "suit": suit.value,
        "label": row_words(state, suit),
        "cards": drawn,
        "ends": [
            {
                "card": card.code,
                "place": TABLE if longer else BACK,
                "text": f"{'+' if longer else '−'}{card.rank.text}",
                "label": f"{'lay' if longer else 'take away'} the {card.words}",
            }
            for card, longer in editor.row_ends(draft, cards)
        ],
    }


def _sign(places: Sequence[str]) -> str:
    """Say in a word or two, to stand on the card, where its copies are."""
    words = {TABLE: "table", UNKNOWN: "", OUT: "out"}
    told = [words.get(each, NAMES[int(each)] if each.isdecimal() else "") for each in places]
    return " ".join(f"{each}×2" if told.count(each) > 1 else each for each in dict.fromkeys(told))


def _seat(draft: Draft, seat: int) -> Json:
    state = draft.state
    size, unknown = state.sizes[seat], state.unknown[seat]
    told = f"{unknown} not known" if unknown < size else "none known"
    told = told if unknown else "all known"
    return {
        "seat": seat,
        "name": NAMES[seat],
        "words": f"{count_of(size, 'card')}, {told}" if size else "no card",
    }


def _start(draft: Draft) -> Json | None:
    """Say with which rank rows start, where that is left to the first card laid and one lies."""
    rules, table = draft.state.rules, draft.state.table
    if rules.fixed_start is not None or table.shape.start is None:
        return None
    return {"rank": table.shape.start.text, "options": [rank.text for rank in rules.ranks]}


def table_of(good: Draft, look: int | None) -> Json:
    """Draw the last right position from one seat: everything that fits there, and why. look: None: the seat on turn."""
    state = good.state
    seat = state.turn if look is None or look >= state.rules.players else look
    seen = view(state, seat)
    drawn = scene(seen, NAMES)
    return {
        "scene": drawn,
        "status": turn_words(state, state.turn, NAMES, named=True),
        "look": -1 if look is None or look >= state.rules.players else look,
        "looks": _seats(state.rules, "The seat on turn"),
    }


def _seats(rules: Rules, first: str) -> list[Json]:
    named = [{"seat": seat, "name": NAMES[seat]} for seat in range(rules.players)]
    return [{"seat": -1, "name": first}, *named]


def playing(
    lines: Sequence[Line],
    here: int,
    at: int,
    drawn: Sequence[Json],
    seat: int | None,
    level: Level,
) -> Json:
    """Draw the line of play that is on the table, and what can be chosen about who plays."""
    line = lines[here]
    return {
        "seat": -1 if seat is None else seat,
        "seats": _seats(line.start.rules, "Everybody, one after the other"),
        "level": level.value,
        "levels": [{"level": each.value, "words": each.value.capitalize()} for each in Level],
        "about": about_level(level),
        "lines": [
            {"line": name, "words": f"Line {name}, {count_of(each.last.ply, 'move')}"}
            for name, each in zip("AB", lines, strict=False)
        ],
        "line": "AB"[here],
        "replay": drawn_line(drawn, line, at, f"Line {'AB'[here]}"),
    }


def fault_words(number: int) -> str:
    """Say how many faults there are, and what is shown meanwhile.

    >>> fault_words(1)
    'One thing is wrong, see below; the table still shows the last position that was right.'
    """
    if not number:
        return ""
    count = "One thing is" if number == 1 else f"{count_word(number).capitalize()} things are"
    return f"{count} wrong, see below; the table still shows the last position that was right."


def shared(line: Line | None) -> Json:
    """Give what can be copied, linked and saved of a line of play."""
    if line is None:
        return {"record": "", "file": "", "name": ""}
    deal = f"-deal-{line.deal}" if line.deal is not None else ""
    return {"record": line.text, "file": file_of(line.record), "name": f"sevens{deal}.txt"}
