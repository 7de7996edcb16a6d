r"""Leaving out of a script and of styles what only a reader of the source needs: comments, and space between the words.

A script is read piece by piece, as the language reads it, so far as it must be: what stands in strings, in
the words of templates and in regular expressions stays as it is. Whether a slash begins a regular expression
or divides is told by what stands before it. Where that would take a reading of whole expressions, which is
after ``}``, ``++``, ``--`` and the word ``of``, the script is refused. A script is taken for a module. Tests
compare the syntax trees before and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

__all__ = ["packed", "packed_styles"]

_PIECE = re.compile(
    r"""(?P<gap>(?:[\s\ufeff]|//[^\n\r\u2028\u2029]*|/\*.*?\*/)+)"""
    r"""|(?P<text>"(?:\\(?:\r\n|.)|[^"\\\n\r])*"|'(?:\\(?:\r\n|.)|[^'\\\n\r])*')"""
    r"""|(?P<number>0[xXbBoO]\w+|\.?\d(?:[eE][+-]|[\w.])*)"""
    r"""|(?P<word>\#?[\w$]+)"""
    r"""|(?P<sign>\.\.\.|\?\.(?!\d)|\+\+|--|(?!/\*)[-()\[\]{},;:?!=<>+*/%&|^~.])""",
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE = re.compile(r"(?:\\.|(?!\$\{)[^`\\])*(?:`|\$\{)", re.DOTALL)
_EXPRESSION = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[\w$]*")
_WORD = re.compile(r"[\w$]")
_LINE = re.compile(r"[\n\r\u2028\u2029]")
_SIGNS = frozenset("+-/*<>!")
_OPEN, _CLOSE = frozenset("{([,;"), frozenset("})],;")
_BEFORE_BRACKETS = frozenset({"if", "while", "for", "with"})  # a statement follows the brackets
_NO_VALUES = frozenset(  # words that no value ends with: no slash after them divides
    re.findall(
        r"\w+",
        "await break case catch class const continue debugger default delete do else enum export extends "
        "finally for function if import in instanceof new return switch throw try typeof var void while with "
        "yield",
    )
)
_UNSURE = frozenset({"}", "++", "--", "of"})
_NOTES = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|^\s+|\s+$""", re.DOTALL | re.MULTILINE
)


def packed(script: str) -> str:
    r"""Leave comments and needless space out of a script.

    A new line stays where it may end a statement. Raises a ValueError that quotes the place where it cannot
    be told whether a slash divides or begins a regular expression, and where no piece of a script begins.

    >>> packed("const a = 1; // one\nif (a / 2 > b) {\n  say(`a  // b`);\n}\n")
    'const a=1;if(a/2>b){say(`a  // b`);}\n'
    >>> packed("f(() => {} / 2);")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: Line 1 of the script, "f(() => {} / 2);": after "}" it cannot be told whether "/" divides; ...
    """
    pieces = list(_pieces(script))
    out = []
    for at, (kind, text) in enumerate(pieces):
        if kind == "gap":
            before = pieces[at - 1] if at else ("sign", ";")
            text = _gap(text, before, pieces[at + 1][1] if at + 1 < len(pieces) else "")
        out.append(text)
    return "".join(out)


def _pieces(script: str) -> Iterator[tuple[str, str]]:
    """Give what a script is made of, each with its kind; all of them joined are the script again."""
    at = 0
    before = [";", ";"]  # the last two pieces that are no gap
    divides = False  # whether a slash would divide here
    brackets: list[
        bool
    ] = []  # whether a slash divides after each bracket that is open, once it is closed
    braces: list[bool] = []  # whether each brace that is open stands in a template
    while at < len(script):
        kind, text = _piece(script, at, before[1], divides, bool(braces and braces[-1]))
        at += len(text)
        yield kind, text
        if kind == "gap":
            continue
        if text == "(":
            brackets.append(not _opens_statement(before))
        elif text == "{" or (kind == "template" and text[0] == "`" and text.endswith("${")):
            braces.append(kind == "template")
        elif braces and text[0] == "}" and not text.endswith("${"):
            braces.pop()
        divides = _divides(kind, text, before[1])
        if text == ")":
            divides = brackets.pop() if brackets else True
        before = [before[1], text if kind in ("sign", "word") else ""]


def _piece(script: str, at: int, before: str, divides: bool, template: bool) -> tuple[str, str]:
    """Give the piece of a script that begins at a place."""
    if script[at] == "`" or (template and script[at] == "}"):
        found = _TEMPLATE.match(script, at + 1)
        return ("template", script[at : found.end()]) if found else _refuse(script, at)
    found = _PIECE.match(script, at)
    if not found:
        _refuse(script, at)
    if found["sign"] != "/":
        return str(found.lastgroup), found[0]
    if before in _UNSURE:
        _refuse(
            script,
            at,
            f'after "{before}" it cannot be told whether "/" divides; '
            "put what stands before it, or the regular expression, in brackets.",
        )
    if divides:
        return "sign", "/"
    found = _EXPRESSION.match(script, at)
    return ("expression", found[0]) if found else _refuse(script, at)


def _divides(kind: str, text: str, before: str) -> bool:
    """Whether a slash after a piece would divide, because a value ends with it."""
    if kind == "word":
        return text not in _NO_VALUES or before in (".", "?.")
    if kind == "template":
        return text.endswith("`")
    return kind != "sign" or text == "]"


def _opens_statement(before: list[str]) -> bool:
    """Whether a bracket after two pieces is that of a statement such as ``if``, which goes on after it."""
    first, last = before
    if first in (".", "?."):
        return False
    return last in _BEFORE_BRACKETS or (first, last) == ("for", "await")


def _gap(text: str, before: tuple[str, str], following: str) -> str:
    """Give what must stay of a gap between two pieces."""
    last, first = before[1][-1], following[:1]
    if _LINE.search(text):
        return "" if last in _OPEN or first in _CLOSE else "\n"
    if _WORD.match(first) and (_WORD.match(last) or before[0] in ("expression", "number")):
        return " "
    joined = (last in _SIGNS and first in _SIGNS) or (last.isdigit() and first == ".")
    return " " if joined else ""


def _refuse(script: str, at: int, why: str = "") -> NoReturn:
    number = script.count("\n", 0, at) + 1
    line = script.split("\n")[number - 1].strip()
    why = (
        why
        or f'"{script[at]}" begins nothing that a script is made of, or what it begins never ends.'
    )
    raise ValueError(f'Line {number} of the script, "{line}": {why}')


def packed_styles(styles: str) -> str:
    r"""Leave comments, and the space before and after a line, out of styles.

    >>> packed_styles("/* a card */\n.card {\n  color: red;\n}\n")
    '.card {\ncolor: red;\n}'
    """
    return _NOTES.sub(lambda found: found[1] or "", styles).strip()
