"""Positions and records as one line of text, both ways. NOTATION.md has the grammar.

A position is everything that matters for going on; a record is a start and the moves made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sevens_kernel.acting import apply, catch_false_pass
from sevens_kernel.cards import RANKS, Card, Rank
from sevens_kernel.deal import deal
from sevens_kernel.errors import CardError, NotationError, SevensError
from sevens_kernel.keywords import quoted
from sevens_kernel.moves import PASS, Act, Move
from sevens_kernel.reading import (
    default_chips,
    parse_position,
    parse_start,
    seat_out,
)
from sevens_kernel.rules import Aces, Rules
from sevens_kernel.rulesets import format_rules
from sevens_kernel.state import State
from sevens_kernel.view import View

__all__ = [
    "Record",
    "format_deal",
    "format_position",
    "format_record",
    "parse_position",
    "parse_record",
    "record_of",
    "replay",
]

MAX_RECORD = 20_000  # characters; the longest deals of two packs need about 3,000


# --- positions -----------------------------------------------------------------------------------


def format_position(position: State | View) -> str:
    """Write a position as one line; of a view, with every other hand as unknown cards.

    >>> from sevens_kernel.view import view
    >>> state = parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")
    >>> format_position(state)
    'school:4 6-8/-/7/- 5T..9.7/?15/?15/?14 turn=1'
    >>> format_position(view(state, 1))
    'school:4 6-8/-/7/- ?4/?15/?15/?14 turn=1'
    """
    rules, table = position.rules, position.table
    high = rules.aces is Aces.HIGH
    rows = "/".join([_row(table.counts[at : at + 13], high) for at in (0, 13, 26, 39)])
    hands = "/".join([_hand(cards, unknown, high) for cards, unknown in _hands(position)])
    words = [format_rules(rules), rows, hands, *_keywords(position)]
    return " ".join(words)


def format_deal(
    rules: Rules, number: int, dealer: int = 0, cut: int = 0, chips: Sequence[int] | None = None
) -> str:
    """Write the start of a deal as a short text for links; the arguments are those of `deal`.

    >>> format_deal(Rules(), 1234), format_deal(Rules.named("fan tan", players=5), 7, dealer=2)
    ('school:4 deal 1234', 'fan-tan:5 deal 7 dealer 3')
    """
    words = [format_rules(rules), f"deal {number}"]
    if dealer:
        words.append(f"dealer {dealer + 1}")
    if cut:
        words.append(f"cut {cut}")
    if chips is not None:
        words.append("chips " + _numbers(chips))
    return " ".join(words)


def _keywords(position: State | View) -> Iterator[str]:
    """Write what differs from a position's defaults, always in the same order."""
    chips, pool = default_chips(position.rules)
    yield f"turn={position.turn + 1}"
    if position.dealer:
        yield f"dealer={position.dealer + 1}"
    start = position.table.shape.start
    if start is not None and start is not position.rules.fixed_start:
        yield f"start={start.text}"
    if any(position.passes):
        yield "passes=" + _numbers(position.passes)
    if any(position.fines):
        yield "fines=" + _numbers(position.fines)
    if position.chips != chips:
        yield "chips=" + _numbers(position.chips)
    if position.pool != pool:
        yield f"pool={position.pool}"
    if position.caught:
        yield "caught"
    if position.out != seat_out(position.sizes):
        yield f"out={'none' if position.out is None else position.out + 1}"


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _letter(rank: Rank) -> str:
    return "T" if rank is Rank.TEN else rank.text


@lru_cache(maxsize=4096)
def _row(counts: bytes, high: bool) -> str:
    """Write a row as runs joined by dots; a second row, or a card too many, comes as a run more."""
    letters, ordered = _letters(high), counts[1:] + counts[:1] if high else counts
    runs: list[str] = []
    for layer in range(max(ordered)):
        low = None
        for place in range(14):
            lies = place < 13 and ordered[place] > layer
            if lies and low is None:
                low = place
            elif not lies and low is not None:
                last = place - 1
                runs.append(letters[low] + (f"-{letters[last]}" if last > low else ""))
                low = None
    return ".".join(runs) or "-"


@lru_cache(maxsize=2)
def _letters(high: bool) -> str:
    letters = "".join(_letter(rank) for rank in RANKS)
    return letters[1:] + letters[:1] if high else letters


def _hands(position: State | View) -> Iterator[tuple[Sequence[Card], int]]:
    if isinstance(position, State):
        yield from zip(position.hands, position.unknown, strict=True)
        return
    for seat, size in enumerate(position.sizes):
        own = seat == position.seat
        yield (position.hand, position.unknown) if own else ((), size)


