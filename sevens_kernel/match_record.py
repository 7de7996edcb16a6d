"""A whole match as one text file: a line that says which match it is, then the record of each deal, one to a line.

Playing the records again gives the same score; whatever does not belong to the match is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from sevens_kernel.errors import NotationError, SevensError
from sevens_kernel.notation import MAX_RECORD, Record, format_record, parse_record, replay
from sevens_kernel.problems import problems
from sevens_kernel.refusal import plain
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules
from sevens_kernel.score import Match
from sevens_kernel.state import State

MAX_DEALS = 200


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match and the records of its deals. dealer: the seat that deals first; the last deal may still be going on."""

    rules: Rules
    dealer: int
    records: tuple[Record, ...] = ()

    def __str__(self) -> str:
        """Give the match's text."""
        return format_match(self)

    def played(self) -> tuple[Match, State | None]:
        r"""Play everything again: the match with its score, and the deal that is still going on, if any.

        >>> record = parse_match("match classic:3 dealer 2\nclassic:3 deal 7 dealer 2 | 7d")
        >>> match, state = record.played()
        >>> match.results, state.ply
        ((), 1)

        Raises NotationError for a deal that does not belong at its place, IllegalMove for a move the rules refuse.
        """
        match = Match(self.rules, self.dealer)
        for place, record in enumerate(self.records, 1):
            try:
                state = self._last(match, record)
                if state.out is None and place == len(self.records):
                    match.check(state)
                    return match, state
                match = match.finish(state, record.deal, record.cut)
            except SevensError as error:
                raise NotationError(f"deal {place} of the match: {plain(error)}") from None
        return match, None

    def _last(self, match: Match, record: Record) -> State:
        if match.is_over:
            raise NotationError("the match was over before it")
        if record.deal is not None and record.start != match.start_deal(record.deal, record.cut):
            raise NotationError(
                f"dealer {match.next_dealer + 1} and the chips held before it do not lead to this start"
            )
        faults = [each.sentence for each in problems(record.start)]
        if any(record.start.unknown):
            faults.append("Not all cards are known, so the deal cannot be counted.")
        if faults:
            raise NotationError(" ".join(faults))
        *_, last = replay(record)
        return last


def format_match(record: MatchRecord) -> str:
    """Write a match as text: which match it is, then one line for each deal.

    >>> print(format_match(MatchRecord(Rules.named("fan tan", players=3), dealer=1)))
    match fan-tan:3 dealer 2
    """
    head = f"match {format_rules(record.rules)} dealer {record.dealer + 1}"
    return "\n".join([head, *(format_record(each) for each in record.records)])


def parse_match(text: str) -> MatchRecord:
    r"""Read a match; lines that begin with # are comments. The moves are not judged: `MatchRecord.played` does.

    >>> parse_match("# Friday's class\nmatch fan-tan:3 dealer 2").rules.players
    3

    Raises NotationError, in one sentence that says which line cannot be read and what is allowed.
    """
    if not isinstance(text, str) or len(text) > MAX_RECORD * MAX_DEALS:
        raise NotationError("this is no text of a match, or too long for one")
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or not lines[0].startswith("match "):
        raise NotationError(
            "a match begins with a line such as “match fan-tan:4 dealer 1”, then one record to a line"
        )
    if len(lines) - 1 > MAX_DEALS:
        raise NotationError(f"a match has at most {MAX_DEALS} deals, and this has {len(lines) - 1}")
    rules, dealer = _head(lines[0])
    return MatchRecord(rules, dealer, tuple(_records(lines[1:])))


def _head(line: str) -> tuple[Rules, int]:
    words = line.split()
    if len(words) != 2 and (len(words) != 4 or words[2] != "dealer"):
        raise NotationError(f"“{line[:60]}”: write a line such as “match fan-tan:4 dealer 1”")
    try:
        rules = parse_rules(words[1])
    except SevensError as error:
        raise NotationError(f"“{line[:60]}”: {error}") from None
    seats = [str(seat + 1) for seat in range(rules.players)]
    if len(words) == 4 and words[3] not in seats:
        raise NotationError(f"“{line[:60]}”: the dealer is one of the seats 1 to {rules.players}")
    return rules, seats.index(words[3]) if len(words) == 4 else 0


def _records(lines: list[str]) -> list[Record]:
    found = []
    for place, line in enumerate(lines, 1):
        try:
            found.append(parse_record(line))
        except SevensError as error:
            raise NotationError(f"deal {place} of the match: {error}") from None
    return found
