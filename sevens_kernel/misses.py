"""Why a wrong answer about a deal is wrong, in a sentence that does not name the right one.

Whoever has answered wrongly may try again, and the second try is worth something only while the right answer is
still to be found. `reasons` says why a right answer is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sevens_kernel.acting import points_of
from sevens_kernel.cards import Card
from sevens_kernel.deal import sort_hand
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.words import NAMES, whose

_PLACES = ("no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def place_words(
    seat: int, base: int, players: int, *, left: bool = True, names: Sequence[str] = NAMES
) -> str:
    """Say where somebody sits, counted from another player: to the left, which is clockwise, or to the right.

    seat, base: from 0; base is the one from whom is counted.

    >>> place_words(3, 0, 4)
    'Sam is the third player, counted clockwise from you.'
    >>> place_words(1, 2, 4, left=False)
    'Robin is the first player, counted anticlockwise from Alex.'
    >>> place_words(2, 2, 4)
    'Counting begins with Alex, so Alex comes last.'
    """
    name = names[seat]
    verb = "are" if name == "You" else "is"
    steps = (seat - base if left else base - seat) % players
    who = "you" if names[base] == "You" else names[base]
    if not steps:
        return f"Counting begins with {who}, so {who} {'come' if who == 'you' else 'comes'} last."
    way = "clockwise" if left else "anticlockwise"
    return f"{name} {verb} the {_PLACES[steps]} player, counted {way} from {who}."


def without_words(seat: int, card: Card, names: Sequence[str] = NAMES) -> str:
    """Say that somebody does not hold a card.

    >>> without_words(0, Card("7d")), without_words(1, Card("7d"))
    ('You do not hold 7♦.', 'Robin does not hold 7♦.')
    """
    return f"{names[seat]} {'do' if names[seat] == 'You' else 'does'} not hold {card}."


def share_words(rules: Rules, size: int, sizes: Sequence[int]) -> str:
    """Say why a player does not get so many cards. size: the wrong number; sizes: what each seat does get.

    >>> share_words(Rules(players=5), 9, (10, 11, 11, 10, 10))
    'With 9 cards each, only 45 of the 52 cards would be dealt.'
    >>> share_words(Rules(players=5), 12, (10, 11, 11, 10, 10))
    'With 12 cards each, 60 cards would be needed, and there are 52.'
    >>> share_words(Rules(players=5), 11, (10, 11, 11, 10, 10))
    'Some players get 11 cards here, but not this one: with whom does the deal begin?'
    """
    if size in sizes:
        return (
            f"Some players get {size} cards here, but not this one: with whom does the deal begin?"
        )
    pack = len(rules.pack_cards)
    needed = size * rules.players
    if needed > pack:
        return f"With {size} cards each, {needed} cards would be needed, and there are {pack}."
    return f"With {size} cards each, only {needed} of the {pack} cards would be dealt."


def unsorted_words(rules: Rules, cards: Sequence[Card]) -> str:
    """Say which card of a line stands at a wrong place.

    >>> unsorted_words(Rules(), (Card("9h"), Card("2h"), Card("Kc")))
    '9♥ stands before 2♥ in this line, but 2♥ comes nearer the beginning of its row.'
    >>> unsorted_words(Rules(), (Card("2h"), Card("Kc")))
    '2♥ stands before K♣ in this line, but clubs come before hearts.'

    Raises ValueError for cards that are sorted.
    """
    for one, other in pairwise(cards):
        if sort_hand(rules, (one, other)) == (one, other):
            continue
        before = f"{one} stands before {other} in this line, but"
        if one.suit is other.suit:
            return f"{before} {other} comes nearer the beginning of its row."
        return f"{before} {other.suit} come before {one.suit}."
    raise ValueError("the cards are sorted")


def not_first_words(state: State, asked: Card, named: Card) -> str:
    """Say why a card is not the one that must come first, before another fits.

    asked: the card that waits. named: the wrong answer.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position("hearts 5-8; you J♥")
    >>> not_first_words(state, Card("Jh"), Card("10h"))
    '10♥ comes before J♥, but another card must come before 10♥.'
    >>> not_first_words(state, Card("Jh"), Card("4h"))
    '4♥ would fit now, but at the other end: it brings J♥ no nearer.'
    >>> not_first_words(state, Card("Jh"), Card("7h"))
    '7♥ is already on the table.'
    """
    missing = explain(state, asked).missing
    if state.table.copies(named):
        return f"{named} is already on the table."
    if named in missing:
        return f"{named} comes before {asked}, but another card must come before {named}."
    if explain(state, named).fits:
        return f"{named} would fit now, but at the other end: it brings {asked} no nearer."
    return f"{named} does not lie on the way to {asked}."


def wrong_order_words(state: State, asked: Card, cards: Sequence[Card]) -> str:
    """Say why a card does not fit once these have been laid, or why they cannot be laid in this order.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position("hearts 5-8; you J♥")
    >>> wrong_order_words(state, Card("Jh"), (Card("10h"), Card("9h")))
    '10♥ does not fit at its place in this order: begin next to the row.'
    >>> wrong_order_words(state, Card("Jh"), (Card("9h"),))
    'When all these have been laid, J♥ does not fit yet: something is left out.'
    >>> wrong_order_words(parse_position("hearts 5-8; you 5♠"), Card("5s"), (Card("6s"), Card("7s")))
    '6♠ does not fit at its place in this order: begin with the card that opens the row.'

    Raises ValueError where they are right.
    """
    table = state.table
    for card in cards:
        if not table.fits(card):
            open_row = state.table.is_open(card.suit)
            begin = "next to the row" if open_row else "with the card that opens the row"
            return f"{card} does not fit at its place in this order: begin {begin}."
        table = table.lay(card)
    if table.fits(asked):
        raise ValueError("these cards in this order are right")
    return f"When all these have been laid, {asked} does not fit yet: something is left out."


def not_held_words(card: Card, seat: int, names: Sequence[str] = NAMES) -> str:
    """Say that a card that somebody lays is in another place.

    >>> not_held_words(Card("Kc"), 0), not_held_words(Card("Kc"), 1)
    ('K♣ is not in your hand.', "K♣ is not in Robin's hand.")
    """
    return f"{card} is not in {whose(names[seat])} hand."


def price_words(state: State, amount: int, coin: str) -> str:
    """Say why the pass of the seat on turn does not cost so much. coin: "chips" or "points".

    >>> from sevens_kernel import parse_position
    >>> state = parse_position("rules parliament; hearts 5-8; you 4♥")
    >>> price_words(state, 1, "chips")
    'That is the price of a true pass here. Is this one true?'
    >>> price_words(state, 2, "chips")
    'No pass costs that under these rules.'
    """
    rules = state.rules
    false = bool(fitting(state))
    if false and amount == rules.pass_chip:
        return "That is the price of a true pass here. Is this one true?"
    if not false and amount == rules.penalty and coin == rules.penalty_in:
        return "That is the price of a false pass here. Is this one false?"
    return "No pass costs that under these rules."


def somebody_words(card: Card) -> str:
    """Say that somebody is proved not to hold a card, without saying who.

    >>> somebody_words(Card("9s"))
    'Somebody passed at a moment when 9♠ would have fitted.'
    """
    return f"Somebody passed at a moment when {card} would have fitted."


def count_words(cards: Sequence[Card], number: int) -> str:
    """Say why cards left in a hand do not count so many points.

    >>> hand = [Card("Ks"), Card("Ad")]
    >>> count_words(hand, 11), count_words(hand, 27)
    ('That counts a jack, a queen or a king as ten.', 'That counts the ace as more than one.')
    >>> count_words(hand, 2), count_words(hand, 24)
    ('That counts the cards, and not what is on them.', 'That is more than these cards count.')
    """
    total = points_of(cards)
    if number == sum(min(10, int(card.rank)) for card in cards):
        return "That counts a jack, a queen or a king as ten."
    if number == total + 13 * sum(int(card.rank) == 1 for card in cards):
        return "That counts the ace as more than one."
    if number == len(cards):
        return "That counts the cards, and not what is on them."
    return f"That is {'more' if number > total else 'less'} than these cards count."


def gain_miss_words(state: State, number: int) -> str:
    """Say why a last card does not bring so many chips.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "rules fan-tan-with-chips; diamonds 6-7; you 8♦; robin ?3; alex ?1; sam ?44; pool 4; chips 19 19 19 19")
    >>> gain_miss_words(state, 4), gain_miss_words(state, 48)
    ('That is the pool alone, and more is paid here.', 'Those are the chips for the cards of the others alone.')
    >>> gain_miss_words(state, 53)
    'That is more than a win brings here.'
    """
    held = sum(size for seat, size in enumerate(state.sizes) if seat != state.turn)
    paid = state.pool + held * state.rules.card_chip
    if number == state.pool:
        return "That is the pool alone, and more is paid here."
    if number == held and state.rules.card_chip:
        return "Those are the chips for the cards of the others alone."
    if not state.rules.card_chip and number in (held, held + state.pool):
        return "Nobody pays for the cards still held under these rules."
    return f"That is {'more' if number > paid else 'less'} than a win brings here."


def not_proof_words(card: Card) -> str:
    """Say why a card of somebody who passed does not show that the pass was false.

    >>> not_proof_words(Card("Jh"))
    'J♥ goes on no row now, so it does not make the pass false.'
    """
    return f"{card} goes on no row now, so it does not make the pass false."


def worse_off_words(score: str, seat: int, names: Sequence[str] = NAMES) -> str:
    """Say that somebody else has a better score. score: the wrong answer's, in words.

    >>> worse_off_words("21 points", 1)
    'Robin has 21 points, and somebody is better off.'
    """
    have = "have" if names[seat] == "You" else "has"
    return f"{names[seat]} {have} {score}, and somebody is better off."


def count_again_words(first: Card, asked: Card) -> str:
    """Say how to count the cards of the others that come before a card. first: the first that is missing.

    >>> count_again_words(Card("9h"), Card("Qh"))
    'Go from 9♥ to Q♥, card by card, and leave out those you hold.'
    """
    return f"Go from {first} to {asked}, card by card, and leave out those you hold."
