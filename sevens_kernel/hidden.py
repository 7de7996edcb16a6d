"""Cards that lie hidden in several hands: in how many ways they can, with what chances, and one way drawn by chance.

Every way to deal the hidden cards out is equally likely, except those that put a card where it cannot
be. Only cards that some hand cannot hold, or that some hand must hold one of, need to be tried seat by
seat; the others fill what room is left, and multinomial numbers count in how many ways. Hands about
which the same is known are taken together. All counts are whole numbers, so the chances are exact.

With one pack at most eight hidden cards are bound in this way, for a card that fits stays so until it
is laid. With two packs there may be many more. Beyond a fixed amount of work the answer is then
estimated: hands are drawn card by card, each draw weighted so that the weighted draws stand for equally
likely hands; `Ways.exact` tells which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, prod
from random import Random

from sevens_kernel.cards import Card, count_of
from sevens_kernel.errors import SevensError

MOST_STATES = 40_000  # counted exactly up to here, about half a second of work
DRAWS = 2_000  # weighted draws behind an estimated chance
CANDIDATES = 64  # weighted draws among which one estimated deal is chosen
_FIXED_SEED = 7  # estimates of the same position are the same each time

# How much room is left in each group of hands, and which needs are met (one bit each).
_Place = tuple[tuple[int, ...], int]
# The sum of the chances up to a group, the group, and the place it leads to.
_Choice = tuple[float, int, _Place]


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is known of hidden cards. cards: each hidden card, as often as it is hidden.

    room: how many hidden cards each seat holds. barred: the cards a seat cannot hold. needs: a seat
    and cards of which it holds at least one.

    Raises SevensError when the numbers of cards and of places differ.
    """

    cards: tuple[Card, ...]
    room: tuple[int, ...]
    barred: tuple[frozenset[Card], ...]
    needs: tuple[tuple[int, frozenset[Card]], ...] = ()

    def __post_init__(self) -> None:
        """Compare the number of cards with the number of places for them."""
        if len(self.cards) != sum(self.room):
            held = count_of(sum(self.room), "card")
            raise SevensError(
                f"{count_of(len(self.cards), 'card')} of the pack cannot be seen, "
                f"but the hands hold {held} that cannot be seen"
            )


@dataclass(frozen=True, slots=True)
class _Group:
    """Seats about which the same is known: their room together, and what none of them can hold."""

    seats: tuple[int, ...]
    room: int
    barred: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Ways:
    """All the ways in which hidden cards can lie, counted; make one with `count_ways`.

    exact: whether the chances and draws are exact, or estimated because counting took too long.
    """

    hidden: Hidden
    exact: bool
    _groups: tuple[_Group, ...]
    _bound: tuple[Card, ...]
    _free: tuple[Card, ...]
    _steps: tuple[dict[_Place, int], ...]  # for each bound card: ways to finish from each place
    _choices: dict[tuple[int, _Place], list[_Choice]] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """How many ways there are, two copies of a card being told apart; 0 when they were not counted."""
        if not self.exact:
            return 0
        (ways,) = self._steps[0].values()
        return ways * prod(
            factorial(group.room) // prod(factorial(self.hidden.room[seat]) for seat in group.seats)
            for group in self._groups
        )

    def chances(self) -> dict[Card, tuple[Fraction, ...]]:
        """Give for each hidden card the chance that it lies in each seat's hand; they add up to 1.

        Where both copies of a card are hidden, the chances are those of one of them.

        >>> cards = (Card("8s"), Card("9s"), Card("10s"))
        >>> hidden = Hidden(cards, (0, 1, 2), (frozenset(), frozenset({Card("8s")}), frozenset()))
        >>> for card, chances in count_ways(hidden).chances().items():
        ...     print(card, *chances)
        8♠ 0 0 1
        9♠ 0 1/2 1/2
        10♠ 0 1/2 1/2
        """
        return _exact_chances(self) if self.exact else _estimated_chances(self)

    def draw(self, rng: Random) -> list[list[Card]]:
        """Deal the hidden cards out by chance, each way equally likely; gives each seat's, unsorted."""
        return _draw(self, rng) if self.exact else _draw_estimated(self, rng)


