"""The strongest player: it deals the hidden cards out many times and plays its plans to the end.

A plan is a first card and, at will, another card that fits and is kept back as long as any other fits.
All plans are tried on the same deals, everything else in them going by the fixed priority. Plans that
fall clearly behind are given up early, so that the time goes to those that are close. What a deal of
the hidden cards looks like is drawn by `belief`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from sevens_kernel.errors import SevensError
from sevens_kernel.fast import finish, ranked
from sevens_kernel.layout import layout
from sevens_kernel.moves import Move
from sevens_kernel.players.belief import worlds
from sevens_kernel.players.priority import best_by_priority, priority
from sevens_kernel.race import Race
from sevens_kernel.rules import Rules
from sevens_kernel.state import legal
from sevens_kernel.view import View

# A point of priority counts as much as this many deals won.
PRIOR = 0.8
# Deals after which plans are first given up; then each time when there are twice as many.
_FIRST_LOOK = 40
# Two plans end differently in about this share of deals; a plan this many standard deviations behind is given up.
_APART, _CLEAR = 0.12, 2.0
_FEWEST = 3  # plans that go on whatever the score
_KEPT = 20_000  # more than any priority: such a card is laid last


@dataclass(slots=True)
class _Plan:
    """A first card, another that is kept back if any, and how many deals it won, with what speaks for it beforehand."""

    move: int
    kind: int
    kept: int | None
    won: float


@dataclass(frozen=True, slots=True)
class Sampler:
    """Lays the card after which it wins most of many deals that agree with all it has seen.

    deals: at most how many. weigh: whether the others' choices count as well as their passes, which helps
    against players who choose well. keep_back: whether plans that keep a card back are tried too.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥; robin ?15; alex ?15; sam ?15"), seat=0)
    >>> Sampler(deals=50).choose(seen, Random(1))
    Move.parse("8c")
    """

    deals: int = 400
    weigh: bool = True
    keep_back: bool = True
    name: str = field(default="sampler", compare=False)

    def choose(self, view: View, rng: Random) -> Move:
        """Give the move of the plan that won most; the priority's where deals cannot be drawn.

        That is so for the first card that chooses the start rank, and for an example whose cards do not add
        up or whose own hand is not known.
        """
        moves = legal(view)
        if len(moves) == 1:
            return moves[0]
        if view.unknown or view.table.shape.start is None:
            return best_by_priority(view)
        try:
            return self._search(view, rng, moves)
        except SevensError:
            return best_by_priority(view)

    def _search(self, view: View, rng: Random, moves: Sequence[Move]) -> Move:
        plans = _plans(view, moves, keep_back=self.keep_back)
        used, look = 0, _FIRST_LOOK
        most = 4 * self.deals // slowness(view.rules)
        for tried, race in enumerate(worlds(view, rng, self.deals, weigh=self.weigh), 1):
            _try(race, plans, view.seat)
            used += len(plans)
            if used >= most:
                break
            if tried == look:
                look *= 2
                plans = _go_on(plans, tried)
                if len({plan.move for plan in plans}) == 1:
                    break
        return moves[max(plans, key=lambda plan: plan.won).move]


def slowness(rules: Rules) -> int:
    """Say about how many times longer it takes to play a deal to its end under some rules than under the usual ones.

    >>> slowness(Rules()), slowness(Rules.named("two packs"))
    (1, 4)
    """
    return rules.packs**2 * (2 if rules.out_of_turn_starts else 1)


def _plans(view: View, moves: Sequence[Move], *, keep_back: bool) -> list[_Plan]:
    """Give every first card alone and, where priorities never change, with each other card that fits kept back."""
    own = frozenset(each.index for each in view.hand)
    place = layout(view.rules.ranks, view.table.shape.start).place
    cards = [move.card for move in moves if move.card is not None]
    found = []
    for at, card in enumerate(cards):
        kind, worth = place[card.index], PRIOR * priority(view, card, own)
        found.append(_Plan(at, kind, None, worth))
        if keep_back and view.rules.packs == 1:
            found += [
                _Plan(at, kind, place[other.index], worth) for other in cards if other != card
            ]
    return found


def _try(race: Race, plans: Sequence[_Plan], seat: int) -> None:
    """Play every plan to the end of one deal, and count those that win."""
    keys = ranked(race)
    begun: dict[int, Race] = {}
    for plan in plans:
        first = begun.get(plan.kind)
        if first is None:
            first = begun[plan.kind] = race.copy()
            first.put(plan.kind, seat)
            first.step()
        trial = first.copy()
        if plan.kept is not None:
            trial.keys = keys.copy()
            trial.keys[plan.kept] -= _KEPT
        plan.won += finish(trial).winner == seat


def _go_on(plans: list[_Plan], tried: int) -> list[_Plan]:
    """Keep the better half of the plans, and of these the ones that are not clearly behind."""
    plans.sort(key=lambda plan: -plan.won)
    least = plans[0].won - _CLEAR * sqrt(_APART * tried)
    kept = max(_FEWEST, (len(plans) + 1) // 2)
    return [plan for plan in plans[:kept] if plan.won >= least]
