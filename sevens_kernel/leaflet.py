"""The rules of one game on one sheet: every sentence made from the switches, and a position as an example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sevens_kernel.acting import apply
from sevens_kernel.cards import count_of, count_word
from sevens_kernel.deal import deal
from sevens_kernel.players.priority import Priority
from sevens_kernel.rules import Coin, FalsePass, Rules, Scoring
from sevens_kernel.rulesets import nearest
from sevens_kernel.score import Match
from sevens_kernel.state import explain, fitting
from sevens_kernel.switches import example_of
from sevens_kernel.telling import summary_words
from sevens_kernel.view import View, view
from sevens_kernel.words import penalty_words


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and what is said under it, sentence by sentence."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A sheet of rules.

    about: the rules in one line. example: a turn in mid-deal, as the player on turn sees it; told:
    what fits in it, and why.
    """

    title: str
    about: str
    parts: tuple[Part, ...]
    example: View
    told: tuple[str, ...]


def leaflet(rules: Rules) -> Leaflet:
    """Write the rules of a game down for people at a table.

    >>> sheet = leaflet(Rules())
    >>> sheet.title
    'School, four players'
    >>> for part in sheet.parts[:2]:
    ...     print(f"{part.heading}: {' '.join(part.sentences)}")
    Aim: Be the first to have no card left.
    Cards: 52 cards are dealt. A row runs from ace to king.
    """
    parts = (
        Part("Aim", ("Be the first to have no card left.",)),
        Part("Cards", tuple(_cards(rules))),
        Part("Dealing", tuple(_dealing(rules))),
        Part("Who begins", tuple(_opening(rules))),
        Part("Your turn", tuple(_turn(rules))),
        Part("Passing", tuple(_passing(rules))),
        Part("Chips", tuple(_chips(rules))),
        Part("The end of a deal", tuple(_end(rules))),
        Part("What counts", tuple(_score(rules))),
    )
    seen = example(rules)
    near, changed = nearest(rules)
    house = " with house rules" if changed else ""
    name = f"{near.name}{house}, {count_of(rules.players, 'player')}"
    said = tuple(part for part in parts if part.sentences)
    return Leaflet(name, summary_words(rules), said, seen, tuple(told(seen)))


def _cards(rules: Rules) -> Iterator[str]:
    yield f"{len(rules.pack_cards)} cards are dealt."
    if rules.packs > 1:
        yield f"They are {count_word(rules.packs)} packs: every card is there twice."
    yield f"A row runs from {rules.ranks[0].word} to {rules.ranks[-1].word}."


def _dealing(rules: Rules) -> Iterator[str]:
    yield "Deal one card at a time, clockwise, beginning at the dealer's left."
    yield "The player at the dealer's right may cut before."
    yield example_of("players", str(rules.players), rules)
    yield "The deal passes to the left after each deal."


def _opening(rules: Rules) -> Iterator[str]:
    card = rules.opening_card
    if card is not None and rules.packs > 1:
        yield f"A holder of {card} must lay it first: of two, the one sitting nearer to the dealer's left."
    elif card is not None:
        yield f"Whoever holds {card} must lay it first."
    elif rules.fixed_start is None:
        yield "The player at the dealer's left lays any card first; its rank then opens every row."
    else:
        start = rules.fixed_start.word
        yield f"The player at the dealer's left lays any {start} first; whoever holds none passes to the next."
    yield "Then the turn goes round clockwise."


def _start(rules: Rules) -> str:
    """Name the card that opens a row."""
    return "card of the first card's rank" if rules.fixed_start is None else rules.fixed_start.word


def _turn(rules: Rules) -> Iterator[str]:
    yield f"Lay one card that fits: a {_start(rules)}, which opens its suit, or the next card at an end of a row."
    if rules.packs > 1:
        yield f"A second {_start(rules)} opens a second row of its suit beside the first."
    low, high = rules.ranks[0], rules.ranks[-1]
    yield f"Nothing goes below the {low.word} or above the {high.word}."
    yield "If a card of yours fits you must lay one; which one is your choice."
    if rules.out_of_turn_starts:
        yield (
            f"After the first card you may lay a {_start(rules)} of a suit that is not open at any moment, "
            "without using up a turn."
        )


