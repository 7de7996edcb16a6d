"""The file in which the arena keeps what it has played: gone on with, refused where it is not what it should be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevens_kernel import Rules, SevensError
from sevens_kernel.arena import Run, contest
from sevens_kernel.arena_command import main
from sevens_kernel.ledger import Ledger
from sevens_kernel.players import player

ROOT = Path(__file__).parents[2]
WAIT = 60  # seconds, many times what is needed
FOUR = [player(name) for name in ("priority", "random", "random", "heuristic")]
NAMES = ["--players", "priority,random,random,heuristic"]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def signed(path: Path, values: dict[str, Any]) -> str:
    """Write a line as somebody would who has read how it is marked."""
    values.pop("mark", None)
    ledger = Ledger(path, Run(FOUR, Rules(), 40, 1))
    ledger.close()
    return json.dumps(values | {"mark": ledger.mark(values)}, ensure_ascii=False)


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


def test_a_portion_of_more_deals_than_wanted_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = play(path)
    lines = path.read_text("utf-8").splitlines()
    lines.append(signed(path, json.loads(lines[3]) | {"portion": 40}))
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
        *('{"portion": 1e999}', "[" * 100_000, '{"portion": %s}' % ("9" * 5000)),
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


# ---- what cannot have been played ----------------------------------------------------------


def changed(path: Path, number: int, **more: Any) -> None:
    """Change a line of a file, and mark it anew."""
    lines = path.read_text("utf-8").splitlines()
    lines[number - 1] = signed(path, json.loads(lines[number - 1]) | more)
    path.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"wins": {"priority": 400}}, "400 wins in 4 games"),
        ({"wins": {"priority": 3}}, "3 wins in 4 games"),
        ({"seat_wins": {"0": 5}}, "5 wins in 4 games"),
        ({"wins": {"sampler": 4}}, "“sampler” is none of its players or seats"),
        ({"seat_wins": {"4": 4}}, "“4” is none of its players or seats"),
        ({"squares": {"priority": 17}}, "the wins and their squares do not go together"),
        (
            {"wins": {"priority": 4}, "squares": {"priority": 4}},
            "the wins and their squares do not go together",
        ),
        ({"turns": 3, "passes": 0}, "3 cards laid in 4 games with 52 cards"),
        ({"turns": 10**9}, "cards laid in 4 games with 52 cards"),
        ({"turns": 1140, "passes": 1000}, "1000 passes for 140 cards laid"),
        ({"deals": 2}, "2 deals in a portion of 1"),
        ({"deals": 0}, "0 deals in a portion of 1"),
    ],
    ids=str,
)
def test_sums_that_cannot_be_are_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, Any], why: str
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    changed(path, 5, **more)
    said = refused(capsys, path)
    assert said.startswith(f"“{path}”, line 5, cannot be true (")
    assert f"{why}): take the line out, or name another file" in said


def test_sums_that_could_be_but_are_not_those_of_the_first_deal_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    changed(path, 2, wins={"priority": 4}, squares={"priority": 16}, turns=232, passes=32)
    assert "line 2, is not what these players play" in refused(capsys, path)


def test_a_longer_portion_must_begin_with_its_first_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """250 deals go in portions of two, of which one deal is played again."""
    path = tmp_path / "run.jsonl"
    whole = play(path, deals=250)
    assert play(path, deals=250).tally == whole.tally
    first = Run(FOUR, Rules(), 250, 1).first_of(0)
    assert first is not None
    loser = next(name for name in ("priority", "heuristic", "random") if first.wins[name] != 4)
    changed(path, 2, wins={loser: 8}, squares={loser: 32})
    assert "line 2, is not what these players play" in refused(capsys, path, "--deals", "250")


def test_a_line_changed_by_hand_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sums that are as good as any others, but not those that were written."""
    path = tmp_path / "run.jsonl"
    play(path)
    text = path.read_text("utf-8").splitlines()
    line = json.loads(text[6])
    text[6] = json.dumps(line | {"turns": line["turns"] + 1, "passes": line["passes"] + 1})
    path.write_text("\n".join(text) + "\n", "utf-8")
    assert "line 7, was changed after it was written" in refused(capsys, path)


def test_a_line_of_another_contest_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    play(path)
    play(other, seed=2)
    text = path.read_text("utf-8").splitlines()
    text[6] = other.read_text("utf-8").splitlines()[6]
    path.write_text("\n".join(text) + "\n", "utf-8")
    assert "line 7, was changed after it was written" in refused(capsys, path)


@pytest.mark.parametrize("size", [0, -1, 51, 10**30, True, 1.0, "1", None])
def test_portions_of_a_size_that_cannot_be_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: object
) -> None:
    path = tmp_path / "run.jsonl"
    play(path)
    head, *rest = path.read_text("utf-8").splitlines()
    head = json.dumps(json.loads(head) | {"portion of deals": size})
    path.write_text("\n".join([head, *rest]) + "\n", "utf-8")
    assert "is no file of the arena" in refused(capsys, path)


def test_no_damage_changes_a_result(tmp_path: Path) -> None:
    """Whatever is done to the bytes: one sentence, or the sums that were played."""
    path, chance = tmp_path / "run.jsonl", Random(1)
    whole = play(path, deals=5)
    kept = path.read_bytes()
    said: list[str] = []
    for _ in range(250):
        path.write_bytes(damaged(kept, chance))
        run = Run(FOUR, Rules(), 5, 1)
        try:
            Ledger(path, run).close()
        except SevensError as error:
            said.append(str(error))
            continue
        assert run.tally.deals <= whole.tally.deals
        run.play()
        assert run.tally == whole.tally
    assert not any("\n" in each for each in said)
    assert 50 < len(said) < 250


def damaged(text: bytes, chance: Random) -> bytes:
    """Change, take out, double, cut or swap parts of a file."""
    one, other = sorted(int(chance.random() * len(text)) for _ in range(2))
    lines = text.splitlines(keepends=True)
    at = int(chance.random() * len(lines))
    swapped = [*lines[:at], *lines[at + 1 :], lines[at]]
    digits = bytes(each ^ 1 if each in b"0123456789" else each for each in text[one : one + 9])
    kinds = (
        text[:one] + bytes([int(chance.random() * 256)]) + text[one + 1 :],
        text[:one] + text[other:],
        text[:other] + text[one:],
        text[:one],
        text[:one] + digits + text[one + 9 :],
        b"".join(lines[:at] + lines[at + 1 :]),
        b"".join([*lines, lines[at]]),
        b"".join(swapped),
    )
    return kinds[int(chance.random() * len(kinds))]
