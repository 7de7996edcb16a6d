"""A class opens one lesson: this course against stock Voila, on the same notebook, in one run.

    python -m benchmarks class                  thirty learners within two seconds; some minutes
    python -m benchmarks class --learners 4     a small class
    python -m benchmarks class --bursts 20      also: twenty classes one after the other, is anything mixed up?
    python -m benchmarks class --json FILE      keep the figures; --write puts the table into CLASSROOM.md

The learners are clients without a browser (class_client.py): what a browser would draw is not in the
seconds, nor are the scripts, which a browser fetches once and keeps. Stock Voila runs with its own
template and settings, but for its kernels' sockets: on TCP ports a burst of kernels now and then
stops the whole server, and nothing could be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from benchmarks.class_client import Learner, StrayError
from benchmarks.class_table import Figures, bars, table, write

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "CLASSROOM.md"
MIB = 1024 * 1024
CULL = 30  # seconds, in the course's runs: a page that vanished loses its kernel after that


@dataclass
class Server:
    """A running server and its processes."""

    url: str
    process: subprocess.Popen[bytes]

    def kernels(self) -> list[psutil.Process]:
        """Return every process beneath the server that is a kernel."""
        found = []
        for one in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                line = " ".join(one.cmdline())
                forked = "forking.nursery" in line and one.ppid() != self.process.pid
                if forked or "ipykernel_launcher" in line:
                    found.append(one)
        return found

    def memory(self) -> float:
        """Return the MiB of everything beneath the server: kernels, and what they are forked from."""
        total = 0
        for one in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += one.memory_full_info().pss
        return total / MIB

    def cpu(self) -> float:
        """Return the processor seconds of the server's own process."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(name: str, folder: Path, port: int, learners: int, lesson: str) -> list[str]:
    """Return how a server is started: "stock", "empty pool" or "warm pool"."""
    if name == "stock":
        return [
            *(sys.executable, "-m", "voila", str(folder), f"--Voila.port={port}"),
            *("--no-browser", "--Voila.ip=127.0.0.1", "--KernelManager.transport=ipc"),
            *("--Voila.config_file_paths=[]", "--Voila.log_level=ERROR"),
        ]
    warm = learners if name == "warm pool" else 0
    return [
        *(sys.executable, "-m", "classroom", "serve", str(folder), "--port", str(port)),
        *("--class-size", str(warm), "--lesson", lesson, "--cull-after", str(CULL)),
    ]


