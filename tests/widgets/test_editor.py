"""A position set up card by card: nothing is lost, hands keep their sizes, other rules keep what they can."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel.cards import ALL_CARDS, SUITS, Card
from sevens_kernel.deal import deal
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import format_position, parse_position
from sevens_kernel.problems import problems
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.state import must_open_with
from sevens_widgets.editor import (
    BACK,
    OUT,
    TABLE,
    UNKNOWN,
    Draft,
    cleared,
    drafted,
    filled,
    places_of,
    put,
    row_ends,
    share,
    started,
    suit_cards,
    turned,
    under,
    where_words,
)

ALL_RULES = [each.rules() for each in rulesets()]


def all_there(draft: Draft) -> bool:
    """Whether every card of the pack is in just as many places as it has copies, and the counts agree."""
    state = draft.state
    known = Counter(card for hand in state.hands for card in hand) + Counter(state.table.cards())
    unseen = Counter(state.rules.pack_cards) - known
    return sum(state.unknown) == (unseen - Counter(draft.out)).total()


def test_a_card_that_becomes_known_takes_the_place_of_an_unknown_one() -> None:
    draft = cleared(Rules())
    sizes = draft.state.sizes
    for place in ("0", "1", "1", "3"):
        card = next(card for card in ALL_CARDS if places_of(draft, card) == (UNKNOWN,))
        draft = put(draft, card, place)
        assert draft.state.sizes == sizes
        assert places_of(draft, card) == (place,)
    assert [len(hand) for hand in draft.state.hands] == [1, 2, 0, 1]


def test_a_second_press_takes_a_card_back_and_the_hand_stays_as_large() -> None:
    draft = drafted(deal(Rules(), 5))
    card = draft.state.hands[2][0]
    back = put(draft, card, "2")
    assert places_of(back, card) == (UNKNOWN,)
    assert back.state.sizes == draft.state.sizes
    assert back.state.unknown == (0, 0, 1, 0)
    assert put(back, card, "2") == draft


def test_a_card_that_is_laid_leaves_its_hand() -> None:
    draft = drafted(deal(Rules(), 5))
    seat = draft.state.turn
    laid = put(draft, Card("7d"), TABLE)
    assert laid.state.sizes[seat] == draft.state.sizes[seat] - 1
    assert problems(laid.state) == ()


def test_a_card_out_of_play_is_missed_by_the_rules() -> None:
    draft = put(drafted(deal(Rules(), 5)), Card("Ks"), OUT)
    told = [each.sentence for each in problems(draft.state)]
    assert told == ["K♠ is neither on the table nor in a hand."]
    assert where_words(places_of(draft, Card("Ks"))) == "not in play"
    assert all_there(draft)


def test_two_packs_have_two_of_each() -> None:
    draft = put(put(cleared(Rules.named("two packs")), Card("7d"), TABLE), Card("7d"), TABLE)
    assert draft.state.table.copies(Card("7d")) == 2
    assert where_words(places_of(draft, Card("7d"))) == "on the table twice"
    third = put(draft, Card("7d"), TABLE)
    assert places_of(third, Card("7d")) == (UNKNOWN, UNKNOWN)


def test_the_first_card_on_the_table_chooses_the_start_where_that_is_open() -> None:
    draft = put(cleared(Rules.named("french domino")), Card("10s"), TABLE)
    assert draft.state.table.shape.start is Card("10s").rank
    assert format_position(started(draft, Card("9s").rank).state).endswith("start=9")
    assert put(draft, Card("10s"), TABLE).state.table.shape.start is None


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_ends_of_every_row_make_it_longer_and_shorter_without_a_gap(rules: Rules) -> None:
    draft, random = cleared(rules), Random(3)
    for _ in range(60):
        if draft.state.table.shape.start is None:
            draft = put(draft, Card("8h"), TABLE)  # any card may be the first
        ends = [end for suit in SUITS for end in row_ends(draft, suit_cards(draft, suit))]
        card, longer = ends[int(random.random() * len(ends))]
        before = draft.state.table.copies(card)
        draft = put(draft, card, TABLE if longer else BACK)
        assert draft.state.table.copies(card) == before + (1 if longer else -1)
        assert "gap" not in {each.kind for each in problems(draft.state)}


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(ALL_CARDS),
        st.sampled_from([TABLE, UNKNOWN, OUT, "0", "1", "2"]),
    ),
    max_size=25,
)


@given(st.sampled_from(ALL_RULES), st.integers(0, 99), CHANGES, st.booleans())
def test_whatever_is_pressed_no_card_is_lost(
    rules: Rules, number: int, changes: list[tuple[Card, str]], known: bool
) -> None:
    draft = drafted(deal(rules, number)) if known else cleared(rules)
    for card, place in changes:
        if card.rank not in rules.ranks:
            continue
        draft = put(draft, card, place)
        assert all_there(draft)
        assert len(places_of(draft, card)) == rules.packs
        line = format_position(draft.state)
        assert format_position(parse_position(line)) == line
    faults = {each.kind for each in problems(draft.state)}
    assert "too many" not in faults
    assert "not in the pack" not in faults


def test_unknown_cards_are_shared_out_by_hand() -> None:
    draft = cleared(Rules())
    more = share(draft, 1, 1)
    assert more.state.sizes[1] == 14
    assert sum(more.state.sizes) == 52
    assert share(more, 1, -1).state.sizes[1] == 13
    with pytest.raises(SevensError, match="no unknown card in Robin's hand"):
        share(drafted(deal(Rules(), 1)), 1, -1)
    with pytest.raises(SevensError, match="no unknown card in another hand"):
        share(drafted(deal(Rules(), 1)), 1, 1)


def test_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SevensError, match="“4” is no place for a card"):
        put(cleared(Rules()), Card("7d"), "4")


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_unknown_cards_dealt_out_make_a_position_that_can_be_played(
    rules: Rules, seed: int
) -> None:
    draft = turned(cleared(rules), 1)
    full = filled(draft, Random(seed))
    assert full.state.unknown == (0,) * rules.players
    assert full.state.sizes == draft.state.sizes
    assert problems(full.state) == ()
    opening = must_open_with(full.state)
    assert opening is None or opening in full.state.hands[1]


@pytest.mark.parametrize("after", ALL_RULES, ids=str)
@pytest.mark.parametrize(
    "before", [Rules(), Rules.named("two packs"), Rules.named("devyatka")], ids=str
)
def test_other_rules_keep_what_there_is_of_a_position(before: Rules, after: Rules) -> None:
    draft = drafted(deal(before, 9))
    for text in ("7d", "8d", "9d", "9c"):
        if Card(text).rank in before.ranks:
            draft = put(draft, Card(text), TABLE)
    now = under(draft, after)
    assert all_there(now)
    assert now.state.rules == after
    for card in draft.state.table.cards():
        if card.rank in after.ranks:
            assert now.state.table.copies(card) >= 1
    assert not {"too many", "not in the pack"} & {each.kind for each in problems(now.state)}
