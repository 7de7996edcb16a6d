"""One deal of Sevens: the state, the moves it allows, why it refuses the others, and how it goes on.

A state is frozen: applying a move gives a new one, so undo, replay and comparison are free. Seats
count from 0, clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from sevens_kernel.cards import Card, Suit, and_list, count_of
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Act, Move, lay
from sevens_kernel.rules import Coin, FalsePass, Rules
from sevens_kernel.table import START, Table
from sevens_kernel.verdict import Reason, Verdict, verdict


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed: the kind of reason, a sentence for people, and the cards it turns on.

    cards: those still missing before the card fits; for a refused pass, those that fit.
    """

    reason: Reason
    sentence: str
    cards: tuple[Card, ...] = ()


class IllegalMove(SevensError):  # noqa: N818 - a refusal of the game, not a mistake in code
    """A move the rules refuse; nothing has changed. refusal: why; position: the text of the position."""

    def __init__(self, refusal: Refusal, position: str) -> None:
        """Keep the refusal and the position, and name both in the message."""
        super().__init__(f"{refusal.sentence} (position: {position})")
        self.refusal = refusal
        self.position = position


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a deal, with everything there is to know of it.

    hands: the known cards of each seat, sorted. unknown: how many cards of each seat are not known.
    turn: the seat whose turn it is. passes: true passes by each seat. fines: points charged to each
    seat for false passes. chips: chips each seat holds, below zero when owed. pool: chips in the
    middle. caught: the seat on turn has been caught in a false pass and must lay. out: the seat
    that has laid its last card. history: every act since the deal or the position began; not
    compared.
    """

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    table: Table
    turn: int
    dealer: int
    passes: tuple[int, ...]
    fines: tuple[int, ...]
    chips: tuple[int, ...]
    pool: int
    caught: bool = False
    out: int | None = None
    unknown: tuple[int, ...] = ()
    history: tuple[Act, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Take all hands as known where nothing else is said."""
        if not self.unknown:
            object.__setattr__(self, "unknown", (0,) * self.rules.players)

    def hand_of(self, seat: int) -> tuple[Card, ...]:
        """Give the known cards of a seat."""
        return self.hands[seat]

    def unknown_of(self, seat: int) -> int:
        """Count the cards of a seat that are not known."""
        return self.unknown[seat]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(hand) + more for hand, more in zip(self.hands, self.unknown, strict=True))

    @property
    def ply(self) -> int:
        """How many acts have been made since the deal or the position began."""
        return len(self.history)

    def __repr__(self) -> str:
        """Give the position text, which can be pasted back."""
        from sevens_kernel.notation import (
            format_position,
        )  # notation reads states, so it is asked only here

        return f'parse_position("{format_position(self)}")'


