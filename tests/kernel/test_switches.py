"""The switches: every value is accepted, every impossible value and pair is refused in one sentence."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from sevens_kernel import Card, Rules, RulesError
from sevens_kernel.rules import Aces, Coin, FalsePass, MatchEnd, Pack, Scoring, StartRank
from sevens_kernel.rulesets import format_rules, parse_rules, ruleset, rulesets
from sevens_kernel.switches import example_of, switch
from tests import oracle
from tests.positions import PRESETS, as_switches

LEFT = "dealer's left"

# Every value of every switch in the table "Switches", each with what else it needs to make sense.
VALUES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *(({"players": number}, {}) for number in range(3, 9)),
    ({"pack": "full"}, {}),
    ({"pack": "short"}, {"aces": "high", "start_rank": "9", "opener": "9d"}),
    ({"packs": 1}, {}),
    ({"packs": 2}, {}),
    ({"aces": "low"}, {}),
    ({"aces": "high"}, {}),
    ({"start_rank": "7"}, {}),
    ({"start_rank": "9"}, {"opener": "9d"}),
    ({"start_rank": "chosen"}, {"opener": LEFT}),
    ({"opener": Card("7d")}, {}),
    ({"opener": Card("7c")}, {}),
    ({"opener": Card("7h")}, {}),
    ({"opener": Card("7s")}, {}),
    ({"opener": Card("9d")}, {"pack": "short", "aces": "high", "start_rank": "9"}),
    ({"opener": LEFT}, {}),
    ({"out_of_turn_starts": False}, {}),
    ({"out_of_turn_starts": True}, {}),
    ({"false_pass": "blocked"}, {}),
    ({"false_pass": "penalised"}, {"penalty": 2, "penalty_in": "chips"}),
    ({"penalty": 0}, {}),
    ({"penalty": 3, "penalty_in": "points"}, {"false_pass": "penalised", "scoring": "points"}),
    ({"penalty": 3, "penalty_in": "chips"}, {"false_pass": "penalised"}),
    *(({coin: number}, {}) for coin in ("pass_chip", "ante", "card_chip") for number in (0, 1)),
    ({"scoring": "none"}, {}),
    ({"scoring": "deals won"}, {}),
    ({"scoring": "points"}, {}),
    ({"scoring": "chips"}, {"ante": 1}),
    ({"match_end": "deals", "match_target": 7}, {}),
    ({"match_end": "deals won", "match_target": 3}, {"scoring": "deals won"}),
    ({"match_end": "chips held", "match_target": 40}, {"scoring": "chips", "ante": 1}),
]


@pytest.mark.parametrize(("value", "needs"), VALUES, ids=str)
def test_every_value_of_every_switch_is_accepted(
    value: dict[str, Any], needs: dict[str, Any]
) -> None:
    rules = Rules(**value, **needs)
    for name, given in value.items():
        assert getattr(rules, name) == given


def test_the_defaults_are_school() -> None:
    assert Rules() == Rules.named("School")
    assert as_switches(Rules()) == oracle.SCHOOL


# value → what the sentence must contain: the switch, the value, and what is allowed.
OUT_OF_RANGE: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"players": 2}, ("players", "“2”", "3 to 8")),
    ({"players": 9}, ("players", "“9”", "3 to 8")),
    ({"players": 0}, ("players", "“0”", "3 to 8")),
    ({"players": -4}, ("players", "“-4”", "3 to 8")),
    ({"players": "four"}, ("players", "“four”", "3 to 8")),
    ({"players": True}, ("players", "“True”", "3 to 8")),
    ({"players": 4.0}, ("players", "“4.0”", "3 to 8")),
    ({"pack": "tarot"}, ("pack", "“tarot”", "full, short")),
    ({"packs": 0}, ("packs", "“0”", "1 or 2")),
    ({"packs": 3}, ("packs", "“3”", "1 or 2")),
    ({"aces": "both"}, ("aces", "“both”", "low, high")),
    ({"start_rank": "8"}, ("start_rank", "“8”", "7, 9, chosen")),
    ({"opener": "youngest"}, ("opener", "“youngest”", LEFT)),
    ({"opener": None}, ("opener", "“None”", LEFT)),
    ({"out_of_turn_starts": "maybe"}, ("out_of_turn_starts", "“maybe”", "True or False")),
    ({"false_pass": "free"}, ("false_pass", "“free”", "blocked, penalised")),
    ({"penalty": -1}, ("penalty", "“-1”", "0 to 100")),
    ({"penalty": 101}, ("penalty", "“101”", "0 to 100")),
    ({"penalty_in": "gold"}, ("penalty_in", "“gold”", "points, chips")),
    ({"pass_chip": 2}, ("pass_chip", "“2”", "0 or 1")),
    ({"ante": 2}, ("ante", "“2”", "0 or 1")),
    ({"card_chip": -1}, ("card_chip", "“-1”", "0 or 1")),
    ({"chips_each": -1}, ("chips_each", "“-1”", "0 to 10000")),
    ({"scoring": "fun"}, ("scoring", "“fun”", "none, deals won, points, chips")),
    ({"match_end": "never"}, ("match_end", "“never”", "deals, deals won, chips held")),
    ({"match_target": 0}, ("match_target", "“0”", "1 to 10000")),
]


@pytest.mark.parametrize(("value", "says"), OUT_OF_RANGE, ids=str)
def test_a_value_outside_its_range_is_quoted_with_the_range(
    value: dict[str, Any], says: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**value)
    _is_one_sentence_saying(str(caught.value), says)


# Two switches that exclude each other; the sentence names both, as people write them.
IMPOSSIBLE: list[tuple[dict[str, Any], tuple[str, str]]] = [
    (
        {"pack": "short", "aces": "low", "start_rank": "9", "opener": "9d"},
        ("pack short", "aces low"),
    ),
    (
        {"pack": "short", "aces": "high", "start_rank": "7"},
        ("pack short", "start_rank 7"),
    ),
    (
        {"pack": "short", "aces": "high", "start_rank": "chosen", "opener": LEFT},
        ("pack short", "start_rank chosen"),
    ),
    ({"start_rank": "chosen"}, ("opener 7♦", "start_rank chosen")),
    ({"start_rank": "9"}, ("opener 7♦", "start_rank 9")),
    ({"opener": Card("8d")}, ("opener 8♦", "start_rank 7")),
    ({"opener": Card("9d")}, ("opener 9♦", "start_rank 7")),
    ({"penalty": 2, "scoring": "points"}, ("penalty 2", "false_pass blocked")),
    (
        {"false_pass": "penalised", "scoring": "points"},
        ("false_pass penalised", "penalty 0"),
    ),
    (
        {"false_pass": "penalised", "penalty": 2, "penalty_in": "points"},
        ("penalty_in points", "scoring none"),
    ),
    (
        {
            "false_pass": "penalised",
            "penalty": 2,
            "penalty_in": "points",
            "scoring": "chips",
            "ante": 1,
        },
        ("penalty_in points", "scoring chips"),
    ),
    ({"scoring": "chips"}, ("scoring chips", "ante")),
    (
        {"match_end": "chips held", "match_target": 40, "scoring": "points"},
        ("match_end chips held", "scoring points"),
    ),
    (
        {"match_end": "chips held", "scoring": "chips", "ante": 1},
        ("match_end chips held", "match_target None"),
    ),
    (
        {"match_end": "chips held", "match_target": 20, "scoring": "chips", "ante": 1},
        ("match_end chips held", "match_target 20"),
    ),
    (
        {"match_end": "deals won", "match_target": 3},
        ("match_end deals won", "scoring none"),
    ),
]


@pytest.mark.parametrize(("values", "says"), IMPOSSIBLE, ids=str)
def test_two_switches_that_exclude_each_other_are_refused_naming_both(
    values: dict[str, Any], says: tuple[str, str]
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**values)
    _is_one_sentence_saying(str(caught.value), says)


def _is_one_sentence_saying(message: str, says: tuple[str, ...]) -> None:
    assert all(part in message for part in says), message
    assert "\n" not in message
    assert ". " not in message
    assert len(message) < 250


def _combinations() -> Iterator[dict[str, Any]]:
    """Every combination of the switches that could exclude each other."""
    openers = (Card("7d"), Card("9d"), LEFT)
    for pack, aces, start, opener in itertools.product(Pack, Aces, StartRank, openers):
        yield {"pack": pack, "aces": aces, "start_rank": start, "opener": opener}
    for caught, penalty, coin, scoring, chip in itertools.product(
        FalsePass, (0, 2), Coin, Scoring, (0, 1)
    ):
        money = {"penalty": penalty, "penalty_in": coin, "scoring": scoring, "ante": chip}
        for end in MatchEnd:
            yield {"false_pass": caught, **money, "match_end": end, "match_target": 30}


def _possible(switches: dict[str, Any]) -> bool:
    """Say by the table of switches alone whether a combination makes a game."""
    named = {"players": 4, **dict.fromkeys(("pack", "aces", "start_rank"), None), **switches}
    opener = switches.get("opener", Card("7d"))
    start = str(named["start_rank"] or "7")
    if named["pack"] is Pack.SHORT and (named["aces"] is not Aces.HIGH or start != "9"):
        return False
    if isinstance(opener, Card) and opener.rank.text != start:
        return False
    penalised = switches.get("false_pass") is FalsePass.PENALISED
    penalty, scoring = switches.get("penalty", 0), switches.get("scoring", Scoring.NONE)
    in_chips = switches.get("penalty_in") is Coin.CHIPS
    if penalised != bool(penalty) or (penalty and not in_chips and scoring is not Scoring.POINTS):
        return False
    chips = bool(switches.get("ante")) or (penalty and in_chips)
    if scoring is Scoring.CHIPS and not chips:
        return False
    end = switches.get("match_end", MatchEnd.DEALS)
    if end is MatchEnd.CHIPS_HELD:
        return scoring is Scoring.CHIPS
    return end is MatchEnd.DEALS or scoring is not Scoring.NONE


def test_every_combination_is_made_or_refused_as_the_table_of_switches_says() -> None:
    made, refused = 0, 0
    for switches in _combinations():
        if _possible(switches):
            assert Rules(**switches)
            made += 1
        else:
            with pytest.raises(RulesError):
                Rules(**switches)
            refused += 1
    assert made > 50
    assert refused > 50


def test_there_are_exactly_the_ten_rule_sets_of_the_table() -> None:
    assert [each.name for each in rulesets()] == list(oracle.RULE_SETS)


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_a_rule_set_differs_from_school_exactly_as_its_row_says(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    assert as_switches(rules) == oracle.switches(name, players)
    assert rules.match_end is MatchEnd.DEALS
    assert rules.match_target is None


@pytest.mark.parametrize("name", oracle.RULE_SETS)
def test_a_rule_set_refuses_every_other_number_of_players_naming_its_range(name: str) -> None:
    few, many, _ = oracle.RULE_SETS[name]
    for players in sorted(set(range(11)) - set(range(few, many + 1))):
        with pytest.raises(RulesError) as caught:
            Rules.named(name, players)
        message = str(caught.value)
        assert str(players) in message
        in_game = 3 <= players <= 8
        allowed = (
            ("3 to 8",) if not in_game else (str(few),) if few == many else (f"{few} to {many}",)
        )
        _is_one_sentence_saying(message, allowed)


@pytest.mark.parametrize("name", oracle.RULE_SETS)
def test_a_rule_set_is_found_in_any_case_and_spelling(name: str) -> None:
    few = oracle.RULE_SETS[name][0]
    wanted = Rules.named(name, few)
    for text in (name.upper(), name.lower(), name.replace(" ", "-"), name.replace(" ", "_")):
        assert Rules.named(text, few) == wanted


def test_a_rule_set_is_found_by_the_other_names_that_people_use_for_it() -> None:
    others = {name: each for each in rulesets() for name in each.also}
    assert others["Sevens"].slug == "school"
    assert others["Card Dominoes"].slug == "fan-tan"
    names = [each.name.lower() for each in rulesets()] + [name.lower() for name in others]
    assert len(set(names)) == len(names), "no two rule sets share a name"
    for name, each in others.items():
        assert ruleset(name) is ruleset(name.upper().replace(" ", "_")) is each
        assert parse_rules(f"{name.replace(' ', '-')}:{each.usual_players}") == each.rules()


def test_an_unknown_rule_set_is_refused_naming_all_ten() -> None:
    with pytest.raises(RulesError) as caught:
        ruleset("Rummy")
    message = str(caught.value)
    assert "“Rummy”" in message
    assert all(name in message for name in oracle.RULE_SETS)


# Any switch may be changed on any preset: a change for each switch that keeps most presets possible.
CHANGES: list[dict[str, Any]] = [
    {"players": 7},
    {"packs": 2},
    {"packs": 1},
    {"aces": "high"},
    {"opener": LEFT},
    {"out_of_turn_starts": True},
    {"false_pass": "penalised", "penalty": 4, "penalty_in": "chips"},
    {"false_pass": "blocked", "penalty": 0, "ante": 1},
    {"pass_chip": 1},
    {"ante": 1},
    {"card_chip": 1},
    {"chips_each": 50},
    {"scoring": "deals won", "penalty_in": "chips"},
    {"match_target": 9},
]


@pytest.mark.parametrize("name", oracle.RULE_SETS)
def test_any_switch_may_be_changed_on_any_rule_set(name: str) -> None:
    base = Rules.named(name)
    for change in CHANGES:
        changed = base.with_(**change)
        for field in dataclasses.fields(Rules):
            expected = change.get(field.name, getattr(base, field.name))
            assert getattr(changed, field.name) == expected


def test_a_switch_that_does_not_exist_is_refused_naming_all_switches() -> None:
    with pytest.raises(RulesError) as caught:
        Rules().with_(jokers=2)
    message = str(caught.value)
    assert "“jokers”" in message
    assert all(field.name in message for field in dataclasses.fields(Rules))


def test_rules_never_change() -> None:
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 5  # type: ignore[misc]
    assert Rules.__subclasses__() == []


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_rules_as_text_read_back_to_the_same_rules(name: str, players: int) -> None:
    rules = Rules.named(name, players)
    assert parse_rules(format_rules(rules)) == rules
    assert format_rules(rules).split(",") == [f"{ruleset(name).slug}:{players}"]
    for change in CHANGES:
        changed = rules.with_(**change)
        text = format_rules(changed)
        assert " " not in text
        assert parse_rules(text) == changed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a rule set"),
        ("rummy:4", "“rummy”"),
        ("school:nine", "“nine”"),
        ("school:9", "“9”"),
        ("school:4,aces", "“aces”"),
        ("school:4,jokers=2", "“jokers”"),
        ("school:4,aces=sideways", "“sideways”"),
        ("school:4,start_rank=9", "opener 7♦ with start_rank 9"),
        ("school:4,packs=2²", "“2²”"),
        (None, "“None” is not a rule set"),
    ],
)
def test_rules_text_that_cannot_be_read_is_quoted(text: Any, says: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    assert says in str(caught.value)


def test_a_switch_that_does_not_exist_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="jokers"):
        switch("jokers")


@pytest.mark.parametrize("value", ["0", "9", "٣", "-1", "many"])
def test_a_number_of_players_that_cannot_be_has_no_example(value: str) -> None:
    assert example_of("players", value, Rules()) == "A value of your own."
