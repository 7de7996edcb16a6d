"""The named rule sets, read from `rulesets.toml`, and rules as one word of text: `school:4`, `fan-tan:5,aces=low`."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from sevens_kernel.cards import Card, and_list
from sevens_kernel.errors import RulesError
from sevens_kernel.rules import Rules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named rule set: its name, who may play it, a line about it, and the switches that differ from School."""

    slug: str
    name: str
    usual_players: int
    min_players: int
    max_players: int
    also: tuple[str, ...]
    summary: str
    switches: tuple[tuple[str, Any], ...]

    def rules(self, players: int | None = None, **switches: Any) -> Rules:
        """Give the rules for a number of players, None being the usual one.

        >>> ruleset("devyatka").rules(6).players
        6

        Raises RulesError for a number of players this rule set does not allow, naming the range.
        """
        number = self.usual_players if players is None else players
        rules = Rules(players=number, **dict(self.switches))
        if not self.min_players <= number <= self.max_players:
            raise RulesError(f"{self.name} is for {self._range()} players, not {number}")
        return rules.with_(**switches) if switches else rules

    def _range(self) -> str:
        few, many = self.min_players, self.max_players
        return str(few) if few == many else f"{few} to {many}"


@lru_cache(maxsize=1)
def rulesets() -> tuple[Ruleset, ...]:
    """Give all named rule sets, School first, in the order of the data file.

    >>> [each.slug for each in rulesets()][:3]
    ['school', 'classic', 'fan-tan']
    """
    data = tomllib.loads(files("sevens_kernel").joinpath("rulesets.toml").read_text("utf-8"))
    return tuple(_read(slug, dict(entry)) for slug, entry in data.items())


def _read(slug: str, entry: dict[str, Any]) -> Ruleset:
    lacking = [name for name in ("name", "players", "also", "summary") if name not in entry]
    if lacking:
        raise RulesError(f"rulesets.toml, [{slug}]: write {and_list(lacking)} too")
    sizes = entry.pop("players")
    if not isinstance(sizes, list) or [type(size) for size in sizes] != [int] * 3:
        raise RulesError(
            f"rulesets.toml, [{slug}]: players “{str(sizes)[:40]}”: "
            "write three numbers, the usual one, the fewest and the most, such as [4, 3, 8]"
        )
    usual, few, many = sizes
    return Ruleset(
        slug,
        entry.pop("name"),
        usual,
        few,
        many,
        tuple(entry.pop("also")),
        entry.pop("summary"),
        tuple(entry.items()),
    )


def ruleset(name: str) -> Ruleset:
    """Find a rule set by its name or another that people use for it, in any case, with spaces, hyphens or underscores.

    >>> ruleset("Fan Tan with chips").slug, ruleset("FRENCH_DOMINO").name, ruleset("nines").name
    ('fan-tan-with-chips', 'French Domino', 'Devyatka')

    Raises RulesError naming all rule sets.
    """
    plain = _plain(name)
    for each in rulesets():
        if plain == each.slug or plain in map(_plain, each.also):
            return each
    raise RulesError(
        f"“{str(name)[:40]}” is not a rule set: there are {', '.join(each.name for each in rulesets())}"
    )


def _plain(name: str) -> str:
    return "-".join(str(name).lower().replace("_", " ").replace("-", " ").split())


@lru_cache(maxsize=256)
def nearest(rules: Rules) -> tuple[Ruleset, dict[str, Any]]:
    """Give the named rule set that differs from these rules in the fewest switches, and those switches.

    >>> near, changed = nearest(Rules(aces="high"))
    >>> near.name, changed
    ('School', {'aces': <Aces.HIGH: 'high'>})
    """
    best: tuple[Ruleset, dict[str, Any]] | None = None
    for each in rulesets():
        base = Rules(players=rules.players, **dict(each.switches))
        changed = {
            field.name: getattr(rules, field.name)
            for field in dataclasses.fields(rules)
            if getattr(rules, field.name) != getattr(base, field.name)
        }
        if best is None or len(changed) < len(best[1]):
            best = (each, changed)
    assert best is not None
    return best


def title(rules: Rules) -> str:
    """Name rules for people: the rule set, and what is changed in it.

    >>> title(Rules.named("fan tan")), title(Rules(aces="high"))
    ('Fan Tan', 'School with aces high')
    """
    near, changed = nearest(rules)
    words = [f"{name.replace('_', ' ')} {format_value(value)}" for name, value in changed.items()]
    return near.name + (" with " + ", ".join(words) if words else "")


def format_rules(rules: Rules) -> str:
    """Write rules as one word without spaces: the nearest rule set, the players, and the switches that differ.

    >>> format_rules(Rules()), format_rules(Rules.named("fan tan", players=5, aces="low"))
    ('school:4', 'fan-tan:5,aces=low')
    """
    near, changed = nearest(rules)
    parts = [f"{name}={format_value(value).replace(' ', '_')}" for name, value in changed.items()]
    return ",".join([f"{near.slug}:{rules.players}", *parts])


def parse_rules(text: str) -> Rules:
    """Read what `format_rules` writes; a name alone takes its usual number of players.

    >>> parse_rules("devyatka:3").players, parse_rules("school:4,aces=high").aces
    (3, <Aces.HIGH: 'high'>)

    Raises RulesError, naming the part that cannot be read and what is allowed.
    """
    head, *parts = str(text).strip().split(",")
    name, colon, number = head.partition(":")
    near = ruleset(name)
    switches: dict[str, Any] = dict(near.switches)
    switches["players"] = parse_value("players", number) if colon else near.usual_players
    for part in parts:
        switch, equals, value = part.partition("=")
        if not equals:
            raise RulesError(
                f"“{part[:40]}” is not a switch of the rules: write switch=value, such as aces=high"
            )
        switches[switch.strip()] = parse_value(switch.strip(), value.strip())
    return Rules().with_(**switches)


def format_value(value: Any) -> str:
    """Write the value of a switch as text: "yes", "7d", "deals won", "none".

    >>> format_value(True), format_value(Card("7d")), format_value(None)
    ('yes', '7d', 'none')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.code if isinstance(value, Card) else str(value)


def parse_value(switch: str, text: str) -> Any:
    """Read the text of a switch's value; what it may be is checked by Rules itself, in its own words.

    >>> parse_value("packs", "2"), parse_value("out_of_turn_starts", "yes"), parse_value("scoring", "deals_won")
    (2, True, 'deals won')
    """
    default = getattr(Rules(), switch, "")
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text.lower(), text)
    if isinstance(default, int) or switch == "match_target":
        if text.lower() == "none":
            return None
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    return text.replace("_", " ")
