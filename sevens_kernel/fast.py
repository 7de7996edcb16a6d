"""Whole deals at speed, in plain Python: for contests, and for trying out how a deal may go on.

Two ways of choosing are built in: by chance, and by the fixed priority of `layout.chain_worth`. Start
cards are laid out of turn as `players.base.usual_start` would. A test replays deals of every rule set
here and with `state` and `acting`, and finds the same moves, turns, passes and winners.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sevens_kernel.errors import SevensError
from sevens_kernel.layout import (
    ONLY_HOLDER,
    START_WORTH,
    TIE,
    chain_worth,
    layout,
    priorities,
    way_worth,
)
from sevens_kernel.race import Chance, Race


class Ending(NamedTuple):
    """How a deal ended. winner: a seat. turns, passes: of all seats together, cards laid out of turn not counted."""

    winner: int
    turns: int
    passes: int


def finish(race: Race, random: Chance | None = None) -> Ending:
    """Play to the end, by chance or, without any, by priority.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.rules import Rules
    >>> finish(Race.of(deal(Rules(), 1))).winner in range(4)
    True

    Raises SevensError for a position in which nobody can lay a card.
    """
    if race.unopened and race.winner is None:
        mine = race.ready[race.turn]
        if not mine:
            raise SevensError("Nobody can open the deal.")
        race.put(_opening_choice(race, mine) if random is None else _pick(mine, random), race.turn)
        race.step()
    few = _few(race)
    if all(cards > least for cards, least in zip(race.left, few, strict=True)):
        if race.packs > 1:
            _run_with_copies(race, random, few)
        elif random is None:
            _run_by_priority(race, few)
        else:
            _run_by_chance(race, random, few)
    _run(race, random)
    assert race.winner is not None
    return Ending(race.winner, race.turns, race.passes)


def _few(race: Race) -> list[int]:
    """Give for each seat how many cards it has left when it may be about to lay a start card out of turn.

    That is when all its other cards but one are gone. A seat without start cards never does; nor does
    any where the rules do not know it, and then the deal is simply played to the last card.
    """
    if not race.free:
        return [0] * race.players
    towards = race.plan.towards
    held = (sum(towards[kind] < 0 for kind in mine) for mine in race.ready[: race.players])
    return [starts + 1 if starts else 0 for starts in held]


def _order(race: Race) -> tuple[int, ...]:
    """Give the seats clockwise from the one on turn."""
    return _clockwise(race.players, race.turn)


def _run_by_chance(race: Race, random: Chance, few: list[int]) -> None:
    """Play on with one pack until a seat has few cards left: `Race.put` and `Race.step`, written out."""
    ready, left, owner, onward = race.ready, race.left, race.owner, race.plan.onward
    turns, passes = race.turns, race.passes
    order, most = _order(race), _most_passes(race)
    while passes <= most:
        for seat in order:
            turns += 1
            mine = ready[seat]
            if not mine:
                passes += 1
                continue
            many = len(mine)
            kind = mine.pop(int(random() * many)) if many > 1 else mine.pop()
            left[seat] = cards = left[seat] - 1
            for freed in onward[kind]:
                ready[owner[freed]].append(freed)
            if cards <= few[seat]:
                return _stop(race, seat, turns, passes)
    raise _stuck()


def _run_by_priority(race: Race, few: list[int]) -> None:
    """Play on with one pack: the same by priority."""
    ready, left, owner, onward = race.ready, race.left, race.owner, race.plan.onward
    turns, passes = race.turns, race.passes
    order, most = _order(race), _most_passes(race)
    rank = ranked(race).__getitem__
    while passes <= most:
        for seat in order:
            turns += 1
            mine = ready[seat]
            if not mine:
                passes += 1
                continue
            if len(mine) > 1:
                kind = max(mine, key=rank)
                mine.remove(kind)
            else:
                kind = mine.pop()
            left[seat] = cards = left[seat] - 1
            for freed in onward[kind]:
                ready[owner[freed]].append(freed)
            if cards <= few[seat]:
                return _stop(race, seat, turns, passes)
    raise _stuck()


def _run_with_copies(race: Race, random: Chance | None, few: list[int]) -> None:
    """Play on with two packs: the same, where a second copy may fit still or no longer."""
    ready, left, holders, counts = race.ready, race.left, race.holders, race.counts
    towards, onward, packs = race.plan.towards, race.plan.onward, race.packs
    turns, passes = race.turns, race.passes
    order, most = _order(race), _most_passes(race)
    while passes <= most:
        for seat in order:
            turns += 1
            mine = ready[seat]
            if not mine:
                passes += 1
                continue
            if random is None:
                kind = _best_copy(race, seat, mine)
            else:
                many = len(mine)
                kind = mine[int(random() * many)] if many > 1 else mine[0]
            left[seat] = cards = left[seat] - 1
            counts[kind] = lie = counts[kind] + 1
            rest = holders[kind]
            rest.remove(seat)
            if rest != [seat]:
                mine.remove(kind)
            if rest:
                before = towards[kind]
                if lie == (counts[before] if before >= 0 else packs):
                    ready[rest[0]].remove(kind)
            for freed in onward[kind]:
                seats = holders[freed]
                if seats and counts[freed] == lie - 1:
                    for other in seats if seats[0] != seats[-1] else seats[:1]:
                        ready[other].append(freed)
            if cards <= few[seat]:
                return _stop(race, seat, turns, passes)
    raise _stuck()


def _stop(race: Race, seat: int, turns: int, passes: int) -> None:
    """Keep where a run stopped: a seat has laid a card and the turn goes on."""
    race.turns, race.passes, race.bare = turns, passes, False
    if race.left[seat]:
        race.turn = (seat + 1) % race.players
    else:
        race.turn = race.winner = seat


def _run(race: Race, random: Chance | None) -> None:
    """Play on under any rules, step by step."""
    most, ready, left = _most_passes(race), race.ready, race.left
    while race.winner is None:
        if race.free and not race.bare and min(left) <= len(race.plan.starts) + 1:
            free = _start_out_of_turn(race)
            if free is not None:
                race.put(*free)
                continue
        mine = ready[race.turn]
        if not mine:
            race.passes += 1
            if race.passes > most:
                raise _stuck()
        elif len(mine) == 1:
            race.put(mine[0], race.turn)
        else:
            race.put(_best(race, mine) if random is None else _pick(mine, random), race.turn)
        race.step()


def _most_passes(race: Race) -> int:
    """Give more passes than a deal can have in which somebody can always lay a card."""
    return race.passes + len(race.plan.kinds) * race.packs * race.players


def _start_out_of_turn(race: Race) -> tuple[int, int] | None:
    """Give a start card and its holder where laying it out of turn leads to the end of the deal at once."""
    towards, ready, left = race.plan.towards, race.ready, race.left
    most = len(race.plan.starts) + 1
    for seat in _order(race):
        cards = left[seat]
        if cards > most:
            continue
        starts = [kind for kind in ready[seat] if towards[kind] < 0]
        if race.packs > 1:
            starts = [kind for kind in starts if not race.counts[kind]]
        rest = cards - len(starts)
        if starts and (not rest or (rest == 1 and seat == race.turn and _last(race, seat, starts))):
            return min(starts), seat
    return None


def _last(race: Race, seat: int, starts: list[int]) -> bool:
    """Whether the one other card fits once the start cards lie."""
    if len(race.ready[seat]) > len(starts):
        return True
    near = (kind for start in starts for kind in race.plan.onward[start])
    return any(seat in race.holders_of(kind) for kind in near) or any(
        seat in race.holders_of(start)[1:] and race.holders_of(start)[0] == seat for start in starts
    )


def ranked(race: Race) -> list[int]:
    """Give the priorities of a race (see `layout.priorities`), reckoned once; none where they change as it goes.

    They change with two packs, and are not there before the start rank is chosen.
    """
    if race.keys is None and race.packs == 1 and race.plan.starts:
        race.keys = priorities(race.plan, race.owner, race.players)
    return race.keys or []


def _best(race: Race, mine: list[int]) -> int:
    if race.packs == 1:
        return max(mine, key=ranked(race).__getitem__)
    return _best_copy(race, race.turn, mine)


def _best_copy(race: Race, seat: int, mine: list[int]) -> int:
    """Give the kind a seat lays where there are two packs: only those wait for it of which as many lie."""
    if len(mine) == 1:
        return mine[0]
    counts, holders, plan = race.counts, race.holders, race.plan

    def rank(kind: int) -> int:
        here, seats = counts[kind], holders[kind]
        worth = START_WORTH if plan.towards[kind] < 0 else 0
        if seats[0] == seats[-1]:
            worth += ONLY_HOLDER
        for way in plan.ways[kind]:
            cards = own = last = 0
            for waits in way:
                if counts[waits] != here:
                    break
                cards += 1
                if seat in holders[waits]:
                    own += 1
                    last = cards
            worth += chain_worth(own, last - own, cards - last)
        return worth * TIE - kind

    return max(mine, key=rank)


def _opening_choice(race: Race, mine: list[int]) -> int:
    """Give the first card of the deal: where it chooses the start rank, the one nearest to the whole hand."""
    if len(mine) == 1:
        return mine[0]
    ranks, wide = race.rules.ranks, len(race.rules.ranks)
    seat, owner = race.turn, race.owner
    places = [kind % wide for kind in range(len(owner)) if owner[kind] == seat]

    def rank(kind: int) -> tuple[int, int, int]:
        plan = layout(ranks, race.plan.kinds[kind].rank)
        seats = race.holders_of(kind)
        worth = ONLY_HOLDER if race.packs > 1 and seats[0] == seats[-1] else 0
        for way in plan.ways[kind]:
            worth += way_worth(seat in race.holders_of(k) for k in way)
        return -sum(abs(place - kind % wide) for place in places), worth, -kind

    return max(mine, key=rank)


def _stuck() -> SevensError:
    return SevensError("Nobody can lay a card: cards are missing from the hands or from the table.")


def _pick(mine: list[int], random: Chance) -> int:
    return mine[int(random() * len(mine))] if len(mine) > 1 else mine[0]


@lru_cache(maxsize=64)
def _clockwise(players: int, first: int) -> tuple[int, ...]:
    return tuple((first + step) % players for step in range(players))
