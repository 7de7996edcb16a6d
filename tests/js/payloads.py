"""Payloads as the engine would send them, small enough to read, for the tests of the table in a bare page.

They are drawings to be drawn, not proofs about the rules: the little arithmetic here only spares typing out
thirteen cells four times. What the real engine says is tested elsewhere.
"""

from __future__ import annotations

from typing import Any

Payload = dict[str, Any]

SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
LETTER = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIGH = [*LOW[1:], "A"]
SHORT = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = dict(
    zip(
        LOW,
        [
            "ace",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
        ],
        strict=True,
    )
)
PLAYERS = ("Robin", "Alex", "Sam", "Kim", "Jo", "Lee", "Max")
COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def _card(rank: str, suit: str) -> str:
    return rank + suit[0]


def _fits(
    table: dict[str, list[int]], ranks: list[str], suit: str, at: int, packs: int, start: int
) -> bool:
    counts = table[suit]
    if at == start:
        return counts[at] < packs
    return counts[at] < counts[at + (1 if at < start else -1)]


def scene(
    table: str,
    hand: str,
    *,
    ranks: list[str] = LOW,
    packs: int = 1,
    last: tuple[str, str] = ("", ""),
    others: int = 3,
    turn: int = 0,
    sizes: int = 12,
    chips: bool = False,
    told: bool = True,
    start: str = "",
) -> Payload:
    """Draw a scene from cards: ``scene("6c 7c 8c", "5c 9h")``; ``told=False`` hides what fits, as in a quiz."""
    first = ranks.index(start or ("9" if ranks is SHORT else "7"))
    counts = {suit: [0] * len(ranks) for suit in SUITS}
    for text in table.split():
        counts[LETTER[text[-1]]][ranks.index(text[:-1])] += 1
    rows: list[Payload] = []
    for suit, glyph in SUITS.items():
        open_to = [r for i, r in enumerate(ranks) if _fits(counts, ranks, suit, i, packs, first)]
        takes = [NAMES[r] for r in open_to]
        laid = [NAMES[r] for i, r in enumerate(ranks) if counts[suit][i]]
        state = f"{laid[0]} to {laid[-1]}" if laid else "not open"
        needs = " or ".join(takes) or "nothing more"
        short = " or ".join(open_to) or "nothing more"
        rows.append(
            {
                "suit": suit,
                "glyph": glyph,
                "label": f"{suit}, {state}" + (f", takes {needs}" if told else ""),
                "note": f"takes {short}" if told else state,
                "cells": [
                    {
                        "card": _card(rank, suit),
                        "rank": rank,
                        "name": f"{NAMES[rank]} of {suit}",
                        "copies": counts[suit][i],
                        "next": told and _fits(counts, ranks, suit, i, packs, first),
                        "last": last[0] == _card(rank, suit),
                        "by": last[1] if last[0] == _card(rank, suit) else "",
                        "start": i == first,
                    }
                    for i, rank in enumerate(ranks)
                ],
            }
        )
    held = []
    seen: dict[str, int] = {}
    for code in hand.split():
        rank, suit = code[:-1], LETTER[code[-1]]
        card, at = _card(rank, suit), ranks.index(rank)
        seen[card] = seen.get(card, 0) + 1
        fits = _fits(counts, ranks, suit, at, packs, first)
        way = 1 if at < first else -1
        missing = [i for i in range(at + way, first + way, way) if not counts[suit][i]][::-1]
        lacking = [ranks[i] for i in missing]
        waits = f"waits for the {NAMES[lacking[0]]}" if lacking else "is already on the table"
        held.append(
            {
                "key": card if seen[card] == 1 else f"{card}#{seen[card]}",
                "card": card,
                "rank": rank,
                "suit": suit,
                "glyph": SUITS[suit],
                "name": f"{NAMES[rank]} of {suit}",
                "fits": fits if told else None,
                "label": f"{NAMES[rank]} of {suit}, {'fits' if fits else waits}",
                "why": f"{rank}{SUITS[suit]} fits."
                if fits
                else f"{rank}{SUITS[suit]} waits for "
                + ", then ".join(f"{r}{SUITS[suit]}" for r in lacking)
                + ".",
            }
        )
    seats = [_seat(0, "you", len(held), turn, chips)]
    seats += [_seat(i + 1, PLAYERS[i], sizes - i % 2, turn, chips) for i in range(others)]
    fitting = sum(1 for card in held if card["fits"])
    count = COUNTS[fitting] if fitting < len(COUNTS) else str(fitting)
    label = f"Your hand, {len(held)} cards" + (
        f", {count} card{' fits' if fitting == 1 else 's fit'}" if told else ""
    )
    return {
        "rows": rows,
        "seats": seats,
        "hand": held,
        "handLabel": label,
        "spoken": ". ".join(row["label"] for row in rows) + f". {label}.",
        "position": table,
    }


