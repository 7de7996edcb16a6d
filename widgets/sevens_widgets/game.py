"""One moment of a game in a notebook: the deal in play, the match it belongs to, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sevens_kernel.match_record import MatchRecord
from sevens_kernel.moves import Act
from sevens_kernel.notation import Record, format_record, record_of
from sevens_kernel.score import Match
from sevens_kernel.state import State
from sevens_widgets.payload import names_from
from sevens_widgets.seating import Seating
from sevens_widgets.sheet import is_kept, sheet


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment.

    start: the deal or position it began from. turns: the state before each act of the person in
    this deal. match: the deals before this one, None where the start belongs to no match. records:
    of those deals. seating: where the person sits and who the others are, in this deal.
    """

    start: State
    deal: int | None
    state: State
    turns: tuple[State, ...] = ()
    match: Match | None = None
    records: tuple[Record, ...] = ()
    cut: int = 0
    seating: Seating = field(default_factory=Seating)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called by the person."""
        return names_from(self.seating.seat, self.state.rules.players)

    @property
    def untouched(self) -> bool:
        """Whether the person has not moved in this deal yet."""
        return not self.turns and self.state.out is None

    @property
    def entered(self) -> Match | None:
        """The match with this deal in it, once the deal is over; undoing the last card takes it out again."""
        if self.match is None or self.state.out is None:
            return self.match
        return self.match.finish(self.state, self.deal, self.cut)

    @property
    def record(self) -> Record:
        """All that is needed to play this deal again."""
        return record_of(self.start, self.state, self.deal, cut=self.cut)

    @property
    def since(self) -> tuple[Act, ...]:
        """The acts since the person's previous turn, that turn's own first."""
        history = self.state.history
        mine = [place for place, act in enumerate(history) if act.seat == self.seating.seat]
        return history[mine[-1] :] if mine else history

    @property
    def told_record(self) -> str:
        """The record line; a game that began from a position keeps its hands to itself until the deal is over."""
        if self.deal is None and self.state.out is None:
            return ""
        return format_record(self.record)

    def sheet(self) -> dict[str, Any] | None:
        """Draw the score sheet, where one is kept."""
        match = self.entered
        if match is None or not is_kept(match.rules):
            return None
        record = MatchRecord(match.rules, match.dealer, (*self.records, self.record))
        between = self.state.out is not None
        return sheet(match, record, self.names, self.seating.seat, between=between)
