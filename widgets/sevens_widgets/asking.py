"""A quiz while somebody answers it: the exercises of a lesson, and others made up for as long as they are asked for.

There is nothing of notebooks or widgets in here. A page can send anything: whatever arrives,
`Asking.act` never raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from types import MappingProxyType
from typing import Any

from sevens_widgets.exercise import Exercise, ExerciseSet
from sevens_widgets.generated import Maker

BATCH = 4  # exercises made for one wish: some are handed over ahead, and the page never waits
FEW = MappingProxyType({"wins": 2})  # of kinds that take long to find
_FRESH = 1 << 30  # seeds of what is made in answer to a wish


class Asking:
    """The exercises of one lesson, and the made-up ones after them.

    ahead: how many are made up beforehand, so that they can be asked without Python. seed: the same
    number makes up the same ones beforehand. fresh: the seed of all that follows; None draws one, so that
    whoever comes back meets new exercises.

    >>> from sevens_widgets.exercise import load
    >>> asking = Asking(load("3_passing"), ahead=2, seed=1, fresh=5)
    >>> [each["id"] for each in asking.payload()["made"]]
    ['more-1-1', 'more-1-2']
    >>> asking.act({"type": "more", "kind": "waits"})
    >>> {each["kind"] for each in asking.payload()["made"]}
    {'waits'}
    """

    def __init__(
        self, asked: ExerciseSet, ahead: int = 0, seed: int = 1, fresh: int | None = None
    ) -> None:
        """Make up what is made beforehand."""
        self.asked = asked
        kinds = tuple(dict.fromkeys(each.kind for each in asked.exercises))
        first = Maker(kinds, seed, asked.exercises)
        self.made = _some(first, None, ahead)
        self._payload = asked.payload()
        self._batch = [each.payload() for each in self.made]
        seed = SystemRandom().randrange(_FRESH) if fresh is None else fresh
        self._maker = Maker(kinds, seed, (*asked.exercises, *self.made))

    def payload(self) -> dict[str, Any]:
        """Give what the page needs: all exercises of the lesson, and of the made-up ones the newest."""
        return self._payload | {"made": self._batch}

    def act(self, act: Mapping[str, Any]) -> None:
        """Make more exercises, where that is what the page asks for: {"type": "more", "kind": "fits"}."""
        if act.get("type") != "more":
            return
        kind = act.get("kind")
        wanted = kind if isinstance(kind, str) and kind in self._maker.kinds else None
        some = _some(self._maker, wanted, FEW.get(wanted or "", BATCH))
        if not some:  # all of that kind have been asked
            some = _some(self._maker, None, BATCH)
        self._batch = [each.payload() for each in some]


def _some(maker: Maker, kind: str | None, count: int) -> list[Exercise]:
    made = (maker.next(kind) for _ in range(count))
    return [one for one in made if one is not None]
