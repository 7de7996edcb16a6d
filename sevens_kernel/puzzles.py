"""Puzzles: find the one move that wins against every defence, all hands lying open.

The person is seat 0 and on turn, with three moves or more to choose from, and exactly one of them wins
for sure. Easy and medium puzzles are those in which the player “priority” would choose that move too; a
hard one fools it. `puzzles.toml` holds puzzles made beforehand, as positions only: the answers
are always found by the solver. `new_puzzle` makes others on the spot.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TypeVar

from sevens_kernel.acting import apply
from sevens_kernel.cards import and_list
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import Move
from sevens_kernel.notation import format_position, parse_position
from sevens_kernel.players.heuristic import best_move
from sevens_kernel.players.priority import best_by_priority
from sevens_kernel.rules import Rules
from sevens_kernel.solver import Undecided, line, winning_moves
from sevens_kernel.state import State, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, since_words, whose

FEWEST_MOVES = 3  # with fewer there is little to find
MOST_CARDS = 8  # in the person's hand: more cannot be read ahead
NEAR_END = 5  # somebody holds no more than this
SHORT = 4  # cards in the hand of an easy puzzle, at most
MOST_DEALS = 300  # deals searched for one new puzzle, before one made beforehand is given
_BY_CHANCE = 0.3  # of the moves that lead to a puzzle; the others are the rule-of-thumb player's

T = TypeVar("T")


class Level(StrEnum):
    """How hard a puzzle is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the person, seat 0, has one winning move. moves: all that are legal, that one among them."""

    state: State
    level: Level
    answer: Move
    moves: tuple[Move, ...]

    @property
    def text(self) -> str:
        """The position as text, which `read_puzzle` reads again."""
        return format_position(self.state)

    def why(self, move: Move, names: Sequence[str] = NAMES) -> str:
        """Say what becomes of a legal move: that it wins for sure, or how the others can prevent it.

        >>> first = stored(Level.EASY)[0]
        >>> first.why(first.answer).endswith("wins whatever the others do.")
        True

        Raises IllegalMove for a move that is not legal.
        """
        after = apply(self.state, move)
        if move == self.answer:
            return f"{move} wins whatever the others do."
        course = since_words(line(after, 0), names).replace(", You ", ", you ")
        return f"{move} does not win for sure: {course[:-1]} and is out first."


def read_puzzle(text: str) -> Puzzle:
    """Read a puzzle from the text of its position; the level and the answer are found, not read.

    >>> read_puzzle(stored(Level.HARD)[0].text).level
    <Level.HARD: 'hard'>

    Raises NotationError for text that cannot be read, SevensError for a position that is no puzzle.
    """
    state = parse_position(text)
    found = as_puzzle(state) if state.turn == 0 and state.out is None else None
    if found is None:
        raise SevensError(
            f"“{text[:60]}…” is no puzzle: {whose(NAMES[0])} turn, at least three moves, exactly one of them winning"
        )
    return found


def as_puzzle(state: State, *, trusted: bool = False) -> Puzzle | None:
    """Make a puzzle for the seat on turn, which becomes seat 0; None where it has not exactly one winning move.

    None also where it takes too long to find that out, as at the opening of some deals of three players.
    trusted: the position comes from play, and need not be looked through for faults.

    Raises SevensError for a position with a fault or with unknown cards.
    """
    moves = legal(state)
    if len(moves) < FEWEST_MOVES:
        return None
    try:
        winning = winning_moves(state, trusted=trusted)
    except Undecided:
        return None
    if len(winning) != 1 or winning[0] not in moves:
        return None
    turned = _turned(state)
    level = Level.MEDIUM if len(turned.hands[0]) > SHORT else Level.EASY
    if best_by_priority(view(turned, 0)) != winning[0]:
        level = Level.HARD
    return Puzzle(turned, level, winning[0], moves)


def _turned(state: State) -> State:
    """Turn the table until the seat on turn is seat 0; what happened before is left out."""
    seat, players = state.turn, state.rules.players

    def turn(items: tuple[T, ...]) -> tuple[T, ...]:
        return items[seat:] + items[:seat]

    return replace(
        state,
        hands=turn(state.hands),
        unknown=turn(state.unknown),
        passes=turn(state.passes),
        fines=turn(state.fines),
        chips=turn(state.chips),
        dealer=(state.dealer - seat) % players,
        turn=0,
        history=(),
    )


def candidates(rng: Random, rules: Rules) -> Iterator[State]:
    """Play one deal, and give the positions near its end in which the seat on turn has a real choice."""
    state = deal(rules, int(rng.random() * (MAX_DEAL + 1)))
    while state.out is None:
        moves = legal(state)
        size = len(state.hands[state.turn])
        if len(moves) >= FEWEST_MOVES and size <= MOST_CARDS and min(state.sizes) <= NEAR_END:
            yield state
        if len(moves) == 1 or rng.random() < _BY_CHANCE:
            state = apply(state, moves[int(rng.random() * len(moves))])
        else:
            state = apply(state, best_move(view(state, state.turn)))


def new_puzzle(rng: Random, level: Level | str | None = None, rules: Rules | None = None) -> Puzzle:
    """Make a new puzzle of a level, or of any; the same random numbers give the same puzzle.

    rules: those of the game, with one pack; None: School. When none is found in 300 deals, which is
    rare, and the rules are School's, one of those made beforehand is given.

    >>> made = new_puzzle(Random(1), "hard")
    >>> made.level, len(made.moves) >= 3, made.answer in made.moves
    (<Level.HARD: 'hard'>, True, True)

    Raises SevensError for a level that does not exist, for two packs, and where no puzzle was found.
    """
    wanted = None if level is None else read_level(level)
    rules = rules or Rules()
    if rules.packs > 1:
        raise SevensError(
            "Puzzles are made for one pack: with two, sure wins take too long to find"
        )
    for _ in range(MOST_DEALS):
        for state in candidates(rng, rules):
            found = as_puzzle(state, trusted=True)
            if found is not None and wanted in (None, found.level):
                return found
    if rules != Rules():
        kind = f"{wanted} puzzle" if wanted else "puzzle"
        raise SevensError(f"No {kind} was found in {MOST_DEALS} deals")
    kept = [each for one in Level if wanted in (None, one) for each in stored(one)]
    return kept[int(rng.random() * len(kept))]


def read_level(text: str) -> Level:
    """Read a level: easy, medium or hard.

    >>> read_level("Hard")
    <Level.HARD: 'hard'>

    Raises SevensError, naming the levels.
    """
    try:
        return Level(text.strip().lower())
    except ValueError:
        raise SevensError(
            f"“{text[:40]}” is not a level: the levels are {and_list(Level)}"
        ) from None


@lru_cache(maxsize=8)
def stored(level: Level) -> tuple[Puzzle, ...]:
    """Give the puzzles of a level that were made beforehand.

    >>> len(stored(Level.EASY)) >= 20
    True
    """
    texts = tomllib.loads(FILE.read_text(encoding="utf-8"))[level.value]
    return tuple(map(read_puzzle, texts))


FILE = Path(__file__).with_name("puzzles.toml")
