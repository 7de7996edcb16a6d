"""Write perft files for every rule set but School: `python -m tests.data.make_perft`.

A file is written only where both engines, the real one and the naive oracle, count the same.
School's file is not made here: its figures come from two other engines.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from sevens_kernel import Rules, State, apply, deal, legal
from sevens_kernel.rulesets import format_rules, ruleset
from tests import oracle
from tests.positions import acts_of, as_game, perft

HERE = Path(__file__).parent / "perft"
MOST = 2_500  # sequences at the last depth: enough to tell, few enough to be counted twice at every run
DEEPEST = 12

WHAT = (
    "counts[d-1] = number of distinct sequences of d acts from the position: moves in turn, forced passes, and "
    "starts out of turn by any seat. A finished deal has no sequel. Two independent engines agreed on every figure."
)


def positions(rules: Rules, seed: int) -> list[State]:
    """Two dealt positions and two near the end of a deal, where hands run out within the depth."""
    dealt = [deal(rules, seed + extra, extra % rules.players) for extra in (0, 1)]
    return dealt + [_near_the_end(deal(rules, seed + extra), seed) for extra in (2, 3)]


def _near_the_end(state: State, seed: int) -> State:
    chance = Random(seed)
    while min(state.sizes) > 2:
        state = apply(state, chance.choice(legal(state)))
    return state


def counts(state: State) -> list[int]:
    """Count as deep as the limits allow; raise where the engines disagree."""
    depth = 1
    found = perft(state, depth)
    while depth < DEEPEST:
        deeper = perft(state, depth + 1)
        if deeper[-1] > MOST or not deeper[-1]:
            break
        depth, found = depth + 1, deeper
    if oracle.perft(as_game(state), depth) != found:
        raise SystemExit(f"the engines disagree: {state!r}")
    return found


def entry(state: State) -> dict[str, object]:
    """Give a position as plain data, in letters that need no other reader."""
    start = state.table.shape.start
    return {
        "rules": format_rules(state.rules),
        "table": " ".join(card.code for card in state.table.cards()),
        "start": start.text if start else None,
        "hands": [" ".join(card.code for card in hand) for hand in state.hands],
        "turn": state.turn,
        "counts": counts(state),
    }


def main() -> None:
    """Write one file per rule set, with its fewest, usual and most players."""
    for name in list(oracle.RULE_SETS)[1:]:
        few, many, _ = oracle.RULE_SETS[name]
        usual = ruleset(name).usual_players
        states = [
            state
            for players in sorted({few, usual, many})
            for state in positions(Rules.named(name, players), 100 * players)
            if acts_of(state)
        ]
        data = {"what": WHAT, "positions": [entry(state) for state in states]}
        path = HERE / f"{ruleset(name).slug}.json"
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
