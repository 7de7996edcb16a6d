"""A second engine for Sevens, written from the rules alone and sharing no line with the first.

It is slow and plain on purpose. A card is a text such as "10h", a row is a list of ranks as it lies on the
table, and nothing is counted that could be looked at. Where the real engine counts cards, this one lays
them on literal rows, so that the two can only agree by being right.
"""

from __future__ import annotations

import random
from typing import Any

Switches = dict[str, Any]
Game = dict[str, Any]

SUITS = ["c", "d", "h", "s"]

# The switches of School; every other rule set says only where it differs.
SCHOOL: Switches = {
    "players": 4,
    "pack": "full",
    "packs": 1,
    "aces": "low",
    "start rank": "7",
    "opener": "7d",
    "out-of-turn starts": False,
    "false pass": "blocked",
    "penalty": 0,
    "penalty in": "points",
    "pass chip": 0,
    "ante": 0,
    "per-card chip": 0,
    "chips each": 20,
    "scoring": "none",
}

_CHIP_PENALTY = {
    "false pass": "penalised",
    "penalty": 2,
    "penalty in": "chips",
    "pass chip": 1,
    "scoring": "chips",
}
_FAN_TAN = {"aces": "high", "opener": "dealer's left", "scoring": "deals won"}

# The table of rule sets: name → (fewest players, most players, what differs from School).
RULE_SETS: dict[str, tuple[int, int, Switches]] = {
    "School": (4, 4, {}),
    "Classic": (
        3,
        8,
        {"scoring": "points", "false pass": "penalised", "penalty": 2, "penalty in": "points"},
    ),
    "Fan Tan": (3, 8, _FAN_TAN),
    "Fan Tan with chips": (
        3,
        8,
        {**_FAN_TAN, "scoring": "chips", "ante": 1, "pass chip": 1, "per-card chip": 1},
    ),
    "Chip penalty": (3, 8, _CHIP_PENALTY),
    "Parliament": (3, 8, {**_CHIP_PENALTY, "penalty": 3}),
    "Domino": (3, 8, {"opener": "dealer's left", "out-of-turn starts": True}),
    "French Domino": (3, 8, {"opener": "dealer's left", "start rank": "chosen"}),
    "Devyatka": (3, 6, {"pack": "short", "aces": "high", "start rank": "9", "opener": "9d"}),
    "Two packs": (6, 8, {"packs": 2}),
}


def switches(name: str, players: int) -> Switches:
    """Give all switches of a rule set for a number of players."""
    return {**SCHOOL, **RULE_SETS[name][2], "players": players}


def rank_order(rules: Switches) -> list[str]:
    """Give the ranks of a row from the low end to the high end."""
    if rules["pack"] == "short":
        return ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    if rules["aces"] == "low":
        return ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    return ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def whole_pack(rules: Switches) -> list[str]:
    """Give every card, suit by suit; with two packs one whole pack after the other."""
    one = [rank + suit for suit in SUITS for rank in rank_order(rules)]
    return one + one if rules["packs"] == 2 else one


def shuffle(rules: Switches, number: int) -> list[str]:
    """Shuffle as every deal number promises: from the last card down, each changes with one at or below it."""
    cards = whole_pack(rules)
    source = random.Random(number)
    left = len(cards)
    while left > 1:
        chosen = int(source.random() * left)
        left -= 1
        here, there = cards[left], cards[chosen]
        cards[left], cards[chosen] = there, here
    return cards


def deal(rules: Switches, number: int, dealer: int = 0, cut: int = 0) -> Game:
    """Shuffle, cut, deal one card at a time from the dealer's left, collect the antes, find the opener."""
    cards = shuffle(rules, number)
    cards = cards[cut:] + cards[:cut]
    hands: list[list[str]] = []
    for _ in range(rules["players"]):
        hands.append([])
    seat = dealer
    for card in cards:
        seat = seat + 1
        if seat == rules["players"]:
            seat = 0
        hands[seat].append(card)
    game = set_up(rules, hands, turn=0)
    game["turn"] = find_opener(rules, hands, dealer)
    if uses_chips(rules):
        for each in range(rules["players"]):
            game["chips"][each] = rules["chips each"] - rules["ante"]
            game["pool"] = game["pool"] + rules["ante"]
    return game


