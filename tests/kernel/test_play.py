"""Running a deal: players move until the human is on turn, the same ones after an undo and in a replay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Move,
    Rules,
    SevensError,
    View,
    apply,
    deal,
    free_starts,
    legal,
    view,
)
from sevens_kernel.play import laying, play_until, ply_random
from sevens_kernel.players import (
    Heuristic,
    StartPlayer,
    player,
)
from tests.positions import all_play, position

SCHOOL = Rules()
DOMINO = Rules.named("domino")


def test_the_players_move_until_the_human_is_on_turn() -> None:
    for seat in range(4):
        state = play_until(deal(SCHOOL, 7), all_play(player("random"), SCHOOL), 7, human=seat)
        assert state.turn == seat
        assert all(act.seat != seat for act in state.history)


def test_after_an_undo_and_in_a_replay_the_computer_players_move_the_same() -> None:
    rules = Rules.named("domino", 5)
    seats = all_play(player("random"), rules)
    first = play_until(deal(rules, 99), seats, 99, human=2)
    once = play_until(apply(first, legal(first)[0]), seats, 99, human=2)
    elsewhere = play_until(apply(once, legal(once)[-1]), seats, 99, human=2)
    assert elsewhere.ply > once.ply
    again = play_until(apply(first, legal(first)[0]), seats, 99, human=2)
    assert (again, again.history) == (once, once.history)


def test_the_random_numbers_of_a_ply_depend_on_deal_and_ply() -> None:
    drawn = {(n, p): ply_random(n, p).random() for n in range(30) for p in range(200)}
    assert len(set(drawn.values())) == len(drawn)


def test_a_whole_deal_by_number_is_the_same_stopped_anywhere() -> None:
    seats = all_play(player("random"), SCHOOL)
    whole = play_until(deal(SCHOOL, 5), seats, 5)
    for human in range(4):
        state = deal(SCHOOL, 5)
        while state.out is None:
            state = play_until(state, seats, 5, human=human)
            if state.out is None:
                choice = player("random").choose(view(state, human), ply_random(5, state.ply))
                state = apply(state, choice)
        assert state.history == whole.history


def test_a_seat_without_a_player_or_without_known_cards_is_told() -> None:
    state = deal(SCHOOL, 7)
    with pytest.raises(SevensError, match=f"seat {state.turn + 1} .* no player"):
        play_until(state, {}, 7)
    unknown = position(SCHOOL, "7h", "2c", turn=1)
    with pytest.raises(SevensError, match=r"seat 2 .* known"):
        play_until(unknown, all_play(player("random"), SCHOOL), 7)


def test_a_move_the_rules_refuse_is_refused() -> None:
    @dataclass
    class Passer:
        name: str = "passer"

        def choose(self, view: View, rng: Random) -> Move:
            return PASS

    with pytest.raises(IllegalMove, match="7♦ fits"):
        play_until(deal(SCHOOL, 7), all_play(Passer(), SCHOOL), 7)


# ---- starts out of turn --------------------------------------------------------------------


@dataclass(frozen=True)
class Eager:
    """Plays like the heuristic and lays every start card at once."""

    name: str = "eager"

    def choose(self, view: View, rng: Random) -> Move:
        return Heuristic().choose(view, rng)

    def choose_start(self, view: View, rng: Random) -> Move | None:
        return free_starts(view, view.seat)[0]


def test_a_computer_player_goes_out_with_a_start_card_on_the_humans_turn() -> None:
    state = position(DOMINO, "7c", "8c 2c", "9c 3c", "7h", "10c 4c")
    done = play_until(state, all_play(player("heuristic"), DOMINO), 1, human=0)
    assert done.out == 2
    assert done.history[-1].move == Move(Card("7h"), free=True)


def test_a_start_card_is_kept_while_other_cards_are_left() -> None:
    state = position(DOMINO, "7c", "8c 2c", "9c 3c", "7h 8h 2s", "10c 4c")
    assert play_until(state, all_play(player("random"), DOMINO), 1, human=0) == state


def test_a_start_card_waits_for_the_turn_while_one_other_card_is_left() -> None:
    state = position(DOMINO, "7c", "8c 2c", "9c 3c", "7h 8h", "10c 4c")
    assert play_until(state, all_play(player("random"), DOMINO), 1, human=0) == state
    mine = replace(state, turn=2)
    done = play_until(mine, all_play(player("random"), DOMINO), 1, human=0)
    assert [act.move.text for act in done.history] == ["+7h", "8h"]
    assert done.out == 2


def test_a_person_lays_a_last_start_card_out_of_turn() -> None:
    """It wins the deal at once, on turn or not."""
    state = position(DOMINO, "7c", "7h", "8c 2c", "9c", "10c")
    for turn in range(4):
        now = replace(state, turn=turn)
        assert apply(now, laying(now, Card("7h"), 0), 0).out == 0


def test_the_humans_start_card_is_never_laid_for_them() -> None:
    state = position(DOMINO, "7c", "7h", "8c 2c", "9c", "10c")
    assert play_until(state, all_play(player("random"), DOMINO), 1, human=0) == state


def test_players_that_decide_for_themselves_are_asked_clockwise_from_the_turn() -> None:
    assert isinstance(Eager(), StartPlayer)
    assert not isinstance(player("random"), StartPlayer)
    state = position(DOMINO, "7c", "7h 2c", "7s 3c", "10c", "7d 4c", turn=2)
    done = play_until(state, all_play(Eager(), DOMINO), 1, human=2)
    assert [(act.seat, act.move.text) for act in done.history] == [
        (3, "+7d"),
        (0, "+7h"),
        (1, "+7s"),
    ]
    assert done.turn == 2


def test_without_that_rule_nobody_is_asked_out_of_turn() -> None:
    state = replace(position(SCHOOL, "7c", "8c 2c", "7s", "7h", "7d"))
    assert play_until(state, all_play(Eager(), SCHOOL), 1, human=0) == state
