"""What may stand on our command lines; anything else is one sentence that quotes it and says what may."""

from __future__ import annotations

import argparse
import ipaddress
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

#: Learners at once, at most: beyond that one machine and one process are the wrong tools.
MOST_LEARNERS = 1000

#: Letters of what was given that a sentence quotes.
LONGEST_QUOTE = 120

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:%_-]{0,251}[A-Za-z0-9])?|::|::1")
_NAME = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.I
)
_PATH = re.compile(r"/?([A-Za-z0-9_~][A-Za-z0-9._~-]*/?)*")


class OneSentence(argparse.ArgumentParser):
    """A command line that says in one sentence what is wrong with it."""

    def error(self, message: str) -> NoReturn:
        """Say it and end with status 2."""
        ours = message.partition(": ")[2]
        if message.startswith("argument ") and ours.endswith("."):
            message = ours
        else:
            message = f"{message[:1].upper()}{message[1:]} (--help lists what there is)."
        print(message, file=sys.stderr)
        raise SystemExit(2)


def shown(text: str) -> str:
    r"""Return a given text so that it can be quoted on one line: odd characters by number, the end of a long one cut.

    >>> shown("two\nlines"), len(shown("a" * 1000))
    ('two\\nlines', 121)
    """
    plain = "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
    return plain if len(plain) <= LONGEST_QUOTE else plain[:LONGEST_QUOTE] + "…"


def sentence(what: str, error: BaseException) -> str:
    """Say what was not done, and why, with a full stop at the end whoever wrote the reason.

    >>> sentence("No sheet was written", OSError("the disk is full"))
    'No sheet was written: the disk is full.'
    """
    return f"{what}: {error}".rstrip(".") + "."


def _number(text: str, least: int, most: int) -> int | None:
    """Return a whole number that is written in digits, or None for another text and one out of bounds."""
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        return None
    return int(text) if least <= int(text) <= most else None


def _answer(ask: Callable[[], bool]) -> bool:
    """Ask something of a path; no for a text that can be none, and where one may not look."""
    try:
        return ask()
    except (OSError, ValueError):
        return False


