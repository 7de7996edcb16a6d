"""Every notebook runs, gives what is saved in it, twice in a row, and a changed example is noticed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSON = "2_extending_rows.ipynb"


def nbval(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Run notebooks and compare every output strictly."""
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q", "-rN"]
    command += ["-p", "no:cacheprovider", "-c", "pytest.ini", "--rootdir", ".", *names]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of all notebooks, so that running them touches nothing."""
    target = tmp_path / "notebooks"
    shutil.copytree(FOLDER, target, ignore=shutil.ignore_patterns(".*"))
    (target / "pytest.ini").write_text("[pytest]\n")
    return target


def test_all_notebooks_give_what_is_saved_in_them_twice_in_a_row(copy: Path) -> None:
    names = sorted(path.name for path in copy.glob("*.ipynb"))
    before = {name: (copy / name).read_bytes() for name in names}
    code = sum(text.count(b'"cell_type": "code"') for text in before.values())
    for _ in range(2):
        done = nbval(copy, *names)
        assert done.returncode == 0, done.stdout[-3000:]
        assert re.search(rf"^{code} passed", done.stdout, re.MULTILINE), done.stdout[-500:]
    assert {name: (copy / name).read_bytes() for name in names} == before


def examples() -> list[tuple[str, str]]:
    """Give every cell that shows a position, with its first card of the hand."""
    found = []
    for cell in json.loads((FOLDER / LESSON).read_text("utf-8"))["cells"]:
        match = re.search(r'show\(".*you .*?(\S+[♣♦♥♠])\"', "".join(cell["source"]))
        if match:
            found.append((cell["id"], match[1]))
    return found


def test_one_changed_card_of_an_example_is_noticed(copy: Path) -> None:
    """Change the last card of each example's hand, each in its own copy of the lesson."""
    changed = examples()
    assert len(changed) >= 4
    for cell_id, card in changed:
        notebook = json.loads((FOLDER / LESSON).read_text("utf-8"))
        cell = next(each for each in notebook["cells"] if each["id"] == cell_id)
        text = "".join(cell["source"])
        other = f"Q{card[-1]}"
        assert card != other
        assert text.count(f'{card}"') == 1
        cell["source"] = text.replace(f'{card}"', f'{other}"')
        (copy / f"changed_{cell_id}.ipynb").write_text(json.dumps(notebook), "utf-8")
    done = nbval(copy, *(f"changed_{cell_id}.ipynb" for cell_id, _ in changed))
    assert done.returncode == 1, done.stdout[-3000:]
    assert re.search(rf"^{len(changed)} failed", done.stdout, re.MULTILINE), done.stdout[-800:]


def test_a_changed_deal_is_noticed(copy: Path) -> None:
    path = copy / "practice_game.ipynb"
    text = path.read_text("utf-8")
    assert text.count('"deal = 77 ') == 1
    path.write_text(text.replace('"deal = 77 ', '"deal = 78 '), "utf-8")
    done = nbval(copy, path.name)
    assert done.returncode == 1
    assert re.search(r"^1 failed, 2 passed", done.stdout, re.MULTILINE), done.stdout[-800:]
