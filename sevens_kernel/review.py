"""Looking back at a deal: at which turns a seat gave chances away that it could have kept.

Each turn with a choice is judged by what could be known at the time, with the hidden cards dealt out
by chance (see `estimate`). The better move is found with some deals, and what it would have kept is
then measured with others, for among many moves one always looks better by luck. A turn is named only
where the loss stands out clearly from its uncertainty. With all hands open a solver also tells where a
sure win was missed, which nobody at the table could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from random import Random

from sevens_kernel.cards import count_word
from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import outlook, trials
from sevens_kernel.moves import Act, Move
from sevens_kernel.notation import Record, replay
from sevens_kernel.solver import Undecided, winning_moves
from sevens_kernel.state import State, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, whose

MOST_POINTS = 3
SMALLEST_COST = 0.05  # of a deal: less is not worth a word
# Deals to find a better move, and then to measure what it would have kept.
_FIND, _MEASURE = 200, 1_000
_MEASURED = 5  # turns for which that is done
_LUCK = 100  # deals to find a better move; twice as many to measure it
_OUTLOOK = 1_000
_POOR = 0.1  # a hand that wins no more often than that is not expected to win
_CLEAR = 2.6  # standard deviations, so many because several turns are looked at
_MOST_ACTS = 1_000  # more than the longest deal has


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that clearly cost something, by what could be known then.

    ply: the place of the move in the history, from 0. turn: which turn of the seat it was, from 1.
    cost: the chance to win that the better move would have kept, from 0 to 1; low, high: its interval.
    """

    ply: int
    turn: int
    move: Move
    better: Move
    cost: float
    low: float
    high: float
    sentence: str


