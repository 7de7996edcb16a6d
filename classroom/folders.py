"""Folders that a command writes anew: what it wrote there before goes, and nothing else."""

from __future__ import annotations

import shutil
from fnmatch import fnmatch
from pathlib import Path


def emptied(folder: Path, *ours: str) -> Path:
    """Make a folder, or empty one that holds nothing but what was written there before; return it.

    ours: patterns of the names that are written there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     (Path(place) / "home.html").touch()
    ...     list(emptied(Path(place), "*.html").iterdir())
    []

    Raises FileExistsError, in one sentence, where anything else is in it, and OSError where it cannot be made.
    """
    there = sorted(each.name for each in folder.iterdir()) if folder.exists() else []
    strange = [name for name in there if not any(fnmatch(name, each) for each in ours)]
    if strange:
        raise FileExistsError(
            f"{folder} holds {strange[0]}, which was not written here: name another folder, or empty it."
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
