"""The standard streams of a command: an output that cannot write ♥ gets a letter, and one that is gone stops nobody."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from types import MappingProxyType

from sevens_kernel.cards import SUITS

_LIKE = MappingProxyType(
    {suit.glyph: suit.letter for suit in SUITS}
    | {"“": '"', "”": '"', "’": "'", "…": "...", "–": "-", "—": "-", "−": "-", "±": "+-"}
)
_IN_LETTERS = "sevens_kernel.in_letters"


def in_letters(error: UnicodeError) -> tuple[str, int]:
    """Give what stands for signs that an output cannot write: letters for suits, “?” for what is like nothing.

    >>> codecs.register_error("in_letters", in_letters)
    >>> "10♥ – “no” …".encode("ascii", "in_letters")
    b'10h - "no" ...'

    Raises the error itself where something is to be read, and not to be written.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_LIKE.get(sign, "?") for sign in signs), error.end


def prepare() -> None:
    """Make the standard streams safe to use, whatever they are: no sign and no closed stream is a fault of the person.

    >>> prepare()
    """
    codecs.register_error(_IN_LETTERS, in_letters)
    for name in ("stdin", "stdout", "stderr"):
        stream, reads = getattr(sys, name), name == "stdin"
        if stream is None:  # closed by whoever started the command
            setattr(sys, name, open(os.devnull, "r" if reads else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if reads else _IN_LETTERS)


def read_input(most: int) -> str:
    """Read so many characters, at most, from the standard input: UTF-8, as in a file, unless a person types it.

    Raises ValueError for what is not UTF-8.
    """
    if isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
    return sys.stdin.read(most)


def silence() -> None:
    """Send what is still to be written nowhere, because its reader is gone or there is no room for it."""
    with suppress(OSError, ValueError):  # an output that is no file has nothing to be sent
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
