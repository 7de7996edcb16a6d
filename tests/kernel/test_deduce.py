"""What passes prove, by name; chances and draws against every deal that the same history allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Rules,
    SevensError,
    State,
    View,
    apply,
    catch_false_pass,
    deal,
    fitting,
    free_starts,
    lay,
    legal,
    parse_cards,
    parse_position,
    view,
)
from sevens_kernel.deal import sort_hand
from sevens_kernel.deduce import (
    cannot_hold,
    chances,
    deductions,
    forced,
    hidden_cards,
    known,
    open_cards,
    passes,
    sample,
    tables,
    ways,
)
from sevens_kernel.hidden import Hidden, count_ways
from tests.positions import PRESETS, play_on, texts

FEW = 7  # hidden cards: at most 5040 ways to try


def parted(
    cards: tuple[Card, ...], room: tuple[int, ...]
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Give every way to deal hidden cards out, two copies of a card being told apart."""
    if not room:
        yield ()
        return
    places = range(len(cards))
    for chosen in combinations(places, room[0]):
        rest = tuple(cards[at] for at in places if at not in chosen)
        for others in parted(rest, room[1:]):
            yield (tuple(cards[at] for at in chosen), *others)


def agrees(start: State, seen: View, hidden: tuple[tuple[Card, ...], ...]) -> bool:
    """Say whether the history could have been played with these hidden cards: the engine plays it again."""
    held = [list(cards) for cards in hidden]
    held[seen.seat] += seen.hand
    for act in seen.history:
        if act.move.card is not None:
            held[act.seat].append(act.move.card)
    state = replace(start, hands=tuple(sort_hand(start.rules, hand) for hand in held), history=())
    try:
        for act in seen.history:
            state = catch_false_pass(state) if act.false else apply(state, act.move, act.seat)
    except IllegalMove:
        return False
    return True


def by_trial(start: State, seen: View) -> list[tuple[tuple[Card, ...], ...]]:
    room = tuple(0 if seat == seen.seat else size for seat, size in enumerate(seen.sizes))
    return [each for each in parted(hidden_cards(seen), room) if agrees(start, seen, each)]


def small_cases(name: str, players: int) -> Iterator[tuple[State, View]]:
    """Give late views with a history that begins some acts earlier, a few for each way of having few hidden cards."""
    for number in range(6):
        states = play_on(deal(Rules.named(name, players), number), number + 50)
        for at in range(20, len(states) - 1):
            state, start = states[at], states[at - 14]
            seat = (at + number) % players
            if FEW - 2 <= sum(state.sizes) - state.sizes[seat] <= FEW:
                later = replace(state, history=state.history[start.ply :])
                yield replace(start, history=()), view(later, seat)
                break


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_chances_and_numbers_equal_those_of_every_deal_tried(name: str, players: int) -> None:
    for start, seen in small_cases(name, players):
        right, found = by_trial(start, seen), ways(seen)
        assert found.exact
        assert found.number == len(right) > 0
        copies = Counter(hidden_cards(seen))
        for card, each in chances(seen).items():
            held = [sum(deal_[seat].count(card) for deal_ in right) for seat in range(players)]
            assert each == tuple(Fraction(n, len(right) * copies[card]) for n in held)


def test_the_small_cases_are_enough_and_passes_bind_some_of_them() -> None:
    cases = [case for name, players in PRESETS for case in small_cases(name, players)]
    bound = [seen for _, seen in cases if any(cannot_hold(seen).values())]
    assert len(cases) > 60
    assert len(bound) > 30


def caught_cases() -> Iterator[tuple[State, View]]:
    """Give views in which somebody has been caught in a false pass and has not laid a card since."""
    for number in range(80):
        states = play_on(deal(Rules.named("parliament", 3), number), number)
        for at in range(30, len(states)):
            state, start = states[at], states[at - 8]
            seat = (state.turn + 1) % 3
            if state.caught and sum(state.sizes) - state.sizes[seat] <= FEW:
                later = replace(state, history=state.history[start.ply :])
                yield replace(start, history=()), view(later, seat)
                break


def test_a_caught_false_pass_proves_that_a_card_fitted() -> None:
    tried = 0
    for start, seen in caught_cases():
        right = by_trial(start, seen)
        assert known(seen).needs
        assert ways(seen).number == len(right)
        for card, each in chances(seen).items():
            assert each[seen.turn] == Fraction(
                sum(card in deal_[seen.turn] for deal_ in right), len(right)
            )
        tried += 1
    assert tried >= 5