def count_ways(hidden: Hidden, most: int = MOST_STATES) -> Ways:
    """Count the ways in which hidden cards can lie; most: how many intermediate results to allow for that.

    >>> hidden = Hidden((Card("8s"), Card("9s")), (0, 1, 1), (frozenset(),) * 3)
    >>> count_ways(hidden).number
    2

    Raises SevensError when there is no way at all.
    """
    groups = _groups(hidden)
    bound, free = _parted(hidden, groups)
    steps = _count(hidden, groups, bound, len(free), most)
    ways = Ways(hidden, steps is not None, groups, bound, free, steps or ())
    if steps is not None and not sum(steps[0].values()):
        raise SevensError("What has happened cannot be: no hands would allow it")
    return ways


def _groups(hidden: Hidden) -> tuple[_Group, ...]:
    needy = {seat for seat, _ in hidden.needs}
    there = frozenset(hidden.cards)
    alike: dict[tuple[int, frozenset[Card]], list[int]] = {}
    for seat, room in enumerate(hidden.room):
        if room or seat in needy:
            key = (seat if seat in needy else -1, hidden.barred[seat] & there)
            alike.setdefault(key, []).append(seat)
    return tuple(
        _Group(tuple(seats), sum(hidden.room[seat] for seat in seats), barred)
        for (_, barred), seats in alike.items()
    )


