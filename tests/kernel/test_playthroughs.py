"""Golden playthroughs: one whole deal under every rule set, with every state, view and legal move as text."""

from __future__ import annotations

import pytest

from sevens_kernel import legal, view
from sevens_kernel.notation import format_position, parse_position, parse_record, replay
from sevens_kernel.rulesets import rulesets
from tests.data.make_playthroughs import FOLDER, playthrough

SLUGS = [each.slug for each in rulesets()]


def test_every_rule_set_has_its_playthrough() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_deal_played_anew_gives_the_same_text(slug: str) -> None:
    """The oracle plays along here and agrees at every moment."""
    assert playthrough(slug) == (FOLDER / f"{slug}.txt").read_text("utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_record_alone_replays_to_every_moment(slug: str) -> None:
    record, *moments = (FOLDER / f"{slug}.txt").read_text("utf-8").split("\n\n")
    states = list(replay(parse_record(record)))
    for state, moment in zip(states, moments, strict=True):
        lines = moment.splitlines()
        assert parse_position(lines[0]) == state
        assert format_position(state) == lines[0]
        for seat in range(state.rules.players):
            seen = lines[1 + seat].removeprefix(f"  seat {seat + 1} sees ")
            assert format_position(view(state, seat)) == seen
            others = [
                card for each, hand in enumerate(state.hands) if each != seat for card in hand
            ]
            read = parse_position(seen)
            assert read.hands[seat] == state.hands[seat]
            assert [card for hand in read.hands for card in hand] == list(state.hands[seat])
            assert sum(read.unknown) == len(others)
        moves = " ".join(move.text for move in legal(state)) or "nothing"
        assert f"  legal {moves}" in lines


def test_the_playthroughs_show_all_that_can_happen() -> None:
    """Passes, caught false passes, starts out of turn, chips, a chosen start and second rows each occur."""
    text = "\n".join((FOLDER / f"{slug}.txt").read_text("utf-8") for slug in SLUGS)
    for sign in (
        " passes\n",
        "tried to pass",
        "out of turn +",
        "chips=",
        "caught",
        "start=",
        "A-K.3-T",
    ):
        assert sign in text, sign