def test_a_false_pass_before_the_first_card_does_not_know_yet_how_rows_start() -> None:
    """Where the first card chooses the start rank, any card may be laid at the pass before it."""
    rules = Rules.named("french domino").with_(
        false_pass="penalised", penalty=1, penalty_in="chips"
    )
    state = catch_false_pass(deal(rules, 1))
    for seen in (view(state, 0), view(apply(state, legal(state)[3]), 0)):
        for table, _ in tables(seen):
            assert table.shape.start is None
            assert len(open_cards(seen, table)) == 52


def test_the_caught_player_learns_nothing_from_the_own_false_pass() -> None:
    state = catch_false_pass(deal(Rules.named("parliament", 4), 1))
    seen = view(apply(state, lay(Card("7d"))), state.turn)
    state = deal(Rules.named("parliament", 4), 1)
    state = apply(state, lay(Card("7d")))
    while not fitting(state):
        state = apply(state, PASS)
    caught = view(catch_false_pass(state), state.turn)
    for each in (seen, caught):
        assert known(each).needs == ()
        assert ways(each).number > 0


def test_with_two_packs_a_position_set_up_proves_nothing_of_the_other_opening_card() -> None:
    state = parse_position("rules two-packs; diamonds 7; you 8♦ 2♣; dealer sam")
    assert deductions(view(apply(state, lay(Card("8d"))), 1)) == ()


def test_once_the_caught_player_has_laid_the_card_nothing_more_is_proved() -> None:
    state = catch_false_pass(deal(Rules.named("parliament", 4), 1))
    after = apply(state, lay(Card("7d")))
    assert known(view(after, (after.turn + 1) % 4)).needs == ()
    assert deductions(view(after, 0)) == ()


# What each pass proves, in words


def passed_once() -> State:
    """Robin passes with 9♠ and three start cards open."""
    state = parse_position("spades 7; you 8♠ 6♠ 2♣; robin 2♠; alex 3♠; sam 4♠")
    return apply(apply(state, lay(Card("8s"))), PASS)


def test_the_sentence_of_a_pass() -> None:
    (proof,) = passes(view(passed_once(), 0))
    assert (proof.seat, proof.act) == (1, 1)
    assert texts(proof.cards) == ["7♣", "7♦", "7♥", "6♠", "9♠"]
    assert (
        proof.sentence == "Robin passed with 7♣, 7♦, 7♥, 6♠ and 9♠ open: Robin holds none of them."
    )


def test_the_sentences_of_single_cards() -> None:
    found = {each.card.text: each.sentence for each in deductions(view(passed_once(), 0))}
    assert found["9♠"] == "Robin passed with 9♠ open: Robin cannot hold it."
    assert found["7♥"] == "Robin passed when 7♥ could open hearts: Robin cannot hold it."


def test_the_sentence_of_an_own_pass_and_of_other_names() -> None:
    rows = "clubs A-K, diamonds A-K, hearts A-K, spades 4-J"
    state = apply(parse_position(f"{rows}; you 2♠ A♠; robin 3♠; alex Q♠; sam K♠"), PASS)
    seen = view(state, 1)
    assert [each.sentence for each in deductions(seen)] == [
        "You passed with 3♠ open: you cannot hold it.",
        "You passed with Q♠ open: you cannot hold it.",
    ]
    named = deductions(seen, ("Ann", "Ben", "Cy", "Di"))
    assert named[1].sentence == "Ann passed with Q♠ open: Ann cannot hold it."


def test_a_pass_with_one_card_open_names_it_alone() -> None:
    rows = "clubs A-K, diamonds A-K, hearts A-K, spades A-10"
    state = parse_position(f"{rows}; you K♠; robin Q♠; alex J♠; rules classic:3")
    seen = view(apply(apply(state, PASS), PASS), 2)
    assert [each.sentence for each in passes(seen)] == [
        "You passed with J♠ open: you cannot hold it.",
        "Robin passed with J♠ open: Robin cannot hold it.",
    ]


def test_cannot_hold_leaves_out_what_is_seen_and_keeps_the_first_proof() -> None:
    state = passed_once()
    found = cannot_hold(view(state, 0))
    assert set(found) == {1, 2, 3}
    assert texts(list(found[1])) == ["7♣", "7♦", "7♥", "9♠"], "6♠ is in the own hand"
    assert found[2] == found[3] == {}
    assert found[1][Card("9s")].act == 1


