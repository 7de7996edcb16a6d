"""Folders that a command writes anew: what it wrote there before goes, and nothing else."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from jupyter_core.paths import jupyter_data_dir, jupyter_runtime_dir

#: How the names of folders begin in which something is being written.
ASIDE = ".new-"

#: Seconds after which nobody writes there any more: whoever did was killed.
FORGOTTEN = 24 * 60 * 60

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


#: Says of what lies in a folder whether it was surely written by us.
Ours = Callable[[Path], bool]


@contextlib.contextmanager
def written_anew(folder: Path, ours: Ours) -> Iterator[Path]:
    """Give a folder to write into; once all is written it takes the place of what was written in the other before.

    Until then, and where the writing fails, that stays as it was. Each file is the old or the new one at any moment,
    and what is left of the old goes last; where it cannot, that is told. Of two who write at once the last one wins.

    >>> with tempfile.TemporaryDirectory() as place:
    ...     (Path(place) / "old.html").touch()
    ...     with written_anew(Path(place), lambda path: path.suffix == ".html") as aside:
    ...         (aside / "new.html").touch()
    ...     [each.name for each in Path(place).iterdir()]
    ['new.html']

    Raises FileExistsError, in one sentence, where anything else is in it, and OSError where it cannot be made.
    """
    fresh = not folder.exists()
    if not fresh:
        _only_ours(folder, ours)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Within it: the same disk, and the same rights.
        with tempfile.TemporaryDirectory(
            prefix=ASIDE, dir=folder, ignore_cleanup_errors=True
        ) as aside:
            yield Path(aside)
            before = _only_ours(folder, ours)  # once more: writing takes a while
            _remove(_lay(Path(aside), folder, before), Path(aside))
        if Path(aside).exists():
            _tell(Path(aside))
    finally:
        if fresh:
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()


def _only_ours(folder: Path, ours: Ours) -> list[Path]:
    """Return what was written into a folder before; raise FileExistsError where anything else is in it."""
    found = []
    for each in sorted(folder.iterdir()):
        if each.name.startswith(ASIDE):
            found += [each] if _forgotten(each) else []
        elif each.name not in LEFT:
            if not ours(each) and os.path.lexists(each):
                raise FileExistsError(
                    f"{folder} holds {each.name}, which was not written here, or by an older version: "
                    f"name another folder, or delete {folder} if nothing in it is yours."
                )
            found.append(each)
    return found


def _forgotten(path: Path) -> bool:
    """Say whether somebody was killed long ago while writing there."""
    if not re.fullmatch(re.escape(ASIDE) + "[a-z0-9_]{8}", path.name):
        return False
    try:
        return path.lstat().st_mtime < time.time() - FORGOTTEN
    except OSError:
        return False


def _lay(new: Path, folder: Path, before: Iterable[Path]) -> list[Path]:
    """Put all of a new folder over what another holds; return what is left of that which was there before."""
    fresh = sorted(new.iterdir(), key=Path.is_file)  # folders first: pages need what is in them
    names = {each.name for each in fresh}
    left = [each for each in before if each.name not in names]
    for each in fresh:
        place = folder / each.name
        try:
            os.replace(each, place)
        except OSError:  # no folder takes the place of one that holds anything
            if not (each.is_dir() and place.is_dir()):
                raise
            left += _lay(each, place, list(place.iterdir()))
    return left


def _remove(left: Iterable[Path], aside: Path) -> None:
    """Take away what is left, each at once as a whole; tell what cannot be."""
    away = Path(tempfile.mkdtemp(dir=aside))
    for number, each in enumerate(left):
        try:
            os.replace(each, away / str(number))
        except FileNotFoundError:  # somebody else who writes there took it away
            continue
        except OSError:
            _tell(each)


def _tell(left: Path) -> None:
    print(
        f"What is new is in place, but {left} is left from before and cannot be removed: delete it yourself.",
        file=sys.stderr,
    )
