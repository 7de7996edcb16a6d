"""The ladder: every player against equal others, for every way of laying cards and for School at 3 to 8 players.

    python -m benchmarks ladder             play what is missing or no longer true, and write the page
    python -m benchmarks ladder --check     play the first deals of every rung again; say what is no longer true

The figures are kept in docs/results/ladder.json, the page is docs/LADDER.md.

A rung is one player against one kind of opponent in all other seats, moved round so that it sits in each seat equally
often. Beside the sums of all its deals, a rung keeps those of its first two deals: playing these again tells at once
whether the code still plays as it did. A run that was stopped goes on with the next rung.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from sevens_kernel import Rules
from sevens_kernel.arena import Run
from sevens_kernel.arena_command import STOPPED, cores
from sevens_kernel.players import player, player_names
from sevens_kernel.rulesets import format_rules, parse_rules, rulesets
from sevens_kernel.tally import Contest, Tally

RESULTS = Path("docs/results/ladder.json")
AGAINST = ("priority", "random")
SEED = 1
FIRST = 2  # deals of a rung that are played again to see whether it is still true
# A game of these takes a sixth of a second, of the others a thousandth.
SLOW = frozenset({"sampler"})
# Deals of a rung: of School's usual table, of the others; each is played once for every seat. On two idle cores the
# quick players take about ten minutes, the slow ones half an hour.
MANY, USUAL = 4000, 800
MANY_SLOW, USUAL_SLOW = 1000, 100


@dataclass(frozen=True, slots=True)
class Rung:
    """One player against equal others. rules: as text. deals: how many are played for the ladder."""

    rules: str
    player: str
    against: str
    deals: int

    @property
    def key(self) -> str:
        """The rung in words."""
        return f"{self.rules}: {self.player} against {self.against}"

    def run(self, deals: int) -> Run:
        """Set out to play so many of its deals, always the same ones first."""
        rules = parse_rules(self.rules)
        seats = [self.player] + [self.against] * (rules.players - 1)
        return Run([player(name) for name in seats], rules, deals, SEED)


@lru_cache(maxsize=128)
def way_of_laying(rules: Rules) -> Rules:
    """Give the rules without what only the score knows: players that make no false pass lay the same cards.

    >>> way_of_laying(Rules.named("parliament")) == way_of_laying(Rules.named("school"))
    True
    """
    usual = Rules()
    kept = {"players", "pack", "packs", "aces", "start_rank", "opener", "out_of_turn_starts"}
    values = {
        each.name: getattr(rules if each.name in kept else usual, each.name)
        for each in fields(Rules)
    }
    return Rules(**values)


def tables() -> dict[str, tuple[str, ...]]:
    """Give the tables of the ladder as rules in text, each with the names of the rule sets that lay cards so.

    >>> tables()["fan-tan:4"]
    ('Fan Tan', 'Fan Tan with chips')
    """
    alike: dict[Rules, list[tuple[str, str]]] = {}
    for each in rulesets():
        rules = each.rules()
        alike.setdefault(way_of_laying(rules), []).append((format_rules(rules), each.name))
    found = {sets[0][0]: tuple(name for _, name in sets) for sets in alike.values()}
    for players in range(3, 9):
        found.setdefault(format_rules(Rules(players=players)), ("School",))
    return found


def rungs() -> list[Rung]:
    """Give all rungs: School's usual table first, then the quick players before the slow ones."""
    usual = format_rules(Rules())
    found = []
    for rules in tables():
        for name in player_names():
            many, few = (MANY_SLOW, USUAL_SLOW) if name in SLOW else (MANY, USUAL)
            deals = many if rules == usual else few
            found += [Rung(rules, name, against, deals) for against in AGAINST]

    def order(rung: Rung) -> tuple[bool, bool, bool]:
        slow = rung.player in SLOW
        return slow and rung.against != AGAINST[0], rung.rules != usual, slow

    return sorted(found, key=order)


# ---- results -------------------------------------------------------------------------------


def load(path: Path) -> dict[str, dict[str, Any]]:
    """Read what was played, rung by rung; nothing where there is no file."""
    if not path.exists():
        return {}
    return {_rung(each).key: each for each in json.loads(path.read_text("utf-8"))["rungs"]}