@contextlib.contextmanager
def running(name: str, folder: Path, learners: int, lesson: str) -> Iterator[Server]:
    """Start a server in a folder of its own, wait until it answers, end it afterwards."""
    port = free_port()
    with tempfile.TemporaryDirectory() as home:
        env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
        env |= {f"JUPYTER_{each}_DIR": f"{home}/{each.lower()}" for each in ("CONFIG", "DATA")}
        log = Path(home) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command(name, folder, port, learners, lesson),
                cwd=ROOT,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            until = time.monotonic() + 60
            while not answers(port):
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"{name}: no server\n{log.read_text()}")
                time.sleep(0.1)
            yield Server(f"http://127.0.0.1:{port}/", process)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def answers(port: int) -> bool:
    """Say whether somebody listens at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# ---- one class -----------------------------------------------------------------------------


async def open_class(url: str, lesson: str, learners: int, within: float) -> list[Learner | None]:
    """Let so many learners open a lesson within so many seconds; None stands for one who failed."""

    async def one(number: int) -> Learner | None:
        await asyncio.sleep(within * number / learners)
        learner = Learner(url, lesson)
        try:
            await learner.open()
        except (TimeoutError, StrayError, OSError) as error:
            print(f"  a page did not open: {error!r}", file=sys.stderr)
            return None
        return learner

    return list(await asyncio.gather(*map(one, range(learners))))


async def play(pupils: Sequence[Learner], seconds: float, rng: random.Random) -> int:
    """Let all play at once, a move about every second and a half, each with a deal of its own.

    Return how many lost the line to their kernel.
    """

    async def one(number: int, pupil: Learner, start: float) -> int:
        await asyncio.sleep(start)
        try:
            await pupil.deal(1000 + number)
            until = time.monotonic() + seconds
            await pupil.hello()
            while time.monotonic() < until:
                await pupil.move()
                await asyncio.sleep(1 + rng.random())
        except (TimeoutError, StrayError) as error:
            print(f"  a game stopped: {error!r}", file=sys.stderr)
            return 1
        return 0

    games = (one(n, each, 2 * rng.random()) for n, each in enumerate(pupils))
    return sum(await asyncio.gather(*games))


async def reload(pupils: Sequence[Learner], figures: Figures) -> list[Learner]:
    """Let some learners load their page anew: the farewell, then the page again."""

    async def one(pupil: Learner) -> Learner | None:
        await pupil.leave()
        fresh = Learner(pupil.base, pupil.lesson, cookies=pupil.cookies)
        try:
            await fresh.open()
        except (TimeoutError, StrayError, OSError):
            figures.failed += 1
            return None
        figures.reloads.append(fresh.clickable)
        return fresh

    return [each for each in await asyncio.gather(*map(one, pupils)) if each is not None]


async def close(pupils: Sequence[Learner]) -> None:
    """Close all tabs: most say farewell, every fifth vanishes without a word."""
    for pupil in pupils[4::5]:
        pupil.vanish()
    await asyncio.gather(*(each.leave() for n, each in enumerate(pupils) if n % 5 != 4))


async def wait_for_kernels(server: Server, wanted: int, most: float) -> float:
    """Wait until so many kernels run, at most so many seconds; return how long that took."""
    begun = time.monotonic()
    while len(server.kernels()) != wanted and time.monotonic() - begun < most:
        await asyncio.sleep(0.25)
    return time.monotonic() - begun


async def one_class(server: Server, name: str, options: argparse.Namespace) -> Figures:
    """Let a class come, play, reload, leave, and a second one come a minute after the first."""
    n, lesson, rng = options.learners, options.lesson, random.Random(1)
    figures = Figures(name, n, bursts=options.bursts)
    rest = sum(ready_tables(n, name, lesson).values())
    await wait_for_kernels(server, rest, 120)
    await asyncio.sleep(3)
    figures.rest_mib_before = server.memory()
    before, begun = server.cpu(), time.monotonic()
    pupils = [each for each in await open_class(server.url, lesson, n, options.within) if each]
    figures.cpu_ms_a_page = (server.cpu() - before) / n * 1000
    figures.failed = n - len(pupils)
    figures.clickable = [each.clickable for each in pupils]
    figures.kernels_mib = server.memory()
    figures.failed += await play(pupils, options.seconds, rng)
    figures.trips = [each for pupil in pupils for each in pupil.trips]
    third = pupils[: len(pupils) // 3]
    pupils = pupils[len(third) :] + await reload(third, figures)
    figures.strays = sum(each.strays for each in pupils)
    await close(pupils)
    await asyncio.sleep(max(0.0, options.pause - (time.monotonic() - begun)))
    second = [each for each in await open_class(server.url, lesson, n, options.within) if each]
    figures.failed += n - len(second)
    figures.again = [each.clickable for each in second]
    await close(second)
    figures.seconds_to_rest = await wait_for_kernels(server, rest, 90 if name != "stock" else 0)
    figures.kernels_left = len(server.kernels()) - rest
    figures.rest_mib_after = server.memory()
    for number in range(options.bursts if name != "stock" else 0):
        await burst(server, lesson, n, number, figures)
    return figures


async def burst(server: Server, lesson: str, n: int, number: int, figures: Figures) -> None:
    """Let a class come all at once, each ask for a deal of its own, and go."""
    pupils = [each for each in await open_class(server.url, lesson, n, 0.2) if each]
    figures.failed += n - len(pupils)
    kernels = {each.kernel for each in pupils}
    figures.strays += len(pupils) - len(kernels)
    await asyncio.gather(*(each.deal(10_000 + 100 * number + at) for at, each in enumerate(pupils)))
    figures.strays += sum(each.strays for each in pupils)
    await asyncio.gather(*(each.leave() for each in pupils))


def ready_tables(learners: int, name: str, lesson: str) -> dict[str, int]:
    """Return the tables that wait at rest, as the course itself reckons them."""
    from classroom.capacity import capacity
    from classroom.serve import warm_pool

    if name != "warm pool":
        return {}
    fit = capacity([], forked=True).learners
    return warm_pool(ROOT / "notebooks", learners, lesson, fit)


# ---- the command ---------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table and what was missed; return 0, or 1 if an aim was missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--learners", type=int, default=30)
    parser.add_argument("--within", type=float, default=2.0, help="seconds in which all come")
    parser.add_argument("--seconds", type=float, default=15.0, help="of playing")
    parser.add_argument("--pause", type=float, default=60.0, help="seconds to the second class")
    parser.add_argument("--lesson", default="practice_game.ipynb")
    parser.add_argument("--bursts", type=int, default=0)
    parser.add_argument("--only", action="append", choices=["stock", "empty pool", "warm pool"])
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true", help="put the table into CLASSROOM.md")
    options = parser.parse_args(argv)
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notebooks"
        shutil.copytree(ROOT / "notebooks", folder)
        for name in options.only or ["stock", "empty pool", "warm pool"]:
            with running(name, folder, options.learners, options.lesson) as server:
                found.append(asyncio.run(one_class(server, name, options)))
    text = table(found)
    print(text)
    if options.json:
        facts: dict[str, Any] = {"cores": os.cpu_count(), "servers": [asdict(f) for f in found]}
        options.json.write_text(json.dumps(facts, indent=1), encoding="utf-8")
    if options.write:
        write(text, PAGE)
    for each in (missed := bars(found)):
        print(f"Missed: {each}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
