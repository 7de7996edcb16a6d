"""A match: several deals with a running score, three ways to end it, and ties that are shared and said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevens_kernel.acting import outcome
from sevens_kernel.cards import and_list, count_of
from sevens_kernel.deal import deal
from sevens_kernel.errors import SevensError
from sevens_kernel.rules import MatchEnd, Rules, Scoring
from sevens_kernel.state import State
from sevens_kernel.words import NAMES


@dataclass(frozen=True, slots=True)
class Result:
    """What one deal of a match brought. number: the deal number, None for a position set up by hand. dealer: the seat.

    cut: cards cut. winner: the seat first out. left: cards each seat still held. points: points of
    this deal, fines added. chips: what each seat holds after the deal.
    """

    number: int | None
    dealer: int
    cut: int
    winner: int
    left: tuple[int, ...]
    points: tuple[int, ...]
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Several deals under one set of rules; frozen, so each finished deal gives a new match.

    dealer: the seat that deals first. results: the finished deals, oldest first.

    >>> match = Match(Rules.named("classic", players=3))
    >>> match.next_dealer, match.is_over, match.totals
    (0, False, (0, 0, 0))
    """

    rules: Rules
    dealer: int = 0
    results: tuple[Result, ...] = ()

    @property
    def next_dealer(self) -> int:
        """The seat that deals next: the deal passes to the left after each deal."""
        return (self.dealer + len(self.results)) % self.rules.players

    @property
    def chips(self) -> tuple[int, ...]:
        """What each seat holds now, below zero when owed; all zero where no chips are played."""
        if self.results:
            return self.results[-1].chips
        return (self.rules.chips_each if self.rules.uses_chips else 0,) * self.rules.players

    @property
    def deals_won(self) -> tuple[int, ...]:
        """How many deals each seat has won."""
        winners = [result.winner for result in self.results]
        return tuple(winners.count(seat) for seat in range(self.rules.players))

    @property
    def points(self) -> tuple[int, ...]:
        """The points each seat has collected; the fewest are best."""
        deals = [result.points for result in self.results] or [(0,) * self.rules.players]
        return tuple(sum(column) for column in zip(*deals, strict=True))

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score in what these rules count: deals won, points or chips."""
        if self.rules.scoring is Scoring.POINTS:
            return self.points
        return self.chips if self.rules.scoring is Scoring.CHIPS else self.deals_won

    def start_deal(self, number: int, cut: int = 0) -> State:
        """Deal the next deal of the match, with the dealer and the chips the match has come to.

        Raises SevensError when the match is over, RulesError for a deal number or cut that cannot
        be.
        """
        if self.is_over:
            raise SevensError("the match is over: start a new one")
        return deal(
            self.rules, number, self.next_dealer, cut, self.chips if self.rules.uses_chips else None
        )

    def finish(self, state: State, number: int | None = None, cut: int = 0) -> Match:
        """Give the match with one more deal entered.

        Raises SevensError when the match is over, when the deal is not, and when it was played
        under other rules, by another dealer or with other chips than this match has come to.
        """
        ended = outcome(state)
        if ended is None:
            raise SevensError("this deal is not over: nobody has laid the last card")
        self.check(state)
        left = tuple(len(hand) for hand in ended.left)
        result = Result(number, state.dealer, cut, ended.winner, left, ended.points, state.chips)
        return Match(self.rules, self.dealer, (*self.results, result))

    def check(self, state: State) -> None:
        """Refuse a deal, over or still going on, that is not the next one of this match.

        Raises SevensError when the match is over, and when the deal was played under other rules, by
        another dealer or with other chips than this match has come to.
        """
        if self.is_over:
            raise SevensError("the match is over: no further deal counts")
        if state.rules != self.rules:
            raise SevensError("this deal was played under other rules than the match")
        if state.dealer != self.next_dealer:
            raise SevensError(
                f"this deal was dealt by seat {state.dealer + 1}: it is seat {self.next_dealer + 1}'s turn to deal"
            )
        if sum(state.chips) + state.pool != sum(self.chips):
            raise SevensError("this deal was played with other chips than the match has come to")

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: so many deals played, or won by somebody, or so many chips held."""
        length = self.rules.match_length
        if self.rules.match_end is MatchEnd.DEALS:
            return len(self.results) >= length
        reached = self.deals_won if self.rules.match_end is MatchEnd.DEALS_WON else self.chips
        return max(reached) >= length

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best score so far, several when it is shared, none before the first deal has ended."""
        if not self.results:
            return ()
        best = min(self.totals) if self.rules.scoring is Scoring.POINTS else max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win the match, several when they share it, none while it goes on."""
        return self.leaders if self.is_over else ()

    def sentence(self, names: Sequence[str] = NAMES) -> str:
        """Say how the match stands or who has won it.

        >>> Match(Rules.named("classic", players=3)).sentence()
        'The match lasts three deals. Nobody has scored yet.'
        """
        if not self.results:
            return f"{self.end_words} Nobody has scored yet."
        who = and_list(names[seat] for seat in self.leaders)
        score = self.total_words(self.leaders[0])
        plural = len(self.leaders) > 1 or names[self.leaders[0]] == "You"
        if self.is_over:
            return (
                f"{who} share the match with {score} each."
                if len(self.leaders) > 1
                else f"{who} {'win' if plural else 'wins'} the match with {score}."
            )
        each = " each" if len(self.leaders) > 1 else ""
        return f"{self.end_words} {who} {'lead' if plural else 'leads'} with {score}{each}."

    def total_words(self, seat: int) -> str:
        """Give a seat's running score in words: "two deals won", "14 points", "17 chips", "two chips owed"."""
        total = self.totals[seat]
        if self.rules.scoring is Scoring.POINTS:
            return count_of(total, "point")
        if self.rules.scoring is Scoring.CHIPS:
            return chips_words(total)
        return f"{count_of(total, 'deal')} won"

    @property
    def end_words(self) -> str:
        """Say in a sentence what ends the match.

        >>> Match(Rules.named("fan tan", match_end="deals won", match_target=3)).end_words
        'The match lasts until somebody has won three deals.'
        """
        length = self.rules.match_length
        if self.rules.match_end is MatchEnd.DEALS:
            return f"The match lasts {count_of(length, 'deal')}."
        if self.rules.match_end is MatchEnd.DEALS_WON:
            return f"The match lasts until somebody has won {count_of(length, 'deal')}."
        return f"The match lasts until somebody holds {count_of(length, 'chip')}."


def chips_words(chips: int) -> str:
    """Say how many chips somebody holds or owes.

    >>> chips_words(17), chips_words(-2)
    ('17 chips', 'two chips owed')
    """
    return count_of(chips, "chip") if chips >= 0 else f"{count_of(-chips, 'chip')} owed"
