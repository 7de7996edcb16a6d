"""A player with a plausible but poor habit: it keeps near the middle."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.moves import Move
from sevens_kernel.players.base import pick
from sevens_kernel.players.ways import distance
from sevens_kernel.state import legal
from sevens_kernel.view import View


@dataclass(frozen=True, slots=True)
class NearTheSeven:
    """Lays the card that fits nearest the start of its row, any of them where several are equally near.

    >>> from sevens_kernel import parse_position, view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ 10♥"), seat=0)
    >>> NearTheSeven().choose(seen, Random(1))
    Move.parse("8c")
    """

    name: str = "near the seven"

    def choose(self, view: View, rng: Random) -> Move:
        """Give a legal move with the smallest distance from the start."""
        moves = legal(view)
        if len(moves) == 1:
            return moves[0]
        shape = view.table.shape
        cards: list[tuple[int, Card, Move]] = [
            (distance(shape, move.card), move.card, move) for move in moves if move.card
        ]
        nearest = min(steps for steps, _, _ in cards)
        return pick([move for steps, _, move in cards if steps == nearest], rng)
