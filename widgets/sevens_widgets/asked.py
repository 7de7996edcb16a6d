"""What a page is told only when it asks, because it takes longer or is long to send.

The weighed suggestion for a move, what the passes so far prove, and the sheet of the rules to print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from zlib import crc32

from sevens_kernel.cards import Card
from sevens_kernel.deduce import proofs
from sevens_kernel.players import advise, weighed_advice
from sevens_kernel.rules import Rules
from sevens_kernel.view import View
from sevens_widgets import printed

Json = dict[str, Any]


class Asked:
    """What was asked for, and the answers that still hold."""

    def __init__(self) -> None:
        self._weighed: tuple[View, Card | None, str] | None = None
        self._proofs = False
        self.sheet: Rules | None = None  # of which rules a sheet was asked for just now

    def ask(self, message: Mapping[object, object], seen: View) -> None:
        """Take in one question of a page."""
        if message.get("type") == "proofs":
            self._proofs = message.get("open") is True
        elif message.get("type") == "suggest" and _on_turn(seen):
            chance = Random(crc32(repr(seen).encode()))  # the same position is weighed the same way
            advice = weighed_advice(seen, chance)
            self._weighed = seen, advice.move.card, advice.sentence

    def suggestion(self, seen: View) -> tuple[Card | None, str, bool]:
        """Give a move, its reason, and whether it was weighed, as it is where it was asked for."""
        if not _on_turn(seen):
            return None, "", False
        if self._weighed and self._weighed[0] == seen:
            return *self._weighed[1:], True
        advice = advise(seen)
        return advice.move.card, advice.sentence, False

    def payload(self, seen: View, names: Sequence[str]) -> Json:
        """Give what is sent beside the game: the proofs while the page shows them."""
        shown = self._proofs and seen.out is None
        return {
            "proofs": list(proofs(seen, names)) if shown else None,
            "sheet": printed.drawn(self.sheet) if self.sheet else None,
        }


def _on_turn(seen: View) -> bool:
    return seen.out is None and seen.turn == seen.seat
