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
    old = tmp_path / "site" / "python-0123"
    old.mkdir(parents=True)
    (old / "course.zip").touch()
    assert list(folders.emptied(tmp_path / "site", "*.html", "python-*").iterdir()) == []
    assert list(folders.emptied(tmp_path / "new" / "one").iterdir()) == []


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
