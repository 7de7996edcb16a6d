"""A position set up card by card: where each card is, and what a press of a card or a button makes of it.

There is nothing of notebooks or widgets in here. A draft may be impossible on the way from one
position to another; `sevens_kernel.problems` says what is wrong with it. Hands keep their sizes as
far as they can: a card that becomes known takes the place of an unknown one of the same hand, and
one that is no longer known leaves an unknown one in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from sevens_kernel.cards import ALL_CARDS, Card, Rank, Suit, and_list
from sevens_kernel.deal import sort_hand
from sevens_kernel.errors import SevensError
from sevens_kernel.reading import default_chips, parse_position, seat_out
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules
from sevens_kernel.state import State, must_open_with
from sevens_kernel.table import Table, make_shape
from sevens_kernel.words import NAMES, whose

TABLE, UNKNOWN, OUT, BACK = "table", "unknown", "out", "back"


@dataclass(frozen=True, slots=True)
class Draft:
    """A position as far as it is set up. out: the cards that were taken out of play."""

    state: State
    out: tuple[Card, ...] = ()


def drafted(state: State) -> Draft:
    """Take a position to be changed; where no hand has unknown cards, what is not shown is out of play.

    >>> draft = drafted(parse_position("hearts 7; you 8♥; robin 9♥; alex 6♥; sam 5♥"))
    >>> len(draft.out)
    47
    """
    out = () if any(state.unknown) else tuple(sorted(_unseen(state).elements()))
    return Draft(replace(state, history=()), out)


def cleared(rules: Rules) -> Draft:
    """Give the empty table, with every card unknown.

    >>> cleared(Rules()).state.unknown
    (13, 13, 13, 13)
    """
    return drafted(parse_position(f"rules {format_rules(rules)}"))


def places_of(draft: Draft, card: Card) -> tuple[str, ...]:
    """Say where the copies of a card are: "table", "out", "unknown" or a seat as a number from 0.

    >>> draft = drafted(parse_position("hearts 7; you 8♥"))
    >>> [places_of(draft, Card(text)) for text in ("7h", "8h", "9h")]
    [('table',), ('0',), ('unknown',)]
    """
    found = [TABLE] * draft.state.table.copies(card) + [OUT] * draft.out.count(card)
    for seat, hand in enumerate(draft.state.hands):
        found += [str(seat)] * hand.count(card)
    return (*found, *[UNKNOWN] * (draft.state.rules.packs - len(found)))


def put(draft: Draft, card: Card, place: str) -> Draft:
    """Put a card somewhere; when every copy of it is there already, take it away again, to the unknown ones.

    place: "table", "out", "unknown" or a seat as a number from 0; "back" takes one copy off the table.

    >>> draft = put(drafted(parse_position("hearts 7; you 8♥ ?12")), Card("9h"), "0")
    >>> draft.state.hands[0], draft.state.unknown[0]
    ((Card("8♥"), Card("9♥")), 11)
    >>> put(draft, Card("9h"), "0").state.unknown[0]
    12

    Raises SevensError for a place that does not exist.
    """
    packs = draft.state.rules.packs
    _check_place(draft, place)
    at = places_of(draft, card)
    if place == BACK:
        return _moved(draft, card, TABLE, UNKNOWN) if TABLE in at else draft
    if place == UNKNOWN or at.count(place) >= packs:
        for each in at if place == UNKNOWN else [place] * at.count(place):
            draft = _moved(draft, card, each, UNKNOWN)
        return draft
    source = UNKNOWN if UNKNOWN in at else next(each for each in at if each != place)
    return _moved(draft, card, source, place)


def _check_place(draft: Draft, place: str) -> None:
    seats = [str(seat) for seat in range(draft.state.rules.players)]
    if place not in (TABLE, UNKNOWN, OUT, BACK, *seats):
        raise SevensError(
            f"“{place[:20]}” is no place for a card: there are the table, the hands, unknown and "
            "out of play"
        )


def _moved(draft: Draft, card: Card, source: str, place: str) -> Draft:
    """Move one copy of a card, and let the unknown cards make up for it."""
    if source == place:
        return draft
    state, out = draft.state, list(draft.out)
    hands, unknown = [list(hand) for hand in state.hands], list(state.unknown)
    table = state.table
    if source == TABLE:
        table = _with(table, card, -1, state.rules)
    elif source == OUT:
        out.remove(card)
    elif source != UNKNOWN:
        hands[int(source)].remove(card)
        unknown[int(source)] += place not in (TABLE, OUT)  # laid, or gone: the hand is smaller
    if place == TABLE:
        table = _with(table, card, 1, state.rules)
    elif place == OUT:
        out.append(card)
    elif place != UNKNOWN:
        hands[int(place)].append(card)
        unknown[int(place)] -= unknown[int(place)] > 0
    sorted_hands = tuple(sort_hand(state.rules, hand) for hand in hands)
    changed = replace(state, table=table, hands=sorted_hands, unknown=tuple(unknown), out=None)
    return _balanced(Draft(changed, tuple(sorted(out))))


def _with(table: Table, card: Card, by: int, rules: Rules) -> Table:
    """Give the table with one copy more or less; the first card chooses a start rank that is left open."""
    counts = bytearray(table.counts)
    counts[card.index] += by
    shape = table.shape
    if rules.fixed_start is None:
        if not any(counts):
            shape = make_shape(rules.ranks, None, rules.packs)
        elif shape.start is None:
            shape = shape.started(card.rank)
    return Table(shape, bytes(counts))


def _balanced(draft: Draft) -> Draft:
    """Give every card that is not placed to a hand as an unknown one, so that the hands stay as even as can be."""
    state, unknown = draft.state, list(draft.state.unknown)
    places = max(0, (_unseen(state) - Counter(draft.out)).total())
    known = [len(hand) for hand in state.hands]

    def size(seat: int) -> int:
        return known[seat] + unknown[seat]

    while sum(unknown) > places:
        unknown[max((seat for seat, more in enumerate(unknown) if more), key=size)] -= 1
    while sum(unknown) < places:
        some = [seat for seat, more in enumerate(unknown) if more] or range(len(unknown))
        unknown[min(some, key=size)] += 1
    sizes = [size(seat) for seat in range(len(unknown))]
    return Draft(replace(state, unknown=tuple(unknown), out=seat_out(sizes)), draft.out)


def _unseen(state: State) -> Counter[Card]:
    """Count the cards of the pack that lie neither on the table nor in the known part of a hand."""
    there = Counter(card for hand in state.hands for card in hand)
    there.update({card: state.table.copies(card) for card in ALL_CARDS})
    return Counter(state.rules.pack_cards) - there


def share(draft: Draft, seat: int, by: int) -> Draft:
    """Give a hand one unknown card more, from the largest other hand that has some, or one less.

    >>> share(drafted(parse_position("hearts 7; you 8♥ ?12")), 0, 1).state.sizes
    (14, 12, 13, 12)

    Raises SevensError where there is no unknown card to move.
    """
    unknown, sizes = list(draft.state.unknown), draft.state.sizes
    others = [each for each in range(len(unknown)) if each != seat]
    giving = [each for each in (others if by > 0 else [seat]) if unknown[each]]
    if not giving:
        where = "another hand" if by > 0 else f"{whose(NAMES[seat])} hand"
        raise SevensError(f"There is no unknown card in {where} to move.")
    giver = max(giving, key=lambda each: sizes[each])
    taker = seat if by > 0 else min(others, key=lambda each: sizes[each])
    unknown[giver] -= 1
    unknown[taker] += 1
    return _balanced(Draft(replace(draft.state, unknown=tuple(unknown)), draft.out))


def turned(draft: Draft, seat: int) -> Draft:
    """Give the turn to a seat."""
    return replace(draft, state=replace(draft.state, turn=seat, caught=False))


def started(draft: Draft, rank: Rank) -> Draft:
    """Let rows start with another rank, where the rules leave it to the first card laid."""
    state = draft.state
    shape = make_shape(state.rules.ranks, rank, state.rules.packs)
    return replace(draft, state=replace(state, table=Table(shape, state.table.counts)))


def under(draft: Draft, rules: Rules) -> Draft:
    """Keep of a draft what there is under other rules: cards of the pack, seats that exist.

    >>> under(drafted(parse_position("hearts 4-7; you 8♥")), Rules.named("devyatka")).state.table.size
    2
    """
    old, left = draft.state, Counter(rules.pack_cards)
    counts = bytearray(52)
    for card in old.table.cards():
        if left[card]:
            left[card] -= 1
            counts[card.index] += 1
    hands: list[list[Card]] = [[] for _ in range(rules.players)]
    for seat, hand in enumerate(old.hands[: rules.players]):
        for card in hand:
            if left[card]:
                left[card] -= 1
                hands[seat].append(card)
    out = tuple(card for card in draft.out if left[card])
    chips, pool = default_chips(rules)
    none = (0,) * rules.players
    state = State(
        rules=rules,
        hands=tuple(sort_hand(rules, hand) for hand in hands),
        table=Table(
            make_shape(rules.ranks, _start(old, rules, counts), rules.packs), bytes(counts)
        ),
        turn=old.turn if old.turn < rules.players else 0,
        dealer=old.dealer if old.dealer < rules.players else 0,
        passes=none,
        fines=none,
        chips=chips,
        pool=pool,
        unknown=none,
    )
    return _spread(Draft(state, out))


def _start(old: State, rules: Rules, counts: bytearray) -> Rank | None:
    if rules.fixed_start is not None or not any(counts):
        return rules.fixed_start
    before = old.table.shape.start
    return before if before in rules.ranks else rules.ranks[len(rules.ranks) // 2]


def _spread(draft: Draft) -> Draft:
    """Share all unknown cards out anew, as evenly as can be."""
    state = draft.state
    if not (_unseen(state) - Counter(draft.out)).total():
        return _balanced(draft)
    # A single unknown card each opens every hand to a share; what is too many is taken back.
    return _balanced(Draft(replace(state, unknown=(1,) * state.rules.players), draft.out))


def filled(draft: Draft, rng: Random) -> Draft:
    """Deal the unknown cards out by chance; the seat that must open gets the card it must open with.

    >>> filled(cleared(Rules()), Random(1)).state.unknown
    (0, 0, 0, 0)
    """
    state = draft.state
    cards = sorted((_unseen(state) - Counter(draft.out)).elements())
    room, hands = list(state.unknown), [list(hand) for hand in state.hands]
    opening = must_open_with(state)
    if opening in cards and opening not in hands[state.turn] and room[state.turn]:
        cards.remove(opening)
        hands[state.turn].append(opening)
        room[state.turn] -= 1
    for place in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        cards[place], cards[other] = cards[other], cards[place]
    for seat, more in enumerate(room):
        hands[seat] += cards[:more]
        cards = cards[more:]
    known = tuple(sort_hand(state.rules, hand) for hand in hands)
    return replace(draft, state=replace(state, hands=known, unknown=(0,) * state.rules.players))


def where_words(places: Sequence[str]) -> str:
    """Say in words where a card is.

    >>> where_words(["table"]), where_words(["0", "2"]), where_words(["unknown"])
    ('on the table', "in your hand and in Alex's hand", 'in a hand that is not known')
    """
    words = {TABLE: "on the table", UNKNOWN: "in a hand that is not known", OUT: "not in play"}
    told = [words.get(each) or f"in {whose(NAMES[int(each)])} hand" for each in places]
    return and_list(
        f"{word} twice" if told.count(word) > 1 else word for word in dict.fromkeys(told)
    )


def row_ends(draft: Draft, cards: Sequence[Card]) -> list[tuple[Card, bool]]:
    """Give the cards by which a row can be made longer (True) or shorter (False), from its low end.

    >>> draft = drafted(parse_position("hearts 7-8; you 9♥"))
    >>> [(str(card), longer) for card, longer in row_ends(draft, suit_cards(draft, Suit.HEARTS))]
    [('6♥', True), ('8♥', False), ('9♥', True)]
    """
    table, found = draft.state.table, []
    for card in cards:
        if table.shape.start is not None and table.fits(card):
            found.append((card, True))
        held = any(
            table.shape.towards[other.index] == card.index
            and table.copies(other) >= table.copies(card)
            for other in cards
        )
        if table.copies(card) and not held:
            found.append((card, False))
    return found


def suit_cards(draft: Draft, suit: Suit) -> tuple[Card, ...]:
    """Give all cards of a suit in the order of its row."""
    return tuple(Card.of(rank, suit) for rank in draft.state.rules.ranks)