@dataclass(frozen=True, slots=True)
class MissedWin:
    """A turn at which a sure win was on the table with all hands open; ply, turn and move as in TurningPoint."""

    ply: int
    turn: int
    move: Move
    winning: tuple[Move, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the seat with a choice: the state before it, and the move made."""

    state: State
    seat: int
    move: Move

    @property
    def number(self) -> int:
        """Which turn of the seat it is, from 1."""
        return 1 + sum(_in_turn(act, self.seat) for act in self.state.history)


def review(
    deal: Record | Sequence[State], seat: int, rng: Random, names: Sequence[str] = NAMES
) -> tuple[TurningPoint, ...]:
    """Give at most three turns of a seat that clearly cost something, in the order of play; none is a good answer.

    deal: a record, or the states of one play, each following from the one before. names: what to call
    the seats. The same deal and the same random numbers give the same answer.

    >>> from sevens_kernel.notation import parse_record
    >>> record = parse_record(
    ...     "clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠; "
    ...     "rules classic:3 | 3h 2s As")
    >>> for point in review(record, 0, Random(1)):
    ...     print(point.sentence)
    At your first turn you laid 3♥; J♥ would have won you about 28 more deals in 100.

    Raises SevensError for a seat that does not exist, and for states that do not follow from one another.
    """
    found: list[tuple[float, _Turn, Move]] = []
    for turn in _turns(deal, seat):
        tried = trials(view(turn.state, seat), rng, _deals(turn, _FIND))
        better = tried.choices()[0].move
        lead, _, high = tried.lead(better, turn.move)
        if lead > 0 and high > SMALLEST_COST:
            found.append((lead, turn, better))
    found.sort(key=lambda each: -each[0])
    points = []
    for _, turn, better in found[:_MEASURED]:
        pair = (better, turn.move)
        tried = trials(view(turn.state, seat), rng, _deals(turn, _MEASURE), pair)
        cost, low, high = tried.lead(*pair, _CLEAR)
        if low > 0 and cost >= SMALLEST_COST:
            points.append(_point(turn, better, (cost, low, high), names[seat]))
    points.sort(key=lambda point: -point.cost)
    return tuple(sorted(points[:MOST_POINTS], key=lambda point: point.ply))


def missed_win(
    deal: Record | Sequence[State], seat: int, names: Sequence[str] = NAMES
) -> MissedWin | None:
    """Give the last turn at which a seat had a sure win, all hands open, and did not keep it; None: there was none.

    >>> from sevens_kernel.notation import parse_record
    >>> record = parse_record(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; "
    ...     "rules classic:3 | Qh A♠ Kh")
    >>> print(missed_win(record, 0).sentence)
    With all hands open: at your first turn 2♥ was sure to win, whatever the others did; Q♥ was not.

    Raises SevensError where `review` does, and for a deal of which not all cards are known.
    """
    for turn in reversed(list(_turns(deal, seat))):
        try:
            winning = winning_moves(turn.state)
        except Undecided:
            continue
        if turn.move in winning:
            return None  # a win kept to the end
        if winning:
            when = f"at {whose(names[seat])} {_ordinal(turn.number)} turn"
            sentence = (
                f"With all hands open: {when} {winning[0]} was sure to win, whatever the others did; "
                f"{turn.move} was not."
            )
            return MissedWin(turn.state.ply, turn.number, turn.move, winning, sentence)
    return None


@dataclass(frozen=True, slots=True)
class Luck:
    """What a deal was worth to a seat, what its choices gave away, and how it ended.

    start: the chance to win with the hand at the first state, from 0 to 1, everybody playing by the
    fixed priority. lost: the chances that better moves would have kept, added up over its turns; where
    it chose better than the priority this may come out a little below 0. give: half the width of the
    95 % interval of lost. won: whether the seat was out first.
    """

    start: float
    lost: float
    give: float
    won: bool
    sentence: str


def luck(
    deal: Record | Sequence[State], seat: int, rng: Random, names: Sequence[str] = NAMES
) -> Luck:
    """Tell the luck of the cards from what a seat's choices gave away.

    Every turn with a choice is judged by what could be known at it: the better move is found with some
    deals, and what it would have kept is measured with others.

    >>> from sevens_kernel.notation import parse_record
    >>> record = parse_record(
    ...     "clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠; "
    ...     "rules classic:3 | 3h 2s As Jh 2h Qh")
    >>> for sentence in luck(record, 0, Random(1)).sentence.split(". "):
    ...     print(sentence)
    A hand like yours wins about 60 deals in 100 when all play well
    Added up, your choices cost about 20 wins in 100, give or take 9
    You did not win: that was more the luck of the cards than your choices.

    Raises SevensError where `review` does, and for a play that has not come to its end.
    """
    states = tuple(replay(deal)) if isinstance(deal, Record) else tuple(deal)
    if not states or states[-1].out is None:
        raise SevensError("The deal is not over: nobody is out yet.")
    lost = spread = 0.0
    for turn in _turns(states, seat):
        seen = view(turn.state, seat)
        better = trials(seen, rng, _deals(turn, _LUCK)).choices()[0].move
        if better != turn.move:
            tried = trials(seen, rng, _deals(turn, 2 * _LUCK), (better, turn.move))
            mean, low, high = tried.lead(better, turn.move)
            lost += mean
            spread += (high - low) ** 2 / 4
    first = states[0]
    start, _, _ = outlook(view(first, seat), rng, _OUTLOOK // first.rules.packs**2)
    told = Luck(start, lost, sqrt(spread), states[-1].out == seat, "")
    return replace(told, sentence=luck_words(told, names[seat]))


def luck_words(luck: Luck, name: str = "You") -> str:
    """Put it into sentences: what the hand was worth, what the choices cost, and what decided.

    >>> for sentence in luck_words(Luck(0.3, 0.01, 0.04, won=True, sentence=""), "Sam").split(". "):
    ...     print(sentence)
    A hand like Sam's wins about 30 deals in 100 when all play well
    Sam's choices gave away nothing that stands out
    Sam won: good choices, and some luck.
    """
    return f"{_hand_words(luck, name)} {_cost_words(luck, name)} {_decided(luck, name)}"


def looking_back_words(luck: Luck, points: Sequence[TurningPoint], name: str = "You") -> str:
    """Say all that looking back has found, but for the turns themselves, and nothing twice.

    >>> told = looking_back_words(Luck(0.3, 0.15, 0.09, won=False, sentence=""), ())
    >>> for sentence in told.split(". "):
    ...     print(sentence)
    A hand like yours wins about 30 deals in 100 when all play well
    Added up, your choices cost about 15 wins in 100, give or take 9, but no single turn stands out
    You did not win: your choices cost you more than the luck of the cards.
    """
    costs, turns = _cost_words(luck, name), review_words(points, name)
    if points and luck.lost <= luck.give:
        costs = ""  # single turns stand out, their sum does not
    elif not points:
        turns = ""
        if luck.lost > luck.give:
            costs = f"{costs[:-1]}, but no single turn stands out."
    told = (_hand_words(luck, name), costs, _decided(luck, name), turns)
    return " ".join(each for each in told if each)


def _hand_words(luck: Luck, name: str) -> str:
    worth = round(100 * luck.start)
    often = f"wins about {_figures(worth, 'deal')} in 100"
    if not 0 < worth < 100:
        often = "nearly always wins" if worth else "hardly ever wins"
    return f"A hand like {'yours' if name == 'You' else whose(name)} {often} when all play well."


def _figures(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _cost_words(luck: Luck, name: str) -> str:
    choices = f"{whose(name)} choices"
    if luck.lost <= luck.give:
        return f"{choices[:1].upper()}{choices[1:]} gave away nothing that stands out."
    cost = f"{choices} cost about {_figures(round(100 * luck.lost), 'win')} in 100"
    cost = f"{cost}, give or take {round(100 * luck.give)}"
    if luck.lost - luck.give > luck.start:  # more than there was to lose when the deal began
        return f"The cards then fell well for {'you' if name == 'You' else name}, but {cost}."
    return f"Added up, {cost}."


def _decided(luck: Luck, name: str) -> str:
    """Say what decided the deal: of what the hand was worth, play took some away, and the choices a part of that."""
    you, costly = "you" if name == "You" else name, luck.lost > luck.give
    choices = f"{whose(name)} choices"
    if luck.won:
        if luck.start - max(0.0, luck.lost) >= 1 / 2:
            return f"{name} won, as was to be expected."
        how = " all the same: luck helped" if costly else ": good choices, and some luck"
        return f"{name} won{how}."
    if costly and luck.lost >= luck.start / 2 and luck.lost >= _POOR:
        why = f": {choices} cost {you} more than the luck of the cards"
    elif luck.start < _POOR:
        why = ", as was to be expected"
    elif costly:
        why = f": that was more the luck of the cards than {choices}"
    elif luck.start >= 1 / 2:
        why = f": luck was against {you}"
    else:
        why = f", but {choices} are not to blame"
    return f"{name} did not win{why}."


def review_words(points: Sequence[TurningPoint], name: str = "You") -> str:
    """Say in one sentence what a review found.

    >>> review_words(())
    'No turn of yours clearly cost anything.'
    """
    owner = "yours" if name == "You" else whose(name)
    many = count_word(len(points)).capitalize()
    turns = "turn" if len(points) <= 1 else "turns"
    return f"{many} {turns} of {owner} clearly cost {'something' if points else 'anything'}."


def _turns(deal: Record | Sequence[State], seat: int) -> Iterator[_Turn]:
    """Walk the turns of a seat at which there was a choice."""
    states = tuple(replay(deal)) if isinstance(deal, Record) else tuple(deal)
    if not states:
        return
    view(states[0], seat)  # says whether there is such a seat
    for before, after in pairwise(states):
        if after.ply != before.ply + 1 or after.history[:-1] != before.history:
            raise SevensError(
                "These states are not one play: each must follow from the one before."
            )
        act = after.history[-1]
        if _in_turn(act, seat) and len(legal(before)) > 1:
            yield _Turn(before, seat, act.move)


def _in_turn(act: Act, seat: int) -> bool:
    return act.seat == seat and not act.move.free and not act.false


def _deals(turn: _Turn, deals: int) -> int:
    """Take fewer deals where one takes longer: with two packs."""
    return deals // turn.state.rules.packs**2


def _point(turn: _Turn, better: Move, cost: tuple[float, float, float], name: str) -> TurningPoint:
    you = name == "You"
    sentence = (
        f"At {whose(name)} {_ordinal(turn.number)} turn {'you' if you else name} laid {turn.move}; "
        f"{better} would have won {'you ' if you else ''}about {round(100 * cost[0])} more deals in 100."
    )
    return TurningPoint(turn.state.ply, turn.number, turn.move, better, *cost, sentence)


def _ordinal(number: int) -> str:
    """Write a place in a row as a word, beyond the twelfth in figures."""
    words = (
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    )  # fmt: skip
    if number <= len(words):
        return words[number - 1]
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"
