"""A player knows its own hand and what has happened in the open, and nothing else.

The hidden cards are dealt anew among the other seats: whatever a player chose before, it must choose again.
A player that looks at them is caught by the very same check.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevens_kernel import Card, Move, Rules, State, View, apply, deal, free_starts, legal, view
from sevens_kernel.arena import contest
from sevens_kernel.deal import sort_hand
from sevens_kernel.play import play_until, ply_random
from sevens_kernel.players import (
    PLAYERS,
    Player,
    Sampler,
    advise,
    choose_start,
    hints,
    player,
    player_names,
)
from tests.positions import PRESETS, play_on
from tests.properties.strategies import games

# The same players, those that search with few deals, so that they can be tried in many positions.
QUICK = [replace(one, deals=2) if isinstance(one, Sampler) else one for one in PLAYERS]


# Players that chance decides, or takes part in.
CHANCE = {"random", "near the seven", "frees its own", "sampler"}


@dataclass(frozen=True)
class Named:
    """A player under another name, so that four equal ones can be told apart."""

    one: Player
    name: str

    def choose(self, view: View, rng: Random) -> Move:
        return self.one.choose(view, rng)


def exchanged(state: State, seat: int, chance: Random) -> State:
    """Give the state with the cards of all seats but one dealt anew among them; every hand keeps its size."""
    others = [each for each in range(state.rules.players) if each != seat]
    cards = [card for each in others for card in state.hands[each]]
    chance.shuffle(cards)
    hands = list(state.hands)
    for each in others:
        size = len(hands[each])
        hands[each], cards = sort_hand(state.rules, cards[:size]), cards[size:]
    return replace(state, hands=tuple(hands))


def choices(one: Player, state: State, seat: int, seed: int) -> tuple[Move | None, Move | None]:
    """Give what a seat's player would do: its start out of turn, and its move when it is on turn."""
    start = choose_start(one, view(state, seat), Random(seed))
    return start, one.choose(view(state, seat), Random(seed)) if seat == state.turn else None


def unfair(one: Player, states: Iterable[State], exchanges: int = 3) -> tuple[int, int]:
    """Count the choices that change with cards the player cannot see, and all that were tried."""
    changed = tried = 0
    for at, state in enumerate(states):
        seat = state.turn
        before = choices(one, state, seat, at)
        for turn in range(exchanges):
            other = exchanged(state, seat, Random(1000 * at + turn))
            changed += choices(one, other, seat, at) != before
            tried += 1
    return changed, tried


def situations() -> Iterator[State]:
    """Walk the positions with a choice in one deal of every rule set at every number of players."""
    for at, (name, players) in enumerate(PRESETS):
        for state in play_on(deal(Rules.named(name, players), at), at):
            if state.out is None and (len(legal(state)) > 1 or free_starts(state, state.turn)):
                yield state


@pytest.mark.parametrize("one", QUICK, ids=player_names())
def test_cards_a_player_cannot_see_never_change_its_choice(one: Player) -> None:
    exchanges = 1 if isinstance(one, Sampler) else 3  # it takes a hundred times longer
    changed, tried = unfair(one, situations(), exchanges)
    assert changed == 0
    assert tried == exchanges * sum(1 for _ in situations())


def test_choices_are_tried_in_ten_thousand_positions() -> None:
    assert len(QUICK) * sum(1 for _ in situations()) > 10_000


@dataclass(frozen=True)
class Peeker:
    """Finds the state among its callers' variables and lays a card that frees none of the next player's, if it can."""

    name: str = "peeker"

    def choose(self, view: View, rng: Random) -> Move:
        frame = sys._getframe(1)
        state = frame.f_locals["state"]
        enemy = state.hands[(view.seat + 1) % view.rules.players]

        def helped(move: Move) -> int:
            return sum(move.card in view.table.missing(card) for card in enemy) if move.card else 0

        return min(legal(view), key=helped)


def test_a_player_that_peeks_is_caught_by_the_same_check() -> None:
    changed, tried = unfair(Peeker(), situations())
    assert changed > tried / 20


@dataclass(frozen=True)
class StartPeeker:
    """Plays fairly on turn, and peeks only to decide when to lay a start card."""

    name: str = "start peeker"

    def choose(self, view: View, rng: Random) -> Move:
        return player("heuristic").choose(view, rng)

    def choose_start(self, view: View, rng: Random) -> Move | None:
        frame = sys._getframe(2)
        state = frame.f_locals["state"]
        move = free_starts(view, view.seat)[0]
        assert move.card
        nearest = {
            Card.of(move.card.rank + 1, move.card.suit),
            Card.of(move.card.rank - 1, move.card.suit),
        }
        return None if nearest & set(state.hands[(view.seat + 1) % view.rules.players]) else move


def test_peeking_for_a_start_out_of_turn_is_caught_too() -> None:
    assert unfair(StartPeeker(), situations())[0] > 0


@given(games(), st.integers(0, 2**32), st.data())
def test_a_view_holds_nothing_that_depends_on_hidden_cards(
    states: list[State], seed: int, data: st.DataObject
) -> None:
    state = states[data.draw(st.integers(0, len(states) - 1))]
    for seat in range(state.rules.players):
        other = exchanged(state, seat, Random(seed))
        seen, again = view(state, seat), view(other, seat)
        assert seen == again
        assert repr(seen) == repr(again)
        if state.out is None and seat == state.turn:
            assert advise(seen) == advise(again)
            assert hints(seen) == hints(again)


# Who is the human decides who is asked for a start out of turn, so the rule sets that know it are left out.
IN_TURN = [preset for preset in PRESETS if not Rules.named(*preset).out_of_turn_starts]


@settings(deadline=None)
@given(st.sampled_from(QUICK), st.sampled_from(IN_TURN), st.integers(0, 10**6), st.data())
def test_which_seat_is_the_humans_never_matters(
    one: Player, preset: tuple[str, int], number: int, data: st.DataObject
) -> None:
    rules = Rules.named(*preset)
    human = data.draw(st.integers(0, rules.players - 1))
    others = {seat: one for seat in range(rules.players) if seat != human}
    state = start = deal(rules, number)
    while state.out is None:
        state = play_until(state, others, number, human=human)
        if state.out is None:
            chance = ply_random(number, state.ply)
            state = apply(state, one.choose(view(state, human), chance))
    assert state.history == play_until(start, {**others, human: one}, number).history


CHANCELESS = [one for one in PLAYERS if one.name not in CHANCE]


@pytest.mark.parametrize("one", CHANCELESS, ids=[one.name for one in CHANCELESS])
@pytest.mark.parametrize("preset", [("school", 4), ("classic", 3), ("devyatka", 5)])
def test_equal_players_without_chance_win_their_even_share_to_the_game(
    one: Player, preset: tuple[str, int]
) -> None:
    """Each seat's player wins one of the games of a deal, for the players only move round the table."""
    rules = Rules.named(*preset)
    named = [Named(one, f"{one.name} {place}") for place in range(rules.players)]
    result = contest(named, rules, deals=10, seed=5)
    assert [share.wins for share in result.by_player] == [10] * rules.players
    assert {share.percent for share in result.by_player} == {100 / rules.players}


def test_a_player_without_a_fixed_answer_is_named_as_one_that_chance_decides() -> None:
    state = next(each for each in situations() if len(legal(each)) > 3)
    seen = view(state, state.turn)
    for one in CHANCELESS:
        assert len({one.choose(seen, Random(seed)) for seed in range(20)}) == 1
