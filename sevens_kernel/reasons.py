"""Why an answer about a deal is right or wrong, in sentences: who opens, what a pass proves, what cards left count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sevens_kernel.acting import apply, catch_false_pass
from sevens_kernel.acting import points_of as points_of
from sevens_kernel.cards import Card, and_list, count_of, count_word
from sevens_kernel.deal import dealt_to, left_of, opener_of, right_of, sort_hand
from sevens_kernel.deduce import cannot_hold
from sevens_kernel.moves import PASS, Move, lay
from sevens_kernel.refusal import why_not
from sevens_kernel.rules import Coin, Rules
from sevens_kernel.solver import line, winning_moves
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.verdict import Verdict
from sevens_kernel.view import View
from sevens_kernel.words import NAMES, since_words, whose

FEW = 4  # cards of a hand that are gone through one by one in a sentence
TOLD = 7  # acts of a course of play that are told in a sentence


def _who(name: str) -> str:
    """Name a player inside a sentence."""
    return "you" if name == "You" else name


def _verb(name: str, base: str, third: str) -> str:
    return base if name == "You" else third


# --- dealing -------------------------------------------------------------------------------------


def first_card_words(dealer: int, players: int, names: Sequence[str] = NAMES) -> str:
    """Say who is dealt the first card.

    >>> first_card_words(3, 4), first_card_words(0, 4)
    ("You get the first card: you sit at Sam's left.", 'Robin gets the first card: Robin sits at your left.')
    """
    first = names[dealt_to(0, dealer, players)]
    gets, sits = _verb(first, "get", "gets"), _verb(first, "sit", "sits")
    return f"{first} {gets} the first card: {_who(first)} {sits} at {whose(names[dealer])} left."


def dealt_sizes(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Count the cards that each seat is dealt.

    >>> dealt_sizes(Rules(players=5), dealer=0)
    (10, 11, 11, 10, 10)
    """
    each, more = divmod(len(rules.pack_cards), rules.players)
    players = rules.players
    return tuple(each + ((seat - dealer - 1) % players < more) for seat in range(players))


def size_words(rules: Rules, dealer: int, names: Sequence[str] = NAMES) -> str:
    """Say how the pack is shared out.

    >>> size_words(Rules(), 0)
    '52 cards for four players are 13 each.'
    >>> size_words(Rules(players=5), 0)
    '52 is 5 × 10 and two more: one card more each for Robin and Alex, with whom the deal began.'
    """
    players, cards = rules.players, len(rules.pack_cards)
    each, more = divmod(cards, players)
    if not more:
        return f"{cards} cards for {count_of(players, 'player')} are {each} each."
    lucky = and_list(_who(names[(dealer + 1 + step) % players]) for step in range(more))
    shares = f"one card more {'for' if more == 1 else 'each for'} {lucky}"
    return f"{cards} is {players} × {each} and {count_word(more)} more: {shares}, with whom the deal began."


def opener_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say who opens a deal, and why.

    >>> from sevens_kernel.deal import deal
    >>> opener_words(deal(Rules(), 1)), opener_words(deal(Rules.named("fan tan"), 1))
    ('Sam opens: Sam holds 7♦.', 'Robin opens: Robin sits at your left, and you dealt.')
    """
    seat = opener_of(state.rules, state.hands, state.dealer)
    name, dealer, card = names[seat], names[state.dealer], state.rules.opening_card
    begin = f"{name} {_verb(name, 'open', 'opens')}: {_who(name)}"
    if card is not None:
        return f"{begin} {_verb(name, 'hold', 'holds')} {card}."
    return (
        f"{begin} {_verb(name, 'sit', 'sits')} at {whose(dealer)} left, and {_who(dealer)} dealt."
    )


def cut_words(dealer: int, players: int, names: Sequence[str] = NAMES) -> str:
    """Say who may cut the pack.

    >>> cut_words(0, 4)
    'Sam may cut: Sam sits at your right.'
    """
    name = names[right_of(dealer, players)]
    sits = _verb(name, "sit", "sits")
    return f"{name} may cut: {_who(name)} {sits} at {whose(names[dealer])} right."


def next_words(seat: int, players: int, names: Sequence[str] = NAMES) -> str:
    """Say whose turn comes after a seat.

    >>> next_words(1, 4)
    "The turn goes round clockwise: after Robin it is Alex's turn."
    """
    after = whose(names[left_of(seat, players)])
    return f"The turn goes round clockwise: after {_who(names[seat])} it is {after} turn."


def sorted_words(rules: Rules, cards: Sequence[Card]) -> str:
    """Say how cards are sorted in a hand.

    >>> sorted_words(Rules(), (Card("9h"), Card("2h"), Card("Kc")))
    'Sorted: K♣ 2♥ 9♥. Clubs come first, then diamonds, hearts and spades, each suit in the order of its row.'
    """
    hand = " ".join(map(str, sort_hand(rules, tuple(cards))))
    order = "Clubs come first, then diamonds, hearts and spades, each suit in the order of its row."
    return f"Sorted: {hand}. {order}"


# --- passing -------------------------------------------------------------------------------------


def play_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say why the seat on turn must lay a card, or why it passes.

    >>> from sevens_kernel import parse_position
    >>> play_words(parse_position("hearts 5-8; you 4♥ 10♥"))
    '4♥ fits, so you must lay it.'
    >>> play_words(parse_position("hearts 5-8; you 3♥ 10♥"))
    'Nothing fits, so you pass: 3♥ waits for 4♥; 10♥ waits for 9♥.'
    >>> play_words(parse_position("hearts 5-8; you 3♥ 2♥ 10♥ 8♠ 9♠"))
    'Nothing fits, so you pass: your hearts wait for 4♥ and 9♥; your spades wait for 7♠.'
    """
    name, cards = names[state.turn], fitting(state)
    if cards:
        one = "it" if len(cards) == 1 else "one of them"
        fit = f"{and_list(cards)} {'fits' if len(cards) == 1 else 'fit'}"
        return f"{fit}, so {_who(name)} must lay {one}."
    passes = f"Nothing fits, so {_who(name)} {_verb(name, 'pass', 'passes')}"
    hand = [explain(state, card) for card in sort_hand(state.rules, state.hands[state.turn])]
    # Semicolons, because what a card waits for is itself a list: “5♥, then 4♥”.
    waits = "; ".join(_each_waits(hand) if len(hand) <= FEW else _suits_wait(hand, name))
    return f"{passes}: {waits}." if waits and ":" not in waits else f"{passes}."


