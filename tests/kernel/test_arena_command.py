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
from pathlib import Path

import psutil
import pytest

from sevens_kernel import Rules, SevensError
from sevens_kernel.arena import Run, contest
from sevens_kernel.arena_command import Progress, cores, main
from sevens_kernel.ledger import Ledger
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


# ---- the file ------------------------------------------------------------------------------


def play(path: Path, deals: int = 40, players: list[str] | None = None, seed: int = 1) -> Run:
    """Play with a file and give the run; what was there is taken from it."""
    names = players or ["priority", "random", "random", "heuristic"]
    run = Run([player(name) for name in names], Rules(), deals, seed)
    ledger = Ledger(path, run)
    try:
        run.play(keep=ledger.keep)
    finally:
        ledger.close()
    return run


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = play(path)
    before = path.read_bytes()
    run = Run(FOUR, Rules(), 40, 1)
    ledger = Ledger(path, run)
    assert run.tally == first.tally
    ledger.close()
    told: list[int] = []
    run.play(progress=told.append)
    assert told == []
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 2, 30, 60])
def test_a_half_written_last_line_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "run.jsonl"
    whole = play(path)
    kept = path.read_bytes()
    path.write_bytes(kept[:-cut])
    assert play(path).tally == whole.tally
    assert path.read_bytes() == kept


def test_a_file_with_half_a_first_line_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = play(path)
    kept = path.read_bytes()
    path.write_bytes(kept[:20])
    assert play(path).tally == whole.tally
    assert path.read_bytes() == kept


def test_more_deals_go_on_with_the_same_file_and_fewer_take_their_part(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play(path, deals=30)
    assert play(path, deals=55).result() == contest(FOUR, Rules(), 55, 1)
    before = lines_of(path)
    assert play(path, deals=30).result() == contest(FOUR, Rules(), 30, 1)
    assert lines_of(path) == before


def test_a_portion_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = play(path)
    text = path.read_bytes()
    path.write_bytes(text + text.splitlines(keepends=True)[5])
    assert play(path).tally == whole.tally


def test_a_portion_that_cannot_be_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = play(path)
    lines = path.read_text("utf-8").splitlines()
    for portion in (-1, 40):
        lines.append(json.dumps(json.loads(lines[3]) | {"portion": portion}))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert play(path).tally == whole.tally


def test_a_disc_that_is_full_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    command = [sys.executable, "-m", "sevens_kernel", "arena", *NAMES, "--deals", "200"]
    command += ["--jobs", "1", "--save", str(path)]
    few = ["sh", "-c", 'ulimit -f 2; exec "$@"', "sh"]  # no file may have more than two blocks
    done = subprocess.run(
        [*few, *command], cwd=ROOT, capture_output=True, timeout=WAIT, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode() == f"arena: “{path}” cannot be written: File too large\n"


def refused(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> str:
    """Run the command with a file it must refuse; give the sentence."""
    before = path.read_bytes()
    assert main([*NAMES, "--deals", "40", "--save", str(path), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert path.read_bytes() == before
    return err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seed", "2"], "its seed is 1, not 2"),
        (["--rules", "fan-tan:4"], "its rules are school:4, not fan-tan:4"),
        (
            ["--players", "random,random,random,random"],
            "its players are priority,random,random,heuristic, not random,random,random,random",
        ),
    ],
)
def test_a_file_of_another_contest_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    assert words in refused(capsys, path, *options)


def test_a_file_of_another_version_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    head, *rest = path.read_text("utf-8").splitlines(keepends=True)
    older = json.loads(head) | {"version": "0123456789abcdef"}
    path.write_text(json.dumps(older) + "\n" + "".join(rest), "utf-8")
    assert "begun with another version of the players" in refused(capsys, path)


@pytest.mark.parametrize(
    "text",
    ["shopping\n", "shopping", "[1]\n", '{"a": 1}\n', "3\n", "\0\xff\n", "[" * 100_000 + "\n"],
    ids=lambda text: text[:10],
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    assert "is no file of the arena" in refused(capsys, path)


@pytest.mark.parametrize(
    "line",
    [
        *("x", "{}", "[]", '{"portion": 1}', '{"portion": 0, "deals": -1}'),
        *('{"portion": 1e999}', "[" * 100_000),
    ],
    ids=lambda line: line[:30],
)
def test_a_line_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    lines = path.read_text("utf-8").splitlines()
    lines[3] = line
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert "line 4, cannot be read" in refused(capsys, path)


def test_a_device_cannot_be_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "40", "--save", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "“/dev/zero” is no file of the arena: name another one\n"


def test_a_folder_cannot_be_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "40", "--save", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"“{tmp_path}” cannot be used: Is a directory\n"


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
    try:
        done = subprocess.run(
            [sys.executable, "-m", "sevens_kernel", "arena", *NAMES, "--deals", "600"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=second,
            timeout=WAIT,
            check=False,
        )
        told = os.read(first, 100_000).decode()
    finally:
        os.close(first)
        os.close(second)
    assert done.returncode == 0
    assert "of 600 deals" in told
    assert told.endswith("\r\x1b[K")
    assert "\r" not in done.stdout.decode()


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