def whole(name: str, least: int, most: int, what: str) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds.

    >>> whole("CLASS", 0, 1000, "learners")("30")
    30
    >>> whole("CLASS", 0, 1000, "learners")("-3")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: CLASS=-3: give a number of learners from 0 to 1000.
    """

    def read(text: str) -> int:
        found = _number(text, least, most)
        if found is None:
            raise argparse.ArgumentTypeError(
                f"{name}={shown(text)}: give a number of {what} from {least} to {most}."
            )
        return found

    return read


def no_port(text: str) -> str:
    """Say that something is no port."""
    return f"PORT={shown(text)} is not a port: choose a number from 1 to 65535."


def no_host(text: str) -> str:
    """Say that nothing can listen at a host."""
    return f"HOST={shown(text)} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all."


def no_folder(text: str) -> str:
    """Say that there is no such folder of notebooks."""
    return f"There is no folder {shown(text)}: name the folder of the notebooks."


def port(text: str) -> int:
    """Read a port.

    >>> port("99999")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: PORT=99999 is not a port: choose a number from 1 to 65535.
    """
    found = _number(text, 1, 65535)
    if found is None:
        raise argparse.ArgumentTypeError(no_port(text))
    return found


def host(text: str) -> str:
    """Read an address to listen at."""
    if not _HOST.fullmatch(text) or any(len(part) > 63 for part in text.split(".")):
        raise argparse.ArgumentTypeError(no_host(text))
    return text


def names(text: str) -> list[str]:
    """Read further names of this server, with spaces between them.

    >>> names("sevens.school.example  cards.local")
    ['sevens.school.example', 'cards.local']
    >>> names("http://sevens.school.example")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: NAMES=http://sevens.school.example: give names only, such as sevens.school.example.
    """
    for each in text.split():
        if not _NAME.fullmatch(each):
            raise argparse.ArgumentTypeError(
                f"NAMES={shown(each)}: give names only, such as sevens.school.example."
            )
    return text.split()


def addresses(text: str) -> list[str]:
    """Read the addresses of web servers in front, with spaces between them.

    >>> addresses("10.0.0.5 fd00::5")
    ['10.0.0.5', 'fd00::5']
    >>> addresses("web.school.example")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: BEHIND=web.school.example: give the web server's address in numbers, such as 10.0.0.5.
    """
    for each in text.split():
        try:
            ipaddress.ip_address(each)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"BEHIND={shown(each)}: give the web server's address in numbers, such as 10.0.0.5."
            ) from None
    return text.split()


def base_url(text: str) -> str:
    """Read a path; return it with a stroke at both ends.

    >>> [base_url(each) for each in ("/sevens/", "a/b", "")]
    ['/sevens/', '/a/b/', '/']
    >>> base_url("/a b/")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: BASE_URL=/a b/ is no path: use letters, digits, - and _, such as /sevens/.
    """
    if not _PATH.fullmatch(text) or len(text) > 200:
        raise argparse.ArgumentTypeError(
            f"BASE_URL={shown(text)} is no path: use letters, digits, - and _, such as /sevens/."
        )
    return f"/{text.strip('/')}/".replace("//", "/")


def token(text: str) -> str:
    """Read a class code; the sentence about a bad one does not repeat it, because others may read the screen.

    >>> token("klee grün")
    'klee grün'
    >>> token(" clover")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: TOKEN: a class code has 1 to 100 letters, digits and signs, and no space at its ends.
    """
    if text != text.strip() or not text.isprintable() or len(text) > 100:
        raise argparse.ArgumentTypeError(
            "TOKEN: a class code has 1 to 100 letters, digits and signs, and no space at its ends."
        )
    return text


def notebooks(text: str) -> Path:
    """Read a folder of notebooks.

    >>> notebooks("no/such/place")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: There is no folder no/such/place: name the folder of the notebooks.
    """
    folder = Path(text)
    try:
        there, has = folder.is_dir(), next(folder.glob("*.ipynb"), None) is not None
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"The folder {shown(text)} cannot be read.") from error
    if not there:
        raise argparse.ArgumentTypeError(no_folder(text))
    if not has:
        raise argparse.ArgumentTypeError(
            f"The folder {shown(text)} holds no notebook: name the folder of the notebooks."
        )
    return folder


def project(text: str) -> Path:
    """Read the folder of this project.

    >>> project("no/such/place")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: no/such/place is not the folder of this project: requirements.lock is not in it.
    """
    path = Path(text)
    for name in ("requirements.lock", "pyproject.toml"):
        if not _answer((path / name).is_file):
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is not the folder of this project: {name} is not in it."
            )
    return path


def target(text: str) -> Path:
    """Read a folder or a file that is to be written: a text that can be a path, within nothing that is a file."""
    path = Path(text)

    def fits() -> bool:
        path.exists()  # an error where the name is too long
        above = next((each for each in path.absolute().parents if each.exists()), None)
        return bool(text) and above is not None and above.is_dir()

    if not _answer(fits):
        raise argparse.ArgumentTypeError(
            f"{shown(text) or 'An empty name'} cannot be written: name another place."
        )
    return path


def folder(text: str) -> Path:
    """Read a folder that is to be written: not the name of a file."""
    path = target(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{shown(text)} is a file: name a folder.")
    return path


def board(text: str) -> Path:
    """Read the file of a class board, in a folder that is there.

    >>> board("no/such/class.sqlite")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: BOARD=no/such/class.sqlite: there is no folder no/such, so make it or name another file.
    """
    path = Path(text)
    if _answer(path.is_dir):
        raise argparse.ArgumentTypeError(f"BOARD={shown(text)} is a folder: name a file in it.")
    if not text.strip() or not _answer(path.parent.is_dir):
        raise argparse.ArgumentTypeError(
            f"BOARD={shown(text)}: there is no folder {shown(str(path.parent))}, "
            "so make it or name another file."
        )
    return path


def file(text: str) -> Path:
    """Read a file that is to be written: not the name of a folder."""
    path = target(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{shown(text)} is a folder: name a file.")
    return path
