"""Card faces as SVG: a large rank and one large suit shape, drawn as paths; no font holds the shapes.

Two colours, as on the table in the browser before four are chosen: both stand out from white paper, and the shapes
tell the suits apart without them.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from sevens_kernel.cards import Card, Suit

WIDTH, HEIGHT = 40, 56  # of one card, in the picture's units

COLOURS = {
    Suit.CLUBS: "#111111",
    Suit.DIAMONDS: "#b23674",
    Suit.HEARTS: "#b23674",
    Suit.SPADES: "#111111",
}

# Each shape fills a square of 100 units.
SHAPES = {
    Suit.CLUBS: (
        "M29 27a21 21 0 1 1 42 0a21 21 0 1 1 -42 0z"
        "M5 59a21 21 0 1 1 42 0a21 21 0 1 1 -42 0z"
        "M53 59a21 21 0 1 1 42 0a21 21 0 1 1 -42 0z"
        "M36 44L64 44L56 60C56 78 60 89 68 96L32 96C40 89 44 78 44 60z"
    ),
    Suit.DIAMONDS: "M50 3Q66 28 86 50Q66 72 50 97Q34 72 14 50Q34 28 50 3z",
    Suit.HEARTS: (
        "M50 93C24 70 5 52 5 31C5 17 16 7 29 7C39 7 46 13 50 22"
        "C54 13 61 7 71 7C84 7 95 17 95 31C95 52 76 70 50 93z"
    ),
    Suit.SPADES: (
        "M50 4C30 30 6 44 6 63C6 76 16 84 27 84C35 84 42 80 46 74C45 84 40 91 33 96L67 96"
        "C60 91 55 84 54 74C58 80 65 84 73 84C84 84 94 76 94 63C94 44 70 30 50 4z"
    ),
}

FONT = "Helvetica, Arial, sans-serif"  # set once, on the whole picture


def text(x: float, y: float, words: str, size: int = 14, **more: str) -> str:
    """Draw words; more: SVG attributes, with _ for -.

    >>> text(0, 12, "A & B", font_weight="bold")[-35:]
    'font-weight="bold">A &amp; B</text>'
    """
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    fill = "" if "fill" in more else ' fill="#1a1a1a"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{fill}{extra}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, **more: str) -> str:
    """Draw a rectangle with round corners; more: SVG attributes, with _ for -."""
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"{extra}/>'


def shape(suit: Suit, x: float, y: float, size: float) -> str:
    """Draw a suit's shape in a square whose top left corner is given."""
    place = f"translate({x:g} {y:g}) scale({size / 100:g})"
    return f'<path transform="{place}" fill="{COLOURS[suit]}" d="{SHAPES[suit]}"/>'


def face(card: Card, x: float, y: float, *, edge: str = "#555555", thick: float = 1) -> str:
    """Draw a card whose top left corner is given, with its edge in a colour and a thickness."""
    outline = box(x, y, WIDTH, HEIGHT, fill="#ffffff", stroke=edge, stroke_width=f"{thick:g}")
    colour = COLOURS[card.suit]
    tight = {"textLength": "25", "lengthAdjust": "spacingAndGlyphs"} if card.rank == 10 else {}
    rank = text(
        x + WIDTH / 2,
        y + 24,
        card.rank.text,
        24,
        fill=colour,
        font_weight="bold",
        text_anchor="middle",
        **tight,
    )
    return outline + rank + shape(card.suit, x + 10, y + 30, 20)


def back(x: float, y: float, number: int) -> str:
    """Draw the back of a card that stands for a number of unknown cards."""
    outline = box(x, y, WIDTH, HEIGHT, fill="#dfe3ea", stroke="#555555", stroke_width="1")
    inner = box(x + 4, y + 4, WIDTH - 8, HEIGHT - 8, fill="none", stroke="#6f7a8c")
    return (
        outline
        + inner
        + text(x + 20, y + 28, "?", 22, font_weight="bold", text_anchor="middle")
        + text(x + 20, y + 46, f"× {number}", 13, text_anchor="middle")
    )
