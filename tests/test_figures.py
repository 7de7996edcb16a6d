"""The figures of the lessons: measured as they say, the same again, and nowhere a figure that was not measured."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any

import pytest

from benchmarks import figures
from benchmarks.policies import (
    Chain,
    Tally,
    by_chance,
    by_priority,
    one_against_the_rest,
    play,
    waiting,
)
from sevens_kernel import Card, Rules
from sevens_kernel.fast import finish
from sevens_kernel.race import Race

ROOT = Path(__file__).parents[1]
KEPT: dict[str, dict[str, Any]] = {
    each["name"]: each for each in json.loads(figures.RESULTS.read_text("utf-8"))["figures"]
}
LESSON = ROOT / "notebooks" / "5_strategy.ipynb"
NO_BREAK = "\u00a0"  # keeps a figure on one line
FIGURE = re.compile(r"(\d+(?:\.\d+)?) ± (\d+(?:\.\d+)?) %")


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_a_figure_measured_again_is_the_same(figure: figures.Figure) -> None:
    """Its first deals, played again, are won as often as when they were counted; and all its sums fit together."""
    kept = KEPT[figure.name]
    assert kept["deals"] == figure.deals
    again = figure.measure(figures.FIRST, figures.SEED)
    assert {name: tally.total for name, tally in again.items()} == kept["first"]
    for number in kept["numbers"]:
        tally = Tally(number["games"], number["count"], number["total"], number["squares"])
        assert figures.numbers(figure, number["of"], tally) == number
    assert kept["command"] == f"python -m benchmarks figures {figure.name}"


def test_what_is_kept_is_what_is_measured() -> None:
    assert list(KEPT) == [figure.name for figure in figures.FIGURES]


def measured() -> set[tuple[str, str]]:
    """Give every share with its interval that is kept anywhere in docs/results."""
    found: set[tuple[str, str]] = set()

    def walk(data: Any) -> None:
        if isinstance(data, dict):
            if isinstance(data.get("percent"), float) and isinstance(data.get("interval"), float):
                found.add((f"{data['percent']:.1f}", f"{data['interval']:.1f}"))
            data = list(data.values())
        if isinstance(data, list):
            for each in data:
                walk(each)

    for path in (ROOT / "docs" / "results").glob("*.json"):
        walk(json.loads(path.read_text("utf-8")))
    return found


def texts() -> dict[str, str]:
    """Give all that a reader of the course reads, without what a cell has worked out itself."""
    found = {
        path.name: path.read_text("utf-8") for path in (ROOT / "README.md", ROOT / "CHANGELOG.md")
    }
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        found[path.name] = "\n".join(
            "".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"
        ).replace(NO_BREAK, " ")
    return found


def test_every_figure_that_is_told_was_measured() -> None:
    told = {name: set(FIGURE.findall(text)) for name, text in texts().items()}
    assert len(told[LESSON.name]) >= 20
    for name, shares in told.items():
        assert shares <= measured(), name


def test_the_check_would_find_a_figure_that_was_not_measured() -> None:
    assert FIGURE.findall("won 99.9 ± 0.3 % of them") == [("99.9", "0.3")]
    assert ("99.9", "0.3") not in measured()


def share(name: str, of: str) -> str:
    """Write a kept figure as the lesson does."""
    number = next(each for each in KEPT[name]["numbers"] if each["of"] == of)
    return f"{number['percent']} ± {number['interval']} %"


def row(label: str) -> list[str]:
    """Find a line of a table in the lesson, and give its other cells."""
    line = re.search(rf"^\| {re.escape(label)} \| (.*) \|$", texts()[LESSON.name], re.MULTILINE)
    assert line, label
    return line[1].split(" | ")


def test_the_lines_of_the_tables_are_the_figures_they_say() -> None:
    ideas = {
        "open no way that only the others need": "opens no way that only others need",
        "free your own card behind cards of the others": "frees own cards behind others",
        "free your own card with none of theirs between": "frees own cards with none between",
        "keep your sevens": "keeps sevens",
    }
    for label, of in ideas.items():
        assert row(label) == [share("one-idea", of)]
    assert row("all that counts, weighed together") == [
        share("one-good-player", "good against three by chance")
    ]
    for seat in ("the opener", "the second", "the third", "the last"):
        assert row(seat) == [share("seats-chance", seat), share("seats-good", seat)]
    for label, of in (("one with a card more", "a card more"), ("one without", "no card more")):
        both = [share(f"extra-card-5-{how}", of) for how in ("chance", "good")]
        assert row(f"of five players, {label}") == both
    for number, word in enumerate(("none", "one", "two", "three", "four")):
        assert row(word) == [share("aces-and-kings", str(number))]


def test_the_sentences_hold_the_figures_they_say() -> None:
    text = texts()[LESSON.name]
    for name, of in (
        ("one-idea-good", "keeps sevens"),
        ("one-idea-good", "ends last"),
        ("one-idea-good", "runs first"),
        ("one-idea-good", "runs last"),
        *((f"extra-card-{players}-good", "a card more") for players in (3, 6, 7)),
        *((f"extra-card-{players}-good", "no card more") for players in (3, 6, 7)),
        ("left-over", "good"),
        ("left-over-others", "good"),
        ("holding-up", "chance, only when another has three cards"),
        ("holding-up", "chance, from the start"),
    ):
        assert share(name, of) in text
    cards = next(each for each in KEPT["told-by-a-pass"]["numbers"] if each["of"] == "good")
    assert round(cards["cards"]) == 6
    assert "it names six cards" in text
    shares = [each["percent"] for each in KEPT["aces-and-kings"]["numbers"]]
    left = [after / before for before, after in pairwise(shares)]
    assert 0.62 < left[0] < 0.72, "about a third is taken away"
    assert left == sorted(left, reverse=True), "and the later ones take more"


def test_four_equal_players_play_as_the_engine_does() -> None:
    chance = Random(5).random
    for _ in range(100):
        race = Race.dealt(Rules(), chance)
        worth = [[by_priority(card) for card in waiting(race.plan, race.owner)]]
        assert play(race, worth, chance).winner == finish(race.copy()).winner


def test_four_equal_players_win_a_quarter_each_exactly() -> None:
    tally = one_against_the_rest(by_priority, by_priority, 20, 1)
    assert (tally.mean, tally.interval) == (0.25, 0.0)


def test_a_tally_gives_the_interval_of_the_mean() -> None:
    wins = [0, 1, 1, 4, 2, 0, 3, 1]
    tally = Tally(games=4)
    for each in wins:
        tally.add(each)
    assert tally.mean == sum(wins) / 32
    assert tally.interval == pytest.approx(1.96 * stdev(wins) / len(wins) ** 0.5 / 4)


def test_an_idea_sees_the_chains_of_its_holder() -> None:
    race = Race.dealt(Rules(), Random(1).random)
    plan = race.plan
    owner = [1] * 52
    for card in ("8h", "Jh", "7h"):
        owner[plan.place[Card(card).index]] = 0
    cards = waiting(plan, owner)
    eight, seven = (cards[plan.place[Card(card).index]] for card in ("8h", "7h"))
    assert eight.chains == (Chain(own=1, gap=2, tail=2),)
    assert seven.start
    assert seven.chains == (Chain(0, 0, 6), Chain(2, 2, 2))
    assert not seven.gift
    assert cards[plan.place[Card("6h").index]].harmless, "all below it are its holder's"
    assert by_chance(eight) == 0


def test_the_command_prints_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["seats-good", "--deals", "50"]) == 0
    printed = capsys.readouterr().out
    assert "seats-good: Deals won by each seat" in printed
    assert printed.count(" ± ") == 4
    assert figures.main(["nonsense"]) == 2
    assert "“nonsense” is no figure: there are seats-chance" in capsys.readouterr().err
    assert figures.main(["seats-good", "--write"]) == 2
    assert figures.main(["--deals", "0"]) == 2
