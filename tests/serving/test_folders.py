"""What is written anew takes the place of what was written there before, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from classroom import folders
from classroom.offline.__main__ import main as wheels
from classroom.site.__main__ import main as site
from tests.conftest import ROOT

Main = Callable[[list[str]], int]


@pytest.mark.parametrize("left", [".DS_Store", "Thumbs.db", "desktop.ini"])
def test_what_a_file_manager_has_left_in_a_folder_does_not_keep_it_from_being_written_anew(
    left: str, tmp_path: Path
) -> None:
    (tmp_path / left).touch()
    with folders.written_anew(tmp_path, "*.html") as aside:
        (aside / "home.html").touch()
    assert [each.name for each in tmp_path.iterdir()] == ["home.html"]


@pytest.mark.parametrize(
    ("command", "source"), [(wheels, ROOT), (site, ROOT / "notebooks")], ids=["wheels", "site"]
)
def test_a_folder_with_other_things_in_it_is_left_alone(
    command: Main, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    homework = tmp_path / "homework.txt"
    homework.write_text("five pages", encoding="utf-8")
    assert command([str(source), str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "holds homework.txt, which was not written here" in said
    assert said.count("\n") == 1
    assert homework.read_text(encoding="utf-8") == "five pages"


def test_what_was_written_before_goes(tmp_path: Path) -> None:
    place = tmp_path / "site"
    for old in (place / "python-0123", place / f"{folders.ASIDE}left-by-one-that-was-killed"):
        old.mkdir(parents=True)
        (old / "course.zip").touch()
    for target in (place, tmp_path / "new" / "one"):
        with folders.written_anew(target, "*.html", "python-*") as aside:
            (aside / "python-4567").mkdir()
            (aside / "home.html").write_text("new", encoding="utf-8")
        assert sorted(each.name for each in target.iterdir()) == ["home.html", "python-4567"]


def write_half(target: Path) -> None:
    """Write a page, and find no room for the next."""
    with folders.written_anew(target, "*.html") as aside:
        (aside / "home.html").write_text("half", encoding="utf-8")
        raise OSError("no room")


def test_what_was_written_before_stays_where_the_writing_fails(tmp_path: Path) -> None:
    place = tmp_path / "site"
    place.mkdir()
    (place / "home.html").write_text("old", encoding="utf-8")
    for target in (place, tmp_path / "new"):
        with pytest.raises(OSError, match="no room"):
            write_half(target)
    assert [each.read_text("utf-8") for each in place.iterdir()] == ["old"]
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("command", "source", "ours"),
    [(wheels, ROOT, "requirements.txt"), (site, ROOT / "notebooks", "home.html")],
    ids=["wheels", "site"],
)
def test_a_command_that_lacks_its_tools_leaves_the_earlier_result(
    command: Main, source: Path, ours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / ours).write_text("old", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))  # no pip
    more = ["--cache", str(tmp_path / "cache")] if command is site else []
    assert command([str(source), str(target), *more]) == 1
    assert [each.read_text("utf-8") for each in target.iterdir()] == ["old"]


def test_kernels_have_their_sockets_where_the_names_of_sockets_are_short_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, long = tmp_path / "s", tmp_path / ("l" * 90)
    short.mkdir()
    long.mkdir()
    needed = len(str(short) + folders.VOILAS + folders.SOCKET)
    monkeypatch.setattr(folders, "LONGEST_SOCKET", needed)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(short))
    assert folders.kernel_place() == (str(short), "ipc")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(long))
    assert folders.kernel_place() == ("/tmp", "ipc")
    monkeypatch.setattr(folders, "LONGEST_SOCKET", 20)
    assert folders.kernel_place() == (str(long), "tcp")
