"""The end of a deal: every moment of it to walk through again, and what looking back at it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from zlib import crc32

from sevens_kernel.notation import Record
from sevens_kernel.review import (
    MissedWin,
    TurningPoint,
    looking_back_words,
    luck,
    missed_win,
    review,
)
from sevens_widgets.replay import replay

Json = dict[str, Any]


class Ending:
    """What is known of the last deal that was looked back at."""

    def __init__(self) -> None:
        self._record: Record | None = None
        self._begun: Record | None = None
        self._points: tuple[TurningPoint, ...] = ()
        self._missed: MissedWin | None = None
        self._told = ""

    def knows(self, record: Record) -> bool:
        """Whether this very deal was looked back at."""
        return self._record == record

    def begun(self, record: Record) -> bool:
        """Whether somebody has begun to look back at this very deal."""
        return self._begun == record

    def look_back(self, record: Record, seat: int, names: Sequence[str]) -> Iterator[None]:
        """Look for the turns of a seat that cost something, for a sure win that it missed, and for its luck.

        Each step of the iterator is one part, so that a page hears from Python between them. The
        same deal, played the same way, is judged the same way.
        """
        self._begun = record
        return self._parts(record, seat, names)

    def _parts(self, record: Record, seat: int, names: Sequence[str]) -> Iterator[None]:
        chance = Random(crc32(str(record).encode()))
        points = review(record, seat, chance, names)
        yield
        missed = missed_win(record, seat, names)
        yield
        told = looking_back_words(luck(record, seat, chance, names), points)
        self._points, self._missed, self._told, self._record = points, missed, told, record

    def payload(self, record: Record, seat: int, ident: str) -> Json:
        """Draw a finished deal for whoever sits at a seat. ident: the name of its replay."""
        known = self.knows(record)
        points = self._points if known else ()
        missed = self._missed if known else None
        return {
            "review": replay(record, seat, ident=ident, can_play=True),
            "turning": [{"at": each.ply, "text": each.sentence} for each in points],
            "reviewed": self._told if known else "",
            "missed": {"at": missed.ply, "text": missed.sentence} if missed else None,
        }
