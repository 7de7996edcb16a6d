"""The arena as a command: progress, a file to go on from, and an end by Ctrl-C that loses nothing."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from sevens_kernel import Rules, SevensError
from sevens_kernel.arena import Run, contest
from sevens_kernel.arena_command import Progress, cores
from sevens_kernel.players import player

ROOT = Path(__file__).parents[2]
WAIT = 60  # seconds, many times what is needed
FOUR = [player(name) for name in ("priority", "random", "random", "heuristic")]
NAMES = ["--players", "priority,random,random,heuristic"]


def arena(*options: str) -> subprocess.Popen[str]:
    """Start the real command, as a terminal would."""
    return subprocess.Popen(
        [sys.executable, "-m", "sevens_kernel", "arena", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def stopped_in_the_middle(path: Path, *options: str, by: int = signal.SIGINT) -> tuple[str, str]:
    """Start a long run with two processes, end it when something is saved, and give what it printed."""
    process = arena(*NAMES, "--deals", "100000", "--jobs", "2", "--save", str(path), *options)
    until = time.monotonic() + WAIT
    while lines_of(path) < 3:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    workers = psutil.Process(process.pid).children(recursive=True)
    assert len(workers) >= 2
    process.send_signal(by)
    out, err = process.communicate(timeout=WAIT)
    assert process.returncode == 130
    assert psutil.wait_procs(workers, timeout=WAIT)[1] == []
    return out, err


# ---- stopped, and gone on with -------------------------------------------------------------


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_prints_what_is_done_and_how_to_go_on(tmp_path: Path, by: int) -> None:
    path = tmp_path / "run of mine.jsonl"
    out, err = stopped_in_the_middle(path, by=by)
    assert "Traceback" not in out + err
    first, *more = err.splitlines()
    assert more == []
    done = int(first.removeprefix("Stopped after ").split()[0])
    assert first.startswith(f"Stopped after {done} of 100000 deals. To go on: python -m ")
    assert first.endswith(f"--deals 100000 --seed 1 --jobs 2 --save '{path}'")
    assert f"{done} deals (seed 1)" in out
    assert 50 <= done < 100000


def test_a_stopped_run_goes_on_to_the_same_result_as_one_never_stopped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    out, _ = stopped_in_the_middle(path, "--json")
    done = json.loads(out)["deals"]
    deals = done + 75  # so many that the rest is soon played
    run = arena(*NAMES, "--deals", str(deals), "--jobs", "2", "--save", str(path), "--json")
    out, err = run.communicate(timeout=WAIT)
    assert (run.returncode, err) == (0, "")
    whole = contest(FOUR, Rules(), deals, seed=1, jobs=2)
    assert json.loads(out)["deals"] == whole.deals == deals
    assert [each["wins"] for each in json.loads(out)["by_player"]] == [
        each.wins for each in whole.by_player
    ]
    assert [each["interval"] for each in json.loads(out)["by_seat"]] == [
        each.interval for each in whole.by_seat
    ]
    assert (json.loads(out)["turns"], json.loads(out)["passes"]) == (whole.turns, whole.passes)


def test_ctrl_c_does_not_wait_for_what_is_being_played() -> None:
    slow = (
        "sampler,sampler,sampler,sampler"  # fifty such deals, played four times, take many minutes
    )
    process = arena("--players", slow, "--deals", "100000", "--jobs", "2")
    try:
        until = time.monotonic() + WAIT
        while len(workers := psutil.Process(process.pid).children(recursive=True)) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        while sum(each.cpu_times().user for each in workers) < 1:  # they have begun to play
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=WAIT)
    finally:
        process.kill()
    assert process.returncode == 130
    assert err.startswith("Stopped after 0 of 100000 deals.")
    assert psutil.wait_procs(workers, timeout=WAIT)[1] == []


def test_without_a_file_ctrl_c_says_that_nothing_is_kept() -> None:
    first, second = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sevens_kernel", "arena", *NAMES, "--deals", "1000000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=second,
        text=True,
        encoding="utf-8",
    )
    try:
        told = ""
        while "00 of 1000000 deals" not in told:  # portions of 50 deals: two are done
            told += os.read(first, 10_000).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=WAIT)
        told += os.read(first, 10_000).decode()
    finally:
        os.close(first)
        os.close(second)
    assert process.returncode == 130
    assert "with --save FILE the same command goes on where it was stopped." in told
    assert "turns and" in out
    assert "Traceback" not in told


# ---- progress ------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_grows_on_a_terminal_and_goes_away() -> None:
    now = iter(range(100))
    stream = Terminal()
    progress = Progress(stream, 200, clock=lambda: float(next(now)))
    for done in (50, 100, 200):
        progress(done)
    progress.close()
    shown = stream.getvalue().split("\r\x1b[K")[1:]
    assert [text.count("#") * 4 for text in shown[:3]] == [
        len(text[text.index("[") + 1 : text.index("]")]) * part
        for text, part in zip(shown[:3], (1, 2, 4), strict=True)
    ]
    assert "] 50 of 200 deals, 3 s left" in shown[0]
    assert shown[2].endswith("200 of 200 deals")
    assert shown[3] == ""


def test_elsewhere_a_line_is_told_now_and_then() -> None:
    now = iter([0.0, 4.0, 11.0, 12.0, 25.0])
    stream = io.StringIO()
    progress = Progress(stream, 100, done=20, clock=lambda: next(now))
    for done in (30, 42, 50, 70):
        progress(done)
    progress.close()
    assert stream.getvalue().splitlines() == [
        "42 of 100 deals, 29 s left",  # 22 in 11 s: what was in the file says nothing of the pace
        "70 of 100 deals, 15 s left",
    ]


def test_the_real_command_draws_its_bar_on_a_terminal_only() -> None:
    first, second = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sevens_kernel", "arena", *NAMES, "--deals", "300"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=second,
    )
    os.close(second)
    told = b""
    with suppress(OSError):  # the other end of a terminal is closed by an error
        while more := os.read(first, 10_000):  # as it is told: a terminal holds little
            told += more
    os.close(first)
    out, _ = process.communicate(timeout=WAIT)
    assert process.returncode == 0
    assert b"of 300 deals" in told
    assert told.endswith(b"\r\x1b[K")
    assert b"\r" not in out


# ---- processes -----------------------------------------------------------------------------


class Dies:
    """A player whose process ends in the middle of a deal, as when memory runs out."""

    name = "dies"

    def choose(self, view: object, rng: object) -> None:
        os._exit(1)


def test_a_process_that_ends_by_itself_is_told_in_a_sentence() -> None:
    run = Run([Dies(), *FOUR[1:]], Rules(), 10, 1)  # type: ignore[list-item]
    with pytest.raises(SevensError, match="One of the processes ended before its deals did"):
        run.play(jobs=2)


def test_all_cores_are_used_unless_told_otherwise() -> None:
    assert cores() == len(os.sched_getaffinity(0))


def test_nothing_is_told_before_two_deals_are_done() -> None:
    with pytest.raises(SevensError, match="Fewer than two deals"):
        Run(FOUR, Rules(), 10, 1).result()
