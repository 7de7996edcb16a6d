"""Right values from public disputes about the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sevens_kernel import (
    Card,
    IllegalMove,
    Move,
    Rules,
    View,
    apply,
    deal,
    explain,
    lay,
    legal,
    outcome,
    problems,
    verdict,
)
from sevens_kernel.moves import PASS
from sevens_kernel.play import play_until
from tests.positions import PRESETS, play_on, position, table, texts


@pytest.mark.parametrize(("aces", "fits"), [("low", ["6♥"]), ("high", ["6♥", "A♥"])])
def test_hearts_seven_to_king_down_hand_six_and_ace(aces: str, fits: list[str]) -> None:
    state = position(Rules().with_(aces=aces), "7-Kh", "6h Ah")
    assert sorted(texts(legal(state))) == sorted(fits)


def test_spades_seven_eight_nine_only_the_ten_fits_of_ten_jack_king() -> None:
    state = position(Rules(), "7-9s", "10s Js Ks")
    assert texts(legal(state)) == ["10♠"]
    assert texts(explain(state, Card("Ks")).missing) == ["10♠", "J♠", "Q♠"]


def test_a_second_seven_of_spades_with_one_pack_is_a_duplicate_and_refused_as_a_position() -> None:
    state = position(Rules(), "7s", "7s 8s")
    faults = [each for each in problems(state) if each.kind == "too many"]
    assert len(faults) == 1
    assert faults[0].cards == (Card("7s"),)
    assert "7♠ is there twice" in faults[0].sentence
    assert not verdict(table(Rules(), "7s"), Card("7s")).fits


def test_a_second_seven_of_spades_with_two_packs_opens_a_second_row() -> None:
    state = position(Rules(packs=2), "7s", "7s 8s")
    assert [each for each in problems(state) if each.kind == "too many"] == []
    assert explain(state, Card("7s")).phrase == "opens a second row of spades"
    assert apply(state, lay(Card("7s"))).table.second_row(Card("7s").suit) == (Card("7s"),)


def test_five_players_eleven_eleven_ten_ten_ten_from_the_dealers_left() -> None:
    for dealer in range(5):
        sizes = deal(Rules(players=5), 8, dealer).sizes
        assert [sizes[(dealer + 1 + step) % 5] for step in range(5)] == [11, 11, 10, 10, 10]


def test_over_five_deals_each_seat_has_had_the_extra_card_twice() -> None:
    extra: Counter[int] = Counter()
    for dealer in range(5):
        sizes = deal(Rules(players=5), 100 + dealer, dealer).sizes
        extra.update(seat for seat, size in enumerate(sizes) if size == 11)
    assert extra == dict.fromkeys(range(5), 2)


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_after_the_last_card_nobody_can_act(name: str, players: int) -> None:
    last = play_on(deal(Rules.named(name, players), 6), seed=6)[-1]
    assert outcome(last) is not None
    assert legal(last) == ()
    for seat in range(players):
        for move in (PASS, *(lay(card) for card in last.hands[seat])):
            with pytest.raises(IllegalMove, match="over"):
                apply(last, move, seat)


class _NeverAsked:
    """A player that must not be asked any more."""

    name = "never asked"

    def choose(self, view: View, rng: Random) -> Move:
        raise AssertionError("asked after the end")


@pytest.mark.parametrize("name", ["school", "domino"])
def test_after_the_last_card_the_computer_players_stop(name: str) -> None:
    last = play_on(deal(Rules.named(name), 6), seed=6)[-1]
    players = {seat: _NeverAsked() for seat in range(4)}
    assert play_until(last, players, rng=1) is last
    with pytest.raises(AssertionError, match="asked after the end"):
        play_until(deal(Rules.named(name), 6), players, rng=1)


def test_seven_of_diamonds_with_seat_3_the_order_of_play_is_3_0_1_2() -> None:
    number = next(n for n in range(100) if Card("7d") in deal(Rules(), n).hands[3])
    state = deal(Rules(), number)
    order = []
    sizes = []
    for _ in range(4):
        order.append(state.turn)
        state = apply(state, legal(state)[0])
        sizes.append(state.sizes)
    assert order == [3, 0, 1, 2]
    assert sizes[0] == (13, 13, 13, 12)


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_three_plays_in_a_row_are_by_three_different_seats(name: str, players: int) -> None:
    """Starts out of turn aside, which are no turns."""
    acts = [
        act for act in play_on(deal(Rules.named(name, players), 2), seed=2)[-1].history
        if not act.move.free and not act.false
    ]  # fmt: skip
    for three in zip(acts, acts[1:], acts[2:], strict=False):
        assert len({act.seat for act in three}) == 3


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_hands_and_table_are_the_whole_pack_after_every_act(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    for state in play_on(deal(rules, 21), seed=5):
        there = [*state.table.cards(), *(card for hand in state.hands for card in hand)]
        assert Counter(there) == Counter(rules.pack_cards)
