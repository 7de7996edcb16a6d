"""Playing on in the position lab: moves put into a line of play or into a second one, and weighed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from sevens_kernel.acting import apply
from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import format_position
from sevens_kernel.play import laying, passing, play_until
from sevens_kernel.players import Level, at_level
from sevens_kernel.state import State
from sevens_kernel.words import NAMES, since_words, whose
from sevens_widgets.lines import Frames, Line, common, weigh, weigh_both


class Playing(ABC):
    """Up to two lines of play, and the acts that make them longer; `Lab` is the whole of it."""

    def __init__(self) -> None:
        """Begin without a line."""
        self._notice: str | None = None
        self._stage = "setup"
        self._seat: int | None = 0  # who is played by the person; None: everybody
        self._level = Level.NORMAL
        self._lines: tuple[Line, ...] = ()
        self._frames = Frames()
        self._here = 0  # which of the lines is on the table
        self._at = 0  # the moment of it that is shown first, counted in moves
        self._chances: dict[str, Any] | None = None

    @abstractmethod
    def _seat_of(self, message: Mapping[str, Any], players: int | None = None) -> int:
        """Read the seat that an act names; the board knows how many there are."""

    @property
    def _line(self) -> Line:
        if not self._lines:
            raise SevensError("There is no line of play yet: play from a position first.")
        return self._lines[self._here]

    def _advanced(self, line: Line, state: State) -> State:
        """Let the computer players move until the person is on turn; nobody moves where the person plays everybody."""
        if self._seat is None:
            return state
        number = line.deal if line.deal is not None else crc32(format_position(line.start).encode())
        players = dict.fromkeys(range(state.rules.players), at_level(self._level))
        return play_until(state, players, number, self._seat)

    def _do_lay(self, message: Mapping[str, Any]) -> None:
        at = self._moment(message)
        state = self._line.states[at]
        card = Card(str(message.get("card"))[:20])
        seat = self._on_turn(state)
        self._moved(at, apply(state, laying(state, card, seat), seat))

    def _do_pass(self, message: Mapping[str, Any]) -> None:
        at = self._moment(message)
        state = self._line.states[at]
        after, told = passing(state, self._on_turn(state))
        self._moved(at, after, told)

    def _on_turn(self, state: State) -> int:
        """Give the seat that the person moves for, or say that it is not its turn."""
        if self._seat is not None and state.turn != self._seat and state.out is None:
            raise SevensError(
                f"It is {whose(NAMES[state.turn])} turn: press “Play on from here”, and the others "
                f"play up to {whose(NAMES[self._seat])}."
            )
        return state.turn

    def _moved(self, at: int, after: State, told: str = "") -> None:
        """Put a move into the line, or into a second one where the first goes on otherwise from here."""
        line = self._line
        if at < line.last.ply and line.acts[at] == after.history[-1]:
            self._at = at + 1  # as the line has it
            self._notice = told or None
            return
        self._branch(at, line, self._advanced(line, after), told)

    def _branch(self, at: int, line: Line, after: State, told: str = "") -> None:
        """Let a line, or a second one, go on to a state, and say what has happened since a moment."""
        now = line.upto(after)
        second = ""
        if at < line.last.ply and self._here == 0:
            self._lines, self._here = (line, now), 1
            second = "This is line B now; line A keeps the moves made before."
        else:
            self._lines = tuple(now if each is line else each for each in self._lines)
        self._at, self._chances = now.last.ply, None
        parts = (told, second, since_words(now.acts[at:], NAMES))
        self._notice = " ".join(part for part in parts if part) or None

    def _do_from(self, message: Mapping[str, Any]) -> None:
        """Let the computer players go on from a moment of the line."""
        at, line = self._moment(message), self._line
        state = line.states[at]
        after = self._advanced(line, state)
        if after.ply == state.ply and at == line.last.ply:
            over = state.out is not None
            name = whose(NAMES[state.turn])
            raise SevensError("The deal is over." if over else f"It is {name} turn: lay a card.")
        if line.acts[: after.ply] == after.history:
            self._at = after.ply
            return
        self._branch(at, line, after)

    def _do_seat(self, message: Mapping[str, Any]) -> None:
        self._at = self._moment(message) if self._lines else 0
        # The board may show other rules by now than those of the line.
        players = self._line.start.rules.players if self._lines else None
        self._seat = None if message.get("seat") == -1 else self._seat_of(message, players)

    def _seated(self, players: int) -> None:
        """Take the first place where the one chosen before is none of this many."""
        if self._seat is not None and self._seat >= players:
            self._seat = 0

    def _do_level(self, message: Mapping[str, Any]) -> None:
        self._at = self._moment(message) if self._lines else 0
        if message.get("level") in tuple(Level):
            self._level = Level(str(message.get("level")))

    def _do_line(self, message: Mapping[str, Any]) -> None:
        place = message.get("line")
        if place in ("A", "B") and "AB".index(place) < len(self._lines):
            self._here = "AB".index(place)
            shared = common(*self._lines) if len(self._lines) > 1 else 0
            self._at = min(shared + 1, self._line.last.ply)
            self._stage, self._chances = "play", None

    def _do_weigh(self, message: Mapping[str, Any]) -> None:
        """Estimate what the moves at a moment are worth, or those with which the two lines part."""
        if self._stage == "compare" and len(self._lines) > 1:
            self._chances = weigh_both(*self._lines)
            return
        self._at = self._moment(message)
        self._chances = {"at": self._at, **weigh(self._line.states[self._at])}

    def _moment(self, message: Mapping[str, Any]) -> int:
        at, most = message.get("at", 0), self._line.last.ply
        if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= most:
            raise SevensError(f"Moment “{str(at)[:20]}”: this line has the moments 0 to {most}.")
        return at
