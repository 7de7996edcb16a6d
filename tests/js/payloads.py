"""Payloads as the engine would send them, small enough to read, for the tests of the table in a bare page.

They are drawings to be drawn, not proofs about the rules: the little arithmetic here only spares typing out
thirteen cells four times. What the real engine says is tested elsewhere.
"""

from __future__ import annotations

from typing import Any

from tests.js.payload_kinds import (
    board,
    compare,
    frames,
    position,
    quiz,
    quiz_made,
    refused,
    replay,
)
from tests.js.scenes import COUNTS, HIGH, PLAYERS, SHORT, Payload, scene

__all__ = [
    "ALL",
    "BOARDS",
    "MID",
    "after_move",
    "board",
    "chips",
    "chooser",
    "compare",
    "devyatka",
    "domino",
    "eighteen",
    "false_pass",
    "fault",
    "finished",
    "frames",
    "french",
    "game",
    "match_over",
    "middle",
    "must_pass",
    "next_deal",
    "opening",
    "position",
    "quiz",
    "quiz_made",
    "refused",
    "replay",
    "reviewed",
    "scene",
    "score",
    "two_packs",
]


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
