"""Deals in lockstep end as they do in plain Python and under the rules; the C program plays the same game by chance."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import lockstep
from benchmarks.lockstep import Deals, check, deal_many, play_many, priorities_of
from sevens_kernel import Rules, SevensError, deal
from sevens_kernel.fast import finish
from sevens_kernel.layout import layout, priorities
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_kernel.race import Race
from tests.positions import PRESETS

ROOT = Path(__file__).parents[2]


def serves(rules: Rules) -> bool:
    return rules.packs == 1 and rules.fixed_start is not None and not rules.out_of_turn_starts


SERVED = [(name, players) for name, players in PRESETS if serves(Rules.named(name, players))]
REFUSED = [(name, players) for name, players in PRESETS if not serves(Rules.named(name, players))]


def race_of(deals: Deals, at: int) -> Race:
    """Give one of the deals to plain Python."""
    rules = deals.rules
    owner = [int(seat) for seat in deals.owner[:, at]]
    race = Race(rules, rules.fixed_start, owner, [owner.count(s) for s in range(rules.players)])
    race.turn = int(deals.first[at])
    race._set_out(rules.opening_card)
    return race


@pytest.mark.parametrize(("name", "players"), SERVED)
def test_every_deal_ends_as_in_plain_python(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep, "BLOCK", 32)  # so that several blocks are played
    deals = deal_many(Rules.named(name, players), 80, np.random.default_rng(players), players - 1)
    endings = play_many(deals)
    for at in range(80):
        found = endings.winner[at], endings.turns[at], endings.passes[at]
        assert found == tuple(finish(race_of(deals, at))), at


@pytest.mark.parametrize(("name", "players"), [("school", 4), ("fan tan", 5), ("devyatka", 3)])
def test_the_same_deals_end_so_under_the_rules(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    plan = layout(rules.ranks, rules.fixed_start)
    states = [deal(rules, number) for number in range(25)]
    owner = np.empty((len(plan.kinds), len(states)), np.int8)
    for at, state in enumerate(states):
        for seat, hand in enumerate(state.hands):
            for card in hand:
                owner[plan.place[card.index], at] = seat
    first = np.array([state.turn for state in states], np.int8)
    endings = play_many(Deals(rules, owner, first))
    seats = dict.fromkeys(range(players), player("priority"))
    for at, state in enumerate(states):
        done = play_until(state, seats, Random(1))
        assert endings.winner[at] == done.out
        assert endings.turns[at] == len(done.history)
        assert endings.passes[at] == sum(done.passes)


def test_priorities_are_those_of_plain_python() -> None:
    for name, players in SERVED[::3]:
        rules = Rules.named(name, players)
        plan = layout(rules.ranks, rules.fixed_start)
        deals = deal_many(rules, 20, np.random.default_rng(7))
        found = priorities_of(plan, deals.owner)
        for at in range(20):
            owner = [int(seat) for seat in deals.owner[:, at]]
            assert found[:, at].tolist() == priorities(plan, owner, players)


@pytest.mark.parametrize(("name", "players"), REFUSED)
def test_other_rules_are_refused_in_a_sentence(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    with pytest.raises(SevensError, match=r"cannot be played in lockstep: that takes one pack"):
        deal_many(rules, 10, np.random.default_rng(1))


def test_both_kinds_of_rule_set_are_tried() -> None:
    assert {name for name, _ in REFUSED} == {"Domino", "French Domino", "Two packs"}
    assert len(SERVED) > 30
    check(Rules())


def test_deals_are_even_and_the_seat_after_the_dealer_gets_the_extra_card() -> None:
    deals = deal_many(Rules(players=5), 2000, np.random.default_rng(3), dealer=1)
    held = np.array([(deals.owner == seat).sum(axis=0) for seat in range(5)])
    assert (held == np.array([[10], [10], [11], [11], [10]])).all()
    for seat in range(5):  # each card about as often as any: five standard deviations
        often = (deals.owner == seat).sum(axis=1)
        expected = 2000 * held[seat, 0] / 52
        assert (abs(often - expected) < 5 * expected**0.5).all()
    assert (deals.first == deals.owner[Rules().ranks.index(Rules().fixed_start) + 13]).all()


def test_the_command_prints_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert lockstep.main(["--deals", "500", "--rules", "devyatka:3"]) == 0
    out = capsys.readouterr().out
    assert "Devyatka, 3 players by the fixed priority: 500 deals (seed 1)" in out
    deals = deal_many(Rules.named("devyatka", 3), 500, np.random.default_rng(1))
    opened = (play_many(deals).winner == deals.first).mean()
    assert f"opener        {100 * opened:.2f} ±" in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rules", "domino"], "Domino cannot be played in lockstep"),
        (["--rules", "whist"], "“whist” is not a rule set"),
        (["--deals", "0"], "deals “0”"),
    ],
)
def test_the_command_refuses_in_a_sentence(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lockstep.main(options) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_the_c_program_plays_the_game_that_is_known(tmp_path: Path) -> None:
    """100,000 random games: the seats win 34.0, 24.0, 22.3 and 19.7 %, with 51.9 turns and 5.3 passes."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler (cc) is on the path")
    program = tmp_path / "limit"
    source = ROOT / "benchmarks" / "limit.c"
    subprocess.run([compiler, "-O2", "-Wall", "-Werror", "-o", program, source], check=True)
    told = subprocess.run([program, "100000", "1"], capture_output=True, text=True, check=True)
    *wins, turns, passes = map(int, told.stdout.split())
    assert sum(wins) == 100_000
    assert [won / 1000 for won in wins] == pytest.approx([34.0, 24.0, 22.3, 19.7], abs=0.5)
    assert turns / 100_000 == pytest.approx(51.9, abs=0.1)
    assert passes / 100_000 == pytest.approx(5.3, abs=0.1)
