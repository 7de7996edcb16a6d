"""What the static site is built from, and what is said where it cannot be built."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from classroom.export import executed
from classroom.lessons import lessons
from classroom.site.__main__ import main
from classroom.site.build import cells, is_ours, size
from classroom.site.runtime import HERE
from tests.conftest import ROOT


def test_the_browser_gets_the_versions_of_the_lock() -> None:
    def pins(path: Path) -> dict[str, str]:
        lines = path.read_text("utf-8").splitlines()
        pairs = [line.partition(";")[0].strip().split("==") for line in lines if "==" in line]
        return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}

    wanted = pins(HERE / "requirements.txt")
    lock = pins(ROOT / "requirements.lock")
    assert wanted
    assert {name: lock.get(name) for name in wanted} == wanted
    package = json.loads((HERE / "package.json").read_text("utf-8"))
    locked = json.loads((HERE / "package-lock.json").read_text("utf-8"))
    pyodide = package["dependencies"]["pyodide"]
    assert re.fullmatch(r"[\d.]+", pyodide)
    assert locked["packages"]["node_modules/pyodide"]["version"] == pyodide


def test_what_is_for_jupyterlab_alone_is_not_run() -> None:
    notebook = new_notebook(
        cells=[
            new_code_cell("1", id="one"),
            new_code_cell("2", id="two", metadata={"tags": ["lab-only"]}),
        ]
    )
    assert cells(notebook) == [("one", "1")]


def test_there_is_a_page_for_home_and_for_each_lesson(site: Path) -> None:
    menu = [each.file.replace(".ipynb", ".html") for each in lessons(ROOT / "notebooks")]
    assert sorted(each.name for each in site.glob("*.html")) == sorted(
        ["index.html", "home.html", *menu]
    )


def test_all_of_a_site_is_known_as_ours_when_it_is_built_again(site: Path) -> None:
    assert [each.name for each in site.iterdir() if not is_ours(each)] == []


def test_a_lesson_runs_the_cells_of_its_notebook(site: Path) -> None:
    notebook = executed(ROOT / "notebooks" / "practice_game.ipynb")
    html = (site / "practice_game.html").read_text("utf-8")
    found = re.search(r'id="course-python"[^>]*>(.*?)</script>', html)
    assert found
    told = json.loads(found[1])
    assert [tuple(each) for each in told["cells"]] == cells(notebook)
    assert (site / told["worker"]).is_file()
    assert size(site).packed < size(site).raw


def test_without_npm_one_sentence_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted = [str(ROOT / "notebooks"), str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    assert main(wanted) == 1
    said = capsys.readouterr().err
    assert "npm is needed to build the site" in said
    assert said.count("\n") == 1


def test_a_folder_without_a_home_page_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nbformat.write(new_notebook(), tmp_path / "practice_game.ipynb")
    assert main([str(tmp_path), str(tmp_path / "out")]) == 1
    assert "home.ipynb" in capsys.readouterr().err