def set_up(rules: Switches, hands: list[list[str]], turn: int) -> Game:
    """Give a game with an empty table and these hands."""
    players = rules["players"]
    return {
        "rules": rules,
        "hands": [list(hand) for hand in hands],
        "rows": {"c": [], "d": [], "h": [], "s": []},
        "start": None if rules["start rank"] == "chosen" else rules["start rank"],
        "turn": turn,
        "passes": [0] * players,
        "fines": [0] * players,
        "chips": [0] * players,
        "pool": 0,
        "caught": False,
        "out": None,
    }


def find_opener(rules: Switches, hands: list[list[str]], dealer: int) -> int:
    """Walk clockwise from the dealer's left to the one who opens."""
    seat: int = (dealer + 1) % rules["players"]
    if rules["opener"] == "dealer's left":
        return seat
    while rules["opener"] not in hands[seat]:
        seat = (seat + 1) % rules["players"]
    return seat


def uses_chips(rules: Switches) -> bool:
    """Say whether any chip can change hands."""
    if rules["penalty in"] == "chips" and rules["penalty"] > 0:
        return True
    return any(rules[name] > 0 for name in ("ante", "pass chip", "per-card chip"))


def is_opening(game: Game) -> bool:
    """Say whether no card has been laid."""
    return all(game["rows"][suit] == [] for suit in SUITS)


def table_fits(game: Game, card: str) -> bool:
    """Look at the rows: does the card open one, or continue one at an open end?"""
    rank, suit = card[:-1], card[-1]
    order = rank_order(game["rules"])
    if rank not in order:
        return False
    if game["start"] is None:
        return True
    rows = game["rows"][suit]
    if rank == game["start"]:
        return bool(len(rows) < game["rules"]["packs"])
    return any(extends(order, row, rank) for row in rows)


def extends(order: list[str], row: list[str], rank: str) -> bool:
    """Say whether a rank comes just before the row's low end or just after its high end."""
    place = order.index(rank)
    before_low = place + 1 < len(order) and order[place + 1] == row[0]
    after_high = place > 0 and order[place - 1] == row[-1]
    return before_low or after_high


def playable(game: Game, seat: int) -> list[str]:
    """Give the cards of a hand that might be laid on its turn, each once."""
    rules, hand = game["rules"], game["hands"][seat]
    if is_opening(game) and rules["opener"] != "dealer's left":
        return [rules["opener"]] if rules["opener"] in hand else []
    found: list[str] = []
    for card in hand:
        if table_fits(game, card) and card not in found:
            found.append(card)
    return found


def moves(game: Game) -> list[str]:
    """Give the moves of the player on turn: cards, or "-" when none fits, or nothing after the end."""
    if game["out"] is not None:
        return []
    return playable(game, game["turn"]) or ["-"]


def out_of_turn(game: Game, seat: int) -> list[str]:
    """Give the start cards of unopened suits a player may lay at this moment."""
    if game["out"] is not None or not game["rules"]["out-of-turn starts"] or is_opening(game):
        return []
    found: list[str] = []
    for card in game["hands"][seat]:
        rank, suit = card[:-1], card[-1]
        if rank == game["start"] and game["rows"][suit] == [] and card not in found:
            found.append(card)
    return found


def acts(game: Game) -> list[tuple[int, str]]:
    """Give everything that may happen next: the moves of the player on turn, then starts out of turn as "+7h"."""
    found = [(game["turn"], move) for move in moves(game)]
    for seat in range(game["rules"]["players"]):
        found += [(seat, "+" + card) for card in out_of_turn(game, seat)]
    return found


def copy_of(game: Game) -> Game:
    """Copy a game so that the old one stays as it was."""
    new = dict(game)
    new["hands"] = [list(hand) for hand in game["hands"]]
    new["rows"] = {suit: [list(row) for row in game["rows"][suit]] for suit in SUITS}
    for name in ("passes", "fines", "chips"):
        new[name] = list(game[name])
    return new


