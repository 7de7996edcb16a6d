"""What came of many deals: sums that can be added in any order, and the shares and intervals reckoned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, TypeVar

from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Share:
    """How often somebody won. seats: how many seats bear the name. wins: games won by them together.

    percent: of all games, for one such seat. interval: half the width of the 95 % interval, in percentage points.
    """

    name: str
    seats: int
    wins: int
    percent: float
    interval: float

    def __str__(self) -> str:
        """Give the share with its interval: 52.4 ± 0.9 %."""
        return f"{self.percent:.1f} ± {self.interval:.1f} %"


@dataclass(frozen=True, slots=True)
class Contest:
    """What came of many deals. by_player: one share for each name. by_seat: one for each seat, counted from the opener.

    turns and passes: the mean of a game; cards laid out of turn are no turns.
    """

    rules: str
    players: tuple[str, ...]
    deals: int
    seed: int
    games: int
    by_player: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    turns: float
    passes: float

    def share(self, name: str) -> Share:
        """Give the share of a player's name.

        Raises KeyError for a name that did not play.
        """
        return {each.name: each for each in self.by_player}[name]


@dataclass(slots=True)
class Tally:
    """Sums over deals, all whole numbers, so that the order in which deals are added cannot matter.

    squares: of the wins in each deal. seat_wins, seat_squares: the same for each seat, counted from the opener.
    """

    deals: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    seat_squares: Counter[int] = field(default_factory=Counter)
    turns: int = 0
    passes: int = 0

    def add(self, other: Tally) -> None:
        """Add another tally to this one.

        >>> both = Tally(deals=2, turns=100)
        >>> both.add(Tally(deals=1, turns=50))
        >>> both.deals, both.turns
        (3, 150)
        """
        self.deals += other.deals
        self.wins.update(other.wins)
        self.squares.update(other.squares)
        self.seat_wins.update(other.seat_wins)
        self.seat_squares.update(other.seat_squares)
        self.turns += other.turns
        self.passes += other.passes

    def without(self, other: Tally) -> Tally | None:
        """Take another tally away from this one; None where it is no part of it.

        >>> Tally(deals=2, turns=100).without(Tally(deals=1, turns=49)).turns
        51
        """
        parts = (
            other.wins <= self.wins and other.squares <= self.squares,
            other.seat_wins <= self.seat_wins and other.seat_squares <= self.seat_squares,
            other.deals <= self.deals and other.turns <= self.turns and other.passes <= self.passes,
        )
        if not all(parts):
            return None
        return Tally(
            self.deals - other.deals,
            self.wins - other.wins,
            self.squares - other.squares,
            self.seat_wins - other.seat_wins,
            self.seat_squares - other.seat_squares,
            self.turns - other.turns,
            self.passes - other.passes,
        )

    def add_deal(self, winners: Sequence[str], seats: Sequence[int]) -> None:
        """Add one deal: who won each of its games, and from which seat."""
        self.deals += 1
        _add(self.wins, self.squares, winners)
        _add(self.seat_wins, self.seat_squares, seats)

    def as_json(self) -> dict[str, Any]:
        """Give the sums as values for JSON, which `from_json` reads again.

        >>> Tally(deals=2, wins=Counter(random=5)).as_json()["wins"]
        {'random': 5}
        """
        return {
            "deals": self.deals,
            "wins": dict(self.wins),
            "squares": dict(self.squares),
            "seat_wins": {str(seat): won for seat, won in self.seat_wins.items()},
            "seat_squares": {str(seat): won for seat, won in self.seat_squares.items()},
            "turns": self.turns,
            "passes": self.passes,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """Read the sums again.

        >>> tally = Tally(deals=2, seat_wins=Counter({0: 5}))
        >>> Tally.from_json(tally.as_json()) == tally
        True

        Raises KeyError, TypeError, AttributeError or ValueError for anything else.
        """
        return cls(
            whole(data["deals"]),
            Counter({str(name): whole(won) for name, won in data["wins"].items()}),
            Counter({str(name): whole(won) for name, won in data["squares"].items()}),
            Counter({int(seat): whole(won) for seat, won in data["seat_wins"].items()}),
            Counter({int(seat): whole(won) for seat, won in data["seat_squares"].items()}),
            whole(data["turns"]),
            whole(data["passes"]),
        )

    def fault(self, players: Sequence[str], cards: int) -> str:
        """Say why these cannot be the sums of real deals; "" where they can be.

        players: the names, one for each seat. cards: how many are dealt.

        >>> Tally(deals=1, wins=Counter(a=5)).fault("abcd", 52)
        '5 wins in 4 games'
        """
        seats = len(players)
        games, laid = self.deals * seats, self.turns - self.passes
        deals = (self.deals, seats)
        found = _fault_of(self.wins, self.squares, players, *deals)
        found = found or _fault_of(self.seat_wins, self.seat_squares, range(seats), *deals)
        if found:
            return found
        if not games <= laid <= games * cards:
            return f"{laid} cards laid in {games} games with {cards} cards"
        if self.passes > (seats - 1) * (laid + games):
            return f"{self.passes} passes for {laid} cards laid"
        return ""

    def contest(self, players: Sequence[str], rules: Rules, seed: int) -> Contest:
        """Reckon the shares of the players, by name and by seat; there must be two deals or more."""
        count, deals = rules.players, self.deals
        games = deals * count
        return Contest(
            format_rules(rules),
            tuple(players),
            deals,
            seed,
            games,
            tuple(
                _share(name, many, self.wins[name], self.squares[name], deals, count)
                for name, many in Counter(players).items()
            ),
            tuple(
                _share(
                    seat_name(seat), 1, self.seat_wins[seat], self.seat_squares[seat], deals, count
                )
                for seat in range(count)
            ),
            self.turns / games,
            self.passes / games,
        )


def _add(wins: Counter[T], squares: Counter[T], won: Sequence[T]) -> None:
    for each, many in Counter(won).items():
        wins[each] += many
        squares[each] += many * many


def _fault_of(
    won: Counter[T], squares: Counter[T], known: Iterable[T], deals: int, seats: int
) -> str:
    """Say why these cannot be the wins of the known, and their squares; "" where they can be."""
    strange = (won.keys() | squares.keys()) - set(known)
    if strange:
        return f"“{str(min(strange, key=str))[:40]}” is none of its players or seats"
    if won.total() != deals * seats:
        return f"{won.total()} wins in {deals * seats} games"
    if not all(_may_be_squares(won[key], squares[key], deals, seats) for key in won | squares):
        return "the wins and their squares do not go together"
    return ""


def _may_be_squares(won: int, squares: int, deals: int, most: int) -> bool:
    """Whether so many games can be won in some deals, at the most `most` in each, with such a sum of squares."""
    each, more = divmod(won, deals)
    full, rest = divmod(won, most)
    least = (deals - more) * each * each + more * (each + 1) ** 2
    return least <= squares <= full * most * most + rest * rest and (squares - won) % 2 == 0


def whole(value: object) -> int:
    """Give a number that was read; raise ValueError where it is no whole number from 0."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{value!r} is no number of deals, wins, turns or passes")


def _share(name: str, seats: int, wins: int, squares: int, deals: int, games_a_deal: int) -> Share:
    """Reckon a share and its interval from the wins per deal: deals are independent, the games of one are not."""
    mean = wins / deals
    variance = max(0.0, (squares - deals * mean * mean) / (deals - 1))
    scale = 100 / (games_a_deal * seats)
    return Share(name, seats, wins, scale * mean, scale * 1.96 * sqrt(variance / deals))


def seat_name(seat: int) -> str:
    """Name a seat counted from the opener.

    >>> seat_name(0), seat_name(2)
    ('opener', 'opener + 2')
    """
    return "opener" if seat == 0 else f"opener + {seat}"
