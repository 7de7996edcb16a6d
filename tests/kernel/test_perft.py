"""Perft: how many sequences of acts follow a position, counted by the engine and by the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sevens_kernel import Rules, State, parse_cards
from sevens_kernel.cards import parse_rank
from sevens_kernel.rulesets import parse_rules, rulesets
from tests import oracle
from tests.positions import as_game, perft, position

FILES = Path(__file__).parents[1] / "data" / "perft"


def _read(slug: str) -> list[tuple[State, list[int]]]:
    data = json.loads((FILES / f"{slug}.json").read_text("utf-8"))
    read = _school if "deals" in data else _position
    return [read(each) for each in data.get("deals") or data["positions"]]


def _school(entry: dict[str, Any]) -> tuple[State, list[int]]:
    return position(Rules(), "", *entry["hands"], turn=entry["opener"]), entry["counts"]


def _position(entry: dict[str, Any]) -> tuple[State, list[int]]:
    rules = parse_rules(entry["rules"])
    start = parse_rank(entry["start"]) if entry["start"] else None
    state = position(rules, "", *entry["hands"], turn=entry["turn"], start=start)
    found = state.table
    for card in parse_cards(entry["table"]):
        found = found.lay(card)
    # A position cannot say who is out, and none of these needs to.
    return State(
        rules, state.hands, found, state.turn, 0, state.passes, state.fines, state.chips, 0
    ), entry["counts"]


CASES = [
    pytest.param(state, counts, id=f"{path.stem}-{number}")
    for path in sorted(FILES.glob("*.json"))
    for number, (state, counts) in enumerate(_read(path.stem))
]


def test_every_rule_set_has_a_perft_file() -> None:
    assert {path.stem for path in FILES.glob("*.json")} == {each.slug for each in rulesets()}


@pytest.mark.parametrize(("state", "counts"), CASES)
def test_the_engine_counts_what_the_file_says(state: State, counts: list[int]) -> None:
    assert perft(state, len(counts)) == counts


@pytest.mark.parametrize(("state", "counts"), CASES)
def test_the_oracle_counts_what_the_file_says(state: State, counts: list[int]) -> None:
    depth = next((at for at, count in enumerate(counts, 1) if count > 400), len(counts))
    assert oracle.perft(as_game(state), depth) == counts[:depth]


@pytest.mark.parametrize("slug", [each.slug for each in rulesets()])
def test_a_file_goes_deep_enough_to_tell(slug: str) -> None:
    cases = _read(slug)
    assert max(counts[-1] for _, counts in cases) > 300
    assert all(len(counts) >= 2 for _, counts in cases)
