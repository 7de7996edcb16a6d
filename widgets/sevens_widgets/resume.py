"""What a game can go on from: the record line of a deal, the text of a match, a position with every card known."""

from __future__ import annotations

from sevens_kernel.errors import SevensError
from sevens_kernel.match_record import MatchRecord, parse_match
from sevens_kernel.notation import Record, parse_record
from sevens_kernel.problems import problems
from sevens_kernel.score import Match
from sevens_kernel.state import State

MAX_RESUME = 100_000  # characters of a match to go on with: 200 deals need half of it


def read_record(text: object) -> Record | MatchRecord:
    """Read a record line, or the text of a match.

    >>> read_record("school:4 deal 1234 | 7d").deal
    1234

    Raises SevensError, in one sentence, for a text that is neither.
    """
    if not isinstance(text, str):
        raise SevensError("This is no record of a game: a record is one line of text.")
    if len(text) > MAX_RESUME:
        raise SevensError("This is too long for the record of a game or a match.")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if lines and lines[0].startswith("match "):
        return parse_match(text)
    return parse_record(text)


def belongs(record: Record, match: Match) -> bool:
    """Say whether a record starts with the very deal that its number gives in a match."""
    if record.deal is None or match.is_over:
        return False
    return record.start == match.start_deal(record.deal, record.cut)


def check_playable(start: State) -> None:
    """Refuse a position that nobody can play on.

    Raises SevensError, naming every fault.
    """
    faults = [each.sentence for each in problems(start)]
    if any(start.unknown):
        faults.append("To play on, every card of every hand must be known.")
    if faults:
        raise SevensError(" ".join(faults))