class Position(Protocol):
    """What `legal`, `explain` and `why_not` need to know: a State has it, and so has a View for its own seat."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def table(self) -> Table: ...  # noqa: D102
    @property
    def turn(self) -> int: ...  # noqa: D102
    @property
    def caught(self) -> bool: ...  # noqa: D102
    @property
    def out(self) -> int | None: ...  # noqa: D102
    def hand_of(self, seat: int) -> tuple[Card, ...]: ...  # noqa: D102
    def unknown_of(self, seat: int) -> int: ...  # noqa: D102


def must_open_with(position: Position) -> Card | None:
    """Give the card that must be laid now because it opens the deal, or None.

    >>> from sevens_kernel.deal import deal
    >>> must_open_with(deal(Rules(), 1))
    Card("7♦")
    """
    card = position.rules.opening_card
    return card if card is not None and position.table.is_empty else None


def takes(position: Position, suit: Suit) -> tuple[Card, ...]:
    """Give the cards a suit's row takes now, from the low end: before the opening only the card that must open.

    >>> from sevens_kernel.deal import deal
    >>> takes(deal(Rules(), 1), Suit.DIAMONDS), takes(deal(Rules(), 1), Suit.HEARTS)
    ((Card("7♦"),), ())
    """
    opening = must_open_with(position)
    if opening is not None:
        return (opening,) if opening.suit is suit else ()
    return position.table.takes(suit)


def fitting(position: Position, seat: int | None = None) -> tuple[Card, ...]:
    """Give the known cards of a hand that may be laid on its turn, each once; seat None: the seat whose turn it is.

    >>> from sevens_kernel.deal import deal
    >>> fitting(deal(Rules(), 1))
    (Card("7♦"),)
    """
    hand = position.hand_of(position.turn if seat is None else seat)
    opening = must_open_with(position)
    if opening is not None:
        return (opening,) if opening in hand else ()
    fits = position.table.fits
    found = [card for card in hand if fits(card)]
    return tuple(dict.fromkeys(found)) if position.rules.packs > 1 else tuple(found)


def legal(position: Position) -> tuple[Move, ...]:
    """Give every move of the seat whose turn it is; a pass only when no card fits, nothing when the deal is over.

    Starts out of turn are not among them: `free_starts` gives those.

    >>> from sevens_kernel.deal import deal
    >>> legal(deal(Rules(), 1))
    (Move.parse("7d"),)
    """
    if position.out is not None:
        return ()
    cards = fitting(position)
    if cards:
        return tuple([lay(card) for card in cards])
    return () if position.unknown_of(position.turn) or must_open_with(position) else (PASS,)


def free_starts(position: Position, seat: int) -> tuple[Move, ...]:
    """Give the start cards a seat may lay at this moment without using up a turn (RULES, "out-of-turn starts").

    >>> from sevens_kernel.deal import deal
    >>> free_starts(deal(Rules(), 1), 0)
    ()
    """
    if position.out is not None or not position.rules.out_of_turn_starts or position.table.is_empty:
        return ()
    towards, counts = position.table.shape.towards, position.table.counts
    cards = (
        card
        for card in position.hand_of(seat)
        if towards[card.index] == START and not counts[card.index]
    )
    return tuple(Move(card, free=True) for card in dict.fromkeys(cards))


def explain(position: Position, card: Card) -> Verdict:
    """Say whether the rules would let a card be laid on its holder's turn, and why.

    >>> from sevens_kernel.deal import deal
    >>> explain(deal(Rules(), 1), Card("8d")).sentence
    '8♦ must wait: 7♦ opens the deal and must be laid first.'
    """
    opening = must_open_with(position)
    found = verdict(position.table, card)
    if opening is None or found.reason is Reason.ABSENT:
        return found
    if card is opening:
        return Verdict(
            card,
            Reason.FITS,
            "opens the deal",
            f"{card} opens the deal and must be laid first.",
            "fits",
        )
    sentence = f"{card} must wait: {opening} opens the deal and must be laid first."
    words = f"must wait, the {opening.words} opens the deal"
    return Verdict(
        card, Reason.OPENING, f"must wait: {opening} opens the deal", sentence, words, (opening,)
    )


def why_not(position: Position, move: Move, seat: int | None = None) -> Refusal | None:
    """Say why a seat may not make a move, or None when it may; seat None: the seat whose turn it is.

    >>> from sevens_kernel.deal import deal
    >>> why_not(deal(Rules(), 1), PASS).sentence
    'Not allowed: 7♦ fits.'
    """
    actor = position.turn if seat is None else seat
    if position.out is not None:
        return Refusal(Reason.OVER, "The deal is over: nobody moves after the last card.")
    if not 0 <= actor < position.rules.players:
        seats = f"there are seats 1 to {position.rules.players}"
        return Refusal(Reason.NOT_TURN, f"Seat {actor + 1} does not exist: {seats}.")
    if move.free:
        return _why_no_free_start(position, move, actor)
    if actor != position.turn:
        return Refusal(
            Reason.NOT_TURN,
            f"It is not seat {actor + 1}'s turn: seat {position.turn + 1} moves next.",
        )
    if move.card is None:
        return _why_no_pass(position)
    found = explain(position, move.card)
    if found.reason is Reason.ABSENT:
        return Refusal(found.reason, found.sentence)
    if move.card not in position.hand_of(actor):
        return _why_not_held(position, move.card, actor)
    return None if found.fits else Refusal(found.reason, found.sentence, found.missing)


def _why_not_held(position: Position, card: Card, seat: int) -> Refusal:
    if position.unknown_of(seat):
        return Refusal(Reason.UNKNOWN, f"Seat {seat + 1} is not known to hold {card}.")
    return Refusal(Reason.NOT_HELD, f"{card} is not in the hand of seat {seat + 1}.")


def _why_no_pass(position: Position) -> Refusal | None:
    cards = fitting(position)
    if cards:
        verb = "fits" if len(cards) == 1 else "fit"
        return Refusal(Reason.MUST_PLAY, f"Not allowed: {and_list(cards)} {verb}.", cards)
    opening = must_open_with(position)
    if opening is not None:
        return Refusal(
            Reason.OPENING,
            f"Not allowed: {opening} opens the deal, and its holder must lay it.",
            (opening,),
        )
    if position.unknown_of(position.turn):
        return Refusal(
            Reason.UNKNOWN,
            f"Seat {position.turn + 1} has cards that are not known: one of them may fit.",
        )
    return None


def _why_no_free_start(position: Position, move: Move, seat: int) -> Refusal | None:
    if move in free_starts(position, seat):
        return None
    if not position.rules.out_of_turn_starts:
        return Refusal(Reason.NO_FREE_START, "These rules allow no card out of turn.")
    if position.table.is_empty:
        return Refusal(
            Reason.NO_FREE_START, "Nothing may be laid out of turn before the deal has been opened."
        )
    if move.card is not None and move.card not in position.hand_of(seat):
        return _why_not_held(position, move.card, seat)
    return Refusal(
        Reason.NO_FREE_START,
        f"{move} may not be laid out of turn: only the start card of an unopened suit may.",
    )


def _illegal(state: State, refusal: Refusal) -> IllegalMove:
    from sevens_kernel.notation import (
        format_position,
    )  # notation reads states, so it is asked only here

    return IllegalMove(refusal, format_position(state))


def apply(state: State, move: Move, seat: int | None = None) -> State:
    """Give the state after a move; seat None: the seat whose turn it is; another seat may only lay a start out of turn.

    >>> from sevens_kernel.deal import deal
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


