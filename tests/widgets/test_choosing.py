"""What can be chosen on the page before a game: level, rules, players, seat; and what is told only when asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sevens_kernel import Rules, legal, parse_record, replay, view
from sevens_kernel.deduce import proofs
from sevens_kernel.leaflet import leaflet
from sevens_kernel.play import ply_random
from sevens_kernel.players import Level, about_level, at_level, choose_start
from sevens_kernel.rulesets import format_rules, rulesets
from sevens_widgets import house_rules, play
from sevens_widgets.calling import CourseError
from sevens_widgets.payload import names_from
from sevens_widgets.session import Session

LEVELS = list(Level)


def act(session: Session, kind: str, **more: Any) -> dict[str, Any]:
    """Send one act, made now, and give what the page gets."""
    session.act({"type": kind, "ply": session.ply, **more})
    return session.payload()


def move(session: Session) -> dict[str, Any]:
    """Make the first legal move."""
    card = legal(session.seen)[0].card
    return act(session, "play", card=card.code) if card else act(session, "pass")


def moves_of_others(record: str, seat: int) -> list[tuple[Any, Any]]:
    """Give every turn of the computer players: the view they had, and what they did."""
    read = parse_record(record)
    states = list(replay(read))
    found = []
    for before, made in zip(states, read.acts, strict=False):
        if made.seat != seat and not made.move.free:
            found.append((view(before, made.seat), made.move))
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_every_move_of_the_others_is_that_of_the_players_of_the_level(level: Level) -> None:
    session = Session(deal=31, level=level)
    for _ in range(4):
        move(session)
    drawn = session.payload()
    assert drawn["setup"]["level"] == level
    made = moves_of_others(drawn["record"], 0)
    assert len(made) >= 9
    for seen, done in made:
        assert at_level(level).choose(seen, ply_random(31, len(seen.history))) == done


def test_the_levels_are_offered_with_what_the_engine_says_of_them() -> None:
    setup = Session(deal=1, choose=True).payload()["setup"]
    assert [(each["value"], each["about"]) for each in setup["levels"]] == [
        (level.value, about_level(level)) for level in LEVELS
    ]
    assert [each["slug"] for each in setup["presets"]] == [each.slug for each in rulesets()]
    assert json.loads(json.dumps(setup)) == setup


def test_a_level_holds_at_once_before_the_first_move_and_else_from_the_next_deal_on() -> None:
    session = Session(deal=31, choose=True)
    drawn = act(session, "level", level="easy")
    assert drawn["notice"] == "Robin, Alex and Sam now play at the level “easy”."
    fresh = Session(deal=31, level="easy")
    assert drawn["record"] == fresh.payload()["record"]
    move(session)
    before = session.payload()["record"]
    drawn = act(session, "level", level="strong")
    assert drawn["notice"].startswith("From the next deal on Robin, Alex and Sam")
    assert drawn["record"] == before, "the deal goes on as it was"
    move(session)
    move(fresh)
    move(fresh)
    assert session.payload()["record"] == fresh.payload()["record"], "at the level it was begun at"
    act(session, "deal", number=31)
    assert session.payload()["record"] == Session(deal=31, level="strong").payload()["record"]


@pytest.mark.parametrize("entry", rulesets(), ids=lambda each: each.slug)
def test_any_rule_set_and_number_of_players_can_be_chosen(entry: Any) -> None:
    session = Session(deal=5, choose=True)
    for players in {entry.min_players, entry.max_players}:
        seat = players - 1
        drawn = act(
            session, "setup", rules=entry.slug, players=players, seat=seat, level="easy", number=8
        )
        assert drawn["notice"] is None
        expected = Session(entry.rules(players), 8, seat=seat, level="easy")
        assert drawn["record"] == expected.payload()["record"]
        assert drawn["scene"]["seats"][0]["seat"] == seat
        assert session.names == names_from(seat, players)
        setup = drawn["setup"]
        assert (setup["rules"], setup["players"], setup["seat"]) == (entry.slug, players, seat)
        chosen = next(each for each in setup["presets"] if each["slug"] == entry.slug)
        assert chosen["few"] <= players <= chosen["many"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"rules": "school", "players": 5}, "School is for 4 players, not 5"),
        ({"rules": "whist"}, "“whist” is not a rule set"),
        ({"rules": "fan-tan", "players": "many"}, "Players “many”"),
        ({"rules": "fan-tan", "players": 3, "seat": 3}, "Seat “3”"),
        ({"seat": True}, "Seat “True”"),
        ({"level": "grandmaster"}, "“grandmaster” is not a level"),
        ({"level": 7}, "“7” is not a level"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_the_game_stays(wish: Any, said: str) -> None:
    session = Session(deal=5, choose=True)
    before = session.payload()
    after = act(session, "setup", **wish)
    assert said in after["notice"]
    assert after | {"notice": None} == before
    again = act(session, "deal", number=6)
    assert again["setup"]["level"] == "normal", "nothing of the refused wish is kept"
    assert again["setup"]["seat"] == 0


def test_where_the_rules_are_chosen_elsewhere_the_game_offers_and_takes_none() -> None:
    _, table = house_rules("school", deal=7).children
    assert table.payload["setup"]["presets"] == []
    session = Session(deal=5)
    assert "not chosen here" in act(session, "setup", rules="fan-tan")["notice"]
    assert act(session, "setup", seat=2)["setup"]["seat"] == 2


def test_rules_of_ones_own_stay_on_offer() -> None:
    rules = Rules(aces="high", players=5)
    setup = Session(rules, 5, choose=True).payload()["setup"]
    first = setup["presets"][0]
    assert (setup["rules"], first["slug"]) == ("", "")
    assert "aces high" in first["name"]
    assert (first["few"], first["many"]) == (5, 5)
    session = Session(rules, 5, choose=True)
    drawn = act(session, "setup", rules="", players=5, seat=4)
    assert drawn["record"].startswith(format_rules(rules))


def test_a_kept_game_is_gone_on_with_in_its_seat_and_at_its_level() -> None:
    first = Session(deal=5, choose=True)
    act(first, "setup", rules="devyatka", players=3, seat=2, level="strong", number=9)
    for _ in range(2):
        move(first)
    kept = first.payload()
    page = Session(deal=5, choose=True)  # after a reload: what the cell says
    drawn = act(page, "resume", record=kept["record"], seat=2, level="strong")
    assert "Devyatka, three players" in drawn["notice"]
    for field in ("record", "scene", "status", "setup", "can"):
        assert drawn[field] == kept[field]
    move(first)
    assert move(page)["record"] == first.payload()["record"], "and it goes on the same way"
    assert play(resume=kept["record"], seat=2, level="strong").payload["scene"] == kept["scene"]


@pytest.mark.parametrize("seat", [3, "x", -1])
def test_a_kept_game_with_a_seat_it_does_not_have_is_refused(seat: Any) -> None:
    session = Session(deal=5, choose=True)
    before = session.payload()
    after = act(session, "resume", record="classic:3 deal 9 |", seat=seat)
    assert "Seat “" in after["notice"]
    assert after | {"notice": None} == before


def test_a_match_goes_on_at_the_level_that_was_chosen_last() -> None:
    session = Session(Rules.named("fan tan", players=3), 5, choose=True)
    while session.seen.out is None:
        move(session)
    act(session, "level", level="easy")
    drawn = act(session, "next")
    assert drawn["match"]["rows"]
    fresh = [choice for seen, choice in moves_of_others(drawn["record"], 0)]
    asked = [
        at_level("easy").choose(seen, ply_random(6, len(seen.history)))
        for seen, _ in moves_of_others(drawn["record"], 0)
    ]
    assert fresh, "somebody has moved"
    assert fresh == asked


def test_play_takes_a_level_or_a_player_of_ones_own_and_says_what_there_is() -> None:
    assert play(deal=5, level="strong").payload["setup"]["level"] == "strong"
    own = play(deal=5, others="random").payload["setup"]
    assert own["level"] == ""
    assert own["levels"][0]["words"] == "Random"
    with pytest.raises(CourseError, match="“hard” is not a level: there are easy, normal, strong"):
        play(level="hard")
    assert choose_start(at_level("easy"), Session(deal=1).seen, ply_random(1, 0)) is None


# --- told when asked ------------------------------------------------------------------------------


def test_a_suggestion_is_weighed_only_when_asked_for_and_holds_until_the_next_move() -> None:
    session = Session(deal=77)
    for _ in range(3):
        move(session)
    assert session.payload()["suggestion"]["weighed"] is False
    asked = act(session, "suggest")["suggestion"]
    assert asked["weighed"] is True
    assert "give or take" in asked["text"]
    assert asked["card"] in {each.card.code for each in legal(session.seen) if each.card}
    assert act(session, "hint")["suggestion"] == asked
    again = Session(deal=77)
    for _ in range(3):
        move(again)
    assert act(again, "suggest")["suggestion"] == asked, "the same position, the same answer"
    assert move(session)["suggestion"]["weighed"] is False


def test_what_the_passes_prove_is_sent_while_it_is_looked_at() -> None:
    session = Session(deal=77)
    assert session.payload()["proofs"] is None
    drawn = act(session, "proofs", open=True)
    told = 0
    while drawn["result"] is None:
        assert drawn["proofs"] == list(proofs(session.seen, session.names))
        told += any("cannot hold" in each or "holds none" in each for each in drawn["proofs"])
        drawn = move(session)
    assert told, "somebody passed"
    assert drawn["proofs"] is None
    act(session, "deal", number=78)
    assert act(session, "proofs", open=False)["proofs"] is None


def test_the_sheet_of_the_rules_is_sent_once_when_asked_for() -> None:
    session = Session(deal=77, choose=True)
    drawn = act(session, "sheet", rules="parliament", players=5)
    assert drawn["sheet"]["title"] == f"Sevens: {leaflet(Rules.named('parliament', 5)).title}"
    assert drawn["rules"] == "School"
    assert move(session)["sheet"] is None
    assert "is not a rule set" in act(session, "sheet", rules="whist")["notice"]


def test_a_sure_win_that_was_missed_is_named_at_the_end_with_its_moment() -> None:
    from sevens_kernel.review import missed_win

    found = 0
    for number in range(12):
        session = Session(deal=number)
        while session.seen.out is None:
            move(session)
        list(session.look_back())
        drawn = session.payload()
        expected = missed_win(parse_record(drawn["record"]), 0, session.names)
        shown = drawn["result"]["missed"]
        assert (shown is None) == (expected is None)
        if expected and shown:
            found += 1
            assert shown == {"at": expected.ply, "text": expected.sentence}
    assert found
