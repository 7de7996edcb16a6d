"""The course from a folder of wheels, where there is no network at all."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from classroom.offline.__main__ import main
from classroom.offline.gather import COURSE, WheelsError, gather, locked, needed
from tests.conftest import ROOT, find_chromium

WHY_NOT = runpy.run_path(str(ROOT / "classroom" / "offline" / "install.py"))["why_not"]


@pytest.fixture(scope="session")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of wheels; where they cannot be had these tests are skipped, or fail where that is forbidden."""
    target = tmp_path_factory.mktemp("stick") / "course wheels"
    try:
        gather(ROOT, target)
    except WheelsError as error:
        if os.environ.get("SEVENS_REQUIRE_BROWSER") == "1":
            pytest.fail(str(error), pytrace=False)
        pytest.skip(str(error))
    return target


@pytest.fixture(scope="session")
def cut() -> list[str]:
    """The words before a command that take its network away; skipped, with the reason, where nobody may."""
    words = ["unshare", "--user", "--map-root-user", "--net"]
    if sys.platform != "linux" or shutil.which(words[0]) is None:
        pytest.skip("a network of its own for a test needs Linux and unshare (util-linux)")
    tried = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"this machine gives no test a network of its own: {tried.stderr.strip()}")
    return words


def test_the_course_is_installed_served_and_played_with_loopback_alone(
    gathered: Path, cut: list[str], tmp_path: Path, browser: Browser
) -> None:
    script = ROOT / "tests" / "serving" / "cut_off.py"
    folder = tmp_path / "on the other machine"
    chromium = find_chromium()
    assert chromium is not None
    env = {key: value for key, value in os.environ.items() if not key.upper().startswith("PIP_")}
    env |= {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}
    command = [*cut, sys.executable, str(script), str(gathered), str(folder), chromium]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "11 cards left; lab answers 200"
    # Its own copy of the course, and none of this one.
    python = folder / ".venv" / "bin" / "python"
    where = [str(python), "-c", "import classroom, sevens_kernel; print(classroom.__file__)"]
    found = subprocess.run(where, cwd=folder, capture_output=True, text=True, check=True).stdout
    assert Path(found.strip()).is_relative_to(folder.resolve())


def test_the_folder_holds_what_the_course_needs_and_none_of_its_tests(gathered: Path) -> None:
    names = {each.name.split("-")[0].lower() for each in (gathered / "wheels").iterdir()}
    assert {"voila", "jupyterlab", "anywidget", "ipywidgets", "sevens_course"} <= names
    assert not names & {"pytest", "mypy", "ruff", "playwright", "hypothesis", "rfc3987_syntax"}
    wanted = (gathered / "requirements.txt").read_text("utf-8").splitlines()
    assert len(wanted) == len(names)
    assert "python3 install.py" in (gathered / "README.md").read_text("utf-8")
    lock = {f"{name}=={version}" for name, version in locked(ROOT / "requirements.lock").items()}
    assert [each for each in wanted if each not in lock] == [f"sevens-course=={version(COURSE)}"]


def test_what_the_course_needs_of_the_lock_is_all_that_its_packages_ask_for() -> None:
    lock = locked(ROOT / "requirements.lock")
    found = needed(ROOT, lock)
    assert set(found) < set(lock)
    assert {name: lock[name] for name in found} == found


def test_another_machine_is_refused_in_one_sentence(gathered: Path, tmp_path: Path) -> None:
    made_for = json.loads((gathered / "made_for.json").read_text("utf-8"))
    assert WHY_NOT(made_for, tmp_path / "new") is None
    said = WHY_NOT(made_for | {"python": "3.7"}, tmp_path / "new")
    assert re.fullmatch(
        r"These wheels are for Python 3\.7 on .*, and this is Python 3\.\d+ .*\.", said
    )
    assert "is there already" in WHY_NOT(made_for, tmp_path)


def test_a_folder_that_is_no_project_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([str(tmp_path), str(tmp_path / "out")])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert "requirements.lock is not in it" in said
    assert said.count("\n") == 1
