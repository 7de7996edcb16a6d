"""What is written anew takes the place of what was written there before, and of nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from classroom import folders
from classroom.export import GENERATOR
from classroom.export import main as export
from classroom.offline.__main__ import main as wheels
from classroom.site.__main__ import main as site
from tests.conftest import ROOT

Main = Callable[[list[str]], int]


Files = dict[str, str]

#: A page as earlier and other programs write them, and one that says it is ours.
STRANGE = "<!DOCTYPE html><title>Mine</title>"
PAGE = f'<meta charset="utf-8"/><meta content="{GENERATOR}" name="generator"/>'


def is_page(path: Path) -> bool:
    return path.suffix == ".html"


def is_part(path: Path) -> bool:
    return is_page(path) or path.name.startswith("python-")


def put(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def held(folder: Path) -> Files:
    """Return the texts of all files of a folder by their names."""
    found = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in found}


def write(target: Path, files: Mapping[str, str]) -> None:
    with folders.written_anew(target, is_part) as aside:
        put(aside, files)


@pytest.mark.parametrize("left", [".DS_Store", "Thumbs.db", "desktop.ini"])
def test_what_a_file_manager_has_left_in_a_folder_does_not_keep_it_from_being_written_anew(
    left: str, tmp_path: Path
) -> None:
    put(tmp_path, {left: "view", "old.html": "old"})
    write(tmp_path, {"home.html": "new"})
    assert held(tmp_path) == {left: "view", "home.html": "new"}


# ---- what is not ours --------------------------------------------------------------------------

#: What somebody keeps in a folder, beside a page of ours, and which of it is named.
MINE: dict[str, tuple[Main, Path, Files, str]] = {
    "a page": (export, ROOT / "notebooks", {"index.html": STRANGE}, "index.html"),
    "a folder named like a page": (
        export,
        ROOT / "notebooks",
        {"keep.html/letter.txt": "dear"},
        "keep.html",
    ),
    "a page, site": (site, ROOT / "notebooks", {"home.html": STRANGE}, "home.html"),
    "a Python": (
        site,
        ROOT / "notebooks",
        {"python-3.12/bin/python3": "ELF", "zoo.html": PAGE},
        "python-3.12",
    ),
    "a folder named like ours": (
        site,
        ROOT / "notebooks",
        {"python-0123456789/notes.txt": "my own"},
        "python-0123456789",
    ),
    "notebooks": (
        wheels,
        ROOT,
        {"README.md": "Mine", "notebooks/own.ipynb": "{}", "requirements.txt": "numpy"},
        "README.md",
    ),
}


@pytest.mark.parametrize("case", MINE)
def test_what_somebody_else_wrote_is_named_and_left_whatever_its_name(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, source, mine, named = MINE[case]
    monkeypatch.setenv("PATH", str(tmp_path))  # it is refused before any tool is asked for
    target = tmp_path / "mine"
    put(target, {**mine, "1_deal.html": PAGE} if command is not wheels else mine)
    before = held(target)
    assert command([str(source), str(target)]) == 1
    said = capsys.readouterr().err
    assert f"{target} holds {named}, which was not written here, or by an older version" in said
    assert f"delete {target} if nothing in it is yours" in said
    assert said.count("\n") == 1
    assert held(target) == before


def test_what_comes_into_a_folder_while_it_is_written_is_left(tmp_path: Path) -> None:
    target = tmp_path / "site"
    put(target, {"home.html": "old"})

    def write_while_somebody_comes() -> None:
        with folders.written_anew(target, is_page) as aside:
            put(aside, {"home.html": "new"})
            put(target, {"homework.txt": "five pages"})

    with pytest.raises(FileExistsError, match=r"homework\.txt"):
        write_while_somebody_comes()
    assert held(target) == {"home.html": "old", "homework.txt": "five pages"}


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


# ---- one after the other -----------------------------------------------------------------------


def test_what_was_written_before_goes(tmp_path: Path) -> None:
    place = tmp_path / "site"
    put(place, {"python-0123/course.zip": "old", "home.html": "old", "9_gone.html": "old"})
    new = {"python-4567/course.zip": "new", "home.html": "new"}
    for target in (place, tmp_path / "new" / "one"):
        write(target, new)
        assert held(target) == new
        assert len(list(target.iterdir())) == 2


def test_a_folder_of_the_same_name_is_written_anew_as_well(tmp_path: Path) -> None:
    put(tmp_path, {"python-1/worker.js": "old", "python-1/deep/gone.zip": "old"})
    new = {"python-1/worker.js": "new", "python-1/deep/course.zip": "new"}
    write(tmp_path, new)
    assert held(tmp_path) == new


def test_what_one_who_was_killed_left_goes_after_a_day_and_what_another_writes_stays(
    tmp_path: Path,
) -> None:
    names = ("abcdefgh", "01234567", "of me")
    young, old, other = (tmp_path / f"{folders.ASIDE}{name}" for name in names)
    for each in (young, old, other):
        put(each, {"home.html": "half"})
    long_ago = time.time() - 2 * folders.FORGOTTEN
    for each in (old, other):
        os.utime(each, (long_ago, long_ago))
    write(tmp_path, {"home.html": "new"})
    kept = {f"{each.name}/home.html": "half" for each in (young, other)}
    assert held(tmp_path) == {"home.html": "new", **kept}
    assert not old.exists()


def test_what_cannot_be_removed_is_told_and_the_new_pages_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "5_kept.html"
    put(tmp_path, {"1_gone.html": "old", "5_kept.html": "old", "9_gone.html": "old"})
    replace = os.replace

    def refuse(old: Path, new: Path) -> None:
        if old == kept:
            raise PermissionError(13, "Permission denied", str(old))
        replace(old, new)

    monkeypatch.setattr("os.replace", refuse)
    write(tmp_path, {"home.html": "new"})
    assert held(tmp_path) == {"5_kept.html": "old", "home.html": "new"}
    said = capsys.readouterr().err
    assert f"{kept} is left from before and cannot be removed" in said
    assert said.count("\n") == 1


#: Writes a folder anew, and is gone at its n-th change of a name in it, as if it had been killed there.
KILLED = """
import os, sys
from pathlib import Path
from classroom.folders import written_anew
target, last = Path(sys.argv[1]), int(sys.argv[2])
changes = 0
def count(event, arguments):
    global changes
    if event in ("os.rename", "os.remove", "os.rmdir"):
        changes += 1
        if changes == last:
            os._exit(99)
