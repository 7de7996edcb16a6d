"""Dealing: the same deal number gives the same cards on every machine and every Python version."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.errors import RulesError
from sevens_kernel.rules import Rules
from sevens_kernel.state import State
from sevens_kernel.table import Table

MAX_DEAL = 999_999_999


def shuffled(rules: Rules, number: int) -> tuple[Card, ...]:
    """Give the shuffled pack of a deal number, the card dealt first standing first.

    Fisher and Yates' shuffle over `random.random()`, the one function whose values Python promises
    never to change.

    >>> print(*shuffled(Rules(), 1)[:4])
    9♠ 9♥ 2♥ 4♣

    Raises RulesError for a number outside 0 to 999999999.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_DEAL:
        raise RulesError(
            f"deal “{str(number)[:40]}”: a deal number is a whole number from 0 to {MAX_DEAL}"
        )
    cards = list(rules.pack_cards)
    random = Random(number).random
    for place in range(len(cards) - 1, 0, -1):
        other = int(random() * (place + 1))
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def deal(
    rules: Rules, number: int, dealer: int = 0, cut: int = 0, chips: Sequence[int] | None = None
) -> State:
    """Deal every card, one at a time, clockwise from the dealer's left, and let the antes be paid.

    number: the deal number. dealer: a seat, from 0. cut: how many cards the player at the dealer's
    right lifts off the top and puts below. chips: what each seat holds before the ante; None: the
    same number each.

    >>> state = deal(Rules(players=5), 1234)
    >>> state.sizes, state.turn
    ((10, 11, 11, 10, 10), 1)

    Raises RulesError for a deal number, dealer, cut or number of chips that cannot be.
    """
    players = rules.players
    pack = shuffled(rules, number)
    _check_whole("dealer", dealer, players - 1)
    _check_whole("cut", cut, len(pack) - 1)
    pack = pack[cut:] + pack[:cut]
    hands: list[list[Card]] = [[] for _ in range(players)]
    for place, card in enumerate(pack):
        hands[dealt_to(place, dealer, players)].append(card)
    held = chips if chips is not None else (rules.chips_each if rules.uses_chips else 0,) * players
    if not isinstance(held, Sequence) or [type(each) for each in held] != [int] * players:
        raise RulesError(
            f"chips “{str(held)[:40]}”: give one whole number for each of the {players} players"
        )
    none = (0,) * players
    return State(
        rules=rules,
        hands=tuple(sort_hand(rules, hand) for hand in hands),
        table=Table.empty(rules),
        turn=opener_of(rules, hands, dealer),
        dealer=dealer,
        passes=none,
        fines=none,
        chips=tuple(each - rules.ante for each in held),
        pool=rules.ante * players,
    )


def dealt_to(place: int, dealer: int, players: int) -> int:
    """Give the seat that is dealt a card. place: where the card stands in the pack that is dealt, from 0.

    >>> [dealt_to(place, 2, 4) for place in range(5)]
    [3, 0, 1, 2, 3]
    """
    return (dealer + 1 + place) % players


def left_of(seat: int, players: int) -> int:
    """Give the seat at the left of another, which is the next clockwise.

    >>> left_of(3, 4), right_of(0, 4)
    (0, 3)
    """
    return (seat + 1) % players


def right_of(seat: int, players: int) -> int:
    """Give the seat at the right of another, which is the one before it clockwise."""
    return (seat - 1) % players


def sort_hand(rules: Rules, cards: list[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort a hand by suit (♣ ♦ ♥ ♠) and within a suit in the order of the row.

    >>> print(*sort_hand(Rules(aces="high"), (Card("As"), Card("2s"), Card("Kc"))))
    K♣ 2♠ A♠
    """
    place = {rank: at for at, rank in enumerate(rules.ranks)}
    return tuple(sorted(cards, key=lambda card: (card.index // 13, place.get(card.rank, -1))))


def opener_of(
    rules: Rules, hands: list[list[Card]] | tuple[tuple[Card, ...], ...], dealer: int
) -> int:
    """Give the seat that opens: the holder of the named card nearest the dealer's left, else the dealer's left itself.

    >>> opener_of(Rules(players=3), ((), (Card("7d"),), ()), dealer=1)
    1
    """
    players = rules.players
    order = [(dealer + 1 + step) % players for step in range(players)]
    card = rules.opening_card
    return (
        order[0]
        if card is None
        else next((seat for seat in order if card in hands[seat]), order[0])
    )


def _check_whole(name: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise RulesError(f"{name} “{str(value)[:40]}”: write a whole number from 0 to {most}")
