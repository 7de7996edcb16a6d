"""Write the golden deals, dealt by the oracle: `python -m tests.data.make_deals`.

A deal number promises the same cards for ever. When a golden deal no longer matches, the engine is
wrong, not the file: add lines, never write the old ones anew.
"""

from __future__ import annotations

from pathlib import Path

from sevens_kernel.rulesets import parse_rules
from tests import oracle
from tests.positions import as_switches

FILE = Path(__file__).parent / "deals" / "golden.txt"

WHICH = [
    ("school:4", 0, 0, 0),
    ("school:4", 1, 0, 0),
    ("school:4", 1234, 0, 0),
    ("school:4", 1234, 3, 0),
    ("school:4", 1234, 0, 26),
    ("school:4", 1234, 2, 51),
    ("school:4", 999_999_999, 0, 0),
    ("classic:3", 7, 1, 0),
    ("classic:5", 7, 4, 13),
    ("classic:8", 7, 7, 1),
    ("fan-tan:4", 1234, 0, 0),
    ("fan-tan:6", 42, 5, 0),
    ("fan-tan-with-chips:4", 20, 0, 0),
    ("chip-penalty:4", 21, 1, 0),
    ("parliament:7", 22, 2, 40),
    ("domino:4", 23, 3, 0),
    ("french-domino:4", 24, 0, 0),
    ("french-domino:8", 25, 6, 9),
    ("devyatka:3", 26, 0, 0),
    ("devyatka:6", 27, 5, 35),
    ("two-packs:6", 28, 0, 0),
    ("two-packs:8", 29, 7, 103),
    ("school:3,packs=2", 30, 2, 50),
]


def line(rules_text: str, number: int, dealer: int, cut: int) -> str:
    """Give one golden deal: what was dealt, who opens, and each hand in the order in which it was dealt."""
    game = oracle.deal(as_switches(parse_rules(rules_text)), number, dealer, cut)
    hands = " / ".join(" ".join(hand) for hand in game["hands"])
    return f"{rules_text} deal {number} dealer {dealer} cut {cut} opens {game['turn']} | {hands}"


def main() -> None:
    """Write the file; lines that stand in it stay as they are."""
    old = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    new = [line(*each) for each in WHICH]
    FILE.write_text("\n".join([*old, *(each for each in new if each not in old)]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
