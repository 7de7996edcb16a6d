"""Every puzzle has exactly one winning move, by the second engine too; new ones are sound; answers explain."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from sevens_kernel import IllegalMove, Rules, SevensError, apply, deal, lay, legal, problems, view
from sevens_kernel import puzzles as made
from sevens_kernel.players.priority import best_by_priority
from sevens_kernel.puzzles import (
    FEWEST_MOVES,
    SHORT,
    Level,
    Puzzle,
    as_puzzle,
    new_puzzle,
    read_level,
    read_puzzle,
    stored,
)
from sevens_kernel.solver import Undecided, line, winning_moves, wins
from tests.data.make_puzzles import EACH, puzzles
from tests.plain import STEPS, plain_winning_moves
from tests.positions import as_game

STORED = [(level, at) for level in Level for at in range(EACH)]


def is_sound(puzzle: Puzzle) -> bool:
    """Check a puzzle against its promises by what does not come from the puzzles' own module."""
    state = puzzle.state
    return (
        problems(state) == ()
        and state.turn == 0
        and len(legal(state)) >= FEWEST_MOVES
        and [move for move in legal(state) if wins(apply(state, move), 0)] == [puzzle.answer]
    )


def test_at_least_sixty_puzzles_are_kept_and_no_two_are_alike() -> None:
    texts = [puzzle.text for level in Level for puzzle in stored(level)]
    assert len(texts) == EACH * len(Level) >= 60
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("level", "at"), STORED)
def test_a_kept_puzzle_has_one_winning_move_by_a_search_without_memory(
    level: Level, at: int
) -> None:
    puzzle = stored(level)[at]
    assert is_sound(puzzle)
    assert plain_winning_moves(as_game(puzzle.state), STEPS) == [puzzle.answer.text]


@pytest.mark.parametrize("level", Level)
def test_a_kept_puzzle_is_of_its_level(level: Level) -> None:
    for puzzle in stored(level):
        misleading = best_by_priority(view(puzzle.state, 0)) != puzzle.answer
        assert puzzle.level is level
        assert misleading == (level is Level.HARD)
        if not misleading:
            assert (len(puzzle.state.hands[0]) <= SHORT) == (level is Level.EASY)


def test_the_generator_still_makes_the_puzzles_that_are_kept() -> None:
    kept = {puzzle.text for level in Level for puzzle in stored(level)}
    assert all(puzzle.text in kept for puzzle in islice(puzzles(), 8))


@pytest.mark.parametrize("level", Level)
def test_new_puzzles_are_sound_of_their_level_and_follow_from_the_random_numbers(
    level: Level,
) -> None:
    made = [new_puzzle(Random(seed), level) for seed in range(4)]
    assert all(is_sound(puzzle) and puzzle.level is level for puzzle in made)
    assert len({puzzle.text for puzzle in made}) == len(made)
    assert new_puzzle(Random(2), level) == made[2]


@pytest.mark.parametrize("name", ["fan tan", "domino", "french domino", "devyatka", "classic"])
def test_new_puzzles_are_made_for_other_rules(name: str) -> None:
    puzzle = new_puzzle(Random(3), rules=Rules.named(name, 3))
    assert puzzle.state.rules == Rules.named(name, 3)
    assert is_sound(puzzle)


def test_the_reason_names_a_course_of_play_that_the_engine_allows() -> None:
    for level in Level:
        puzzle = stored(level)[3]
        for move in puzzle.moves:
            why = puzzle.why(move)
            if move == puzzle.answer:
                assert why == f"{move} wins whatever the others do."
                continue
            state = apply(puzzle.state, move)
            for act in line(state, 0):
                state = apply(state, act.move, act.seat)
            assert state.out not in (None, 0)
            assert why.startswith(f"{move} does not win for sure: ")
            assert why.endswith(" and is out first.")


def test_the_reasons_in_full() -> None:
    puzzle = read_puzzle(
        "clubs A-K, diamonds A-10, hearts A-Q, spades 5-K; you J♦ K♥ 4♠; robin 3♠; alex Q♦ K♦; sam A♠ 2♠"
    )
    assert [puzzle.why(move) for move in puzzle.moves] == [
        "J♦ does not win for sure: Robin passes, Alex lays Q♦, Sam passes, you lay K♥, Robin passes, "
        "Alex lays K♦ and is out first.",
        "K♥ wins whatever the others do.",
        "4♠ does not win for sure: Robin lays 3♠ and is out first.",
    ]


def test_the_same_puzzle_is_read_from_its_text() -> None:
    puzzle = stored(Level.HARD)[0]
    assert read_puzzle(puzzle.text) == puzzle


def test_a_move_that_is_not_legal_is_refused() -> None:
    puzzle = stored(Level.EASY)[0]
    other = next(card for card in puzzle.state.hands[1] if lay(card) not in puzzle.moves)
    with pytest.raises(IllegalMove):
        puzzle.why(lay(other))


def test_a_position_without_one_winning_move_is_no_puzzle() -> None:
    with pytest.raises(SevensError, match="is no puzzle: your turn, at least three moves"):
        read_puzzle(
            "clubs A-K, diamonds A-K, hearts 3-J, spades A-K; you 2♥ Q♥; robin A♥; alex K♥; rules classic:3"
        )


def test_a_position_that_takes_too_long_is_no_puzzle() -> None:
    state = deal(Rules.named("domino", 3), 176)
    with pytest.raises(Undecided):
        winning_moves(state)
    assert as_puzzle(state) is None


def test_a_puzzle_for_another_seat_is_turned_to_the_person() -> None:
    """The same table, seen from two seats further on."""
    state = stored(Level.MEDIUM)[0].state
    moved = replace(
        state,
        hands=state.hands[2:] + state.hands[:2],
        passes=state.passes[2:] + state.passes[:2],
        turn=2,
        dealer=(state.dealer + 2) % 4,
    )
    assert as_puzzle(moved) == stored(Level.MEDIUM)[0]


def test_unknown_levels_and_two_packs_are_refused() -> None:
    with pytest.raises(
        SevensError, match="“easier” is not a level: the levels are easy, medium and hard"
    ):
        read_level("easier")
    with pytest.raises(SevensError, match="Puzzles are made for one pack"):
        new_puzzle(Random(1), rules=Rules.named("two packs"))


@pytest.mark.parametrize(("level", "kind"), [("hard", "hard puzzle"), (None, "puzzle")])
def test_where_no_puzzle_is_found_the_sentence_names_what_was_looked_for(
    level: str | None, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "candidates", lambda rng, rules: iter(()))
    with pytest.raises(SevensError, match=f"^No {kind} was found in 300 deals$"):
        new_puzzle(Random(1), level, Rules.named("fan tan"))
