"""The class board's memory: how many learners answered each exercise right, and nothing about who they are.

A learner who chooses to sends one line for a lesson: for each exercise whether it was right at the first try,
right later, or still open. The browser draws a number by chance to send with it, so that sending again replaces what
was sent before. Neither names nor addresses nor times are kept.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

MOST_SENDERS = 5000  # a lesson's lines; a school, not a class
_SENDER = re.compile(r"[0-9a-f]{16,32}")
_TABLE = """create table if not exists answers (
    lesson text not null, sender text not null, exercise text not null, outcome text not null,
    primary key (lesson, sender, exercise)) without rowid"""


class ResultsError(ValueError):
    """What was sent cannot be kept, in one sentence."""


class BoardFullError(ResultsError):
    """No more learners fit on the board, in one sentence."""


class Outcome(StrEnum):
    """How an exercise stands: right at the first try, right later, or tried and still open."""

    FIRST = "first"
    LATER = "later"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Line:
    """What one learner sends of one lesson. answers: for each exercise that was tried, how it stands."""

    lesson: str
    sender: str
    answers: Mapping[str, Outcome]


@dataclass(frozen=True, slots=True)
class Count:
    """What came of one exercise. first, later, open: how many learners stand so."""

    exercise: str
    first: int
    later: int
    open: int

    @property
    def all(self) -> int:
        """How many learners tried it."""
        return self.first + self.later + self.open


def read_line(sent: Any, exercises: Mapping[str, tuple[str, ...]]) -> Line:
    """Check what a page sent. exercises: the names of each lesson's exercises; others are left out.

    >>> read_line({"lesson": "3", "sender": "0" * 16, "answers": {"a": "first", "more-1": "later"}}, {"3": ("a",)})
    Line(lesson='3', sender='0000000000000000', answers={'a': <Outcome.FIRST: 'first'>})

    Raises ResultsError, in one sentence, for what is no such line.
    """
    if not isinstance(sent, dict):
        raise ResultsError("A result is an object with lesson, sender and answers.")
    lesson, sender, answers = (sent.get(name) for name in ("lesson", "sender", "answers"))
    if not isinstance(lesson, str) or lesson not in exercises:
        raise ResultsError(f"lesson “{str(lesson)[:40]}”: there are {', '.join(exercises)}.")
    if not isinstance(sender, str) or not _SENDER.fullmatch(sender):
        raise ResultsError("sender: 16 to 32 digits of 0–9 and a–f, drawn by chance.")
    if not isinstance(answers, dict):
        raise ResultsError("answers: for each exercise first, later or open.")
    known = {name: answers[name] for name in exercises[lesson] if name in answers}
    if not known:
        raise ResultsError("No exercise of this lesson has been answered yet.")
    try:
        return Line(lesson, sender, {name: Outcome(str(how)) for name, how in known.items()})
    except ValueError as error:
        raise ResultsError("answers: each is first, later or open.") from error


class Results:
    """The lines of a class in one SQLite file."""

    def __init__(self, file: Path) -> None:
        """Open or make the file.

        Raises ResultsError for a file that cannot be one.
        """
        self.file = file
        with self._open() as kept:
            kept.execute("begin immediate")  # fails where nothing can be written

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file, whatever became of it meanwhile: a teacher may delete it to begin anew."""
        try:
            with closing(sqlite3.connect(self.file, timeout=5)) as kept, kept:
                kept.execute(_TABLE)
                yield kept
        except sqlite3.Error as error:
            raise ResultsError(f"{self.file.name} cannot hold a class board: {error}.") from error

    def add(self, line: Line) -> None:
        """Keep a line in place of what the same sender sent of the lesson before.

        Raises ResultsError when the board is full.
        """
        with self._open() as kept:
            kept.execute(
                "delete from answers where lesson = ? and sender = ?", (line.lesson, line.sender)
            )
            if self._senders(kept, line.lesson) >= MOST_SENDERS:
                raise BoardFullError(
                    f"The board is full: it holds the results of {MOST_SENDERS} learners a lesson. "
                    "Your teacher can empty it."
                )
            kept.executemany(
                "insert into answers values (?, ?, ?, ?)",
                [(line.lesson, line.sender, one, str(how)) for one, how in line.answers.items()],
            )

    def knows(self, line: Line) -> bool:
        """Say whether the same sender has sent something of the lesson before."""
        asked = "select 1 from answers where lesson = ? and sender = ? limit 1"
        with self._open() as kept:
            return kept.execute(asked, (line.lesson, line.sender)).fetchone() is not None

    def senders(self, lesson: str) -> int:
        """Count the learners who sent something of a lesson."""
        with self._open() as kept:
            return self._senders(kept, lesson)

    @staticmethod
    def _senders(kept: sqlite3.Connection, lesson: str) -> int:
        asked = "select count(distinct sender) from answers where lesson = ?"
        return int(kept.execute(asked, (lesson,)).fetchone()[0])

    def counts(self, lesson: str, exercises: tuple[str, ...]) -> tuple[Count, ...]:
        """Give what came of each exercise of a lesson, in the lesson's order."""
        asked = "select exercise, outcome, count(*) from answers where lesson = ? group by exercise, outcome"
        with self._open() as kept:
            found = {(one, how): int(many) for one, how, many in kept.execute(asked, (lesson,))}
        return tuple(
            Count(one, *(found.get((one, how), 0) for how in Outcome)) for one in exercises
        )

    def clear(self) -> None:
        """Forget everything, as at the end of a school day."""
        with self._open() as kept:
            kept.execute("delete from answers")
        try:
            with closing(sqlite3.connect(self.file)) as kept:
                kept.execute("vacuum")  # nothing of it stays in the file either
        except sqlite3.Error as error:
            raise ResultsError(f"{self.file.name} was not made smaller: {error}.") from error