def catch_false_pass(state: State) -> State:
    """Charge the seat on turn for passing although a card fits; it stays on turn and must lay a card.

    >>> from sevens_kernel.deal import deal
    >>> catch_false_pass(deal(Rules.named("parliament"), 1)).pool
    3

    Raises IllegalMove where the pass is right, where false passes are blocked, and for a second one
    in the same turn.
    """
    rules, seat = state.rules, state.turn
    refusal = why_not(state, PASS)
    if refusal is None:
        raise _illegal(state, Refusal(Reason.MUST_PLAY, "The pass is right: nothing fits."))
    if (
        state.out is not None
        or rules.false_pass is FalsePass.BLOCKED
        or state.caught
        or not fitting(state)
    ):
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


def outcome(state: State) -> Outcome | None:
    """Say how the deal ended, or None while it goes on. Points: ace 1, two to ten their pips, J 11, Q 12, K 13.

    >>> from sevens_kernel.deal import deal
    >>> outcome(deal(Rules(), 1)) is None
    True
    """
    if state.out is None:
        return None
    last = next((act.move.card for act in reversed(state.history) if act.seat == state.out), None)
    points = tuple(
        sum(hand_ranks) + fine for hand_ranks, fine in zip(_pips(state), state.fines, strict=True)
    )
    return Outcome(state.out, last, state.hands, points)


def _pips(state: State) -> list[list[int]]:
    return [[int(card.rank) for card in hand] for hand in state.hands]
