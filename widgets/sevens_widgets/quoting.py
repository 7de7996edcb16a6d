"""Quoting, in a sentence, what a person has given: it may be anything."""

from __future__ import annotations

QUOTED = 40  # characters that are quoted


def quoted(value: object, most: int = QUOTED) -> str:
    """Quote a value, or name its type where it cannot be written or is written as a place in memory.

    most: characters that are quoted; what is longer ends with "…".

    >>> quoted("bridge"), quoted([]), quoted(10**5000), quoted(object())
    ('“bridge”', '“[]”', 'something of the type int', 'something of the type object')
    """
    unwritten = f"something of the type {type(value).__name__[:QUOTED]}"
    if isinstance(value, str):
        said = value
    else:
        try:
            said = repr(value)
        except Exception:  # the value's own code fails, or a number is too long to be written
            return unwritten
        if " at 0x" in said:
            return unwritten
    return f"“{said}”" if len(said) <= most else f"“{said[: most - 1]}…”"
