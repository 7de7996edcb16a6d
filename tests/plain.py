"""Who can force the win, by the second engine and without memory: slow, plain, and bounded."""

from __future__ import annotations

from fractions import Fraction

from tests import oracle

STEPS = 4_000  # acts tried for one question; about a third of a second


class TooLong(Exception):  # noqa: N818 - an answer, if not the one hoped for
    """More steps would be needed than are allowed."""


class Plain:
    """A search for one seat against all others, trying everything and remembering nothing."""

    def __init__(self, seat: int, steps: int) -> None:
        self.seat, self.steps = seat, steps

    def after(self, game: oracle.Game, seat: int, move: str) -> bool:
        self.steps -= 1
        if self.steps < 0:
            raise TooLong
        return self.sure(oracle.act(game, seat, move))

    def sure(self, game: oracle.Game) -> bool:
        """Let the others lay start cards out of turn first, then the seat itself, then the one on turn move."""
        if game["out"] is not None:
            return bool(game["out"] == self.seat)
        players = range(game["rules"]["players"])
        free = [(who, "+" + card) for who in players for card in oracle.out_of_turn(game, who)]
        if not all(self.after(game, who, move) for who, move in free if who != self.seat):
            return False
        if any(self.after(game, who, move) for who, move in free if who == self.seat):
            return True
        turn = game["turn"]
        moves = (self.after(game, turn, move) for move in oracle.moves(game))
        return any(moves) if turn == self.seat else all(moves)


def sure(game: oracle.Game, seat: int, steps: int = 1_000_000) -> bool:
    """Say whether a seat can force being out first against every defence."""
    return Plain(seat, steps).sure(game)


def plain_winning_moves(game: oracle.Game, steps: int) -> list[str]:
    """Give the moves in turn after which the seat on turn can still force the win."""
    search = Plain(game["turn"], steps)
    return [move for move in oracle.moves(game) if search.after(game, game["turn"], move)]


def everybody(game: oracle.Game, steps: int, asked: int = 0) -> tuple[Fraction, ...]:
    """Give each seat's share of the win when everybody plays for itself, trying everything and remembering nothing.

    asked: how many seats, clockwise from the one on turn, have kept their start cards before this move.
    """
    return _Everybody(steps).shares(game, asked)


class _Everybody:
    def __init__(self, steps: int) -> None:
        self.steps = steps

    def shares(self, game: oracle.Game, asked: int) -> tuple[Fraction, ...]:
        count, turn = game["rules"]["players"], game["turn"]
        if game["out"] is not None:
            return tuple(Fraction(int(who == game["out"])) for who in range(count))
        if asked == count:
            after = [self.after(game, turn, move) for move in oracle.moves(game)]
            best = max(shares[turn] for shares in after)
            return _mean({shares for shares in after if shares[turn] == best})
        who = (turn + asked) % count
        kept = self.shares(game, asked + 1)
        laid = [self.after(game, who, "+" + card) for card in oracle.out_of_turn(game, who)]
        better = [shares for shares in laid if shares[who] > kept[who]]
        if not better:
            return kept
        best = max(shares[who] for shares in better)
        return _mean({shares for shares in better if shares[who] == best})

    def after(self, game: oracle.Game, seat: int, move: str) -> tuple[Fraction, ...]:
        self.steps -= 1
        if self.steps < 0:
            raise TooLong
        return self.shares(oracle.act(game, seat, move), 0)


def _mean(ties: set[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(sum(column, Fraction(0)) / len(ties) for column in zip(*ties, strict=True))
