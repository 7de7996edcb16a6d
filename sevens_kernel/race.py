"""A deal under way with all hands known, kept so that a turn looks at no row and at no hand.

Each seat keeps the short list of its kinds that fit (see `layout`), and laying a card adds the one or two
kinds that waited for it to their holders' lists. This one mechanism serves every rule set. A test plays
deals here and with `state` and `acting`, and finds the same moves, turns, passes and winners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sevens_kernel.cards import Card, Rank
from sevens_kernel.errors import SevensError
from sevens_kernel.layout import Layout, layout
from sevens_kernel.rules import Rules
from sevens_kernel.state import State, must_open_with
from sevens_kernel.view import View

Chance = Callable[[], float]  # numbers from 0 to 1, such as Random(1).random


class Race:
    """A deal under way with all hands known, which changes as it is played.

    turn: the seat on turn. left: how many cards each seat holds. ready: for each seat the kinds it may
    lay on its turn, in no meaningful order (one list more takes what nobody holds). turns, passes: how
    many there have been. winner: the seat that is out, or None.

    bare: no card lies. unopened: the same, and the first card must be a certain one or chooses the start
    rank. owner: the seat of each card (see `__init__`). counts, holders: with two packs, how many of each
    kind lie, and in which hands the others are.

    >>> from random import Random
    >>> race = Race.dealt(Rules(), Random(1).random)
    >>> race.lay(Card("7d"))
    >>> race.turns, sorted(race.left)
    (1, [12, 13, 13, 13])
    """

    __slots__ = (
        "bare", "counts", "free", "holders", "keys", "left", "owner", "packs", "passes",
        "plan", "players", "ready", "rules", "turn", "turns", "unopened", "winner",
    )  # fmt: skip

    counts: list[int]  # of each kind on the table; with two packs only
    holders: list[list[int]]  # of each kind, a seat with both copies twice; with two packs only
    keys: list[int] | None  # priorities; one pack only, where they never change
    plan: Layout
    left: list[int]
    ready: list[list[int]]
    turn: int
    winner: int | None

    def __init__(self, rules: Rules, start: Rank | None, owner: list[int], left: list[int]) -> None:
        """Begin with the holder of each card: kind by kind, then again for the second pack.

        -1 stands for a card that is laid, the number of players for one that is missing.
        """
        self.rules = rules
        self.players = players = rules.players
        self.packs = rules.packs
        self.free = rules.out_of_turn_starts
        self.plan = layout(rules.ranks, start)
        self.owner = owner
        self.keys = None
        self.left = left
        self.ready = [[] for _ in range(players + 1)]
        self.turns = self.passes = 0
        self.winner = None
        self.bare = True
        if rules.packs > 1:
            half = len(owner) // 2
            pairs = list(zip(owner[:half], owner[half:], strict=True))
            self.holders = [[seat for seat in pair if 0 <= seat < players] for pair in pairs]
            self.counts = [pair.count(-1) for pair in pairs]

    @classmethod
    def dealt(cls, rules: Rules, random: Chance, dealer: int = 0) -> Race:
        """Deal by chance, each way of dealing equally likely; deal numbers play no part in it.

        random: gives numbers from 0 to 1, such as `Random(1).random`.
        """
        players, cards, seats = rules.players, *_places(rules, dealer)
        keys = [random() for _ in cards]
        owner = [seats[place] for place in sorted(cards, key=keys.__getitem__)]
        left = [len(cards) // players] * players
        for seat in range(len(cards) % players):
            left[(dealer + 1 + seat) % players] += 1
        race = cls(rules, rules.fixed_start, owner, left)
        race.turn = (dealer + 1) % players
        opening = rules.opening_card
        if opening is not None:
            holders = race.holders_of(race.plan.place[opening.index])
            while race.turn not in holders:
                race.turn = (race.turn + 1) % players
        race._set_out(opening)
        return race

    @classmethod
    def of(cls, state: State | View, hands: Sequence[Sequence[Card]] | None = None) -> Race:
        """Take over a deal where it stands; hands: those of all seats, None: the state's own.

        >>> from sevens_kernel.deal import deal
        >>> race = Race.of(deal(Rules(), 1))
        >>> race.turn, race.fitting(race.turn)
        (3, (Card("7♦"),))

        Raises SevensError for a state that does not say where every card is.
        """
        if hands is None:
            if isinstance(state, View) or any(state.unknown):
                raise SevensError("A deal can be played on only where every card is known.")
            hands = state.hands
        rules, shape = state.rules, state.table.shape
        plan = layout(rules.ranks, shape.start)
        half = len(plan.kinds)
        owner = [rules.players] * (half * rules.packs)
        for kind, card in enumerate(plan.kinds):
            for copy in range(state.table.counts[card.index]):
                owner[kind + copy * half] = -1
        for seat, hand in enumerate(hands):
            for card in hand:
                kind = plan.place[card.index]
                owner[kind if owner[kind] == rules.players else kind + half] = seat
        race = cls(rules, shape.start, owner, [len(hand) for hand in hands])
        race.turn, race.winner = state.turn, state.out
        race.bare = state.table.is_empty
        race._set_out(must_open_with(state))
        return race

    def _set_out(self, opening: Card | None) -> None:
        """Fill the lists of what fits."""
        plan = self.plan
        self.unopened = opening is not None or not plan.starts
        if opening is not None:
            kind = plan.place[opening.index]
            if self.turn in self.holders_of(kind):
                self.ready[self.turn].append(kind)
        elif not plan.starts:
            for seat in range(self.players):
                held = (k for k in range(len(plan.kinds)) if seat in self.holders_of(k))
                self.ready[seat].extend(held)
        elif self.packs > 1:
            counts, towards = self.counts, plan.towards
            for kind, seats in enumerate(self.holders):
                if counts[kind] < (counts[towards[kind]] if towards[kind] >= 0 else self.packs):
                    self._add(kind, seats)
        else:
            owner, towards = self.owner, plan.towards
            for kind, seat in enumerate(owner):
                if seat >= 0 and (towards[kind] < 0 or owner[towards[kind]] < 0):
                    self.ready[seat].append(kind)

    def holders_of(self, kind: int) -> Sequence[int]:
        """Give the seats that hold a kind, a seat with both copies twice; with one pack also after it is laid."""
        return self.holders[kind] if self.packs > 1 else (self.owner[kind],)

    def _add(self, kind: int, seats: list[int]) -> None:
        """Add a kind that fits now to the lists of its holders, each once."""
        for at, seat in enumerate(seats):
            if not at or seat != seats[0]:
                self.ready[seat].append(kind)

    def copy(self) -> Race:
        """Give a second deal that stands where this one does; what never changes is shared."""
        new = object.__new__(Race)
        new.rules, new.plan, new.owner, new.keys = self.rules, self.plan, self.owner, self.keys
        new.players, new.packs, new.free = self.players, self.packs, self.free
        new.bare, new.unopened, new.winner = self.bare, self.unopened, self.winner
        new.turn, new.turns, new.passes = self.turn, self.turns, self.passes
        new.left = self.left.copy()
        new.ready = [mine.copy() for mine in self.ready]
        if self.packs > 1:
            new.counts = self.counts.copy()
            new.holders = [seats.copy() for seats in self.holders]
        return new

    def dealt_anew(self, owner: list[int]) -> Race:
        """Give the same deal with the cards that are not laid held by others; with one pack, once it is opened.

        owner: the holder of each kind, -1 for one that is laid. All hands keep their sizes.
        """
        new = self.copy()
        new.owner, new.keys = owner, None
        ready: list[list[int]] = [[] for _ in self.ready]
        for mine in self.ready:
            for kind in mine:
                ready[owner[kind]].append(kind)
        new.ready = ready
        return new

    def fitting(self, seat: int) -> tuple[Card, ...]:
        """Give the cards a seat may lay when it is on turn, each once, in no meaningful order."""
        return tuple(self.plan.kinds[kind] for kind in self.ready[seat])

    def lay(self, card: Card) -> None:
        """Let the seat on turn lay a card that fits.

        Raises SevensError for any other card.
        """
        kind = self.plan.place[card.index]
        if self.winner is not None or kind not in self.ready[self.turn]:
            raise SevensError(f"{card} cannot be laid now")
        self.put(kind, self.turn)
        self.step()

    def skip(self) -> None:
        """Let the seat on turn pass.

        Raises SevensError when it may not.
        """
        if self.winner is not None or self.ready[self.turn]:
            raise SevensError(f"seat {self.turn + 1} cannot pass now")
        self.passes += 1
        self.step()

    def step(self) -> None:
        """Count a turn, and go on to the next seat unless somebody is out."""
        self.turns += 1
        if self.winner is None:
            self.turn = (self.turn + 1) % self.players

    def put(self, kind: int, seat: int) -> None:
        """Lay a card, in turn or not."""
        self.bare = False
        self.left[seat] -= 1
        if not self.left[seat]:
            self.winner = seat
        if self.packs > 1:
            self.holders[kind].remove(seat)
        if self.unopened:
            self._open(kind)
        elif self.packs > 1:
            self._lay_copy(kind, seat)
        else:
            self.ready[seat].remove(kind)
            for freed in self.plan.onward[kind]:
                self.ready[self.owner[freed]].append(freed)

    def _lay_copy(self, kind: int, seat: int) -> None:
        """Bring the lists up to date where there are two packs: a second copy may fit still, or no longer."""
        counts, holders, plan = self.counts, self.holders, self.plan
        counts[kind] = lie = counts[kind] + 1
        before = plan.towards[kind]
        rest = holders[kind]
        if rest != [seat]:
            self.ready[seat].remove(kind)
        if rest and lie == (counts[before] if before >= 0 else self.packs):
            self.ready[rest[0]].remove(kind)
        for freed in plan.onward[kind]:
            if counts[freed] == lie - 1:
                self._add(freed, holders[freed])

    def _open(self, kind: int) -> None:
        """Lay the first card of a deal, which may choose the start rank, and fill the lists."""
        if not self.plan.starts:
            self.plan = layout(self.rules.ranks, self.plan.kinds[kind].rank)
        self.unopened = False
        for mine in self.ready:
            mine.clear()
        plan, owner = self.plan, self.owner
        if self.packs > 1:
            self.counts[kind] = 1
            for fits in (*plan.starts, *plan.onward[kind]):
                self._add(fits, self.holders[fits])
            return
        self.owner = owner = owner.copy()
        owner[kind] = -1
        for fits in (*plan.starts, *plan.onward[kind]):
            self.ready[owner[fits]].append(fits)


@lru_cache(maxsize=64)
def _places(rules: Rules, dealer: int) -> tuple[range, tuple[int, ...]]:
    """Give the places in the pack, and the seat to which each is dealt."""
    places = range(len(rules.pack_cards))
    return places, tuple((dealer + 1 + place) % rules.players for place in places)
