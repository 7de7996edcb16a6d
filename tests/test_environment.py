"""The installed environment is the one the three lists describe."""

from __future__ import annotations

import importlib.metadata
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml

from classroom import notebooks
from classroom.course import settings
from classroom.serve import why_not_here
from tests.browser.servers import free_port

ROOT = Path(__file__).parents[1]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lines: list[str]) -> dict[str, str]:
    """Read ``name==version`` lines; anything else in them is a mistake."""
    found = {}
    for line in lines:
        match = re.fullmatch(r"([\w.-]+)==([\w.]+)(\s*;.*)?", line)
        assert match, f"not pinned: {line}"
        found[normal(match[1])] = match[2]
    return found


def pyproject() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return pins([*project["dependencies"], *project["optional-dependencies"]["test"]])


def lock_lines() -> list[str]:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def hub_lines() -> list[str]:
    text = (ROOT / "classroom/hub/requirements.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_a_hub_changes_no_version_of_the_course() -> None:
    lock, hub = pins(lock_lines()), pins(hub_lines())
    assert not set(lock) & set(hub)


def test_conda_gets_the_same_packages_and_versions() -> None:
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    from_pip = next(entry["pip"] for entry in listed if isinstance(entry, dict))
    from_conda = [e.replace("=", "==", 1) for e in listed if isinstance(e, str) and "=" in e]
    assert "python>==3.11" in from_conda
    from_conda.remove("python>==3.11")
    assert "-e ." in from_pip
    assert pins([*from_conda, *[e for e in from_pip if e != "-e ."]]) == pyproject()


def test_the_lock_holds_the_direct_dependencies() -> None:
    lock = pins(lock_lines())
    assert {name: lock.get(name) for name in pyproject()} == pyproject()


def test_what_is_installed_is_what_is_locked() -> None:
    here = [line for line in lock_lines() if ";" not in line]
    installed = {normal(d.name): d.version for d in importlib.metadata.distributions()}
    assert {name: installed.get(name) for name in pins(here)} == pins(here)
    hub = pins(hub_lines())  # there after make tools
    assert {name: installed[name] for name in hub if name in installed}.items() <= hub.items()
    assert set(installed) - set(pins(here)) - set(hub) <= {"pip", "sevens-course"}


def test_nothing_needed_is_missing() -> None:
    check = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout


def test_the_package_that_slows_every_start_stays_out() -> None:
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("rfc3987-syntax")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("one")])
    nbformat.validate(book)


def test_a_port_in_use_is_refused_in_one_sentence() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "classroom",
                "serve",
                str(ROOT / "notebooks"),
                "--port",
                str(port),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stdout == f"Port {port} is already in use: choose another, say PORT={port + 1}.\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("127.0.0.1", 0, "PORT=0 is not a port"),
        ("127.0.0.1", 70000, "PORT=70000 is not a port"),
        ("no.such.host.invalid", 8866, "HOST=no.such.host.invalid is no address"),
        ("192.0.2.7", 8866, "HOST=192.0.2.7 is no address"),
    ],
)
def test_an_address_that_cannot_be_served_is_explained(host: str, port: int, words: str) -> None:
    problem = why_not_here(host, port)
    assert problem is not None
    assert problem.startswith(words)


def test_a_free_port_can_be_served() -> None:
    assert why_not_here("127.0.0.1", free_port()) is None


def test_the_server_listens_only_where_it_is_told() -> None:
    c = settings(ROOT, host="127.0.0.1", port=8866)
    assert c.Voila.ip == "127.0.0.1"
    assert c.Voila.port_retries == 0


STATES = "application/vnd.jupyter.widget-state+json"


def untidy() -> nbformat.NotebookNode:
    code = nbformat.v4.new_code_cell("1 + 1", metadata={"tags": ["lab-only"], "collapsed": False})
    metadata = {
        "title": "Sums",
        "widgets": {STATES: {"state": {}}},
        "language_info": {"name": "python", "version": "3.1.4"},
    }
    return nbformat.v4.new_notebook(cells=[code], metadata=metadata)


def test_notebooks_are_saved_the_same_every_time(tmp_path: Path) -> None:
    path = tmp_path / "sums.ipynb"
    nbformat.write(untidy(), path)
    ids = [cell.id for cell in nbformat.read(path, as_version=4).cells]
    assert notebooks.run(path)
    assert not notebooks.run(path)
    saved = nbformat.read(path, as_version=4)
    assert [cell.id for cell in saved.cells] == ids
    assert set(saved.metadata) == {"title", "kernelspec", "language_info"}
    assert saved.metadata.language_info == {"name": "python"}
    assert saved.cells[0].metadata == {"tags": ["lab-only"]}
    assert saved.cells[0].outputs[0].data["text/plain"] == "2"
    assert saved.cells[0].execution_count == 1


def test_a_failing_notebook_is_named_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.ipynb"
    cells = [nbformat.v4.new_code_cell("1 / 0")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    before = path.read_bytes()
    assert notebooks.main([str(tmp_path)]) == 1
    assert "a cell fails, nothing saved" in capsys.readouterr().err
    assert path.read_bytes() == before
