"""The switches of the rules in plain words, each value with an example, for a switchboard and a rules sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sevens_kernel.cards import Card, count_word
from sevens_kernel.errors import CardError, RulesError
from sevens_kernel.rules import DEALERS_LEFT, MAX_PLAYERS, MIN_PLAYERS, Rules
from sevens_kernel.rulesets import format_value, nearest, parse_value


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a switch: its text, its name in plain words, and what it means at the table, in one line."""

    value: str
    words: str
    example: str


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: the field of Rules it sets, its name in plain words, and its values."""

    field: str
    words: str
    choices: tuple[Choice, ...]

    def value_of(self, rules: Rules) -> str:
        """Give the text of this switch's value in some rules.

        >>> switch("aces").value_of(Rules())
        'low'
        """
        return format_value(getattr(rules, self.field))

    def choice_of(self, rules: Rules) -> Choice:
        """Give the choice that is in force; a number that is no usual choice gets one of its own.

        >>> switch("players").choice_of(Rules()).words
        '4 players'
        """
        return self.choice(self.value_of(rules))

    def choice(self, value: str) -> Choice:
        """Give the choice of a value's text; one that is not among the usual ones gets a choice of its own."""
        return next(
            (each for each in self.choices if each.value == value),
            Choice(value, value, "A value of your own."),
        )


def switch(field: str) -> Switch:
    """Find a switch by the field of Rules it sets.

    >>> switch("aces").words
    'Aces'

    Raises KeyError for a field that is no switch; people choose from a list, so they never meet it.
    """
    return {each.field: each for each in SWITCHES}[field]


def turn_switch(rules: Rules, field: str, value: str) -> Rules:
    """Give the rules with one switch turned, reading the value's text.

    >>> turn_switch(Rules(), "aces", "high").aces
    <Aces.HIGH: 'high'>

    Raises RulesError for a switch or a value that does not exist, and for switches that exclude
    each other.
    """
    changed: dict[str, Any] = {field: parse_value(field, value)}
    return rules.with_(**changed)


def turn_switches(values: Mapping[str, str]) -> Rules:
    """Give the rules that the texts of several switches make, every other switch being School's.

    >>> turn_switches({"aces": "high", "players": "5"}) == Rules(aces="high", players=5)
    True

    Raises RulesError as `turn_switch` does.
    """
    read = {field: parse_value(field, value) for field, value in values.items()}
    return Rules().with_(**read)


_PAIR = re.compile(r"([a-z_]+) (.+?) with (?!no\b)([a-z_]+) (.+?): (.+)")
_LONE = re.compile(r"([a-z_]+) (.+?) with no .+: (.+)")


def refusal_words(error: RulesError) -> str:
    """Say why rules are impossible in the words that stand on the switchboard.

    >>> try:
    ...     turn_switch(Rules(), "pack", "short")
    ... except RulesError as error:
    ...     print(refusal_words(error))
    “Short pack, 36 cards” and “Aces low” do not go together: the short pack runs from six to ace, so its aces are high.
    """
    said = str(error)
    pair = _PAIR.fullmatch(said)
    fields = [each.field for each in SWITCHES]
    if pair and pair[1] in fields and pair[3] in fields:
        one, other = _named(pair[1], pair[2]), _named(pair[3], pair[4])
        return f"{one} and {other} do not go together: {_plain(pair[5])}."
    lone = _LONE.fullmatch(said)
    if lone and lone[1] in fields:
        return f"{_named(lone[1], lone[2])} needs a chip to be paid for something: {lone[3]}."
    said = _plain(said)
    return f"{said[:1].upper()}{said[1:]}."


def refused_switches(error: RulesError) -> tuple[str, ...]:
    """Name the switches, by their fields, that make rules impossible together, in the order of the refusal.

    >>> try:
    ...     turn_switch(Rules(), "pack", "short")
    ... except RulesError as error:
    ...     print(refused_switches(error))
    ('pack', 'aces')
    """
    named = re.findall(r"[a-z_]+", re.split(r": | with no ", str(error))[0])
    fields = [each.field for each in SWITCHES]
    return tuple(dict.fromkeys(each for each in named if each in fields))


