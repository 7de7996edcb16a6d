"""The command line, as commands: what they print, and one calm sentence with status 2 for bad input."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sevens_kernel import deal, format_position, parse_position, parse_record, replay
from sevens_kernel.cli import main
from sevens_kernel.picture import svg, text_picture
from tests.positions import PRESETS

WAIT = 60  # seconds until a command that hangs is ended; no command is judged by its time


def command(
    *words: str, typed: str | bytes = "", ascii_only: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command; ascii_only: in a terminal that knows no other signs."""
    done = subprocess.run(
        [sys.executable, "-m", "sevens_kernel", *words],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=WAIT,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii" if ascii_only else "utf-8"},
    )
    return subprocess.CompletedProcess(
        words, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def in_a_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which SEVENS stands for the command, whose output is written when it is complete."""
    return subprocess.run(
        ["bash", "-c", line.replace("SEVENS", f"{shlex.quote(sys.executable)} -m sevens_kernel")],
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        encoding="utf-8",
        timeout=WAIT,
        check=False,
    )


# --- deal, show, legal, why ----------------------------------------------------------------------


def test_deal_prints_the_short_text_the_line_and_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deal", "1234", "--rules", "fan-tan:5", "--dealer", "robin", "--cut", "3"]) == 0
    first, line, *picture = capsys.readouterr().out.splitlines()
    assert first == "fan-tan:5 deal 1234 dealer 2 cut 3"
    assert parse_position(line) == parse_position(first)
    assert "\n".join(picture) == text_picture(parse_position(first))


def test_deal_without_a_number_names_the_number_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal"]) == 0
    first, line, *_ = capsys.readouterr().out.splitlines()
    number = re.fullmatch(r"school:4 deal (\d{1,4})", first)
    assert number
    assert parse_position(line) == deal(parse_position(line).rules, int(number[1]))


def test_show_draws_a_position_and_names_all_its_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "clubs 6-8, hearts 7 9; you 6♣ 9♥"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "school:4 6-8/-/7.9/- 6..9./?16/?16/?15 turn=1"
    assert [line for line in out.splitlines() if line.startswith("Fault: ")] == [
        "Fault: 6♣ is there twice (on the table and in your hand), and the pack has it once.",
        "Fault: 9♥ is there twice (on the table and in your hand), and the pack has it once.",
        "Fault: 9♥ lies without 8♥: a row has no gaps.",
    ]


def test_show_as_svg_prints_nothing_but_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "school", "deal", "1234", "--svg", "--seat", "sam"]) == 0
    assert capsys.readouterr().out == svg(parse_position("school deal 1234"), 3) + "\n"


def test_show_reads_the_standard_input() -> None:
    done = command("show", "-", typed="hearts 6-8\nyou 5♥ 9♣\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("school:4 -/-/6-8/- 9..5./")


def test_legal_lists_the_moves_with_their_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "5c   5♣ fits: it goes below 6♣.",
        "7s   7♠ opens spades.",
    ]
    assert main(["legal", "hearts 7; you 2c"]) == 0
    assert capsys.readouterr().out == "-    Nothing fits: a pass.\n"
    assert main(["legal", "hearts 7"]) == 0
    assert "has cards that are not known" in capsys.readouterr().out
    assert main(["legal", "domino; hearts 7; you 6h; alex 7c"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "+7c  Alex may lay 7♣ out of turn."


@pytest.mark.parametrize(
    ("position", "card", "sentence"),
    [
        ("hearts 5-8", "10h", "10♥ waits for 9♥."),
        ("hearts 5-8", "2♥", "2♥ waits for 4♥, then 3♥."),
        ("hearts 5-8", "six of hearts", "6♥ is already on the table."),
        ("hearts 5-8; you 4h", "pass", "Not allowed: 4♥ fits."),
        ("hearts 5-8; you 2c", "-", "The pass is right: nothing fits."),
        ("hearts 5-8; you 7c", "+7c", "These rules allow no card out of turn."),
        ("domino; hearts 5-8; you 7c", "+7c", "7♣ may be laid out of turn."),
    ],
)
def test_why_gives_the_reason(
    position: str, card: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", *position.split(), card]) == 0
    assert capsys.readouterr().out == sentence + "\n"


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("why hearts 5-8 10x", "“10x” is not a card: write a rank"),
        ("show harts 7", "did you mean hearts?"),
        ("show hearts 7 --seat tom", "seat “tom”: name a seat: You, Robin, Alex, Sam or 1 to 4"),
        ("legal hearts 8-6", "hearts “8-6”: write the ranks"),
        ("deal x", "deal “x”: write a whole number from 0 to 999999999"),
        ("deal 1 --cut 99", "cut “99”: write a whole number from 0 to 51"),
        ("deal 1 --rules whist", "“whist” is not a rule set: there are School"),
        ("deal 1 --rules school:12", "players “12”: the game is for 3 to 8 players"),
        ("play --seat 9", "seat “9”: name a seat"),
        ("play --deal 1.5", "deal “1.5”: write a whole number"),
        ("play --against nobody", "“nobody” is not a computer player: there are random"),
        ("replay no-such-file", "“no-such-file” cannot be read: No such file"),
        ("replay .", "“.” cannot be read: Is a directory"),
        ("arena --players random,nobody", "“nobody” is not a computer player"),
        ("arena --deals many", "argument --deals: invalid int value: 'many'"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(words: str, sentence: str) -> None:
    done = command(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_text_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "picture.bin"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["replay", str(file)]) == 2
    assert "cannot be read: it is not UTF-8 text" in capsys.readouterr().err
    done = command("replay", "-", typed=file.read_bytes())
    assert done.returncode == 2
    assert done.stderr == "replay: the standard input cannot be read: it is not UTF-8 text\n"


# --- replay --------------------------------------------------------------------------------------


def test_replay_prints_each_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("# my game\nschool:4 deal 1234 | 7d 7c\n6c", encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    states = list(replay(parse_record(file.read_text(encoding="utf-8"))))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in lines[:-1]] == [
        format_position(each) for each in states
    ]
    assert lines[1].startswith("  1 Sam lays 7♦.")
    assert lines[-1] == "The record ends before anybody is out."


def test_replay_stops_at_the_first_move_that_is_not_allowed() -> None:
    done = command("replay", "-", typed="school:4 deal 1234 | 7d 7c 9c 6c")
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 3
    assert "move 3 is not allowed: " in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["unix", "windows", "old"])
def test_files_of_every_editor_are_read(end: bytes, mark: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(mark + end.join([b"# my game", b"school:4 deal 1234 |", b"7d 7c", b""]))
    once, again = command("replay", str(file)), command("replay", "-", typed=file.read_bytes())
    assert once.stdout.splitlines()[2].startswith("  2 You lay 7♣.")
    assert (again.returncode, again.stdout, again.stderr) == (0, once.stdout, "")


# --- the terminal --------------------------------------------------------------------------------


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    for words in ("deal 1 --all", "--help"):
        done = in_a_shell(f"set -o pipefail; SEVENS {words} | true")
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "words", ["deal 1", "deal --help", "arena --deals 2 --jobs 1", "play --deal 1"]
)
def test_an_output_that_cannot_be_written_is_one_sentence_and_status_1(words: str) -> None:
    done = in_a_shell(f"SEVENS {words} </dev/null >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "The output cannot be written: No space left on device.\n"


def test_a_closed_stream_stops_nobody() -> None:
    assert in_a_shell("SEVENS deal 1 >&-").returncode == 0
    done = in_a_shell("SEVENS deal x 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    done = in_a_shell("SEVENS play --deal 1234 <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The deal is left unfinished.\nRecord: school:4 deal 1234 | 7d\n")


def test_a_terminal_that_knows_no_suits_gets_letters() -> None:
    done = command("show", "-", typed="hearts 5-8; you 4♥ 10♦", ascii_only=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "h hearts     .  .  .  .  5  6  7  8  .  .  .  .  .   takes 4 or 9" in done.stdout
    assert "  10d *4h" in done.stdout
    done = command("why", "hearts 5-8", "10x", ascii_only=True)
    assert done.returncode == 2
    assert done.stderr.startswith('why: "10x" is not a card: write a rank (A 2 3 ... 10 J Q K)')
    done = command("play", "--deal", "1234", typed="7♣\nquit\n", ascii_only=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert 'Your move: "7???" is not a card' in done.stdout


def test_arena_is_reached() -> None:
    done = command("arena", "--deals", "2", "--seed", "3")
    assert done.returncode == 0
    assert "heuristic" in done.stdout


# --- play ----------------------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], None]:
    """Give a function that lets these lines be typed, and then the end of the input."""

    def type_in(lines: list[str]) -> None:
        rest: Iterator[str] = iter(lines)

        def ask(prompt: str) -> str:
            line = next(rest, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", ask)

    return type_in


@pytest.mark.parametrize(("name", "players"), PRESETS[::3])
def test_a_whole_game_can_be_played(
    name: str,
    players: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Play by what the screen says alone: the first card marked as fitting, else a pass."""
    screens: list[str] = []

    def ask(prompt: str) -> str:
        screens.append(capsys.readouterr().out)
        hand = screens[-1].split("Your hand:")[-1].splitlines()[1]
        marked = [word[1:] for word in hand.split() if word.startswith("*")]
        return marked[0] if marked else "pass"

    monkeypatch.setattr("builtins.input", ask)
    rules = f"{name}:{players}".replace(" ", "-")
    assert main(["play", "--deal", "7", "--rules", rules, "--seat", "2"]) == 0
    end = capsys.readouterr().out
    assert "not allowed" not in "".join(screens).lower()
    assert re.search(r"^\w+ wins? the deal with ", end, re.MULTILINE)
    text = end.split("Record: ")[1].strip()
    last = list(replay(parse_record(text)))[-1]
    assert last.out is not None
    assert parse_record(text).deal == 7
    # All hands are open at the end.
    for hand in last.hands:
        assert " ".join(map(str, hand)) in end


def test_what_may_be_typed(
    typed: Callable[[list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(
        ["help", "hint", "hint", "hint", "hint", "why 10h", "why", "why pass", "pass", "8h", "7d"]
    )
    assert main(["play", "--deal", "1234"]) == 0
    out = capsys.readouterr().out
    assert "back to your previous turn" in out
    assert out.count("Lay 7♣: ") == 2
    assert "10♥ does not fit yet. Hearts are not open: it waits for 7♥, then 8♥ and 9♥." in out
    assert "  7♣ opens clubs." in out
    assert out.count("Not allowed: 7♣ and 7♠ fit.") == 2
    assert "8♥ does not fit yet." in out
    assert "You do not hold 7♦. 7♦ is already on the table." in out
    assert out.endswith("The deal is left unfinished.\nRecord: school:4 deal 1234 | 7d\n")


def test_undo_goes_back_to_the_previous_turn(
    typed: Callable[[list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(["undo", "7c", "undo", "7s", "quit"])
    assert main(["play", "--deal", "1234"]) == 0
    out = capsys.readouterr().out
    assert "There is nothing to take back." in out
    record = parse_record(out.split("Record: ")[1].strip())
    assert [str(act.move) for act in record.acts if act.seat == 0] == ["7♠"]


def test_a_wrong_word_is_answered_in_one_sentence(
    typed: Callable[[list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(["abc", "why 99z", "+7h", "🂡", "7d 8d"])
    assert main(["play", "--deal", "1234"]) == 0
    out = capsys.readouterr().out
    assert "“abc” is not a card" in out
    assert "“99z” is not a card" in out
    assert "These rules allow no card out of turn." in out
    assert "“🂡” is not a card" in out
    assert "Traceback" not in out


def test_a_false_pass_is_caught_and_charged_where_that_is_played(
    typed: Callable[[list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(["pass", "pass", "7c", "quit"])
    assert main(["play", "--deal", "1234", "--rules", "parliament"]) == 0
    out = capsys.readouterr().out
    assert "The pass is caught and costs three chips; now lay a card." in out
    record = parse_record(out.split("Record: ")[1].strip())
    assert [act.false for act in record.acts].count(True) == 1
    assert list(replay(record))[-1].chips[0] == 17


def test_a_start_can_be_laid_out_of_turn(
    typed: Callable[[list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(["+7s", "quit"])
    assert main(["play", "--deal", "1234", "--rules", "domino", "--against", "random"]) == 0
    out = capsys.readouterr().out
    record = parse_record(out.split("Record: ")[1].strip())
    mine = [act for act in record.acts if act.seat == 0]
    assert [act.move.text for act in mine] == ["+7s"]


def test_ctrl_c_leaves_calmly_with_the_record() -> None:
    game = subprocess.Popen(
        [sys.executable, "-u", "-m", "sevens_kernel", "play", "--deal", "1234"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert game.stdout is not None
        seen = ""
        while not seen.endswith("Your move: "):
            character = game.stdout.read(1)
            assert character, f"ended before it asked: {seen}"
            seen += character
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=WAIT)
    finally:
        game.kill()
    assert game.returncode == 0
    assert err == ""
    assert out.endswith("The deal is left unfinished.\nRecord: school:4 deal 1234 | 7d\n")
