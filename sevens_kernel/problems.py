"""Every fault of a position that was set up by hand, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sevens_kernel.cards import ALL_CARDS, Card, and_list, count_of
from sevens_kernel.rules import FalsePass
from sevens_kernel.state import State, must_open_with
from sevens_kernel.words import NAMES, whose


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a position: what kind it is, a sentence for people, and the cards it is about."""

    kind: str
    sentence: str
    cards: tuple[Card, ...] = ()


def problems(state: State) -> tuple[Problem, ...]:
    """Give every fault of a position; none for a position that can be played on.

    A position need not be reachable from a deal: an example may leave 7♦ unlaid. It must hold the
    right cards, each as often as the pack has it, in rows without gaps.

    >>> from sevens_kernel.notation import parse_position
    >>> for each in problems(parse_position("hearts 7 9; you 9♥ 2♣")):
    ...     print(each.sentence)
    9♥ is there twice (on the table and in your hand), and the pack has it once.
    9♥ lies without 8♥: a row has no gaps.
    """
    return (
        *_strangers(state),
        *_duplicates(state),
        *_gaps(state),
        *_missing(state),
        *_opening(state),
        *_empty_hands(state),
        *_out(state),
        *_caught(state),
        *_chips(state),
    )


def _where(state: State) -> dict[Card, list[str]]:
    places: dict[Card, list[str]] = {}
    for card in state.table.cards():
        places.setdefault(card, []).append("on the table")
    # Cards outside the pack never belong to a row, so `Table.cards` does not walk them.
    for card in ALL_CARDS:
        if state.table.shape.position(card.rank) < 0 and state.table.copies(card):
            places.setdefault(card, []).append("on the table")
    for name, hand in zip(NAMES, state.hands, strict=False):
        for card in hand:
            places.setdefault(card, []).append(f"in {whose(name)} hand")
    return places


def _strangers(state: State) -> list[Problem]:
    ranks = state.rules.ranks
    found = [card for card in _where(state) if card.rank not in ranks]
    span = f"from {ranks[0].word} to {ranks[-1].word}"
    return [
        Problem("not in the pack", f"{card} is not in this pack, which runs {span}.", (card,))
        for card in found
    ]


def _duplicates(state: State) -> list[Problem]:
    packs = state.rules.packs
    has = "once" if packs == 1 else "twice"
    faults = []
    for card, places in _where(state).items():
        if len(places) > packs:
            times = {2: "twice", 3: "three times"}.get(len(places), f"{len(places)} times")
            where = and_list(dict.fromkeys(places))
            faults.append(
                Problem(
                    "too many",
                    f"{card} is there {times} ({where}), and the pack has it {has}.",
                    (card,),
                )
            )
    return faults


def _gaps(state: State) -> list[Problem]:
    pairs = state.table.faulty_rows()
    return [
        Problem(
            "gap",
            f"{card} lies without {'another ' if state.table.copies(need) else ''}{need}: a row has no gaps.",
            (card, need),
        )
        for card, need in pairs
    ]


def _missing(state: State) -> list[Problem]:
    there = Counter({card: len(places) for card, places in _where(state).items()})
    whole = Counter(state.rules.pack_cards)
    unseen = list((whole - there).elements())
    unknown = sum(state.unknown)
    if unknown == len(unseen):
        return []
    if not unknown:
        shown = and_list(unseen[:8]) + (" and more" if len(unseen) > 8 else "")
        verb = "is" if len(unseen) == 1 else "are"
        return [
            Problem("missing", f"{shown} {verb} neither on the table nor in a hand.", tuple(unseen))
        ]
    shown = f"{_capital(count_of(len(unseen), 'card'))} of the pack {'is' if len(unseen) == 1 else 'are'} not shown"
    held = f"the hands are said to hold {count_of(unknown, 'unknown card')}"
    return [Problem("missing", f"{shown}, but {held}.")]


def _opening(state: State) -> list[Problem]:
    card = must_open_with(state)
    if card is None or card in state.hands[state.turn] or state.unknown[state.turn]:
        return []
    name = NAMES[state.turn]
    who = "you are to move but do" if name == "You" else f"{name} is to move but does"
    return [Problem("opening", f"{card} must open the deal: {who} not hold it.", (card,))]


def _empty_hands(state: State) -> list[Problem]:
    empty = [NAMES[seat] for seat, size in enumerate(state.sizes) if size == 0]
    if len(empty) > 1:
        return [
            Problem(
                "two out",
                f"{and_list(empty)} hold no cards: a deal ends when the first player is out.",
            )
        ]
    return []


def _out(state: State) -> list[Problem]:
    """Compare who is said to be out with who holds no card."""
    faults = []
    if state.out is not None and state.sizes[state.out]:
        held = count_of(state.sizes[state.out], "card")
        who = f"{_says(state.out, 'are', 'is')} said to be out and still"
        faults.append(Problem("out", f"{who} {_verb(state.out, 'hold', 'holds')} {held}."))
    empty = [seat for seat, size in enumerate(state.sizes) if size == 0]
    if len(empty) == 1 and state.out != empty[0]:
        who = f"{_says(empty[0], 'hold', 'holds')} no card and so"
        faults.append(
            Problem(
                "out", f"{who} {_verb(empty[0], 'are', 'is')} out, which the position does not say."
            )
        )
    return faults


def _says(seat: int, you: str, other: str) -> str:
    return f"{NAMES[seat]} {_verb(seat, you, other)}"


def _verb(seat: int, you: str, other: str) -> str:
    return you if NAMES[seat] == "You" else other


def _caught(state: State) -> list[Problem]:
    if not state.caught or state.rules.false_pass is FalsePass.PENALISED:
        return []
    return [Problem("caught", "Nobody is caught in a false pass where a false pass is refused.")]


def _chips(state: State) -> list[Problem]:
    rules = state.rules
    if state.pool < 0:
        return [
            Problem("chips", f"The pool cannot hold {state.pool} chips: it is never below zero.")
        ]
    if not rules.uses_chips:
        return []
    total, right = sum(state.chips) + state.pool, rules.chips_each * rules.players
    if total == right:
        return []
    return [
        Problem(
            "chips",
            f"The chips and the pool make {total}, but {rules.players} players began with {right}.",
        )
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
