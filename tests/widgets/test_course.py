"""What a lesson calls: `play`, `show` and `quiz`, as a page and as a saved notebook meet them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from sevens_kernel.errors import SevensError
from sevens_kernel.notation import parse_position
from sevens_kernel.problems import problems
from sevens_widgets import house_rules, play, quiz, show
from sevens_widgets.calling import CourseError
from sevens_widgets.table import TableWidget

LINE = "clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"


def saved(widget: TableWidget) -> dict[str, Any]:
    """Give what a notebook saves of a widget, by kind."""
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    return bundle[0]


def press(widget: TableWidget, **act: Any) -> dict[str, Any]:
    """Send an act as a page does, and give the payload that comes back."""
    widget._receive(widget, act, [])
    return dict(widget.payload)


def test_a_game_is_played_through_the_widget_to_its_end() -> None:
    widget, rng = play(deal=7), Random(7)
    for _ in range(200):
        drawn = widget.payload
        if drawn["result"]:
            break
        fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
        act = {"type": "play", "card": rng.choice(fits)} if fits else {"type": "pass"}
        after = press(widget, **act, ply=drawn["ply"])
        assert after["ply"] > drawn["ply"]
    assert widget.payload["result"]["heading"].endswith("the deal")
    fresh = press(widget, type="deal", number=7, ply=widget.payload["ply"])
    assert fresh["result"] is None
    assert fresh["deal"] == 7


def test_an_ignored_act_still_gets_an_answer_so_that_the_page_is_unlocked() -> None:
    widget = play(deal=7)
    sent = []
    widget.observe(lambda change: sent.append(change["new"]), "payload")
    for number in range(3):
        press(widget, type="play", card="7d", ply=999, sign=f"page-{number}")
    assert len(sent) == 3


def test_a_game_is_resumed_from_its_record() -> None:
    record = "school:4 deal 1234 | 7d 7c"
    widget = play(resume=record)
    assert widget.payload["deal"] == 1234
    assert widget.payload["record"].startswith(record)
    assert widget.payload["can"]["undo"]


@pytest.mark.parametrize("rules", ["devyatka:3", "Fan Tan", "fan-tan:5,aces=low", "two packs"])
def test_rules_may_be_named_or_changed(rules: str) -> None:
    drawn = play(deal=1, rules=rules).payload
    assert drawn["record"].startswith(rules.lower().replace(" ", "-").partition(",")[0])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rules": "bridge"}, "“bridge” is not a rule set"),
        ({"rules": "school:12"}, "3 to 8 players"),
        ({"deal": -3}, "0 to 999999999"),
        ({"deal": "many"}, "a whole number"),
        ({"seat": 9}, "from 0 to 3"),
        ({"others": "cheat"}, "not a computer player"),
        ({"resume": "school:4 deal 1 | Kc"}, "K♣"),
        ({"resume": "?"}, "not a record"),
    ],
)
def test_a_bad_argument_is_answered_by_one_sentence_and_no_traceback(
    wrong: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CourseError) as caught:
        play(**wrong)
    assert said in str(caught.value)
    shell = InteractiveShell.instance()
    shell.user_ns.update(play=play, wrong=wrong)
    shell.run_cell("play(**wrong)")  # type: ignore[no-untyped-call]
    shown = capsys.readouterr().out + capsys.readouterr().err
    assert said in shown
    assert "Traceback" not in shown
    assert "course.py" not in shown
    InteractiveShell.clear_instance()


def test_a_position_is_shown_with_what_fits_and_what_the_others_wait_for() -> None:
    drawn = show(LINE).payload
    assert [card["card"] for card in drawn["scene"]["hand"] if card["fits"]] == ["5c", "7s"]
    why = [card["why"] for card in drawn["scene"]["hand"] if not card["fits"]]
    assert why == ["10♣ waits for 9♣.", "9♥ waits for 8♥."]
    assert (drawn["text"], drawn["editable"], drawn["problems"]) == (LINE, True, [])


def test_a_position_may_leave_it_to_the_reader_what_fits() -> None:
    told, asked = show(LINE), show(LINE, tell=False)
    hand = asked.payload["scene"]["hand"]
    assert [card["why"] for card in hand] == [c["why"] for c in told.payload["scene"]["hand"]]
    assert all(card["fits"] is None and card["label"] == card["name"] for card in hand)
    for kind in ("text/plain", "image/svg+xml"):
        assert "takes" in saved(told)[kind]
        assert "takes" not in saved(asked)[kind]
        assert " fit" not in saved(asked)[kind]


def test_a_changed_position_is_shown_with_all_its_faults() -> None:
    widget = show("hearts 7; you 8♥")
    text = "hearts 7 9; you 9♥ 2♣ 2♣"
    after = press(widget, type="show", text=text)
    assert after["problems"] == [each.sentence for each in problems(parse_position(text))]
    assert len(after["problems"]) == 3
    assert after["scene"]["hand"]
    assert after["text"] == text
    assert repr(widget) != repr(show("hearts 7; you 8♥"))


@pytest.mark.parametrize("text", ["hearts 7; you 8x", "", "🂡" * 3000, "x" * 9000, "\x00"])
def test_a_text_that_cannot_be_read_leaves_the_old_table(text: str) -> None:
    widget = show("hearts 7; you 8♥")
    before = widget.payload["scene"]
    after = press(widget, type="show", text=text)
    assert after["scene"] == before
    assert after["notice"].endswith(". The table still shows the last position.")
    assert len(after["notice"]) < 500
    assert len(json.dumps(after)) < 60_000
    again = press(widget, type="show", text="hearts 7; you 6♥")
    assert again["notice"] is None
    assert [card["card"] for card in again["scene"]["hand"]] == ["6h"]


@pytest.mark.parametrize("text", [None, 5, ["hearts 7"], {"a": 1}, True])
def test_a_forged_position_changes_nothing(text: Any) -> None:
    widget = show("hearts 7; you 8♥")
    before = dict(widget.payload)
    after = press(widget, type="show", text=text)
    assert {name: after[name] for name in before} == before


def test_a_position_without_a_box_is_not_to_be_changed_by_a_page() -> None:
    widget = show("hearts 7; you 8♥", editable=False)
    after = press(widget, type="show", text="hearts 7; you 6♥")
    assert [card["card"] for card in after["scene"]["hand"]] == ["8h"]


def test_an_unreadable_position_in_a_cell_shows_the_sentence_above_the_box() -> None:
    drawn = show("herts 7; you 8♥").payload
    assert drawn["scene"] is None
    assert "herts" in drawn["notice"]
    assert drawn["editable"]


def test_a_quiz_is_whole_and_needs_no_answers_from_python() -> None:
    widget = quiz("2_extending_rows")
    drawn = dict(widget.payload)
    assert len(drawn["exercises"]) >= 12
    after = press(widget, type="play", card="7d", ply=0)
    assert {name: after[name] for name in drawn} == drawn
    with pytest.raises(SevensError, match="names no exercises"):
        quiz("9_juggling")


@pytest.mark.parametrize(
    "make", [lambda: play(deal=7), lambda: show(LINE), lambda: quiz("2_extending_rows")]
)
def test_a_saved_notebook_keeps_a_picture_and_text_that_never_change(make: Any) -> None:
    first, second = saved(make()), saved(make())
    for kind in ("text/plain", "image/svg+xml"):
        assert first[kind] == second[kind]
        assert "0x" not in first[kind]
    assert first["image/svg+xml"].startswith("<svg")
    assert "<title" in first["image/svg+xml"]
    assert len(first["image/svg+xml"]) < 30_000


def test_the_saved_picture_and_text_change_with_the_position() -> None:
    one = saved(show(LINE))
    other = saved(show(LINE.replace("9♥", "8♥")))
    assert one["text/plain"] != other["text/plain"]
    assert one["image/svg+xml"] != other["image/svg+xml"]


def test_the_saved_game_shows_no_hand_but_the_own() -> None:
    data = saved(play(deal=7))
    assert "?13" in data["text/plain"] or "?12" in data["text/plain"]


def test_the_house_rules_start_the_game_again_under_what_is_adopted() -> None:
    board, table = house_rules(deal=7).children
    assert table.payload["rules"] == "School"
    before = table.payload
    press(board, type="switch", field="aces", value="high")
    assert table.payload == before, "a switch alone changes nothing in the game"
    press(board, type="preset", slug="two-packs")
    after = press(board, type="adopt")
    assert after["adopted"] == "two-packs:6"
    assert table.payload["rules"] == "Two packs"
    assert len(table.payload["scene"]["seats"]) == 6
    assert table.payload["deal"] == 7
    assert table.payload["id"] == before["id"], "one game of the page, whose record names its rules"
    assert table.payload["link"] != before["link"], "by which the page knows it as another"
    drawn = table.payload
    fits = [card["card"] for card in drawn["scene"]["hand"] if card["fits"]]
    act = {"type": "play", "card": fits[0]} if fits else {"type": "pass"}
    moved = press(table, **act, ply=drawn["ply"])
    assert moved["ply"] > drawn["ply"]
    assert moved["record"].startswith("two-packs:6 deal 7")


def test_impossible_house_rules_leave_the_game_alone() -> None:
    board, table = house_rules("fan tan", deal=7).children
    before = table.payload
    after = press(board, type="switch", field="pack", value="short")
    assert "“A row starts with: A seven”" in after["refusal"]
    assert press(board, type="adopt")["notice"].startswith("Nobody can play by these switches yet")
    assert table.payload == before


def test_house_rules_are_saved_with_a_picture_and_text_that_never_change() -> None:
    first, second = (house_rules("devyatka", deal=3)._repr_mimebundle_() for _ in range(2))
    for kind in ("text/plain", "image/svg+xml"):
        assert first[kind] == second[kind]
        assert "0x" not in first[kind]
    assert "36 cards" in first["text/plain"]
    assert repr(house_rules(deal=3)) == "Together('house rules')"


@pytest.mark.parametrize(
    ("wrong", "said"), [({"rules": "bridge"}, "not a rule set"), ({"deal": -1}, "0 to 999999999")]
)
def test_bad_house_rules_are_answered_by_a_sentence(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(CourseError, match=said):
        house_rules(**wrong)


def test_every_game_is_kept_under_a_name_of_its_own() -> None:
    names = [
        play(deal=1).payload["id"],
        play(deal=2).payload["id"],
        play(deal=1, rules="fan tan").payload["id"],
        play().payload["id"],
        play(deal=1, ident="practice").payload["id"],
    ]
    assert len(set(names)) == 5
    assert play(deal=1).payload["id"] == names[0], "the same after every start of the page"
