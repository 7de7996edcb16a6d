"""Leaving out of a script and of styles what only a reader of the source needs: comments, and space between the words.

A script is read as the language reads it, so far as it must be: what stands in strings, templates and
regular expressions stays as it is. A test compares the syntax trees before and after.
"""

from __future__ import annotations

import re

__all__ = ["packed", "packed_styles"]

_TEMPLATE = r"`(?:\\.|\$\{(?:[^`{}]|\{[^{}]*\}|`(?:\\.|\$\{[^`{}]*\}|[^`\\])*`)*\}|[^`\\])*`"
_PIECE = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|"""
    + _TEMPLATE
    + r"""|(?<=[(,=:\[!&|?{;>])\ ?/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*)"""
    r"""|(?P<gap>(?:\s|//[^\n]*|/\*.*?\*/)+)""",
    re.DOTALL | re.VERBOSE,
)
_WORD = re.compile(r"[\w$]")
_SIGNS = frozenset("+-/*<>")
_OPEN, _CLOSE = frozenset("{([,;"), frozenset("})],;")
_NOTES = re.compile(r"/\*.*?\*/|^\s+|\s+$", re.DOTALL | re.MULTILINE)


def packed(script: str) -> str:
    r"""Leave comments and needless space out of a script.

    A new line stays where it may end a statement.

    >>> packed("const a = 1; // one\nif (a / 2 > b) {\n  say(`a  // b`);\n}\n")
    'const a=1;if(a/2>b){say(`a  // b`);}\n'
    """
    return _PIECE.sub(_piece, script)


def _piece(found: re.Match[str]) -> str:
    gap = found["gap"]
    if gap is None:
        return found[0].lstrip(" ")
    text, before, after = found.string, found.start() - 1, found.end()
    last = text[before] if before >= 0 else ";"
    following = text[after] if after < len(text) else ""
    if "\n" in gap:
        return "" if last in _OPEN or following in _CLOSE else "\n"
    if _WORD.match(last) and _WORD.match(following):
        return " "
    joined = (last in _SIGNS and following in _SIGNS) or (last.isdigit() and following == ".")
    return " " if joined else ""


def packed_styles(styles: str) -> str:
    r"""Leave comments, and the space before and after a line, out of styles.

    >>> packed_styles("/* a card */\n.card {\n  color: red;\n}\n")
    '.card {\ncolor: red;\n}'
    """
    return _NOTES.sub("", styles).strip()
