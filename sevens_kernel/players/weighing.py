"""A suggested move with all that speaks for it, and the chance to win after it and after the other moves.

The deals that are tried are those of `belief`: they agree with all that the seat has seen, and come the
more often the better they explain what the others chose. Everybody then plays by the fixed priority. An
interval says how far chance in drawing deals may have led astray, and nothing about other ways to play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from sevens_kernel.cards import Card, and_list
from sevens_kernel.errors import SevensError
from sevens_kernel.estimate import Choice, share_interval
from sevens_kernel.fast import finish, ranked
from sevens_kernel.moves import Move
from sevens_kernel.players.advise import Advice, advise, what_it_frees
from sevens_kernel.players.belief import worlds
from sevens_kernel.players.priority import priority
from sevens_kernel.players.sampler import PRIOR, slowness
from sevens_kernel.players.ways import ways
from sevens_kernel.state import legal, must_open_with
from sevens_kernel.view import View

DEALS = 300
MOST_DEALS = 100_000
# Ends played out together for all moves, with one pack; so long hands of choices do not take longer.
_PLAYED = 1_200
_TOLD = 3  # cards named one by one; of more only how many they are
# Deals drawn by the walk are a little alike: so many tell as much as one drawn anew.
_ALIKE = 1.25


@dataclass(frozen=True, slots=True)
class Weighed(Advice):
    """An advice with the chances of the moves it was chosen among.

    choices: every legal move with its chance to win the deal, from 0 to 1, and its 95 % interval, the
    suggested one first, then the best; empty where there was nothing to choose. deals: how many were tried.
    """

    choices: tuple[Choice, ...] = ()
    deals: int = 0


def weighed_advice(view: View, rng: Random, deals: int = DEALS, *, weigh: bool = True) -> Weighed:
    """Suggest a move with what it frees, what it opens, what is kept back, and the chances to win.

    deals: at most how many to try; fewer where there are many moves, or playing on takes longer. weigh: whether what
    the others chose counts as well as their passes; for players who choose at random it should not.
    It plays more than a thousand deals to the end, so ask for it only when it is wanted.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> seen = view(parse_position("clubs 7, hearts 7-9; you 8♣ J♣ 10♥; robin ?15; alex ?15; sam ?15"), seat=0)
    >>> for sentence in weighed_advice(seen, Random(1)).sentence.split(". "):
    ...     print(sentence)
    Lay 8♣: your J♣ waits behind it
    It opens 9♣ for the others
    Keep 10♥ back: only cards of the others wait behind it
    Of 100 deals that agree with all you have seen, you win about 92 after it, give or take 3; after 10♥ about 92.

    An example whose cards do not add up gets the plain advice. Raises SevensError where `advise` does,
    and for a number of deals out of range.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise SevensError(f"deals “{deals}”: write a whole number from 1 to {MOST_DEALS}")
    plain = advise(view)
    if plain.move.free or len(legal(view)) < 2 or view.unknown:
        return Weighed(plain.move, plain.sentence)
    try:
        choices, tried = _tried(view, rng, deals, weigh)
    except SevensError:  # an example with a part of the cards: there is nothing to deal out
        return Weighed(plain.move, plain.sentence)
    best = choices[0].move
    if view.table.shape.start is None:
        return Weighed(best, f"{plain.sentence} {_chances(choices)}", choices, tried)
    assert best.card is not None
    parts = [f"Lay {best.card}: {_frees(view, best.card)}.", *_opens(view, best.card)]
    parts += _keeps(view, best.card)
    return Weighed(best, " ".join([*parts, _chances(choices)]), choices, tried)