def _passing(rules: Rules) -> Iterator[str]:
    yield "Pass only when nothing fits."
    if rules.pass_chip:
        yield f"A pass costs {count_of(rules.pass_chip, 'chip')}, paid into the pool."
    if rules.false_pass is FalsePass.BLOCKED:
        yield "A pass with a card that fits does not count: lay a card."
        return
    into = ", paid into the pool" if rules.penalty_in is Coin.CHIPS else ""
    yield f"Whoever passes with a card that fits is fined {penalty_words(rules)}{into}, and must still lay a card."


def _chips(rules: Rules) -> Iterator[str]:
    if not rules.uses_chips:
        return
    yield f"Everybody begins with {count_of(rules.chips_each, 'chip')}."
    if rules.ante:
        yield f"Before each deal everybody pays {count_of(rules.ante, 'chip')} into the pool."
    yield "The winner of a deal takes the pool."
    if rules.card_chip:
        yield f"The others pay the winner {count_of(rules.card_chip, 'chip')} for every card they still hold."
    yield "Whoever runs out of chips owes them."


def _end(rules: Rules) -> Iterator[str]:
    yield "The deal ends at once when somebody lays the last card of a hand, and that player wins it."
    yield "Nobody has another turn, and rows may stay unfinished."


def _score(rules: Rules) -> Iterator[str]:
    match rules.scoring:
        case Scoring.NONE:
            yield "Nothing is counted: whoever is out first has won the deal."
        case Scoring.DEALS_WON:
            yield "The most deals won win the match."
        case Scoring.POINTS:
            yield (
                "Cards left count against you: an ace 1, two to ten what they say, a jack 11, a queen 12, a king 13. "
                "The fewest points win the match."
            )
        case Scoring.CHIPS:
            yield "The most chips win the match."
    match = Match(rules)
    if rules.match_length > 1 or rules.scoring is not Scoring.NONE:
        yield match.end_words
        yield "Players with the same score share it."


# --- an example -----------------------------------------------------------------------------------


def example(rules: Rules) -> View:
    """Give a turn in mid-deal with a choice, and a card that must wait, as the player on turn sees it.

    It is played by the engine from a deal, so it can be met at a table. Which deal depends on the rules alone.

    >>> seen = example(Rules())
    >>> len(fitting(seen, seen.seat)) >= 2, seen.out
    (True, None)
    """
    best: View | None = None
    for number in range(1, 9):
        state = deal(rules, number)
        rng = Random(number)
        for turn in range(6 * rules.players):
            seen = view(state, state.turn)
            state = apply(state, Priority().choose(seen, rng))
            if state.out is not None:
                break
            seen = view(state, state.turn)
            fits = len(set(fitting(seen, seen.seat)))
            if turn >= 4 * rules.players and 2 <= fits <= 4 and fits < len(set(seen.hand)):
                return seen
            if fits >= 1 and fits < len(set(seen.hand)):
                best = seen
    if best is None:
        state = deal(rules, 1)
        best = view(state, state.turn)
    return best


def told(seen: View) -> Iterator[str]:
    """Say which cards of an example fit, and what one of the others waits for.

    >>> from sevens_kernel.notation import parse_position
    >>> for sentence in told(view(parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"), 0)):
    ...     print(sentence)
    5♣ fits: it goes below 6♣.
    7♠ opens spades.
    10♣ waits for 9♣.
    """
    verdicts = {card: explain(seen, card) for card in dict.fromkeys(seen.hand)}
    yield from (each.sentence for each in verdicts.values() if each.fits)
    waiting = [each for each in verdicts.values() if not each.fits]
    if waiting:
        yield min(waiting, key=lambda each: len(each.missing)).sentence
