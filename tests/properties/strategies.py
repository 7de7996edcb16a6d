"""What the properties are tried on: any rules that can be played, any deal, any course of play."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sevens_kernel import Rules, State, deal
from sevens_kernel.deal import MAX_DEAL
from tests.positions import PRESETS, play_on


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Any combination of the switches that matter at the table; only combinations that can be are built."""
    short = draw(st.booleans())
    start = "9" if short else draw(st.sampled_from(["7", "9", "chosen"]))
    openers = ["dealer's left"]
    if start != "chosen":
        openers += [f"{start}{suit}" for suit in "cdhs"]
    fined = draw(st.booleans())
    in_points = fined and draw(st.booleans())
    switches: dict[str, Any] = {
        "players": draw(st.integers(3, 8)),
        "pack": "short" if short else "full",
        "packs": draw(st.sampled_from([1, 2])),
        "aces": "high" if short else draw(st.sampled_from(["low", "high"])),
        "start_rank": start,
        "opener": draw(st.sampled_from(openers)),
        "out_of_turn_starts": draw(st.booleans()),
        "pass_chip": draw(st.sampled_from([0, 1])),
        "ante": draw(st.sampled_from([0, 1])),
        "card_chip": draw(st.sampled_from([0, 1])),
        "chips_each": draw(st.sampled_from([0, 1, 20])),
    }
    if fined:
        switches |= {
            "false_pass": "penalised",
            "penalty": draw(st.integers(1, 5)),
            "penalty_in": "points" if in_points else "chips",
        }
    coins = [
        switches["pass_chip"],
        switches["ante"],
        switches["card_chip"],
        fined and not in_points,
    ]
    scores = ["none", "deals won", "points"] + ["chips"] * any(coins)
    switches["scoring"] = "points" if in_points else draw(st.sampled_from(scores))
    return Rules(**switches)


def presets() -> st.SearchStrategy[Rules]:
    """Every rule set at every number of players it allows."""
    return st.sampled_from([Rules.named(name, players) for name, players in PRESETS])


def all_rules() -> st.SearchStrategy[Rules]:
    """Rule sets and house rules alike."""
    return presets() | house_rules()


@st.composite
def deals(draw: st.DrawFn) -> State:
    """A deal under any rules, with any dealer and cut."""
    rules = draw(all_rules())
    return deal(
        rules,
        draw(st.integers(0, MAX_DEAL)),
        draw(st.integers(0, rules.players - 1)),
        draw(st.integers(0, len(rules.pack_cards) - 1)),
    )


@st.composite
def games(draw: st.DrawFn) -> list[State]:
    """Every state of a deal played by chance to its end."""
    return play_on(draw(deals()), draw(st.integers(0, 2**32)))


@st.composite
def moments(draw: st.DrawFn) -> State:
    """One state from anywhere in a deal, the beginning and the end included."""
    states = draw(games())
    return states[draw(st.integers(0, len(states) - 1))]
