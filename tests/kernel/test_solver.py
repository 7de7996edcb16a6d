"""The solver says who can force being out first; a search without memory over the second engine says the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sevens_kernel import (
    Rules,
    SevensError,
    State,
    apply,
    deal,
    free_starts,
    legal,
    parse_position,
)
from sevens_kernel.solver import Undecided, line, max_n, winning_moves, wins
from tests.plain import TooLong, everybody, sure
from tests.positions import PRESETS, as_game, play_on, texts

MOST = 1_000_000  # where a few openings need more than is usually allowed


def endings(name: str, players: int, deals: range) -> list[State]:
    """Give the last positions of some deals that the plain search can do: with many hands there are few choices."""
    most, found = 6 + 2 * players, []
    for number in deals:
        states = play_on(deal(Rules.named(name, players), number), number)
        found += [state for state in states if sum(state.sizes) <= most and state.out is None][:2]
    return found


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_the_solver_equals_a_search_without_memory(name: str, players: int) -> None:
    tried = 0
    for state in endings(name, players, range(12)):
        for seat in range(players):
            assert wins(state, seat) == sure(as_game(state), seat), (state, seat)
            tried += 1
    assert tried >= players


def test_winning_moves_are_those_after_which_the_plain_search_wins() -> None:
    tried = several = 0
    for state in endings("school", 4, range(60)) + endings("domino", 4, range(20)):
        found = winning_moves(state)
        moves = [*legal(state), *free_starts(state, state.turn)]
        right = [
            move for move in moves if sure(as_game(apply(state, move, state.turn)), state.turn)
        ]
        assert list(found) == right, state
        tried += len(moves) > 1
        several += 0 < len(right) < len(moves)
    assert tried > 10
    assert several > 3


def test_at_most_one_seat_can_force_the_win() -> None:
    for name, players in PRESETS:
        if name != "Two packs" and players in (4, 6):
            for number in range(3):
                state = deal(Rules.named(name, players), number)
                if state.table.shape.start is not None:
                    assert sum(wins(state, seat) for seat in range(players)) <= 1


def test_a_sure_win_stays_one_by_a_winning_move_and_by_any_move_of_the_others() -> None:
    followed = 0
    for number in range(40):
        state = deal(Rules(), number)
        winner = next((seat for seat in range(4) if wins(state, seat)), None)
        while winner is not None and state.out is None:
            good = winning_moves(state)
            if state.turn == winner:
                assert good
                state = apply(state, good[0])
            else:
                assert good == ()
                state = apply(state, legal(state)[-1])
        assert winner is None or state.out == winner
        followed += winner is not None
    assert followed >= 2


def test_a_course_of_play_ends_with_the_one_who_is_said_to_win() -> None:
    for name, players in PRESETS:
        if players == 4:
            state = play_on(deal(Rules.named(name, players), 5), 5)[-20]
            for seat in range(players):
                end = state
                for act in line(state, seat):
                    end = apply(end, act.move, act.seat)
                assert end.out is not None
                assert (end.out == seat) == wins(state, seat)


ROWS = "clubs A-K, diamonds A-K, hearts 3-J, spades 2-Q"


def test_the_one_card_that_keeps_the_king_shut_wins() -> None:
    """Q♥ would let Alex out; 2♥ helps Robin only to a card that does not end the deal."""
    state = parse_position(f"{ROWS}; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    assert texts(winning_moves(state)) == ["2♥"]
    assert wins(state, 0)
    assert not wins(state, 1)
    assert not wins(state, 2)


def test_a_deal_that_is_over_is_won_by_who_is_out() -> None:
    state = play_on(deal(Rules(), 3), 3)[-1]
    assert [wins(state, seat) for seat in range(4)] == [seat == state.out for seat in range(4)]
    assert winning_moves(state) == ()


def test_unknown_cards_are_refused() -> None:
    state = parse_position("hearts 7; you 8♥ 9♥")
    with pytest.raises(SevensError, match=r"^The position cannot be solved: some of the cards"):
        wins(state, 0)
    with pytest.raises(SevensError, match="some of the cards are not known"):
        winning_moves(state)


def test_a_faulty_position_is_refused_with_its_first_fault() -> None:
    state = parse_position(f"{ROWS}; you 2♥ Q♥; robin A♥ A♠ K♠; alex K♥; rules classic:3")
    wrong = replace(state, hands=(state.hands[0], state.hands[1][1:], state.hands[2]))
    with pytest.raises(SevensError, match="A♥ is neither on the table nor in a hand"):
        wins(wrong, 0)


def test_the_bound_is_kept() -> None:
    with pytest.raises(Undecided, match=r"^Who wins is not known after 50 positions"):
        wins(deal(Rules(), 0), 0, most=50)
    with pytest.raises(Undecided, match="after 5000 positions"):
        wins(deal(Rules.named("two packs"), 0), 0)


def test_before_the_first_card_nothing_is_laid_out_of_turn() -> None:
    """So at the opening of Domino a seat wins after some card of its own, or after every card of another's."""
    several = set()
    for players, number in ((3, 1), (3, 8), (3, 16), (4, 38)):
        state = deal(Rules.named("domino", players), number)
        for seat in range(players):
            after = [wins(apply(state, move), seat, MOST) for move in legal(state)]
            assert wins(state, seat, MOST) == (any(after) if seat == state.turn else all(after))
            several.add((seat == state.turn, any(after), all(after)))
    assert {(True, True, False), (False, True, False)} <= several