def _plain(text: str) -> str:
    """Replace the names that the rules have for programs by those on the board."""
    for value in switch("scoring").choices:
        text = text.replace(f"scoring {value.value}", _named("scoring", value.value))
    for each in SWITCHES:
        if "_" in each.field:
            text = re.sub(rf"\b{each.field}\b", f"“{each.words}”", text)
    return text


def _named(field: str, value: str) -> str:
    found = switch(field)
    text = format_value(parse_value(field, value.lower()))
    words = found.choice(_card_code(text)).words
    told = found.words.lower() in words.lower()
    return f"“{words}”" if told else f"“{found.words}: {words}”"


def title_words(rules: Rules) -> str:
    """Name rules for people: the rule set they are nearest to, and what is changed in it, as on the board.

    >>> title_words(Rules(aces="high"))
    'School with aces high'
    >>> title_words(Rules.named("fan tan with chips", match_target=2))
    'Fan Tan with chips, number that ends it: 2'
    """
    near, changed = nearest(rules)
    words = [_lower(_phrase(each, rules)) for each in SWITCHES if each.field in changed]
    joint = ", " if " with " in near.name else " with "
    return near.name + (joint + ", ".join(words) if words else "")


def _phrase(found: Switch, rules: Rules) -> str:
    words = found.choice_of(rules).words
    return words if found.words.lower() in words.lower() else f"{found.words}: {_lower(words)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _card_code(text: str) -> str:
    """Write a card such as 7♦ as the values of the switches write it: 7d."""
    try:
        return Card(text).code
    except CardError:
        return text


def example_of(field: str, value: str, rules: Rules | None) -> str:
    """Say in one line what a value of a switch means at the table, with the pack of some rules; None: not known yet.

    >>> example_of("players", "5", Rules())
    "Of 52 cards the first two players at the dealer's left get eleven, the others ten."
    >>> example_of("players", "5", Rules.named("devyatka"))
    "Of 36 cards the first player at the dealer's left gets eight, the others seven."
    >>> example_of("players", "5", None)
    'All the cards are dealt out, one at a time.'
    """
    found = switch(field).choice(value)
    if field == "players" and found in switch(field).choices:
        if rules is None:
            return "All the cards are dealt out, one at a time."
        return _dealt(int(value), len(rules.pack_cards))
    return found.example


def _dealt(players: int, cards: int) -> str:
    each, extra = divmod(cards, players)
    if not extra:
        return f"Everybody is dealt {count_word(each)} of {cards} cards."
    first = "player" if extra == 1 else f"{count_word(extra)} players"
    return (
        f"Of {cards} cards the first {first} at the dealer's left get{'s' if extra == 1 else ''} "
        f"{count_word(each + 1)}, the others {count_word(each)}."
    )


def _players() -> tuple[Choice, ...]:
    return tuple(
        Choice(str(number), f"{number} players", _dealt(number, 52))
        for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    )


