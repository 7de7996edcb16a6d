"""The three levels at which the computer plays against a person; every one sees its own hand only."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from sevens_kernel.errors import SevensError
from sevens_kernel.players.base import Player
from sevens_kernel.players.counting import FreesItsOwn
from sevens_kernel.players.heuristic import Heuristic
from sevens_kernel.players.sampler import Sampler


class Level(StrEnum):
    """How well the computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    STRONG = "strong"


_PLAYERS: MappingProxyType[Level, Player] = MappingProxyType(
    {
        Level.EASY: FreesItsOwn(),
        Level.NORMAL: Heuristic(),
        Level.STRONG: Sampler(),
    }
)

_ABOUT = MappingProxyType(
    {
        Level.EASY: "Easy: looks at its own hand alone, and lays any card behind which one of its own waits.",
        Level.NORMAL: "Normal: frees its farthest cards first, and opens nothing that only helps the others.",
        Level.STRONG: "Strong: thinks what the others may hold, from their passes and choices, and plays hundreds of "
        "such deals to the end before it lays a card.",
    }
)


def read_level(text: str) -> Level:
    """Read a level in any case.

    >>> read_level("Easy")
    <Level.EASY: 'easy'>

    Raises SevensError naming all of them.
    """
    plain = str(text).strip().lower()
    if plain not in tuple(Level):
        raise SevensError(f"“{str(text)[:40]}” is not a level: there are {', '.join(Level)}")
    return Level(plain)


def at_level(level: Level | str) -> Player:
    """Give the computer player of a level.

    >>> at_level("normal").name
    'heuristic'

    Raises SevensError naming all levels.
    """
    return _PLAYERS[read_level(level)]


def about_level(level: Level | str) -> str:
    """Say in one plain sentence how the computer plays at a level.

    >>> about_level("normal")
    'Normal: frees its farthest cards first, and opens nothing that only helps the others.'

    Raises SevensError naming all levels.
    """
    return _ABOUT[read_level(level)]
