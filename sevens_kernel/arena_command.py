"""The arena in the terminal: options, progress, a file to go on from, and an end by Ctrl-C that loses nothing."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from typing import TextIO

from sevens_kernel.arena import MOST_JOBS, Run, report
from sevens_kernel.errors import SevensError
from sevens_kernel.ledger import Ledger
from sevens_kernel.players import player, player_names
from sevens_kernel.rulesets import parse_rules

STOPPED = 130  # the status of a program ended by Ctrl-C
_LINE_EVERY = 10.0  # seconds between two lines where nobody watches a bar
_BAR_EVERY = 0.1


class Progress:
    """Says how far a run is: a bar on a terminal; elsewhere a line now and then, none in the first ten seconds."""

    def __init__(
        self,
        stream: TextIO,
        whole: int,
        done: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.stream, self.whole, self.before, self.clock = stream, whole, done, clock
        self.bar = stream.isatty()
        self.began = self.told = clock()

    def __call__(self, done: int) -> None:
        """Tell the number of deals done, unless something was told a moment ago."""
        now = self.clock()
        if now - self.told < (_BAR_EVERY if self.bar else _LINE_EVERY):
            return
        self.told = now
        words = f"{done} of {self.whole} deals{self._rest(done, now)}"
        if not self.bar:
            print(words, file=self.stream, flush=True)
            return
        room = max(0, min(40, get_terminal_size().columns - len(words) - 4))
        full = room * done // self.whole
        bar = f"[{'#' * full}{'.' * (room - full)}] " if room > 4 else ""
        print(f"\r\x1b[K{bar}{words}", end="", file=self.stream, flush=True)

    def _rest(self, done: int, now: float) -> str:
        new = done - self.before
        left = (self.whole - done) * (now - self.began) / new if new else 0.0
        if left < 1:
            return ""
        return f", {left:.0f} s left" if left < 120 else f", {left / 60:.0f} min left"

    def close(self) -> None:
        """Take the bar away."""
        if self.bar:
            print("\r\x1b[K", end="", file=self.stream, flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arena's options to a command-line parser."""
    names = ", ".join(name.replace(" ", "-") for name in player_names())
    parser.add_argument(
        "--players",
        default="heuristic,random,random,random",
        help=f"one for each seat, joined by commas: {names}",
    )
    parser.add_argument(
        "--rules", default="school:4", help="a rule set and its players, such as fan-tan:5"
    )
    parser.add_argument(
        "--deals", type=int, default=1000, help="how many deals; each is played once for every seat"
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses the deals and all chance")
    parser.add_argument(
        "--jobs", type=int, help="processes that share the work; without it, one for each core"
    )
    parser.add_argument(
        "--save", metavar="FILE", help="keep what is played; the same command goes on from there"
    )
    parser.add_argument("--json", action="store_true", help="print figures for a program")


def cores() -> int:
    """Give the number of cores this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(options: argparse.Namespace) -> int:
    """Play what the options ask for and print the result; give the exit status, 130 after Ctrl-C.

    Raises SevensError for options that cannot be.
    """
    players = [player(name) for name in options.players.split(",")]
    run = Run(players, parse_rules(options.rules), options.deals, options.seed)
    ledger = None if options.save is None else Ledger(Path(options.save), run)
    progress = Progress(sys.stderr, options.deals, run.tally.deals)
    jobs = min(cores(), MOST_JOBS) if options.jobs is None else options.jobs
    stopped = False
    try:
        with _ended_like_ctrl_c():
            run.play(jobs, progress, None if ledger is None else ledger.keep)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
        if ledger is not None:
            ledger.close()
    if stopped:
        print(_farewell(run, options), file=sys.stderr, flush=True)
    if not stopped or run.tally.deals >= 2:
        result = run.result()
        print(json.dumps(asdict(result), indent=2) if options.json else report(result))
    return STOPPED if stopped else 0


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Treat a polite request to end as Ctrl-C."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not the main thread: signals come to another
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _farewell(run: Run, options: argparse.Namespace) -> str:
    """Say how far the run came and how to go on."""
    done = f"Stopped after {run.tally.deals} of {run.deals} deals."
    if options.save is None:
        return f"{done} They are not kept: with --save FILE the same command goes on where it was stopped."
    words = ["python", "-m", "sevens_kernel", "arena"]
    for name in ("players", "rules", "deals", "seed", "jobs", "save"):
        value = getattr(options, name)
        if value is not None:
            words += [f"--{name}", str(value)]
    return f"{done} To go on: {shlex.join(words)}{' --json' if options.json else ''}"


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
