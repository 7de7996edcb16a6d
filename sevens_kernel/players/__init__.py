"""The computer players. Each is a value with a name; none ever sees more than a View."""

from __future__ import annotations

from types import MappingProxyType

from sevens_kernel.errors import SevensError
from sevens_kernel.players.advise import Advice, advise, hints
from sevens_kernel.players.base import Player, StartPlayer, choose_start
from sevens_kernel.players.counting import FirstThatFits, FreesItsOwn, MostOwn, OwnMinusOthers
from sevens_kernel.players.heuristic import Heuristic
from sevens_kernel.players.levels import Level, about_level, at_level, read_level
from sevens_kernel.players.near import NearTheSeven
from sevens_kernel.players.priority import Priority
from sevens_kernel.players.rand import RandomPlayer
from sevens_kernel.players.sampler import Sampler
from sevens_kernel.players.weighing import Weighed, weighed_advice

PLAYERS: tuple[Player, ...] = (
    RandomPlayer(),
    FirstThatFits(),
    NearTheSeven(),
    FreesItsOwn(),
    MostOwn(),
    OwnMinusOthers(),
    Heuristic(),
    Priority(),
    Sampler(),
)

__all__ = [
    "PLAYERS",
    "Advice",
    "FirstThatFits",
    "FreesItsOwn",
    "Heuristic",
    "Level",
    "MostOwn",
    "NearTheSeven",
    "OwnMinusOthers",
    "Player",
    "Priority",
    "RandomPlayer",
    "Sampler",
    "StartPlayer",
    "Weighed",
    "about_level",
    "advise",
    "at_level",
    "choose_start",
    "describe",
    "hints",
    "player",
    "player_names",
    "read_level",
    "weighed_advice",
]


def player_names() -> tuple[str, ...]:
    """Give the names of all computer players, the plainest first.

    >>> player_names()[0]
    'random'
    """
    return tuple(each.name for each in PLAYERS)


def describe(name: str) -> str:
    """Say in plain words how a computer player plays.

    >>> describe("random")
    'Lays any card that fits, each with the same chance.'

    Raises SevensError naming all of them.
    """
    return _ABOUT[player(name).name]


_ABOUT = MappingProxyType(
    {
        "random": "Lays any card that fits, each with the same chance.",
        "first that fits": "Lays the first card of its sorted hand that fits.",
        "near the seven": "Lays the card that fits nearest the start of its row.",
        "frees its own": "Lays any card behind which one of its own waits, and any that fits where there is none.",
        "most own behind": "Lays the card behind which most of its own cards wait.",
        "own minus others": "Lays the card behind which its own cards outnumber those of the others most.",
        "heuristic": "Lays the card behind which its farthest card waits, "
        "and holds back what only helps the others.",
        "priority": "Looks at what waits behind each card that fits: cards of its own speak for laying it, "
        "cards that help only the others speak against it.",
        "sampler": "Deals the hidden cards out some hundred times, as all passes and choices suggest, plays each card "
        "that fits to the end of every deal, and lays the one that wins most.",
    }
)


def player(name: str) -> Player:
    """Find a computer player by its name, in any case, with spaces, hyphens or underscores.

    >>> player("near-the-seven").name
    'near the seven'

    Raises SevensError naming all of them.
    """
    plain = " ".join(str(name).lower().replace("_", " ").replace("-", " ").split())
    for each in PLAYERS:
        if plain == each.name:
            return each
    raise SevensError(
        f"“{str(name)[:40]}” is not a computer player: there are {', '.join(player_names())}"
    )
