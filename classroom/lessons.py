"""The notebooks of the course, in the order and by the titles a learner sees."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HOME = "home.ipynb"

#: Notebooks in which people write code of their own; a web page runs none.
LAB_ONLY = frozenset({"your_own_player.ipynb"})

#: The tag of a cell that no web page shows, such as the notes for teachers.
LAB_CELL = "lab-only"


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course: its file name, its title, and whether only JupyterLab can run it."""

    file: str
    title: str
    lab_only: bool = False


def title_of(notebook: Path) -> str:
    """Return the title of a notebook: its metadata, else its first heading, else its file name.

    >>> title_of(Path("no/such/3_passing.ipynb"))
    '3 passing'
    """
    fallback = notebook.stem.replace("_", " ")
    try:
        content = json.loads(notebook.read_text(encoding="utf-8"))
        title = content.get("metadata", {}).get("title")
        if isinstance(title, str) and title:
            return title
        for cell in content.get("cells", []):
            for line in "".join(cell.get("source", "")).splitlines():
                if cell.get("cell_type") == "markdown" and line.startswith("# "):
                    return line.removeprefix("# ").strip()
    except (OSError, ValueError, AttributeError, TypeError):
        return fallback  # a half-written notebook must not take the menu down with it
    return fallback


def pages(folder: Path) -> list[str]:
    """Return the files of the lessons that are web pages."""
    return [one.file for one in lessons(folder) if not one.lab_only]


def lessons(folder: Path) -> tuple[Lesson, ...]:
    """Return every notebook in a folder except the home page: numbered lessons first."""
    files = sorted(
        (path for path in folder.glob("*.ipynb") if path.name != HOME),
        key=lambda path: (not path.name[0].isdigit(), path.name),
    )
    return tuple(Lesson(path.name, title_of(path), path.name in LAB_ONLY) for path in files)
