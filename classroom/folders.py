"""Folders that a command writes anew: what it wrote there before goes, and nothing else."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from jupyter_core.paths import jupyter_data_dir, jupyter_runtime_dir

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
