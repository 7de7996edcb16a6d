"""Replays: every moment of a record as patches that lead from one to the next."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel.acting import apply
from sevens_kernel.deal import deal
from sevens_kernel.notation import parse_record, record_of
from sevens_kernel.notation import replay as replayed
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.state import legal
from sevens_widgets.payload import names_from
from sevens_widgets.payload_patch import diff, merge
from sevens_widgets.replay import frame, replay

values = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "0", "1"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def same_shape(old: Any, new: Any) -> bool:
    """Whether a list never stands where the other has an object: payloads keep their shape."""
    if isinstance(old, list) != isinstance(new, list) and isinstance(new, dict):
        return False
    if isinstance(old, dict) and isinstance(new, dict):
        return all(same_shape(old[key], new[key]) for key in old.keys() & new.keys())
    if isinstance(old, list) and isinstance(new, list):
        return all(same_shape(one, two) for one, two in zip(old, new, strict=False))
    return True


@given(values, values)
def test_a_patch_makes_the_new_of_the_old(old: Any, new: Any) -> None:
    kept = json.dumps(old)
    if same_shape(old, new):
        assert merge(old, diff(old, new)) == new
    assert json.dumps(old) == kept


@pytest.mark.parametrize("slug", [each.slug for each in rulesets()])
def test_the_frames_of_a_replay_are_the_moments_of_the_deal(slug: str) -> None:
    rules = Rules.named(slug)
    start = deal(rules, 77)
    end = play_until(start, dict.fromkeys(range(rules.players), player("heuristic")), 77)
    record = record_of(start, end, 77)
    drawn = json.loads(json.dumps(replay(record, seat=1)))
    names, shown = names_from(1, rules.players), None
    for place, (state, patch) in enumerate(zip(replayed(record), drawn["frames"], strict=True)):
        shown = patch if place == 0 else merge(shown, patch)
        assert shown == frame(state, 1, names, len(record.acts))
    assert shown is not None
    assert shown["over"]


def test_the_label_of_a_moment_names_the_move_in_words() -> None:
    record = parse_record("school:4 deal 1234 | 7d 7c 6c 6d")
    shown = replay(record)["frames"][0]
    labels = [shown["label"]]
    for patch in replay(record)["frames"][1:]:
        shown = merge(shown, patch)
        labels.append(shown["label"])
    assert labels == [
        "before the first card",
        "move 1 of 4, Sam lays 7 of diamonds",
        "move 2 of 4, You lay 7 of clubs",
        "move 3 of 4, Robin lays 6 of clubs",
        "move 4 of 4, Alex lays 6 of diamonds",
    ]


def test_a_replay_of_a_whole_deal_is_small_enough_to_send(
    capsys: pytest.CaptureFixture[str],
) -> None:
    start = deal(Rules(), 1234)
    end = play_until(start, dict.fromkeys(range(4), player("heuristic")), 1234)
    size = len(json.dumps(replay(record_of(start, end, 1234)), ensure_ascii=False).encode())
    with capsys.disabled():
        print(f"\nreplay of a School deal, {end.ply} moves: {size} bytes")
    assert size < 200_000  # a guard against a lost patch: whole frames would take about 600 kB


def test_a_replay_starts_within_the_record() -> None:
    state = deal(Rules(), 1)
    record = record_of(state, apply(state, legal(state)[0]), 1)
    assert replay(record, start=99)["start"] == 1
    assert replay(record, start=-3)["start"] == 0
