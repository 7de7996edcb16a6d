"""Positions for tests, written shortly, and the bridge between the engine's values and the oracle's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from sevens_kernel import (
    Card,
    Move,
    Rules,
    State,
    Table,
    apply,
    catch_false_pass,
    deal,
    fitting,
    free_starts,
    legal,
    parse_cards,
)
from sevens_kernel.cards import Rank, Suit, parse_rank, parse_suit
from sevens_kernel.deal import sort_hand
from sevens_kernel.players import Player
from sevens_kernel.rules import FalsePass
from tests import oracle

PRESETS = [
    (name, players)
    for name, (few, many, _) in oracle.RULE_SETS.items()
    for players in range(few, many + 1)
]


LONGEST = 2_000  # acts; the longest deal, two packs at three players, needs some hundreds


def spread(rules: Rules, text: str) -> list[Card]:
    """Read "5-8h 7c 2-Ks": single cards and spans of a suit in the order of the row."""
    cards: list[Card] = []
    for part in text.split():
        low, dash, high = part[:-1].partition("-")
        suit: Suit = parse_suit(part[-1])
        first = rules.ranks.index(parse_rank(low))
        last = rules.ranks.index(parse_rank(high)) if dash else first
        cards += [Card.of(rank, suit) for rank in rules.ranks[first : last + 1]]
    return cards


def table(rules: Rules, text: str, start: Rank | None = None) -> Table:
    """Give a table with these cards on it; start: the start rank somebody chose."""
    found = Table.empty(rules, start)
    for card in spread(rules, text):
        found = found.lay(card)
    return found


def position(
    rules: Rules,
    rows: str,
    *hands: str,
    turn: int = 0,
    start: Rank | None = None,
    **more: Any,
) -> State:
    """Give a position; seats without a hand in the text hold one unknown card each, so that nobody is out."""
    held = tuple(sort_hand(rules, parse_cards(hand)) for hand in hands)
    absent = rules.players - len(hands)
    none = (0,) * rules.players
    values: dict[str, Any] = {
        "dealer": 0,
        "passes": none,
        "fines": none,
        "chips": (rules.chips_each if rules.uses_chips else 0,) * rules.players,
        "pool": 0,
        "unknown": (0,) * len(hands) + (1,) * absent,
    }
    return State(
        rules=rules,
        hands=held + ((),) * absent,
        table=table(rules, rows, start),
        turn=turn,
        **{**values, **more},
    )


def texts(items: Sequence[Any]) -> list[str]:
    """Give cards as printed, or moves as text."""
    return [str(item) for item in items]


def as_switches(rules: Rules) -> oracle.Switches:
    """Give the engine's rules as the oracle's plain switches."""
    return {
        "players": rules.players,
        "pack": str(rules.pack),
        "packs": rules.packs,
        "aces": str(rules.aces),
        "start rank": str(rules.start_rank),
        "opener": rules.opener.code if isinstance(rules.opener, Card) else rules.opener,
        "out-of-turn starts": rules.out_of_turn_starts,
        "false pass": str(rules.false_pass),
        "penalty": rules.penalty,
        "penalty in": str(rules.penalty_in),
        "pass chip": rules.pass_chip,
        "ante": rules.ante,
        "per-card chip": rules.card_chip,
        "chips each": rules.chips_each,
        "scoring": str(rules.scoring),
    }


def same_as_oracle(state: State, game: oracle.Game) -> None:
    """Assert that a state and the oracle's game say the same in every part."""
    assert [sorted(card.code for card in hand) for hand in state.hands] == [
        sorted(hand) for hand in game["hands"]
    ]
    assert sorted(card.code for card in state.table.cards()) == sorted(oracle.table_cards(game))
    assert state.turn == game["turn"]
    assert list(state.passes) == game["passes"]
    assert list(state.fines) == game["fines"]
    assert list(state.chips) == game["chips"]
    assert state.pool == game["pool"]
    assert state.caught == game["caught"]
    assert state.out == game["out"]
    start = state.table.shape.start
    assert (start.text if start else None) == game["start"]


def play_on(state: State, seed: int) -> list[State]:
    """Play to the end by chance, with starts out of turn and false passes where the rules know them."""
    chance = Random(seed)
    states = [state]
    while state.out is None:
        assert len(states) < LONGEST, "a deal ends"
        free = [
            (move, seat) for seat in range(state.rules.players) for move in free_starts(state, seat)
        ]
        catchable = (
            state.rules.false_pass is FalsePass.PENALISED and not state.caught and fitting(state)
        )
        if free and chance.random() < 0.3:
            move, seat = chance.choice(free)
            state = apply(state, move, seat)
        elif catchable and chance.random() < 0.1:
            state = catch_false_pass(state)
        else:
            state = apply(state, chance.choice(legal(state)))
        states.append(state)
    return states


def acts_of(state: State) -> list[tuple[int, Move]]:
    """Give everything that may happen next: moves in turn, then starts out of turn."""
    found = [(state.turn, move) for move in legal(state)]
    for seat in range(state.rules.players):
        found += [(seat, move) for move in free_starts(state, seat)]
    return found


def perft(state: State, depth: int) -> list[int]:
    """Count the sequences of one, two … acts that can follow; a finished deal has no sequel."""
    counts = [0] * depth

    def walk(here: State, at: int) -> None:
        for seat, move in acts_of(here):
            counts[at] += 1
            if at + 1 < depth:
                walk(apply(here, move, seat), at + 1)

    walk(state, 0)
    return counts


def as_game(state: State) -> oracle.Game:
    """Give the oracle's game of a state, laying the table's cards outwards from the start rank."""
    rules = as_switches(state.rules)
    game = oracle.set_up(rules, [[card.code for card in hand] for hand in state.hands], state.turn)
    start = state.table.shape.start
    game["start"] = start.text if start else None
    if start:
        middle = state.rules.ranks.index(start)
        for card in sorted(
            state.table.cards(), key=lambda card: abs(state.rules.ranks.index(card.rank) - middle)
        ):
            oracle.put_down(game, card.code)
    for name in ("passes", "fines", "chips"):
        game[name] = list(getattr(state, name))
    game.update(pool=state.pool, caught=state.caught, out=state.out)
    return game


def moments(games_each: int, first: int = 0) -> Iterator[State]:
    """Walk every position in which somebody must move, in some deals of every rule set at every number of players."""
    for at, (name, players) in enumerate(PRESETS):
        rules = Rules.named(name, players)
        for game in range(games_each):
            number = first + 1000 * game + at
            for state in play_on(deal(rules, number, dealer=game % players), number):
                if state.out is None:
                    yield state


def all_play(one: Player, rules: Rules) -> dict[int, Player]:
    """Seat one player everywhere."""
    return dict.fromkeys(range(rules.players), one)
