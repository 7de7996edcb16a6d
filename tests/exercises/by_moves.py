"""The right answers to every kind of question, worked out from the moves of the game, not from the words about it."""

from __future__ import annotations

from collections.abc import Callable

from sevens_kernel import PASS, Card, Move, apply, catch_false_pass, fitting, why_not
from sevens_kernel.deal import sort_hand
from sevens_kernel.deduce import cannot_hold
from sevens_kernel.solver import wins
from sevens_kernel.state import State
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.exercise import Exercise
from sevens_widgets.strategy_kinds import KINDS as STRATEGY
from tests.exercises import strategy


def expected(one: Exercise) -> set[str]:
    """Give the keys of the right answers of an exercise."""
    if one.kind in STRATEGY:
        return strategy.answers(one.kind, one.state, one.card)
    found = {**_ROWS, **_DEALING, **_PASSING, **_FINISHING}[one.kind](one)
    return found if isinstance(found, set) else {found}


def key(text: str) -> str:
    """Write an answer as its key."""
    return text.lower().replace(" ", "-")


def number(count: int, thing: str) -> str:
    """Write an answer that counts things as its key."""
    return f"{count}-{thing}{'' if count == 1 else 's'}"


def player(one: Exercise, seat: int) -> str:
    """Give the key of a player, counted on round the table."""
    return NAMES[seat % one.state.rules.players].lower()


def may(state: State, move: Move) -> bool:
    """Say whether the rules allow a move."""
    return why_not(state, move) is None


def _fits(one: Exercise) -> str:
    assert one.card
    held = one.card in one.state.hands[0] or one.state.table.copies(one.card) > 0
    assert held, "the card in question is in the hand or on the table"
    return "yes" if may(one.state, Move(one.card)) else "no"


def _order(one: Exercise) -> str:
    assert one.card
    return key(", then ".join(map(str, steps(one.state, one.card))))


def _waits(one: Exercise) -> str:
    assert one.card
    return key(str(steps(one.state, one.card)[0]))


_ROWS: dict[str, Callable[[Exercise], set[str] | str]] = {
    "fits": _fits,
    "pick": lambda one: {each.code for each in fitting(one.state)},
    "waits": _waits,
    "order": _order,
}


def _sorted(one: Exercise) -> str:
    return key(" ".join(map(str, sort_hand(one.state.rules, one.state.hands[0]))))


_DEALING: dict[str, Callable[[Exercise], set[str] | str]] = {
    "first": lambda one: player(one, one.state.dealer + 1),
    "cuts": lambda one: player(one, one.state.dealer + one.state.rules.players - 1),
    "size": lambda one: f"{len(one.state.hands[one.seat or 0])}-cards",
    "opens": lambda one: player(one, one.state.turn),
    "follows": lambda one: player(one, one.state.turn + 1),
    "sorted": _sorted,
}


def _costs(one: Exercise) -> str:
    state = one.state
    after = apply(state, PASS) if may(state, PASS) else catch_false_pass(state)
    paid = after.pool - state.pool
    cost = paid + after.fines[state.turn] - state.fines[state.turn]
    return number(cost, "chip" if paid else "point") if cost else "nothing"


def _cannot_hold(one: Exercise) -> set[str]:
    proved = cannot_hold(view(one.state, 0))
    return {player(one, seat) for seat, cards in proved.items() if one.card in cards} or {"nobody"}


_PASSING: dict[str, Callable[[Exercise], set[str] | str]] = {
    "pass": lambda one: "pass" if may(one.state, PASS) else "play-a-card",
    "true pass": lambda one: "a-true-pass" if may(one.state, PASS) else "a-false-pass",
    "catches": lambda one: {str(each).lower() for each in fitting(one.state)},
    "costs": _costs,
    "cannot hold": _cannot_hold,
}


def _match(one: Exercise) -> str:
    state = one.state
    totals = state.fines if any(state.fines) else state.chips
    best = min(totals) if any(state.fines) else max(totals)
    winners = [NAMES[seat] for seat in range(state.rules.players) if totals[seat] == best]
    return key(" and ".join([", ".join(winners[:-1]), winners[-1]] if winners[1:] else winners))


def _points(one: Exercise) -> str:
    worth = ["A23456789TJQK".index(each.code[0].replace("1", "T")) for each in one.state.hands[0]]
    return number(sum(worth) + len(worth), "point")


def _gain(one: Exercise) -> str:
    paid = one.state.pool + one.state.rules.card_chip * (sum(one.state.sizes) - 1)
    return number(paid, "chip") if paid else "nothing"


def _wins(one: Exercise) -> set[str]:
    state = one.state
    return {each.code for each in fitting(state) if wins(apply(state, Move(each)), 0)}


_FINISHING: dict[str, Callable[[Exercise], set[str] | str]] = {
    "match": _match,
    "over": lambda one: f"the-deal-{'is-over' if len(one.state.hands[0]) == 1 else 'goes-on'}",
    "points": _points,
    "gain": _gain,
    "wins": _wins,
}


def steps(state: State, card: Card) -> list[Card]:
    """Give the cards between the table and a card, in the order in which they would have to be laid."""
    table, found = state.table, []
    while not table.fits(card):
        onward = [each for each in table.takes(card.suit) if between(each, card, state)]
        found.append(onward[0])
        table = table.lay(onward[0])
    return found


def between(step: Card, card: Card, state: State) -> bool:
    """Say whether a card lies on the way from the start of its row to another."""
    ranks = state.rules.ranks
    start, here, there = (
        ranks.index(each) for each in (state.table.shape.start, step.rank, card.rank)
    )
    return min(start, there) <= here <= max(start, there)
