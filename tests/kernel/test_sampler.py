"""The sampler: it draws deals as likely as they explain what was chosen, and plays what wins most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from math import exp, prod
from random import Random

import pytest

from sevens_kernel import (
    Card,
    Move,
    Rules,
    State,
    apply,
    deal,
    free_starts,
    lay,
    legal,
    parse_position,
    view,
)
from sevens_kernel.arena import contest
from sevens_kernel.deduce import cannot_hold, ways
from sevens_kernel.estimate import estimate
from sevens_kernel.fast import finish
from sevens_kernel.layout import layout
from sevens_kernel.players import Priority, Sampler, player
from sevens_kernel.players.belief import HEAT, SLIP, Belief, worlds
from sevens_kernel.players.priority import priority
from sevens_kernel.race import Race
from tests.positions import PRESETS, play_on

WEIGHED = [
    (name, players)
    for name, players in PRESETS
    if Rules.named(name, players).packs == 1 and players in (3, 4, 6)
]


def played(state: State, one: str) -> list[State]:
    """Give every state of a deal that equal players play from a position."""
    states, chance = [state], Random(1)
    while state.out is None:
        state = apply(state, player(one).choose(view(state, state.turn), chance))
        states.append(state)
    return states


def explained(states: list[State], seat: int) -> float:
    """Reckon from the states themselves how well a seat's hand explains what it chose in turn."""
    product = 1.0
    for before, after in pairwise(states):
        act = after.history[-1]
        moves = legal(before)
        if act.seat != seat or act.move.free or act.false or len(moves) < 2:
            continue
        if before.table.shape.start is None:
            continue
        seen = view(before, seat)
        weights = {m: exp(priority(seen, m.card) / HEAT) for m in moves if m.card is not None}
        product *= weights[act.move] / sum(weights.values()) + SLIP
    return product


@pytest.mark.parametrize("preset", WEIGHED)
def test_how_well_a_hand_explains_choices_is_what_the_priorities_of_its_moments_say(
    preset: tuple[str, int],
) -> None:
    rules = Rules.named(*preset)
    states = list(play_on(deal(rules, 3), 3))
    for at in range(4, len(states) - 1, 9):
        seen = view(states[at], states[at].turn)
        counted = ways(seen)
        if not Belief.possible(seen, counted):
            continue
        belief = Belief(seen, counted)
        place = layout(rules.ranks, seen.table.shape.start).place
        for seat in range(rules.players):
            if seat != seen.seat and states[at].hands[seat]:
                mask = sum(1 << place[card.index] for card in states[at].hands[seat])
                for act in seen.history:
                    if act.seat == seat and act.move.card is not None:
                        mask |= 1 << place[act.move.card.index]
                # A forced choice counts 1 + SLIP there where the forced card was not certain to be.
                told = explained(states[: at + 1], seat)
                ratio = belief.likely(seat, mask) / told
                assert min(abs(ratio - (1 + SLIP) ** n) for n in range(30)) < 1e-9 * ratio


SMALL = (
    "clubs A-K, diamonds A-K, hearts 4-9, spades 4-Q; you J♥ 3♠; robin 10♥ 2♥ A♥ K♠; alex 3♥ Q♥ 2♠ A♠ K♥; "
    "turn robin; rules classic:3"
)


def exactly(state: State) -> dict[frozenset[Card], float]:
    """Give the chance of every hand that Robin may hold, by playing each deal of the hidden cards through again."""
    start = parse_position(SMALL)
    moves = [act.move for act in state.history]
    hidden = [card for hand in start.hands[1:] for card in hand]
    size = len(start.hands[1])
    weights: dict[frozenset[Card], float] = {}
    for order in {frozenset(each[:size]) for each in permutations(hidden, size)}:
        one = tuple(card for card in hidden if card in order)
        two = tuple(card for card in hidden if card not in order)
        world = replace(start, hands=(start.hands[0], one, two))
        states = [world]
        for move in moves:
            if move not in legal(states[-1]):
                break
            states.append(apply(states[-1], move))
        else:
            left = frozenset(states[-1].hands[1])
            weights[left] = prod(explained(states, seat) for seat in (1, 2))
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def test_deals_come_as_often_as_they_explain_what_was_chosen() -> None:
    state = parse_position(SMALL)
    for text in ("Ks", "3h"):
        state = apply(state, Move.parse(text))
    seen = view(state, 0)
    truth = exactly(state)
    place = layout(seen.rules.ranks, seen.table.shape.start).place
    many = 6000
    found: Counter[frozenset[Card]] = Counter()
    for owner in Belief(seen, ways(seen)).owners(Random(2), many, apart=20):
        kinds = [kind for kind, seat in enumerate(owner) if seat == 1]
        found[frozenset(card for card in seen.rules.pack_cards if place[card.index] in kinds)] += 1
    assert set(found) <= set(truth)
    assert max(truth.values()) > 2 * min(truth.values())
    for hand, chance in truth.items():
        assert found[hand] / many == pytest.approx(chance, abs=0.03)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_deal_drawn_agrees_with_all_that_is_proved(preset: tuple[str, int]) -> None:
    rules = Rules.named(*preset)
    states = play_on(deal(rules, 8), 8)
    for state in states[5 : len(states) - 1 : 11]:
        seen = view(state, state.turn)
        barred = cannot_hold(seen)
        kinds = layout(rules.ranks, seen.table.shape.start).kinds
        for race in worlds(seen, Random(1), 6):
            assert tuple(race.left) == seen.sizes
            for kind, card in enumerate(kinds):
                held = [s for s in race.holders_of(kind) if 0 <= s < rules.players]
                assert held.count(seen.seat) == seen.hand.count(card) or seen.table.copies(card)
                assert not any(card in barred.get(seat, {}) for seat in held if seat != seen.seat)


