"""The kinds of question that can be asked about a position; the engine answers every one of them.

A kind is a function from a position to a Question: all answers with their reasons, and three hints of which
the last names an accepted answer. Nothing here knows a rule, and no answer is typed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sevens_kernel.acting import apply
from sevens_kernel.cards import Card
from sevens_kernel.deal import opener_of, sort_hand
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, lay
from sevens_kernel.reasons import (
    cost_words,
    cut_words,
    dealt_sizes,
    first_card_words,
    gain_of,
    gain_words,
    hold_words,
    next_words,
    nobody_words,
    opener_words,
    over_words,
    pass_cost,
    pass_words,
    play_words,
    points_of,
    points_words,
    size_words,
    sorted_words,
    surely_winning,
    win_words,
)
from sevens_kernel.refusal import why_not
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.payload import keyed
from sevens_widgets.questions import (
    NO,
    YES,
    Answer,
    Question,
    choose,
    coins,
    hints,
    look,
    needed,
    row,
)

# --- rows ----------------------------------------------------------------------------------------


def fits(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether a card would fit, yes or no."""
    said = explain(state, needed(card))
    answers = (
        Answer("yes", YES, said.fits, said.sentence),
        Answer("no", NO, not said.fits, said.sentence),
    )
    return Question("choose", answers, hints(said, state, ask=True), state)


