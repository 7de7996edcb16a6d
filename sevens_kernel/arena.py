"""Measuring players against one another: many deals, each replayed with the players moved round the table.

A deal is lucky for one seat or another. So every deal is played once for each seat the first player can sit in, the
others keeping their order behind it: the luck of the seat cancels. Games of one deal resemble one another, so an
interval is reckoned from the deals, not from the games.

Deals are played in portions, which may be shared out among processes, kept in a file (see `ledger`) and played in any
order: the sums are whole numbers, and each deal has chance of its own.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from random import Random

from sevens_kernel.cards import count_of
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.errors import SevensError
from sevens_kernel.play import play_until
from sevens_kernel.players import Player
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import parse_rules, title
from sevens_kernel.tally import Contest, Share, Tally

__all__ = ["MOST_DEALS", "Contest", "Run", "Share", "contest", "play_deals", "report"]

MOST_DEALS = 10_000_000
MOST_JOBS = 64
_PORTIONS = 100  # of the whole, so that progress is seen and little is lost when a run is stopped
LARGEST_PORTION = 50  # deals


class Run:
    """A contest under way: which portions of its deals have been played, and what came of them.

    players: one for each seat. deals: how many. seed: chooses the deals and all chance. size: deals of a portion;
    None: a hundredth of them, at least 1 and at most 50. tally: the sums so far.

    >>> from sevens_kernel.players import player
    >>> run = Run([player("priority")] + [player("random")] * 3, Rules(), deals=10, seed=1)
    >>> run.play()
    >>> run.tally.deals, run.result().games
    (10, 40)

    Raises SevensError for a number of players other than the rules', and for fewer than two deals.
    """

    def __init__(
        self,
        players: Sequence[Player],
        rules: Rules,
        deals: int,
        seed: int,
        size: int | None = None,
    ) -> None:
        if len(players) != rules.players:
            named = count_of(len(players), "player")
            raise SevensError(
                f"{named} named for a table of {rules.players}: name one player for each seat"
            )
        if not 2 <= deals <= MOST_DEALS:
            raise SevensError(f"deals “{deals}”: write a whole number from 2 to {MOST_DEALS}")
        self.players, self.rules = tuple(players), rules
        self.deals, self.seed = deals, seed
        self.size = size or max(1, min(LARGEST_PORTION, deals // _PORTIONS))
        self.tally = Tally()
        self._played: set[int] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, seat by seat."""
        return tuple(each.name for each in self.players)

    def take(self, portion: int, tally: Tally) -> bool:
        """Count a portion played already; say whether it was one of this run and not counted before."""
        first = portion * self.size
        if portion < 0 or portion in self._played:
            return False
        if tally.deals != min(self.size, self.deals - first):
            return False
        self._played.add(portion)
        self.tally.add(tally)
        return True

    def first_of(self, portion: int) -> Tally | None:
        """Play the first deal of a portion, without counting it; None where the run has no such portion."""
        numbers = next((numbers for at, numbers in self._portions() if at == portion), None)
        return play_deals(self.players, self.rules, numbers[:1]) if numbers else None

    def play(
        self,
        jobs: int = 1,
        progress: Callable[[int], None] | None = None,
        keep: Callable[[int, Tally], None] | None = None,
    ) -> None:
        """Play what is left.

        jobs: how many processes share the work; the result does not depend on it. progress: called with the number
        of deals done. keep: called with every portion and what came of it.

        Raises SevensError for a number of processes that cannot be, or when one of them ends by itself.
        """
        if not 1 <= jobs <= MOST_JOBS:
            raise SevensError(f"jobs “{jobs}”: write a whole number from 1 to {MOST_JOBS}")
        work = partial(play_deals, self.players, self.rules)
        left = self._left()
        parts = _alone(work, left) if jobs == 1 else _shared(work, left, jobs)
        with closing(parts):
            for portion, tally in parts:
                if self.take(portion, tally) and keep is not None:
                    keep(portion, tally)
                if progress is not None:
                    progress(self.tally.deals)

    def _left(self) -> Iterator[tuple[int, list[int]]]:
        """Give the portions not yet played, with the numbers of their deals."""
        return (each for each in self._portions() if each[0] not in self._played)

    def _portions(self) -> Iterator[tuple[int, list[int]]]:
        chance = Random(self.seed)
        for portion, first in enumerate(range(0, self.deals, self.size)):
            many = min(self.size, self.deals - first)
            numbers = [int(chance.random() * (MAX_DEAL + 1)) for _ in range(many)]
            yield portion, numbers

    def result(self) -> Contest:
        """Give the shares of what has been played.

        Raises SevensError before two deals are done.
        """
        if self.tally.deals < 2:
            raise SevensError(
                "Fewer than two deals have been played: there is nothing to tell yet."
            )
        return self.tally.contest(self.names, self.rules, self.seed)


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
    run = Run(players, rules, deals, seed)
    run.play(jobs, progress)
    return run.result()


def play_deals(players: Sequence[Player], rules: Rules, numbers: Iterable[int]) -> Tally:
    """Play some deals in every rotation and sum up.

    >>> from sevens_kernel.players import player
    >>> play_deals([player("random")] * 4, Rules(), [1234]).wins
    Counter({'random': 4})
    """
    tally = Tally()
    count = rules.players
    for number in numbers:
        start = deal(rules, number)
        winners, seats = [], []
        for turned in range(count):
            seated = {(place + turned) % count: each for place, each in enumerate(players)}
            state = play_until(start, seated, Random((number << 8) + turned))
            assert state.out is not None  # a full deal always ends: somebody holds a card that fits
            winners.append(seated[state.out].name)
            seats.append((state.out - start.turn) % count)
            tally.turns += sum(not (act.move.free or act.false) for act in state.history)
            tally.passes += sum(state.passes)
        tally.add_deal(winners, seats)
    return tally


_Portions = Iterator[tuple[int, list[int]]]
_Parts = Generator[tuple[int, Tally], None, None]
_Work = Callable[[Iterable[int]], Tally]


def _alone(work: _Work, portions: _Portions) -> _Parts:
    for portion, numbers in portions:
        yield portion, work(numbers)


def _shared(work: _Work, portions: _Portions, jobs: int) -> _Parts:
    """Share the portions out among processes, which end at once when this one is interrupted."""
    # Imported late: a browser's Python has no processes, and needs none for one job.
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_first)
    waiting: dict[Future[Tally], int] = {}
    try:
        for portion, numbers in islice(portions, 2 * jobs):
            waiting[pool.submit(work, numbers)] = portion
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
                for portion, numbers in islice(portions, 1):
                    waiting[pool.submit(work, numbers)] = portion
    except BrokenProcessPool:
        raise SevensError(
            "One of the processes ended before its deals did: try again, with fewer jobs if memory is short."
        ) from None
    finally:
        if waiting:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_first() -> None:
    """Let Ctrl-C, which reaches every process of a terminal, be answered by the one that gave out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the first does when it is asked to end would here end one portion, and begin the next.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


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
