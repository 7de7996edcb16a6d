"""How a match stands by a position alone: the points in its fines, or the chips that everybody holds."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.cards import and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.misses import worse_off_words
from sevens_kernel.rules import Scoring
from sevens_kernel.score import Match, Result
from sevens_kernel.state import State
from sevens_kernel.words import NAMES


def final_match(state: State) -> Match:
    """Give a match that is over with the score of a position: its chips, or its fines as the points of all deals.

    >>> from sevens_kernel import parse_position
    >>> match = final_match(parse_position("rules classic:4; fines 14,21,5,14"))
    >>> match.totals, match.winners, match.sentence()
    ((14, 21, 5, 14), (2,), 'Alex wins the match with five points.')

    Raises SevensError for rules that count neither points nor chips over a number of deals.
    """
    rules, none = state.rules, (0,) * state.rules.players
    if rules.scoring not in (Scoring.POINTS, Scoring.CHIPS):
        raise SevensError("the rules count neither points nor chips, so a position has no score")
    points = state.fines if rules.scoring is Scoring.POINTS else none
    deals = [
        Result(None, at % rules.players, 0, 0, none, none if at else points, state.chips)
        for at in range(rules.match_length)
    ]
    match = Match(rules, 0, tuple(deals))
    if not match.is_over:
        raise SevensError("a position has the score of a match that lasts a number of deals only")
    return match


def standing_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say what everybody has at the end of a match.

    >>> from sevens_kernel import parse_position
    >>> standing_words(parse_position("rules classic:3; fines 14,21,5"))
    'You have 14 points, Robin has 21 points and Alex has five points.'

    Raises SevensError where a position has no score.
    """
    match = final_match(state)
    told = [
        f"{name} {'have' if name == 'You' else 'has'} {match.total_words(seat)}"
        for seat, name in enumerate(names[: state.rules.players])
    ]
    return f"{and_list(told)}."


def ranking(match: Match) -> tuple[int, ...]:
    """Give all seats, the best score first; of equal ones the first seat, where points are counted.

    >>> from sevens_kernel import parse_position
    >>> ranking(final_match(parse_position("rules classic:4; fines 14,21,5,30")))
    (2, 0, 1, 3)
    """
    fewest = match.rules.scoring is Scoring.POINTS
    seats = sorted(range(match.rules.players), key=lambda seat: match.totals[seat])
    return tuple(seats if fewest else reversed(seats))


def not_best_words(match: Match, who: Sequence[int], names: Sequence[str] = NAMES) -> str:
    """Say why some seats are not all those that win a match, without saying who does.

    >>> from sevens_kernel import parse_position
    >>> match = final_match(parse_position("rules classic:4; fines 5,21,5,30"))
    >>> not_best_words(match, [0]), not_best_words(match, [1])
    ('You are not alone with that score.', 'Robin has 21 points, and somebody is better off.')
    """
    if len(who) == 1 and who[0] in match.winners:
        name = names[who[0]]
        return f"{name} {'are' if name == 'You' else 'is'} not alone with that score."
    seat = next(each for each in who if each not in match.winners)
    return worse_off_words(match.total_words(seat), seat, names)
