"""Why a move is not allowed, in a sentence that names the rule and the cards it turns on."""

from __future__ import annotations

from dataclasses import dataclass

from sevens_kernel.cards import Card, and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Move
from sevens_kernel.state import Position, explain, fitting, free_starts, must_open_with
from sevens_kernel.verdict import Reason


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed: the kind of reason, a sentence for people, and the cards it turns on.

    cards: those still missing before the card fits; for a refused pass, those that fit.
    """

    reason: Reason
    sentence: str
    cards: tuple[Card, ...] = ()


class IllegalMove(SevensError):  # noqa: N818 - a refusal of the game, not a mistake in code
    """A move the rules refuse; nothing has changed. refusal: why; position: the text of the position."""

    def __init__(self, refusal: Refusal, position: str) -> None:
        """Keep the refusal and the position, and name both in the message."""
        super().__init__(f"{refusal.sentence} (position: {position})")
        self.refusal = refusal
        self.position = position


def plain(error: SevensError) -> str:
    """Give what an error says to people: of a refused move the reason alone, for its position may name hidden cards.

    >>> plain(IllegalMove(Refusal(Reason.LAID, "6♥ is already on the table."), "school:4 …"))
    '6♥ is already on the table.'
    """
    return error.refusal.sentence if isinstance(error, IllegalMove) else str(error)


def why_not(position: Position, move: Move, seat: int | None = None) -> Refusal | None:
    """Say why a seat may not make a move, or None when it may; seat None: the seat whose turn it is.

    >>> from sevens_kernel import PASS, Rules, deal
    >>> why_not(deal(Rules(), 1), PASS).sentence
    'Not allowed: 7♦ fits.'
    """
    actor = position.turn if seat is None else seat
    if position.out is not None:
        return Refusal(Reason.OVER, "The deal is over: nobody moves after the last card.")
    if not 0 <= actor < position.rules.players:
        seats = f"there are seats 1 to {position.rules.players}"
        return Refusal(Reason.NOT_TURN, f"Seat {actor + 1} does not exist: {seats}.")
    if move.free:
        return _why_no_free_start(position, move, actor)
    if actor != position.turn:
        return Refusal(
            Reason.NOT_TURN,
            f"It is not seat {actor + 1}'s turn: seat {position.turn + 1} moves next.",
        )
    if move.card is None:
        return _why_no_pass(position)
    found = explain(position, move.card)
    if found.reason is Reason.ABSENT:
        return Refusal(found.reason, found.sentence)
    if move.card not in position.hand_of(actor):
        return _why_not_held(position, move.card, actor)
    return None if found.fits else Refusal(found.reason, found.sentence, found.missing)


def _why_not_held(position: Position, card: Card, seat: int) -> Refusal:
    if position.unknown_of(seat):
        return Refusal(Reason.UNKNOWN, f"Seat {seat + 1} is not known to hold {card}.")
    return Refusal(Reason.NOT_HELD, f"{card} is not in the hand of seat {seat + 1}.")


def _why_no_pass(position: Position) -> Refusal | None:
    cards = fitting(position)
    if cards:
        verb = "fits" if len(cards) == 1 else "fit"
        return Refusal(Reason.MUST_PLAY, f"Not allowed: {and_list(cards)} {verb}.", cards)
    opening = must_open_with(position)
    if opening is not None:
        return Refusal(
            Reason.OPENING,
            f"Not allowed: {opening} opens the deal, and its holder must lay it.",
            (opening,),
        )
    if position.unknown_of(position.turn):
        return Refusal(
            Reason.UNKNOWN,
            f"Seat {position.turn + 1} has cards that are not known: one of them may fit.",
        )
    return None


def _why_no_free_start(position: Position, move: Move, seat: int) -> Refusal | None:
    if move in free_starts(position, seat):
        return None
    if not position.rules.out_of_turn_starts:
        return Refusal(Reason.NO_FREE_START, "These rules allow no card out of turn.")
    if position.table.is_empty:
        return Refusal(
            Reason.NO_FREE_START, "Nothing may be laid out of turn before the deal has been opened."
        )
    if move.card is not None and move.card not in position.hand_of(seat):
        return _why_not_held(position, move.card, seat)
    return Refusal(
        Reason.NO_FREE_START,
        f"{move} may not be laid out of turn: only the start card of an unopened suit may.",
    )
