"""A learner's player on the ladder: many deals against each of some computer players, with honest intervals.

There is nothing of notebooks or widgets in here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from sevens_kernel.arena import play_deals
from sevens_kernel.cards import count_of
from sevens_kernel.deal import MAX_DEAL
from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import share_interval
from sevens_kernel.players import Player, describe, player
from sevens_kernel.rules import Rules
from sevens_kernel.tally import Share, Tally

RUNGS = ("random", "first that fits", "most own behind", "priority")  # the weakest first
DEALS = 12  # played at once, against each of them: a start, with a wide interval
ENOUGH = (
    10  # deals; from fewer, how much luck moves the share cannot be told well enough to judge by
)
PORTION = 5  # deals between two looks at the clock
MOST_DEALS = 1000
SECONDS = 20.0  # for all that is played at once: a slow player plays fewer deals


class Climb:
    """A player and what came of its deals against each rung of the ladder, three of them at a time.

    mine: the player. deals: how many are played at once. seed: chooses the deals and all chance. rules: None for
    School.

    >>> climb = Climb(player("heuristic"), deals=10)
    >>> climb.play()
    >>> climb.deals, len(climb.payload()["rungs"])
    (10, 4)

    Raises SevensError for a number of deals that cannot be.
    """

    def __init__(
        self,
        mine: Player,
        deals: int = DEALS,
        seed: int = 1,
        rungs: Sequence[str] = RUNGS,
        rules: Rules | None = None,
    ) -> None:
        """Begin with nothing played."""
        if not 2 <= deals <= MOST_DEALS:
            raise SevensError(f"deals “{deals}”: write a whole number from 2 to {MOST_DEALS}")
        self.mine, self.rules = mine, rules or Rules()
        self.rungs = tuple(map(player, rungs))
        self._tallies = [Tally() for _ in self.rungs]
        self._chance = Random(seed)
        self.wanted = deals
        self.slow = False

    @property
    def deals(self) -> int:
        """How many deals have been played against each of them."""
        return self._tallies[0].deals

    @property
    def busy(self) -> bool:
        """Whether there are deals left to play."""
        return self.deals < self.wanted

    def more(self, deals: int) -> None:
        """Want so many deals more, at most a thousand in all."""
        self.wanted = min(self.deals + deals, MOST_DEALS)
        self.slow = False

    def stop(self) -> None:
        """Want no more than what has been played."""
        self.wanted = self.deals

    def step(self) -> None:
        """Play the next few deals, the same against each rung; raise PlayerError where the player fails."""
        few = min(PORTION, self.wanted - self.deals)
        numbers = [int(self._chance.random() * (MAX_DEAL + 1)) for _ in range(few)]
        for rung, tally in zip(self.rungs, self._tallies, strict=True):
            seats = [self.mine, *[rung] * (self.rules.players - 1)]
            tally.add(play_deals(seats, self.rules, numbers))

    def play(self, seconds: float = SECONDS) -> None:
        """Play all that is wanted, or what a slow player manages within some seconds."""
        until = time.monotonic() + seconds
        while self.busy:
            self.step()
            if self.busy and time.monotonic() > until:
                self.slow = True
                self.stop()

    def share(self, rung: int) -> Share:
        """Give the player's share of the games against a rung, from 0."""
        names = [self.mine.name, *[self.rungs[rung].name] * (self.rules.players - 1)]
        return self._tallies[rung].contest(names, self.rules, 0).share(self.mine.name)

    def payload(self, done: str = "") -> dict[str, Any]:
        """Draw the ladder. done: what is said of the progress."""
        even = 100 / self.rules.players
        rungs = [self._rung(place, even) for place in range(len(self.rungs))]
        return {
            "kind": "climb",
            "title": f"The ladder for {self.mine.name}",
            "even": even,
            "about": f"{count_of(self.deals, 'deal').capitalize()} against three of each, every deal once from each "
            f"seat: {self.deals * self.rules.players} games. Whoever plays as well as the others wins {even:.0f} %.",
            "head": ["Three of", "You win", "95 % interval", "What that says"],
            "rungs": rungs,
            "summary": self.summary(),
            "progress": done or self._slow_words(),
            "busy": self.busy,
            "more": "Play 100 more deals" if self.wanted < MOST_DEALS else "",
        }

    def _rung(self, place: int, even: float) -> dict[str, Any]:
        share = self.share(place)
        low, high = bounds(share, self.deals, self.rules.players)
        return {
            "name": self.rungs[place].name,
            "does": describe(self.rungs[place].name),
            "percent": round(share.percent, 1),
            "low": round(low, 1),
            "high": round(high, 1),
            "share": f"{share.percent:.1f} %",
            "interval": f"{low:.1f} to {high:.1f} %" if low < high else ALWAYS,
            "says": says(share, self.deals, self.rules.players),
        }

    def summary(self) -> str:
        """Say in a sentence how high the player has climbed."""
        beaten = [
            each.name
            for place, each in enumerate(self.rungs)
            if says(self.share(place), self.deals, self.rules.players) == BETTER
        ]
        if not beaten:
            return "It is not yet better than any of them for sure."
        if len(beaten) == len(self.rungs):
            return "It is better than all of them."
        return f"The strongest that it is better than for sure: {beaten[-1]}."

    def _slow_words(self) -> str:
        if not self.slow:
            return ""
        return f"Your player takes its time: it was stopped after {count_of(self.deals, 'deal')}."

    def text(self) -> str:
        """Write the ladder down, line by line."""
        drawn = self.payload()
        lines = [
            f"{each['name']}: {each['share']} ({each['interval']}), {each['says']}"
            for each in drawn["rungs"]
        ]
        return "\n".join([drawn["title"], drawn["about"], *lines, drawn["summary"]])


ALWAYS = "the same in every deal"  # in place of an interval, where luck moved nothing
BETTER, WORSE, OPEN, SAME = "better", "weaker", "too close to tell", "did just as well"
FEW = "too few deals to tell"


def bounds(share: Share, deals: int, seats: int) -> tuple[float, float]:
    """Give the two ends of a share's interval, in percent. deals: how many were played, each once from every seat.

    Deals that happen to go alike give the arena's interval no width, and few deals too little: there Wilson's
    interval for the games widens it. A player that wins exactly its share in each of many deals plays as the others do.

    >>> [round(end, 1) for end in bounds(Share("a", 1, 0, 0.0, 0.0), 2, 4)]
    [0.0, 32.4]
    >>> bounds(Share("a", 1, 12, 25.0, 0.0), 12, 4)
    (25.0, 25.0)
    """
    low, high = share.percent - share.interval, share.percent + share.interval
    alike = not share.interval and share.wins == deals
    if deals < ENOUGH or not (share.interval or alike):
        least, most = share_interval(share.wins, deals * seats)
        low, high = min(low, 100 * least), max(high, 100 * most)
    return max(0.0, low), min(100.0, high)


def says(share: Share, deals: int, seats: int) -> str:
    """Say what a share shows: only an interval that lies on one side of an even share shows anything.

    deals: how many were played, each once from every seat; fewer than ten show nothing.

    >>> says(Share("a", 1, 80, 40.0, 5.0), 50, 4), says(Share("a", 1, 50, 25.0, 5.0), 50, 4)
    ('better', 'too close to tell')
    >>> says(Share("a", 1, 0, 0.0, 0.0), 2, 4)
    'too few deals to tell'
    """
    if deals < ENOUGH:
        return FEW
    (low, high), even = bounds(share, deals, seats), 100 / seats
    if low > even:
        return BETTER
    if low == high:
        return SAME
    return WORSE if high < even else OPEN
