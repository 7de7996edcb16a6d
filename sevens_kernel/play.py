"""Running a deal: the computer players move until a person must decide; how what a person asks for becomes a move."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sevens_kernel.acting import apply, catch_false_pass, may_be_caught
from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Move, lay
from sevens_kernel.players.base import Player, choose_start
from sevens_kernel.refusal import why_not
from sevens_kernel.state import State, fitting, free_starts, legal
from sevens_kernel.view import view
from sevens_kernel.words import caught_words


def ply_random(number: int, ply: int) -> Random:
    """Give the random numbers of one ply of a deal.

    Each ply has its own, made from the deal number and the ply alone: after an undo, or when a record is played
    again, the computer players meet the same random numbers at the same place and so make the same moves.

    >>> ply_random(1234, 7).random() == ply_random(1234, 7).random()
    True
    """
    return Random((number << 16) + ply)


def play_until(
    state: State, players: Mapping[int, Player], rng: Random | int, human: int | None = None
) -> State:
    """Let the players move until the seat `human` is on turn or the deal is over; human None: until the deal is over.

    players: the player of each seat from 0; the human's is never asked. rng: the deal number (any whole number),
    from which `ply_random` makes each ply's random numbers; or a Random to be used as it is, for runs that are
    never taken back. After every act, and before the first, each player may lay start cards out of turn, clockwise
    from the seat on turn.
    The human's can wait for the human's turn: nobody else can lay them, and there they still cost nothing.

    >>> from sevens_kernel.deal import deal
    >>> from sevens_kernel.players import player
    >>> from sevens_kernel.rules import Rules
    >>> done = play_until(deal(Rules(), 1234), {seat: player("random") for seat in range(4)}, rng=1234)
    >>> done.out is not None
    True

    Raises SevensError when a seat on turn has neither a player nor known cards enough to move, and IllegalMove for
    a player that answers with a move the rules refuse.
    """
    while state.out is None:
        chance = rng if isinstance(rng, Random) else ply_random(rng, state.ply)
        started = _start_out_of_turn(state, players, chance, human)
        if started is not None:
            state = started
            continue
        seat = state.turn
        if seat == human:
            break
        if seat not in players:
            raise SevensError(
                f"seat {seat + 1} is on turn and has no player: give one for every seat but the human's"
            )
        if not legal(state):
            raise SevensError(
                f"seat {seat + 1} is on turn, but no card of it is known to fit: give its cards"
            )
        state = apply(state, players[seat].choose(view(state, seat), chance))
    return state


def _start_out_of_turn(
    state: State, players: Mapping[int, Player], rng: Random, human: int | None
) -> State | None:
    """Give the state after the first start card a player wants to lay out of turn, None when nobody wants to."""
    if not state.rules.out_of_turn_starts or state.table.is_empty:
        return None
    count = state.rules.players
    for step in range(count):
        seat = (state.turn + step) % count
        if seat == human or seat not in players:
            continue
        move = choose_start(players[seat], view(state, seat), rng)
        if move is not None:
            return apply(state, move, seat)
    return None


def laying(state: State, card: Card, seat: int) -> Move:
    """Choose how a person who asks to lay a card lays it: out of turn where that leaves another card for the turn.

    seat: the person's, from 0.

    >>> from sevens_kernel.notation import parse_position
    >>> state = parse_position("rules domino:4; clubs 7; you 7♥ 8♣ 2♠")
    >>> laying(state, Card("7h"), 0).free, laying(state, Card("8c"), 0).free
    (True, False)
    """
    out_of_turn = Move(card, free=True)
    if out_of_turn not in free_starts(state, seat):
        return lay(card)
    after = apply(state, out_of_turn, seat)
    return out_of_turn if after.out is not None or fitting(after, seat) else lay(card)


def passing(state: State, seat: int) -> tuple[State, str]:
    """Let a person pass: the state after it, and what is said of a false pass that was caught, "" of a true one.

    seat: the person's, from 0.

    >>> from sevens_kernel.notation import parse_position
    >>> passing(parse_position("rules classic:4; hearts 5-8; you 4♥ K♣"), 0)[1]
    'Not allowed: 4♥ fits. You pay two points and must lay a card.'

    Raises IllegalMove for a pass that is refused.
    """
    if state.turn != seat or not may_be_caught(state):
        return apply(state, PASS, seat), ""
    refusal = why_not(state, PASS, seat)
    told = f"{refusal.sentence if refusal else ''} {caught_words(state.rules)}".strip()
    return catch_false_pass(state), told
