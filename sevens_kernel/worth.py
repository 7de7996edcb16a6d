"""What moves are worth, in sentences: how often each won, which of two is better, and which win for sure."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.cards import and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import Choice, Trials
from sevens_kernel.solver import Undecided, winning_moves
from sevens_kernel.state import State
from sevens_kernel.words import NAMES

# Positions looked at for a sure win before it is left open: under a second. With one pack far fewer are needed.
MOST_SEARCHED = 30_000


def heading_words(seat: int, names: Sequence[str] = NAMES) -> str:
    """Name a table of the shares that a seat's moves have won.

    >>> heading_words(0), heading_words(2)
    ('How often you win after each move', 'How often Alex wins after each move')
    """
    return f"How often {_wins(names[seat])} after each move"


def note_words(seat: int, deals: int, names: Sequence[str] = NAMES) -> str:
    """Say how those shares were found, and what the second number of each means. deals: how often it was tried.

    >>> note_words(0, 1000).partition(".")[0]
    '1,000 times the cards that you cannot see were dealt out by chance and the deal played to its end'
    """
    who = "you" if names[seat] == "You" else names[seat]
    return (
        f"{deals:,} times the cards that {who} cannot see were dealt out by chance and the deal played to its end. "
        "The second number is the range in which the true share lies, 19 times in 20."
    )


def lead_words(tried: Trials) -> str:
    """Say which of two moves did better on the same hands, or that this cannot be told.

    >>> from sevens_kernel.moves import Move
    >>> pair = Move.parse("8h"), Move.parse("2c")
    >>> lead_words(Trials(pair, ((True,) * 70 + (False,) * 30, (True,) * 30 + (False,) * 70)))
    '8♥ is better than 2♣ by 40 in a hundred deals, between 30 and 50.'
    >>> lead_words(Trials(pair, ((True, False), (False, False))))
    'Which of them is better cannot be told from this: the difference lies between −100 and 100 in a hundred deals.'
    >>> close = ((True,) * 39 + (False,) * 61) * 10, ((True,) * 37 + (False,) * 63) * 10
    >>> lead_words(Trials(pair, close))[:82]
    '8♥ is better than 2♣ by 2 in a hundred deals, between 1 and 3. So much is clear th'

    Raises ValueError for more or fewer than two moves.
    """
    one, other = tried.moves
    mean, low, high = tried.lead(one, other)
    if mean < 0:
        one, other, mean, low, high = other, one, -mean, -high, -low
    least, most = _points(max(-1.0, low)), _points(min(1.0, high))
    if low <= 0 and least == most:
        return f"{one} and {other} do alike: the difference is less than one in a hundred deals."
    if low <= 0:
        return (
            "Which of them is better cannot be told from this: "
            f"the difference lies between {least} and {most} in a hundred deals."
        )
    better = f"{one} is better than {other} by {_span(mean, least, most)}."
    return f"{better}{_SURE}" if _overlap(tried.choice(one), tried.choice(other)) else better


# Why a difference may be sure where the ranges of the two shares are not apart.
_SURE = " So much is clear though their ranges overlap, for both were tried on the same deals."


def _overlap(one: Choice, other: Choice) -> bool:
    return one.low <= other.high and other.low <= one.high


def _span(mean: float, least: str, most: str) -> str:
    """Say by how much a better move leads; a sure lead is never told as none."""
    if most == "0" or (least == "0" and _points(mean) == "0"):
        return f"less than {max(1, int(most))} in a hundred deals"
    if least == "0":
        return f"{_points(mean)} in a hundred deals, at most {most}"
    between = f", between {least} and {most}" if least != most else ""
    return f"{_points(mean)} in a hundred deals{between}"


def sure_words(state: State, most: int = MOST_SEARCHED, names: Sequence[str] = NAMES) -> str:
    """Say which moves win whatever the others do; "" where a hand is hidden, or where it takes too long to find out.

    most: positions looked at before it is left open.

    >>> from sevens_kernel.notation import parse_position
    >>> won = "clubs A-J, diamonds A-K, hearts 3-Q, spades 4-10; you Q♣ J♠ Q♠; robin K♣ 2♥; alex K♥ A♥ 3♠; sam K♠ 2♠ A♠"
    >>> sure_words(parse_position(won))
    'With all hands open: J♠ wins, whatever the others do.'
    """
    if any(state.unknown):
        return ""
    try:
        moves = winning_moves(state, most)
    except (Undecided, SevensError):
        return ""
    if not moves:
        won = _wins(names[state.turn])
        return f"With all hands open: after no move {won} against every defence."
    verb = "wins" if len(moves) == 1 else "win"
    return f"With all hands open: {and_list(map(str, moves))} {verb}, whatever the others do."


def _wins(name: str) -> str:
    return "you win" if name == "You" else f"{name} wins"


def _points(share: float) -> str:
    return f"{100 * share:.0f}".replace("-0", "0").replace("-", "−")