def _each_waits(hand: Sequence[Verdict]) -> Iterator[str]:
    """Say of each card what it waits for, without the reason why its suit is closed or its row ends."""
    return (f"{each.card} {each.phrase.rpartition(': it ')[2]}" for each in hand)


def _suits_wait(hand: Sequence[Verdict], name: str) -> Iterator[str]:
    """Say of the cards of each suit which ones they wait for first."""
    for suit, cards in groupby(hand, key=lambda each: each.card.suit):
        told = list(cards)
        if len(told) == 1:
            yield from _each_waits(told)
        else:
            first = dict.fromkeys(each.missing[0] for each in told if each.missing)
            yield f"{whose(name)} {suit} wait for {and_list(first)}"


def pass_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say whether a pass of the seat on turn is a true one, and why.

    >>> from sevens_kernel import parse_position
    >>> pass_words(parse_position("hearts 5-8; you 4♥ 10♥"))
    'A false pass: 4♥ fits, so you must lay it.'
    """
    said = play_words(state, names)
    if why_not(state, PASS) is None:
        return f"A true pass. {said}"
    return f"A false pass: {said}"


def pass_cost(state: State) -> int:
    """Count the chips or points that a pass of the seat on turn costs, false or true.

    >>> from sevens_kernel import parse_position
    >>> pass_cost(parse_position("rules parliament; hearts 5-8; you 4♥"))
    3

    Raises IllegalMove where the pass would be refused.
    """
    seat = state.turn
    after = catch_false_pass(state) if fitting(state) else apply(state, PASS)
    return state.chips[seat] - after.chips[seat] + after.fines[seat] - state.fines[seat]


def cost_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say what a pass of the seat on turn costs, and why.

    >>> from sevens_kernel import parse_position
    >>> cost_words(parse_position("rules parliament; hearts 5-8; you 4♥"))
    'A false pass: 4♥ fits, so you must lay it. It costs three chips.'
    >>> cost_words(parse_position("hearts 5-8; you 3♥"))
    'A true pass. Nothing fits, so you pass: 3♥ waits for 4♥. It costs nothing.'

    Raises IllegalMove where the pass would be refused.
    """
    cost = pass_cost(state)
    coin = "point" if fitting(state) and state.rules.penalty_in is Coin.POINTS else "chip"
    return f"{pass_words(state, names)} It costs {count_of(cost, coin) if cost else 'nothing'}."


def hold_words(view: View, seat: int, card: Card, names: Sequence[str] = NAMES) -> str:
    """Say why a player cannot hold a hidden card, or that nothing has shown it.

    >>> from sevens_kernel.notation import parse_record, replay
    >>> from sevens_kernel.view import view
    >>> record = parse_record("spades 7; you 8♠ 6♠ 2♣; robin 2♠; alex 3♠; sam 4♠ | 8s -")
    >>> *_, state = replay(record)
    >>> hold_words(view(state, 0), 1, Card("9s")), hold_words(view(state, 0), 2, Card("9s"))
    ('Robin passed with 9♠ open: Robin cannot hold it.', 'Alex may hold 9♠: nothing shows otherwise.')
    """
    proof = cannot_hold(view, names).get(seat, {}).get(card)
    if proof is not None:
        return proof.sentence
    return f"{names[seat]} may hold {card}: nothing shows otherwise."