with written_anew(target, lambda path: path.suffix == ".html") as aside:
    for name in ("home.html", "1_deal.html"):
        (aside / name).write_text("new", "utf-8")
    sys.addaudithook(count)
"""


def test_whoever_is_killed_leaves_each_page_old_or_new(tmp_path: Path) -> None:
    statuses = []
    for last in range(1, 30):
        target = tmp_path / str(last)
        put(target, {"home.html": "old", "1_deal.html": "old", "9_gone.html": "old"})
        command = [sys.executable, "-c", KILLED, str(target), str(last)]
        statuses.append(subprocess.run(command, check=False, cwd=ROOT, timeout=60).returncode)
        pages = {each.name: each.read_text("utf-8") for each in target.glob("*.html")}
        assert pages.keys() - {"9_gone.html"} == {"home.html", "1_deal.html"}, last
        assert set(pages.values()) <= {"old", "new"}, last
        write(target, {"home.html": "newer"})
        assert {each.name for each in target.glob("*.html")} == {"home.html"}
        if statuses[-1] == 0:
            break
    assert len(statuses) > 3  # two pages and a leftover at least
    assert statuses == [99] * (len(statuses) - 1) + [0]


# ---- two at once -------------------------------------------------------------------------------


def test_of_two_who_write_at_once_the_last_one_wins(tmp_path: Path) -> None:
    one, two = (
        {"home.html": text, f"{text}.html": text, f"python-{text}/worker.js": text}
        for text in ("one", "two")
    )
    put(tmp_path, {"home.html": "old", "9_gone.html": "old"})
    with folders.written_anew(tmp_path, is_part) as aside:
        put(aside, one)
        write(tmp_path, two)
        assert {name: text for name, text in held(tmp_path).items() if name in two} == two
        assert (tmp_path / "home.html").read_text("utf-8") == "two"
    assert held(tmp_path) == one


@pytest.mark.parametrize("moment", range(4))
def test_who_comes_while_another_puts_pages_in_place_takes_nothing_from_it(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("home.html", "1_deal.html", "python-1/worker.js")
    put(tmp_path, {"home.html": "old", "9_gone.html": "old"})
    replace = os.replace
    todo = [lambda: None] * moment + [lambda: write(tmp_path, dict.fromkeys(names, "two"))]

    def interrupted(old: Path, new: Path) -> None:
        if todo:
            todo.pop(0)()
        replace(old, new)

    monkeypatch.setattr("os.replace", interrupted)
    write(tmp_path, dict.fromkeys(names, "one"))
    assert todo == []
    assert held(tmp_path).keys() == set(names)
    assert set(held(tmp_path).values()) <= {"one", "two"}


# ---- what fails --------------------------------------------------------------------------------


def write_half(target: Path) -> None:
    """Write a page, and find no room for the next."""
    with folders.written_anew(target, is_page) as aside:
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
    [
        (wheels, ROOT, {"made_for.json": "{}", "requirements.txt": "old"}),
        (site, ROOT / "notebooks", {"home.html": PAGE, "python-0123456789/worker.js": "old"}),
    ],
    ids=["wheels", "site"],
)
def test_a_command_that_lacks_its_tools_leaves_the_earlier_result(
    command: Main,
    source: Path,
    ours: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = tmp_path / "out"
    put(target, ours)
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))  # no pip
    more = ["--cache", str(tmp_path / "cache")] if command is site else []
    assert command([str(source), str(target), *more]) == 1
    assert "was not written here" not in capsys.readouterr().err
    assert held(target) == ours


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