def test_a_deal_dealt_anew_goes_on_as_one_set_up_afresh() -> None:
    for name, players in WEIGHED:
        rules = Rules.named(name, players)
        states = play_on(deal(rules, 5), 5)
        for state in states[6 : len(states) - 1 : 13]:
            seen = view(state, state.turn)
            counted = ways(seen)
            if not Belief.possible(seen, counted):
                continue
            place = layout(rules.ranks, seen.table.shape.start)
            first, *_ = Belief(seen, counted).races(Random(1), 1)
            for owner in Belief(seen, counted).owners(Random(2), 5):
                hands: list[list[Card]] = [[] for _ in seen.sizes]
                for kind, seat in enumerate(owner):
                    if seat >= 0:
                        hands[seat].append(place.kinds[kind])
                afresh = Race.of(seen, hands)
                anew = first.dealt_anew(owner)
                assert [sorted(mine) for mine in anew.ready] == [sorted(m) for m in afresh.ready]
                assert finish(anew) == finish(afresh)


def guessed(states: Iterator[State], *, weigh: bool) -> float:
    """Give how often the holder of a hidden card is drawn rightly."""
    right = tried = 0
    for at, state in enumerate(states):
        seen = view(state, state.turn)
        place = layout(seen.rules.ranks, seen.table.shape.start).place
        truth = {place[c.index]: seat for seat, hand in enumerate(state.hands) for c in hand}
        for race in worlds(seen, Random(at), 40, weigh=weigh):
            for kind, seat in truth.items():
                if seat != seen.seat:
                    right += race.owner[kind] == seat
                    tried += 1
    return right / tried


@pytest.mark.parametrize("one", ["priority", "heuristic"])
def test_choices_tell_where_cards_lie_beyond_what_passes_prove(one: str) -> None:
    states = [each for number in range(6) for each in played(deal(Rules(), number), one)[16:40:6]]
    assert guessed(iter(states), weigh=True) > guessed(iter(states), weigh=False) + 0.02


def test_it_finds_what_the_priority_misses() -> None:
    state = parse_position(
        "clubs A-K, diamonds A-K, hearts 4-10, spades 3-K; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠; rules classic:3"
    )
    seen = view(state, 0)
    assert Sampler().choose(seen, Random(1)) == lay(Card("Jh"))
    assert estimate(seen, Random(1), 2000)[0].move == lay(Card("Jh"))


def test_the_same_chance_gives_the_same_choice_whether_choices_are_weighed_or_not() -> None:
    state = next(each for each in play_on(deal(Rules(), 3), 3)[8:] if len(legal(each)) > 2)
    seen = view(state, state.turn)
    for one in (Sampler(deals=30), Sampler(deals=30, weigh=False)):
        assert one.choose(seen, Random(4)) == one.choose(seen, Random(4))


def test_it_wins_far_more_than_its_share_against_random_players() -> None:
    for weigh in (True, False):
        four = [Sampler(deals=20, weigh=weigh), *[player("random")] * 3]
        assert contest(four, Rules(), 25, seed=2).share("sampler").percent > 40


def test_it_lays_starts_out_of_turn_no_sooner_than_the_others() -> None:
    state = parse_position("rules domino:4; clubs 7-8; you 7♥ 9♣ 2♦; robin ?15; alex ?15; sam ?17")
    assert free_starts(state, 0)
    assert Sampler(deals=5).choose(view(state, 0), Random(1)) in legal(state)
    assert Priority().choose(view(state, 0), Random(1)) in legal(state)


def test_an_example_whose_cards_do_not_add_up_is_played_by_priority() -> None:
    state = parse_position("hearts 7; you 7♣ 8♣ 8♥ 6♥ A♥; robin 2♠; alex 3♠; sam 4♠")
    seen = view(state, 0)
    assert Sampler().choose(seen, Random(1)) == Priority().choose(seen, Random(1))
