"""Card faces as SVG: a large rank and one large suit shape, drawn as paths; no font holds the shapes.

Two colours, as on the table in the browser before four are chosen: both stand out from white paper, and the shapes
tell the suits apart without them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from sevens_kernel.cards import Card, Suit

WIDTH, HEIGHT = 40, 56  # of one card, in the picture's units

COLOURS = {
    Suit.CLUBS: "#111111",
    Suit.DIAMONDS: "#b23674",
    Suit.HEARTS: "#b23674",
    Suit.SPADES: "#111111",
}

SIDE = 20  # of the square that each shape fills

# Drawn from wherever the path stands, so that one path holds all shapes of a suit.
SHAPES = {
    Suit.CLUBS: (
        "m6.4 19.2q2.1-1.8 2.2-4.9a4.2 4.2 0 1 1-2-6.5a4.2 4.2 0 1 1 6.8 0a4.2 4.2 0 1 1-2 6.5"
        "q.1 3.1 2.2 4.9z"
    ),
    Suit.DIAMONDS: "m10 .6q3.2 5 7.2 9.4q-4 4.4-7.2 9.4q-3.2-5-7.2-9.4q4-4.4 7.2-9.4z",
    Suit.HEARTS: (
        "m10 18.6c-5.2-4.6-9-8.2-9-12.4c0-2.8 2.2-4.8 4.8-4.8c2 0 3.4 1.2 4.2 3"
        "c.8-1.8 2.2-3 4.2-3c2.6 0 4.8 2 4.8 4.8c0 4.2-3.8 7.8-9 12.4z"
    ),
    Suit.SPADES: (
        "m10 .8c-4 5.2-8.8 8-8.8 11.8c0 2.6 2 4.2 4.2 4.2c1.6 0 3-.8 3.8-2c-.2 2-1.2 3.4-2.6 4.4"
        "h6.8c-1.4-1-2.4-2.4-2.6-4.4c.8 1.2 2.2 2 3.8 2c2.2 0 4.2-1.6 4.2-4.2c0-3.8-4.8-6.6-8.8-11.8z"
    ),
}

_OUTLINE = (
    "h30q5 0 5 5v46q0 5-5 5h-30q-5 0-5-5v-46q0-5 5-5z"  # of a card, from its top edge's left end
)
_FIT = "l7-9 7 9z"  # ▲ below a card that fits, from its left corner; the table in the browser marks it so too

FONT = "Helvetica, Arial, sans-serif"  # these three are set once, on the whole picture
INK = "#1a1a1a"
SIZE = 14


def text(x: float, y: float, words: str, size: int = SIZE, **more: str) -> str:
    """Draw words; more: SVG attributes, with _ for -.

    >>> text(0, 12, "A & B", font_weight="bold")
    '<text x="0" y="12" font-weight="bold">A &amp; B</text>'
    """
    given = more if size == SIZE else {"font_size": str(size)} | more
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text x="{x:g}" y="{y:g}"{extra}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, **more: str) -> str:
    """Draw a rectangle with round corners; more: SVG attributes, with _ for -."""
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"{extra}/>'


@dataclass(slots=True)
class Faces:
    """Card faces side by side in a picture; what looks alike is drawn as one path, which keeps a picture small.

    Drawing each shape once and pointing to it would be shorter still, but needs names: those of two pictures in one
    page collide, and pages that clean what they show drop the pointers.

    >>> faces = Faces()
    >>> faces.lay(Card("7h"), 0, 0)
    >>> faces.lay(Card("8h"), 44, 0)
    >>> "".join(faces.drawn()).count("<path")
    2
    """

    edges: dict[tuple[str, float], list[str]] = field(default_factory=dict)
    ranks: dict[str, list[str]] = field(default_factory=dict)
    shapes: dict[Suit, list[str]] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)

    def lay(
        self, card: Card, x: float, y: float, *, edge: str = "#555555", thick: float = 1
    ) -> None:
        """Lay a card whose top left corner is given, with its edge in a colour and a thickness."""
        self.edges.setdefault((edge, thick), []).append(f"M{x + 5:g} {y:g}{_OUTLINE}")
        tight = ' textLength="25" lengthAdjust="spacingAndGlyphs"' if card.rank == 10 else ""
        rank = f'<text x="{x + WIDTH / 2:g}" y="{y + 24:g}"{tight}>{card.rank.text}</text>'
        self.ranks.setdefault(COLOURS[card.suit], []).append(rank)
        self.shape(card.suit, x + 10, y + 30)

    def shape(self, suit: Suit, x: float, y: float) -> None:
        """Add a suit's shape in a square whose top left corner is given."""
        self.shapes.setdefault(suit, []).append(f"M{x:g} {y:g}{SHAPES[suit]}")

    def mark(self, x: float, y: float) -> None:
        """Mark a place of the hand, whose top left corner is given, as one whose card fits."""
        self.marks.append(f"M{x + 13:g} {y + 64:g}{_FIT}")

    def drawn(self) -> list[str]:
        """Give all of it as SVG, the edges lowest."""
        parts = [
            f'<path fill="#ffffff" stroke="{edge}" stroke-width="{thick:g}" d="{"".join(lines)}"/>'
            for (edge, thick), lines in self.edges.items()
        ]
        look = 'font-size="24" font-weight="bold" text-anchor="middle"'
        parts += [
            f'<g {look} fill="{colour}">{"".join(texts)}</g>'
            for colour, texts in self.ranks.items()
        ]
        parts += [
            f'<path fill="{COLOURS[suit]}" d="{"".join(lines)}"/>'
            for suit, lines in self.shapes.items()
        ]
        if self.marks:
            parts.append(f'<path d="{"".join(self.marks)}"/>')
        return parts


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
