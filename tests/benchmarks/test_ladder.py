"""The ladder in the documents is the one that was played, and the players still play so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import ladder
from benchmarks.ladder import AGAINST, RESULTS, SLOW, is_true, load, render, result, rungs, tables
from sevens_kernel.arena import play_deals
from sevens_kernel.players import player, player_names
from sevens_kernel.rulesets import parse_rules, ruleset

ROOT = Path(__file__).parents[2]
PLAYED = load(ROOT / RESULTS)
QUICK = [rung for rung in rungs() if rung.player not in SLOW]


def test_the_page_is_what_the_figures_say() -> None:
    assert (ROOT / "docs" / "LADDER.md").read_text("utf-8") == render(PLAYED)


def test_every_player_has_its_rungs() -> None:
    """Of the slow ones those against “priority”; the others may still have to be played."""
    needed = {r.key for r in rungs() if r.player not in SLOW or r.against == AGAINST[0]}
    assert needed - set(PLAYED) == set()
    assert len(tables()) == 11


@pytest.mark.parametrize("rules", tables())
def test_the_first_deals_of_every_rung_of_quick_players_end_as_they_did(rules: str) -> None:
    mine = [rung for rung in QUICK if rung.rules == rules]
    assert len(mine) == len(AGAINST) * (len(player_names()) - len(SLOW))
    stale = [r.key for r in mine if r.key not in PLAYED or not is_true(PLAYED[r.key])]
    assert stale == [], "python -m benchmarks ladder"


@pytest.mark.parametrize("rules", ["school:4", "devyatka:4"])
@pytest.mark.parametrize("name", sorted(SLOW))
def test_the_first_deals_of_a_slow_player_end_as_they_did(rules: str, name: str) -> None:
    assert is_true(PLAYED[f"{rules}: {name} against priority"]), "python -m benchmarks ladder"


@pytest.mark.parametrize(("rules", "names"), tables().items())
def test_rule_sets_that_share_a_line_are_played_alike(rules: str, names: tuple[str, ...]) -> None:
    count = parse_rules(rules).players
    seats = [player(name) for name in ("priority", "random", "heuristic", *["random"] * 5)[:count]]
    tallies = [
        play_deals(
            seats, ruleset(name).rules(count) if len(names) > 1 else parse_rules(rules), range(3)
        )
        for name in names
    ]
    assert all(tally == tallies[0] for tally in tallies)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("random", 9.5),
        ("first that fits", 11),
        ("most own behind", 19),
        ("own minus others", 21),
    ],
)
def test_rungs_of_school_are_where_they_are_known_to_be(name: str, known: float) -> None:
    """Against three of the best formula; the players are alike in idea, not in every tie."""
    share = result(PLAYED[f"school:4: {name} against priority"]).share(name)
    assert abs(share.percent - known) < share.interval + 2


def test_the_priority_beats_three_random_players_as_often_as_is_known() -> None:
    share = result(PLAYED["school:4: priority against random"]).share("priority")
    assert abs(share.percent - 53.9) < share.interval + 0.3


def test_seats_of_random_players_win_as_is_known() -> None:
    seats = result(PLAYED["school:4: random against random"]).by_seat
    for share, known in zip(seats, (34.0, 24.0, 22.3, 19.7), strict=True):
        assert abs(share.percent - known) < 1.3 * share.interval + 0.5


# ---- the command ---------------------------------------------------------------------------


def command(path: Path, *more: str) -> int:
    options = ["--quick", "--rules", "school:5", "--player", "random", "--player", "priority"]
    return ladder.main([*options, "--jobs", "1", "--results", str(path), *more])


@pytest.mark.parametrize(
    ("option", "known"), [("--rules", "french-domino:4"), ("--player", "near the seven")]
)
def test_a_table_or_player_that_is_none_is_told_those_that_are(
    option: str, known: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command(tmp_path / "ladder.json", option, "nobody")
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "invalid choice: 'nobody'" in said
    assert known in said


def test_a_run_goes_on_where_it_was_and_plays_again_what_is_no_longer_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results" / "ladder.json"
    assert command(path) == 0
    assert capsys.readouterr().out.count("4 deals in") == 4
    kept, page = path.read_bytes(), (tmp_path / "LADDER.md").read_text("utf-8")
    assert "School (5)" in page

    assert command(path) == 0
    assert capsys.readouterr().out == ""
    assert command(path, "--check") == 0
    assert "4 rungs, 0 missing, 0 no longer true" in capsys.readouterr().out

    data = json.loads(kept)
    data["rungs"][1]["first"]["turns"] += 1
    path.write_text(json.dumps({**data, "rungs": data["rungs"][:3]}), "utf-8")
    assert command(path, "--check") == 1
    assert "4 rungs, 1 missing, 1 no longer true" in capsys.readouterr().out
    assert command(path) == 0
    assert capsys.readouterr().out.count("4 deals in") == 2
    assert path.read_bytes() == kept
    assert (tmp_path / "LADDER.md").read_text("utf-8") == page


def test_ctrl_c_keeps_the_rungs_that_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results" / "ladder.json"
    played = []

    def interrupted(rung: ladder.Rung, jobs: int) -> dict[str, object]:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(rung.key)
        return whole(rung, jobs)

    whole = ladder.play
    monkeypatch.setattr(ladder, "play", interrupted)
    assert command(path) == 130
    assert "2 rungs are kept" in capsys.readouterr().err
    assert list(load(path)) == played
