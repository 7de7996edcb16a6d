"""How a deal goes on and ends: a move made, a false pass caught, the pool paid, the outcome.

A state is frozen: acting gives a new one, so undo, replay and comparison are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sevens_kernel.cards import Card, count_of
from sevens_kernel.moves import PASS, Act, Move
from sevens_kernel.refusal import IllegalMove, Refusal, why_not
from sevens_kernel.rules import Coin, FalsePass
from sevens_kernel.state import Position, State, fitting
from sevens_kernel.verdict import Reason


def _illegal(state: State, refusal: Refusal) -> IllegalMove:
    # Notation reads states, so it is asked only here.
    from sevens_kernel.notation import format_position

    return IllegalMove(refusal, format_position(state))


def apply(state: State, move: Move, seat: int | None = None) -> State:
    """Give the state after a move; seat None: the seat whose turn it is; another seat may only lay a start out of turn.

    >>> from sevens_kernel import Rules, deal
    >>> after = apply(deal(Rules(), 1), Move.parse("7d"))
    >>> after.sizes, after.ply
    ((13, 13, 13, 12), 1)

    Raises IllegalMove, with the reason and the position; nothing changes then.
    """
    refusal = why_not(state, move, seat)
    if refusal is not None:
        raise _illegal(state, refusal)
    actor = state.turn if seat is None else seat
    return _passed(state, actor) if move.card is None else _laid(state, move.card, move, actor)


def _passed(state: State, seat: int) -> State:
    cost = state.rules.pass_chip
    players = state.rules.players
    return State(
        state.rules,
        state.hands,
        state.table,
        (seat + 1) % players,
        state.dealer,
        _add(state.passes, seat, 1),
        state.fines,
        _add(state.chips, seat, -cost) if cost else state.chips,
        state.pool + cost,
        False,
        None,
        state.unknown,
        (*state.history, Act(seat, PASS)),
    )


def _laid(state: State, card: Card, move: Move, seat: int) -> State:
    hand = state.hands[seat]
    place = hand.index(card)
    left = hand[:place] + hand[place + 1 :]
    over = not left and not state.unknown[seat]
    after = State(
        state.rules,
        (*state.hands[:seat], left, *state.hands[seat + 1 :]),
        state.table.lay(card),
        state.turn if over or move.free else (seat + 1) % state.rules.players,
        state.dealer,
        state.passes,
        state.fines,
        state.chips,
        state.pool,
        state.caught and move.free,
        seat if over else None,
        state.unknown,
        (*state.history, Act(seat, move)),
    )
    return _settled(after, seat) if over and state.rules.uses_chips else after


def _settled(state: State, winner: int) -> State:
    """Pay the winner of the deal: the pool, and a chip for every card still held where that is played."""
    owed = [size * state.rules.card_chip for size in state.sizes]
    chips = [held - debt for held, debt in zip(state.chips, owed, strict=True)]
    chips[winner] += state.pool + sum(owed)
    return replace(state, chips=tuple(chips), pool=0)


def may_be_caught(position: Position) -> bool:
    """Say whether a pass by the seat on turn would be caught and charged, rather than refused or right.

    >>> from sevens_kernel import Rules, deal
    >>> [may_be_caught(deal(Rules.named(name), 1)) for name in ("school", "parliament")]
    [False, True]
    """
    return (
        position.out is None
        and not position.caught
        and position.rules.false_pass is FalsePass.PENALISED
        and bool(fitting(position))
    )


def catch_false_pass(state: State) -> State:
    """Charge the seat on turn for passing although a card fits; it stays on turn and must lay a card.

    >>> from sevens_kernel import Rules, deal
    >>> catch_false_pass(deal(Rules.named("parliament"), 1)).pool
    3

    Raises IllegalMove where the pass is right, where false passes are blocked, and for a second one
    in the same turn.
    """
    rules, seat = state.rules, state.turn
    refusal = why_not(state, PASS)
    if refusal is None:
        raise _illegal(state, Refusal(Reason.MUST_PLAY, "The pass is right: nothing fits."))
    if not may_be_caught(state):
        raise _illegal(state, refusal)
    in_chips = rules.penalty_in is Coin.CHIPS
    return replace(
        state,
        chips=_add(state.chips, seat, -rules.penalty) if in_chips else state.chips,
        pool=state.pool + (rules.penalty if in_chips else 0),
        fines=state.fines if in_chips else _add(state.fines, seat, rules.penalty),
        caught=True,
        history=(*state.history, Act(seat, PASS, false=True)),
    )


def _add(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + more, *numbers[place + 1 :])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended. left: the known cards of each hand; points: what those count, fines added."""

    winner: int
    last_card: Card | None
    left: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """Who won and with which card, by seat number."""
        with_card = f" with {self.last_card}" if self.last_card else ""
        left = count_of(sum(map(len, self.left)), "card")
        return f"Seat {self.winner + 1} is out first{with_card} and wins; {left} left."


def points_of(cards: Sequence[Card]) -> int:
    """Count cards left in a hand: ace 1, two to ten what they say, jack 11, queen 12, king 13.

    >>> points_of([Card("Ks"), Card("Ad")])
    14
    """
    return sum(int(card.rank) for card in cards)


def outcome(state: State) -> Outcome | None:
    """Say how the deal ended, or None while it goes on. Points: ace 1, two to ten their pips, J 11, Q 12, K 13.

    >>> from sevens_kernel import Rules, deal
    >>> outcome(deal(Rules(), 1)) is None
    True
    """
    if state.out is None:
        return None
    last = next((act.move.card for act in reversed(state.history) if act.seat == state.out), None)
    points = tuple(
        points_of(hand) + fine for hand, fine in zip(state.hands, state.fines, strict=True)
    )
    return Outcome(state.out, last, state.hands, points)