def nobody_words(card: Card) -> str:
    """Say that nothing has shown where a hidden card cannot be.

    >>> nobody_words(Card("9s"))
    'Nobody passed while 9♠ fitted, so each of them may hold it.'
    """
    return f"Nobody passed while {card} fitted, so each of them may hold it."


# --- finishing -----------------------------------------------------------------------------------


def over_words(state: State, card: Card, names: Sequence[str] = NAMES) -> str:
    """Say whether laying a card ends the deal.

    >>> from sevens_kernel import parse_position
    >>> over_words(parse_position("diamonds 6-7; you 8♦"), Card("8d"))
    '8♦ is your last card: you are out first and win, and the deal is over at once.'
    >>> over_words(parse_position("diamonds 6-7; you 8♦ K♦"), Card("8d"))
    'You still hold one card: the deal goes on, and Robin is next.'

    Raises IllegalMove for a card that may not be laid.
    """
    seat, name = state.turn, names[state.turn]
    after = apply(state, lay(card))
    if after.out == seat:
        out = f"{_who(name)} {_verb(name, 'are', 'is')} out first and {_verb(name, 'win', 'wins')}"
        return f"{card} is {whose(name)} last card: {out}, and the deal is over at once."
    held = f"{name} still {_verb(name, 'hold', 'holds')} {count_of(after.sizes[seat], 'card')}"
    following = names[after.turn]
    return f"{held}: the deal goes on, and {_who(following)} {_verb(following, 'are', 'is')} next."


def points_words(cards: Sequence[Card]) -> str:
    """Say what cards left in a hand count.

    >>> points_words([Card("Ks"), Card("Ad")]), points_words([Card("5h")])
    ('K♠ counts 13 and A♦ counts 1: together 14 points.', '5♥ counts 5: 5 points.')
    """
    if not cards:
        return "No card is left, and that counts nothing."
    each = and_list(f"{card} counts {int(card.rank)}" for card in cards)
    together = "together " if len(cards) > 1 else ""
    total = points_of(cards)
    return f"{each}: {together}{total} point{'' if total == 1 else 's'}."


def gain_of(state: State, card: Card) -> int:
    """Count the chips that laying a last card brings the seat on turn.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "rules fan-tan-with-chips; diamonds 6-7; you 8♦; robin ?3; alex ?1; sam ?44; pool 4; chips 19 19 19 19")
    >>> gain_of(state, Card("8d"))
    52

    Raises IllegalMove for a card that may not be laid.
    """
    return apply(state, lay(card)).chips[state.turn] - state.chips[state.turn]


def gain_words(state: State, card: Card) -> str:
    """Say what laying a last card brings: the pool, and the chips for the cards of the others.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "rules fan-tan-with-chips; diamonds 6-7; you 8♦; robin ?3; alex ?1; sam ?44; pool 4; chips 19 19 19 19")
    >>> gain_words(state, Card("8d"))
    'The pool holds four chips, and the cards of the others bring 3 + 1 + 44 more: together 52.'

    Raises IllegalMove for a card that may not be laid.
    """
    gain = gain_of(state, card)
    pool = f"The pool holds {count_of(state.pool, 'chip')}"
    if not state.rules.card_chip:
        return f"{pool}, and the winner takes it."
    sizes = [size for seat, size in enumerate(state.sizes) if seat != state.turn]
    others = " + ".join(str(size * state.rules.card_chip) for size in sizes)
    return f"{pool}, and the cards of the others bring {others} more: together {gain}."


def surely_winning(state: State) -> tuple[Card, ...]:
    """Give the cards with which the seat on turn wins whatever the others do.

    Raises SevensError for a position with a fault or with unknown cards.
    """
    return tuple(move.card for move in winning_moves(state) if move.card is not None)


def win_words(state: State, card: Card, names: Sequence[str] = NAMES) -> str:
    """Say what becomes of laying a card, all hands being known: a sure win, or how the others can prevent it.

    >>> from sevens_kernel import parse_position
    >>> state = parse_position(
    ...     "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    >>> win_words(state, Card("2h"))
    '2♥ wins whatever the others do.'
    >>> win_words(state, Card("Qh"))
    'Q♥ does not win for sure: Robin lays A♠, Alex lays K♥ and is out first.'

    Raises SevensError for a position with a fault or with unknown cards.
    """
    if why_not(state, lay(card)) is not None:
        return explain(state, card).sentence
    seat = state.turn
    after = apply(state, Move(card))
    if after.out == seat:
        return over_words(state, card, names)
    if card in surely_winning(state):
        return f"{card} wins whatever the others do."
    acts = line(after, seat)
    course = since_words(acts[:TOLD], names).replace(", You ", ", you ")[:-1]
    if len(acts) <= TOLD:
        return f"{card} does not win for sure: {course} and is out first."
    winner = names[acts[-1].seat]
    return f"{card} does not win for sure: {course} and so on, until {winner} is out first."
