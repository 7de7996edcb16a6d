"""What waits behind a card that may be laid: the holder's own cards, and those of the others, in words.

This is what a player can see of a move's worth without counting: whom does it help?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevens_kernel.cards import ALL_CARDS, Card, and_list, count_of, count_word
from sevens_kernel.players.ways import ways
from sevens_kernel.state import explain
from sevens_kernel.view import View

_NAMED = 3  # cards that are named one by one; more are counted


@dataclass(frozen=True, slots=True)
class Side:
    """The cards that wait for a card on one side, the nearest first.

    own: those of its holder. between: the others' before the holder's last one. beyond: the others'
    behind it, or all where the holder has none.
    """

    own: tuple[Card, ...]
    between: tuple[Card, ...]
    beyond: tuple[Card, ...]


def behind(view: View, card: Card) -> tuple[Side, ...]:
    """Give what waits behind a card on each side where anything waits, for the seat of a view.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("hearts 7; you 8♥ J♥ K♣"), 0)
    >>> (side,) = behind(seen, Card("8h"))
    >>> print(*side.own, "|", *side.between, "|", *side.beyond)
    J♥ | 9♥ 10♥ | Q♥ K♥
    """
    hand, found = frozenset(view.hand), []
    for way in ways(view.table, card):
        cards = [ALL_CARDS[index] for index in way]
        last = max((at for at, each in enumerate(cards, 1) if each in hand), default=0)
        own = tuple(each for each in cards if each in hand)
        between = tuple(each for each in cards[:last] if each not in hand)
        found.append(Side(own, between, tuple(cards[last:])))
    return tuple(found)


def helps_only_others(view: View, card: Card) -> bool:
    """Say whether cards wait behind a card, and none of them is its holder's.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("hearts 7; you 6♥ 8♥ J♥ K♣"), 0)
    >>> helps_only_others(seen, Card("6h")), helps_only_others(seen, Card("8h"))
    (True, False)
    """
    sides = behind(view, card)
    return bool(sides) and not any(side.own for side in sides)


def opens_nothing(view: View, card: Card) -> bool:
    """Say whether no card of the others waits behind a card, so that laying it lets nobody else in.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("hearts 6-J, spades 5-Q; you Q♥ K♥ K♠ 5♥"), 0)
    >>> [str(card) for card in seen.hand if opens_nothing(seen, card)]
    ['Q♥', 'K♥', 'K♠']
    """
    return not any(side.between or side.beyond for side in behind(view, card))


def own_behind(view: View, card: Card) -> tuple[Card, ...]:
    """Give all own cards that wait behind a card."""
    return tuple(each for side in behind(view, card) for each in side.own)


def others_before(view: View, card: Card) -> tuple[Card, ...]:
    """Give the cards of the others that must be laid before a card fits, the nearest to the table first."""
    return tuple(each for each in explain(view, card).missing if each not in view.hand)


def before_words(view: View, card: Card) -> str:
    """Say which cards of the others must be laid before a card fits, and which of your own.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("hearts 7; you 9♥ Q♥ K♣"), 0)
    >>> print(before_words(seen, Card("Qh")))
    The others' 8♥, 10♥ and J♥ come before your Q♥, and so does your own 9♥.
    """
    theirs = others_before(view, card)
    own = [each for each in explain(view, card).missing if each in view.hand]
    told = f"The others' {and_list(theirs)}" if theirs else "No card of the others"
    verb = "come" if len(theirs) > 1 else "comes"
    do, mine = "does" if len(own) == 1 else "do", f"your own {and_list(own)}"
    more = (f", and so {do} {mine}" if theirs else f", only {mine} {do}") if own else ""
    return f"{told} {verb} before your {card}{more}."


def behind_words(view: View, card: Card) -> str:
    """Say what waits behind a card, own cards first.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("hearts 7; you 6♥ 8♥ J♥ K♣ K♥"), 0)
    >>> for each in ("8h", "6h", "Kh"):
    ...     print(behind_words(seen, Card(each)))
    Behind 8♥ wait your J♥ and K♥. The others' 9♥, 10♥ and Q♥ come before your K♥.
    Behind 6♥ wait only cards of the others: A♥ to 5♥.
    Nothing waits behind K♥.
    """
    sides = behind(view, card)
    if not sides:
        return f"Nothing waits behind {card}."
    if helps_only_others(view, card):
        told = and_list(_span(side.beyond) for side in sides)
        several = sum(len(side.beyond) for side in sides) > 1
        if not several:
            return f"Behind {card} waits only a card of the others: {told}."
        return f"Behind {card} wait only cards of the others: {told}."
    return " ".join(_side_words(card, side, place) for place, side in enumerate(sides))


def _side_words(card: Card, side: Side, place: int) -> str:
    """Say what waits on one side; the second side is told as such."""
    where = "On the other side" if place else f"Behind {card}"
    if not side.own:
        one = len(side.beyond) == 1
        told = "waits only a card" if one else "wait only cards"
        return f"{where} {told} of the others: {_span(side.beyond)}."
    words = f"{where} wait{'s' if len(side.own) == 1 else ''} your {_cards(side.own)}"
    return f"{words}{_others_words(side)}"


def _others_words(side: Side) -> str:
    """Say in a sentence which cards of the others come before the holder's last card, and which after it."""
    last = f"your {side.own[-1]}"
    if not side.between and not side.beyond:
        return ", and none of the others'."
    if not side.beyond:
        return f". {_theirs(side.between)} before {last}."
    if not side.between:
        return f". {_theirs(side.beyond)} after {last}."
    return f". {_theirs(side.between)} before {last}, and {_theirs(side.beyond, 'their')} after it."


def _theirs(cards: Sequence[Card], whose: str = "The others'") -> str:
    """Say that some cards come, by name, or counted where they are many."""
    if len(cards) <= _NAMED:
        return f"{whose} {and_list(cards)} {'comes' if len(cards) == 1 else 'come'}"
    if whose == "their":
        return f"{count_word(len(cards))} of theirs come"
    return f"{count_of(len(cards), 'card').capitalize()} of the others come"


def _cards(cards: Sequence[Card]) -> str:
    return and_list(cards) if len(cards) <= _NAMED else count_of(len(cards), "card")


def _span(cards: Sequence[Card]) -> str:
    """Name neighbouring cards in the order of the row."""
    down = len(cards) > 1 and int(cards[1].rank) == int(cards[0].rank) - 1
    row = tuple(reversed(cards)) if down else tuple(cards)
    return f"{row[0]} to {row[-1]}" if len(row) > 2 else and_list(row)
