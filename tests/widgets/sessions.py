"""Games in a notebook, played by what a page offers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sevens_kernel.rulesets import rulesets
from sevens_widgets.session import Session

RULES = [each.rules() for each in rulesets()]
BY_NAME = pytest.mark.parametrize("rules", RULES, ids=[each.slug for each in rulesets()])


def move_of(drawn: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Choose one of the acts that a page offers."""
    fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
    act = {"type": "play", "card": rng.choice(fits)} if fits else {"type": "pass"}
    return act | {"ply": drawn["ply"]}


def played_out(session: Session, seed: int) -> Iterator[dict[str, Any]]:
    """Play a deal to its end by what the payload offers alone, giving every payload."""
    rng = Random(seed)
    for _ in range(400):
        drawn = session.payload()
        yield drawn
        if drawn["result"]:
            return
        before = session.ply
        session.act(move_of(drawn, rng))
        assert session.ply > before, session.payload()["notice"]
    raise AssertionError("the deal did not end")
