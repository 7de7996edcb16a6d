"""Where made-up exercises come from: for every kind of question a position, found in a deal played at random.

A maker gives the words of the question, the position, and the card or seat it is about; or None where this try
has found nothing. Whether there is anything to ask is seen afterwards, by asking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from sevens_kernel import nudges
from sevens_kernel.acting import apply
from sevens_kernel.cards import Card
from sevens_kernel.deal import MAX_DEAL, deal
from sevens_kernel.deduce import cannot_hold, hidden_cards
from sevens_kernel.puzzles import Level, new_puzzle, stored
from sevens_kernel.rules import Rules, Scoring
from sevens_kernel.standing import standing_words
from sevens_kernel.state import State, explain, fitting, legal
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, since_words, whose
from sevens_widgets.strategy_kinds import MAKERS as STRATEGY

LOOK_BACK = 4  # acts told before it is asked what they prove
_PROVED = 0.7  # of the questions who cannot hold a card, those in which somebody cannot
_KEPT = 0.6  # of the puzzles, those made beforehand: a new one takes a third of a second to find
READABLE = 8  # cards in your hand, at most

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
        rule = nudges.opening(rules)
        prompt = f"In Fan Tan {rule[0].lower()}{rule[1:]} {_deals(dealer)}. Who opens?"
    else:
        prompt = f"{nudges.opening(rules)} Who opens this deal?"
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
    level = tuple(Level)[_below(rng, len(Level))]
    kept = stored(level) if rng.random() < _KEPT else ()
    puzzle = kept[_below(rng, len(kept))] if kept else new_puzzle(rng, level)
    prompt = "All hands are open. Press the card with which you win, whatever the others do."
    return prompt, _still(puzzle.state), None, None


def _cuts(rng: Random) -> Found | None:
    rules, dealer = _table_of(rng)
    return f"{_deals(dealer)}. Who may cut the pack?", deal(rules, 0, dealer), None, None


def _follows(rng: Random) -> Found | None:
    rules, _ = _table_of(rng)
    state = deal(rules, _below(rng, MAX_DEAL + 1))
    for _step in range(_below(rng, 12)):
        moves = legal(state)
        state = apply(state, moves[_below(rng, len(moves))])
    name = NAMES[state.turn]
    whose_turn = f"It is {whose(name)} turn, with {rules.players} players at the table."
    return (
        f"{whose_turn} Who comes next?",
        _covered(state, set(range(1, rules.players))),
        None,
        None,
    )


def _other_seat(rng: Random, rules: Rules, nothing: bool) -> State | None:
    """Give a moment at which another player is on turn with few cards, and something fits or nothing does."""
    state = _moment(
        rng,
        lambda each: (
            each.turn != 0
            and 3 <= len(each.hands[each.turn]) <= READABLE - 2
            and bool(fitting(each)) != nothing
        ),
    )
    if state is None:
        return None
    state = replace(state, rules=rules) if rules.ranks == state.rules.ranks else state
    return _covered(state, {seat for seat in range(1, 4) if seat != state.turn})


def _costs(rng: Random) -> Found | None:
    names = ("Classic", "Chip penalty", "Parliament")
    name = names[_below(rng, len(names))]
    rules = Rules.named(name, players=4)
    state = _other_seat(rng, rules, nothing=rng.random() < 0.5)
    if state is None:
        return None
    held = (rules.chips_each if rules.uses_chips else 0,) * 4
    prompt = f"You play {name}, and {NAMES[state.turn]} passes with these cards. What does it cost?"
    return prompt, replace(state, chips=held), None, None


def _catches(rng: Random) -> Found | None:
    state = _other_seat(rng, Rules(), nothing=False)
    if state is None:
        return None
    prompt = f"{NAMES[state.turn]} passes and holds these cards. Which card shows that the pass is false?"
    return prompt, state, None, None


def _gain(rng: Random) -> Found | None:
    state = _moment(
        rng, lambda each: each.turn == 0 and len(each.hands[0]) == 1 and bool(fitting(each))
    )
    if state is None:
        return None
    names = ("Chip penalty", "Fan Tan with chips")
    name = names[_below(rng, len(names))]
    rules = Rules.named(name, players=4, aces="low")
    pool = sum(state.passes) * rules.pass_chip + 4 * rules.ante
    paid = tuple(rules.chips_each - rules.ante - each for each in state.passes)
    prompt = f"You play {name}. How many chips does your last card, the {{}}, bring?"
    state = replace(_covered(state, {1, 2, 3}), rules=rules, pool=pool, chips=paid)
    return prompt.format(state.hands[0][0]), state, state.hands[0][0], None


def _match(rng: Random) -> Found | None:
    players = 3 + _below(rng, 3)
    shared = rng.random() < 0.3
    if rng.random() < 0.5:
        rules = Rules.named("classic", players=players)
        scores = [_below(rng, 40) for _ in range(players)]
    else:
        rules = Rules.named("fan tan with chips", players=players)
        scores = [rules.chips_each] * players
        for seat in range(1, players):
            moved = _below(rng, 15) - 7
            scores[seat] += moved
            scores[0] -= moved
    points = rules.scoring is Scoring.POINTS
    if shared and points:
        scores[_below(rng, players)] = min(scores)
    state = replace(deal(rules, 0), pool=0)
    score = tuple(scores)
    state = replace(state, fines=score) if points else replace(state, chips=score)
    return f"{standing_words(state)} The match is over. Who wins it?", state, None, None


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
    "cuts": _cuts,
    "follows": _follows,
    "opens": _opens,
    "sorted": _sorted,
    "catches": _catches,
    "costs": _costs,
    "points": _points,
    "gain": _gain,
    "match": _match,
    "over": _over,
    "wins": _wins,
    **STRATEGY,
}