def test_a_position_set_up_proves_nothing_by_itself() -> None:
    state = replace(passed_once(), history=())
    assert deductions(view(state, 0)) == ()
    assert passes(view(state, 0)) == ()


def test_passing_instead_of_opening_proves_that_no_start_card_is_held() -> None:
    rules, number = Rules.named("fan tan", 4), 0
    while fitting(deal(rules, number)):
        number += 1
    state = deal(rules, number)
    passer = state.turn
    seen = view(apply(state, PASS), (passer + 2) % 4)
    proved = [each for each in deductions(seen) if each.seat == passer]
    assert [each.card.text for each in proved] == ["7♣", "7♦", "7♥", "7♠"]


def test_who_must_open_holds_the_card_and_nobody_else_does() -> None:
    state = deal(Rules(), 1)
    seen = view(state, 0)
    assert list(chances(seen)[Card("7d")]) == [0, 0, 0, 1]
    assert {each.seat: each.sentence for each in deductions(seen)} == {
        0: "Sam must open with 7♦: you cannot hold it.",
        1: "Sam must open with 7♦: Robin cannot hold it.",
        2: "Sam must open with 7♦: Alex cannot hold it.",
    }
    assert [each.sentence for each in forced(seen)] == [
        "Only Sam can hold 7♦: Robin and Alex cannot."
    ]


def test_with_two_packs_nobody_nearer_to_the_dealers_left_holds_the_opening_card() -> None:
    rules = Rules.named("two packs", 6)
    numbers = (number for number in range(50) if deal(rules, number).turn == 3)
    state = deal(rules, next(numbers))
    for each in (state, apply(state, legal(state)[0])):
        proved = [one for one in deductions(view(each, 0)) if one.card is Card("7d")]
        assert [one.seat for one in proved] == [1, 2]
    assert proved[0].sentence == "Sam opened with 7♦: Robin cannot hold the other one."
    assert chances(view(state, 0))[Card("7d")][3] >= Fraction(1, 2)


def test_a_start_card_kept_back_out_of_turn_proves_nothing() -> None:
    state = deal(Rules.named("domino", 4), 2)
    while not fitting(state):
        state = apply(state, PASS)
    state = apply(state, legal(state)[0])
    kept = [move.card for seat in range(4) for move in free_starts(state, seat)]
    assert len(kept) == 3
    before = deductions(view(state, 0))
    after = deductions(view(apply(state, legal(state)[0]), 0))
    assert after == before


def test_a_card_that_all_others_cannot_hold_is_forced() -> None:
    rows = "clubs A-K, diamonds A-K, hearts A-9, spades A-J"
    state = parse_position(f"{rows}; you J♥; robin Q♥; alex K♥; sam 10♥ Q♠ K♠")
    for _ in range(3):
        state = apply(state, PASS)
    assert [each.sentence for each in forced(view(state, 0))] == [
        "Only Sam can hold 10♥: Robin and Alex cannot.",
        "Only Sam can hold Q♠: Robin and Alex cannot.",
    ]
    assert [each.sentence for each in forced(view(state, 1))] == [
        "Only Sam can hold 10♥: you and Alex cannot.",
        "Only Sam can hold Q♠: you and Alex cannot.",
    ]


def test_a_card_is_forced_where_the_numbers_leave_one_place() -> None:
    rows = "clubs A-K, diamonds A-K, hearts A-9, spades A-K"
    state = parse_position(f"{rows}; you J♥ Q♥; robin K♥; alex 10♥; rules classic:3")
    found = forced(view(apply(apply(state, PASS), PASS), 0))
    assert [each.sentence for each in found] == [
        "Only Alex can hold 10♥: Robin cannot.",
        "Counting the cards leaves K♥ to Robin alone.",
    ]


def test_unknown_own_cards_are_hidden_too() -> None:
    state = parse_position("spades 7; you 8♠ ?2; robin ?2")
    seen = view(state, 0)
    assert seen.unknown == 2
    found = chances(seen)
    assert all(sum(each) == 1 for each in found.values())
    assert sum(each[0] for each in found.values()) == 2
    hands = sample(seen, Random(1))
    assert len(hands[0]) == 3
    assert Card("8s") in hands[0]


def test_numbers_that_do_not_add_up_are_refused() -> None:
    seen = view(deal(Rules(), 1), 0)
    with pytest.raises(
        SevensError, match=r"^39 cards of the pack cannot be seen, but the hands hold 38 cards"
    ):
        chances(replace(seen, sizes=(13, 13, 13, 12)))


