"""The file in which the arena keeps what it has played, so that a run that was stopped can go on.

One line of JSON says which contest it is and which code plays it; every further line holds one portion of its deals.
A line is written whenever a portion is done. The last line may be half written, as when the machine was switched off:
it is played again.

A file that was damaged or changed by hand is refused: every line bears a mark of what it says, its sums must be those
of real deals, and the first deal in the file is played again. That finds mistakes; it cannot find a forger who plays by
this code.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from sevens_kernel.arena import LARGEST_PORTION, Run
from sevens_kernel.errors import SevensError
from sevens_kernel.rulesets import format_rules
from sevens_kernel.tally import Tally, whole

_KIND = "sevens arena"
# What a line that is none may raise: no JSON, nested without end, or numbers and names that are none.
_UNREADABLE = (
    *(ValueError, KeyError, TypeError, AttributeError),
    *(RecursionError, OverflowError),
)
_MOST_BYTES = 1 << 28  # three times what the most deals take
_WORDS = {"players": "players are", "rules": "rules are", "seed": "seed is"}


class Ledger:
    """A file of portions played, opened for one run, which takes from it what is there already."""

    def __init__(self, path: Path, run: Run) -> None:
        """Open the file, begin it where it is not there or empty, and give the run what it holds.

        Raises SevensError when the file cannot be read or written, is something else, or belongs to another contest
        or to another version of this code.
        """
        self.path = path
        self._head = {
            _KIND: 1,
            "version": code_mark(),
            "players": list(run.names),
            "rules": format_rules(run.rules),
            "seed": run.seed,
        }
        if path.exists() and not path.is_file() and not path.is_dir():
            raise self._foreign()  # a device may never end
        try:
            if path.is_file() and path.stat().st_size > _MOST_BYTES:
                raise self._foreign()
            good = self._read(path.read_bytes() if path.exists() else b"", run)
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(good)
            self._file.seek(good)
            if not good:
                self._write({**self._head, "portion of deals": run.size})
        except OSError as error:
            raise SevensError(f"“{path}” cannot be used: {error.strerror}") from None

    def keep(self, portion: int, tally: Tally) -> None:
        """Write down what came of a portion.

        Raises SevensError when the file cannot be written any more.
        """
        values = {"portion": portion, **tally.as_json()}
        self._write(values | {"mark": self.mark(values)})

    def mark(self, values: dict[str, object]) -> str:
        """Give the mark of a line: it changes with whatever the line says, and from contest to contest."""
        said = json.dumps([self._head, values], ensure_ascii=False, sort_keys=True)
        return sha256(said.encode()).hexdigest()[:16]

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # what could not be written was told when it was to be kept
            self._file.close()

    def _write(self, values: dict[str, object]) -> None:
        try:
            self._file.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise SevensError(f"“{self.path}” cannot be written: {error.strerror}") from None

    def _read(self, text: bytes, run: Run) -> int:
        """Read what is there; give how many bytes of it are good."""
        lines = text.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()  # half written
        if not lines:
            if text and not text.startswith(b"{"):
                raise self._foreign()
            return 0
        run.size = self._size(lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                values = json.loads(line)
                mark, portion = values.pop("mark"), whole(values["portion"])
                tally = Tally.from_json(values)
                right = mark == self.mark(values)
            except _UNREADABLE:
                raise self._wrong(number, "cannot be read") from None
            fault = _fault(tally, run)
            if fault:
                raise self._wrong(number, f"cannot be true ({fault})")
            if not right:
                raise self._wrong(number, "was changed after it was written")
            if number == 2 and not _begins_with(tally, run.first_of(portion), run):
                raise self._wrong(number, "is not what these players play")
            run.take(portion, tally)
        return sum(map(len, lines))

    def _wrong(self, number: int, what: str) -> SevensError:
        return SevensError(
            f"“{self.path}”, line {number}, {what}: take the line out, or name another file"
        )

    def _size(self, line: bytes) -> int:
        """Check the first line; give the size of a portion."""
        try:
            head = json.loads(line)
            size = head.pop("portion of deals")
        except _UNREADABLE:
            raise self._foreign() from None
        if _KIND not in head or type(size) is not int or not 1 <= size <= LARGEST_PORTION:
            raise self._foreign()
        for key, word in _WORDS.items():
            if head.get(key) != self._head[key]:
                raise SevensError(
                    f"“{self.path}” holds another contest: its {word} {_plain(head.get(key))}, "
                    f"not {_plain(self._head[key])}; name another file, or the same contest"
                )
        if head != self._head:
            raise SevensError(
                f"“{self.path}” was begun with another version of the players: name another file"
            )
        return size

    def _foreign(self) -> SevensError:
        return SevensError(f"“{self.path}” is no file of the arena: name another one")


def _fault(tally: Tally, run: Run) -> str:
    if not 1 <= tally.deals <= run.size:
        return f"{tally.deals} deals in a portion of {run.size}"
    return tally.fault(run.names, len(run.rules.pack_cards))


def _begins_with(tally: Tally, first: Tally | None, run: Run) -> bool:
    """Whether sums can be those of deals of which the first is known; anything where none is known."""
    if first is None or tally == first:
        return True
    rest = tally.without(first)
    return rest is not None and rest.deals > 0 and not _fault(rest, run)


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


@lru_cache(maxsize=1)
def code_mark() -> str:
    """Give a mark of the code and the data of this package: any change to them changes it.

    >>> len(code_mark()), code_mark() == code_mark()
    (16, True)
    """
    found = sha256()
    folder = files("sevens_kernel")
    for place in (folder, folder.joinpath("players")):
        for each in sorted(place.iterdir(), key=lambda each: each.name):
            if each.name.endswith((".py", ".toml")):
                found.update(each.name.encode() + b"\0" + each.read_bytes() + b"\0")
    return found.hexdigest()[:16]
