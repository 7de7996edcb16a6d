"""The Dockerfile, as far as it can be checked without Docker: its steps against the tree it copies."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def lines() -> list[str]:
    """Give the Dockerfile's instructions, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def copied() -> list[tuple[str, str]]:
    """Give what is copied out of the tree, and where to."""
    found = []
    for line in lines():
        if line.startswith("COPY") and "--from" not in line:
            *sources, target = line.split()[1:]
            found += [(source, target) for source in sources]
    return found


def test_what_it_copies_is_there_and_let_in() -> None:
    allowed = [
        line.lstrip("!")
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    ]
    for source, _ in copied():
        assert (ROOT / source).exists(), source
        assert any(fnmatch.fnmatch(source.split("/")[0], one) for one in allowed), source


def test_it_runs_without_rights_and_says_which_version() -> None:
    assert [line for line in lines() if line.startswith("USER")] == ["USER 10001"]
    assert all(
        re.search(r"python:\d+\.\d+\.\d+-", line) for line in lines() if line.startswith("FROM")
    )


@pytest.mark.skipif(os.name != "posix", reason="the container is Linux")
def test_what_it_copies_is_all_that_the_server_and_the_lessons_import(tmp_path: Path) -> None:
    """The copied files alone, seen from a folder of their own."""
    course = tmp_path / "course"
    for source, target in copied():
        to = course / (
            target if target not in ("./", "classroom/hub/") else Path(target, Path(source).name)
        )
        if (ROOT / source).is_dir():
            shutil.copytree(
                ROOT / source,
                to,
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__", "node_modules"),
            )
        else:
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, to)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    env["PYTHONPATH"] = os.pathsep.join([str(course), str(course / "widgets")])
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import classroom.serve, sevens_widgets; print(classroom.serve.__file__, sevens_widgets.__file__)",
        ],
        cwd=course,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert all(Path(one).is_relative_to(course) for one in told.stdout.split())
