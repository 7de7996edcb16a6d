"""Matches in a session: every rule set to the end of its match by acts alone, the sheet, and the text to copy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from sevens_kernel import Card, NotationError, Rules, SevensError, deal
from sevens_kernel.acting import outcome
from sevens_kernel.match_record import parse_match
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.rules import Scoring
from sevens_kernel.rulesets import rulesets
from sevens_kernel.score import Match
from sevens_widgets import play
from sevens_widgets.payload import names_from
from sevens_widgets.session import APOLOGY, Session
from sevens_widgets.sheet import is_kept

SETS = [each.rules() for each in rulesets()]
BY_NAME = pytest.mark.parametrize("rules", SETS, ids=[each.slug for each in rulesets()])
COUNTED = [
    *(rules for rules in SETS if is_kept(rules)),
    Rules.named("fan tan", players=3, match_end="deals won", match_target=3),
    Rules.named("parliament", players=5, match_end="chips held", match_target=30),
    Rules(players=7, match_target=3),
]
BY_TEXT = pytest.mark.parametrize("rules", COUNTED, ids=[str(n) for n in range(len(COUNTED))])


def play_deal(session: Session, rng: Random) -> dict[str, Any]:
    """Play a deal to its end, now and then with a false pass where that is part of the game."""
    for _ in range(400):
        drawn = session.payload()
        if drawn["result"]:
            return drawn
        fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
        passes = drawn["pass"]["offered"] and (not fits or rng.random() < 0.2)
        act = {"type": "pass"} if passes else {"type": "play", "card": rng.choice(fits)}
        session.act(act | {"ply": drawn["ply"]})
    raise AssertionError("the deal did not end")


def play_match(session: Session, seed: int) -> Iterator[dict[str, Any]]:
    """Play a match to its end, giving the payload at the end of every deal."""
    rng = Random(seed)
    for _ in range(60):
        ended = play_deal(session, rng)
        yield ended
        if not ended["match"] or ended["match"]["over"]:
            return
        session.act({"type": "next", "ply": ended["ply"]})
    raise AssertionError("the match did not end")


def ends(drawn: dict[str, Any]) -> Match:
    """Play the copied text again and give the match it makes."""
    if drawn["match"] is None:
        record = parse_record(drawn["record"])
        *_, last = replay(record)
        return Match(record.rules, record.dealer).finish(last, record.deal, record.cut)
    match, going_on = parse_match(drawn["match"]["record"]).played()
    assert going_on is None
    return match


@BY_NAME
def test_every_rule_set_is_played_to_the_end_of_its_match_and_replayed_from_its_text(
    rules: Rules,
) -> None:
    *_, last = play_match(Session(rules, deal=20), 1)
    match = ends(last)
    assert match.is_over
    assert match.winners
    if last["match"]:
        assert last["match"]["winners"] == match.sentence()
    else:
        assert len(match.results) == 1, "no score and one deal: the result says who has won"


@BY_TEXT
@pytest.mark.parametrize("seat", [0, 2])
def test_the_sheet_is_what_a_replay_of_the_copied_text_gives(rules: Rules, seat: int) -> None:
    session = Session(rules, deal=300, seat=seat)
    names = names_from(seat, rules.players)
    order = [(seat + step) % rules.players for step in range(rules.players)]
    for ended in play_match(session, seat):
        sheet, match = ended["match"], ends(ended)
        assert sheet["head"] == ["Deal", "Dealer", *(names[each] for each in order)]
        assert sheet["head"][2] == "You"
        assert [row[0] for row in sheet["rows"]] == [
            f"{place + 1} · deal {300 + place}" for place in range(len(match.results))
        ]
        assert [row[1] for row in sheet["rows"]] == [
            names[place % rules.players] for place in range(len(match.results))
        ]
        for row, result in zip(sheet["rows"], match.results, strict=True):
            assert row[2:] == [expected(rules, result, each) for each in order]
        assert sheet["total"][2:] == [figure(rules, match.totals[each]) for each in order]
        assert sheet["over"] == match.is_over
        assert sheet["next"] != match.is_over
        assert all(len(row) == len(sheet["head"]) for row in [*sheet["rows"], sheet["total"]])


def expected(rules: Rules, result: Any, seat: int) -> str:
    """Give what the sheet must say of one deal and one seat."""
    if rules.scoring is Scoring.POINTS:
        return str(result.points[seat])
    if rules.scoring is Scoring.CHIPS:
        return figure(rules, result.chips[seat])
    return "won" if result.winner == seat else "–"


def figure(rules: Rules, number: int) -> str:
    """Give a number as the sheet writes it."""
    return f"owes {-number}" if rules.scoring is Scoring.CHIPS and number < 0 else str(number)


def test_chips_carry_over_and_none_is_lost() -> None:
    rules = Rules.named("fan tan with chips")
    session = Session(rules, deal=4)
    ended = play_deal(session, Random(2))
    after = ends(ended).chips
    assert sum(after) == 80
    session.act({"type": "next", "ply": ended["ply"]})
    begun = session.payload()
    seats = {each["seat"]: each for each in begun["scene"]["seats"]}
    paid = [after[seat] - 1 - seats[seat]["passes"] for seat in range(4)]
    assert list(session.seen.chips) == paid
    pool = 4 + sum(each["passes"] for each in seats.values())
    assert session.seen.pool == pool
    assert begun["pool"] == f"Pool: {('four', 'five', 'six', 'seven', 'eight')[pool - 4]} chips"
    assert Session(deal=4).payload()["pool"] is None


def test_the_dealer_rotates_and_the_extra_cards_with_it() -> None:
    session = Session(Rules.named("classic", players=5), deal=1)
    dealers, more = [], []
    for place, ended in enumerate(play_match(session, 3)):
        start = next(iter(replay(parse_record(ended["record"]))))
        dealers.append(ended["match"]["rows"][place][1])
        more.append([seat for seat, size in enumerate(start.sizes) if size == 11])
    assert dealers == ["You", "Robin", "Alex", "Sam", "Kim"]
    assert more == [[1, 2], [2, 3], [3, 4], [0, 4], [0, 1]]


def test_the_same_first_number_gives_a_class_the_same_match() -> None:
    rules = Rules.named("fan tan")
    first, second = (list(play_match(Session(rules, deal=50), 1)) for _ in range(2))
    assert first == second
    assert [each["deal"] for each in first] == [50, 51, 52, 53]
    assert "numbered on" in first[0]["match"]["restart"]


def test_after_the_highest_deal_number_comes_the_lowest() -> None:
    session = Session(Rules.named("fan tan"), deal=999_999_999)
    ended = play_deal(session, Random(1))
    session.act({"type": "next", "ply": ended["ply"]})
    assert session.payload()["deal"] == 0


def test_a_shared_win_is_said_so() -> None:
    rules = Rules.named("fan tan", players=3, match_end="deals", match_target=2)
    said = set()
    for number in range(0, 40, 2):
        *_, last = play_match(Session(rules, deal=number), number)
        match = ends(last)
        said.add(len(match.winners))
        if len(match.winners) == 2:
            assert " share the match with one deal won each." in last["match"]["winners"]
    assert said == {1, 2}


def test_undoing_the_last_card_takes_the_deal_out_of_the_match_again() -> None:
    session = Session(Rules.named("classic"), deal=9)
    rng, before = Random(5), session.payload()
    while not (drawn := session.payload())["result"]:
        before = drawn
        fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
        act = {"type": "play", "card": rng.choice(fits)} if fits else {"type": "pass"}
        session.act(act | {"ply": drawn["ply"]})
    assert len(drawn["match"]["rows"]) == 1
    session.act({"type": "undo", "ply": session.ply})
    assert session.payload() == before
    assert session.payload()["match"]["rows"] == []
    assert not session.payload()["match"]["next"]


def test_undo_never_goes_back_into_a_finished_deal() -> None:
    session = Session(Rules.named("fan tan"), deal=9)
    ended = play_deal(session, Random(5))
    session.act({"type": "next", "ply": ended["ply"]})
    begun = session.payload()
    assert not begun["can"]["undo"]
    session.act({"type": "undo", "ply": session.ply})
    assert session.payload() == begun
    assert len(begun["match"]["rows"]) == 1


def test_the_next_deal_is_dealt_only_when_there_is_one() -> None:
    session = Session(Rules.named("fan tan", match_target=1), deal=9)
    begun = session.payload()
    session.act({"type": "next", "ply": session.ply})
    assert session.payload() == begun | {
        "notice": "This deal is not over yet: play it to its end first."
    }
    ended = play_deal(session, Random(5))
    assert ended["match"]["over"]
    session.act({"type": "next", "ply": ended["ply"]})
    assert session.payload() == ended | {"notice": "The match is over: start a new one."}


def test_a_new_match_and_a_new_deal_number_begin_with_an_empty_sheet() -> None:
    session = Session(Rules.named("classic"), deal=9, number=count(70).__next__)
    for act, number in (({"type": "match"}, 70), ({"type": "deal", "number": 33}, 33)):
        ended = play_deal(session, Random(5))
        session.act(act | {"ply": ended["ply"]})
        fresh = session.payload()
        assert fresh["match"]["rows"] == []
        assert fresh["deal"] == number
        assert fresh == Session(Rules.named("classic"), deal=number).payload()


@BY_TEXT
def test_a_match_goes_on_from_its_text_at_any_moment(rules: Rules) -> None:
    session, rng = Session(rules, deal=11), Random(8)
    ended = play_deal(session, rng)
    assert Session.resumed(ended["match"]["record"]).payload() == ended
    if ended["match"]["over"]:
        return
    session.act({"type": "next", "ply": ended["ply"]})
    for _ in range(3):
        drawn = session.payload()
        if drawn["result"]:
            break
        again = Session.resumed(drawn["match"]["record"])
        assert again.payload() == drawn
        fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
        session.act(
            ({"type": "play", "card": fits[0]} if fits else {"type": "pass"}) | {"ply": session.ply}
        )
    text = session.payload()["match"]["record"]
    other = Session(rules, deal=77)
    other.act({"type": "resume", "record": text, "ply": other.ply})
    assert other.payload() == session.payload()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("match", "not a record"),
        ("match bridge:4", "“bridge” is not a rule set"),
        ("match fan-tan:4 dealer 9", "seats 1 to 4"),
        ("match fan-tan:4\nschool:4 deal 3 | 7d", "Deal 1 of the match"),
        ("match fan-tan:4\nfan-tan:4 deal 3 dealer 3 |", "Deal 1 of the match"),
        ("match fan-tan:4\nfan-tan:4 deal 3 | 5c", "5♣"),
        ("match fan-tan:4\n" + "fan-tan:4 deal 3 |\n" * 3, "not over"),
        ("match fan-tan:4\n" + "x" * 500_000, "too long"),
    ],
)
def test_a_bad_match_text_is_refused_in_a_sentence_and_the_game_stays(text: str, said: str) -> None:
    session = Session(Rules.named("fan tan"), deal=4)
    before = session.payload()
    session.act({"type": "resume", "record": text, "ply": session.ply})
    after = session.payload()
    assert said in after["notice"]
    assert len(after["notice"]) < 300
    assert after["notice"].endswith(".")
    assert after | {"notice": None} == before


def test_a_bad_match_text_to_begin_with_raises() -> None:
    with pytest.raises(NotationError, match="deal 1 of the match"):
        Session.resumed("match fan-tan:4\nfan-tan:4 deal 3 | 5c")


def test_a_match_text_without_a_deal_begins_the_match() -> None:
    session = Session(Rules.named("fan tan"), deal=4, number=iter([6]).__next__)
    session.act({"type": "resume", "record": "match fan-tan:4 dealer 3", "ply": session.ply})
    drawn = session.payload()
    assert drawn["deal"] == 6
    assert drawn["match"]["record"].splitlines()[0] == "match fan-tan:4 dealer 3"
    assert session.seen.dealer == 2


@BY_TEXT
def test_no_payload_of_a_match_names_a_hidden_card_of_the_deal_on_the_table(rules: Rules) -> None:
    session = Session(rules, deal=15)
    ended = play_deal(session, Random(4))
    if ended["match"]["over"]:
        return
    session.act({"type": "next", "ply": ended["ply"]})
    drawn, seen = session.payload(), session.seen
    text = json.dumps({name: drawn[name] for name in drawn if name not in ("scene", "record")})
    *_, line = drawn["match"]["record"].splitlines()
    assert line == drawn["record"]
    moves = line.partition("|")[2].split()
    for move in moves:
        if move.strip("+-!"):
            assert seen.table.copies(Card(move.strip("+").partition("@")[0])), move
    assert "hands" not in text.replace('"result": null', "")


HOSTILE = [
    {"type": "next"},
    {"type": "match", "number": "x"},
    {"type": "next", "ply": True},
    {"type": "next", "ply": -1},
    {"type": "deal", "number": {"a": 1}},
    {"type": "resume", "record": ["match fan-tan:4"]},
    {"type": "resume", "record": "match fan-tan:4\n\x00"},
    {"type": "match", "ply": 10**30},
]


def test_hostile_acts_neither_raise_nor_change_the_match() -> None:
    session = Session(Rules.named("fan tan"), deal=4)
    ended = play_deal(session, Random(1))
    for act in HOSTILE[:1] + HOSTILE[2:4] + HOSTILE[4:]:
        right = act.get("type") in ("deal", "resume")
        session.act({**act, **({"ply": session.ply} if right else {})})
        assert session.payload() | {"notice": None} == ended
        assert session.payload()["notice"] != APOLOGY
    twice = {"type": "next", "ply": session.ply}
    session.act(twice)
    begun = session.payload()
    session.act(twice)
    assert session.payload() == begun, "a double click deals one deal"


def test_where_nothing_is_counted_there_is_no_sheet() -> None:
    session = Session(Rules.named("domino"), deal=3)
    ended = play_deal(session, Random(1))
    assert ended["match"] is None
    session.act({"type": "next", "ply": ended["ply"]})
    assert session.payload()["notice"] == "The match is over: start a new one."
    session.act({"type": "match", "ply": session.ply})
    assert session.payload()["result"] is None


def test_the_points_of_a_deal_are_those_of_its_outcome() -> None:
    ended = play_deal(session := Session(Rules.named("classic"), deal=42), Random(3))
    *_, last = replay(parse_record(ended["record"]))
    found = outcome(last)
    assert found is not None
    assert ended["match"]["rows"][0][2:] == [str(points) for points in found.points]
    assert session.payload()["record"].startswith("classic:4 deal 42 |")
    assert deal(Rules.named("classic"), 42).dealer == 0


def test_a_refused_match_text_names_no_hidden_card() -> None:
    """The sentence is the rule's; the position of the refused move would show every hand."""
    session = Session(Rules.named("classic"), deal=77)
    text = "match classic:4 dealer 1\nclassic:4 deal 77 | 2c"
    session.act({"type": "resume", "record": text, "ply": session.ply})
    notice = session.payload()["notice"]
    assert notice.startswith("Deal 1 of the match: ")
    assert "position" not in notice
    assert "/" not in notice
    with pytest.raises(SevensError) as caught:
        play(resume="school:4 deal 77 | 2c")
    assert "position" not in str(caught.value)


@pytest.mark.parametrize(
    "first",
    [
        "classic:3 A-K/A-K/3-J/2-Q ..2./?4/?1 turn=1 | 2h",
        "classic:3 7/-/-/- ..8./2...?0/? turn=1 out=1 |",
    ],
)
def test_a_match_text_with_a_deal_that_cannot_be_counted_is_refused(first: str) -> None:
    session = Session(Rules.named("classic", 3), deal=5)
    before = session.payload()
    text = f"match classic:3 dealer 1\n{first}\nclassic:3 deal 6 dealer 2 |"
    session.act({"type": "resume", "record": text, "ply": session.ply})
    after = session.payload()
    assert after["notice"].startswith("Deal 1 of the match: ")
    assert after | {"notice": None} == before


def test_going_on_under_other_rules_is_said_so() -> None:
    session = Session(deal=77)
    session.act({"type": "resume", "record": "domino:4 deal 77 |", "ply": session.ply})
    assert (
        session.payload()["notice"]
        == "This game is played under other rules: Domino, four players."
    )
    assert session.payload()["rules"] == "Domino"