def _seat(seat: int, name: str, cards: int, turn: int, chips: bool) -> Payload:
    passes = (0, 1, 0, 2)[seat % 4]
    said = {0: "", 1: ", passed once", 2: ", passed twice"}[passes]
    return {
        "seat": seat,
        "name": name,
        "you": seat == 0,
        "turn": seat == turn,
        "cards": cards,
        "passes": passes,
        "last": ("", "laid 8♠", "passed", "laid 6♥")[seat % 4],
        "chips": ("owes 2 chips" if seat == 3 else f"{17 - seat} chips") if chips else None,
        "label": f"{name}, {cards} cards{said}",
    }


def game(drawn: Payload, **changes: Any) -> Payload:
    """A game payload around a scene; keyword arguments replace its fields."""
    fitting = [card for card in drawn["hand"] if card["fits"]]
    first = fitting[0] if fitting else None
    names = " and ".join(card["rank"] + card["glyph"] for card in fitting)
    payload: Payload = {
        "kind": "game",
        "id": "test",
        "ply": 12,
        "deal": 1234,
        "rules": "School",
        "scene": drawn,
        "steps": [],
        "status": "Robin lays 8♠, Alex passes, Sam lays 6♥. "
        f"Your turn: {drawn['handLabel'].rsplit(', ', 1)[-1]}.",
        "pass": {
            "offered": not fitting,
            "why": f"Not allowed: {names} fits." if fitting else "Nothing fits: you must pass.",
        },
        "hints": [
            "Look at the row of clubs.",
            "Clubs take 4 or 9.",
            f"Lay the {first['name']}." if first else "Pass: nothing fits.",
        ],
        "suggestion": {
            "card": first["card"] if first else None,
            "text": f"Lay {first['rank']}{first['glyph']}: it brings your own farthest card nearer."
            if first
            else "Pass: nothing fits.",
        },
        "can": {"undo": True},
        "result": None,
        "notice": None,
        "record": "school deal 1234: 7d 8d - 6d",
    }
    return payload | changes


MID = "5h 6h 7h 8h 6c 7c 8c 7d 8d 9d 10d 7s 8s"
HAND13 = "4c 5c 10c Qc 2d 6d Kd 9h 10h Ah 6s 9s Ks"


def opening() -> Payload:
    """The first turn: one card lies on the table."""
    drawn = scene("7d", "2c 5c 7c Jc 3d 8d Kd 4h 7h 10h 6s 9s Ks", last=("7d", "Sam"), sizes=13)
    step = {"seat": 3, "name": "Sam", "card": "7d", "text": "Sam lays 7♦"}
    status = "Sam lays 7♦. Your turn: three cards fit."
    return game(drawn, ply=1, steps=[step], status=status, can={"undo": False})


def middle() -> Payload:
    """The middle of a deal with thirteen cards."""
    return game(scene(MID, HAND13, last=("8s", "Robin"), sizes=9))


