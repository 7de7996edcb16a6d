"""The rules of one game as one immutable value: every switch, checked when the value is made.

A variant is a value of `Rules`, never a subclass. The named rule sets are data (`rulesets.toml`,
read by `rulesets.py`).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sevens_kernel.cards import RANKS, SUITS, Card, Rank, count_of
from sevens_kernel.errors import CardError, RulesError


class Pack(StrEnum):
    """Which cards are dealt: 52, or the 36 from six to ace."""

    FULL = "full"
    SHORT = "short"


class Aces(StrEnum):
    """Where the ace belongs: below the two or above the king."""

    LOW = "low"
    HIGH = "high"


class StartRank(StrEnum):
    """The rank that opens a row; chosen: the first card laid in the deal decides for all suits."""

    SEVEN = "7"
    NINE = "9"
    CHOSEN = "chosen"


class FalsePass(StrEnum):
    """What becomes of a pass by a player with a card that fits."""

    BLOCKED = "blocked"
    PENALISED = "penalised"


class Coin(StrEnum):
    """What a penalty is paid in."""

    POINTS = "points"
    CHIPS = "chips"


class Scoring(StrEnum):
    """What is counted over a match."""

    NONE = "none"
    DEALS_WON = "deals won"
    POINTS = "points"
    CHIPS = "chips"


class MatchEnd(StrEnum):
    """When a match is over: after so many deals, or when somebody has won so many deals or holds so many chips."""

    DEALS = "deals"
    DEALS_WON = "deals won"
    CHIPS_HELD = "chips held"


DEALERS_LEFT = "dealer's left"
SEVEN_OF_DIAMONDS = Card("7d")

MIN_PLAYERS, MAX_PLAYERS = 3, 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Every switch of the game; the defaults are the rule set School.

    players: seats, 3 to 8. packs: 1 or 2. opener: the card whose holder must lay it first, or
    "dealer's left". penalty: points or chips for a caught false pass. pass_chip, ante and
    card_chip: chips paid for a true pass, before the deal, and by each loser for every card still
    held. chips_each: chips a player starts a match with. match_target: how many deals, deals won or
    chips end the match; None is one deal per player (one deal without score).

    >>> Rules().players, Rules().opener, Rules(players=5, aces="high").aces
    (4, Card("7♦"), <Aces.HIGH: 'high'>)
    >>> Rules(players=9)
    Traceback (most recent call last):
    sevens_kernel.errors.RulesError: players “9”: the game is for 3 to 8 players

    Raises RulesError, in one sentence, for a value that is not allowed and for two switches that
    exclude each other.
    """

    players: int = 4
    pack: Pack = Pack.FULL
    packs: int = 1
    aces: Aces = Aces.LOW
    start_rank: StartRank = StartRank.SEVEN
    opener: Card | str = SEVEN_OF_DIAMONDS
    out_of_turn_starts: bool = False
    false_pass: FalsePass = FalsePass.BLOCKED
    penalty: int = 0
    penalty_in: Coin = Coin.POINTS
    pass_chip: int = 0
    ante: int = 0
    card_chip: int = 0
    chips_each: int = 20
    scoring: Scoring = Scoring.NONE
    match_end: MatchEnd = MatchEnd.DEALS
    match_target: int | None = None

    def __post_init__(self) -> None:
        """Read each switch into its type, then look for values and pairs that cannot be."""
        for name, enum in _ENUMS.items():
            object.__setattr__(self, name, _read_enum(name, enum, getattr(self, name)))
        object.__setattr__(self, "opener", _read_opener(self.opener))
        for name, (low, high, meaning) in _NUMBERS.items():
            _check_number(name, getattr(self, name), low, high, meaning)
        if self.match_target is not None:
            _check_number(
                "match_target", self.match_target, 1, 10_000, "a match ends at 1 to 10000"
            )
        if not isinstance(self.out_of_turn_starts, bool):
            raise RulesError(f"out_of_turn_starts “{self.out_of_turn_starts}”: write True or False")
        _check_pairs(self)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of a row from its lowest to its highest: A … K, 2 … A, or 6 … A.

        >>> "".join(rank.text for rank in Rules.named("devyatka").ranks)
        '678910JQKA'
        """
        if self.pack is Pack.SHORT:
            return (*RANKS[5:], Rank.ACE)
        return RANKS if self.aces is Aces.LOW else (*RANKS[1:], Rank.ACE)

    @property
    def pack_cards(self) -> tuple[Card, ...]:
        """Every card that is dealt, in a fixed order; with two packs each card stands twice.

        >>> len(Rules().pack_cards), len(Rules.named("two packs").pack_cards)
        (52, 104)
        """
        once = tuple(Card.of(rank, suit) for suit in SUITS for rank in self.ranks)
        return once * self.packs

    @property
    def fixed_start(self) -> Rank | None:
        """The rank that opens every row, or None while the first card laid is to decide."""
        return None if self.start_rank is StartRank.CHOSEN else Rank(int(self.start_rank.value))

    @property
    def opening_card(self) -> Card | None:
        """The card that must be laid first, or None when the player at the dealer's left opens with any start card."""
        return self.opener if isinstance(self.opener, Card) else None

    @property
    def uses_chips(self) -> bool:
        """Whether any chip changes hands under these rules."""
        return bool(
            self.ante
            or self.pass_chip
            or self.card_chip
            or (self.penalty and self.penalty_in is Coin.CHIPS)
        )

    @property
    def match_length(self) -> int:
        """How many deals, deals won or chips end the match.

        >>> Rules().match_length, Rules.named("classic", players=5).match_length
        (1, 5)
        """
        if self.match_target is not None:
            return self.match_target
        return 1 if self.scoring is Scoring.NONE else self.players

    def with_(self, **switches: Any) -> Rules:
        """Give the same rules with some switches changed.

        >>> Rules().with_(aces="high", players=3).aces
        <Aces.HIGH: 'high'>

        Raises RulesError for a switch that does not exist, a value that is not allowed, and
        switches that exclude each other.
        """
        names = [field.name for field in dataclasses.fields(self)]
        for name in switches:
            if name not in names:
                raise RulesError(
                    f"“{name}” is not a switch of the rules: the switches are {', '.join(names)}"
                )
        return dataclasses.replace(self, **switches)

    @staticmethod
    def named(name: str, players: int | None = None, **switches: Any) -> Rules:
        """Give a named rule set, with its usual number of players or with another, and with some switches changed.

        >>> Rules.named("fan tan", players=5).players
        5

        Raises RulesError for an unknown name, naming all of them, and for a number of players the
        rule set does not allow.
        """
        # The data file needs Rules, so it is read only when asked for.
        from sevens_kernel.rulesets import ruleset

        return ruleset(name).rules(players, **switches)


