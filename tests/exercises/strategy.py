"""The right answers to questions about strategy, worked out by laying cards, not from the words about them."""

from __future__ import annotations

from random import Random

from sevens_kernel import Card, fitting, legal, view
from sevens_kernel.cards import ALL_CARDS
from sevens_kernel.fast import finish
from sevens_kernel.race import Race
from sevens_kernel.state import State
from sevens_kernel.table import Table


def waiting_for(table: Table, card: Card) -> set[Card]:
    """Give the cards that cannot be laid before a card is, however the others are laid."""
    with_it, without = spread(table, None), spread(table, card)
    return with_it - without - {card}


def spread(table: Table, banned: Card | None) -> set[Card]:
    """Lay whatever fits, again and again, but one card, and give all that was laid."""
    laid: set[Card] = set()
    while True:
        fits = [
            card
            for card in ALL_CARDS
            if card is not banned and card.rank in table.shape.ranks and table.fits(card)
        ]
        if not fits:
            return laid
        for card in fits:
            table = table.lay(card)
            laid.add(card)


def answers(kind: str, state: State, card: Card | None) -> set[str]:
    """Give the keys of the right answers."""
    hand = set(state.hands[0])
    behind = {each: waiting_for(state.table, each) for each in fitting(state)}
    if kind == "gift":
        return {each.code for each, cards in behind.items() if cards and not cards & hand}
    if kind == "harmless":
        return {each.code for each, cards in behind.items() if not cards - hand}
    if kind == "frees":
        most = max(len(cards & hand) for cards in behind.values())
        return {each.code for each, cards in behind.items() if len(cards & hand) == most}
    if kind == "between":
        assert card
        number = len(
            {each for each in spread(state.table, None) if bars(state.table, each, card)} - hand
        )
        words = ("no", "one", "two", "three", "four", "five", "six")
        return {f"{words[number]}-card{'' if number == 1 else 's'}"}
    assert kind == "best"
    return {often(state)}


def bars(table: Table, step: Card, card: Card) -> bool:
    """Say whether a card cannot be laid before another."""
    return step is not card and card not in spread(table, step)


def often(state: State, deals: int = 400) -> str:
    """Play on from every card with the hidden cards dealt by other chance, and give the card that won most often."""
    seen, chance, wins = view(state, 0), Random(99), dict.fromkeys(legal(state), 0)
    hidden = [each for each in ALL_CARDS if each not in seen.hand and not seen.table.copies(each)]
    for _ in range(deals):
        pack = sorted(hidden, key=lambda _: chance.random())
        hands: list[tuple[Card, ...]] = [seen.hand]
        for size in seen.sizes[1:]:
            hands.append(tuple(pack[:size]))
            pack = pack[size:]
        for move in wins:
            race = Race.of(seen, hands)
            assert move.card
            race.lay(move.card)
            wins[move] += finish(race).winner == 0
    best = max(wins, key=wins.__getitem__)
    assert best.card
    return best.card.code
