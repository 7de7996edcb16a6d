"""What a cell of a notebook calls fails with one sentence: what is given is read before anything is done.

The reader of a notebook need not know Python, so that no traceback is shown for what was asked for and cannot be.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ipywidgets import DOMWidget

from sevens_kernel.cards import and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.rules import Rules
from sevens_widgets import cells
from sevens_widgets.payload import sentence_of
from sevens_widgets.quoting import QUOTED, quoted

DIGITS = (
    30  # of a number that is looked at: no function takes one so long, and it can still be quoted
)

#: For each parameter of a function that a cell may call, what might be written there.
EXAMPLES = {
    "cut": "20",
    "deal": "1234",
    "dealer": "0",
    "deals": "12",
    "editable": "False",
    "ident": '"my game"',
    "level": '"normal"',
    "more": "12",
    "name": '"2_extending_rows"',
    "one": '"school"',
    "other": '"fan tan"',
    "others": '"heuristic"',
    "position": '"hearts 5-8; you 4♥ 10♥"',
    "record": '"school:4 deal 1234 | 7d 7c"',
    "resume": '"school:4 deal 1234 | 7d 7c"',
    "rules": '"fan tan:5"',
    "seat": "0",
    "seed": "1",
    "start": "12",
    "tell": "False",
}


class CourseError(SevensError):
    """What a cell of a notebook asked for and cannot have, in one sentence."""

    def _render_traceback_(self) -> list[str]:
        """Show the sentence alone; IPython asks for this instead of printing where in the code it happened."""
        return [str(self)]


Given = ParamSpec("Given")
Made = TypeVar("Made")


def in_words(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Let a function that a cell calls fail with a sentence instead of a traceback; a cell keeps one live widget."""
    taken = inspect.signature(make)
    call: Callable[..., Made] = make

    @wraps(make)
    def calm(*args: Given.args, **named: Given.kwargs) -> Made:
        try:
            given = read(make.__name__, taken, args, named)
            made = call(*given.args, **given.kwargs)
        except SevensError as error:
            raise CourseError(_printable(sentence_of(error))) from None
        if isinstance(made, DOMWidget):
            cells.keep(made)
        return made

    return calm


def read(
    name: str, taken: inspect.Signature, args: tuple[Any, ...], named: Mapping[str, Any]
) -> inspect.BoundArguments:
    """Give what a function is called with, if the names and the types of its parameters allow it.

    A whole number of another library, such as numpy's, becomes one of Python's own.

    >>> def deal_to(players: int, rules: str = "school") -> None: ...
    >>> read("deal_to", inspect.signature(deal_to), (4,), {}).arguments
    {'players': 4}
    >>> read("deal_to", inspect.signature(deal_to), ("four",), {})
    Traceback (most recent call last):
    sevens_kernel.errors.SevensError: players “four”: write a whole number without quotes

    Raises SevensError for a parameter that is missing or unknown, and for a value of another type.
    """
    try:
        bound = taken.bind(*args, **named)
    except TypeError:
        raise SevensError(_unbound(name, taken, len(args), named)) from None
    for each, value in bound.arguments.items():
        annotation = str(taken.parameters[each].annotation)
        types = annotation.split(" | ")
        number = _whole(value) if "int" in types else None
        example = f", such as {EXAMPLES[each]}" if each in EXAMPLES and "bool" not in types else ""
        if number is None:
            wanted = refused(annotation, value)
            if wanted:
                raise SevensError(f"{each} {quoted(value)}: write {wanted}{example}")
        elif abs(number) >= 10**DIGITS:
            least = f"write a whole number of at most {DIGITS} digits{example}"
            raise SevensError(f"{each} is too long a number: {least}")
        else:
            bound.arguments[each] = number
    return bound


def _whole(value: object) -> int | None:
    """Give a whole number as Python's own; None for what is none. True and False count as none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # this finds out whether it is one
    except Exception:  # what a value of another library says of itself may fail in any way
        return None


def refused(annotation: str, value: object) -> str:
    """Say what to write in place of a value that a parameter does not take; "" for one that may pass.

    annotation: the types that it takes, as written in the code. Those that are none of Python's own are left to the
    function itself. Whole numbers are for `read`.

    >>> refused("int | None", None), refused("int | None", True), refused("str | Rules", None)
    ('', 'a whole number', 'a text in quotes')
    >>> refused("int", 7.0), refused("int", "7"), refused("bool", "True")
    ('a whole number without a point', 'a whole number without quotes', 'True or False without quotes')
    """
    types = set(annotation.split(" | "))
    fine = (
        (value is None and "None" in types)
        or (isinstance(value, bool) and "bool" in types)
        or (isinstance(value, str) and "str" in types)
        or (isinstance(value, Rules) and "Rules" in types)
    )
    if fine or types - {"int", "str", "bool", "None", "Rules"}:
        return ""
    unquoted = " without quotes" if isinstance(value, str) else ""
    if "bool" in types:
        return f"True or False{unquoted}"
    if "int" in types:
        pointed = isinstance(value, float) and value.is_integer()
        return f"a whole number{' without a point' if pointed else unquoted}"
    return "a text in quotes" + (" without the b" if isinstance(value, bytes) else "")


def _unbound(name: str, taken: inspect.Signature, places: int, named: Mapping[str, Any]) -> str:
    """Say what does not go together in a call: too much, a name that is none, a name twice, or too little."""
    parameters = list(taken.parameters.values())
    names = [each.name for each in parameters]
    takes = f"{name} takes {and_list(names) or 'nothing'}"
    by_place = [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]
    unknown = [each for each in named if each not in names]
    if unknown:
        return f"“{unknown[0][:QUOTED]}” means nothing here: {takes}"
    if places > len(by_place):
        return f"{places} values are too many: {takes}"
    twice = [each for each in by_place[:places] if each in named]
    if twice:
        return f"{twice[0]} is given twice: {takes}"
    given = {*by_place[:places], *named}
    missing = next(
        each for each in parameters if each.default is each.empty and each.name not in given
    )
    example = EXAMPLES.get(missing.name, "the name of your function")
    return f"{missing.name} is missing: write {name}({example})"


def _printable(sentence: str) -> str:
    """Replace halves of signs, which no page can be sent."""
    return sentence.encode("utf-8", "replace").decode("utf-8")
