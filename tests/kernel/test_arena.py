"""The arena: its intervals, its sameness, its command, and the known strength of the players.

The known figures are of School with four players. The deals are fixed, so a test says the same at every run; the
tolerances are the 95 % intervals of that many deals and a little more.
"""

from __future__ import annotations

import json
from math import sqrt
from random import Random
from statistics import stdev

import pytest

from sevens_kernel import Rules, SevensError, deal
from sevens_kernel.arena import contest, report
from sevens_kernel.arena_command import main
from sevens_kernel.deal import MAX_DEAL
from sevens_kernel.play import play_until
from sevens_kernel.players import Player, player

SCHOOL = Rules()


def seated(*names: str) -> list[Player]:
    return [player(name) for name in names]


def against_random(name: str, players: int = 4) -> list[Player]:
    return seated(name, *["random"] * (players - 1))


# ---- known strength ------------------------------------------------------------------------


def test_the_heuristic_wins_more_than_half_against_three_random_players() -> None:
    won = contest(against_random("heuristic"), SCHOOL, deals=800, seed=3).share("heuristic")
    assert 51 <= won.percent <= 55
    assert won.interval < 1.5


def test_keeping_near_the_seven_is_worse_than_chance() -> None:
    won = contest(against_random("near the seven"), SCHOOL, deals=500, seed=3)
    share = won.share("near the seven")
    assert 20 <= share.percent <= 24
    assert share.percent + share.interval < 25


def test_random_play_by_seat_turns_and_passes() -> None:
    result = contest(against_random("random"), SCHOOL, deals=800, seed=3)
    for share, known in zip(result.by_seat, (34.0, 24.0, 22.3, 19.7), strict=True):
        assert abs(share.percent - known) < 1.2 * share.interval + 0.5
        assert share.interval < 2.2
    assert abs(result.turns - 51.9) < 0.3
    assert abs(result.passes - 5.3) < 0.3


@pytest.mark.parametrize(
    ("rules", "players"),
    [("fan tan", 3), ("domino", 5), ("french domino", 4), ("devyatka", 4), ("two packs", 6)],
)
def test_the_heuristic_beats_random_players_under_other_rules(rules: str, players: int) -> None:
    won = contest(against_random("heuristic", players), Rules.named(rules, players), 50, 3)
    share = won.share("heuristic")
    assert share.percent - share.interval > 100 / players


# ---- intervals and counting ----------------------------------------------------------------


def test_the_interval_is_reckoned_from_the_deals() -> None:
    result = contest(against_random("heuristic"), SCHOOL, deals=30, seed=8)
    numbers = Random(8)
    shares = []
    for _ in range(30):
        number = int(numbers.random() * (MAX_DEAL + 1))
        won = 0
        for seat in range(4):
            seats = {each: player("heuristic" if each == seat else "random") for each in range(4)}
            done = play_until(deal(SCHOOL, number), seats, Random((number << 8) + seat))
            won += done.out == seat
        shares.append(25 * won)
    share = result.share("heuristic")
    assert share.percent == pytest.approx(sum(shares) / 30)
    assert share.interval == pytest.approx(1.96 * stdev(shares) / sqrt(30))


def test_four_equal_players_without_chance_win_exactly_a_quarter_each() -> None:
    four = seated(*["heuristic"] * 4)
    result = contest(four, SCHOOL, deals=40, seed=1)
    assert (result.share("heuristic").percent, result.share("heuristic").interval) == (25, 0)
    assert result.share("heuristic").wins == result.games == 160


def test_every_player_sits_in_every_seat() -> None:
    # Two kinds of the same player under other names: moved round, each must win exactly its part.
    class Twin:
        name = "twin"
        choose = staticmethod(player("heuristic").choose)

    result = contest([Twin(), *seated("heuristic", "heuristic")], Rules.named("classic", 3), 40, 2)
    assert result.share("twin").wins == 40
    assert result.share("heuristic").wins == 80


def test_wins_by_player_and_by_seat_both_add_up_to_the_games() -> None:
    result = contest(against_random("heuristic", 5), Rules.named("domino", 5), deals=25, seed=4)
    assert sum(share.wins for share in result.by_player) == result.games == 125
    assert sum(share.wins for share in result.by_seat) == 125
    assert sum(share.percent for share in result.by_seat) == pytest.approx(100)
    assert sum(share.percent * share.seats for share in result.by_player) == pytest.approx(100)


def test_turns_are_cards_and_passes_in_turn() -> None:
    # Every game lays 52 cards less those left; with no pass and one winner a deal has at most 52 turns.
    result = contest(against_random("random"), SCHOOL, deals=20, seed=4)
    assert 49 <= result.turns <= 52 + result.passes


def test_equal_seeds_give_equal_results_whatever_the_number_of_processes() -> None:
    four = against_random("heuristic")
    alone = contest(four, SCHOOL, deals=50, seed=6)
    assert contest(four, SCHOOL, deals=50, seed=6, jobs=2) == alone
    assert contest(four, SCHOOL, deals=50, seed=7) != alone


def test_progress_tells_the_deals_done() -> None:
    told: list[int] = []
    contest(against_random("random"), SCHOOL, deals=50, seed=6, progress=told.append)
    assert told == sorted(set(told))
    assert told[-1] == 50


# ---- bad options ---------------------------------------------------------------------------


def test_impossible_contests_are_refused_in_a_sentence() -> None:
    with pytest.raises(SevensError, match="two players named for a table of 4"):
        contest(seated("random", "random"), SCHOOL, deals=10, seed=1)
    with pytest.raises(SevensError, match=r"deals “1”: .* from 2 to"):
        contest(against_random("random"), SCHOOL, deals=1, seed=1)
    with pytest.raises(SevensError, match="jobs “0”"):
        contest(against_random("random"), SCHOOL, deals=10, seed=1, jobs=0)


# ---- the command ---------------------------------------------------------------------------


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "10"]) == 0
    out, err = capsys.readouterr()
    assert "School, 4 players: 10 deals (seed 1)" in out
    assert "heuristic" in out
    assert "± " in out
    assert "turns and" in out
    assert err == ""  # progress is for a terminal only


def test_the_command_prints_figures_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--players", "near-the-seven,random,random", "--rules", "fan-tan:3", "--deals", "10"]
    assert main([*options, "--seed", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    expected = contest(against_random("near the seven", 3), Rules.named("fan tan", 3), 10, 5)
    assert told["rules"] == "fan-tan:3"
    assert told["by_player"][0]["wins"] == expected.share("near the seven").wins
    assert [each["wins"] for each in told["by_seat"]] == [each.wins for each in expected.by_seat]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--players", "random,grandmaster,random,random"],
            "“grandmaster” is not a computer player",
        ),
        (["--players", "random"], "one player named for a table of 4"),
        (["--rules", "whist"], "“whist” is not a rule set"),
        (["--deals", "0"], "deals “0”"),
    ],
)
def test_bad_options_get_a_sentence_and_status_2(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_the_report_has_a_line_for_each_name_and_each_seat() -> None:
    result = contest(against_random("heuristic", 3), Rules.named("devyatka", 3), deals=10, seed=1)
    text = report(result)
    for share in (*result.by_player, *result.by_seat):
        assert str(share) in text
        assert share.name in text