def chooser(**changes: Any) -> Payload:
    """``middle`` with all that can be chosen before a game."""
    setup = {
        "now": "Level normal, School, four players",
        "levels": [
            {"value": each, "words": each.capitalize(), "about": f"{each.capitalize()}: plays so."}
            for each in ("easy", "normal", "strong")
        ],
        "level": "normal",
        "presets": [
            {
                "slug": "school",
                "name": "School",
                "few": 4,
                "many": 4,
                "usual": 4,
                "about": "52 cards.",
            },
            {
                "slug": "parliament",
                "name": "Parliament",
                "few": 3,
                "many": 8,
                "usual": 4,
                "about": "Chips.",
            },
        ],
        "rules": "school",
        "players": 4,
        "seat": 0,
        "seats": ["The dealer", "At the dealer's left", *(f"Place {each}" for each in range(3, 9))],
    }
    return middle() | {"setup": setup | changes}


def after_move() -> Payload:
    """``middle`` after the player laid 5♣ and the others answered."""
    steps = [
        {"seat": 0, "name": "you", "card": "5c", "text": "You lay 5♣"},
        {"seat": 1, "name": "Robin", "card": "9c", "text": "Robin lays 9♣"},
        {"seat": 2, "name": "Alex", "card": None, "text": "Alex passes"},
        {"seat": 3, "name": "Sam", "card": "6d", "text": "Sam lays 6♦"},
    ]
    table, hand = MID + " 5c 9c 6d", HAND13.replace("5c ", "").replace("6d ", "")
    drawn = scene(table, hand, last=("6d", "Sam"), sizes=8)
    status = "Robin lays 9♣, Alex passes, Sam lays 6♦. Your turn: five cards fit."
    return game(drawn, ply=16, steps=steps, status=status)


def must_pass() -> Payload:
    """Nothing fits."""
    drawn = scene(MID, "2c 3c Qc 2d 4d Kd 2h Jh Qh 4s Js Ks", last=("10d", "Alex"))
    return game(drawn, ply=20)


def finished() -> Payload:
    """The end of a deal, all hands open."""
    table = MID + " 4h 3h 9h 10h 9c 10c Jc 6d 5d 6s 5s 9s"
    left = {
        "You still hold three cards": "Qc Kc 2d",
        "Alex still holds six cards": "2h Ah Kd Ks Qs 10s",
        "Sam still holds one card": "Jh",
    }
    hands = [
        {"name": label.split()[0], "label": label, "cards": scene(table, cards)["hand"]}
        for label, cards in left.items()
    ]
    result = {
        "heading": "Robin wins the deal",
        "text": "Robin's last card is 9♠. Three players still hold ten cards.",
        "hands": hands,
    }
    steps = [{"seat": 1, "name": "Robin", "card": "9s", "text": "Robin lays 9♠"}]
    drawn = scene(table, "Qc Kc 2d", last=("9s", "Robin"), turn=-1, sizes=1)
    return game(
        drawn, ply=48, result=result, steps=steps, status="Robin lays 9♠ and wins the deal."
    )


def eighteen() -> Payload:
    """Eighteen cards in hand, as with three players."""
    hand = "Ac 3c 5c 9c 10c Kc 2d 6d Jd Qd Kd 4h 9h 10h Kh 6s 10s Ks"
    return game(scene(MID, hand, last=("8s", "Robin"), others=2, sizes=17))


def two_packs() -> Payload:
    """Thirty-five cards from two packs, with second rows open."""
    hand = (
        "Ac Ac 3c 4c 5c 5c 9c 10c Jc Qc Kc 2d 3d 5d 6d 6d Jd Qd Qd Kd "
        "Ah 3h 4h 9h 9h 10h Jh Kh 2s 3s 6s 9s 10s Ks Ks"
    )
    drawn = scene(
        MID + " 7d 7h 8d 8h 6h",
        hand,
        packs=2,
        last=("8h", "Robin"),
        others=5,
        sizes=17,
    )
    return game(drawn, rules="Two packs")


