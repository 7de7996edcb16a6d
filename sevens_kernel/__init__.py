"""Sevens (Fan Tan, Parliament): the rules as data, positions and records as text, fair computer players.

>>> from sevens_kernel import Rules, apply, deal, legal
>>> state = deal(Rules.named("school"), 1234)
>>> legal(state)
(Move.parse("7d"),)
>>> apply(state, legal(state)[0]).table.takes(Suit.DIAMONDS)
(Card("6♦"), Card("8♦"))
"""

from sevens_kernel.acting import Outcome, apply, catch_false_pass, outcome
from sevens_kernel.cards import Card, Rank, Suit, parse_cards
from sevens_kernel.deal import deal
from sevens_kernel.errors import CardError, NotationError, RulesError, SevensError
from sevens_kernel.moves import PASS, Act, Move, lay
from sevens_kernel.notation import (
    Record,
    format_deal,
    format_position,
    format_record,
    parse_position,
    parse_record,
    record_of,
    replay,
)
from sevens_kernel.problems import Problem, problems
from sevens_kernel.refusal import IllegalMove, Refusal, why_not
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, explain, fitting, free_starts, legal
from sevens_kernel.table import Table
from sevens_kernel.verdict import Reason, Verdict, verdict
from sevens_kernel.view import View, view

__all__ = [
    "PASS",
    "Act",
    "Card",
    "CardError",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Problem",
    "Rank",
    "Reason",
    "Record",
    "Refusal",
    "Rules",
    "RulesError",
    "SevensError",
    "State",
    "Suit",
    "Table",
    "Verdict",
    "View",
    "apply",
    "catch_false_pass",
    "deal",
    "explain",
    "fitting",
    "format_deal",
    "format_position",
    "format_record",
    "free_starts",
    "lay",
    "legal",
    "outcome",
    "parse_cards",
    "parse_position",
    "parse_record",
    "problems",
    "record_of",
    "replay",
    "verdict",
    "view",
    "why_not",
]
