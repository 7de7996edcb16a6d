"""Every figure of the lessons, measured: python -m benchmarks figures [NAME …] [--deals N] [--write].

Whole deals under School rules, unless a figure says otherwise, dealt and played by chance from a fixed seed: the same
command gives the same figures on every machine. What is committed in docs/results/figures.json is what --write wrote.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.policies import (
    Played,
    Tally,
    Way,
    by_chance,
    by_priority,
    ends_first,
    ends_last,
    far_cards,
    gifts_at_will,
    near_cards,
    no_gifts,
    one_against_the_rest,
    play,
    runs_first,
    runs_last,
    sevens_first,
    sevens_last,
    waiting,
    with_idea,
)
from sevens_kernel.cards import Rank
from sevens_kernel.fast import finish
from sevens_kernel.race import Race
from sevens_kernel.rules import Rules

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "figures.json"
COMMAND = "python -m benchmarks figures"
SEED = 1
FIRST = 200  # deals of a figure that are counted apart as well, so that a test can play them again
ENDS = (Rank.ACE, Rank.KING)
FEW = 3  # cards left in somebody's hand: the end is near

Measured = dict[str, Tally]
Count = Callable[[Race, Played], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Figure:
    """One question, with all its answers measured in one go.

    says: what is measured, in a sentence. unit: what the numbers count. measure: plays so many deals from a seed.
    """

    name: str
    says: str
    deals: int
    measure: Callable[[int, int], Measured]
    unit: str = "percent"
    rules: str = "school:4"


# --- what is measured -----------------------------------------------------------------------------


def seats(by_chance_alone: bool) -> Callable[[int, int], Measured]:
    """Count the deals won by each seat from the opener on, when all four choose alike."""

    def measure(deals: int, seed: int) -> Measured:
        chance, names = Random(seed).random, ("the opener", "the second", "the third", "the last")
        found = {name: Tally() for name in names}
        for _ in range(deals):
            race = Race.dealt(Rules(), chance)
            opener = race.turn
            winner = finish(race, chance if by_chance_alone else None).winner
            for at, name in enumerate(names):
                found[name].add(int(winner == (opener + at) % 4))
        return found

    return measure


def dealt(
    ranks: Sequence[Rank], most: int, by_chance_alone: bool
) -> Callable[[int, int], Measured]:
    """Count the deals won by a seat that was dealt none, one, two … cards of some ranks."""

    def measure(deals: int, seed: int) -> Measured:
        chance, found = Random(seed).random, {str(number): Tally() for number in range(most + 1)}
        for _ in range(deals):
            race = Race.dealt(Rules(), chance)
            kinds = race.plan.kinds
            held = sum(at == 1 and kinds[kind].rank in ranks for kind, at in enumerate(race.owner))
            won = finish(race, chance if by_chance_alone else None).winner == 1
            if held <= most:
                found[str(held)].add(int(won))
        return found

    return measure


def extra_card(players: int, by_chance_alone: bool) -> Callable[[int, int], Measured]:
    """Count the deals won by a seat with a card more than others, and by one without."""

    def measure(deals: int, seed: int) -> Measured:
        rules, chance = Rules.named("classic", players=players), Random(seed).random
        more = len(rules.pack_cards) % players
        found = {"a card more": Tally(more), "no card more": Tally(players - more)}
        for _ in range(deals):
            race = Race.dealt(rules, chance)
            most = [cards == max(race.left) for cards in race.left]
            winner = finish(race, chance if by_chance_alone else None).winner
            found["a card more"].add(int(most[winner]))
            found["no card more"].add(int(not most[winner]))
        return found

    return measure


def against(others: Way, **ideas: Way) -> Callable[[int, int], Measured]:
    """Let a player with each idea meet three without any; the names of the ideas have _ for a space."""

    def measure(deals: int, seed: int) -> Measured:
        return {
            name.replace("_", " "): one_against_the_rest(idea, others, deals, seed)
            for name, idea in ideas.items()
        }

    return measure


def near_the_end(deals: int, seed: int) -> Measured:
    """Let a player hold the others up from the start, or only when another has few cards; or then no longer."""
    held, forgot = "only when another has three cards", "no longer when another has three cards"
    return {
        "chance, from the start": one_against_the_rest(no_gifts, by_chance, deals, seed),
        f"chance, {held}": one_against_the_rest(by_chance, by_chance, deals, seed, no_gifts, FEW),
        f"good, {forgot}": one_against_the_rest(
            by_priority, by_priority, deals, seed, gifts_at_will, FEW
        ),
    }


def played(way: Way, count: Count, of: int) -> Callable[[int, int], Tally]:
    """Play deals in which all choose alike, and tally what is counted of each; of: what each count is a part of."""

    def measure(deals: int, seed: int) -> Tally:
        chance, tally = Random(seed).random, Tally(of)
        for _ in range(deals):
            race = Race.dealt(Rules(), chance)
            worth = [[way(card) for card in waiting(race.plan, race.owner)]]
            for number in count(race, play(race, worth, chance)):
                tally.add(number)
        return tally

    return measure


def both(count: Count, of: int = 1) -> Callable[[int, int], Measured]:
    """Count something in deals of four players by chance, and of four good ones."""
    ways = {"chance": by_chance, "good": by_priority}
    return lambda deals, seed: {
        name: played(way, count, of)(deals, seed) for name, way in ways.items()
    }


FIGURES = (
    Figure(
        "seats-chance",
        "Deals won by each seat when all four choose by chance.",
        200_000,
        seats(by_chance_alone=True),
    ),
    Figure(
        "seats-good",
        "Deals won by each seat when all four choose by the fixed priority.",
        200_000,
        seats(by_chance_alone=False),
    ),
    Figure(
        "one-good-player",
        "Deals won by one player against three equal others.",
        20_000,
        lambda deals, seed: {
            "good against three by chance": one_against_the_rest(
                by_priority, by_chance, deals, seed
            ),
            "by chance against three good": one_against_the_rest(
                by_chance, by_priority, deals, seed
            ),
        },
    ),
    Figure(
        "one-idea",
        "Deals won by a player with one idea, and chance for the rest, against three by chance.",
        20_000,
        against(
            by_chance,
            opens_no_way_that_only_others_need=no_gifts,
            frees_own_cards_behind_others=far_cards,
            frees_own_cards_with_none_between=near_cards,
            keeps_sevens=sevens_last,
            hurries_with_sevens=sevens_first,
        ),
    ),
    Figure(
        "one-idea-good",
        "Deals won by a good player with one idea that goes before everything else, against three good ones.",
        20_000,
        against(
            by_priority,
            keeps_sevens=with_idea(sevens_last),
            hurries_with_sevens=with_idea(sevens_first),
            ends_first=with_idea(ends_first),
            ends_last=with_idea(ends_last),
            runs_first=with_idea(runs_first),
            runs_last=with_idea(runs_last),
            takes_no_account_of_gifts=gifts_at_will,
        ),
    ),
    Figure(
        "holding-up",
        "Deals won by a player that holds the others up early, late, or no longer, against three that do not differ.",
        20_000,
        near_the_end,
    ),
    Figure(
        "aces-and-kings",
        "Deals won by a seat that was dealt so many aces and kings, all four choosing by the fixed priority.",
        200_000,
        dealt(ENDS, 4, by_chance_alone=False),
    ),
    Figure(
        "aces-and-kings-chance",
        "The same when all four choose by chance.",
        200_000,
        dealt(ENDS, 4, by_chance_alone=True),
    ),
    Figure(
        "sevens-dealt",
        "Deals won by a seat that was dealt so many sevens, all four choosing by the fixed priority.",
        200_000,
        dealt((Rank.SEVEN,), 3, by_chance_alone=False),
    ),
    *(
        Figure(
            f"extra-card-{players}-{name}",
            f"Deals won by one of {players} players with a card more than others, and by one without, {how}.",
            100_000,
            extra_card(players, by_chance_alone=name == "chance"),
            rules=f"classic:{players}",
        )
        for players in (3, 5, 6, 7)
        for name, how in (
            ("chance", "all choosing by chance"),
            ("good", "all choosing by the fixed priority"),
        )
    ),
    Figure(
        "left-over",
        "Aces and kings that are still in a hand when a deal ends.",
        20_000,
        both(
            lambda race, end: [8 - sum(race.plan.kinds[kind].rank in ENDS for kind in end.laid)], 8
        ),
    ),
    Figure(
        "left-over-others",
        "All other cards that are still in a hand when a deal ends.",
        20_000,
        both(
            lambda race, end: [
                44 - sum(race.plan.kinds[kind].rank not in ENDS for kind in end.laid)
            ],
            44,
        ),
    ),
    Figure(
        "passes",
        "Passes in a deal.",
        20_000,
        both(lambda race, end: [len(end.fitted)]),
        unit="passes",
    ),
    Figure(
        "told-by-a-pass",
        "Cards that fitted when a player passed, and which that player cannot hold.",
        20_000,
        both(lambda race, end: end.fitted),
        unit="cards",
    ),
)


# --- writing it down ------------------------------------------------------------------------------


def numbers(figure: Figure, name: str, tally: Tally) -> dict[str, Any]:
    """Write down one number with its interval, and the sums from which it comes."""
    scale = 100 if figure.unit == "percent" else 1
    return {
        "of": name,
        figure.unit: round(scale * tally.mean, 1),
        "interval": round(scale * tally.interval, 1 if scale == 100 else 2),
        "total": tally.total,
        "squares": tally.squares,
        "count": tally.count,
        "games": tally.games,
    }


def entry(figure: Figure, deals: int) -> dict[str, Any]:
    """Measure a figure, and write down what anybody needs to measure it again."""
    first = figure.measure(min(deals, FIRST), SEED)
    return {
        "name": figure.name,
        "says": figure.says,
        "command": f"{COMMAND} {figure.name}",
        "rules": figure.rules,
        "deals": deals,
        "seed": SEED,
        "unit": figure.unit,
        "numbers": [numbers(figure, *each) for each in figure.measure(deals, SEED).items()],
        "first": {name: tally.total for name, tally in first.items()},
    }


def shown(found: dict[str, Any]) -> str:
    """Write a figure for people."""
    unit = found["unit"]
    sign = "%" if unit == "percent" else unit
    head = f"{found['name']}: {found['says']} ({found['rules']}, {found['deals']} deals, seed {found['seed']})"
    lines = [
        f"  {each['of']:<44}{each[unit]:>6} ± {each['interval']} {sign}"
        for each in found["numbers"]
    ]
    return "\n".join([head, *lines])


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the figures named, or all; give the exit status."""
    parser = argparse.ArgumentParser(
        "benchmarks figures", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="which figures; all, if none is named"
    )
    parser.add_argument(
        "--deals", type=int, help="so many deals for each, instead of its own number"
    )
    parser.add_argument("--write", action="store_true", help=f"save all in {RESULTS.name}")
    options = parser.parse_args(argv)
    known = {figure.name: figure for figure in FIGURES}
    strange = [name for name in options.names if name not in known]
    if strange:
        print(f"“{strange[0]}” is no figure: there are {', '.join(known)}", file=sys.stderr)
        return 2
    if options.deals is not None and options.deals < 2:
        print(f"deals “{options.deals}”: write a whole number from 2", file=sys.stderr)
        return 2
    if options.write and (options.names or options.deals):
        print(
            "--write saves all figures with their own numbers of deals: name none", file=sys.stderr
        )
        return 2
    found = []
    for figure in [known[name] for name in options.names] or FIGURES:
        found.append(entry(figure, options.deals or figure.deals))
        print(shown(found[-1]), flush=True)
    if options.write:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(
            json.dumps({"figures": found}, ensure_ascii=False, indent=1) + "\n", "utf-8"
        )
        print(f"saved in {RESULTS.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
