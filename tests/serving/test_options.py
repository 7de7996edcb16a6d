"""What is wrong on a command line is one sentence, said before anything is started or written."""

from __future__ import annotations

import importlib
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from classroom.course import Course
from tests.browser.servers import free_port
from tests.conftest import ROOT
from tests.serving.clients import NOTEBOOKS

SERVE = ["serve", str(NOTEBOOKS)]

#: command, its arguments, what the sentence says. {tmp} is a folder with notes.txt and an empty folder in it.
WRONG = [
    ("", [], "required: what"),
    ("", ["teach"], "invalid choice: 'teach'"),
    ("", [*SERVE, "--pirt", "8866"], "nrecognized arguments: --pirt"),
    ("", ["serve", "{tmp}/none"], "There is no folder"),
    ("", ["serve", "{tmp}/notes.txt"], "There is no folder"),
    ("", ["serve", "{tmp}/empty"], "holds no notebook"),
    ("", ["serve", "a\x00b"], r"a\\x00b"),
    ("", ["lab", "{tmp}/none"], "There is no folder"),
    ("", ["lab", "{tmp}/empty"], "holds no notebook"),
    *[
        ("", [*SERVE, "--port", each], f"PORT={each} is not a port: choose a number from 1 to")
        for each in ("0", "-1", "65536", "99999999999", "http", "8866.5", "")
    ],
    ("", ["lab", str(NOTEBOOKS), "--port", "-8"], "PORT=-8 is not a port"),
    *[
        ("", [what, str(NOTEBOOKS), "--host", each], "is no address of this machine")
        for what in ("serve", "lab")
        for each in (
            "999.1.1.1",
            "203.0.113.9",
            "evil host",
            "a" * 300,
            "kärten",
            "http://x",
            "",
            ".",
        )
    ],
    *[
        ("", [*SERVE, "--base-url", each], "is no path: use letters")
        for each in ("/a b/", "//evil.example", "/../", "/a/../b", "/(x)/", "/a?b", "/ü/", "a//b")
    ],
    *[
        ("", [*SERVE, "--most", each], f"MOST={each}: give a number of learners from 1 to 1000.")
        for each in ("0", "-5", "1001", "many", "1e3", "")
    ],
    *[
        ("", [*SERVE, "--class-size", each], f"CLASS={each}: give a number of learners from 0 to")
        for each in ("-1", "1001", "thirty", "3.5", "")
    ],
    *[
        ("", [*SERVE, "--cull-after", each], f"CULL_AFTER={each}: give a number of seconds from 1")
        for each in ("0", "-1", "86401", "soon")
    ],
    ("", [*SERVE, "--lesson", "chess.ipynb"], "LESSON=chess.ipynb is no lesson: choose one of 1_"),
    ("", [*SERVE, "--lesson", "your_own_player.ipynb"], "is no lesson"),
    *[
        ("", [*SERVE, "--name", each], f"NAMES={each}: give names only")
        for each in ("http://a.example", "a.example:80", "*", "a_b", "ä.example")
    ],
    *[
        ("", [*SERVE, "--behind", each], f"BEHIND={each}: give the web server's address in numbers")
        for each in ("web.school.example", "10.0.0.5:80", "10.0.0.0/8", "*", "10.0.0.256")
    ],
    ("", ["lab", str(NOTEBOOKS), "--behind", "10.0.0.5"], "--behind is for serve only"),
    *[
        ("", [*SERVE, "--token", each], "TOKEN: a class code has 1 to 100")
        for each in (" clover", "clover ", "clo\nver", "clo\x07ver", "c" * 101)
    ],
    ("", [*SERVE, "--board", "{tmp}/none/class.sqlite"], "class.sqlite: there is no folder "),
    ("", [*SERVE, "--board", "{tmp}/notes.txt/class.sqlite"], "there is no folder"),
    ("", [*SERVE, "--board", "{tmp}/empty"], "is a folder: name a file in it"),
    ("", [*SERVE, "--board", ""], "BOARD="),
    ("", [*SERVE, "--board", "{tmp}/notes.txt"], "notes.txt cannot hold a class board"),
    ("", ["lab", str(NOTEBOOKS), "--board", "{tmp}/class.sqlite"], "--board is for serve only"),
    ("", ["lab", str(NOTEBOOKS), "--token", "clover"], "--token is for serve only"),
    ("", ["lab", str(NOTEBOOKS), "--class-size", "3"], "--class-size is for serve only"),
    ("site", ["{tmp}/none"], "There is no folder"),
    ("site", ["{tmp}/empty"], "holds no notebook"),
    ("site", [str(NOTEBOOKS), "{tmp}/notes.txt"], "is a file: name a folder"),
    ("site", [str(NOTEBOOKS), "{tmp}/notes.txt/site"], "cannot be written"),
    ("site", [str(NOTEBOOKS), "{tmp}/site", "--cache", "{tmp}/notes.txt"], "is a file"),
    ("site", [str(NOTEBOOKS), "{tmp}"], "holds empty, which was not written here"),
    ("export", ["{tmp}/none"], "There is no folder"),
    ("export", ["{tmp}/empty"], "holds no notebook"),
    ("export", [str(NOTEBOOKS), "{tmp}/notes.txt"], "is a file: name a folder"),
    ("sheets", ["chess"], "“chess” is not a rule set"),
    ("sheets", ["school:99"], "“99”: the game is for 3 to 8 players"),
    ("sheets", ["school", "--folder", "{tmp}/notes.txt"], "is a file: name a folder"),
    ("sheets", ["school", "--folder", "{tmp}/notes.txt/sheet"], "cannot be written"),
    ("sheets", ["school", "--folder", ""], "cannot be written"),
    ("sheets", ["school", "--folder", "{tmp}/" + 300 * "a"], "cannot be written"),
    ("notes", ["{tmp}/none"], "There is no folder"),
    ("notes", ["{tmp}/empty"], "holds no notebook"),
    ("notes", [str(NOTEBOOKS), "{tmp}/empty"], "is a folder: name a file"),
    ("notes", [str(NOTEBOOKS), "{tmp}/notes.txt/notes.html"], "cannot be written"),
    ("offline", ["{tmp}/none"], "is not the folder of this project"),
    ("offline", ["{tmp}"], "is not the folder of this project"),
    ("offline", [str(ROOT), "{tmp}/notes.txt"], "is a file: name a folder"),
    ("offline", [str(ROOT), "{tmp}"], "holds empty, which was not written here"),
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a file of somebody's and an empty folder."""
    (tmp_path / "notes.txt").write_text("homework " * 500, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where something is started after all."""

    def never(*_given: object, **_named: object) -> None:
        pytest.fail("it was started")

    monkeypatch.setattr(Course, "instance", never)
    monkeypatch.setattr("jupyterlab.labapp.LabApp.initialize_server", never)


def said(command: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that cannot go well, and give what it says."""
    module = importlib.import_module(f"classroom.{command or '__main__'}")
    if not hasattr(module, "main"):
        module = importlib.import_module(f"classroom.{command}.__main__")
    try:
        status = module.main(arguments)
    except SystemExit as leaving:
        status = leaving.code
    assert status in (1, 2)
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    WRONG,
    ids=[" ".join([command, *arguments[-2:]])[-40:] for command, arguments, _ in WRONG],
)
def test_what_is_wrong_is_one_sentence(
    command: str,
    arguments: list[str],
    words: str,
    place: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sorted(place.rglob("*"))
    given = [each.replace("{tmp}", str(place)) for each in arguments]
    text = said(command, given, capsys)
    assert words.replace("{tmp}", str(place)).replace(r"\\", "\\") in text
    assert text.count("\n") == 1, text
    assert text.endswith((".\n", ").\n"))
    assert sorted(place.rglob("*")) == before
    assert (place / "notes.txt").read_text("utf-8").startswith("homework")


def test_a_board_where_nothing_can_be_written_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not Path("/proc/self").is_dir():  # there everything is read only, for the administrator too
        pytest.skip("this system has no /proc")
    text = said("", [*SERVE, "--board", "/proc/class.sqlite"], capsys)
    assert "class.sqlite cannot hold a class board" in text
    assert text.count("\n") == 1


@pytest.mark.parametrize("what", ["serve", "lab"])
@pytest.mark.parametrize("variable", ["JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"])
def test_a_machine_on_which_jupyter_can_keep_nothing_is_one_sentence(
    what: str,
    variable: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = place / "notes.txt" / "jupyter"  # notes.txt is a file
    monkeypatch.setenv(variable, str(folder))
    text = said("", [what, str(NOTEBOOKS), "--port", str(free_port())], capsys)
    assert text.startswith(f"Jupyter's folder {folder} cannot be made: set {variable} to one")
    assert text.count("\n") == 1


@pytest.mark.parametrize("what", ["serve", "lab"])
def test_a_machine_without_a_folder_for_temporary_files_is_one_sentence(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr("tempfile.gettempdir", none)
    text = said("", [what, str(NOTEBOOKS), "--port", str(free_port())], capsys)
    assert text.startswith("There is no folder for temporary files: set TMPDIR")
    assert text.count("\n") == 1


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as there:
        yield int(there.getsockname()[1])


@pytest.mark.parametrize("what", ["serve", "lab"])
def test_a_port_in_use_is_said_with_another_one(
    what: str, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said("", [what, str(NOTEBOOKS), "--port", str(taken)], capsys)
    assert text.startswith(f"Port {taken} is already in use: choose another, say PORT=")
    assert 0 < int(text.rstrip(".\n").rpartition("=")[2]) < 65536


def test_a_bad_code_from_the_environment_is_said_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEVENS_TOKEN", "clo\tver")
    text = said("", SERVE, capsys)
    assert text.startswith("TOKEN: ")
    assert "clo" not in text
    assert "SEVENS_TOKEN" not in os.environ


@pytest.mark.parametrize("given", ["HOST=", "HOST=a b", "PORT=", "PORT=1 2", "BASE_URL=/a b/"])
def test_make_hands_odd_values_on_as_they_are(given: str) -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", "serve", given, "RUN=echo"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    name, value = given.split("=", 1)
    option = {"HOST": "--host", "PORT": "--port", "BASE_URL": "--base-url"}[name]
    assert f'{option} "{value}"' in done.stdout