def _parted(hidden: Hidden, groups: Sequence[_Group]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Part the bound cards, those with the fewest possible places first, from the free ones."""
    ties = Counter(card for group in groups for card in group.barred)
    for _, cards in hidden.needs:
        ties.update(cards)
    bound = [card for card in hidden.cards if ties[card]]
    bound.sort(key=lambda card: (sum(card not in group.barred for group in groups), card.index))
    return tuple(bound), tuple(card for card in hidden.cards if not ties[card])


def _moves(
    ways: tuple[Hidden, Sequence[_Group]], card: Card, place: _Place
) -> list[tuple[int, _Place]]:
    """Give the groups that can take a card, each with the place that this leads to."""
    hidden, groups = ways
    left, met = place
    found = []
    for at, group in enumerate(groups):
        if not left[at] or card in group.barred:
            continue
        now = met
        for bit, (seat, cards) in enumerate(hidden.needs):
            if seat in group.seats and card in cards:
                now |= 1 << bit
        found.append((at, ((*left[:at], left[at] - 1, *left[at + 1 :]), now)))
    return found


def _count(
    hidden: Hidden, groups: Sequence[_Group], bound: Sequence[Card], free: int, most: int
) -> tuple[dict[_Place, int], ...] | None:
    """Count for each bound card and each place the ways to go on; None when there are too many places."""
    layers: list[dict[_Place, int]] = [{(tuple(group.room for group in groups), 0): 0}]
    places = 1
    for card in bound:
        after = {
            then: 0 for place in layers[-1] for _, then in _moves((hidden, groups), card, place)
        }
        places += len(after)
        if places > most:
            return None
        layers.append(after)
    every = (1 << len(hidden.needs)) - 1
    for left, met in layers[-1]:
        ways = factorial(free) // prod(map(factorial, left)) if met == every else 0
        layers[-1][left, met] = ways
    for at in range(len(bound) - 1, -1, -1):
        for place in layers[at]:
            layers[at][place] = sum(
                layers[at + 1][then] for _, then in _moves((hidden, groups), bound[at], place)
            )
    return tuple(layers)


def _exact_chances(ways: Ways) -> dict[Card, tuple[Fraction, ...]]:
    """Walk forward with the number of ways to come to each place; times the ways to go on gives the weight."""
    groups, steps = ways._groups, ways._steps
    reach: dict[_Place, int] = dict.fromkeys(steps[0], 1)
    (total,) = steps[0].values()
    found: dict[Card, tuple[Fraction, ...]] = {}
    for at, card in enumerate(ways._bound):
        weights = [0] * len(groups)
        after: dict[_Place, int] = dict.fromkeys(steps[at + 1], 0)
        for place, number in reach.items():
            for group, then in _moves((ways.hidden, groups), card, place):
                weights[group] += number * steps[at + 1][then]
                after[then] += number
        found[card] = _per_seat(ways, weights, total)
        reach = after
    if ways._free:
        room = [0] * len(groups)
        for place, number in reach.items():
            weight = number * steps[-1][place]
            for group, left in enumerate(place[0]):
                room[group] += weight * left
        for card in ways._free:
            found[card] = _per_seat(ways, room, total * len(ways._free))
    return {card: found[card] for card in ways.hidden.cards}


def _per_seat(ways: Ways, weights: Sequence[int], total: int) -> tuple[Fraction, ...]:
    """Part the weight of each group among its seats, in proportion to their cards."""
    chances = [Fraction(0)] * len(ways.hidden.room)
    for group, weight in zip(ways._groups, weights, strict=True):
        for seat in group.seats:
            if group.room:
                chances[seat] = Fraction(weight * ways.hidden.room[seat], total * group.room)
    return tuple(chances)


def _draw(ways: Ways, rng: Random) -> list[list[Card]]:
    (place,) = ways._steps[0]
    held: list[list[Card]] = [[] for _ in ways._groups]
    for at, card in enumerate(ways._bound):
        choices = ways._choices.get((at, place))
        if choices is None:
            choices = ways._choices[at, place] = _choices(ways, at, place)
        chance = rng.random()
        _, group, place = next((each for each in choices if chance < each[0]), choices[-1])
        held[group].append(card)
    return _filled(ways, held, rng)


def _choices(ways: Ways, at: int, place: _Place) -> list[_Choice]:
    """Give the groups that can take a bound card, each with the sum of the chances up to it."""
    total, so_far, found = ways._steps[at][place], 0, []
    for group, then in _moves((ways.hidden, ways._groups), ways._bound[at], place):
        number = ways._steps[at + 1][then]
        so_far += number
        if number:
            found.append((so_far / total, group, then))
    return found


def _filled(ways: Ways, held: list[list[Card]], rng: Random) -> list[list[Card]]:
    """Fill each group with free cards, then part its cards among its seats."""
    rest = shuffled(ways._free, rng)
    hands: list[list[Card]] = [[] for _ in ways.hidden.room]
    for group, cards in zip(ways._groups, held, strict=True):
        lacking = group.room - len(cards)
        cards += rest[:lacking]
        del rest[:lacking]
        if len(group.seats) > 1:
            cards = shuffled(cards, rng)
        for seat in group.seats:
            hands[seat], cards = cards[: ways.hidden.room[seat]], cards[ways.hidden.room[seat] :]
    return hands


def shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    """Give cards in an order of chance, from `random()`, whose values are the same in every version of Python."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        order[place], order[other] = order[other], order[place]
    return order


def _attempt(ways: Ways, rng: Random) -> tuple[int, list[list[Card]]]:
    """Deal the bound cards out one by one and give the draw's weight: 0 where a card found no place.

    Each card takes one of the open places that allow it; the product of their numbers makes up for
    having had few or many to choose from.
    """
    (room, met), weight = (tuple(group.room for group in ways._groups), 0), 1
    held: list[list[Card]] = [[] for _ in ways._groups]
    for card in ways._bound:
        moves = _moves((ways.hidden, ways._groups), card, (room, met))
        places = sum(room[group] for group, _ in moves)
        if not places:
            return 0, held
        weight *= places
        chosen = int(rng.random() * places)
        for group, then in moves:
            chosen -= room[group]
            if chosen < 0:
                held[group].append(card)
                room, met = then
                break
    return (weight if met == (1 << len(ways.hidden.needs)) - 1 else 0), held


def _draw_estimated(ways: Ways, rng: Random) -> list[list[Card]]:
    """Choose among some weighted draws; more of them are tried while none is possible."""
    for _ in range(10):
        attempts = [_attempt(ways, rng) for _ in range(CANDIDATES)]
        total = sum(weight for weight, _ in attempts)
        chance = rng.random() * total
        for weight, held in attempts:
            chance -= weight
            if weight and chance < 0:
                return _filled(ways, held, rng)
    raise SevensError("No hands that allow what has happened were found in the time allowed")


def _estimated_chances(ways: Ways) -> dict[Card, tuple[Fraction, ...]]:
    rng, total = Random(_FIXED_SEED), 0
    copies = Counter(ways.hidden.cards)
    weights = {card: [0] * len(ways._groups) for card in ways._bound}
    room = [0] * len(ways._groups)
    for _ in range(DRAWS):
        weight, held = _attempt(ways, rng)
        total += weight
        for group, cards in enumerate(held):
            room[group] += weight * (ways._groups[group].room - len(cards))
            for card in cards if weight else ():
                weights[card][group] += weight
    if not total:
        raise SevensError("No hands that allow what has happened were found in the time allowed")
    found = {card: _per_seat(ways, each, total * copies[card]) for card, each in weights.items()}
    for card in ways._free:
        found[card] = _per_seat(ways, room, total * len(ways._free))
    return {card: found[card] for card in ways.hidden.cards}
