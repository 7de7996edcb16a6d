"""Exercises without end: positions from deals played at random, asked about by the engine, never twice the same.

The same seed gives the same exercises. What makes no question, such as a position in which every answer
would be right, is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import format_position
from sevens_kernel.view import view
from sevens_widgets.exercise import Exercise
from sevens_widgets.made import MAKERS

__all__ = ["MAKERS", "Likeness", "Maker", "likeness", "more"]

TRIES = 400  # positions looked at for one exercise before there is said to be no more

#: What two exercises share when they ask the same.
Likeness = tuple[str, str, Card | None, int | None]


def more(
    kinds: Sequence[str], count: int, seed: int, asked: Sequence[Exercise] = ()
) -> Iterator[Exercise]:
    """Make exercises of the kinds given, in turn, none of them alike and none like those asked before.

    kinds: those that can be made; others are passed over. count: how many to make. seed: the same
    number gives the same exercises.

    >>> [one.kind for one in more(["fits", "pass"], 4, seed=1)]
    ['fits', 'pass', 'fits', 'pass']
    >>> [one.right for one in more(["points"], 2, seed=1)] == [one.right for one in more(["points"], 2, seed=1)]
    True

    Raises SevensError where no kind can be made.
    """
    maker = Maker(kinds, seed, asked)
    made = (maker.next() for _ in range(count))
    yield from (one for one in made if one is not None)


class Maker:
    """Makes exercises one at a time, without end, and remembers all of them so that none comes twice.

    kinds: those that can be made; others are passed over. seed: the same number gives the same
    exercises. asked: those asked before.

    >>> maker = Maker(["fits", "pass"], seed=1)
    >>> [maker.next().kind, maker.next().kind, maker.next("fits").kind]
    ['fits', 'pass', 'fits']

    Raises SevensError where no kind can be made.
    """

    def __init__(self, kinds: Sequence[str], seed: int, asked: Sequence[Exercise] = ()) -> None:
        """Begin with nothing made."""
        self.kinds = tuple(kind for kind in kinds if kind in MAKERS)
        if not self.kinds:
            raise SevensError(f"exercises can be made of the kinds {', '.join(MAKERS)}")
        self._rng, self._seed = Random(seed), seed
        self._seen = {likeness(each) for each in asked}
        self._tried = 0

    def next(self, kind: str | None = None) -> Exercise | None:
        """Make one more exercise; None where 400 positions have given nothing new.

        kind: which; None takes the kinds in turn.
        """
        wanted = kind if kind in self.kinds else self.kinds[self._tried % len(self.kinds)]
        self._tried += 1
        one = _new(wanted, self._rng, f"more-{self._seed}-{self._tried}", self._seen)
        if one is not None:
            self._seen.add(likeness(one))
        elif len(self.kinds) > 1:  # all of them have been asked: the other kinds go on
            self.kinds = tuple(each for each in self.kinds if each != wanted)
        return one


def likeness(one: Exercise) -> Likeness:
    """Give what two exercises share when they ask the same."""
    drawn = one.question.state
    where = format_position(view(drawn, 0)) if drawn.sizes[0] else format_position(one.state)
    return one.kind, where, one.card, one.seat


def _new(kind: str, rng: Random, ident: str, seen: set[Likeness]) -> Exercise | None:
    for _ in range(TRIES):
        found = MAKERS[kind](rng)
        if found is None:
            continue
        prompt, state, card, seat = found
        try:
            one = Exercise(ident, kind, prompt, state, card, seat)
        except SevensError:
            continue
        if likeness(one) not in seen:
            return one
    return None
