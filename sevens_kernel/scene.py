"""What a picture of a position shows, settled once for drawing, plain text and spoken words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevens_kernel.cards import ALL_CARDS, SUITS, Card, Suit, and_list, count_of
from sevens_kernel.problems import problems
from sevens_kernel.rulesets import title
from sevens_kernel.score import chips_words
from sevens_kernel.state import State, fitting, takes
from sevens_kernel.view import View, view
from sevens_kernel.words import (
    NAMES,
    act_words,
    fit_words,
    row_words,
    takes_note,
    turn_words,
    whose,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """What both kinds of picture draw, settled once."""

    position: State | View
    seats: tuple[int, ...]  # whose hands are shown
    names: Sequence[str]
    tell: bool
    faults: tuple[str, ...]
    faulty: frozenset[Card]

    @property
    def table_cells(self) -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
        """Give each row's cards from low to high, with laid strangers to the pack after them."""
        ranks = self.position.table.shape.ranks
        counts = self.position.table.counts
        return tuple(
            (
                suit,
                tuple(
                    card
                    for card in (
                        *(Card.of(rank, suit) for rank in ranks),
                        *(
                            each
                            for each in ALL_CARDS
                            if each.suit is suit and each.rank not in ranks
                        ),
                    )
                    if card.rank in ranks or counts[card.index]
                ),
            )
            for suit in SUITS
        )

    def note(self, suit: Suit) -> str:
        """Say what a row takes next, or nothing where that is not to be told."""
        return takes_note(self.position, suit) if self.tell and self.position.out is None else ""

    def next_cards(self) -> frozenset[Card]:
        """Give the cards whoever holds them may lay now; none where that is not to be told."""
        if (
            not self.tell
            or self.position.out is not None
            or self.position.table.shape.start is None
        ):
            return frozenset()
        return frozenset(card for suit in SUITS for card in takes(self.position, suit))

    def fits(self, seat: int) -> frozenset[Card]:
        """Give the cards of a hand that fit; none where that is not to be told."""
        if not self.tell or self.position.out is not None:
            return frozenset()
        return frozenset(fitting(self.position, seat))

    def last_card(self) -> Card | None:
        """Give the card laid last, or None."""
        acts = reversed(self.position.history)
        return next((act.move.card for act in acts if act.move.card is not None), None)


def make_scene(
    position: State | View, seat: int | None, all_hands: bool, tell: bool, names: Sequence[str]
) -> Scene:
    """Settle whose hands are shown: the seat's; else a view's own, or yours where it is known.

    Raises SevensError for a seat that does not exist or that a view does not show.
    """
    if seat is not None:
        seen = position if isinstance(position, View) else view(position, seat)
        seen.hand_of(seat)
    faults = problems(position) if isinstance(position, State) else ()
    if isinstance(position, View):
        seats: tuple[int, ...] = (position.seat,)
    elif all_hands:
        seats = tuple(each for each in range(position.rules.players) if position.hands[each])
    elif seat is not None:
        seats = (seat,)
    else:
        seats = (0,) if position.hands[0] else ()
    return Scene(
        position,
        seats,
        names,
        tell,
        tuple(fault.sentence for fault in faults),
        frozenset(card for fault in faults if len(fault.cards) <= 2 for card in fault.cards),
    )


# --- words ---------------------------------------------------------------------------------------


def seat_facts(scene: Scene, seat: int) -> list[str]:
    """Say in short what everybody may know of a seat: cards, passes, fines, chips."""
    position = scene.position
    facts = [count_of(position.sizes[seat], "card")]
    if position.passes[seat]:
        times = {1: "passed once", 2: "passed twice"}
        facts.append(times.get(position.passes[seat], f"passed {position.passes[seat]} times"))
    if position.fines[seat]:
        facts.append(f"fined {count_of(position.fines[seat], 'point')}")
    if position.rules.uses_chips:
        facts.append(chips_words(position.chips[seat]))
    return facts


def seat_order(scene: Scene) -> list[int]:
    """Give the seats clockwise from the one whose hand is shown."""
    players = scene.position.rules.players
    first = scene.seats[0] if len(scene.seats) == 1 else 0
    return [(first + step) % players for step in range(players)]


def heading(scene: Scene) -> str:
    """Name the rules and the number of players."""
    rules = scene.position.rules
    return f"{title(rules)}, {rules.players} players"


def hand_title(scene: Scene, seat: int) -> str:
    """Say whose hand it is, how many cards it has and how many of them fit."""
    known, unknown = scene.position.hand_of(seat), scene.position.unknown_of(seat)
    facts = [count_of(len(known) + unknown, "card")]
    if scene.tell and scene.position.out is None and known:
        fit = fit_words(scene.position, seat)
        facts += [fit] if fit else []
    name = whose(scene.names[seat])
    return f"{name[:1].upper()}{name[1:]} hand: {', '.join(facts)}"


def turn_line(scene: Scene) -> str:
    """Say whose turn it is, and to a seat whose hand is shown what it can do; or who has won."""
    position, seat = scene.position, scene.position.turn
    shown = seat in scene.seats and not position.unknown_of(seat) and scene.tell
    name = whose(scene.names[seat])
    if position.out is not None or (shown and name == "your"):
        return turn_words(position, seat, scene.names)
    told = f": {fit_words(position, seat)}" if shown else ""
    return f"{name[:1].upper()}{name[1:]} turn{told}."


def last_line(scene: Scene) -> str:
    """Say what was done last, or "" at the start."""
    history = scene.position.history
    return f"Last: {act_words(history[-1], scene.names)}." if history else ""


def describe(
    position: State | View,
    seat: int | None = None,
    *,
    all_hands: bool = False,
    tell: bool = True,
    names: Sequence[str] = NAMES,
) -> str:
    """Say in words everything the picture shows; the arguments are those of `svg`.

    >>> from sevens_kernel.notation import parse_position
    >>> describe(parse_position("clubs 6-8; you 5♣ 10♣")).splitlines()[0]
    'Clubs, six to eight, takes five or nine.'
    """
    return describe_scene(make_scene(position, seat, all_hands, tell, names))


def describe_scene(scene: Scene) -> str:
    """Say in words everything a picture shows, one sentence to a line."""
    position = scene.position
    lines = []
    for suit in SUITS:
        words = row_words(position, suit, tell_takes=bool(scene.note(suit)))
        lines.append(words[:1].upper() + words[1:] + ".")
    for seat in seat_order(scene):
        lines.append(f"{scene.names[seat]}: {', '.join(seat_facts(scene, seat))}.")
    if position.rules.uses_chips:
        lines.append(f"Pool: {chips_words(position.pool)}.")
    for seat in scene.seats:
        hand = position.hand_of(seat)
        cards = [card.words for card in hand]
        if position.unknown_of(seat):
            cards.append(count_of(position.unknown_of(seat), "unknown card"))
        lines.append(f"{hand_title(scene, seat)}: {and_list(cards) or 'no cards'}.")
        fits = [card.words for card in dict.fromkeys(hand) if card in scene.fits(seat)]
        if fits:
            verb = "fits" if len(fits) == 1 else "fit"
            lines.append(f"{and_list(fits)} {verb}.".capitalize())
    lines.extend(line for line in (last_line(scene), turn_line(scene)) if line)
    lines.extend(f"Fault: {fault}" for fault in scene.faults)
    return "\n".join(lines)
