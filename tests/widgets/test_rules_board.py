"""The switchboard: every switch, every preset, what is impossible said in words, and nothing a page sends does harm."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel.errors import RulesError
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules, rulesets
from sevens_kernel.switches import SWITCHES, refusal_words, title_words, turn_switch
from sevens_widgets import house_rules
from sevens_widgets.rules_board import Board

BOARD = {
    *("kind", "presets", "preset", "title", "text", "summary"),
    *("switches", "refusal", "refused", "adopted", "notice", "sheet"),
}


def turned(board: Board, field: str, value: str) -> dict[str, Any]:
    """Turn one switch as a page does."""
    board.act({"type": "switch", "field": field, "value": value})
    return board.payload()


def values(drawn: dict[str, Any]) -> dict[str, str]:
    """Give the value of every switch that is shown."""
    return {each["field"]: each["value"] for each in drawn["switches"]}


def changed(drawn: dict[str, Any]) -> set[str]:
    """Give the switches that are marked as changed."""
    return {each["field"] for each in drawn["switches"] if each["changed"]}


def test_every_field_the_browser_draws_is_there_and_is_json() -> None:
    drawn = Board(Rules()).payload()
    assert set(drawn) == BOARD
    assert json.loads(json.dumps(drawn)) == drawn
    assert [each["field"] for each in drawn["switches"]] == [each.field for each in SWITCHES]
    for each in drawn["switches"]:
        assert each["value"] in [option["value"] for option in each["options"]]
        words = [option["words"] for option in each["options"]]
        assert len(set(words)) == len(words)
        assert each["example"].endswith(".")
    assert [each["name"] for each in drawn["presets"]] == [each.name for each in rulesets()]
    assert all(
        each["summary"][0].isupper() or each["summary"][0].isdigit() for each in drawn["presets"]
    )


@pytest.mark.parametrize("slug", [each.slug for each in rulesets()])
def test_every_rule_set_can_be_chosen_and_adopted(slug: str) -> None:
    found: list[Rules] = []
    board = Board(Rules(), found.append)
    board.act({"type": "preset", "slug": slug})
    drawn = board.payload()
    assert drawn["preset"] == slug
    assert changed(drawn) == set()
    assert drawn["adopted"] == "school:4", "choosing is not yet playing"
    board.act({"type": "adopt"})
    assert [each.with_() for each in found] == [parse_rules(drawn["text"])]
    assert board.payload()["adopted"] == drawn["text"]
    assert board.adopted == found[0]
    name = drawn["title"]
    assert board.payload()["notice"] == f"The game below begins again, under {name}."


def test_a_rule_set_keeps_the_number_of_players_where_it_can_and_says_where_it_cannot() -> None:
    board = Board(Rules.named("fan tan", players=5))
    board.act({"type": "preset", "slug": "devyatka"})
    assert board.payload()["text"] == "devyatka:5"
    assert board.payload()["notice"] is None
    board.act({"type": "preset", "slug": "two-packs"})
    assert board.payload()["text"] == "two-packs:6"
    assert board.payload()["notice"] == "Two packs is for 6 to 8 players: now there are 6."


@pytest.mark.parametrize("slug", [each.slug for each in rulesets()])
def test_every_value_of_every_switch_is_taken_or_refused_as_the_rules_say(slug: str) -> None:
    for switch in SWITCHES:
        for choice in switch.choices:
            board = Board(Rules.named(slug))
            before = board.payload()
            drawn = turned(board, switch.field, choice.value)
            assert values(drawn) == values(before) | {switch.field: choice.value}
            rules, refusal = outcome(Rules.named(slug), switch.field, choice.value)
            assert drawn["refusal"] == refusal
            expected = rules or Rules.named(slug)  # the last possible rules stay
            assert (drawn["text"], drawn["title"]) == (
                format_rules(expected),
                title_words(expected),
            )
            assert board.adopted == Rules.named(slug)


def outcome(rules: Rules, field: str, value: str) -> tuple[Rules | None, str | None]:
    """Ask the rules themselves what becomes of a turned switch."""
    try:
        return turn_switch(rules, field, value), None
    except RulesError as error:
        return None, refusal_words(error)


def all_refusals() -> set[str]:
    """Give every sentence that turning one switch of a rule set, or one more after it, can bring."""
    said = set()
    for each in rulesets():
        for switch in SWITCHES:
            for choice in switch.choices:
                board = Board(each.rules())
                drawn = turned(board, switch.field, choice.value)
                said.add(drawn["refusal"])
    return said - {None}


def test_refusals_speak_in_the_words_of_the_board() -> None:
    said = all_refusals()
    assert len(said) > 15
    board = {f"{each.words}: {choice.words}" for each in SWITCHES for choice in each.choices}
    alone = {choice.words for each in SWITCHES for choice in each.choices}
    for sentence in said:
        assert "_" not in sentence
        assert sentence.endswith(".")
        quoted = sentence.split("“")[1:]
        named = [part.partition("”")[0] for part in quoted]
        assert named, sentence
        assert all(name in board | alone for name in named), sentence


def test_a_refusal_names_the_switches_that_do_not_go_together() -> None:
    for each in rulesets():
        for switch in SWITCHES:
            for choice in switch.choices:
                board = Board(each.rules())
                drawn = turned(board, switch.field, choice.value)
                assert bool(drawn["refused"]) == bool(drawn["refusal"])
                if not drawn["refusal"]:
                    continue
                shown = {each["field"]: each for each in drawn["switches"]}
                assert set(drawn["refused"]) <= set(shown)
                told = [shown[field]["words"].lower() for field in drawn["refused"]]
                values = [words_of(shown[field]).lower() for field in drawn["refused"]]
                said = drawn["refusal"].lower()
                assert all(
                    name in said or value in said
                    for name, value in list(zip(told, values, strict=True))[:2]
                ), (told, values, said)


def words_of(switch: dict[str, Any]) -> str:
    """Give the words of the value that a switch has."""
    return next(each["words"] for each in switch["options"] if each["value"] == switch["value"])


def test_the_switches_are_named_where_they_are_mended_no_more() -> None:
    board = Board(Rules())
    assert turned(board, "pack", "short")["refused"] == ["pack", "aces"]
    assert turned(board, "aces", "high")["refused"] == ["pack", "start_rank"]
    board.act({"type": "preset", "slug": "school"})
    assert board.payload()["refused"] == []


def test_an_impossible_combination_keeps_the_draft_until_it_is_mended() -> None:
    found: list[Rules] = []
    board = Board(Rules(), found.append)
    drawn = turned(board, "pack", "short")
    assert drawn["refusal"] == (
        "“Short pack, 36 cards” and “Aces low” do not go together: "
        "the short pack runs from six to ace, so its aces are high."
    )
    board.act({"type": "adopt"})
    assert found == []
    assert board.payload()["notice"] == (
        "Nobody can play by these switches yet; the game goes on as it was."
    )
    assert "short pack the nines start" in turned(board, "aces", "high")["refusal"]
    assert turned(board, "start_rank", "9")["refusal"] is not None
    drawn = turned(board, "opener", "9d")
    assert drawn["refusal"] is None
    assert (drawn["preset"], drawn["text"]) == ("devyatka", "devyatka:4")
    board.act({"type": "adopt"})
    assert found == [Rules.named("devyatka")]


def test_a_change_is_marked_and_told_and_undone_by_turning_back() -> None:
    board = Board(Rules.named("fan tan"))
    drawn = turned(board, "ante", "1")
    assert changed(drawn) == {"ante"}
    assert drawn["summary"].endswith(" Changed: ante before the deal: 1 chip each.")
    drawn = turned(board, "ante", "0")
    assert changed(drawn) == set()
    assert "Changed" not in drawn["summary"]


def test_the_example_of_the_players_counts_the_pack_in_use() -> None:
    for slug, said in (("school", "of 52 cards"), ("devyatka", "of 36 cards")):
        first = Board(Rules.named(slug)).payload()["switches"][0]
        assert said in first["example"].lower()
    board = Board(Rules.named("two packs"))
    assert turned(board, "players", "8")["switches"][0]["example"] == (
        "Everybody is dealt 13 of 104 cards."
    )


def test_while_the_switches_are_refused_nothing_is_said_of_another_pack() -> None:
    drawn = turned(Board(Rules()), "pack", "short")
    assert drawn["refusal"]
    assert drawn["switches"][0]["example"] == "All the cards are dealt out, one at a time."
    assert "52" not in drawn["switches"][0]["example"]


def test_the_example_of_the_full_pack_is_true_with_aces_low_and_high() -> None:
    pack = next(each for each in SWITCHES if each.field == "pack")
    said = pack.choice("full").example
    assert said == "The two to the king, and the ace, in four suits."
    for aces in ("low", "high"):
        assert {str(rank.word) for rank in Rules(aces=aces).ranks} >= {"two", "king", "ace"}


def test_a_value_that_is_no_usual_choice_is_shown_as_it_is() -> None:
    rules = parse_rules("fan-tan:4,match_target=7")
    drawn = Board(rules).payload()
    found = next(each for each in drawn["switches"] if each["field"] == "match_target")
    assert found["value"] == "7"
    assert found["options"][-1] == {"value": "7", "words": "7"}
    assert parse_rules(drawn["text"]) == rules


def test_a_game_that_is_gone_on_with_brings_its_rules_to_the_board() -> None:
    board, table = house_rules(deal=7).children

    def press(widget: Any, act: dict[str, Any]) -> None:
        widget._receive(None, act, None)

    press(table, {"type": "resume", "record": "fan-tan:5 deal 3 |", "ply": table.payload["ply"]})
    assert table.payload["rules"] == "Fan Tan"
    assert (board.payload["adopted"], board.payload["text"]) == ("fan-tan:5", "fan-tan:5")
    assert "other rules: Fan Tan" in table.payload["notice"]
    press(board, {"type": "switch", "field": "aces", "value": "low"})
    press(board, {"type": "adopt"})
    assert table.payload["rules"] == "Fan Tan with aces low"
    assert board.payload["adopted"] == "fan-tan:5,aces=low"


def test_the_game_beneath_the_board_is_kept_under_one_name_whatever_is_adopted() -> None:
    board, table = house_rules(deal=7).children
    name = table.payload["id"]
    board._receive(None, {"type": "switch", "field": "aces", "value": "high"}, None)
    board._receive(None, {"type": "adopt"}, None)
    assert table.payload["rules"] == "School with aces high"
    assert table.payload["id"] == name
    assert table.payload["link"] == "school:4,aces=high deal 7", (
        "by which a page knows it as another"
    )


WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMED = st.sampled_from([each.field for each in SWITCHES])
VALUES = st.sampled_from(sorted({choice.value for each in SWITCHES for choice in each.choices}))
ACTS = st.fixed_dictionaries(
    {"type": st.sampled_from(["preset", "switch", "adopt", "play", ""]) | WILD},
    optional={
        "field": NAMED | WILD,
        "value": VALUES | WILD,
        "slug": st.sampled_from([each.slug for each in rulesets()]) | WILD,
    },
)


@given(st.lists(ACTS | WILD, max_size=12))
def test_nothing_a_page_sends_raises_or_brings_rules_that_cannot_be(messages: list[Any]) -> None:
    adopted: list[Rules] = []
    board = Board(Rules(), adopted.append)
    for message in messages:
        board.act(message)
        drawn = board.payload()
        assert parse_rules(drawn["text"])
        assert parse_rules(drawn["adopted"]) == board.adopted
        for each in drawn["switches"]:
            assert each["value"] in [option["value"] for option in each["options"]]
    assert all(isinstance(each, Rules) for each in adopted)
