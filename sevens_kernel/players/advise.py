"""A suggested move with its reason in the game's words, and three hints that lead to it step by step."""

from __future__ import annotations

from dataclasses import dataclass

from sevens_kernel.cards import ALL_CARDS, Card, and_list, count_of
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Move
from sevens_kernel.players.base import rest_of, usual_start
from sevens_kernel.players.heuristic import best_move, worth
from sevens_kernel.players.ways import ways
from sevens_kernel.state import free_starts, legal, must_open_with
from sevens_kernel.view import View


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that is allowed now, and a sentence that names it and says what speaks for it."""

    move: Move
    sentence: str


def advise(view: View) -> Advice:
    """Suggest the heuristic's move to the seat of a view, with its reason.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.rules import Rules
    >>> from sevens_kernel.view import view
    >>> advise(view(deal(Rules(), 1), 3)).sentence
    'Lay 7♦: it opens the deal and must be laid first.'

    Raises SevensError when there is nothing to suggest: the deal is over, it is another seat's turn, or no card is
    known.
    """
    if view.out is not None:
        raise SevensError("The deal is over: nobody moves after the last card.")
    start = usual_start(view, free_starts(view, view.seat))
    if start is not None and (view.turn != view.seat or len(view.hand) > 1):
        return Advice(start, f"Lay {start.card} out of turn: {_why_start(view)}.")
    if view.turn != view.seat:
        raise SevensError(f"It is the turn of seat {view.turn + 1}, not of seat {view.seat + 1}.")
    if not legal(view):
        raise SevensError(
            "No known card of this hand may be laid, and not all of its cards are known."
        )
    move = best_move(view)
    if move.card is None:
        return Advice(move, "Pass: nothing fits.")
    return Advice(move, f"Lay {move.card}: {_why(view, move.card)}.")


def _why(view: View, card: Card) -> str:
    """Say what speaks for the card, from the strongest reason down."""
    if must_open_with(view) is not None:
        return "it opens the deal and must be laid first"
    if len(view.hand) == 1 and not view.unknown:
        return "it is your last card, and you win the deal"
    if view.table.shape.start is None:
        return f"every row then starts with its {card.rank.word}, and your cards lie nearest to that rank"
    if len(legal(view)) == 1 and not view.unknown:
        return "it is the only card of yours that fits"
    value = worth(view, card)
    if value.far:
        return what_it_frees(view, card)
    if not value.others:
        return "no card waits behind it, so it opens nothing for the others"
    least = f"the way that {card} opens to the others is the shortest: {_way_on(view, card)}"
    return f"none of your cards waits behind one that you may lay now, and {least}"


def what_it_frees(view: View, card: Card) -> str:
    """Say which own cards fit once the card lies, and the farthest that comes nearer on each side."""
    hand = frozenset(each.index for each in view.hand)
    freed: list[Card] = []
    waiting: list[Card] = []
    for way in ways(view.table, card):
        mine = [index for index in way if index in hand]
        if mine and mine[0] == way[0]:
            freed.append(ALL_CARDS[mine[0]])
        if mine and mine[-1] != way[0]:
            waiting.append(ALL_CARDS[mine[-1]])
    frees = f"it frees your {and_list(freed)}" if freed else ""
    waits = (
        f"your {and_list(waiting)} wait{'s' if len(waiting) == 1 else ''} behind it"
        if waiting
        else ""
    )
    return f"{frees}, and {waits} too" if frees and waits else frees or waits


def _way_on(view: View, card: Card) -> str:
    """Name the cards behind a card, the nearest first, or count them where they are many."""
    cards = [ALL_CARDS[index] for way in ways(view.table, card) for index in way]
    return and_list(cards) if len(cards) <= 3 else count_of(len(cards), "card")


def _why_start(view: View) -> str:
    """Say how a start card laid out of turn leads to the end of the deal, which is when it is advised."""
    cards = [move.card for move in free_starts(view, view.seat)]
    rest = rest_of(view.hand, cards)
    if len(view.hand) == 1:
        return "it is your last card, and you win the deal"
    if not rest:
        return "all your cards may be laid so, one after another, and you win the deal"
    more = f"; lay {and_list(cards[1:])} so too" if len(cards) > 1 else ""
    return f"it uses up no turn{more}, then lay {rest[0]} in turn, and you win the deal"


def hints(view: View) -> tuple[str, str, str]:
    """Give three hints, each telling more: which row to look at, what its ends take, the card.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.rules import Rules
    >>> from sevens_kernel.view import view
    >>> for hint in hints(view(deal(Rules(), 1), 3)):
    ...     print(hint)
    The deal has not been opened yet.
    Its first card must be 7♦.
    Lay 7♦: it opens the deal and must be laid first.

    Raises SevensError where `advise` does.
    """
    advice = advise(view)
    table, card = view.table, advice.move.card
    if card is None:
        takes = and_list(table.all_takes())
        return (
            "Look at both ends of every row.",
            f"The rows take {takes} now: none of these is in your hand.",
            advice.sentence,
        )
    if must_open_with(view) is not None:
        return (
            "The deal has not been opened yet.",
            f"Its first card must be {card}.",
            advice.sentence,
        )
    if table.shape.start is None:
        first = "The first card decides with which rank every row starts."
        return first, "Look for the rank to which your cards lie nearest.", advice.sentence
    suit = card.suit
    if not table.is_open(suit):
        return (
            f"Look at {suit}: they are not open yet.",
            f"{suit.capitalize()} take {card} first.",
            advice.sentence,
        )
    takes = and_list(table.takes(suit), "or")
    return f"Look at the row of {suit}.", f"{suit.capitalize()} take {takes}.", advice.sentence
