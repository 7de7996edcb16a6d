"""The table "Switches": what each value does at the table."""

from __future__ import annotations

from typing import Any

import pytest

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Move,
    Rank,
    Reason,
    Rules,
    State,
    apply,
    catch_false_pass,
    deal,
    fitting,
    free_starts,
    lay,
    legal,
    outcome,
    problems,
    why_not,
)
from sevens_kernel.rules import DEALERS_LEFT
from tests.positions import play_on, position, texts


def _hands_with(card: str, rules: Rules, numbers: int = 60) -> list[State]:
    """Deals in which a seat other than the dealer's left holds a card, so that its opening tells something."""
    states = [deal(rules, number, number % rules.players) for number in range(numbers)]
    return [
        state
        for state in states
        if Card(card) not in state.hands[(state.dealer + 1) % rules.players]
    ]


@pytest.mark.parametrize("players", range(3, 9))
def test_players_gives_the_number_of_seats(players: int) -> None:
    state = deal(Rules(players=players), 1)
    assert len(state.hands) == len(state.sizes) == len(state.passes) == players
    assert all(state.sizes)


@pytest.mark.parametrize(("packs", "size"), [(1, 52), (2, 104)])
def test_a_full_pack_has_52_cards_and_two_packs_104(packs: int, size: int) -> None:
    rules = Rules(packs=packs)
    assert len(rules.pack_cards) == size
    assert len(set(rules.pack_cards)) == 52


@pytest.mark.parametrize(("packs", "size"), [(1, 36), (2, 72)])
def test_a_short_pack_has_36_cards_and_two_of_them_72(packs: int, size: int) -> None:
    rules = Rules.named("devyatka").with_(packs=packs)
    assert len(rules.pack_cards) == size
    assert {card.rank.text for card in rules.pack_cards} == {
        "6",
        "7",
        "8",
        "9",
        "10",
        "J",
        "Q",
        "K",
        "A",
    }


def test_two_packs_hold_two_copies_of_every_card() -> None:
    rules = Rules(packs=2)
    assert all(rules.pack_cards.count(card) == 2 for card in rules.pack_cards)


def test_aces_low_go_below_the_two() -> None:
    state = position(Rules(), "2-Kh", "Ah")
    assert texts(legal(state)) == ["A♥"]
    assert [rank.text for rank in Rules().ranks][:2] == ["A", "2"]


def test_aces_high_go_above_the_king() -> None:
    rules = Rules().with_(aces="high")
    assert texts(legal(position(rules, "3-Kh", "Ah 2h"))) == ["2♥", "A♥"]
    assert [rank.text for rank in rules.ranks][-2:] == ["K", "A"]


@pytest.mark.parametrize(("start", "opens"), [("7", "7♠"), ("9", "9♠")])
def test_the_start_rank_opens_a_row(start: str, opens: str) -> None:
    rules = Rules().with_(start_rank=start, opener=DEALERS_LEFT)
    state = position(rules, f"{start}h", "7s 9s 8s")
    assert texts(legal(state)) == [opens]


def test_chosen_the_first_card_laid_in_the_deal_decides_for_all_suits() -> None:
    rules = Rules().with_(start_rank="chosen", opener=DEALERS_LEFT)
    state = position(rules, "", "4c Js", "4s 5c 7h", "3c 4d", "Kd 4h")
    assert texts(legal(state)) == ["4♣", "J♠"]
    state = apply(state, lay(Card("4c")))
    assert state.table.shape.start is Rank.FOUR
    assert texts(legal(state)) == ["5♣", "4♠"]
    jack = apply(position(rules, "", "4c Js", "4s 5c 7h", "3c 4d", "Kd 4h"), lay(Card("Js")))
    assert jack.table.shape.start is Rank.JACK
    assert legal(jack) == (PASS,)


@pytest.mark.parametrize("card", ["7d", "7c", "7h", "7s"])
def test_the_holder_of_the_named_card_must_lay_exactly_that_card_first(card: str) -> None:
    rules = Rules(opener=card)
    for state in _hands_with(card, rules):
        assert Card(card) in state.hands[state.turn]
        assert legal(state) == (lay(Card(card)),)
        for other in state.hands[state.turn]:
            assert (why_not(state, lay(other)) is None) == (other is Card(card))


