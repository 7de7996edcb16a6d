"""A move and its text, and the acts a deal's history is made of."""

from __future__ import annotations

from dataclasses import dataclass

from sevens_kernel.cards import ALL_CARDS, Card


@dataclass(frozen=True, slots=True)
class Move:
    """One move: a card to lay, or None for a pass. free: a start card laid out of turn, without using up a turn.

    >>> Move.parse("7d"), Move.parse("-")
    (Move.parse("7d"), Move.parse("-"))
    """

    card: Card | None
    free: bool = False

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move: a card, "-" or "pass" for a pass, or "+7h" for a start card laid out of turn.

        Raises CardError, naming the text and what is allowed.
        """
        plain = str(text).strip()
        if plain.lower() in ("-", "–", "pass"):
            return PASS
        return Move(Card(plain[1:]), free=True) if plain.startswith("+") else lay(Card(plain))

    @property
    def text(self) -> str:
        """The move as text: a card's letters, "-" for a pass, "+" before a start card laid out of turn."""
        return "-" if self.card is None else ("+" if self.free else "") + self.card.code

    def __repr__(self) -> str:
        """Give text that can be pasted back."""
        return f'Move.parse("{self.text}")'

    def __str__(self) -> str:
        """Give the move for a sentence: 7♦, or pass."""
        return "pass" if self.card is None else str(self.card)


PASS = Move(None)
_LAYS = tuple(Move(card) for card in ALL_CARDS)


def lay(card: Card) -> Move:
    """Give the move that lays a card in turn."""
    return _LAYS[card.index]


@dataclass(frozen=True, slots=True)
class Act:
    """One entry of a deal's history: who did what. false: a pass that was caught because a card fitted."""

    seat: int
    move: Move
    false: bool = False