def _hand(cards: Sequence[Card], unknown: int, high: bool) -> str:
    if not cards:
        return f"?{unknown}" if unknown else "-"
    letters = _letters(high)
    held = ["", "", "", ""]
    for place in sorted([_place(card.index, high) for card in cards]):
        held[place // 13] += letters[place % 13]
    return ".".join(held) + (f"?{unknown}" if unknown else "")


def _place(index: int, high: bool) -> int:
    """Give a card's place in suit and row order; with aces high the ace comes last."""
    return index if not high else index - 1 if index % 13 else index + 12


# --- records -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """A deal or a position and the acts made from it, which is all that is needed to play it again.

    deal: the deal number, or None for a start that was set up. dealer: a seat, from 0. cut: cards
    cut off before the deal. start: the state before the first act. acts: in the order made.
    """

    rules: Rules
    deal: int | None
    dealer: int
    cut: int
    start: State
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        """Give the record text."""
        return format_record(self)


def record_of(
    start: State, state: State, deal: int | None = None, dealer: int | None = None, cut: int = 0
) -> Record:
    """Make the record of what happened between two states of one play.

    deal, dealer, cut: where the start comes from a deal number; dealer None: as the start says.

    >>> from sevens_kernel.deal import deal as deal_
    >>> start = deal_(Rules(), 1234)
    >>> print(record_of(start, apply(start, Move.parse("7d")), 1234))
    school:4 deal 1234 | 7d

    Raises NotationError where the later state does not continue the start.
    """
    before = len(start.history)
    if state.rules != start.rules or state.history[:before] != start.history:
        raise NotationError(f"“{format_position(state)}” does not follow from the start given")
    seat = start.dealer if dealer is None else dealer
    return Record(start.rules, deal, seat, cut, start, state.history[before:])


def format_record(record: Record) -> str:
    """Write a record as one line: where it starts, a bar, and the moves.

    A card is laid by the seat whose turn it is; `-` is a pass, `-!` a pass that was caught, and
    `+7h@3` a start card that seat 3 lays out of turn.
    """
    acts = " ".join(_act(act) for act in record.acts)
    return f"{_origin(record)} | {acts}".rstrip()


def _act(act: Act) -> str:
    if act.false:
        return "-!"
    return f"{act.move.text}@{act.seat + 1}" if act.move.free else act.move.text


def _origin(record: Record) -> str:
    """Name the start by its deal number where that gives this very start, else by its position."""
    start, rules = record.start, record.rules
    if record.deal is None:
        return format_position(start)
    held = tuple(each + rules.ante for each in start.chips)
    for chips in (None, held):
        try:
            if deal(rules, record.deal, record.dealer, record.cut, chips) == start:
                return format_deal(rules, record.deal, record.dealer, record.cut, chips)
        except SevensError:
            break
    return format_position(start)


def parse_record(text: str) -> Record:
    """Read a record; lines that begin with # are comments. The moves are not judged: `replay` does.

    >>> record = parse_record("school:4 deal 1234 | 7d -")
    >>> record.deal, [str(act.move) for act in record.acts], record.acts[0].seat
    (1234, ['7♦', 'pass'], 3)

    Raises NotationError, in one sentence that quotes what cannot be read and says what is allowed.
    """
    if not isinstance(text, str):
        raise NotationError(f"{quoted(repr(text))} is not a record: {_RECORD}")
    if len(text) > MAX_RECORD:
        sizes = f"it has {len(text)} characters, and {MAX_RECORD} are allowed"
        raise NotationError(f"{quoted(text)} is too long for a record: {sizes}")
    whole = text.removeprefix("\ufeff")  # which some editors put before a file's first character
    lines = [line for line in whole.splitlines() if not line.lstrip().startswith("#")]
    origin, bar, moves = " ".join(lines).partition("|")
    if not bar:
        raise NotationError(f"{quoted(text)} is not a record: {_RECORD}")
    start, number, cut = parse_start(origin)
    return Record(start.rules, number, start.dealer, cut, start, _acts(moves, start))


_RECORD = "write a position or a deal, a bar |, and the moves, such as school:4 deal 1234 | 7d 6d -"


def _acts(moves: str, start: State) -> tuple[Act, ...]:
    """Give each move to its seat: turns go clockwise; only a start out of turn names its seat."""
    seat, acts = start.turn, []
    for number, word in enumerate(moves.replace(",", " ").split(), 1):
        act = _read_act(word, number, seat, start.rules.players)
        acts.append(act)
        if not act.false and not act.move.free:
            seat = (seat + 1) % start.rules.players
    return tuple(acts)


def _read_act(word: str, number: int, seat: int, players: int) -> Act:
    if word == "-!":
        return Act(seat, PASS, false=True)
    text, at, who = word.partition("@")
    try:
        move = Move.parse(text)
    except CardError:
        move = None
    named = who in [str(each + 1) for each in range(players)]
    if move is None or bool(at) != move.free or (at and not named):
        raise NotationError(
            f"move {number} {quoted(word)}: write a card such as 10h, - for a pass, -! for a pass "
            f"that was caught, or +7h@3 for a start out of turn by seat 3 (of 1 to {players})"
        )
    return Act(int(who) - 1, move) if at else Act(seat, move)


def replay(record: Record) -> Iterator[State]:
    """Play a record again and give every state, the start first.

    >>> [state.sizes for state in replay(parse_record("school:4 deal 1234 | 7d"))]
    [(13, 13, 13, 13), (13, 13, 13, 12)]

    Raises IllegalMove at a move the rules refuse, naming the position before it.
    """
    state = replace(record.start, history=())
    yield state
    for act in record.acts:
        state = catch_false_pass(state) if act.false else apply(state, act.move, act.seat)
        yield state