def test_in_the_short_pack_the_holder_of_the_nine_of_diamonds_opens() -> None:
    for state in _hands_with("9d", Rules.named("devyatka")):
        assert legal(state) == (lay(Card("9d")),)


def test_dealers_left_may_lay_any_start_card() -> None:
    rules = Rules(opener=DEALERS_LEFT)
    state = position(rules, "", "7c 7s 8c Kd")
    assert texts(legal(state)) == ["7♣", "7♠"]
    for number in range(30):
        dealt = deal(rules, number, number % 4)
        assert dealt.turn == (dealt.dealer + 1) % 4


def test_dealers_left_passes_if_holding_no_start_card() -> None:
    rules = Rules(opener=DEALERS_LEFT, pass_chip=1)
    state = position(rules, "", "8c Kd", "7h 2c")
    assert legal(state) == (PASS,)
    after = apply(state, PASS)
    assert (after.turn, after.passes[0], after.pool) == (1, 1, 1)
    assert texts(legal(after)) == ["7♥"]


def test_out_of_turn_starts_no_allows_no_card_out_of_turn() -> None:
    state = position(Rules(), "7c", "2c", "7h Kd")
    assert free_starts(state, 1) == ()
    refusal = why_not(state, Move(Card("7h"), free=True), 1)
    assert refusal is not None
    assert refusal.reason is Reason.NO_FREE_START
    turn = why_not(state, lay(Card("7h")), 1)
    assert turn is not None
    assert turn.reason is Reason.NOT_TURN


def test_out_of_turn_starts_yes_lets_any_player_lay_a_start_card_without_using_up_a_turn() -> None:
    rules = Rules(opener=DEALERS_LEFT, out_of_turn_starts=True)
    state = position(rules, "7c", "6c 7d", "8c Kd", "7h 7s", "2c 3c")
    for seat, starts in enumerate((["7♦"], [], ["7♥", "7♠"], [])):
        assert texts(free_starts(state, seat)) == starts
    after = apply(state, Move(Card("7h"), free=True), 2)
    assert after.turn == 0
    assert after.table.copies(Card("7h")) == 1
    again = apply(after, Move(Card("7s"), free=True), 2)
    assert again.out == 2


def test_the_player_on_turn_may_lay_a_start_card_and_still_has_a_turn() -> None:
    rules = Rules(opener=DEALERS_LEFT, out_of_turn_starts=True)
    state = position(rules, "7c", "6c 7d", "8c Kd", "7h 7s", "2c 3c")
    after = apply(state, Move(Card("7d"), free=True), 0)
    assert after.turn == 0
    assert texts(legal(after)) == ["6♣"]


def test_out_of_turn_only_after_the_opening() -> None:
    rules = Rules(opener=DEALERS_LEFT, out_of_turn_starts=True)
    state = position(rules, "", "7c 2c", "7h Kd")
    assert free_starts(state, 1) == ()
    refusal = why_not(state, Move(Card("7h"), free=True), 1)
    assert refusal is not None
    assert "before the deal has been opened" in refusal.sentence


@pytest.mark.parametrize("card", ["8h", "7c", "2h", "7s"])
def test_out_of_turn_only_a_start_card_of_an_unopened_suit_in_hand(card: str) -> None:
    """8♥ is no start card, 7♣'s suit is open, 2♥ waits, 7♠ is in another hand."""
    rules = Rules(opener=DEALERS_LEFT, out_of_turn_starts=True, packs=2)
    state = position(rules, "7c", "6c", "7c 8h 2h 7d", "7s 3s")
    refusal = why_not(state, Move(Card(card), free=True), 1)
    assert refusal is not None
    with pytest.raises(IllegalMove):
        apply(state, Move(Card(card), free=True), 1)
    assert texts(free_starts(state, 1)) == ["7♦"]


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_does_not_exist_may_do_nothing(seat: int) -> None:
    rules = Rules(opener=DEALERS_LEFT, out_of_turn_starts=True)
    state = position(rules, "7c", "6c 7d", "8c Kd", "7h 7s", "7s 3c")
    for move in (PASS, lay(Card("6c")), Move(Card("7s"), free=True)):
        assert why_not(state, move, seat) is not None
        with pytest.raises(IllegalMove):
            apply(state, move, seat)