def act(game: Game, seat: int, move: str, *, last_row: bool = False) -> Game:
    """Give the game after an act; last_row: of two rows that would take the card, use the second.

    Raises ValueError for an act that is not allowed.
    """
    if (seat, move) not in acts(game):
        raise ValueError(f"{move} by seat {seat} is not allowed")
    new = copy_of(game)
    if move == "-":
        new["passes"][seat] += 1
        new["chips"][seat] -= new["rules"]["pass chip"]
        new["pool"] += new["rules"]["pass chip"]
        step_on(new)
        return new
    free = move.startswith("+")
    card = move.removeprefix("+")
    new["hands"][seat].remove(card)
    put_down(new, card, last_row=last_row)
    if new["hands"][seat] == []:
        finish(new, seat)
    elif not free:
        step_on(new)
    if not free:
        new["caught"] = False
    return new


def step_on(game: Game) -> None:
    """Pass the turn clockwise."""
    game["turn"] = (game["turn"] + 1) % game["rules"]["players"]
    game["caught"] = False


def put_down(game: Game, card: str, *, last_row: bool = False) -> None:
    """Put a card on the row that takes it, or begin a row with it."""
    rank, suit = card[:-1], card[-1]
    order = rank_order(game["rules"])
    if game["start"] is None:
        game["start"] = rank
    rows = game["rows"][suit]
    if rank == game["start"]:
        rows.append([rank])
        return
    takers = [row for row in rows if extends(order, row, rank)]
    row = takers[-1] if last_row else takers[0]
    if order.index(rank) < order.index(row[0]):
        row.insert(0, rank)
    else:
        row.append(rank)


def finish(game: Game, winner: int) -> None:
    """End the deal: the losers pay for their cards, the winner takes that and the pool."""
    game["out"] = winner
    for seat, hand in enumerate(game["hands"]):
        for _ in hand:
            game["chips"][seat] -= game["rules"]["per-card chip"]
            game["chips"][winner] += game["rules"]["per-card chip"]
    game["chips"][winner] += game["pool"]
    game["pool"] = 0


def catchable(game: Game) -> bool:
    """Say whether the player on turn can be caught in a false pass, once in a turn."""
    if game["out"] is not None or game["caught"] or game["rules"]["false pass"] == "blocked":
        return False
    return playable(game, game["turn"]) != []


def caught(game: Game) -> Game:
    """Give the game after the player on turn was caught in a false pass: charged, and still on turn."""
    if not catchable(game):
        raise ValueError("nobody can be caught")
    new = copy_of(game)
    seat, cost = new["turn"], new["rules"]["penalty"]
    if new["rules"]["penalty in"] == "chips":
        new["chips"][seat] -= cost
        new["pool"] += cost
    else:
        new["fines"][seat] += cost
    new["caught"] = True
    return new


def missing(game: Game, card: str) -> list[str]:
    """Say which cards must come before this one fits: the shortest way along a row that lacks it, or a new row."""
    rank, suit = card[:-1], card[-1]
    order = rank_order(game["rules"])
    if rank not in order or table_fits(game, card):
        return []
    place, start = order.index(rank), order.index(game["start"])
    ways = []
    for row in game["rows"][suit]:
        if rank not in row and place > start:
            ways.append(order[order.index(row[-1]) + 1 : place])
        if rank not in row and place < start:
            ways.append(order[place + 1 : order.index(row[0])][::-1])
    if len(game["rows"][suit]) < game["rules"]["packs"]:
        ways.append(order[start:place] if place > start else order[place + 1 : start + 1][::-1])
    shortest = min(ways, key=len, default=[])
    return [step + suit for step in shortest]


def points(game: Game) -> list[int]:
    """Count the points of every hand: ace 1, two to ten their face, J 11, Q 12, K 13, and what was fined."""
    worth = {"A": 1, "J": 11, "Q": 12, "K": 13}
    totals = []
    for seat, hand in enumerate(game["hands"]):
        total = game["fines"][seat]
        for card in hand:
            rank = card[:-1]
            total += worth[rank] if rank in worth else int(rank)
        totals.append(total)
    return totals


def table_cards(game: Game) -> list[str]:
    """Give every card on the table, as often as it lies there."""
    return [rank + suit for suit in SUITS for row in game["rows"][suit] for rank in row]


def perft(game: Game, depth: int) -> list[int]:
    """Count the sequences of one, two … acts that can follow; a finished deal has no sequel."""
    counts = [0] * depth

    def walk(here: Game, at: int) -> None:
        for seat, move in acts(here):
            counts[at] += 1
            if at + 1 < depth:
                walk(act(here, seat, move), at + 1)

    walk(game, 0)
    return counts