_ENUMS: dict[str, type[StrEnum]] = {
    "pack": Pack,
    "aces": Aces,
    "start_rank": StartRank,
    "false_pass": FalsePass,
    "penalty_in": Coin,
    "scoring": Scoring,
    "match_end": MatchEnd,
}

_NUMBERS: dict[str, tuple[int, int, str]] = {
    "players": (
        MIN_PLAYERS,
        MAX_PLAYERS,
        f"the game is for {MIN_PLAYERS} to {MAX_PLAYERS} players",
    ),
    "packs": (1, 2, "the game is played with 1 or 2 packs"),
    "penalty": (0, 100, "a false pass costs 0 to 100"),
    "pass_chip": (0, 1, "a pass costs 0 or 1 chip"),
    "ante": (0, 1, "the ante is 0 or 1 chip"),
    "card_chip": (0, 1, "a card still held costs 0 or 1 chip"),
    "chips_each": (0, 10_000, "every player starts with 0 to 10000 chips"),
}


def _read_enum(name: str, enum: type[StrEnum], value: object) -> StrEnum:
    text = str(value).strip().lower().replace("_", " ")
    for member in enum:
        if text == member.value:
            return member
    raise RulesError(
        f"{name} “{str(value)[:40]}”: the values are {', '.join(member.value for member in enum)}"
    )


def _read_opener(value: object) -> Card | str:
    if isinstance(value, str):
        if value.strip().lower().replace("’", "'") in (DEALERS_LEFT, "dealers left"):
            return DEALERS_LEFT
        try:
            return Card(value)
        except CardError:
            pass
    elif isinstance(value, Card):
        return value
    raise RulesError(
        f"opener “{str(value)[:40]}”: name the card whose holder opens, such as 7d, or write {DEALERS_LEFT}"
    )


def _check_number(name: str, value: object, low: int, high: int, meaning: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(f"{name} “{str(value)[:40]}”: {meaning}")


def _check_pairs(rules: Rules) -> None:
    """Refuse two switches that exclude each other; RULES, "Switches": the sentence names both and says why."""
    if rules.pack is Pack.SHORT and rules.aces is not Aces.HIGH:
        raise RulesError(
            "pack short with aces low: the short pack runs from six to ace, so its aces are high"
        )
    if rules.pack is Pack.SHORT and rules.start_rank is not StartRank.NINE:
        raise RulesError(
            f"pack short with start_rank {rules.start_rank.value}: in the short pack the nines start"
        )
    card = rules.opening_card
    if card and rules.fixed_start is None:
        raise RulesError(
            f"opener {card} with start_rank chosen: a named opener leaves nothing to choose; let the dealer's left open"
        )
    if card and card.rank is not rules.fixed_start:
        raise RulesError(
            f"opener {card} with start_rank {rules.start_rank.value}: the card that opens must be one that starts a row"
        )
    if rules.false_pass is FalsePass.BLOCKED and rules.penalty:
        raise RulesError(
            f"penalty {rules.penalty} with false_pass blocked: a blocked pass cannot cost anything"
        )
    if rules.false_pass is FalsePass.PENALISED and not rules.penalty:
        raise RulesError(
            "false_pass penalised with penalty 0: say how many points or chips a false pass costs"
        )
    if rules.penalty and rules.penalty_in is Coin.POINTS and rules.scoring is not Scoring.POINTS:
        raise RulesError(
            f"penalty_in points with scoring {rules.scoring.value}: points are charged only where points are counted"
        )
    _check_score_pairs(rules)


def _check_score_pairs(rules: Rules) -> None:
    if rules.scoring is Scoring.CHIPS and not rules.uses_chips:
        raise RulesError(
            "scoring chips with no ante, pass_chip, card_chip or penalty in chips: no chip would ever change hands"
        )
    if rules.match_end is MatchEnd.CHIPS_HELD:
        if rules.scoring is not Scoring.CHIPS:
            raise RulesError(
                f"match_end chips held with scoring {rules.scoring.value}: it needs scoring chips"
            )
        if rules.match_target is None or rules.match_target <= rules.chips_each:
            raise RulesError(
                f"match_end chips held with match_target {rules.match_target}: name more than the "
                f"{count_of(rules.chips_each, 'chip')} every player starts with"
            )
    if rules.scoring is Scoring.NONE and rules.match_end is not MatchEnd.DEALS:
        raise RulesError(
            f"match_end {rules.match_end.value} with scoring none: without a score only a number of deals can end it"
        )