def test_false_pass_blocked_the_pass_is_refused_with_a_reason() -> None:
    state = position(Rules(), "5-8h", "4h 2c")
    refusal = why_not(state, PASS)
    assert refusal is not None
    assert refusal.sentence == "Not allowed: 4♥ fits."
    with pytest.raises(IllegalMove):
        catch_false_pass(state)


def _penalised(coin: str, n: int) -> Rules:
    scoring = "points" if coin == "points" else "chips"
    return Rules().with_(false_pass="penalised", penalty=n, penalty_in=coin, scoring=scoring)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("coin", ["points", "chips"])
def test_false_pass_penalised_is_caught_charged_and_the_player_must_lay_a_card(
    coin: str, n: int
) -> None:
    state = position(_penalised(coin, n), "5-8h", "4h 2c", "9h 3c")
    after = catch_false_pass(state)
    assert after.turn == 0
    assert after.caught
    assert after.hands == state.hands
    assert after.passes == state.passes
    assert why_not(after, PASS) is not None
    assert texts(legal(after)) == ["4♥"]
    in_chips = coin == "chips"
    assert after.chips[0] == state.chips[0] - n * in_chips
    assert after.pool == n * in_chips
    assert after.fines == (0 if in_chips else n, 0, 0, 0)
    laid = apply(after, lay(Card("4h")))
    assert (laid.turn, laid.caught) == (1, False)


def test_a_true_pass_is_never_caught() -> None:
    state = position(_penalised("chips", 2), "5-8h", "10h 2c", "9h 3c")
    with pytest.raises(IllegalMove, match="The pass is right"):
        catch_false_pass(state)


def test_a_false_pass_is_charged_once_in_a_turn() -> None:
    """Reading: caught once, the player must lay a card; pressing Pass again only says so."""
    after = catch_false_pass(position(_penalised("chips", 2), "5-8h", "4h 2c", "9h 3c"))
    with pytest.raises(IllegalMove):
        catch_false_pass(after)
    assert after.pool == 2


def test_the_opener_may_be_caught_too() -> None:
    state = deal(Rules.named("parliament"), 1)
    after = catch_false_pass(state)
    assert (after.turn, after.pool) == (state.turn, 3)
    assert legal(after) == legal(state) == (lay(Card("7d")),)


def test_out_of_turn_a_start_by_somebody_else_does_not_free_the_caught_player() -> None:
    rules = Rules().with_(
        opener=DEALERS_LEFT,
        out_of_turn_starts=True,
        false_pass="penalised",
        penalty=2,
        penalty_in="chips",
    )
    state = catch_false_pass(position(rules, "7c", "6c 2d", "7h Kd"))
    after = apply(state, Move(Card("7h"), free=True), 1)
    assert (after.turn, after.caught) == (0, True)


@pytest.mark.parametrize("chip", [0, 1])
def test_pass_chip_is_what_a_true_pass_pays_into_the_pool(chip: int) -> None:
    state = position(Rules(pass_chip=chip, ante=1), "5-8h", "10h 2c", pool=4)
    after = apply(state, PASS)
    assert after.pool == 4 + chip
    assert after.chips == (20 - chip, 20, 20, 20)


@pytest.mark.parametrize("players", range(3, 9))
def test_ante_is_what_each_player_pays_into_the_pool_before_the_deal(players: int) -> None:
    with_ante = deal(Rules(players=players, ante=1), 1)
    assert with_ante.pool == players
    assert with_ante.chips == (19,) * players
    without = deal(Rules(players=players, pass_chip=1), 1)
    assert without.pool == 0
    assert without.chips == (20,) * players


@pytest.mark.parametrize(("chip", "gain"), [(0, 5), (1, 11)])
def test_per_card_chip_is_what_each_loser_pays_the_winner_for_every_card_still_held(
    chip: int, gain: int
) -> None:
    rules = Rules(ante=1, card_chip=chip)
    state = position(rules, "7d", "8d", "6d Ks", "9d 2c 3c", "Kh", pool=5)
    after = apply(state, lay(Card("8d")))
    assert after.chips == (20 + gain, 20 - 2 * chip, 20 - 3 * chip, 20 - chip)
    assert after.pool == 0


