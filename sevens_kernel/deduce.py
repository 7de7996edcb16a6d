"""What a deal so far proves of the hidden cards: what nobody can hold, what somebody must, and all chances.

Everything here comes from a View: the own hand, the table, and what happened in the open.

- A pass proves that the passer holds no card that fitted then, and so not now either. That holds at the
  opening too: who passes instead of opening holds no start card. A start card that could have been laid
  out of turn and was not proves nothing.
- The seat that must open with a named card holds it. With two packs, those who sit nearer to the
  dealer's left than the opener do not hold it: the first holder from there opens.
- A false pass that was caught proves the contrary of a pass: the seat held a card that fitted then. When
  it lays such a card afterwards, as it must, nothing of this is left to count.
- What happened before a position was set up is not known, and proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from sevens_kernel.cards import ALL_CARDS, Card, and_list
from sevens_kernel.deal import sort_hand
from sevens_kernel.errors import SevensError
from sevens_kernel.hidden import Hidden, Ways, count_ways
from sevens_kernel.moves import Act
from sevens_kernel.state import must_open_with
from sevens_kernel.table import START, Table
from sevens_kernel.view import View
from sevens_kernel.words import NAMES


@dataclass(frozen=True, slots=True)
class Deduction:
    """One thing that is proved: a seat cannot hold a card, or (in `forced`) it must.

    act: the place of the proving act in the history, from 0; None where no single act proves it.
    """

    seat: int
    card: Card
    act: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class PassProof:
    """What one pass proves. act: its place in the history, from 0; cards: all that fitted, none of them in the hand."""

    seat: int
    act: int
    cards: tuple[Card, ...]
    sentence: str


def tables(view: View) -> Iterator[tuple[Table, Act]]:
    """Walk the history: each act with the table as it lay before.

    >>> from sevens_kernel import Rules, apply, deal, legal
    >>> from sevens_kernel.view import view
    >>> state = deal(Rules(), 1)
    >>> [(table.size, act.move) for table, act in tables(view(apply(state, legal(state)[0]), 0))]
    [(0, Move.parse("7d"))]
    """
    counts = bytearray(view.table.counts)
    for act in view.history:
        if act.move.card is not None:
            counts[act.move.card.index] -= 1
    start = view.table.shape.start
    if not any(counts) and any(act.move.card is not None for act in view.history):
        start = None  # the first card laid chose it, where the rules leave it open
    table = Table(Table.empty(view.rules, start).shape, bytes(counts))
    for act in view.history:
        yield table, act
        if act.move.card is not None:
            table = table.lay(act.move.card)


def open_cards(view: View, table: Table) -> tuple[Card, ...]:
    """Give every card that could be laid in turn on a table of this deal."""
    opening = view.rules.opening_card
    return (opening,) if opening is not None and table.is_empty else table.all_takes()


def passes(view: View, names: Sequence[str] = NAMES) -> tuple[PassProof, ...]:
    """Give what every pass so far proves, in the order of play; false passes are not among them.

    names: what to call each seat.

    >>> from sevens_kernel import PASS, apply, parse_position, lay
    >>> from sevens_kernel.view import view
    >>> state = parse_position("clubs 7, hearts 7; you 6♣ 2♣; robin 2♠; alex 3♠; sam 4♠")
    >>> state = apply(apply(state, lay(Card("6c"))), PASS)
    >>> passes(view(state, 0))[0].sentence
    'Robin passed with 5♣, 8♣, 7♦, 6♥, 8♥ and 7♠ open: Robin holds none of them.'
    """
    found = []
    for at, (table, act) in enumerate(tables(view)):
        if act.move.card is None and not act.false:
            cards = open_cards(view, table)
            found.append(PassProof(act.seat, at, cards, _pass_sentence(names[act.seat], cards)))
    return tuple(found)


def _pass_sentence(name: str, cards: Sequence[Card]) -> str:
    who, hold = ("you", "hold") if name == "You" else (name, "holds")
    if not cards:
        return f"{name} passed when no card could be laid: this proves nothing."
    if len(cards) == 1:
        return f"{name} passed with {cards[0]} open: {who} cannot hold it."
    return f"{name} passed with {and_list(cards)} open: {who} {hold} none of them."


def deductions(view: View, names: Sequence[str] = NAMES) -> tuple[Deduction, ...]:
    """Give every card that a seat is proved not to hold, wherever the card is now, in the order of the proofs.

    A seat and a card come once, with the first act that proves it.
    """
    found: dict[tuple[int, Card], Deduction] = {}
    for each in (*_opening_facts(view, names), *_pass_facts(view, names)):
        found.setdefault((each.seat, each.card), each)
    return tuple(found.values())


def _pass_facts(view: View, names: Sequence[str]) -> Iterator[Deduction]:
    for proof in passes(view, names):
        name = names[proof.seat]
        who = "you" if name == "You" else name
        for card in proof.cards:
            starts = view.table.shape.towards[card.index] == START
            how = f"when {card} could open {card.suit}" if starts else f"with {card} open"
            sentence = f"{name} passed {how}: {who} cannot hold it."
            yield Deduction(proof.seat, card, proof.act, sentence)


def _opening_facts(view: View, names: Sequence[str]) -> Iterator[Deduction]:
    """Give what follows from who opens: with one pack while it is to be done, with two also afterwards."""
    card, players = view.rules.opening_card, view.rules.players
    if card is None:
        return
    due = must_open_with(view) is not None
    first = next((at for at, act in enumerate(view.history) if act.move.card is not None), None)
    opener = view.turn if due or first is None else view.history[first].seat
    if due and view.rules.packs == 1:
        seats = [(opener + step) % players for step in range(1, players)]
    elif view.rules.packs > 1 and (due or _dealt(view)):
        nearer = (opener - view.dealer - 1) % players
        seats = [(view.dealer + 1 + step) % players for step in range(nearer)]
    else:
        return
    for seat in seats:
        yield Deduction(seat, card, first, _opening_sentence(names[seat], names[opener], card, due))


def _opening_sentence(name: str, opener: str, card: Card, due: bool) -> str:
    who = "you" if name == "You" else name
    verb = ("must open" if due else "opened") + f" with {card}"
    return f"{opener} {verb}: {who} cannot hold {'it' if due else 'the other one'}."


def _dealt(view: View) -> bool:
    """Whether the history reaches back to an empty table, so that its first card opened the deal."""
    laid = sum(act.move.card is not None for act in view.history)
    return laid > 0 and laid == view.table.size


def cannot_hold(view: View, names: Sequence[str] = NAMES) -> dict[int, dict[Card, Deduction]]:
    """Give for each other seat the hidden cards it is proved not to hold, each with the first proof.

    >>> from sevens_kernel import PASS, apply, parse_position, lay
    >>> from sevens_kernel.view import view
    >>> state = parse_position("spades 7; you 8♠ 6♠ 2♣; robin 2♠; alex 3♠; sam 4♠")
    >>> state = apply(apply(state, lay(Card("8s"))), PASS)
    >>> found = cannot_hold(view(state, 0))[1]
    >>> print(*found)
    7♣ 7♦ 7♥ 9♠
    >>> found[Card("9s")].sentence
    'Robin passed with 9♠ open: Robin cannot hold it.'
    """
    unseen = set(hidden_cards(view))
    found: dict[int, dict[Card, Deduction]] = {
        seat: {} for seat in range(view.rules.players) if seat != view.seat
    }
    for each in deductions(view, names):
        if each.seat != view.seat and each.card in unseen:
            found[each.seat][each.card] = each
    return found


def proofs(view: View, names: Sequence[str] = NAMES) -> tuple[str, ...]:
    """Say in sentences what is proved of the cards that the seat of a view cannot see now.

    First what each pass of another seat proved that no earlier one did, in the order of play, then the
    cards that only one seat can hold. Only hidden cards are named. Where nothing is proved, one sentence
    says so. names: what to call each seat. Where the cards do not add up, as in an example that shows a
    part of them only, nothing is told of the cards that only one seat can hold.

    >>> from sevens_kernel import PASS, apply, parse_position, lay
    >>> from sevens_kernel.view import view
    >>> state = parse_position("spades 7; you 8♠ 6♠ 2♣; robin 2♠; alex 3♠; sam 4♠")
    >>> proofs(view(state, 0))
    ('Nothing is proved yet: nobody else has passed.',)
    >>> state = apply(apply(state, lay(Card("8s"))), PASS)
    >>> for sentence in proofs(view(state, 0)):
    ...     print(sentence)
    Robin passed with 7♣, 7♦, 7♥ and 9♠ open: Robin holds none of them.
    """
    by_act: dict[tuple[int, int | None], list[Deduction]] = {}
    for seat, cards in cannot_hold(view, names).items():
        for card in sorted(cards):
            by_act.setdefault((seat, cards[card].act), []).append(cards[card])
    passed = {proof.act for proof in passes(view, names)}
    found = []
    for (seat, act), facts in sorted(by_act.items(), key=lambda each: each[0][1] or 0):
        if act in passed:
            found.append(_pass_sentence(names[seat], [each.card for each in facts]))
        else:
            found += [each.sentence for each in facts]
    with suppress(SevensError):  # an example with a part of the cards: nothing can be counted
        found += [each.sentence for each in forced(view, names) if each.seat != view.seat]
    if found:
        return tuple(found)
    if any(view.history[at].seat != view.seat for at in passed):
        return (
            "Nothing is proved any more: all that the others could not hold lies on the table.",
        )
    return ("Nothing is proved yet: nobody else has passed.",)


def hidden_cards(view: View) -> tuple[Card, ...]:
    """Give every card of the pack that lies neither on the table nor in the view's own hand, copy by copy.

    Raises SevensError for a card that is seen more often than the pack has it.
    """
    left = Counter(view.rules.pack_cards)
    left.subtract(view.hand)
    for index, count in enumerate(view.table.counts):
        if count:
            left[ALL_CARDS[index]] -= count
    return tuple(card for card in sorted(left) for _ in range(left[card]))


def known(view: View) -> Hidden:
    """Put together all that is known of the hidden cards: the seats' numbers of cards, and what is proved.

    Raises SevensError for a position whose numbers of cards do not add up.
    """
    room = [view.unknown if seat == view.seat else size for seat, size in enumerate(view.sizes)]
    barred: list[set[Card]] = [set() for _ in room]
    for each in deductions(view):
        barred[each.seat].add(each.card)
    return Hidden(
        hidden_cards(view), tuple(room), tuple(map(frozenset, barred)), tuple(_needs(view))
    )


def _needs(view: View) -> Iterator[tuple[int, frozenset[Card]]]:
    """Give seats with cards of which each holds one: from the duty to open, and from false passes still open."""
    own = frozenset(view.hand)
    opening = must_open_with(view)
    if opening is not None and not (view.turn == view.seat and opening in own):
        yield view.turn, frozenset({opening})
    history = list(tables(view))
    for at, (table, act) in enumerate(history):
        if act.false:
            fitted = frozenset(open_cards(view, table))
            shown = {later.move.card for _, later in history[at:] if later.seat == act.seat}
            if act.seat == view.seat:
                shown |= own
            if not fitted & shown:
                yield act.seat, fitted


def ways(view: View) -> Ways:
    """Count the ways in which the hidden cards can lie; keep the answer to ask it for chances and many draws.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> from math import factorial
    >>> found = ways(view(deal(Rules(), 1), 0))
    >>> found.exact, found.number == factorial(38) // (factorial(13) ** 2 * factorial(12))
    (True, True)

    Raises SevensError for a position that cannot be.
    """
    return count_ways(known(view))


def chances(view: View) -> dict[Card, tuple[Fraction, ...]]:
    """Give for each hidden card the chance that it lies in each seat's hand, before any guess at how people play.

    They are exact with one pack, always; with two packs where the work allows (see `hidden`). The
    chances of a card add up to 1. Where both copies are hidden they are those of one of them.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> found = chances(view(deal(Rules(), 1), 0))
    >>> print(*found[Card("7d")], "|", *found[Card("Kh")])
    0 0 0 1 | 0 13/38 13/38 6/19

    Raises SevensError for a position that cannot be.
    """
    return ways(view).chances()


def forced(view: View, names: Sequence[str] = NAMES) -> tuple[Deduction, ...]:
    """Give the hidden cards that only one seat can hold, with the reason.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> forced(view(deal(Rules(), 1), 0))[0].sentence
    'Only Sam can hold 7♦: Robin and Alex cannot.'

    Raises SevensError for a position that cannot be.
    """
    counted = ways(view)
    barred, room = counted.hidden.barred, counted.hidden.room
    found = []
    for card, shares in counted.chances().items() if counted.exact else ():
        if 1 in shares:
            seat = shares.index(Fraction(1))
            others = [other for other, left in enumerate(room) if left and other != seat]
            who = "you" if names[seat] == "You" else names[seat]
            if others and all(card in barred[other] for other in others):
                cannot = and_list("you" if names[each] == "You" else names[each] for each in others)
                why = f"Only {who} can hold {card}: {cannot} cannot."
            else:
                why = f"Counting the cards leaves {card} to {who} alone."
            found.append(Deduction(seat, card, None, why))
    return tuple(found)


def sample(view: View, rng: Random) -> tuple[tuple[Card, ...], ...]:
    """Give hands for all seats as they may be, drawn uniformly among all that agree with the view.

    The own seat keeps its known cards. To draw often, ask `ways(view)` once and `draw` from it.

    >>> from random import Random
    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> seen = view(deal(Rules(), 1), 0)
    >>> hands = sample(seen, Random(1))
    >>> hands[0] == seen.hand, [len(hand) for hand in hands], Card("7d") in hands[3]
    (True, [13, 13, 13, 13], True)

    Raises SevensError for a position that cannot be.
    """
    hands = ways(view).draw(rng)
    hands[view.seat] += view.hand
    return tuple(sort_hand(view.rules, hand) for hand in hands)