def devyatka() -> Payload:
    """The short pack with chips and eight seats, the widest table."""
    hand = "6c 8c Ac 10d Kd 7h 8h Ah 6s"
    drawn = scene(
        "8d 9d 9h 10h 9s 10s Js Qs",
        hand,
        ranks=SHORT,
        last=("Qs", "Robin"),
        others=7,
        sizes=4,
        chips=True,
    )
    return game(drawn, rules="Devyatka with chips", deal=7)


def quiz() -> Payload:
    """Three questions: two to choose, one to pick cards."""
    choose = {
        "id": "rows-1",
        "prompt": "Would the nine of hearts fit?",
        "mode": "choose",
        "scene": scene("5h 6h 7h 8h 7c", "9h", told=False, others=0),
        "choices": [
            {"key": "yes", "text": "Yes, it fits", "right": True, "why": "9♥ fits: it follows 8♥."},
            {"key": "no", "text": "No, it waits", "right": False, "why": "9♥ fits: it follows 8♥."},
        ],
        "hints": ["Look at hearts.", "Hearts take 4 or 9.", "It fits."],
    }
    drawn = scene("7h 6c 7c 8c", "5c 10c 9h 7s", told=False, others=0)
    pick = {
        "id": "rows-2",
        "prompt": "Press every card that fits.",
        "mode": "pick",
        "scene": drawn,
        "verdicts": {
            "5c": {"fits": True, "label": "five of clubs, fits", "why": "5♣ fits below 6♣."},
            "10c": {
                "fits": False,
                "label": "ten of clubs, waits for the nine",
                "why": "10♣ waits for 9♣.",
            },
            "9h": {
                "fits": False,
                "label": "nine of hearts, waits for the eight",
                "why": "9♥ waits for 8♥.",
            },
            "7s": {
                "fits": True,
                "label": "seven of spades, opens spades",
                "why": "7♠ opens spades.",
            },
        },
        "hints": ["Look at clubs and spades.", "Clubs take 5 or 9.", "5♣ and 7♠ fit."],
    }
    last = choose | {"id": "rows-3", "prompt": "May you lay the nine of hearts now?"}
    return {
        "kind": "quiz",
        "id": "rows",
        "title": "Would this card fit?",
        "exercises": [choose, pick, last],
    }


def quiz_made(*numbers: int, kind: str = "fits") -> Payload:
    """The same quiz with made-up exercises of some numbers, all of one kind."""
    asked = quiz()
    for one, its in zip(asked["exercises"], ("fits", "pick", "fits"), strict=True):
        one["kind"] = its
    first = asked["exercises"][0]
    return asked | {
        "made": [
            first | {"id": f"more-{number}", "kind": kind, "prompt": f"Made up, number {number}?"}
            for number in numbers
        ]
    }


def position() -> Payload:
    """A position with two faults, open to editing."""
    return {
        "kind": "position",
        "scene": scene("7h 6c 7c 8c 10d", "5c 9h 10c 7s"),
        "text": "clubs 6-8\ndiamonds 10\nhearts 7\nyou 5♣ 9♥ 10♣ 7♠",
        "editable": True,
        "problems": [
            "Diamonds have a gap: 10♦ lies on the table without 7♦, 8♦ and 9♦.",
            "The hands and the table hold 9 cards; the pack has 52.",
        ],
        "notice": "This position cannot come up in play.",
    }


def score(
    deals: int, players: int = 4, *, over: bool = False, winners: str | None = None
) -> Payload:
    """The score sheet of a match after some deals."""
    names = ["You", *PLAYERS[: players - 1]]
    rows = [
        [f"{i + 1} · deal {1234 + 7 * i}", names[i % players]]
        + ["won" if seat == (i * 3 + 1) % players else str(5 + seat) for seat in range(players)]
        for i in range(deals)
    ]
    return {
        "title": "Match, Classic",
        "sentence": f"The match is over after {COUNTS[players]} deals. Robin leads with 14 points.",
        "head": ["Deal", "Dealer", *names],
        "rows": rows,
        "total": ["Total", "", *[str(14 + 9 * seat) for seat in range(players)]],
        "over": over,
        "winners": winners,
        "next": not over,
        "restart": "A new deal number starts a new match.",
        "record": "match classic:4\nclassic:4 deal 1234: 7d 8d\nclassic:4 deal 1241: 7d 6d",
    }


