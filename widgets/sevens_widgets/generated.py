"""Exercises without end: positions from deals played at random, asked about by the engine, never twice the same.

The same seed gives the same exercises. What makes no question, such as a position in which every answer
would be right, is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from sevens_kernel.acting import apply
from sevens_kernel.cards import Card
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.deduce import cannot_hold, hidden_cards
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import format_position
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, explain, fitting, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, since_words
from sevens_widgets.exercise import Exercise

TRIES = 400  # positions looked at for one exercise before there is said to be no more
LOOK_BACK = 4  # acts told before it is asked what they prove
_PROVED = 0.7  # of the questions who cannot hold a card, those in which somebody cannot
FINISH = 5  # cards in your hand, at most, where the end of a deal is played
READABLE = 8  # cards in your hand, at most


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
    able = [kind for kind in kinds if kind in MAKERS]
    if not able:
        raise SevensError(f"exercises can be made of the kinds {', '.join(MAKERS)}")
    rng, seen = Random(seed), {likeness(each) for each in asked}
    for number in range(count):
        one = _new(able[number % len(able)], rng, f"more-{seed}-{number + 1}", seen)
        if one is not None:
            seen.add(likeness(one))
            yield one


def likeness(one: Exercise) -> tuple[str, str, Card | None, int | None]:
    """Give what two exercises share when they ask the same."""
    drawn = one.question.state
    where = format_position(view(drawn, 0)) if drawn.sizes[0] else format_position(one.state)
    return one.kind, where, one.card, one.seat


def _new(
    kind: str, rng: Random, ident: str, seen: set[tuple[str, str, Card | None, int | None]]
) -> Exercise | None:
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


# --- positions -----------------------------------------------------------------------------------


Found = tuple[str, State, Card | None, int | None]


def _below(rng: Random, number: int) -> int:
    """Give a whole number below another; only `random()` is the same in every Python version."""
    return int(rng.random() * number)


def _one(rng: Random, items: Sequence[Card]) -> Card:
    return items[_below(rng, len(items))]


def _moment(rng: Random, wanted: Callable[[State], bool]) -> State | None:
    """Play a deal at random and give one of the moments that are wanted; None where there is none."""
    state, found = deal(Rules(), _below(rng, MAX_DEAL + 1), _below(rng, 4)), []
    while state.out is None:
        moves = legal(state)
        state = apply(state, moves[_below(rng, len(moves))])
        if state.out is None and wanted(state):
            found.append(state)
    return found[_below(rng, len(found))] if found else None


def _yours(state: State) -> bool:
    return state.turn == 0 and len(state.hands[0]) <= READABLE


def _still(state: State) -> State:
    """Forget what happened before: the question is about the table alone."""
    return replace(state, history=(), passes=(0,) * state.rules.players)


# --- kinds ---------------------------------------------------------------------------------------


def _fits(rng: Random) -> Found | None:
    state = _moment(rng, _yours)
    if state is None:
        return None
    yes = fitting(state)
    no = [card for card in state.hands[0] if card not in yes]
    cards = (yes or no) if rng.random() < 0.5 else (no or yes)
    card = _one(rng, cards)
    return f"Would your {card} fit?", _still(state), card, None


def _pick(rng: Random) -> Found | None:
    state = _moment(rng, lambda each: _yours(each) and len(each.hands[0]) > 3)
    return None if state is None else ("Press every card that fits.", _still(state), None, None)


def _pass(rng: Random) -> Found | None:
    nothing = rng.random() < 0.5
    state = _moment(rng, lambda each: _yours(each) and bool(fitting(each)) != nothing)
    return None if state is None else ("Play a card, or pass?", _still(state), None, None)


def _waits(rng: Random) -> Found | None:
    return _waiting(rng, 1, "Which card must come first, before your {} fits?")


def _order(rng: Random) -> Found | None:
    return _waiting(rng, 2, "What does your {} wait for, in order?")


def _waiting(rng: Random, fewest: int, prompt: str) -> Found | None:
    state = _moment(rng, _yours)
    if state is None:
        return None
    cards = [
        card for card in state.hands[0] if fewest <= len(explain(state, card).missing) <= fewest + 2
    ]
    if not cards:
        return None
    card = _one(rng, cards)
    return prompt.format(card), _still(state), card, None


def _true_pass(rng: Random) -> Found | None:
    nothing = rng.random() < 0.5
    state = _moment(
        rng,
        lambda each: (
            each.turn != 0
            and len(each.hands[each.turn]) <= READABLE - 2
            and bool(fitting(each)) != nothing
        ),
    )
    if state is None:
        return None
    name, others = NAMES[state.turn], {seat for seat in range(1, 4) if seat != state.turn}
    return (
        f"{name} passes and holds these cards. Was it a true pass?",
        _covered(state, others),
        None,
        None,
    )


def _covered(state: State, seats: set[int]) -> State:
    """Turn the hands of some seats face down."""
    sizes = state.sizes
    return replace(
        _still(state),
        hands=tuple(() if seat in seats else hand for seat, hand in enumerate(state.hands)),
        unknown=tuple(sizes[seat] if seat in seats else 0 for seat in range(len(sizes))),
    )


def _cannot_hold(rng: Random) -> Found | None:
    state = _moment(
        rng,
        lambda each: (
            len(each.hands[0]) <= READABLE
            and each.ply > LOOK_BACK + 8
            and any(act.move.card is None and act.seat for act in each.history[-LOOK_BACK:])
        ),
    )
    if state is None:
        return None
    told = state.history[-LOOK_BACK:]
    state = replace(
        state,
        history=told,
        passes=tuple(
            sum(act.seat == seat and act.move.card is None for act in told) for seat in range(4)
        ),
    )
    near = [card for card in hidden_cards(view(state, 0)) if len(explain(state, card).missing) <= 1]
    proved = {card for held in cannot_hold(view(state, 0)).values() for card in held}
    shown = [card for card in near if card in proved]
    if not near:
        return None
    card = _one(rng, shown if shown and rng.random() < _PROVED else near)
    story = since_words(told).replace(", You ", ", you ")
    return f"{story} Who cannot hold the {card}?", state, card, None


def _table_of(rng: Random) -> tuple[Rules, int]:
    rules = Rules.named("classic", players=3 + _below(rng, 6))
    return rules, _below(rng, rules.players)


def _deals(dealer: int) -> str:
    return "You deal" if dealer == 0 else f"{NAMES[dealer]} deals"


def _size(rng: Random) -> Found | None:
    rules, dealer = _table_of(rng)
    seat = _below(rng, rules.players)
    who = "do you" if seat == 0 else f"does {NAMES[seat]}"
    prompt = f"{_deals(dealer)} to {rules.players} players. How many cards {who} get?"
    return prompt, deal(rules, 0, dealer), None, seat


def _first(rng: Random) -> Found | None:
    rules, dealer = _table_of(rng)
    return f"{_deals(dealer)}. Who gets the first card?", deal(rules, 0, dealer), None, None


def _opens(rng: Random) -> Found | None:
    rules, dealer = _table_of(rng)
    if rng.random() < 0.3:
        rules = Rules.named("fan tan", players=rules.players)
        rule = "In Fan Tan the player at the dealer's left opens."
        prompt = f"{rule} {_deals(dealer)}. Who opens?"
    else:
        prompt = "The holder of 7♦ opens. Who opens this deal?"
    return prompt, deal(rules, _below(rng, MAX_DEAL + 1), dealer), None, None


def _some_cards(rng: Random, fewest: int) -> State | None:
    return _moment(rng, lambda each: fewest <= len(each.hands[0]) <= fewest + 3)


def _sorted(rng: Random) -> Found | None:
    state = _some_cards(rng, 4)
    prompt = "Which line shows these cards sorted by suit, each suit in the order of its row?"
    return None if state is None else (prompt, _still(state), None, None)


def _points(rng: Random) -> Found | None:
    state = _some_cards(rng, 2)
    prompt = "Another player is out, and you still hold these cards. How many points do they count?"
    return None if state is None else (prompt, _still(state), None, None)


def _over(rng: Random) -> Found | None:
    last = rng.random() < 0.5
    state = _moment(
        rng,
        lambda each: (
            each.turn == 0
            and (len(each.hands[0]) == 1 if last else 2 <= len(each.hands[0]) <= 3)
            and bool(fitting(each))
        ),
    )
    if state is None:
        return None
    card = _one(rng, fitting(state))
    return f"You lay the {card}. Is the deal over?", _still(state), card, None


def _wins(rng: Random) -> Found | None:
    state = _moment(
        rng,
        lambda each: (
            each.turn == 0
            and 2 <= len(each.hands[0]) <= FINISH
            and sum(each.sizes) <= 3 * FINISH
            and len(fitting(each)) > 1
        ),
    )
    prompt = "All hands are open. Press the card with which you win, whatever the others do."
    return None if state is None else (prompt, _still(state), None, None)


#: The kinds that can be made without end, each with the function that finds a position for it, or none.
MAKERS: Mapping[str, Callable[[Random], Found | None]] = {
    "fits": _fits,
    "pick": _pick,
    "pass": _pass,
    "waits": _waits,
    "order": _order,
    "true pass": _true_pass,
    "cannot hold": _cannot_hold,
    "size": _size,
    "first": _first,
    "opens": _opens,
    "sorted": _sorted,
    "points": _points,
    "over": _over,
    "wins": _wins,
}
