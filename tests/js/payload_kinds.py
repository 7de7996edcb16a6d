"""Payloads of what is no game: quizzes, positions, replays, the switchboard."""

from __future__ import annotations

from typing import Any

from tests.js.scenes import HIGH, LOW, Payload, scene


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