def chips() -> Payload:
    """Fan Tan with chips: aces high, a pool, a debt, a match that goes on."""
    drawn = scene(
        "7h 8h 9h 10h Jh Qh Kh 7s 8s 6s 7d",
        "5c 7c 9c 2d 6d 8d Kd Ad 6h Ah 9s 10s",
        ranks=HIGH,
        last=("8s", "Robin"),
        chips=True,
        sizes=10,
    )
    return game(drawn, rules="Fan Tan with chips", pool="Pool: 7 chips", match=score(2))


def domino() -> Payload:
    """Two sevens that may be laid at any moment."""
    drawn = scene("7d 8d 6d", "2c 7c 9c 5d Jd 7h 8h Kh 3s 10s", last=("6d", "Sam"))
    free = [
        {"card": card, "text": f"{name} may be laid without using up your turn."}
        for card, name in (("7c", "7♣"), ("7h", "7♥"))
    ]
    return game(drawn, rules="Domino", free=free)


def false_pass() -> Payload:
    """A card fits, and a pass would be caught."""
    why = "5♣ fits: a pass now is a false pass and costs two points."
    return game(
        scene(MID, "5c Qc 2d Kd", last=("8s", "Robin")),
        rules="Classic",
        match=score(0),
        **{"pass": {"offered": True, "why": why}},
    )


def french() -> Payload:
    """Rows that start with tens, seen by the eighth of eight players."""
    drawn = scene(
        "9s 10s Js Qs 10h", "3c 10c 8s 7h Jh Kd", start="10", others=7, last=("Js", "Robin")
    )
    return game(drawn, rules="French Domino")


def frames() -> list[Payload]:
    """Four moments of a deal: the first whole, each later one a patch on the one before."""
    first = scene("7d", "5c 8d 9h", sizes=4, last=("7d", "Sam"))
    second = scene("7d 8d", "5c 9h", sizes=4, last=("8d", "you"), turn=1)
    robin, alex = "6d 7h Kc", "2h 9s 9d 9c"

    def hands(robin: str) -> list[Payload]:
        return [
            {
                "name": name,
                "label": f"{name} holds {cards.replace(' ', ', ')}",
                "cards": scene("7d", cards)["hand"],
            }
            for name, cards in (("Robin", robin), ("Alex", alex))
        ]

    whole = {
        "scene": first,
        "label": "before the first card",
        "text": "Your turn.",
        "hands": hands(robin),
        "over": False,
    }
    return [
        whole,
        {
            "scene": {
                "rows": {"1": second["rows"][1]},
                "hand": second["hand"],
                "handLabel": second["handLabel"],
                "seats": {"0": {"turn": False, "cards": 2}, "1": {"turn": True}},
            },
            "label": "move 1 of 3, you lay 8 of diamonds",
            "text": "You lay 8♦. Robin is to move.",
        },
        {
            "scene": {
                "rows": {"1": scene("7d 8d 6d", "5c", last=("6d", "Robin"))["rows"][1]},
                "seats": {"1": {"turn": False, "cards": 3}, "2": {"turn": True}},
            },
            "label": "move 2 of 3, Robin lays 6 of diamonds",
            "text": "Robin lays 6♦. Alex is to move.",
            "hands": {"0": hands("7h Kc")[0]},
        },
        {
            "scene": {"seats": {"2": {"turn": False, "last": "passed"}}},
            "label": "move 3 of 3, Alex passes",
            "text": "Alex passes.",
            "over": True,
        },
    ]


