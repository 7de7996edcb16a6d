"""Positions and records as text: what is read, what is written, and what the refusals say."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote, unquote

import pytest

from sevens_kernel import (
    Card,
    IllegalMove,
    Move,
    NotationError,
    Rules,
    State,
    apply,
    catch_false_pass,
    deal,
    fitting,
    format_deal,
    format_position,
    format_record,
    lay,
    legal,
    parse_position,
    parse_record,
    problems,
    record_of,
    replay,
    view,
)
from sevens_kernel.cards import Rank, Suit
from sevens_kernel.match_record import parse_match
from tests.positions import PRESETS, play_on


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(Card(text) for text in texts)


# --- keywords ------------------------------------------------------------------------------------


def test_rows_and_a_hand_in_keywords() -> None:
    state = parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")
    assert state.table.row(Suit.CLUBS) == cards("6c", "7c", "8c")
    assert state.table.row(Suit.HEARTS) == cards("7h")
    assert state.hands[0] == cards("5c", "10c", "9h", "7s")
    assert state.unknown == (0, 15, 15, 14)
    assert state.rules == Rules()
    assert problems(state) == ()


@pytest.mark.parametrize(
    "text",
    [
        "clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠",
        "CLUBS 6-8 HEARTS 7 YOU 5C 9H 10C 7S",
        "you: 5♣, 9♥, 10♣ and 7♠\n♣: 6–8\n♥: 7",
        "clubs six to eight; hearts seven; you hold Tc 7s 9h 5c",
        "rules school; clubs 6 7 8; hearts 7; seat 1 5c 9h Tc 7s; turn seat 1",
        "rules=school:4 clubs=6-8 hearts=7 turn=you you 5c 9h Tc 7s",
        "school:4 6-8/-/7/- 5T..9.7/?15/?15/?14 turn=1",
        "school 678/-/7/- 105..9.7/?15/?15/?14",
        "school 6-8/-/7/-; you 5c 9h Tc 7s",
    ],
)
def test_many_ways_to_write_the_same_position(text: str) -> None:
    assert format_position(parse_position(text)) == "school:4 6-8/-/7/- 5T..9.7/?15/?15/?14 turn=1"


def test_unmentioned_seats_share_the_unseen_cards_from_the_dealers_left() -> None:
    state = parse_position("rules classic:5; hearts 7; kim 2c ?2; dealer robin")
    assert state.hands[4] == cards("2c")
    assert state.unknown == (12, 12, 12, 12, 2)
    assert sum(state.sizes) == 51
    uneven = parse_position("rules classic:5; hearts 7 8; dealer robin")
    assert uneven.unknown == (10, 10, 10, 10, 10)
    assert parse_position("rules classic:5; dealer robin").unknown == (10, 10, 11, 11, 10)


def test_the_holder_of_the_opening_card_is_on_turn() -> None:
    assert parse_position("robin 7d").turn == 1
    assert parse_position("robin 7d; turn alex").turn == 2
    assert parse_position("hearts 7; robin 7d").turn == 0


def test_ten_and_ace_and_both_packs() -> None:
    state = parse_position("rules two-packs; spades 6-K 7-10; you ah ah")
    assert state.table.copies(Card("10s")) == 2
    assert state.table.copies(Card("Js")) == 1
    assert state.hands[0] == cards("Ah", "Ah")
    high = parse_position("rules fan-tan; spades 7-A")
    assert high.table.row(Suit.SPADES)[-1] is Card("As")


def test_chips_and_pool_are_those_after_the_antes_unless_given() -> None:
    state = parse_position("rules fan-tan-with-chips; hearts 7")
    assert (state.chips, state.pool) == ((19,) * 4, 4)
    assert problems(state) == ()
    owed = parse_position("rules fan tan with chips, hearts 7, chips 40,-3,20,20 pool 3")
    assert (owed.chips, owed.pool) == ((40, -3, 20, 20), 3)


def test_a_chosen_start_rank_must_be_said_once_cards_lie() -> None:
    state = parse_position("french-domino; hearts 9-J; start 10; you 10c 7c")
    assert state.table.shape.start is Rank.TEN
    assert fitting(state) == cards("10c")
    assert parse_position("french-domino").table.shape.start is None
    with pytest.raises(NotationError, match="say which it was, such as start 10"):
        parse_position("french-domino; hearts 9-J")


def test_the_only_seat_without_cards_is_out() -> None:
    assert parse_position("hearts 7; alex -").out == 2
    assert parse_position("hearts 7; alex -; out none").out is None
    assert parse_position("hearts 7; alex -; robin none").out is None
    assert parse_position("hearts 7; alex -; robin none; out robin").out == 1


def test_impossible_positions_are_read_and_every_fault_is_named() -> None:
    state = parse_position("devyatka; clubs 4 9-J; you 9c 5h ?3")
    kinds = {problem.kind for problem in problems(state)}
    assert kinds >= {"not in the pack", "too many"}
    assert parse_position(format_position(state)) == state


# --- the line ------------------------------------------------------------------------------------


def test_the_line_names_whatever_is_not_as_usual() -> None:
    line = (
        "parliament:3,opener=7c,chips_each=5 -/-/-/- A../?17/?17 turn=2 dealer=3 "
        "passes=0,1,0 fines=0,0,4 chips=5,-1,5 pool=6 caught out=3"
    )
    with pytest.raises(NotationError, match=r"your hand “A\.\.”"):
        parse_position(line)
    line = line.replace("A../", "A.../")
    assert format_position(parse_position(line)) == line


def test_a_position_is_one_line_that_survives_a_link() -> None:
    for name, players in PRESETS:
        for state in play_on(deal(Rules.named(name, players), 3), 3)[::9]:
            line = format_position(state)
            assert line.isprintable()
            assert parse_position(unquote(quote(line, safe=""))) == state


def test_a_view_tells_no_other_hand() -> None:
    state = deal(Rules(), 1234)
    line = format_position(view(state, 2))
    assert parse_position(line).hands == ((), (), state.hands[2], ())
    assert parse_position(line).sizes == state.sizes


def test_repr_can_be_pasted_back() -> None:
    state = deal(Rules.named("devyatka"), 5)
    assert repr(state) == f'parse_position("{format_position(state)}")'
    assert eval(repr(state), {"parse_position": parse_position}) == state


def test_a_deal_number_is_a_position() -> None:
    rules = Rules.named("fan tan with chips", 5)
    text = format_deal(rules, 77, 2, 9, (25, 20, 20, 15, 20))
    assert text == "fan-tan-with-chips:5 deal 77 dealer 3 cut 9 chips 25,20,20,15,20"
    assert parse_position(text) == deal(rules, 77, 2, 9, (25, 20, 20, 15, 20))
    assert parse_position("deal 77") == deal(Rules(), 77)
    assert parse_position("deal=77 cut=3") == deal(Rules(), 77, cut=3)


# --- refusals ------------------------------------------------------------------------------------

REFUSED = {
    "": "write rows and a hand, such as hearts 6-8; you 5♥ 9♣, or a deal, such as deal 1234",
    "harts 7": "“harts 7” is no part of a position: did you mean hearts?",
    "what is this": "10♣ 7♠, or a deal, such as deal 1234",
    "5": "“5” is no position by itself: a deal is written with the word before its number, such as deal 5, and",
    "1234567890": "such as deal 1234, and a position with rows and a hand, such as hearts 6-8; you 5♥ 9♣",
    "hearts 8-6": "hearts “8-6”: write the ranks that lie, from low to high",
    "hearts 1": "hearts “1”: write the ranks",
    "hearts ⁷": "hearts “⁷”: write the ranks",
    "fan-tan; hearts A-7": "this row runs 2 to A",
    "hearts 7, hearts 8": "“hearts” is there twice",
    "school:4 7/-/-/- clubs 7": "“clubs” is there twice",
    "clubs 6-9, hurts 7": "clubs “hurts”: did you mean hearts?",
    "you 5x": "your hand: “5x” is not a card: write a rank",
    "you ?٣": "your hand ? “٣”: write a whole number from 0 to 999",
    "you 5c5c": "your hand: “5c5c” is not a card",
    "you" + " 5c" * 10: "more than 9 times",
    "hearts" + " 7" * 10: "more than 9 times",
    "kim 5c": "“kim” is seat 5, and school:4 has 4 players: name a seat: You, Robin, Alex, Sam",
    "seat 9 5c": "seat “9”: write a whole number from 1 to 8",
    "turn": "turn: give one value, such as turn robin",
    "turn tom": "turn “tom”: name a seat: You, Robin, Alex, Sam or 1 to 4",
    "dealer 5": "dealer “5”: name a seat",
    "out 0": "out “0”: name a seat",
    "start 10": "start “10”: under school:4 rows start with 7",
    "french-domino start x": "start: “x” is not a rank",
    "pool x": "pool “x”: write a whole number",
    "chips 1,2": "chips “1,2”: write 4 whole numbers",
    "passes 0,0,0,-1": "passes “-1”: write a whole number from 0",
    "caught robin 5c now": "Robin's hand: “now” is not a card",
    "caught yes": "caught “yes”: it needs no value",
    "cut 5": "cut: only a deal is cut",
    "deal x": "deal “x”: write a whole number from 0 to 999999999",
    "deal 1 cut 52": "cut “52”: write a whole number from 0 to 51",
    "deal 5; you 3c": "“you” beside deal: a deal number says all cards",
    "school:9": "players “9”: the game is for 3 to 8 players",
    "school:4,aces=middle": "aces “middle”: the values are low, high",
    "rules": "rules: name a rule set after it: school",
    "rules whist": "“whist” is not a rule set: there are School",
    "school rules classic": "“school” stands before the first keyword",
    "school:4 6-8/7": "rows “6-8/7”: write four",
    "school:4 -/-/-/- ?1/?1": "hands “?1/?1”: 2 are given, and there are 4 players",
    "school:4 -/-/-/- 5/-/-/-": "your hand “5”: write the ranks of clubs.diamonds.hearts.spades",
    "-/-/-/- school": "after the rule set come the rows",
    "school:4 deal 1 | 7d": "is a record: a position has no |",
    "x" * 4001: "too long for a position: it has 4001 characters, and 4000 are allowed",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:30] or "nothing")
def test_a_refusal_quotes_the_place_and_says_what_is_allowed(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    sentence = str(caught.value)
    assert REFUSED[text] in sentence
    assert "\n" not in sentence


def test_only_text_is_a_position_or_a_record() -> None:
    with pytest.raises(NotationError, match="“5” is not a position"):
        parse_position(5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="“None” is not a record"):
        parse_record(None)  # type: ignore[arg-type]


# --- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_a_record_ends_where_play_ended(name: str, players: int) -> None:
    start = deal(Rules.named(name, players), 11, players - 1, 4)
    states = play_on(start, 5)
    record = record_of(start, states[-1], 11, cut=4)
    text = format_record(record)
    assert " deal 11 " in text
    assert parse_record(text) == record
    assert list(replay(parse_record(text))) == states
    assert [state.history for state in replay(record)] == [state.history for state in states]


def test_a_record_may_start_at_a_position_in_the_middle() -> None:
    states = play_on(deal(Rules.named("domino", 4), 2), 8)
    record = record_of(states[10], states[-1])
    again = parse_record(format_record(record))
    assert again.deal is None
    assert list(replay(again)) == states[10:]
    assert next(replay(again)).history == ()


def test_chips_brought_from_an_earlier_deal_travel_in_the_record() -> None:
    rules = Rules.named("fan tan with chips")
    start = deal(rules, 9, chips=(30, -4, 34, 20))
    record = record_of(start, start, 9)
    assert format_record(record) == "fan-tan-with-chips:4 deal 9 chips 30,-4,34,20 |"
    assert parse_record(format_record(record)).start == start


def test_a_start_that_is_not_the_deals_is_written_as_a_position() -> None:
    start = replace(deal(Rules(), 9), turn=0)
    assert format_record(record_of(start, start, 9)).startswith("school:4 -/-/-/- ")


def test_caught_passes_and_starts_out_of_turn_are_recorded() -> None:
    opened = apply(deal(Rules.named("parliament"), 1234), Move.parse("7d"))
    caught = catch_false_pass(opened)
    assert fitting(opened)
    record = record_of(opened, caught)
    assert format_record(record).endswith("| -!")
    assert list(replay(parse_record(format_record(record))))[-1] == caught

    state = parse_position("rules domino; clubs 7; you 8c 2d; robin 6c; alex 7h 2c; turn you")
    started = apply(state, Move.parse("+7h"), 2)
    laid = apply(started, lay(Card("8c")))
    text = format_record(record_of(state, laid))
    assert text.endswith("| +7h@3 8c")
    assert list(replay(parse_record(text)))[-1] == laid


def test_comments_and_line_ends_in_a_record_file() -> None:
    text = "# a game\nschool:4 deal 1234\n| 7d 7c\n  # the low clubs\n6c\n"
    assert format_record(parse_record(text)) == "school:4 deal 1234 | 7d 7c 6c"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_of_any_editor_is_read(end: str) -> None:
    lines = ["\ufeff# a game", "school:4 deal 1234 |", "7d", ""]
    assert format_record(parse_record(end.join(lines))) == "school:4 deal 1234 | 7d"
    assert parse_record("\ufeffschool:4 deal 1234 |").deal == 1234
    assert parse_position("\ufeffhearts 5-8") == parse_position("hearts 5-8")
    match = parse_match(end.join(["\ufeffmatch fan-tan:3", "fan-tan:3 deal 7 |"]))
    assert match.records[0].deal == 7


def test_replay_stops_at_a_move_that_is_not_allowed() -> None:
    states: list[State] = []
    with pytest.raises(IllegalMove, match="must wait: 7♦ opens the deal"):
        states.extend(replay(parse_record("school:4 deal 1234 | 8d")))
    over = play_on(deal(Rules(), 4), 4)[-1]
    record = record_of(deal(Rules(), 4), over, 4)
    with pytest.raises(IllegalMove, match="The deal is over"):
        list(replay(parse_record(format_record(record) + " -")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("school:4 deal 1", "a bar |, and the moves"),
        ("| 7d", "“” is not a position"),
        ("school:4 deal 1 | 7x", "move 1 “7x”: write a card such as 10h, - for a pass"),
        ("school:4 deal 1 | 7d +7h", "move 2 “+7h”: write"),
        ("school:4 deal 1 | 7h@3", "move 1 “7h@3”: write"),
        ("school:4 deal 1 | -@3", "move 1 “-@3”: write"),
        ("domino:4 deal 1 | +7h@5", "by seat 3 (of 1 to 4)"),
        ("domino:4 deal 1 | +7h@³", "by seat 3 (of 1 to 4)"),
        ("school:4 deal 1 | 7d | 8d", "move 2 “|”"),
        ("x" * 20_001, "too long for a record: it has 20001 characters, and 20000 are allowed"),
    ],
)
def test_a_record_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert words in str(caught.value)


def test_a_record_needs_states_of_one_play() -> None:
    first, second = deal(Rules(), 1), deal(Rules.named("domino"), 1)
    with pytest.raises(NotationError, match="does not follow from the start"):
        record_of(first, second)
    one = apply(first, legal(first)[0])
    with pytest.raises(NotationError, match="does not follow from the start"):
        record_of(one, first)
