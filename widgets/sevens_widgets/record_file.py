"""A record as a file: written with a heading, read with the place of whatever is wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevens_kernel.errors import NotationError, SevensError
from sevens_kernel.match_record import parse_match
from sevens_kernel.misses import not_held_words
from sevens_kernel.notation import MAX_RECORD, Record, parse_record, replay
from sevens_kernel.reading import parse_start
from sevens_kernel.refusal import IllegalMove, plain
from sevens_kernel.rulesets import title
from sevens_kernel.verdict import Reason


def file_of(record: Record) -> str:
    """Give the text of a record's file: a heading, and the record.

    >>> print(file_of(parse_record("school:4 deal 1234 | 7d")))
    # Sevens: School, deal 1234. One line: where it starts, a bar, and the moves.
    school:4 deal 1234 | 7d
    <BLANKLINE>
    """
    deal = f", deal {record.deal}" if record.deal is not None else ""
    about = (
        f"# Sevens: {title(record.rules)}{deal}. One line: where it starts, a bar, and the moves."
    )
    return f"{about}\n{record}\n"


def read_file(text: str) -> Record:
    r"""Read the file of a record, or of a match, whose last deal is taken.

    >>> read_file("# a comment\nschool:4 deal 1234\n| 7d 7c").deal
    1234
    >>> read_file("school:4 deal 1234 |\n7d\n9x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sevens_kernel.errors.NotationError: Line 3: move 2 “9x”: write a card ...

    Raises NotationError, in one sentence that names the line, for what cannot be read and for a move
    that the rules refuse.
    """
    if any(mark in text for mark in "\0\ufffd"):
        raise NotationError("This is no text: a record is a file of plain text, as saved here.")
    lines = text.lstrip("\ufeff").splitlines()
    told = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not told:
        raise NotationError("The file is empty: a record is a start, a bar | and the moves.")
    if told[0].startswith("match "):
        return _last_of_match(text)
    if sum(map(len, told)) > MAX_RECORD:
        raise NotationError(
            f"Line 1: the file is too long: a record has at most {MAX_RECORD} characters."
        )
    try:
        record = _played("\n".join(lines))
    except SevensError as error:
        raise NotationError(f"Line {_line_of(lines, plain(error))}: {plain(error)}") from None
    return record


def _last_of_match(text: str) -> Record:
    try:
        match = parse_match(text)
        if not match.records:
            raise NotationError("the file holds a match of which no deal has begun.")
        last = match.records[-1]
        _played(str(last))
    except SevensError as error:
        raise NotationError(f"Line 1: {plain(error)}") from None
    return last


def _played(text: str) -> Record:
    record = parse_record(text)
    done = -1
    try:
        for done, _ in enumerate(replay(record)):  # noqa: B007 - the number of moves made is wanted afterwards
            pass
    except IllegalMove as error:
        act = record.acts[done]
        said, card = plain(error), act.move.card
        if error.refusal.reason is Reason.NOT_HELD and card is not None:
            said = not_held_words(card, act.seat)
        raise NotationError(f"move {done + 1}: {said}") from None
    return record


def _line_of(lines: Sequence[str], sentence: str) -> int:
    """Find the first line with which a text, read up to there, has the same fault; lines count from 1."""
    bar = next((at for at, line in enumerate(lines) if "|" in _read(line)), None)
    if bar is None:
        return next(at for at, line in enumerate(lines, 1) if _read(line).strip())
    origin = [*map(_read, lines[:bar]), _read(lines[bar]).partition("|")[0]]
    if _says(lambda: parse_start(" ".join(origin)), sentence):
        return _first(origin, 0, lambda part: parse_start(" ".join(part)), sentence)
    return _first(lines, bar, lambda part: _played("\n".join(part)), sentence)


def _first(
    lines: Sequence[str], at: int, read: Callable[[Sequence[str]], object], sentence: str
) -> int:
    """Find the line by halving: what is faulty stays so when more follows."""
    low, high = at + 1, len(lines)
    while low < high:
        middle = (low + high) // 2
        if _says(lambda: read(lines[:middle]), sentence):  # noqa: B023 - called at once
            high = middle
        else:
            low = middle + 1
    return low


def _read(line: str) -> str:
    return "" if line.lstrip().startswith("#") else line


def _says(read: Callable[[], object], sentence: str) -> bool:
    try:
        read()
    except SevensError as error:
        return plain(error) == sentence
    return False