def _tried(view: View, rng: Random, deals: int, weigh: bool) -> tuple[tuple[Choice, ...], int]:
    """Give the chances of the moves, the suggested one first, and how many deals were tried."""
    moves = legal(view)
    many = max(1, min(deals, _PLAYED // slowness(view.rules) // len(moves)))
    won = [0] * len(moves)
    for race in worlds(view, rng, many, weigh=weigh):
        ranked(race)
        for at, move in enumerate(moves):
            trial = race.copy()
            assert move.card is not None
            trial.lay(move.card)
            won[at] += finish(trial).winner == view.seat
    alike = max(1, round(many / _ALIKE))
    found = []
    for wins, move in zip(won, moves, strict=True):
        low, high = share_interval(round(wins * alike / many), alike)
        share = wins / many
        found.append(Choice(move, share, min(low, share), max(high, share)))
    found.sort(key=lambda choice: -choice.chance)
    best = _best(view, found, many)
    found.sort(key=lambda choice: choice.move != best)
    return tuple(found), many


def _best(view: View, choices: Sequence[Choice], deals: int) -> Move:
    """Choose by the chances; among those that chance may have ordered, the priority has its say.

    The start rank is chosen as by the plain advice, which says why.
    """
    if view.table.shape.start is None:
        return advise(view).move
    own = frozenset(each.index for each in view.hand)
    # Two moves end differently in about one deal of eight.
    close = choices[0].chance - 2 * sqrt(0.12 / deals)

    def value(choice: Choice) -> float:
        assert choice.move.card is not None
        return choice.chance * deals + PRIOR * priority(view, choice.move.card, own)

    return max((each for each in choices if each.chance >= close), key=value).move


def _frees(view: View, card: Card) -> str:
    """Say which own cards come nearer, or that none does."""
    if must_open_with(view) is not None:
        return "it opens the deal and must be laid first"
    freed = what_it_frees(view, card)
    if freed:
        return freed
    if any(ways(view.table, card)):
        return "none of your cards waits behind it"
    return "no card waits behind it, so it opens nothing for the others"


def _opens(view: View, card: Card) -> list[str]:
    """Say which cards of the others fit once the card lies."""
    found = opened(view, card)
    return [f"It opens {and_list(found)} for the others."] if found else []


def opened(view: View, card: Card) -> tuple[Card, ...]:
    """Give the cards that fit once a card lies, did not before, and are held by others, at least one copy.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> opened(view(parse_position("hearts 7; you 7♣ 8♣ 2♠"), 0), Card("7c"))
    (Card("6♣"),)
    """
    after = view.table.lay(card)
    packs = view.rules.packs
    return tuple(
        each
        for each in after.takes(card.suit)
        if each != card
        and not view.table.fits(each)
        and view.hand.count(each) + after.copies(each) < packs
    )


def _keeps(view: View, laid: Card) -> list[str]:
    """Name the other cards that fit and are better kept, because only cards of the others wait behind them."""
    kept = kept_back(view, laid)
    if not kept:
        return []
    behind = "it" if len(kept) == 1 else "them"
    return [f"Keep {and_list(kept)} back: only cards of the others wait behind {behind}."]


def kept_back(view: View, laid: Card) -> tuple[Card, ...]:
    """Give the other cards that fit now and behind which cards wait, none of them one's own.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> kept_back(view(parse_position("hearts 7; you 7♣ 8♣ 8♥ 6♥ A♥"), 0), Card("7c"))
    (Card("8♥"),)
    """
    own = frozenset(each.index for each in view.hand)
    found = []
    for move in legal(view):
        if move.card is not None and move.card != laid:
            waiting = {index for way in ways(view.table, move.card) for index in way}
            if waiting and not waiting & own:
                found.append(move.card)
    return tuple(found)


def _chances(choices: Sequence[Choice]) -> str:
    """Tell the chances in whole deals of a hundred, the next best moves beside the suggested one."""
    first, *others = choices
    give = max(1, round(50 * (first.high - first.low)))
    said = (
        f"Of 100 deals that agree with all you have seen, you win about {round(100 * first.chance)} "
        f"after it, give or take {give}"
    )
    after = [f"{each.move} about {round(100 * each.chance)}" for each in others[:_TOLD]]
    better = any(round(100 * each.chance) > round(100 * first.chance) for each in others[:_TOLD])
    doubt = " So small a difference may be chance." if better else ""
    return f"{said}; after {and_list(after)}.{doubt}"
