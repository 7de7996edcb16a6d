"""One position under two sets of rules, side by side, with the cards that fit in each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from sevens_kernel.errors import NotationError
from sevens_kernel.notation import parse_position
from sevens_kernel.problems import problems
from sevens_kernel.reading import MAX_TEXT
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules
from sevens_kernel.state import State
from sevens_kernel.switches import SWITCHES, title_words
from sevens_kernel.telling import fit_note
from sevens_widgets import payload

Json = dict[str, Any]

# “start 10” says which rank was chosen; where the rules have settled it, nobody need say so.
_START = re.compile(r"(?i)(?<![^\s;,])start[\s=]+[0-9AJQKT]+(?![^\s;,])")


def read_under(text: str, rules: Rules) -> State:
    """Read a position, written without its rules, under some rules.

    A chosen start rank in it is left out where the rules fix one.

    >>> state = read_under("start 10; spades 7-10; you 10♥", Rules())
    >>> state.rules.players, state.hands[0]
    (4, (Card("10♥"),))

    Raises NotationError as `parse_position` does.
    """
    if rules.fixed_start is not None:
        text = _START.sub("", text)
    if not text.strip():
        return parse_position(text)  # says what to write
    return parse_position(f"{text}; rules {format_rules(rules)}")


def names_of(one: Rules, other: Rules) -> tuple[str, str]:
    """Name two sets of rules by what differs, where that is a single switch; else by their titles.

    >>> names_of(Rules(), Rules(aces="high"))
    ('Aces low', 'Aces high')
    >>> names_of(Rules(), Rules.named("fan tan"))
    ('School', 'Fan Tan')
    """
    differ = [each for each in SWITCHES if each.value_of(one) != each.value_of(other)]
    if len(differ) == 1:
        return differ[0].choice_of(one).words, differ[0].choice_of(other).words
    return title_words(one), title_words(other)


def compared(text: str, one: Rules, other: Rules, *, editable: bool) -> Json:
    """Draw a position under two sets of rules.

    >>> drawn = compared("hearts 7-K; you 6♥ A♥", Rules(), Rules(aces="high"), editable=True)
    >>> [(side["title"], side["note"]) for side in drawn["sides"]]
    [('Aces low', 'Only 6♥ fits.'), ('Aces high', 'Both fit: 6♥ and A♥.')]

    Raises NotationError for a text that cannot be read under one of them.
    """
    names = names_of(one, other)
    states = [read_under(text, rules) for rules in (one, other)]
    faults = [[each.sentence for each in problems(state)] for state in states]
    sides = [
        _side(name, state, text, found)
        for name, state, found in zip(names, states, faults, strict=True)
    ]
    told = [
        f"{name}: {fault}" for name, found in zip(names, faults, strict=True) for fault in found
    ]
    return {
        "kind": "compare",
        "sides": sides,
        "text": text,
        "editable": editable,
        "problems": told,
        "notice": None,
    }


def unread(before: Json | None, text: str, said: str) -> Json:
    """Say what is wrong with a text; the last tables that could be drawn stay."""
    stays = " The tables still show the last position." if before and before.get("sides") else ""
    return {
        "kind": "compare",
        "sides": before["sides"] if before else [],
        "text": text,
        "editable": True,
        "problems": [],
        "notice": f"{said}{stays}",
    }


def redrawn(before: Json, text: object, one: Rules, other: Rules) -> Json:
    """Give the payload after somebody changed the text; one that cannot be read leaves the old tables."""
    if not isinstance(text, str):
        return dict(before)
    try:
        return compared(text, one, other, editable=True)
    except NotationError as error:
        return unread(before, text[:MAX_TEXT], payload.sentence_of(error))


def _side(name: str, state: State, text: str, faults: list[str]) -> Json:
    drawn = payload.position(state, text, faults, editable=False)
    return {"title": name, "note": fit_note(state, possible=not faults), "scene": drawn["scene"]}


_SIZE = re.compile(r'width="([0-9]+)" height="([0-9]+)"')


def stacked(pictures: Sequence[str], titles: Sequence[str]) -> str:
    """Put drawings of tables one beneath the other, each under its title, in a single drawing."""
    sizes = [tuple(map(int, found.groups())) for each in pictures if (found := _SIZE.search(each))]
    width, at, parts = max(size[0] for size in sizes), 0, []
    for picture, name, (_, height) in zip(pictures, titles, sizes, strict=True):
        heading = (
            f'<text x="4" y="{at + 22}" font-size="18" font-weight="bold">{escape(name)}</text>'
        )
        parts += [heading, picture.replace("<svg ", f'<svg y="{at + 32}" ', 1)]
        at += height + 44
    size = f'width="{width}" height="{at}" viewBox="0 0 {width} {at}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} font-family="Helvetica, Arial, '
        f'sans-serif" fill="#1a1a1a"><title>Sevens: {escape(" and ".join(titles))}</title>'
        f"<desc>The same position under two sets of rules.</desc>{''.join(parts)}</svg>"
    )
