"""Pictures of a position: SVG for pages and print, plain text for terminals and logs.

The same position always gives the same text, so a picture can be compared. Both know only what
they are given: a View shows one hand; of a State one hand is shown unless all are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from sevens_kernel.cards import Card, Suit
from sevens_kernel.faces import FONT, HEIGHT, INK, SIZE, WIDTH, Faces, back, box, text
from sevens_kernel.scene import (
    Scene,
    describe,
    describe_scene,
    hand_title,
    heading,
    last_line,
    make_scene,
    seat_facts,
    seat_order,
    turn_line,
)
from sevens_kernel.score import chips_words
from sevens_kernel.state import State
from sevens_kernel.view import View
from sevens_kernel.words import NAMES

__all__ = ["describe", "svg", "text_picture"]

_PAGE = 800  # width of the whole picture
_LEFT = 84  # where the cells of a row begin
_PITCH = 44  # from one card to the next
_EDGE, _FAULT = "#667066", "#b00020"

# --- plain text ----------------------------------------------------------------------------------


def text_picture(
    position: State | View,
    seat: int | None = None,
    *,
    all_hands: bool = False,
    tell: bool = True,
    names: Sequence[str] = NAMES,
) -> str:
    """Draw a position in plain text; the arguments are those of `svg`.

    A dot is a card not laid, `!` follows a card at fault, `*` stands before a card that fits.

    >>> from sevens_kernel.notation import parse_position
    >>> print(text_picture(parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")))
    School, 4 players
    ♣ clubs      .  .  .  .  .  6  7  8  .  .  .  .  .   takes 5 or 9
    ♦ diamonds   .  .  .  .  .  .  .  .  .  .  .  .  .   takes 7
    ♥ hearts     .  .  .  .  .  .  7  .  .  .  .  .  .   takes 6 or 8
    ♠ spades     .  .  .  .  .  .  .  .  .  .  .  .  .   takes 7
    You: four cards. Robin: 15 cards. Alex: 15 cards. Sam: 14 cards.
    Your hand: four cards, two fit
      *5♣ 10♣ 9♥ *7♠
    Your turn: two cards fit.
    """
    scene = make_scene(position, seat, all_hands, tell, names)
    lines = [heading(scene)]
    for suit, cells in scene.table_cells:
        lines.extend(_text_row(scene, suit, cells))
    facts = [f"{names[each]}: {', '.join(seat_facts(scene, each))}." for each in seat_order(scene)]
    if position.rules.uses_chips:
        facts.append(f"Pool: {chips_words(position.pool)}.")
    lines.append(" ".join(facts))
    for each in scene.seats:
        fits = scene.fits(each)
        cards = [("*" if card in fits else "") + str(card) for card in position.hand_of(each)]
        more = position.unknown_of(each)
        lines.append(hand_title(scene, each))
        lines.append("  " + " ".join([*cards, *([f"?{more}"] if more else [])]))
    lines.extend(line.rstrip() for line in (last_line(scene), turn_line(scene)) if line)
    lines.extend(f"Fault: {fault}" for fault in scene.faults)
    return "\n".join(line.rstrip() for line in lines)


def _text_row(scene: Scene, suit: Suit, cells: Sequence[Card]) -> list[str]:
    counts = scene.position.table.counts
    layers = max(1, *(counts[card.index] for card in cells))
    lines = []
    for layer in range(layers):
        marks = []
        for card in cells:
            lies = counts[card.index] > layer
            bad = card in scene.faulty and (lies or not counts[card.index])
            marks.append(f"{card.rank.text if lies else '.':>2}{'!' if bad else ' '}")
        head = f"{suit.glyph} {suit.value}" if layer == 0 else ""
        note = f"  {scene.note(suit)}" if layer == 0 and scene.note(suit) else ""
        lines.append(f"{head:<11} {''.join(marks)}{note}")
    return lines


# --- SVG -----------------------------------------------------------------------------------------


def svg(
    position: State | View,
    seat: int | None = None,
    *,
    all_hands: bool = False,
    tell: bool = True,
    names: Sequence[str] = NAMES,
) -> str:
    """Draw a position as SVG, with a title and a description in words; no script, nothing from outside.

    seat: whose hand is shown, from 0; None: a view's own, or yours where it is known. all_hands: show
    every known hand of a state. tell: say what the rows take and which cards fit; False for a question.

    >>> from sevens_kernel.notation import parse_position
    >>> picture = svg(parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"))
    >>> picture[:4], "takes 5 or 9" in picture
    ('<svg', True)
    """
    scene = make_scene(position, seat, all_hands, tell, names)
    parts = [text(16, 26, heading(scene), 16, font_weight="bold")]
    parts.append(text(_PAGE - 16, 26, turn_line(scene), 15, text_anchor="end"))
    y = 40.0
    for draw in (_draw_seats, _draw_rows, _draw_hands, _draw_words):
        drawn, y = draw(scene, y)
        parts.extend(drawn)
    height = y + 10
    frame = box(0.5, 0.5, _PAGE - 1, height - 1, fill="#eef3ec", stroke=_EDGE)
    spoken = escape(describe_scene(scene))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_PAGE}" height="{height:g}" '
        f'viewBox="0 0 {_PAGE} {height:g}" font-family="{FONT}" font-size="{SIZE}" fill="{INK}">'
        f"<title>{escape('Sevens: ' + heading(scene))}</title><desc>{spoken}</desc>"
        f"{frame}{''.join(parts)}</svg>"
    )


def _draw_seats(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw one box a seat, four to a line; the seat on turn has a thick edge and a pointer."""
    order, position = seat_order(scene), scene.position
    wide = position.rules.uses_chips or any(position.fines)  # these seats have more to say
    across = 4 if len(order) in (4, 7, 8) and not wide else 3
    width = (_PAGE - 32 - 8 * (across - 1)) / across
    parts = []
    for place, seat in enumerate(order):
        x, top = 16 + place % across * (width + 8), y + place // across * 48
        on_turn = position.out is None and seat == position.turn
        edge = {"stroke": INK, "stroke_width": "2.5"} if on_turn else {"stroke": _EDGE}
        parts.append(box(x, top, width, 42, fill="#ffffff", **edge))
        name = ("▶ " if on_turn else "") + scene.names[seat]
        won = " — out first" if seat == position.out else " — to move" if on_turn else ""
        parts.append(text(x + 8, top + 17, name + won, 14, font_weight="bold"))
        parts.append(text(x + 8, top + 34, ", ".join(seat_facts(scene, seat)), 13))
    return parts, y + -(-len(order) // across) * 48 + 8


def _draw_rows(scene: Scene, y: float) -> tuple[list[str], float]:
    parts: list[str] = []
    faces, faults = Faces(), []
    empty: dict[bool, list[tuple[float, float, Card]]] = {False: [], True: []}
    counts, coming = scene.position.table.counts, scene.next_cards()
    for suit, cells in scene.table_cells:
        layers = max(1, *(counts[card.index] for card in cells))
        faces.shape(suit, 21, y + 7)
        parts.append(text(16, y + 46, suit.value.capitalize(), 13))
        for layer in range(layers):
            for place, card in enumerate(cells):
                at, count = (_LEFT + place * _PITCH, y), counts[card.index]
                if count > layer:
                    faces.lay(card, *at, **_edge(scene, card, layer))
                elif not layer or (card in coming and layer == count):
                    empty[card in coming and layer == count].append((*at, card))
                if card in scene.faulty and (count > layer or not count):
                    faults.append(_fault_mark(at))
            y += HEIGHT + 6
        note, x = scene.note(suit), _LEFT + len(cells) * _PITCH + 4
        if note:
            parts.append(text(x, y - HEIGHT / 2 - 2, note, 13))
    waiting = _draw_empty(empty[False], 'stroke="#8c968c" stroke-dasharray="3 3"')
    fitting = _draw_empty(empty[True], f'stroke="{INK}" stroke-width="2"')
    return parts + waiting + fitting + faces.drawn() + faults, y + 6


def _edge(scene: Scene, card: Card, layer: int) -> dict[str, Any]:
    """Give the looks of the edge of a card on the table: one at fault, the last one laid, or any other."""
    last = card is scene.last_card() and layer == scene.position.table.counts[card.index] - 1
    if card in scene.faulty:
        return {"edge": _FAULT, "thick": 3.0}
    return {"edge": INK, "thick": 3.0} if last else {}


def _draw_empty(places: Sequence[tuple[float, float, Card]], line: str) -> list[str]:
    """Draw places with no card, which share their looks: where nothing may be laid yet, or where a card fits now."""
    if not places:
        return []
    edges = "".join(f"M{x:g} {y:g}h{WIDTH}v{HEIGHT}h-{WIDTH}z" for x, y, _ in places)
    ranks = "".join(
        f'<text x="{x + 20:g}" y="{y + 33:g}">{card.rank.text}</text>' for x, y, card in places
    )
    return [
        f'<path d="{edges}" fill="none" {line}/>',
        f'<g fill="#59635a" text-anchor="middle">{ranks}</g>',
    ]


def _fault_mark(at: tuple[float, float]) -> str:
    x, y = at
    mark = text(x + 34, y + 13, "!", 17, fill="#ffffff", font_weight="bold", text_anchor="middle")
    return box(x + 25, y - 3, 18, 20, fill=_FAULT) + mark


def _draw_hands(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw the hands that are shown; a card that fits is raised, with a thick edge and ▲ below."""
    parts, faces, faults = [], Faces(), []
    for seat in scene.seats:
        hand, more = scene.position.hand_of(seat), scene.position.unknown_of(seat)
        fits = scene.fits(seat)
        parts.append(text(16, y + 14, hand_title(scene, seat), 15, font_weight="bold"))
        y += 30
        x, suit = 16.0, None
        for card in (*hand, *([None] if more else [])):
            if suit not in (None, card and card.suit):
                x += 8
            suit = card.suit if card else None
            if x + WIDTH > _PAGE - 16:
                x, y = 16.0, y + HEIGHT + 20
            if card is None:
                parts.append(back(x, y, more))
            else:
                _draw_held(faces, (x, y), card, card in scene.faulty, card in fits)
                faults += [_fault_mark((x, y))] if card in scene.faulty else []
            x += _PITCH
        y += HEIGHT + 18 if hand or more else 0
    return parts + faces.drawn() + faults, y


def _draw_held(faces: Faces, at: tuple[float, float], card: Card, bad: bool, fits: bool) -> None:
    x, y = at
    edge, thick = (_FAULT, 3.0) if bad else (INK, 2.0) if fits else ("#555555", 1.0)
    faces.lay(card, x, y - (6 if fits else 0), edge=edge, thick=thick)
    if fits:
        faces.mark(x, y)


def _draw_words(scene: Scene, y: float) -> tuple[list[str], float]:
    """Write the pool, the last act and every fault below the cards."""
    lines = []
    if scene.position.rules.uses_chips:
        lines.append(f"Pool: {chips_words(scene.position.pool)}.")
    lines.append(last_line(scene))
    lines = [" ".join(line for line in lines if line)] if any(lines) else []
    parts = []
    for line in lines:
        parts.append(text(16, y + 16, line, 14))
        y += 22
    for fault in scene.faults:
        for place, line in enumerate(_wrapped(f"! {fault}", 105)):
            parts.append(text(16 if place == 0 else 26, y + 16, line, 14, fill=_FAULT))
            y += 20
    return parts, y


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
