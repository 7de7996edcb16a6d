"""Quoting, in a sentence, what a person has given: it may be anything."""

from __future__ import annotations

QUOTED = 40  # characters that are quoted


def quoted(value: object, most: int = QUOTED) -> str:
    """Quote a value, even one that cannot be written; where it is kept in memory is not told. most: characters.

    >>> quoted("bridge"), quoted([]), quoted(10**5000), quoted(object())
    ('bridge', '[]', 'something of the type int', 'something of the type object')
    """
    try:
        said = value if isinstance(value, str) else repr(value)
    except Exception:
        said = " at 0x"
    if " at 0x" in said and not isinstance(value, str):
        return f"something of the type {type(value).__name__}"[:most]
    return said[:most]