def pick(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for every card of the hand that fits."""
    told = [(key, explain(state, each)) for each, key in keyed(state.hands[0])]
    answers = tuple(
        Answer(key, str(said.card), said.fits, said.sentence, said.label) for key, said in told
    )
    first = next((said for _, said in told if said.fits), None)
    if first is None:
        raise SevensError("it asks to pick the cards that fit, but none of the hand does")
    return Question("pick", answers, hints(first, state, ask=False), state)


def waits(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask which card must come first, before this one fits."""
    said = explain(state, needed(card))
    if not said.missing:
        raise SevensError(f"{said.card} waits for nothing")
    suit = said.card.suit
    ends = [each for each in state.table.takes(suit) if each not in said.missing]
    start = state.table.shape.start
    other = [Card.of(start, suit)] if start is not None else []
    wrong = [each for each in (*said.missing[1:], *ends, *other) if each is not said.card]
    cards = dict.fromkeys([said.missing[0], *wrong[:3]])
    if len(cards) == 1:  # the row misses nothing else
        cards |= dict.fromkeys(state.table.row(suit)[:2])
    options = [
        (str(each), each is said.missing[0], said.sentence)
        for each in sort_hand(state.rules, tuple(cards))
    ]
    return choose(state, options, look(suit), row(state, suit, tell=False))


def order(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask in which order the missing cards must come, before this one fits."""
    said = explain(state, needed(card))
    missing = said.missing
    if len(missing) < 2:
        raise SevensError(f"{said.card} waits for fewer than two cards, so there is no order")
    turned = missing[::-1]
    short = missing[1:] if len(missing) > 2 else missing[:1]
    lists = dict.fromkeys([turned, missing, short])
    options = [
        (_then(each), each == missing, said.sentence) for each in sorted(lists, key=_first_index)
    ]
    return choose(state, options, look(said.card.suit), row(state, said.card.suit, tell=False))


def _first_index(cards: tuple[Card, ...]) -> tuple[int, int]:
    return cards[0].index, len(cards)


def _then(cards: Sequence[Card]) -> str:
    return ", then ".join(map(str, cards)) if len(cards) > 1 else f"{cards[0]} alone"


# --- dealing -------------------------------------------------------------------------------------


def _players(
    state: State, right: Callable[[int], bool], why: str, first: str, second: str, **more: Any
) -> Question:
    """Ask for a player; every answer gets the same reason."""
    options = [(NAMES[each], right(each), why) for each in range(state.rules.players)]
    return choose(state, options, first, second, others=True, live=False, **more)


def _undealt(state: State) -> State:
    return replace(state, hands=((),) * state.rules.players, unknown=(0,) * state.rules.players)


def _dealer(state: State) -> dict[int, str]:
    return {state.dealer: "deals"} if state.dealer else {}


def first(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who is dealt the first card."""
    players = state.rules.players
    return _players(
        _undealt(state),
        lambda each: each == (state.dealer + 1) % players,
        first_card_words(state.dealer, players),
        "Look who deals.",
        "The deal begins at the dealer's left and goes round clockwise.",
        notes=_dealer(state),
    )


def cuts(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who may cut the pack before the deal."""
    players = state.rules.players
    return _players(
        _undealt(state),
        lambda each: each == (state.dealer - 1) % players,
        cut_words(state.dealer, players),
        "Look who deals.",
        "The cut belongs to the player at the dealer's right.",
        notes=_dealer(state),
    )


def size(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask how many cards a player is dealt."""
    sizes = dealt_sizes(state.rules, state.dealer)
    dealt = sizes[seat or 0]
    why = size_words(state.rules, state.dealer)
    numbers = sorted({min(sizes) - 1, min(sizes), min(sizes) + 1, dealt})
    options = [(f"{each} cards", each == dealt, why) for each in numbers]
    players, pack = state.rules.players, len(state.rules.pack_cards)
    return choose(
        _undealt(state),
        options,
        f"Share out {pack} cards among {players} players.",
        "Every card is dealt, and what is left over goes to those with whom the deal began.",
        others=True,
        notes=_dealer(state),
        live=False,
    )


def opens(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who opens the deal."""
    opener = opener_of(state.rules, state.hands, state.dealer)
    opening = state.rules.opening_card
    if opening is not None and opening not in state.hands[opener]:
        raise SevensError(f"nobody is known to hold {opening}, so it cannot be told who opens")
    notes = _dealer(state)
    if opening is not None and opener:
        notes = {opener: f"holds {opening}"}
    second = (
        f"The holder of {opening} opens." if opening else "The player at the dealer's left opens."
    )
    where = "Look for the card that opens the deal." if opening else "Look who deals."
    return _players(
        state, lambda each: each == opener, opener_words(state), where, second, notes=notes
    )


def follows(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whose turn comes next."""
    players = state.rules.players
    return _players(
        state,
        lambda each: each == (state.turn + 1) % players,
        next_words(state.turn, players),
        "Look for the player whose turn it is.",
        "The turn goes round clockwise, to the player at the left.",
        notes={state.turn: "to play"} if state.turn else {},
    )


def in_order(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask which line shows the hand sorted by suit, each suit in the order of its row."""
    hand = state.hands[0]
    by_rank = tuple(sorted(hand, key=lambda each: (each.rank, each.index)))
    upside = tuple(sorted(hand, key=lambda each: (each.index // 13, -each.rank)))
    lists = {
        " ".join(map(str, each)): each == hand
        for each in (by_rank, sort_hand(state.rules, hand), upside)
    }
    why = sorted_words(state.rules, hand)
    options = [(text, right, why) for text, right in lists.items()]
    return choose(
        state,
        options,
        "Begin with the clubs.",
        "After the clubs come diamonds, hearts and spades; the lowest card of a suit comes first.",
        mixed=True,
    )


# --- passing -------------------------------------------------------------------------------------


def may_pass(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether to play a card or to pass."""
    can, why = bool(fitting(state)), play_words(state)
    target = (fitting(state) or state.hands[0])[0]
    options = [("Play a card", can, why), ("Pass", not can, why)]
    return choose(
        state,
        options,
        "Go through your hand card by card: does a row take it?",
        row(state, target.suit),
    )


def _held(state: State) -> dict[int, str]:
    """Lay open the hands of the others that are known."""
    return {
        seat: "holds " + " ".join(map(str, hand))
        for seat, hand in enumerate(state.hands)
        if seat and hand
    }


def true_pass(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether the pass of the player on turn is a true one."""
    true, why = why_not(state, PASS) is None, pass_words(state)
    suit = (fitting(state) or state.hands[state.turn])[0].suit
    return choose(
        state,
        [("A true pass", true, why), ("A false pass", not true, why)],
        "A pass is true only when nothing fits. Compare each card with its row.",
        row(state, suit),
        others=True,
        notes=_held(state),
    )


def costs(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask what the pass of the player on turn costs."""
    cost, why = pass_cost(state), cost_words(state)
    coin = state.rules.penalty_in if fitting(state) else "chips"
    most = max(cost, 3)
    options = [(coins(each, coin), each == cost, why) for each in range(most + 1)]
    suit = (fitting(state) or state.hands[state.turn])[0].suit
    return choose(
        state,
        options,
        "First find out whether it is a true pass.",
        row(state, suit),
        others=True,
        notes=_held(state),
    )


def cannot_hold(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask who cannot hold a card after these moves."""
    asked, seen = needed(card), view(state, 0)
    told = [hold_words(seen, each, asked) for each in range(1, state.rules.players)]
    barred = ["cannot hold it" in each for each in told]
    options = [
        (NAMES[at], right, why) for at, (right, why) in enumerate(zip(barred, told, strict=True), 1)
    ]
    proofs = [why for why, right in zip(told, barred, strict=True) if right]
    options.append(("Nobody", not proofs, " ".join(proofs) or nobody_words(asked)))
    return choose(
        state,
        options,
        "Look who passed.",
        f"Somebody who passed holds none of the cards that fitted then. Did {asked} fit?",
        others=True,
    )


# --- finishing -----------------------------------------------------------------------------------


def over(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask whether the deal is over when you lay a card."""
    laid = needed(card)
    if why_not(state, lay(laid)) is not None:
        raise SevensError(f"{laid} may not be laid")
    ends, why = apply(state, lay(laid)).out is not None, over_words(state, laid)
    return choose(
        state,
        [("The deal is over", ends, why), ("The deal goes on", not ends, why)],
        "Count the cards of your hand.",
        "A deal is over when a player lays the last card, and not before.",
        others=True,
    )


def points(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask what the cards of your hand count when somebody else is out."""
    hand = state.hands[0]
    total, why = points_of(hand), points_words(hand)
    tens = sum(min(10, int(each.rank)) for each in hand)
    aces = total + 13 * sum(int(each.rank) == 1 for each in hand)
    wrong = dict.fromkeys(each for each in (tens, aces, len(hand), total + 10) if each != total)
    numbers = sorted([total, *list(wrong)[:3]])
    options = [(f"{each} point{'' if each == 1 else 's'}", each == total, why) for each in numbers]
    return choose(
        state,
        options,
        "Count every card that is left, one by one.",
        "An ace counts 1, a jack 11, a queen 12 and a king 13; the others count what they say.",
    )


def gain(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask how many chips your last card brings."""
    laid = needed(card)
    brought, why = gain_of(state, laid), gain_words(state, laid)
    held = sum(state.sizes) - 1
    numbers = sorted({brought, state.pool, held, brought + state.pool, brought + 1})
    options = [(coins(each, "chips"), each == brought, why) for each in numbers]
    return choose(
        state,
        options,
        "Look at the pool first.",
        f"The pool holds {coins(state.pool, 'chips').lower()}. Do the cards of the others count too?",
        others=True,
    )


def wins(state: State, card: Card | None, seat: int | None) -> Question:
    """Ask for a card that wins whatever the others do, all hands being open."""
    winning = surely_winning(state)
    if len(winning) != 1 or len(fitting(state)) == 1:
        raise SevensError("there must be several cards that fit, and exactly one that wins")
    answers = []
    for each, key in keyed(state.hands[0]):
        said = explain(state, each)
        word = "wins" if each in winning else "does not win for sure" if said.fits else said.words
        label = f"{each.words}, {word}"
        answers.append(Answer(key, str(each), each in winning, win_words(state, each), label))
    found = winning[0]
    told = (look(found.suit), row(state, found.suit), win_words(state, found))
    return Question("pick", tuple(answers), told, state, others=True, notes=_held(state))


Maker = Callable[[State, Card | None, int | None], Question]

#: Every kind of question by its name in an exercise file, with the function that answers it.
KINDS: Mapping[str, Maker] = {
    "fits": fits,
    "pick": pick,
    "waits": waits,
    "order": order,
    "first": first,
    "cuts": cuts,
    "size": size,
    "opens": opens,
    "follows": follows,
    "sorted": in_order,
    "pass": may_pass,
    "true pass": true_pass,
    "costs": costs,
    "cannot hold": cannot_hold,
    "over": over,
    "points": points,
    "gain": gain,
    "wins": wins,
}

#: Kinds that ask about one card, which the exercise names.
ABOUT_A_CARD = frozenset({"fits", "waits", "order", "cannot hold", "over", "gain"})

#: Kinds that ask what you do in your turn, and so need a hand of yours and your turn.
YOUR_TURN = frozenset({"fits", "pick", "waits", "order", "pass", "over", "gain", "wins"})