@pytest.mark.parametrize(
    "switches",
    [
        {"ante": 1},
        {"pass_chip": 1},
        {"card_chip": 1},
        {"false_pass": "penalised", "penalty": 2, "penalty_in": "chips"},
    ],
    ids=str,
)
def test_every_player_starts_with_the_same_chips_wherever_any_can_change_hands(
    switches: dict[str, Any],
) -> None:
    state = deal(Rules(chips_each=30, **switches), 1)
    assert set(state.chips) == {30 - state.rules.ante}
    assert sum(state.chips) + state.pool == 4 * 30
    assert deal(Rules(chips_each=30), 1).chips == (0, 0, 0, 0)


def test_the_winner_of_the_deal_takes_the_pool() -> None:
    state = position(Rules(pass_chip=1), "7d", "8d", "6d Ks", "9d 2c", "Kh", pool=9)
    assert apply(state, lay(Card("8d"))).chips == (29, 20, 20, 20)


def test_a_balance_may_go_below_zero_and_chips_held_and_pool_stay_constant() -> None:
    rules = Rules.named("fan tan with chips").with_(chips_each=1)
    owed = 0
    for number in range(6):
        for state in play_on(deal(rules, number), seed=number):
            assert sum(state.chips) + state.pool == 4
            assert problems(state) == ()
            owed += min(state.chips) < 0
    assert owed > 0


def test_scoring_points_counts_ace_one_faces_as_printed_jack_queen_king_more() -> None:
    """The ace counts 1 whether high or low."""
    for aces in "low", "high":
        rules = Rules().with_(scoring="points", aces=aces)
        state = position(rules, "7d", "8d", "Ah 2h 10h", "Jc Qc", "Kc 5s")
        ended = outcome(apply(state, lay(Card("8d"))))
        assert ended is not None
        assert ended.points == (0, 13, 23, 18)


def test_points_charged_for_a_false_pass_are_added_to_the_points_of_the_deal() -> None:
    """Reading: a winner who was caught keeps the penalty, so the winner's deal is then not 0."""
    rules = Rules.named("classic")
    state = position(rules, "7d", "8d", "Ah 2h", "Jc", "Kc", fines=(2, 0, 2, 0))
    ended = outcome(apply(state, lay(Card("8d"))))
    assert ended is not None
    assert ended.points == (2, 3, 13, 13)


def test_two_packs_a_second_seven_opens_a_second_row() -> None:
    state = position(Rules(packs=2), "7s", "7s 8s")
    assert texts(legal(state)) == ["7♠", "8♠"]
    after = apply(state, lay(Card("7s")))
    assert after.table.copies(Card("7s")) == 2
    assert texts(fitting(after, 0)) == ["8♠"]


def test_two_packs_a_card_fits_while_fewer_of_it_lie_than_of_its_neighbour_towards_the_seven() -> (
    None
):
    rules = Rules(packs=2)
    one = position(rules, "7s 7s 8s 6s", "8s 9s 6s 5s")
    assert texts(legal(one)) == ["5♠", "6♠", "8♠", "9♠"]
    both = position(rules, "7s 7s 8s 8s 9s", "8s 9s 10s Js")
    assert texts(legal(both)) == ["9♠", "10♠"]


def test_two_packs_only_the_first_seven_of_diamonds_is_compulsory() -> None:
    rules = Rules.named("two packs")
    state = position(rules, "", "7d 7d 7c", "7c 2c")
    assert texts(legal(state)) == ["7♦"]
    after = apply(state, lay(Card("7d")))
    assert texts(legal(after)) == ["7♣"]
    assert texts(fitting(after, 0)) == ["7♣", "7♦"]


def test_two_packs_the_opener_is_the_holder_of_a_seven_of_diamonds_nearest_the_dealers_left() -> (
    None
):
    rules = Rules.named("two packs")
    for number in range(40):
        state = deal(rules, number, number % 6)
        steps = [
            step for step in range(6) if Card("7d") in state.hands[(state.dealer + 1 + step) % 6]
        ]
        assert state.turn == (state.dealer + 1 + steps[0]) % 6


def test_two_packs_a_card_held_twice_is_one_move() -> None:
    state = position(Rules(packs=2), "7s 7s", "8s 8s 2c")
    assert texts(legal(state)) == ["8♠"]
    assert apply(state, lay(Card("8s"))).hands[0] == (Card("2c"), Card("8s"))