SWITCHES: tuple[Switch, ...] = (
    Switch("players", "Players", _players()),
    Switch(
        "pack",
        "Pack",
        (
            Choice(
                "full", "Full pack, 52 cards", "The two to the king, and the ace, in four suits."
            ),
            Choice(
                "short", "Short pack, 36 cards", "The six is the lowest card: 5♣ does not exist."
            ),
        ),
    ),
    Switch(
        "packs",
        "Number of packs",
        (
            Choice("1", "One pack", "Each suit has one row."),
            Choice("2", "Two packs", "A second 7♠ opens a second row of spades beside the first."),
        ),
    ),
    Switch(
        "aces",
        "Aces",
        (
            Choice("low", "Aces low", "A♠ goes below 2♠, and the row ends at K♠."),
            Choice("high", "Aces high", "A♠ goes above K♠, and the row ends at 2♠."),
        ),
    ),
    Switch(
        "start_rank",
        "A row starts with",
        (
            Choice("7", "A seven", "7♥ opens hearts; then 6♥ and 8♥ fit."),
            Choice("9", "A nine", "9♥ opens hearts; then 8♥ and 10♥ fit."),
            Choice(
                "chosen",
                "The rank of the first card laid",
                "The deal opens with 10♠: now every row starts with its ten.",
            ),
        ),
    ),
    Switch(
        "opener",
        "Who opens",
        (
            Choice("7d", "The holder of 7♦ lays it", "Whoever holds 7♦ must lay it first."),
            Choice("7c", "The holder of 7♣ lays it", "Whoever holds 7♣ must lay it first."),
            Choice(
                "9d",
                "The holder of 9♦ lays it",
                "Whoever holds 9♦ must lay it first, where nines start.",
            ),
            Choice(
                DEALERS_LEFT,
                "The player at the dealer's left",
                "The dealer's left lays any start card, or passes without one.",
            ),
        ),
    ),
    Switch(
        "out_of_turn_starts",
        "Start cards out of turn",
        (
            Choice("no", "Not allowed", "You hold 7♠: it waits for your turn."),
            Choice(
                "yes",
                "Allowed",
                "While spades are not open, the holder of 7♠ may lay it at any moment and still has a turn.",
            ),
        ),
    ),
    Switch(
        "false_pass",
        "Passing with a card that fits",
        (
            Choice(
                "blocked",
                "Refused",
                "You hold 4♥ and it fits: the pass is refused with the reason.",
            ),
            Choice(
                "penalised",
                "Caught and charged",
                "You hold 4♥ and it fits: you pay the penalty and must still lay a card.",
            ),
        ),
    ),
    Switch(
        "penalty",
        "Penalty for a false pass",
        tuple(
            Choice(
                str(n),
                str(n) if n else "None",
                f"A caught false pass costs {n}." if n else "Nothing is charged.",
            )
            for n in range(6)
        ),
    ),
    Switch(
        "penalty_in",
        "Penalty paid in",
        (
            Choice("points", "Points", "A penalty is added to the points of the deal."),
            Choice("chips", "Chips", "A penalty goes into the pool."),
        ),
    ),
    Switch(
        "pass_chip",
        "A pass costs",
        (
            Choice("0", "Nothing", "Passing is free."),
            Choice("1", "1 chip", "Nothing fits: pass and pay one chip into the pool."),
        ),
    ),
    Switch(
        "ante",
        "Ante before the deal",
        (
            Choice("0", "None", "The pool begins empty."),
            Choice(
                "1",
                "1 chip each",
                "Every player pays one chip: the pool begins with as many chips as players.",
            ),
        ),
    ),
    Switch(
        "card_chip",
        "For each card still held",
        (
            Choice("0", "Nothing", "The winner takes the pool alone."),
            Choice(
                "1",
                "1 chip to the winner",
                "You still hold three cards: you pay the winner three chips.",
            ),
        ),
    ),
    Switch(
        "chips_each",
        "Chips to begin with",
        tuple(
            Choice(str(n), f"{n} chips", f"Every player begins with {n} chips.")
            for n in (10, 20, 30, 50)
        ),
    ),
    Switch(
        "scoring",
        "What counts",
        (
            Choice("none", "No score", "Whoever is out first has won the deal, and that is all."),
            Choice("deals won", "Deals won", "The most deals won win the match."),
            Choice(
                "points",
                "Points for cards left",
                "K♠ and A♦ left count 13 and 1: 14 points. The fewest points win.",
            ),
            Choice("chips", "Chips", "The most chips win; a balance below zero is owed."),
        ),
    ),
    Switch(
        "match_end",
        "The match ends",
        (
            Choice(
                "deals",
                "After a number of deals",
                "One deal for each player, so that everybody deals once, or a number of your own.",
            ),
            Choice(
                "deals won",
                "At a number of deals won",
                "The first to win three deals wins the match.",
            ),
            Choice(
                "chips held",
                "At a number of chips held",
                "The first to hold 40 chips wins the match.",
            ),
        ),
    ),
    Switch(
        "match_target",
        "Number that ends it",
        (
            Choice(
                "none",
                "As many as there are players",
                "Four players play four deals; where nothing is counted, one deal.",
            ),
            *(
                Choice(str(n), str(n), f"The match ends at {n}.")
                for n in (1, 2, 3, 5, 10, 30, 40, 60)
            ),
        ),
    ),
)