def save(path: Path, results: Mapping[str, dict[str, Any]]) -> None:
    """Write what was played, one rung a line, in the order of the ladder."""
    order = {rung.key: at for at, rung in enumerate(rungs())}
    kept = sorted(
        (each for key, each in results.items() if key in order),
        key=lambda one: order[_rung(one).key],
    )
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f'{{"command": "python -m benchmarks ladder", "seed": {SEED}, "rungs": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


def _rung(entry: Mapping[str, Any]) -> Rung:
    return Rung(entry["rules"], entry["player"], entry["against"], entry["deals"])


def result(entry: Mapping[str, Any]) -> Contest:
    """Reckon the shares of a rung from its sums."""
    rung = _rung(entry)
    run = rung.run(rung.deals)
    return Tally.from_json(entry).contest(run.names, run.rules, SEED)


def first_of(rung: Rung) -> dict[str, Any]:
    """Play the first deals of a rung."""
    run = rung.run(FIRST)
    run.play()
    return run.tally.as_json()


def is_true(entry: Mapping[str, Any]) -> bool:
    """Whether the players still do what they did in the first deals of a rung."""
    now: object = first_of(_rung(entry))
    return now == entry["first"]


def play(rung: Rung, jobs: int) -> dict[str, Any]:
    """Play a rung; give what is kept of it."""
    run = rung.run(rung.deals)
    run.play(jobs)
    head = {"rules": rung.rules, "player": rung.player, "against": rung.against}
    return head | run.tally.as_json() | {"first": first_of(rung)}


# ---- the page ------------------------------------------------------------------------------


def render(results: Mapping[str, dict[str, Any]]) -> str:
    """Write the page of the ladder from what was played."""
    shares: dict[tuple[str, str, str], Contest] = {
        (each["rules"], each["player"], each["against"]): result(each) for each in results.values()
    }
    parts = [_HEAD, _school(shares), _GRID_HEAD]
    parts += [_grid(shares, against) for against in AGAINST]
    parts += [_seats(shares), _deals(results)]
    return "\n".join(parts)


_HEAD = """\
# The ladder of players

How often one player wins against equal others. Every deal is played once for each seat the player can sit in, so that
the luck of the seat cancels, and all rungs of a table use the same deals. Each figure is the share of games won with
its 95 % interval, reckoned from the deals. This page and `docs/results/ladder.json` are written by

```sh
python -m benchmarks ladder
```

which plays only what is missing or no longer true; a test plays the first deals of the rungs again, and a test
compares this page with the figures.

## School, four players
"""

_GRID_HEAD = """
## Every way of laying cards

Rule sets that differ in the score alone are played alike and share a line. “Even” is what equal players win.
"""


def _school(shares: Mapping[tuple[str, str, str], Contest]) -> str:
    rules = format_rules(Rules())
    lines = [
        "",
        "| player | against three of “priority” | against three of “random” |",
        "| --- | --- | --- |",
    ]
    for name in player_names():
        cells = [_cell(shares, rules, name, against) for against in AGAINST]
        if any(cells):
            lines.append(f"| {name} | {' | '.join(cells)} |")
    lines.append("| even | 25 % | 25 % |")
    return "\n".join(lines[1:])


def _cell(
    shares: Mapping[tuple[str, str, str], Contest], rules: str, name: str, against: str
) -> str:
    found = shares.get((rules, name, against))
    if found is None:
        return ""
    return "even" if name == against else str(found.share(name))


def _grid(shares: Mapping[tuple[str, str, str], Contest], against: str) -> str:
    names = [name for name in player_names() if name != against]
    lines = [
        f"### Against “{against}” in all other seats",
        "",
        f"| rule set (players) | {' | '.join(names)} | even |",
        f"|{' --- |' * (len(names) + 2)}",
    ]
    for rules, also in tables().items():
        cells = [_cell(shares, rules, name, against) for name in names]
        count = parse_rules(rules).players
        if any(cells):
            lines.append(
                f"| {', '.join(also)} ({count}) | {' | '.join(cells)} | {100 / count:.1f} % |"
            )
    return "\n".join(lines) + "\n"


