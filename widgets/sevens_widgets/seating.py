"""What a person chooses before a game: the level of the computer players, the rules, how many play, the own seat.

Everything is a value and its words; a page shows them in selects and sends a value back, which is
checked here like anything else a page sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sevens_kernel.errors import SevensError
from sevens_kernel.players import Level, Player, about_level, at_level, player, read_level
from sevens_kernel.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from sevens_kernel.rulesets import nearest, ruleset, rulesets
from sevens_kernel.switches import title_words
from sevens_kernel.telling import about_words, from_dealer_words, setup_words, summary_words

Json = dict[str, Any]

AS_NOW = ""  # the value of a choice that is none of those offered: rules, or players, of one's own


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the person sits, from 0, and who plays at the other seats: a player of their own, or that of a level."""

    seat: int = 0
    level: Level = Level.NORMAL
    own: Player | None = None

    @property
    def others(self) -> Player:
        """Give the player at all other seats."""
        return self.own or at_level(self.level)

    def checked(self, rules: Rules) -> Seating:
        """Give the same, if these rules have such a seat.

        >>> Seating(4).checked(Rules())
        Traceback (most recent call last):
        sevens_kernel.errors.SevensError: seat “4”: write a whole number from 0 to 3

        Raises SevensError for a seat that is none.
        """
        _whole("seat", self.seat, rules.players)
        return self

    def at(self, level: object) -> Seating:
        """Give the same with the computer players of a level, None being that of now.

        Raises SevensError for what is no level.
        """
        return self if level in (None, AS_NOW) else replace(self, level=_level(level), own=None)


def seating(seat: int, level: str, others: str | Player | None) -> Seating:
    """Read who sits where. others: a computer player or its name, in place of a level.

    Raises SevensError for a level or a player that does not exist.
    """
    own = player(others) if isinstance(others, str) else others
    if own is not None and not (callable(getattr(own, "choose", None)) and hasattr(own, "name")):
        raise SevensError(
            f"others “{type(own).__name__}” is no computer player: name one, such as heuristic, "
            "or give own_player(your function)"
        )
    return Seating(seat, _level(level), own)


def chosen(message: Mapping[object, object], rules: Rules, now: Seating) -> tuple[Rules, Seating]:
    """Read what a page asks for: rules by their short name or as now, players, seat, level.

    >>> chosen({"rules": "fan-tan", "players": 5, "seat": 4, "level": "easy"}, Rules(), Seating())[1]
    Seating(seat=4, level=<Level.EASY: 'easy'>, own=None)

    Raises SevensError, in one sentence, for what does not exist or does not go together.
    """
    slug, players = message.get("rules", AS_NOW), message.get("players")
    if isinstance(slug, str) and slug != AS_NOW:
        rules = ruleset(slug).rules(_players(players))
    elif players is not None and players != rules.players:
        rules = rules.with_(players=players)
    seat = now.seat if message.get("seat") is None else message.get("seat")
    seat = _whole("seat", seat, rules.players)
    return rules, replace(now.at(message.get("level")), seat=seat)


def _players(value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        most = f"from {MIN_PLAYERS} to {MAX_PLAYERS}"
        raise SevensError(f"players “{str(value)[:40]}”: write a whole number {most}")
    return value


def _level(value: object) -> Level:
    return read_level(value if isinstance(value, str) else str(value)[:40])


def _whole(name: str, value: object, number: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < number:
        raise SevensError(
            f"{name} “{str(value)[:40]}”: write a whole number from 0 to {number - 1}"
        )
    return value


def offer(rules: Rules, now: Seating, *, rulesets_too: bool) -> Json:
    """Draw what can be chosen and what is. rulesets_too: False where the rules are chosen elsewhere on the page.

    >>> drawn = offer(Rules(), Seating(), rulesets_too=True)
    >>> [each["words"] for each in drawn["levels"]], drawn["rules"], drawn["presets"][0]["name"]
    (['Easy', 'Normal', 'Strong'], 'school', 'School')
    """
    near, changed = nearest(rules)
    usual = not changed and near.min_players <= rules.players <= near.max_players
    presets = [
        {
            "slug": each.slug,
            "name": each.name,
            "few": each.min_players,
            "many": each.max_players,
            "usual": each.usual_players,
            "about": about_words(each),
        }
        for each in rulesets()
    ]
    if not usual:
        presets.insert(0, _as_now(rules))
    return {
        "now": setup_words(now.level, rules, now.own.name if now.own else ""),
        "levels": _levels(now),
        "level": AS_NOW if now.own else now.level.value,
        "presets": presets if rulesets_too else [],
        "rules": near.slug if usual else AS_NOW,
        "players": rules.players,
        "seat": now.seat,
        "seats": [from_dealer_words(each) for each in range(MAX_PLAYERS)],
    }


def _as_now(rules: Rules) -> Json:
    """Draw rules that are no named rule set as one more choice."""
    return {
        "slug": AS_NOW,
        "name": title_words(rules),
        "few": rules.players,
        "many": rules.players,
        "usual": rules.players,
        "about": summary_words(rules),
    }


def _levels(now: Seating) -> list[Json]:
    found = [
        {"value": each.value, "words": each.value.capitalize(), "about": about_level(each)}
        for each in Level
    ]
    if now.own:
        found.insert(0, {"value": AS_NOW, "words": now.own.name.capitalize(), "about": ""})
    return found
