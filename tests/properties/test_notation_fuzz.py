"""Any text is read or refused with NotationError, nothing else; whatever is written is read back the same."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from sevens_kernel import (
    NotationError,
    Rules,
    State,
    deal,
    format_deal,
    format_position,
    format_record,
    parse_position,
    parse_record,
    problems,
    record_of,
    replay,
    view,
)
from sevens_kernel.cards import ALL_CARDS, RANKS
from sevens_kernel.keywords import KEYWORDS
from sevens_kernel.moves import PASS
from sevens_kernel.picture import svg, text_picture
from sevens_kernel.refusal import why_not
from sevens_kernel.rulesets import format_rules
from tests.properties.strategies import all_rules, games, moments

# Words a position is made of, and words that look like them; joined at random they come close to positions.
ODD = "٣ ² 7️⃣ ♥️ ♡ 5♣️ = : | # @ / //"
WORDS = st.one_of(
    st.sampled_from(
        [*KEYWORDS, *(card.text for card in ALL_CARDS), *(rank.text for rank in RANKS)]
    ),
    st.sampled_from(("6-8 7.9 A-K 6–8 - ?7 ?0 ? to and none T t 10 0 -1 00 " + ODD).split()),
    st.sampled_from(
        ["school:4", "fan-tan:5,aces=low", "two packs", "french-domino", "devyatka:3", "school:"]
    ),
    st.sampled_from(
        ["6-8/-/7/-", "5T..9.7/?15/?15/?14", "turn=1", "chips=1,2,3,4", "pool=-4", "start=10"]
    ),
    st.sampled_from(
        [
            "0,0,0,0",
            "999999999",
            "1" * 30,
            "seat 3",
            "seat",
            "deal 5",
            "cut=3",
            "caught",
            "out=none",
        ]
    ),
    st.text(max_size=6),
)
NEAR = st.lists(WORDS, max_size=14).flatmap(
    lambda words: st.sampled_from([" ", ", ", ";", "\n", ""]).map(
        lambda between: between.join(words)
    )
)

# Texts that are mostly read: each part at most once, with a value of its kind, possible or not at the table.
RUN = st.sampled_from(
    ["-", "7", "6-8", "7.9", "A-K", "6-9.7-8", "10", "9-J", "2", "7.7.7", "six", "5-7+9"]
)
HELD = st.lists(st.sampled_from([*(card.code for card in ALL_CARDS), "?", "?4", "-"]), max_size=6)
FOUR = st.lists(st.integers(-3, 40), min_size=4, max_size=4).map(
    lambda each: ",".join(map(str, each))
)
PART = st.one_of(
    st.tuples(st.sampled_from(["clubs", "diamonds", "hearts", "spades"]), RUN),
    st.tuples(st.sampled_from(["you", "robin", "alex", "sam"]), HELD.map(" ".join)),
    st.tuples(
        st.sampled_from(["turn", "dealer", "out"]), st.sampled_from(["robin", "1", "4", "you"])
    ),
    st.tuples(
        st.just("rules"),
        st.sampled_from(["devyatka", "school", "two-packs", "domino", "classic:8"]),
    ),
    st.tuples(
        st.just("rules"), st.sampled_from(["parliament", "french-domino", "fan-tan-with-chips"])
    ),
    st.tuples(st.sampled_from(["chips", "passes", "fines"]), FOUR),
    st.tuples(st.just("pool"), st.integers(-9, 99).map(str)),
    st.tuples(st.just("start"), st.sampled_from(["7", "9", "10", "A"])),
    st.just(("caught", "")),
)
LIKELY = st.lists(PART, min_size=1, max_size=8, unique_by=lambda part: part[0]).map(
    lambda parts: "; ".join(" ".join(part) for part in parts)
)


def read(text: str) -> State | None:
    """Give the state, or None where the text is refused in one line of bounded length."""
    sentence = ""
    try:
        return parse_position(text)
    except NotationError as error:
        sentence = str(error)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 700
    return None


@given(LIKELY | NEAR | st.text())
@example("you " + "🂡" * 500)
@example("hearts " + "7" * 3_000)
@example("♥" * 5_000)
@example("٣ hearts ٧")
@example("deal ٣")
@example("\x00\ud800")
@example("seat")
@example("turn seat")
@example("school:4 /// ///")
def test_any_text_is_a_position_or_refused(text: str) -> None:
    state = read(text)
    if state is not None:
        line = format_position(state)
        assert parse_position(line) == state
        assert format_position(parse_position(line)) == line


@given(LIKELY | NEAR)
def test_whatever_is_read_can_be_drawn_and_judged(text: str) -> None:
    state = read(text)
    if state is not None:
        for fault in problems(state):
            assert fault.sentence
        why_not(state, PASS)
        assert svg(state, all_hands=True).startswith("<svg")
        assert text_picture(state)


@given(LIKELY | NEAR | st.text(), st.lists(WORDS, max_size=8).map(" ".join))
@example("school:4 deal 1234", "+7h@3 -! - 7d@1")
@example("school:4 deal, 1234,", "7d")
@example("deal 1 cut", "")
def test_any_text_is_a_record_or_refused(start: str, moves: str) -> None:
    sentence = ""
    try:
        record = parse_record(f"{start} | {moves}")
    except NotationError as error:
        sentence = str(error)
    else:
        assert parse_record(format_record(record)) == record
    assert "\n" not in sentence


@given(moments())
def test_every_position_is_read_back_the_same(state: State) -> None:
    line = format_position(state)
    assert line.isprintable()
    assert parse_position(line) == state


@given(moments(), st.data())
def test_every_position_with_unknown_cards_is_read_back_the_same(
    state: State, data: st.DataObject
) -> None:
    keep = [data.draw(st.integers(0, len(hand))) for hand in state.hands]
    hands = tuple(hand[:count] for hand, count in zip(state.hands, keep, strict=True))
    unknown = tuple(len(hand) - count for hand, count in zip(state.hands, keep, strict=True))
    hidden = replace(state, hands=hands, unknown=unknown)
    again = parse_position(format_position(hidden))
    assert again == hidden
    assert again.sizes == state.sizes


@given(moments(), st.data())
def test_the_line_of_a_view_tells_only_what_the_view_tells(
    state: State, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, state.rules.players - 1))
    seen = view(state, seat)
    again = parse_position(format_position(seen))
    assert view(again, seat) == seen
    assert [hand for at, hand in enumerate(again.hands) if at != seat and hand] == []


@given(moments(), st.data())
def test_any_balance_and_fine_is_read_back_the_same(state: State, data: st.DataObject) -> None:
    each = st.integers(-999_999_999, 999_999_999)
    chips = tuple(data.draw(each) for _ in state.chips)
    fines = tuple(data.draw(st.integers(0, 999_999_999)) for _ in state.fines)
    state = replace(
        state,
        chips=chips,
        fines=fines,
        pool=data.draw(each),
        caught=data.draw(st.booleans()),
        out=data.draw(st.none() | st.integers(0, state.rules.players - 1)),
        turn=data.draw(st.integers(0, state.rules.players - 1)),
    )
    assert parse_position(format_position(state)) == state


@given(all_rules(), st.integers(0, 999_999_999), st.data())
def test_every_deal_text_gives_its_deal(rules: Rules, number: int, data: st.DataObject) -> None:
    dealer = data.draw(st.integers(0, rules.players - 1))
    cut = data.draw(st.integers(0, len(rules.pack_cards) - 1))
    assert format_rules(rules) in format_deal(rules, number, dealer, cut)
    assert parse_position(format_deal(rules, number, dealer, cut)) == deal(
        rules, number, dealer, cut
    )


@given(games(), st.data())
def test_every_record_replays_to_where_play_ended(states: list[State], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(states) - 1))
    record = record_of(states[first], states[-1])
    again = parse_record(format_record(record))
    assert again == record
    assert list(replay(again)) == states[first:]
