"""A deal in plain sentences: rows, hands, acts, the whole table; for status lines and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.cards import SUITS, Card, Suit, and_list, count_of, count_word
from sevens_kernel.moves import Act
from sevens_kernel.rules import Coin, Rules
from sevens_kernel.state import Position, fitting, free_starts, must_open_with, takes

# Seat 0 is the person at the table; the others are named clockwise from there.
NAMES: tuple[str, ...] = ("You", "Robin", "Alex", "Sam", "Kim", "Jo", "Max", "Lee")


def whose(name: str) -> str:
    """Give the possessive of a player's name.

    >>> whose("You"), whose("Alex")
    ('your', "Alex's")
    """
    return "your" if name == "You" else f"{name}'s"


def _verb(name: str, base: str, third: str) -> str:
    return f"{name} {base if name == 'You' else third}"


def span_words(cards: Sequence[Card]) -> str:
    """Say from where to where a row runs: "five to eight", "seven" alone, or "" for no card."""
    if not cards:
        return ""
    low, high = cards[0].rank, cards[-1].rank
    return low.word if low is high else f"{low.word} to {high.word}"


def row_words(position: Position, suit: Suit, *, tell_takes: bool = True) -> str:
    """Say how a row lies and, unless that is the question, what it takes next.

    >>> from sevens_kernel import Rules, apply, deal, lay
    >>> state = apply(deal(Rules(), 1), lay(Card("7d")))
    >>> row_words(state, Suit.DIAMONDS), row_words(state, Suit.SPADES)
    ('diamonds, seven, takes six or eight', 'spades, not open, takes seven')
    """
    parts = [suit.value, span_words(position.table.row(suit)) or "not open"]
    second = position.table.second_row(suit)
    if second:
        parts.append(f"and a second row, {span_words(second)}")
    if tell_takes:
        parts.append(takes_words(position, suit))
    return ", ".join(parts)


def takes_words(position: Position, suit: Suit) -> str:
    """Say what a row takes next in words: "takes four or nine", "takes any card", "complete"."""
    opening = must_open_with(position)
    closed = f"waits for the {opening.words}" if opening else "complete"
    return _takes(position, [card.rank.word for card in takes(position, suit)], closed)


def takes_note(position: Position, suit: Suit) -> str:
    """Say the same in figures, to stand beside the row: "takes 4 or 9"."""
    opening = must_open_with(position)
    closed = f"waits for {opening}" if opening else "complete"
    return _takes(position, [card.rank.text for card in takes(position, suit)], closed)


def _takes(position: Position, ranks: Sequence[str], closed: str) -> str:
    if position.table.shape.start is None:
        return "takes any card"
    return f"takes {and_list(ranks, 'or')}" if ranks else closed


def hand_words(position: Position, seat: int, name: str = "You") -> str:
    """Say how many cards a hand holds and how many of them fit: "Your hand, 13 cards, three fit"."""
    size = len(position.hand_of(seat)) + position.unknown_of(seat)
    words = f"{_capital(whose(name))} hand, {size} card{'' if size == 1 else 's'}"
    fit = fit_words(position, seat) if position.out is None else ""
    return f"{words}, {fit}" if fit else words


def fit_words(position: Position, seat: int) -> str:
    """Say how many cards of a hand fit, or "" where none that is known does and others are not known.

    >>> from sevens_kernel.reading import parse_position
    >>> hands = "you 8♥ 2♣", "you 3♥ 2♣", "you 2♣ ?12"
    >>> [fit_words(parse_position(f"hearts 7; {hand}"), 0) for hand in hands]
    ['one fits', 'none fits', '']
    """
    number = len(fitting(position, seat))
    if not number:
        return "" if position.unknown_of(seat) else "none fits"
    return f"{count_word(number)} fit{'s' if number == 1 else ''}"


NOTHING_FITS = "Nothing fits: you must pass."


def act_words(act: Act, names: Sequence[str] = NAMES) -> str:
    """Say what somebody did: "Robin lays 8♠", "You pass", "Sam lays 7♥ out of turn".

    >>> from sevens_kernel.moves import PASS, lay
    >>> act_words(Act(1, lay(Card("8s")))), act_words(Act(0, PASS))
    ('Robin lays 8♠', 'You pass')
    """
    name = names[act.seat]
    if act.false:
        return f"{name} tried to pass although a card fits"
    if act.move.card is None:
        return _verb(name, "pass", "passes")
    return f"{_verb(name, 'lay', 'lays')} {act.move.card}{' out of turn' if act.move.free else ''}"


def act_spoken(act: Act, names: Sequence[str] = NAMES) -> str:
    """Say the same without signs, for a voice: "Alex lays 8 of spades".

    >>> from sevens_kernel.moves import lay
    >>> act_spoken(Act(2, lay(Card("8s"))))
    'Alex lays 8 of spades'
    """
    words = act_words(act, names)
    card = act.move.card
    return words if card is None else words.replace(str(card), f"{card.rank.text} of {card.suit}")


def penalty_words(rules: Rules) -> str:
    """Say what a false pass costs.

    >>> from sevens_kernel import Rules
    >>> penalty_words(Rules.named("parliament")), penalty_words(Rules.named("classic"))
    ('three chips', 'two points')
    """
    return count_of(rules.penalty, "chip" if rules.penalty_in is Coin.CHIPS else "point")


def false_pass_words(cards: Sequence[Card], rules: Rules) -> str:
    """Warn of a pass while cards fit: "4♥ fits: a pass now is a false pass and costs two points."."""
    fit = f"{and_list(cards)} {'fits' if len(cards) == 1 else 'fit'}"
    return f"{fit}: a pass now is a false pass and costs {penalty_words(rules)}."


def caught_words(rules: Rules) -> str:
    """Say to whoever was caught in a false pass what follows: "You pay two points and must lay a card."."""
    return f"You pay {penalty_words(rules)} and must lay a card."


def free_start_words(card: Card) -> str:
    """Say that a start card may be laid out of turn: "7♠ may be laid without using up your turn."."""
    return f"{card} may be laid without using up your turn."


def since_words(acts: Sequence[Act], names: Sequence[str] = NAMES) -> str:
    """Join several acts into one sentence, or "" for none."""
    return ", ".join(act_words(act, names) for act in acts) + ("." if acts else "")


def turn_words(
    position: Position, seat: int, names: Sequence[str] = NAMES, *, named: bool = False
) -> str:
    """Say whose turn it is, and for the seat that listens what it can do: "Your turn: three cards fit.".

    named: call also that seat by its name, for somebody who looks on.

    >>> from sevens_kernel.reading import parse_position
    >>> state = parse_position("hearts 7; you 2♣; robin 8♥; turn robin")
    >>> turn_words(state, 0), turn_words(state, 1), turn_words(state, 1, named=True)
    ("Robin's turn.", 'Your turn: one card fits.', "Robin's turn: one card fits.")
    """
    if position.out is not None:
        name = names[position.out]
        return "You are out first and win." if name == "You" else f"{name} is out first and wins."
    if position.turn != seat:
        return f"{_capital(whose(names[position.turn]))} turn."
    cards, name = fitting(position, seat), names[seat] if named else "You"
    turn = f"{_capital(whose(name))} turn"
    if not cards and position.unknown_of(seat):
        return f"{turn}."
    if not cards:
        return f"{turn}: nothing fits, so {name if name != 'You' else 'you'} must pass."
    return f"{turn}: {count_of(len(cards), 'card')} {'fits' if len(cards) == 1 else 'fit'}."


def table_words(
    position: Position, seat: int, sizes: Sequence[int], names: Sequence[str] = NAMES
) -> str:
    """Read the whole table aloud as one seat may know it: rows, other hands' sizes, the own hand, whose turn it is."""
    rows = " ".join(f"{_capital(row_words(position, suit))}." for suit in SUITS)
    order = [(seat + step) % len(sizes) for step in range(1, len(sizes))]
    others = and_list(
        f"{_verb(names[each], 'hold', 'holds')} {count_of(sizes[each], 'card')}" for each in order
    )
    hand = position.hand_of(seat)
    fits = fitting(position, seat) if position.out is None else ()
    held, more = [card.words for card in hand], position.unknown_of(seat)
    if more:
        held.append(count_of(more, "unknown card"))
    own = f"{_capital(whose(names[seat]))} hand: {and_list(held) or 'no cards'}."
    fit = (
        f" {_capital(and_list(card.words for card in fits))} {'fits' if len(fits) == 1 else 'fit'}."
        if fits
        else ""
    )
    free = free_starts(position, seat)
    out_of_turn = (
        f" Out of turn you may lay {and_list(str(move) for move in free)}." if free else ""
    )
    return f"{rows} {others}. {own}{fit}{out_of_turn} {turn_words(position, seat, names)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
