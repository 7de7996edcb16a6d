"""The score sheet of a match as plain data: what each deal brought, the totals, and how the match stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sevens_kernel.match_record import MatchRecord, format_match
from sevens_kernel.rules import Rules, Scoring
from sevens_kernel.score import Match, Result
from sevens_kernel.switches import title_words
from sevens_kernel.telling import match_words

Json = dict[str, Any]

RESTART = "A new deal number starts a new match, and its further deals are numbered on from there."


def is_kept(rules: Rules) -> bool:
    """Say whether a sheet is kept: a match of several deals, or one whose score is counted.

    >>> is_kept(Rules()), is_kept(Rules.named("fan tan"))
    (False, True)
    """
    return rules.match_length > 1 or rules.scoring is not Scoring.NONE


def sheet(
    match: Match, record: MatchRecord, names: Sequence[str], seat: int, *, between: bool
) -> Json:
    """Draw the sheet of a match, with the person at a seat in the first column of players.

    match: all finished deals, that on the table too once it is over. record: what the match can be
    played again from. between: whether the deal on the table is over.

    >>> match = Match(Rules.named("classic", players=3))
    >>> sheet(match, MatchRecord(match.rules, 0), ("You", "Robin", "Alex"), 0, between=False)["head"]
    ['Deal', 'Dealer', 'You', 'Robin', 'Alex']
    """
    players = match.rules.players
    order = [(seat + step) % players for step in range(players)]
    return {
        "title": f"Match, {title_words(match.rules)}",
        "sentence": match_words(match, names, between=between),
        "head": ["Deal", "Dealer", *(names[each] for each in order)],
        "rows": [_row(match, place, names, order) for place in range(len(match.results))],
        "total": [
            _total(match, between),
            "",
            *(_figure(match, match.totals[each]) for each in order),
        ],
        "over": match.is_over,
        "winners": match.sentence(names) if match.is_over else None,
        "next": between and not match.is_over,
        "restart": RESTART,
        "record": format_match(record),
    }


def _row(match: Match, place: int, names: Sequence[str], order: Sequence[int]) -> list[str]:
    result = match.results[place]
    number = "" if result.number is None else f" · deal {result.number}"
    return [
        f"{place + 1}{number}",
        names[result.dealer],
        *(_cell(match, result, seat) for seat in order),
    ]


def _cell(match: Match, result: Result, seat: int) -> str:
    """Give the points of one deal, the chips after it, or who won it."""
    if match.rules.scoring is Scoring.POINTS:
        return str(result.points[seat])
    if match.rules.scoring is Scoring.CHIPS:
        return _figure(match, result.chips[seat])
    return "won" if seat == result.winner else "–"


def _figure(match: Match, number: int) -> str:
    """Write a number in figures; chips below zero are owed."""
    owed = match.rules.scoring is Scoring.CHIPS and number < 0
    return f"owes {-number}" if owed else str(number)


def _total(match: Match, between: bool) -> str:
    if match.rules.scoring is Scoring.POINTS:
        return "Points"
    if match.rules.scoring is Scoring.DEALS_WON:
        return "Deals won"
    return "Chips now" if between else "Before this deal"
