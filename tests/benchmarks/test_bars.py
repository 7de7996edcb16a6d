"""The table of what is wanted and reached: it says what it should, whatever the speed of the machine."""

from __future__ import annotations

import pytest

from benchmarks import bars
from benchmarks.bars import Bar
from benchmarks.engine import Rate


def test_a_bar_is_reached_from_the_right_side() -> None:
    assert Bar("speed", 26_000, 25_000, "games/s").reached
    assert not Bar("speed", 24_000, 25_000, "games/s").reached
    assert Bar("time", 0.9, 1.5, "s", most=True).reached
    assert str(Bar("time", 2.0, 1.5, "s", most=True)).endswith("2.00  ≤    1.50 s        no")
    assert str(Bar("speed", 26_000, 25_000, "games/s")).endswith("26,000  ≥  25,000 games/s  yes")


def test_what_is_wanted_is_reckoned_from_the_rates() -> None:
    rates = {
        "plain Python, by chance": Rate((40_000.0, 30_000.0, 35_000.0)),
        "the naive oracle, by chance": Rate((5_000.0,)),
        "numpy in lockstep, by priority": Rate((50_000.0,)),
    }
    found = {bar.what.strip(): (bar.found, bar.reached) for bar in bars._wanted_of_games(rates)}
    assert found["School in plain Python"] == (35_000, True)
    assert found["beside the naive oracle"] == (7, False)
    assert found["100,000 deals in lockstep"] == (2, False)
    assert found["beside a public engine in C++"] == (35 / 29, True)


def test_a_quick_run_prints_every_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert bars.main(["--quick"]) == 0
    out = capsys.readouterr().out
    for words in (
        "numpy in lockstep",
        "the naive oracle",
        "a public engine in C++",
        "the slowest rule set (",
        "who wins, School at any stage",
        "best play by all, 26 cards left",
        "an estimate by playing out",
        "a new puzzle",
    ):
        assert words in out
    told = [line.split()[-1] for line in out.split("reached\n")[1].splitlines()]
    assert len(told) == 11
    assert set(told) <= {"yes", "no"}


def test_without_numpy_and_without_a_compiler_the_table_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bars.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(bars.shutil, "which", lambda name: None)
    names = [bar.what for bar in bars.games_table(rounds=1, deals=20)]
    out = capsys.readouterr().out
    assert "numpy is not installed (pip install .[arena])" in out
    assert "no C compiler (cc) was found" in out
    assert "100,000 deals in lockstep" not in names