def replay(**changes: Any) -> Payload:
    """A deal to walk through."""
    payload: Payload = {
        "kind": "replay",
        "id": "replay",
        "title": "Deal 1234, School",
        "frames": frames(),
        "start": 0,
        "can": {"play": True},
    }
    return payload | changes


def reviewed() -> Payload:
    """The end of a deal with its turning points and its replay."""
    end = finished()
    turning = [
        {"ply": 2, "at": 1, "text": "Holding 8♦ back would have kept 9♦ in Alex’s hand."},
        {"ply": 3, "at": 2, "text": "6♦ opened the way for 5♦."},
    ]
    return end | {"result": end["result"] | {"turning": turning, "review": replay()}}


def fault() -> Payload:
    """A fault inside, after which one can try again."""
    notice = "Something went wrong inside; nothing is lost. Try again."
    return middle() | {"notice": notice, "fault": True}


def next_deal() -> Payload:
    """The end of a deal in a match that goes on."""
    return finished() | {"match": score(2)}


def match_over() -> Payload:
    """The end of a match of eight players, shared."""
    shared = "You and Sam share the match with 14 points each."
    return finished() | {"match": score(8, 8, over=True, winners=shared)}


def compare() -> Payload:
    """The same cards with aces low and with aces high."""
    table, hand = "7h 8h 9h 10h Jh Qh Kh", "6h Ah 10s"
    sides = [
        {"title": title, "note": note, "scene": scene(table, hand, ranks=ranks, others=0)}
        for title, note, ranks in (
            ("Aces low", "Only 6♥ fits.", LOW),
            ("Aces high", "6♥ and A♥ fit.", HIGH),
        )
    ]
    return {
        "kind": "compare",
        "sides": sides,
        "text": "hearts 7-K\nyou 6♥ A♥ 10♠",
        "editable": True,
        "problems": [],
        "notice": None,
    }


def board(**changes: Any) -> Payload:
    """The switchboard with one switch changed."""
    switches: list[tuple[str, str, Any, list[tuple[Any, str]], str]] = [
        ("players", "Players", 4, [(n, str(n)) for n in range(3, 9)], "Four players hold 13 each."),
        ("aces", "Aces", "high", [("low", "low"), ("high", "high")], "A♠ goes above K♠."),
        (
            "pack",
            "Pack",
            "full",
            [("full", "52 cards"), ("short", "36 cards")],
            "52 cards, from ace to king in every suit.",
        ),
    ]
    payload: Payload = {
        "kind": "board",
        "presets": [
            {"slug": "school", "name": "School", "summary": "The default.", "players": "4"},
            {"slug": "classic", "name": "Classic", "summary": "Points.", "players": "3 to 8"},
        ],
        "preset": "school",
        "title": "School with aces high",
        "text": "school:4,aces=high",
        "summary": "52 cards, the holder of 7♦ begins.",
        "switches": [
            {
                "field": field,
                "words": words,
                "value": value,
                "changed": field == "aces",
                "example": example,
                "options": [{"value": each, "words": said} for each, said in options],
            }
            for field, words, value, options, example in switches
        ],
        "refusal": None,
        "adopted": "school:4",
        "notice": None,
    }
    return payload | changes


def refused() -> Payload:
    """The switchboard with an impossible combination."""
    why = "The short pack needs aces high: aces cannot be low with 36 cards."
    return board(refusal=why, refused=["pack", "aces"])


ALL = {
    "opening": opening,
    "middle": middle,
    "must_pass": must_pass,
    "finished": finished,
    "eighteen": eighteen,
    "two_packs": two_packs,
    "devyatka": devyatka,
    "quiz": quiz,
    "position": position,
    "chips": chips,
    "domino": domino,
    "false_pass": false_pass,
    "french": french,
    "next_deal": next_deal,
    "match_over": match_over,
    "compare": compare,
    "replay": replay,
    "reviewed": reviewed,
    "fault": fault,
}
BOARDS = {"board": board, "refused": refused}