# ---- everybody for itself ------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [each for each in PRESETS if each[0] != "Two packs"])
def test_shares_equal_a_search_without_memory(name: str, players: int) -> None:
    tried = 0
    for state in endings(name, players, range(12)):
        try:
            expected = everybody(as_game(state), steps=6_000)
        except TooLong:
            continue
        assert max_n(state) == expected, state
        tried += 1
    assert tried >= 2


def test_shares_add_up_and_a_sure_win_is_the_whole() -> None:
    sure_wins = shared = 0
    for name, players in (("school", 4), ("fan tan", 5), ("domino", 3), ("devyatka", 4)):
        for number in range(10):
            states = play_on(deal(Rules.named(name, players), number), number)
            state = next(each for each in states if sum(each.sizes) <= 22)
            shares = max_n(state)
            assert sum(shares) == 1
            assert all(0 <= share <= 1 for share in shares)
            shared += max(shares) < 1
            for seat in range(players):
                if wins(state, seat):
                    assert shares[seat] == 1
                    sure_wins += 1
    assert sure_wins > 3
    assert shared > 3


def test_equal_outcomes_are_shared() -> None:
    """Either king lets one of the others out next, and to you both are the same."""
    state = parse_position(
        "clubs A-Q, diamonds A-J, hearts A-J, spades A-K; you K♣ Q♦ Q♥; robin K♦; alex K♥; rules classic:3"
    )
    assert [str(share) for share in max_n(state)] == ["0", "1/2", "1/2"]


def test_shares_are_refused_where_they_cannot_be_known() -> None:
    with pytest.raises(SevensError, match="some of the cards are not known"):
        max_n(parse_position("hearts 7; you 8♥ 9♥"))
    with pytest.raises(SevensError, match="known for one pack"):
        max_n(deal(Rules.named("two packs"), 0))
    with pytest.raises(Undecided, match=r"^What becomes of everybody is not known after 100 pos"):
        max_n(deal(Rules(), 0), most=100)


def test_a_bound_is_met_at_the_same_place_every_time() -> None:
    state = next(s for s in play_on(deal(Rules(), 2), 2) if sum(s.sizes) <= 26)
    least = next(most for most in range(1, 20_000, 50) if _is_known(state, most))
    assert _is_known(state, least)
    assert not _is_known(state, least - 50)


def _is_known(state: State, most: int) -> bool:
    try:
        max_n(state, most)
    except Undecided:
        return False
    return True


def test_the_first_card_of_french_domino_is_searched_for_every_rank() -> None:
    """Whoever can win before the start is chosen can win after some first card of its own, or after every other's."""
    for number in range(4):
        state = deal(Rules.named("french domino", 5), number)
        for seat in range(5):
            after = [wins(apply(state, move), seat) for move in legal(state)]
            assert wins(state, seat) == (any(after) if seat == state.turn else all(after))
