"""Pictures of positions: well formed, alone in the world, the same every time, and true to the position."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sevens_kernel import (
    PASS,
    Rules,
    SevensError,
    State,
    deal,
    fitting,
    legal,
    parse_position,
    view,
)
from sevens_kernel.cards import SUITS
from sevens_kernel.faces import COLOURS, SHAPES
from sevens_kernel.picture import describe, svg, text_picture
from sevens_kernel.words import table_words
from tests.positions import PRESETS, play_on

SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def words(picture: str) -> list[str]:
    return [element.text or "" for element in drawn(picture).iter(f"{SVG}text")]


def suit_shapes(picture: str) -> int:
    """Count the suit shapes drawn: one at the head of each row, and one on each card face."""
    paths = [element.get("d", "") for element in drawn(picture).iter(f"{SVG}path")]
    return sum(path.count(shape) for path in paths for shape in SHAPES.values())


def test_no_shape_of_a_suit_is_part_of_another() -> None:
    assert not [one for one in SHAPES.values() for other in SHAPES.values() if one in other != one]


def moments() -> list[State]:
    """Take three moments of a deal of every rule set at every number of players."""
    found = []
    for name, players in PRESETS:
        states = play_on(deal(Rules.named(name, players), 21), 21)
        found += [states[0], states[len(states) // 2], states[-1]]
    return found


def test_every_picture_is_well_formed_and_needs_nothing_from_outside() -> None:
    allowed = {f"{SVG}{name}" for name in ("svg", "title", "desc", "g", "rect", "path", "text")}
    for state in moments():
        picture = svg(state, all_hands=True)
        root = drawn(picture)
        assert {element.tag for element in root.iter()} <= allowed
        assert re.findall(r"https?://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]
        for element in root.iter():
            assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
            assert "id" not in element.attrib  # several pictures may stand in one page


def test_everything_drawn_lies_within_the_picture() -> None:
    for state in moments():
        root = drawn(svg(state, all_hands=True))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for element in root.iter(f"{SVG}rect"):
            x, y = float(element.get("x", -1)), float(element.get("y", -1))
            assert x >= 0
            assert y >= 0
            assert x + float(element.get("width", 0)) <= width
            assert y + float(element.get("height", 0)) <= height


def test_the_same_position_gives_the_same_picture() -> None:
    for state in moments()[::7]:
        again = parse_position(repr(state).split('"')[1])
        assert svg(again) == svg(parse_position(repr(again).split('"')[1]))
        assert svg(state) == svg(state)


def test_every_card_on_the_table_and_in_the_hand_is_drawn_once() -> None:
    for state in moments():
        known = sum(len(hand) for hand in state.hands)
        assert suit_shapes(svg(state, all_hands=True)) == 4 + state.table.size + known
        assert suit_shapes(svg(view(state, 1))) == 4 + state.table.size + len(state.hands[1])


def test_a_view_shows_no_other_hand() -> None:
    state = deal(Rules(), 1234)
    other = deal(Rules(), 1234).hands
    swapped = State(
        state.rules,
        (other[0], other[2], other[1], other[3]),
        state.table,
        state.turn,
        state.dealer,
        state.passes,
        state.fines,
        state.chips,
        state.pool,
    )
    for draw in (svg, text_picture, describe):
        assert draw(view(state, 0)) == draw(view(swapped, 0))
        assert draw(state, 1) != draw(swapped, 1)


def test_the_description_says_what_the_picture_shows() -> None:
    picture = svg(parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"))
    root = drawn(picture)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "Sevens: School, 4 players"
    assert (root[1].text or "").splitlines() == [
        "Clubs, six to eight, takes five or nine.",
        "Diamonds, not open, takes seven.",
        "Hearts, seven, takes six or eight.",
        "Spades, not open, takes seven.",
        "You: four cards.",
        "Robin: 15 cards.",
        "Alex: 15 cards.",
        "Sam: 14 cards.",
        "Your hand: four cards, two fit: five of clubs, ten of clubs, nine of hearts and "
        "seven of spades.",
        "Five of clubs and seven of spades fit.",
        "Your turn: two cards fit.",
    ]


def test_a_question_does_not_tell_what_fits() -> None:
    state = parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")
    for told in (svg(state, tell=False), text_picture(state, tell=False)):
        assert "takes" not in told
        assert "fit" not in told
        assert "*" not in told
    # Nor does the drawing of the rows give it away: who else holds which card, and so what fits, changes nothing.
    other = parse_position("clubs 6-8, hearts 7; you 2♣ 3♥ 4♣ 2♠")
    rows = [re.sub(r".*Spades</text>", "", svg(each, tell=False)) for each in (state, other)]
    assert rows[0].count("<rect") == rows[1].count("<rect")


def test_faults_are_marked_and_named() -> None:
    state = parse_position("clubs 6-8, hearts 7 9; you 6♣ 9♥")
    plain = text_picture(state)
    assert "6! 7  8" in plain
    assert ".! 9!" in plain
    assert plain.count("Fault: ") == 3
    picture = svg(state)
    assert words(picture).count("!") == 5  # 6♣ and 9♥ twice each, and the gap at 8♥
    assert "9♥ lies without 8♥: a row has no gaps." in " ".join(words(picture))
    sound = parse_position("clubs 6-8, hearts 7; you 9♥")
    assert words(svg(sound)).count("!") == 0
    assert "Fault" not in text_picture(sound)


def test_cards_outside_a_short_pack_are_drawn_with_their_fault() -> None:
    state = parse_position("devyatka; clubs 5 9; you 4d")
    assert suit_shapes(svg(state)) == 4 + 2 + 1
    assert "5!" in text_picture(state)
    assert "5♣ is not in this pack" in text_picture(state)


def test_two_packs_have_two_rows_to_a_suit() -> None:
    rows = text_picture(parse_position("two-packs; spades 6-9.7-8")).splitlines()
    start = next(at for at, line in enumerate(rows) if line.startswith("♠"))
    assert rows[start].split()[2:] == [
        *".....",
        "6",
        "7",
        "8",
        "9",
        *"....",
        "takes",
        "5,",
        "6,",
        "9",
        "or",
        "10",
    ]
    assert rows[start + 1].split() == [*"......", "7", "8", *"....."]


def test_rows_of_the_short_pack_run_from_six_to_ace() -> None:
    state = parse_position("devyatka; hearts 9; clubs A; you 6c Ac")
    row = next(line for line in text_picture(state).splitlines() if line.startswith("♣"))
    assert row.split()[2:11] == [*".......", ".!", "A!"]
    labels = words(svg(parse_position("devyatka")))
    assert labels.count("6") == labels.count("A") == 4
    assert labels.count("5") == 0


def test_unknown_cards_are_drawn_as_a_back_with_their_number() -> None:
    state = parse_position("hearts 7; you 5c ?7")
    assert "× 7" in words(svg(state))
    assert "?7" in text_picture(state)
    assert "seven unknown cards" in describe(state)


def test_chips_debts_and_the_pool_are_told() -> None:
    state = parse_position("fan-tan-with-chips; hearts 7; chips 40,-3,20,20 pool 3")
    for told in (" ".join(words(svg(state))), text_picture(state), describe(state)):
        assert "three chips owed" in told
        assert "Pool: three chips." in told


def test_names_are_escaped() -> None:
    picture = svg(deal(Rules(), 1), names=["<You>", "A & B", "C", "D"])
    assert "A & B" in " ".join(words(picture))


@pytest.mark.parametrize("draw", [svg, text_picture, describe])
def test_a_hand_that_cannot_be_shown_is_refused(draw) -> None:  # type: ignore[no-untyped-def]
    state = deal(Rules(), 1)
    with pytest.raises(SevensError, match="seat 9 does not exist: there are seats 1 to 4"):
        draw(state, 8)
    with pytest.raises(SevensError, match="does not hold the hand of seat 1"):
        draw(view(state, 1), 0)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_shapes_and_words_stand_out_from_their_ground() -> None:
    assert set(COLOURS) == set(SUITS) == set(SHAPES)
    for colour in COLOURS.values():
        assert contrast(colour, "#ffffff") >= 4.5
    table = "#eef3ec"
    picture = svg(parse_position("clubs 6-8, hearts 7 9; you 6♣ 9♥"))
    assert f'fill="{table}"' in picture
    root = drawn(picture)
    above = {child: parent for parent in root.iter() for child in parent}
    for element in root.iter(f"{SVG}text"):
        holder = element
        while "fill" not in holder.attrib:
            holder = above[holder]
        fill = holder.get("fill", "")
        ground = "#b00020" if fill == "#ffffff" else table
        assert contrast(fill, ground) >= 4.5, (element.text, fill)


def fit_marks(picture: str) -> int:
    """Count the signs ▲ of a picture: filled, three corners, the point upwards."""
    paths = [element.get("d", "") for element in drawn(picture).iter(f"{SVG}path")]
    return sum(len(re.findall(r"M[\d.]+ [\d.]+l(\d+)-\d+ \1 \d+z", path)) for path in paths)


def test_a_card_that_fits_is_marked_by_more_than_colour() -> None:
    """The sign is ▲, as on the live table: ✓ and ✗ say right and wrong of answers."""
    state = parse_position("clubs 6-8; you 5♣ 10♣")
    assert fit_marks(svg(state)) == 1
    assert fit_marks(svg(state, tell=False)) == 0
    assert "*5♣ 10♣" in text_picture(state)
    for each in moments():
        held = [
            card in fitting(each, seat) for seat, hand in enumerate(each.hands) for card in hand
        ]
        assert fit_marks(svg(each, all_hands=True)) == (sum(held) if each.out is None else 0)
        assert not set("✓✗") & set(svg(each, all_hands=True))


def test_a_picture_is_small_enough_for_a_page_with_many() -> None:
    """A card costs less than drawing it alone would: looks that cards share are written once."""
    for state in moments():
        cards = state.table.size + sum(len(hand) for hand in state.hands)
        bare = 5_500 + 700 * state.rules.players
        assert len(svg(state, all_hands=True)) < bare + 260 * cards


@pytest.mark.parametrize(
    ("hand", "title", "turn", "spoken"),
    [
        (
            "2♣ ?12",
            "Your hand: 13 cards",
            "Your turn.",
            "Your hand: two of clubs and twelve unknown cards. Your turn.",
        ),
        (
            "8♥ ?12",
            "Your hand: 13 cards, one fits",
            "Your turn.",
            "Your hand: eight of hearts and twelve unknown cards. Eight of hearts fits. Your turn: one card fits.",
        ),
        (
            "2♣",
            "Your hand: one card, none fits",
            "Your turn: nothing fits, so you must pass.",
            "Your hand: two of clubs. Your turn: nothing fits, so you must pass.",
        ),
    ],
)
def test_nobody_is_told_to_pass_while_a_card_of_the_hand_is_not_known(
    hand: str, title: str, turn: str, spoken: str
) -> None:
    state = parse_position(f"hearts 7; you {hand}")
    lines = text_picture(state).splitlines()
    assert title in lines
    assert lines[-1] == turn
    assert table_words(view(state, 0), 0, state.sizes).endswith(spoken)
    assert ("pass" in turn) == (PASS in legal(state))
