"""Where the hidden cards may lie, judged also by what the others chose to lay.

That a card may lie in a hand at all is proved by passes (see `deduce`). Beyond that, who lays a card
shows that it liked no other that fitted better. Every seat's choices are taken to follow the fixed
priority (see `layout`) loosely: a card that counts more is laid more often, and any card sometimes.

What a choice tells depends on the hand of the seat that made it and on no other. So a deal of the hidden
cards is as likely as the product, over the seats, of how well each hand explains its seat's choices. Deals
are drawn with these chances by a walk: two hidden cards of two seats change places, and the change
stands when it explains the choices better, or else with a chance that falls with how much worse it is.

One pack only: there a card's priority never changes while it waits in a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, prod
from random import Random

from sevens_kernel.cards import Card, Rank
from sevens_kernel.deduce import open_cards, tables, ways
from sevens_kernel.hidden import Ways
from sevens_kernel.layout import START_WORTH, chain_worth, layout
from sevens_kernel.race import Race
from sevens_kernel.view import View

# The kind that was laid, and the other kinds that fitted and may have been in the hand.
_Choice = tuple[int, tuple[int, ...]]


class Weights:
    """How likely each card is chosen, by the cards of its suit in the hand: greater for greater priority.

    heat: by how many points of priority two cards differ when one is laid about three times as often.
    """

    def __init__(self, ranks: tuple[Rank, ...], start: Rank, heat: float) -> None:
        """Begin with an empty store; it is filled as hands are asked about."""
        self._wide, self._middle, self._heat = len(ranks), ranks.index(start), heat
        self._known: dict[int, tuple[float, ...]] = {}

    def of(self, mask: int) -> tuple[float, ...]:
        """Give the weight of each place of a row, 0 where the hand has no card.

        mask: one bit for each place of the row from its low end, set where the hand has the card.

        >>> from sevens_kernel.rules import Rules
        >>> weights = Weights(Rules().ranks, Rank.SEVEN, 1.0)
        >>> [place for place, weight in enumerate(weights.of(0b1000000100001)) if weight]
        [0, 5, 12]
        """
        found = self._known.get(mask)
        if found is None:
            found = self._known[mask] = self._reckon(mask)
        return found

    def _reckon(self, mask: int) -> tuple[float, ...]:
        worth = [0.0] * self._wide
        middle, whole = self._middle, START_WORTH
        for arm in (range(middle), range(self._wide - 1, middle, -1)):
            own = beyond = cards = 0
            for place in arm:
                if mask >> place & 1:
                    worth[place] = self._weight(_chain(own, cards, beyond))
                    beyond = beyond if own else cards
                    own += 1
                cards += 1
            whole += _chain(own, cards, beyond)
        if mask >> middle & 1:
            worth[middle] = self._weight(whole)
        return tuple(worth)

    def _weight(self, worth: int) -> float:
        return exp(worth / self._heat)


def _chain(own: int, cards: int, beyond: int) -> int:
    """Weigh a chain: the own cards in it, all its cards, and those of the others behind the last own one."""
    return chain_worth(own, cards - own - beyond, beyond) if own else chain_worth(0, 0, cards)


@lru_cache(maxsize=32)
def weights(ranks: tuple[Rank, ...], start: Rank, heat: float) -> Weights:
    """Give the weights of a kind of row; they are reckoned once."""
    return Weights(ranks, start, heat)


# Measured by how well hidden cards are guessed in deals of priority and of heuristic players.
HEAT, SLIP = 2.0, 0.02
STEPS = 20  # of the walk between two deals: they then tell nearly as much as deals drawn anew


def worlds(view: View, rng: Random, deals: int, *, weigh: bool = True) -> Iterator[Race]:
    """Draw deals that agree with a view, ready to be played on.

    weigh: by how well the hands explain what the others chose, where that can be judged; else each
    deal that agrees with the passes is equally likely.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> state = deal(Rules(), 1)
    >>> [race.left for race in worlds(view(state, state.turn), Random(1), 2)]
    [[13, 13, 13, 13], [13, 13, 13, 13]]

    Raises SevensError for a position that cannot be.
    """
    counted = ways(view)
    if weigh and Belief.possible(view, counted):
        yield from Belief(view, counted).races(rng, deals)
        return
    for _ in range(deals):
        hands = counted.draw(rng)
        hands[view.seat] += view.hand
        yield Race.of(view, hands)


class Belief:
    """All ways in which the hidden cards of a view can lie, each as likely as it explains the others' choices.

    Make one only where `Belief.possible` says so.
    """

    def __init__(self, view: View, counted: Ways, heat: float = HEAT, slip: float = SLIP) -> None:
        """Gather what each seat has chosen, and among which cards.

        heat: see Weights. slip: added to the chance of each choice, so that none is held impossible.
        """
        shape = view.table.shape
        assert shape.start is not None
        self._view, self._counted, self._slip = view, counted, slip
        self._plan = layout(view.rules.ranks, shape.start)
        self._weights = weights(view.rules.ranks, shape.start, heat)
        self._wide = len(view.rules.ranks)
        self._hidden = counted.hidden
        self._seats = [seat for seat, room in enumerate(counted.hidden.room) for _ in range(room)]
        place = self._plan.place
        self._owner = [-1] * len(self._plan.kinds)
        self._laid = [0] * view.rules.players
        for card in view.hand:
            self._owner[place[card.index]] = view.seat
        for act in view.history:
            if act.move.card is not None:
                self._laid[act.seat] |= 1 << place[act.move.card.index]
        unseen = {place[card.index] for card in self._hidden.cards}
        self._may = [0] * view.rules.players
        for seat, barred in enumerate(self._hidden.barred):
            if self._hidden.room[seat]:
                shut = {place[card.index] for card in barred}
                self._may[seat] = sum(1 << kind for kind in unseen - shut)
        self._chosen = self._choices(view)

    @staticmethod
    def possible(view: View, counted: Ways) -> bool:
        """Say whether choices can be weighed: one pack, a start rank, a known own hand, and no caught false pass."""
        return (
            view.rules.packs == 1
            and view.table.shape.start is not None
            and not view.unknown
            and not counted.hidden.needs
        )

    def _choices(self, view: View) -> list[list[_Choice]]:
        """Give for each other seat what it chose in turn, where it may have had a choice."""
        found: list[list[_Choice]] = [[] for _ in self._laid]
        place = self._plan.place
        laid = [0] * len(found)
        for table, act in tables(view):
            card, seat = act.move.card, act.seat
            if card is None:
                continue
            kind = place[card.index]
            laid[seat] |= 1 << kind
            if seat == view.seat or act.move.free or table.shape.start is None:
                continue
            later = self._laid[seat] & ~laid[seat]
            could = self._may[seat] | later
            fitted = (place[each.index] for each in open_cards(view, table))
            others = tuple(each for each in fitted if could >> each & 1)
            if others:
                found[seat].append((kind, others))
        return found

    def likely(self, seat: int, mask: int) -> float:
        """Say how well a hand explains what its seat has chosen. mask: a bit for each kind it began with."""
        row, wide, full = self._weights.of, self._wide, (1 << self._wide) - 1
        weight = (
            row(mask & full)
            + row(mask >> wide & full)
            + row(mask >> 2 * wide & full)
            + row(mask >> 3 * wide)
        )
        product, slip = 1.0, self._slip
        for kind, others in self._chosen[seat]:
            chosen = total = weight[kind]
            for other in others:
                total += weight[other]
            product *= chosen / total + slip
        return product

    def _drawn(self, rng: Random) -> list[int]:
        """Draw one way as it can lie, each equally likely: the kinds, seat by seat."""
        place = self._plan.place
        return [place[card.index] for hand in self._counted.draw(rng) for card in hand]

    def _masks(self, kinds: Sequence[int]) -> list[int]:
        masks = self._laid.copy()
        for kind, seat in zip(kinds, self._seats, strict=True):
            masks[seat] |= 1 << kind
        return masks

    def races(self, rng: Random, deals: int, apart: int = STEPS, tries: int = 20) -> Iterator[Race]:
        """Draw deals, ready to be played on.

        apart: steps of the walk between two of them. tries: the walk begins at the likeliest of so many
        equally likely deals.
        """
        base = None
        for owner in self.owners(rng, deals, apart, tries):
            base = self._race(owner) if base is None else base.dealt_anew(owner)
            yield base

    def _race(self, owner: Sequence[int]) -> Race:
        hands: list[list[Card]] = [[] for _ in self._laid]
        for kind, seat in enumerate(owner):
            if seat >= 0:
                hands[seat].append(self._plan.kinds[kind])
        return Race.of(self._view, hands)

    def owners(
        self, rng: Random, deals: int, apart: int = STEPS, tries: int = 20
    ) -> Iterator[list[int]]:
        """Draw deals as `races` does, each as the holder of every kind, -1 for a laid one."""
        seats = self._seats
        kinds = max((self._drawn(rng) for _ in range(tries)), key=self._whole)
        masks = self._masks(kinds)
        likely = [self.likely(seat, mask) for seat, mask in enumerate(masks)]
        several = len({*seats}) > 1
        for at in range(deals):
            if several:
                self._walk(rng, kinds, (masks, likely), apart if at else 10 * apart)
            owner = self._owner.copy()
            for kind, seat in zip(kinds, seats, strict=True):
                owner[kind] = seat
            yield owner

    def _whole(self, kinds: Sequence[int]) -> float:
        return prod(self.likely(seat, mask) for seat, mask in enumerate(self._masks(kinds)))

    def _walk(
        self, rng: Random, kinds: list[int], hands: tuple[list[int], list[float]], steps: int
    ) -> None:
        """Try so many changes. hands: the mask of each seat's hand, and how likely it is; all is changed in place."""
        masks, likely = hands
        random, many, may, seats = rng.random, len(kinds), self._may, self._seats
        for _ in range(steps):
            one, two = int(random() * many), int(random() * many)
            a, b = seats[one], seats[two]
            x, y = kinds[one], kinds[two]
            if a == b or not may[a] >> y & may[b] >> x & 1:
                continue
            change = 1 << x | 1 << y
            first, second = self.likely(a, masks[a] ^ change), self.likely(b, masks[b] ^ change)
            if first * second >= random() * likely[a] * likely[b]:
                kinds[one], kinds[two] = y, x
                masks[a] ^= change
                masks[b] ^= change
                likely[a], likely[b] = first, second