def test_a_history_that_cannot_be_is_refused() -> None:
    hidden = Hidden(parse_cards("8s 9s"), (0, 1, 1), (frozenset(), *(frozenset({Card("8s")}),) * 2))
    with pytest.raises(SevensError, match="no hands would allow it"):
        count_ways(hidden)


# Counting and drawing

BARRED = [
    Hidden(
        parse_cards("4c 9c 8d 5h 10h 7s As"),
        (0, 2, 3, 2),
        (
            frozenset(),
            frozenset(parse_cards("4c 9c")),
            frozenset(parse_cards("9c 8d 5h")),
            frozenset(parse_cards("10h")),
        ),
    ),
    Hidden(
        parse_cards("4c 4c 8d 8d 10h 7s"),
        (1, 2, 2, 1),
        (frozenset(), frozenset(parse_cards("4c")), frozenset(), frozenset(parse_cards("8d"))),
        ((2, frozenset(parse_cards("8d 7s"))),),
    ),
    Hidden(  # the last two seats are alike, and take bound cards together
        parse_cards("4c 9c 8d 5h 10h 7s"),
        (0, 2, 2, 2),
        (frozenset(), frozenset(parse_cards("4c 9c 8d")), frozenset(), frozenset()),
    ),
]


def allowed(hidden: Hidden) -> list[tuple[tuple[Card, ...], ...]]:
    return [
        hands
        for hands in parted(hidden.cards, hidden.room)
        if not any(set(hand) & barred for hand, barred in zip(hands, hidden.barred, strict=True))
        and all(set(hands[seat]) & cards for seat, cards in hidden.needs)
    ]


def key(hands: list[list[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(sorted(hand)) for hand in hands)


@pytest.mark.parametrize("hidden", BARRED)
def test_draws_are_uniform_among_all_ways(hidden: Hidden) -> None:
    """Chi square over all ways: 6000 draws, and a bound that a uniform source passes in all but one of 10⁵ cases."""
    right = Counter(tuple(tuple(sorted(hand)) for hand in hands) for hands in allowed(hidden))
    found, rng, draws = count_ways(hidden), Random(11), 6000
    assert found.number == sum(right.values())
    drawn = Counter(key(found.draw(rng)) for _ in range(draws))
    assert set(drawn) <= set(right)
    chi = sum(
        (drawn[each] - draws * n / found.number) ** 2 / (draws * n / found.number)
        for each, n in right.items()
    )
    freedom = len(right) - 1
    assert chi < freedom + 4.5 * (2 * freedom) ** 0.5 + 12


@pytest.mark.parametrize("hidden", BARRED)
def test_estimates_come_near_the_exact_chances(hidden: Hidden) -> None:
    exact, estimated = count_ways(hidden), count_ways(hidden, most=1)
    assert (exact.exact, estimated.exact, estimated.number) == (True, False, 0)
    right, rng = exact.chances(), Random(3)
    for card, each in estimated.chances().items():
        assert sum(each) == 1
        for seat, chance in enumerate(each):
            assert abs(chance - right[card][seat]) < 0.05
    drawn = Counter(key(estimated.draw(rng)) for _ in range(600))
    assert set(drawn) <= {key([list(hand) for hand in one]) for one in allowed(hidden)}
    for card, each in right.items():
        for seat, chance in enumerate(each):
            held = sum(n * hands[seat].count(card) for hands, n in drawn.items())
            assert abs(held / 600 - float(chance) * hidden.cards.count(card)) < 0.12


def test_draws_follow_from_the_random_numbers_alone() -> None:
    seen = view(play_on(deal(Rules(), 4), 4)[40], 0)
    assert sample(seen, Random(5)) == sample(seen, Random(5))
    assert sample(seen, Random(5)) != sample(seen, Random(6))


def test_drawn_hands_agree_with_the_history_and_with_the_chances() -> None:
    state = play_on(deal(Rules(), 4), 4)[40]
    seen, rng, draws = view(state, 0), Random(8), 2000
    counted, held = ways(seen), Counter[tuple[int, Card]]()
    for _ in range(draws):
        hands = counted.draw(rng)
        held.update((seat, card) for seat, hand in enumerate(hands) for card in hand)
    for card, each in counted.chances().items():
        for seat, chance in enumerate(each):
            error = (float(chance) * (1 - float(chance)) / draws) ** 0.5
            assert abs(held[seat, card] / draws - float(chance)) <= 4.5 * error
