"""The switchboard of the rules: what can be switched, what is impossible and why, and which rules are in play.

There is nothing of notebooks or widgets in here. An act is a message from a page, and a page can
send anything: `Board.act` never raises, and what it gives out is always a set of rules that can be
played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sevens_kernel.errors import RulesError
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import (
    Ruleset,
    format_rules,
    nearest,
    ruleset,
    rulesets,
)
from sevens_kernel.switches import (
    SWITCHES,
    Choice,
    Switch,
    example_of,
    refusal_words,
    refused_switches,
    title_words,
    turn_switches,
)
from sevens_kernel.telling import about_words, crowd_words, range_words, summary_words
from sevens_widgets import printed

Json = dict[str, Any]


class Board:
    """The switches as they stand, which may be impossible together, and the rules in play, which never are.

    adopt: called with the rules each time somebody asks to play under them.

    >>> board = Board(Rules())
    >>> board.act({"type": "switch", "field": "aces", "value": "high"})
    >>> board.payload()["title"], board.payload()["adopted"]
    ('School with aces high', 'school:4')
    >>> board.act({"type": "adopt"})
    >>> board.payload()["adopted"]
    'school:4,aces=high'
    """

    def __init__(self, rules: Rules, adopt: Callable[[Rules], None] | None = None) -> None:
        """Set every switch as in some rules, which are in play."""
        self._adopt = adopt
        self._adopted = rules
        self._notice: str | None = None
        self._sheet = False
        self._set(rules)

    def _set(self, rules: Rules) -> None:
        self._possible = rules
        self._refusal: str | None = None
        self._refused: tuple[str, ...] = ()
        self._values = {each.field: each.value_of(rules) for each in SWITCHES}

    @property
    def adopted(self) -> Rules:
        """The rules in play."""
        return self._adopted

    def follow(self, rules: Rules) -> None:
        """Show the rules of a game that was gone on with: they are in play."""
        self._notice, self._sheet = None, False
        self._adopted = rules
        self._set(rules)

    def act(self, message: object) -> None:
        """Do what a page asks; what is no act of the board is ignored."""
        self._notice, self._sheet = None, False
        if not isinstance(message, Mapping):
            return
        match message.get("type"):
            case "preset":
                self._choose(message.get("slug"))
            case "switch":
                self._turn(message.get("field"), message.get("value"))
            case "adopt":
                self._play()
            case "sheet":
                self._sheet = self._refusal is None

    def _choose(self, slug: object) -> None:
        """Set every switch as in a named rule set, for as many players as now where it allows them."""
        if not isinstance(slug, str) or slug not in [each.slug for each in rulesets()]:
            return
        found, players = ruleset(slug), self._possible.players
        allowed = found.min_players <= players <= found.max_players
        self._set(found.rules(players if allowed else None))
        if not allowed:
            self._notice = crowd_words(found, self._possible.players)

    def _turn(self, field: object, value: object) -> None:
        found = next((each for each in SWITCHES if each.field == field), None)
        if found is None or value not in [each.value for each in self._choices(found)]:
            return
        self._values[found.field] = str(value)
        try:
            self._possible, self._refusal = turn_switches(self._values), None
            self._refused = ()
        except RulesError as error:
            self._refusal, self._refused = refusal_words(error), refused_switches(error)

    def _play(self) -> None:
        if self._refusal:
            self._notice = "Nobody can play by these switches yet; the game goes on as it was."
            return
        self._adopted = self._possible
        if self._adopt:
            self._adopt(self._adopted)
        self._notice = f"The game below begins again, under {title_words(self._adopted)}."

    def payload(self) -> Json:
        """Give all that the browser draws."""
        near, _ = nearest(self._possible)
        return {
            "kind": "board",
            "presets": [
                {
                    "slug": each.slug,
                    "name": each.name,
                    "summary": about_words(each),
                    "players": range_words(each),
                }
                for each in rulesets()
            ],
            "preset": near.slug,
            "title": title_words(self._possible),
            "text": format_rules(self._possible),
            "summary": summary_words(self._possible),
            "switches": [self._drawn(each, near) for each in SWITCHES],
            "refusal": self._refusal,
            "refused": list(self._refused),
            "adopted": format_rules(self._adopted),
            "notice": self._notice,
            "sheet": printed.drawn(self._possible) if self._sheet else None,
        }

    def _drawn(self, switch: Switch, near: Ruleset) -> Json:
        value = self._values[switch.field]
        usual = Rules(players=self._possible.players, **dict(near.switches))
        possible = None if self._refusal else self._possible
        return {
            "field": switch.field,
            "words": switch.words,
            "value": value,
            "changed": value != switch.value_of(usual),
            "example": example_of(switch.field, value, possible),
            "options": [
                {"value": each.value, "words": each.words} for each in self._choices(switch)
            ],
        }

    def _choices(self, switch: Switch) -> list[Choice]:
        """Give the usual values of a switch, and the value in force where it is none of them."""
        now = switch.choice(self._values[switch.field])
        return [*switch.choices, *([] if now in switch.choices else [now])]
