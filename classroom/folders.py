"""Folders that a command writes anew: what it wrote there before goes, and nothing else."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from jupyter_core.paths import jupyter_data_dir, jupyter_runtime_dir

#: How the names of folders begin in which something is being written.
ASIDE = ".new-"

#: What file managers leave in a folder that somebody has looked into.
LEFT = (".DS_Store", "Thumbs.db", "desktop.ini")

#: What stands behind a folder's name in that of a kernel's socket.
SOCKET = "/kernel-00000000-0000-0000-0000-000000000000-ipc-1"

#: The folder of its own that Voila makes for all of them.
VOILAS = "/voila_xxxxxxxx"

#: Bytes that the name of a socket may have.
LONGEST_SOCKET = 107 if sys.platform == "linux" else 103


def sockets_fit(folder: str) -> bool:
    """Say whether kernels can have their sockets in a folder: not on Windows, nor where its name is too long.

    >>> sockets_fit("/tmp"), sockets_fit("/" + "long" * 20)
    (True, False)
    """
    return os.name == "posix" and len(os.fsencode(folder + SOCKET)) <= LONGEST_SOCKET


def kernel_place() -> tuple[str, str]:
    """Return in which folder kernels of a served course can be reached, and how: by sockets ("ipc") or ports ("tcp").

    The usual folder for such things has a name too long for sockets on some machines, macOS among them.
    """
    usual = tempfile.gettempdir()
    for folder in (usual, "/tmp"):
        if sockets_fit(folder + VOILAS) and os.access(folder, os.W_OK | os.X_OK):
            return folder, "ipc"
    return usual, "tcp"


def why_no_place() -> str | None:
    """Make the folders in which Jupyter keeps its own files; return one sentence on why not, or None.

    Without them no kernel would start, and each page would end in an error.
    """
    try:
        tempfile.gettempdir()
    except OSError:
        return "There is no folder for temporary files: set TMPDIR to one that can be written."
    for folder, variable in (
        (jupyter_data_dir(), "JUPYTER_DATA_DIR"),
        (jupyter_runtime_dir(), "JUPYTER_RUNTIME_DIR"),
    ):
        try:
            Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return f"Jupyter's folder {folder} cannot be made: set {variable} to one that can be written."
    return None


@contextlib.contextmanager
def written_anew(folder: Path, *ours: str) -> Iterator[Path]:
    """Give a folder to write into; once all is written it takes the place of what was written in the other before.

    Until then, and where the writing fails, that stays as it was. ours: patterns of the names that are written there.

    >>> with tempfile.TemporaryDirectory() as place:
    ...     (Path(place) / "old.html").touch()
    ...     with written_anew(Path(place), "*.html") as aside:
    ...         (aside / "new.html").touch()
    ...     [each.name for each in Path(place).iterdir()]
    ['new.html']

    Raises FileExistsError, in one sentence, where anything else is in it, and OSError where it cannot be made.
    """
    fresh = not folder.exists()
    strange = [] if fresh else sorted(each.name for each in folder.iterdir())
    strange = [
        name
        for name in strange
        if not any(fnmatch(name, each) for each in (*ours, *LEFT, ASIDE + "*"))
    ]
    if strange:
        raise FileExistsError(
            f"{folder} holds {strange[0]}, which was not written here: name another folder, or empty it."
        )
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Within it: the same disk, and the same rights.
        with tempfile.TemporaryDirectory(prefix=ASIDE, dir=folder) as aside:
            yield Path(aside)
            _take_the_place(Path(aside), folder)
    finally:
        if fresh and not any(folder.iterdir()):
            folder.rmdir()


def _take_the_place(aside: Path, folder: Path) -> None:
    for old in folder.iterdir():
        if old.is_dir() and not old.is_symlink():
            if old != aside:
                shutil.rmtree(old)
        else:
            old.unlink()
    for new in aside.iterdir():
        new.rename(folder / new.name)
