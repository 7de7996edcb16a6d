"""A computer player that a learner has written: asked with care, stopped in time, and told what went wrong.

It is given the cards that fit and a View, and whatever it does, a game ends with a sentence at worst.
"""

from __future__ import annotations

import inspect
import io
import linecache
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from random import Random

from sevens_kernel.cards import Card, and_list, count_of
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Move, lay
from sevens_kernel.notation import format_position
from sevens_kernel.state import explain, legal
from sevens_kernel.view import View
from sevens_widgets.quoting import quoted
from sevens_widgets.time_limit import TimeLimit, TimeUpError

#: What a learner writes: the cards that fit, the view, and if wanted a source of chance; it gives the card to lay.
Choose = Callable[..., object]

SECONDS = 1.0  # for one move: a machine that is busy needs some patience
_QUOTED = 60  # characters of an answer or of a line that are quoted
_MOST_GIVEN = 3  # cards that fit, view, chance


class PlayerError(SevensError):
    """What a learner's player did wrong, in one sentence. view: what it saw then, or None before any game."""

    def __init__(self, sentence: str, seen: View | None = None) -> None:
        """Keep the sentence, and the view."""
        super().__init__(sentence)
        self.view = seen

    @property
    def position(self) -> str:
        """The position as text, without any hidden card; "" where there is none."""
        return format_position(self.view) if self.view is not None else ""


class OwnPlayer:
    """A player made of a function that chooses one of the cards that fit.

    choose: takes the cards that fit, then what can be seen, then a source of chance; those it does not want
    it may leave out from the end. It is asked only where there is a card to lay: a pass is made for it.
    seconds: for one move.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.rules import Rules
    >>> from sevens_kernel.view import view
    >>> start = deal(Rules(), 1)
    >>> OwnPlayer(lambda cards, seen: cards[0]).choose(view(start, start.turn), Random(1))
    Move.parse("7d")

    Raises PlayerError for what is no such function.
    """

    def __init__(self, choose: Choose, seconds: float = SECONDS) -> None:
        """Look whether it can be asked at all."""
        self._given = _parameters(choose)
        self._choose, self._seconds = choose, seconds
        self.name = f"your player “{getattr(choose, '__name__', 'player')[:40]}”"

    def choose(self, view: View, rng: Random) -> Move:
        """Give the move it chooses; raise PlayerError for anything that is none."""
        moves = legal(view)
        cards = tuple(move.card for move in moves if move.card is not None)
        if not cards:
            return PASS
        try:
            away = io.StringIO()
            with redirect_stdout(away), redirect_stderr(away), TimeLimit(self._seconds):
                answer = self._choose(*(cards, view, rng)[: self._given])
                return _move(answer, cards, view)  # in here: an answer may be code of its own, too
        except PlayerError:
            raise
        except TimeUpError:
            thought = f"Your player thought for more than {count_of(round(self._seconds), 'second')} about one move"
            raise PlayerError(
                f"{thought} and was stopped: is there a loop that never ends?", view
            ) from None
        except KeyboardInterrupt:  # somebody interrupts the kernel
            raise
        except BaseException as error:
            raise PlayerError(_error_words(error, self._choose), view) from None


def _parameters(choose: Choose) -> int:
    """Count what a function wants to be given; raise PlayerError where it cannot be asked."""
    if not callable(choose) or isinstance(choose, type):
        raise PlayerError(
            f"{quoted(choose, _QUOTED)} is no player: give the name of a function that takes the cards that fit"
        )
    try:
        taken = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):
        return 1
    places = [
        each for each in taken if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    if any(each.kind is each.VAR_POSITIONAL for each in taken):
        return _MOST_GIVEN
    needed = sum(each.default is each.empty for each in places)
    if not places or needed > _MOST_GIVEN:
        raise PlayerError(
            f"Your player takes {needed}: let it take the cards that fit and the view, as in "
            "def choose(cards, view)"
        )
    return max(needed, min(len(places), _MOST_GIVEN))


def _error_words(error: BaseException, choose: Choose) -> str:
    """Say what stopped a player, and at which of its lines."""
    code = getattr(choose, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [each for each in frames if code is not None and each.filename == code.co_filename]
    where = ""
    if lines and code is not None and lines[-1].lineno:
        text = linecache.getline(code.co_filename, lines[-1].lineno).strip()
        number = lines[-1].lineno - code.co_firstlineno + 1
        where = f" in line {number}" + (f", “{text[:_QUOTED]}”" if text else "")
    said = _said(error) or "no more is said"
    return f"Your player stopped with an error{where}: {type(error).__name__}, {said}."


def _said(error: BaseException) -> str:
    """Quote what an error says, even one that cannot say it, or never ends saying it."""
    try:
        with TimeLimit(SECONDS):
            return str(error)[:_QUOTED]
    except (Exception, TimeUpError):
        return ""


def _move(answer: object, cards: Sequence[Card], view: View) -> Move:
    """Read what a player answered; raise PlayerError for what is no card that fits."""
    may = f"it may lay {and_list(cards, 'or')}"
    if isinstance(answer, Move):
        answer = answer.card if answer.card is not None else "pass"
    if answer is None:
        raise PlayerError(f"Your player answered nothing: let it end with return; {may}.", view)
    if isinstance(answer, str):
        if answer.strip().lower() in ("pass", "-"):
            raise PlayerError(f"Your player passed although it may not: {may}.", view)
        with suppress(SevensError):
            answer = Card(answer)
    if not isinstance(answer, Card):
        raise PlayerError(
            f"Your player answered {quoted(answer, _QUOTED)}, which is no card: {may}.", view
        )
    if answer in cards:
        return lay(answer)
    why = explain(view, answer).sentence
    held = "" if answer in view.hand else f", which it does not hold. {why}"
    said = held or f", which may not be laid. {why}"
    raise PlayerError(f"Your player answered {answer}{said} Instead {may}.", view)
