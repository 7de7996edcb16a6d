"""The player to measure the others by: it lays any card that fits."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sevens_kernel.moves import Move
from sevens_kernel.players.base import pick
from sevens_kernel.state import legal
from sevens_kernel.view import View


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Lays any card that fits, each with the same chance."""

    name: str = "random"

    def choose(self, view: View, rng: Random) -> Move:
        """Give any legal move.

        >>> from sevens_kernel.deal import deal
        >>> from sevens_kernel.rules import Rules
        >>> from sevens_kernel.view import view
        >>> state = deal(Rules(), 1)
        >>> RandomPlayer().choose(view(state, state.turn), Random(1))
        Move.parse("7d")
        """
        return pick(legal(view), rng)
