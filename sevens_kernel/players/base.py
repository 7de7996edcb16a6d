"""What a computer player is: it gets a view, never a state, and answers with a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar, runtime_checkable

from sevens_kernel.cards import Card
from sevens_kernel.moves import Move, lay
from sevens_kernel.state import free_starts, legal
from sevens_kernel.view import View

T = TypeVar("T")
Weight = TypeVar("Weight", int, tuple[int, ...])


class Player(Protocol):
    """A player: a name, and a choice among `legal(view)` whenever it is on turn.

    `choose` is asked only when at least one move is legal. All randomness comes from `rng`, so that the same view
    and the same random numbers give the same move.
    """

    @property
    def name(self) -> str:
        """The name by which the player is chosen and listed."""
        ...

    def choose(self, view: View, rng: Random) -> Move:
        """Give one of the moves of `legal(view)`."""
        ...


@runtime_checkable
class StartPlayer(Protocol):
    """A player that decides for itself when to lay a start card out of turn; the others follow `usual_start`."""

    def choose_start(self, view: View, rng: Random) -> Move | None:
        """Give one of the moves of `free_starts(view, view.seat)`, or None to keep the card for now."""
        ...


def choose_start(player: Player, view: View, rng: Random) -> Move | None:
    """Ask a player, on turn or not, whether it lays a start card out of turn now; None: no, or it holds none.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.players import player
    >>> from sevens_kernel.rules import Rules
    >>> from sevens_kernel.view import view
    >>> choose_start(player("random"), view(deal(Rules(), 1), 0), Random(1)) is None
    True
    """
    moves = free_starts(view, view.seat)
    if not moves:
        return None
    if isinstance(player, StartPlayer):
        return player.choose_start(view, rng)
    return usual_start(view, moves)


def usual_start(view: View, moves: Sequence[Move]) -> Move | None:
    """Give the start card to lay out of turn now, or None: it waits until laying it wins the deal at once.

    That is when all cards left may be laid so, and on turn also when all but one may and that one fits then.
    There is no hurry before: it costs no turn at the end either, nobody else can lay it, and meanwhile it keeps the
    suit shut and serves as a waiting move on turn. Measured over 1500 deals of Domino with the heuristic in all four
    seats: one player who waits wins 33 ± 1 % against three who lay such cards at once.
    """
    left = len(view.hand) - len(moves)
    if not moves or view.unknown or left > 1 or (left == 1 and view.turn != view.seat):
        return None
    starts = [move.card for move in moves]
    table = view.table
    for card in starts:
        table = table.lay(card) if card else table
    return moves[0] if all(table.fits(card) for card in rest_of(view.hand, starts)) else None


def rest_of(hand: Sequence[Card], cards: Sequence[Card | None]) -> list[Card]:
    """Give a hand without some cards, each taken away once."""
    rest = list(hand)
    for card in cards:
        if card in rest:
            rest.remove(card)
    return rest


def heaviest(view: View, weigh: Callable[[Card], Weight]) -> Move:
    """Give the legal move whose card weighs most, of equal ones the first in the hand; a pass where nothing fits.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥"), seat=0)
    >>> heaviest(seen, lambda card: card.rank.value)
    Move.parse("10h")

    Raises ValueError when no move is legal.
    """
    moves = legal(view)
    if len(moves) == 1:
        return moves[0]
    return lay(max((move.card for move in moves if move.card), key=weigh))


def pick(items: Sequence[T], rng: Random) -> T:
    """Give one of the items by chance, with `random()`, whose values are the same in every version of Python.

    >>> pick("abcd", Random(1))
    'a'
    """
    return items[int(rng.random() * len(items))]