def _seats(shares: Mapping[tuple[str, str, str], Contest]) -> str:
    """Write how often each seat wins where all players are equal."""
    lines = [
        "## The luck of the seat",
        "",
        "How often each seat wins, counted from the opener, when all play alike.",
        "",
        "| rule set (players) | all play | "
        + " | ".join(f"seat {seat}" for seat in range(1, 9))
        + " |",
        f"|{' --- |' * 10}",
    ]
    for name in AGAINST[::-1]:
        for rules, also in tables().items():
            found = shares.get((rules, name, name))
            if found is not None:
                cells = [str(each) for each in found.by_seat] + [""] * (8 - len(found.by_seat))
                lines.append(
                    f"| {', '.join(also)} ({len(found.players)}) | {name} | {' | '.join(cells)} |"
                )
    return "\n".join(lines) + "\n"


def _deals(results: Mapping[str, dict[str, Any]]) -> str:
    """Say how many deals stand behind the figures."""
    quick = Counter(each["deals"] for each in results.values() if each["player"] not in SLOW)
    slow = Counter(each["deals"] for each in results.values() if each["player"] in SLOW)
    text = f"## How many deals\n\nOf each rung {_amounts(quick)} deals were played, School’s usual table most"
    if slow:
        text += (
            f"; of the sampler’s, which thinks a hundred times longer, {_amounts(slow)}: "
            "its intervals are wider for that"
        )
    return text + ".\n"


def _amounts(found: Counter[int]) -> str:
    return " or ".join(f"{deals:,}" for deals in sorted(found, reverse=True))


# ---- the command ---------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Play, check or write the ladder; give the exit status."""
    parser = argparse.ArgumentParser("benchmarks ladder", description="The ladder of players.")
    parser.add_argument("--check", action="store_true", help="only say which rungs are out of date")
    parser.add_argument("--quick", action="store_true", help="a few deals a rung, for a try")
    parser.add_argument("--part", type=float, default=1.0, help="of the deals, for a shorter run")
    for name, known, words in (
        ("--rules", list(tables()), "only this table, such as school:5"),
        ("--player", player_names(), "only this player"),
    ):
        parser.add_argument(name, action="append", choices=known, metavar="NAME", help=words)
    parser.add_argument("--jobs", type=int, default=cores(), help="processes that share the work")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures are kept")
    parser.add_argument(
        "--page",
        type=Path,
        help="where the page goes; without it, beside the folder of the figures",
    )
    options = parser.parse_args(argv)
    page = options.page or options.results.parent.parent / "LADDER.md"
    wanted = [
        Rung(
            rung.rules,
            rung.player,
            rung.against,
            2 * FIRST if options.quick else _part(rung, options.part),
        )
        for rung in rungs()
        if rung.rules in (options.rules or [rung.rules])
        and rung.player in (options.player or [rung.player])
    ]
    results = load(options.results)
    if options.check:
        return _check(wanted, results)
    try:
        for rung in wanted:
            _bring_up_to_date(rung, results, options.jobs)
            save(options.results, results)
            page.write_text(render(results), encoding="utf-8")
    except KeyboardInterrupt:
        print(
            f"Stopped; {len(results)} rungs are kept, and the same command goes on.",
            file=sys.stderr,
        )
        return STOPPED
    return 0


def _part(rung: Rung, part: float) -> int:
    return max(2 * FIRST, round(rung.deals * part))


def _bring_up_to_date(rung: Rung, results: dict[str, dict[str, Any]], jobs: int) -> None:
    kept = results.get(rung.key)
    if kept is not None and kept["deals"] >= rung.deals and is_true(kept):
        return
    began = time.monotonic()
    results[rung.key] = play(rung, jobs)
    share = result(results[rung.key]).share(rung.player)
    print(
        f"{rung.key}: {share}, {rung.deals} deals in {time.monotonic() - began:.0f} s", flush=True
    )


def _check(wanted: Sequence[Rung], results: Mapping[str, dict[str, Any]]) -> int:
    missing = [rung.key for rung in wanted if rung.key not in results]
    stale = [rung.key for rung in wanted if rung.key in results and not is_true(results[rung.key])]
    for words, keys in (("missing", missing), ("no longer true", stale)):
        for key in keys:
            print(f"{words}: {key}")
    print(f"{len(wanted)} rungs, {len(missing)} missing, {len(stale)} no longer true")
    return 1 if missing or stale else 0


if __name__ == "__main__":
    sys.exit(main())
