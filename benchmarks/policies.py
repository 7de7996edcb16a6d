"""Ways of choosing that each turn on one idea, and whole deals between them: the worth of an idea.

A player is given by one whole number for each card, made from what its holder sees: the chains of cards that
wait for it. Of the cards that fit, the one with the greatest number is laid; of equal ones, one by chance.
Since what waits for a card changes only when the card is laid, the numbers of a deal are reckoned once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NamedTuple

from sevens_kernel.layout import START_WORTH, TIE, Layout, chain_worth
from sevens_kernel.race import Chance, Race
from sevens_kernel.rules import Rules

SURE = 1.96  # standard deviations on each side of a 95 % interval
FAR_OFF = 1_000 * TIE  # more than any priority


class Chain(NamedTuple):
    """The cards that wait behind a card on one side, as its holder sees them.

    own: how many the holder has. gap: the others' before the holder's last one. tail: the others' behind it.
    """

    own: int
    gap: int
    tail: int


class Waiting(NamedTuple):
    """A card, and what waits for it. kind: the card as a number. start: whether it opens its row."""

    kind: int
    start: bool
    chains: tuple[Chain, ...]

    @property
    def gift(self) -> bool:
        """Whether it opens a way for others alone: cards wait, and none of the holder's."""
        return bool(self.chains) and not any(chain.own for chain in self.chains)

    @property
    def harmless(self) -> bool:
        """Whether only cards of its own holder wait for it."""
        return bool(self.chains) and all(chain.own and not sum(chain[1:]) for chain in self.chains)


Way = Callable[[Waiting], int]


def by_chance(card: Waiting) -> int:
    """Prefer nothing: any card that fits, each with the same chance."""
    return 0


def by_priority(card: Waiting) -> int:
    """Prefer what the priority player prefers; no two cards are equal."""
    worth = (START_WORTH if card.start else 0) + sum(chain_worth(*chain) for chain in card.chains)
    return worth * TIE - card.kind


# ---- ways of choosing, each with one idea ----------------------------------------------------


def sevens_last(card: Waiting) -> int:
    """Keep back what opens a row."""
    return -int(card.start)


def sevens_first(card: Waiting) -> int:
    """Hurry to open rows."""
    return int(card.start)


def no_gifts(card: Waiting) -> int:
    """Keep back what opens a way that only others need."""
    return -int(card.gift)


def far_cards(card: Waiting) -> int:
    """Hurry to free an own card behind cards of others."""
    return int(any(chain.own and chain.gap for chain in card.chains))


def near_cards(card: Waiting) -> int:
    """Hurry to free own cards where none of others stands between."""
    return int(any(chain.own and not chain.gap for chain in card.chains))


def ends_first(card: Waiting) -> int:
    """Hurry to lay what nothing waits for."""
    return int(not card.chains)


def ends_last(card: Waiting) -> int:
    """Lay what nothing waits for only when nothing else fits."""
    return -int(not card.chains)


def runs_first(card: Waiting) -> int:
    """Hurry to lay a run behind which only own cards wait."""
    return int(card.harmless)


def runs_last(card: Waiting) -> int:
    """Lay a run behind which only own cards wait only when nothing else fits."""
    return -int(card.harmless)


def gifts_at_will(card: Waiting) -> int:
    """Weigh as the priority player, but take no account of what is opened for the others."""
    kept = [chain._replace(tail=0) for chain in card.chains]
    return by_priority(card._replace(chains=tuple(kept)))


def with_idea(idea: Way) -> Way:
    """Give the priority player one idea that goes before everything else."""
    return lambda card: idea(card) * FAR_OFF + by_priority(card)


# ---- whole deals ----------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """A sum over deals, with the squares that its interval needs. count: of deals. games: a deal's, to divide by."""

    games: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        """Count a deal in."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean of a game."""
        return self.total / (self.count * self.games)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean: deals are independent, the games of one are not."""
        mean = self.total / self.count
        variance = max(0.0, (self.squares - self.count * mean * mean) / max(1, self.count - 1))
        return SURE * sqrt(variance / self.count) / self.games


def waiting(plan: Layout, owner: Sequence[int]) -> list[Waiting]:
    """Give for each kind what waits for it, as its holder sees it."""
    starts, found = set(plan.starts), []
    for kind, ways in enumerate(plan.ways):
        chains = tuple(_chain(way, owner, owner[kind]) for way in ways)
        found.append(Waiting(kind, kind in starts, chains))
    return found


def _chain(way: Sequence[int], owner: Sequence[int], seat: int) -> Chain:
    own = last = 0
    for place, kind in enumerate(way, 1):
        if owner[kind] == seat:
            own += 1
            last = place
    return Chain(own, last - own, len(way) - last)


class Played(NamedTuple):
    """A deal that was played. laid: the kinds in order. fitted: at each pass, how many cards fitted on the table."""

    winner: int
    laid: tuple[int, ...]
    fitted: tuple[int, ...]


def play(race: Race, worth: Sequence[Sequence[int]], chance: Chance, few: int = 0) -> Played:
    """Play a copy of a deal to its end.

    worth: how gladly each kind is laid by its holder; with few, a second list holds as soon as another seat has no
    more cards than that.
    """
    race = race.copy()
    fitted, laid = [], []
    ready, left = race.ready, race.left
    while race.winner is None:
        mine = ready[race.turn]
        if mine:
            kind = mine[0]
            if len(mine) > 1:
                short = few and min(left[: race.turn] + left[race.turn + 1 :]) <= few
                now = worth[1] if short else worth[0]
                best = max([now[each] for each in mine])
                equal = [each for each in mine if now[each] == best]
                kind = equal[int(chance() * len(equal))] if len(equal) > 1 else equal[0]
            laid.append(kind)
            race.put(kind, race.turn)
        else:
            fitted.append(sum(map(len, ready)))
            race.passes += 1
        race.step()
    return Played(race.winner, tuple(laid), tuple(fitted))


def one_against_the_rest(
    me: Way, others: Way, deals: int, seed: int, late: Way | None = None, few: int = 0
) -> Tally:
    """Let one player meet equal others, under School rules, every deal once in each seat; tally the deals it wins.

    late: how it chooses as soon as another seat holds no more than few cards.
    """
    rules, chance = Rules(), Random(seed).random
    tally = Tally(games=rules.players)
    for _ in range(deals):
        race = Race.dealt(rules, chance)
        owner, cards = race.owner, waiting(race.plan, race.owner)
        theirs = [others(card) for card in cards]
        mine = [[way(card) for card in cards] for way in (me, late or me)]
        won = 0
        for seat in range(rules.players):
            worth = [
                [
                    own if at == seat else its
                    for own, its, at in zip(each, theirs, owner, strict=True)
                ]
                for each in mine
            ]
            won += play(race, worth, chance, few).winner == seat
        tally.add(won)
    return tally
