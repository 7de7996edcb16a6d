"""Measuring players against one another: many deals, each replayed with the players moved round the table.

A deal is lucky for one seat or another. So every deal is played once for each seat the first player can sit in, the
others keeping their order behind it: the luck of the seat cancels. Games of one deal resemble one another, so an
interval is reckoned from the deals, not from the games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from random import Random

from sevens_kernel.cards import count_of
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.errors import SevensError
from sevens_kernel.play import play_until
from sevens_kernel.players import Player, player, player_names
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules, title

MOST_DEALS = 10_000_000
_CHUNK = (
    20  # deals handed to a process at a time: a second of work or less, so that progress is seen
)


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
class _Tally:
    """Sums over deals, all whole numbers, so that the order in which deals are added cannot matter."""

    deals: int
    wins: Counter[str]
    squares: Counter[str]  # of each deal's wins
    seat_wins: Counter[int]
    seat_squares: Counter[int]
    turns: int = 0
    passes: int = 0

    @classmethod
    def empty(cls) -> _Tally:
        return cls(0, Counter(), Counter(), Counter(), Counter())

    def add(self, other: _Tally) -> None:
        """Add another tally to this one."""
        self.deals += other.deals
        self.wins.update(other.wins)
        self.squares.update(other.squares)
        self.seat_wins.update(other.seat_wins)
        self.seat_squares.update(other.seat_squares)
        self.turns += other.turns
        self.passes += other.passes


def contest(
    players: Sequence[Player],
    rules: Rules,
    deals: int,
    seed: int,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Contest:
    """Play deals between players, one for each seat, every deal once for each way of moving them round the table.

    deals: how many deals; the games are that number times the seats. seed: chooses the deals and all chance; equal
    seeds give equal results whatever jobs, the number of processes, is. progress: called with the number of deals done.
    Players of equal names are counted together.

    >>> from sevens_kernel.players import player
    >>> four = [player("heuristic")] + [player("random")] * 3
    >>> contest(four, Rules(), deals=10, seed=1).games
    40

    Raises SevensError for a number of players other than the rules', and for fewer than two deals.
    """
    _check(players, rules, deals, jobs)
    tally = _Tally.empty()
    for part in _parts(players, rules, deals, seed, jobs):
        tally.add(part)
        if progress is not None:
            progress(tally.deals)
    return _contest(tuple(each.name for each in players), rules, seed, tally)


def _check(players: Sequence[Player], rules: Rules, deals: int, jobs: int) -> None:
    if len(players) != rules.players:
        named = count_of(len(players), "player")
        raise SevensError(
            f"{named} named for a table of {rules.players}: name one player for each seat"
        )
    if not 2 <= deals <= MOST_DEALS:
        raise SevensError(f"deals “{deals}”: write a whole number from 2 to {MOST_DEALS}")
    if not 1 <= jobs <= 64:
        raise SevensError(f"jobs “{jobs}”: write a whole number from 1 to 64")


def _parts(
    players: Sequence[Player], rules: Rules, deals: int, seed: int, jobs: int
) -> Iterator[_Tally]:
    chance = Random(seed)
    numbers = [int(chance.random() * (MAX_DEAL + 1)) for _ in range(deals)]
    chunks = [numbers[at : at + _CHUNK] for at in range(0, deals, _CHUNK)]
    play = partial(_play_deals, tuple(players), rules)
    if jobs == 1:
        yield from map(play, chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, chunks)


def _play_deals(players: tuple[Player, ...], rules: Rules, numbers: Iterable[int]) -> _Tally:
    """Play some deals in every rotation and sum up."""
    tally = _Tally.empty()
    count = rules.players
    for number in numbers:
        start = deal(rules, number)
        wins: Counter[str] = Counter()
        seat_wins: Counter[int] = Counter()
        for turned in range(count):
            seated = {(place + turned) % count: each for place, each in enumerate(players)}
            state = play_until(start, seated, Random((number << 8) + turned))
            assert state.out is not None  # a full deal always ends: somebody holds a card that fits
            wins[seated[state.out].name] += 1
            seat_wins[(state.out - start.turn) % count] += 1
            tally.turns += sum(not (act.move.free or act.false) for act in state.history)
            tally.passes += sum(state.passes)
        tally.deals += 1
        tally.wins.update(wins)
        tally.seat_wins.update(seat_wins)
        tally.squares.update({name: won * won for name, won in wins.items()})
        tally.seat_squares.update({seat: won * won for seat, won in seat_wins.items()})
    return tally


def _contest(names: tuple[str, ...], rules: Rules, seed: int, tally: _Tally) -> Contest:
    seats = Counter(names)
    count, deals = rules.players, tally.deals
    by_player = [
        _share(name, many, tally.wins[name], tally.squares[name], deals, count)
        for name, many in seats.items()
    ]
    by_seat = [
        _share(_seat_name(seat), 1, tally.seat_wins[seat], tally.seat_squares[seat], deals, count)
        for seat in range(count)
    ]
    games = deals * count
    return Contest(
        format_rules(rules),
        names,
        deals,
        seed,
        games,
        tuple(by_player),
        tuple(by_seat),
        tally.turns / games,
        tally.passes / games,
    )


def _share(name: str, seats: int, wins: int, squares: int, deals: int, games_a_deal: int) -> Share:
    """Reckon a share and its interval from the wins per deal: deals are independent, the games of one are not."""
    mean = wins / deals
    variance = max(0.0, (squares - deals * mean * mean) / (deals - 1))
    scale = 100 / (games_a_deal * seats)
    return Share(name, seats, wins, scale * mean, scale * 1.96 * sqrt(variance / deals))


def _seat_name(seat: int) -> str:
    return "opener" if seat == 0 else f"opener + {seat}"


def report(result: Contest) -> str:
    """Write a contest as a small table for people."""
    seats = len(result.players)
    lines = [
        f"{title(parse_rules(result.rules))}, {seats} players: {result.deals} deals (seed {result.seed}), "
        f"each played {seats} times with the players moved round, {result.games} games",
        "",
        f"{'player':<20}{'seats':>6}{'wins':>9}   won by one such seat (95 % interval)",
        *(f"{each.name:<20}{each.seats:>6}{each.wins:>9}   {each}" for each in result.by_player),
        f"{'even':<20}{'':>15}   {100 / seats:.1f} %",
        "",
        f"{'seat':<20}{'':>6}{'wins':>9}   won (95 % interval)",
        *(f"{each.name:<20}{'':>6}{each.wins:>9}   {each}" for each in result.by_seat),
        "",
        f"{result.turns:.1f} turns and {result.passes:.1f} passes a game",
    ]
    return "\n".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arena's options to a command-line parser."""
    parser.add_argument(
        "--players",
        default="heuristic,random,random,random",
        help=f"one for each seat, joined by commas: {', '.join(name.replace(' ', '-') for name in player_names())}",
    )
    parser.add_argument(
        "--rules", default="school:4", help="a rule set and its players, such as fan-tan:5"
    )
    parser.add_argument(
        "--deals", type=int, default=1000, help="how many deals; each is played once for every seat"
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses the deals and all chance")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--json", action="store_true", help="print figures for a program")


def run(options: argparse.Namespace) -> int:
    """Play what the options ask for and print the result; give the exit status.

    Raises SevensError for options that cannot be.
    """
    players = [player(name) for name in options.players.split(",")]
    watched = sys.stderr.isatty()

    def progress(done: int) -> None:
        print(f"\r{done} of {options.deals} deals ", end="", file=sys.stderr, flush=True)

    result = contest(
        players,
        parse_rules(options.rules),
        options.deals,
        options.seed,
        jobs=options.jobs,
        progress=progress if watched else None,
    )
    if watched:
        print("\r\x1b[K", end="", file=sys.stderr)
    print(json.dumps(asdict(result), indent=2) if options.json else report(result))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the arena from the command line; give 2 for options that cannot be, with a sentence on the error stream."""
    parser = argparse.ArgumentParser(
        "sevens_kernel arena", description="Measure players against one another."
    )
    add_arguments(parser)
    try:
        return run(parser.parse_args(argv))
    except SevensError as error:
        print(error, file=sys.stderr)
        return 2
