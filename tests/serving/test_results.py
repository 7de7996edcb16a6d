"""The class board's memory: counts of answers, and nothing else."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.results import Line, Outcome, Results, ResultsError, read_line
from classroom.results_pages import counted, open_board
from tests.browser.servers import ROOT
from tests.serving.clients import NOTEBOOKS

EXERCISES = {"rows": ("one", "two"), "passing": ("one",)}
ROBIN, KIM = "a" * 16, "b" * 32


def line(sender: str, **answers: str) -> Line:
    return read_line({"lesson": "rows", "sender": sender, "answers": answers}, EXERCISES)


def test_each_exercise_counts_how_learners_stand(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="first", two="open"))
    board.add(line(KIM, one="later"))
    first, second = board.counts("rows", EXERCISES["rows"])
    assert (first.first, first.later, first.open, first.all) == (1, 1, 0, 2)
    assert (second.first, second.later, second.open, second.all) == (0, 0, 1, 1)
    assert board.senders("rows") == 2
    assert board.senders("passing") == 0


def test_sending_again_replaces_what_was_sent(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="open", two="open"))
    board.add(line(ROBIN, one="later"))
    first, second = Results(board.file).counts("rows", EXERCISES["rows"])
    assert (first.later, first.all, second.all) == (1, 1, 0)


def test_the_file_holds_nothing_but_lesson_chance_number_and_answers(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="first"))
    with sqlite3.connect(board.file) as kept:
        (table,) = kept.execute("select name from sqlite_master where type = 'table'").fetchall()
        columns = [row[1] for row in kept.execute(f"pragma table_info({table[0]})")]
    assert columns == ["lesson", "sender", "exercise", "outcome"]


def test_forgetting_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="first"))
    assert ROBIN.encode() in board.file.read_bytes()
    board.clear()
    assert ROBIN.encode() not in board.file.read_bytes()
    assert board.senders("rows") == 0


def test_a_full_board_says_so_and_still_takes_those_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.results.MOST_SENDERS", 1)
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="open"))
    with pytest.raises(ResultsError, match="The board is full"):
        board.add(line(KIM, one="first"))
    board.add(line(ROBIN, one="first"))
    assert board.counts("rows", ("one",))[0].first == 1


def test_a_file_that_is_no_board_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("homework " * 500)
    with pytest.raises(ResultsError, match=r"notes\.txt cannot hold a class board"):
        Results(file)
    assert file.read_text().startswith("homework")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (["rows"], "A result is an object"),
        ({"lesson": "chess"}, "“chess”: there are rows, passing"),
        ({"lesson": "rows", "sender": "Robin"}, "drawn by chance"),
        ({"lesson": "rows", "sender": ROBIN, "answers": [1]}, "for each exercise"),
        ({"lesson": "rows", "sender": ROBIN, "answers": {"made-up": "first"}}, "No exercise"),
        ({"lesson": "rows", "sender": ROBIN, "answers": {"one": "won"}}, "first, later or open"),
    ],
)
def test_what_is_no_result_is_refused_in_a_sentence(sent: object, said: str) -> None:
    with pytest.raises(ResultsError, match=said):
        read_line(sent, EXERCISES)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=8), each, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "lesson": st.sampled_from(["rows", "passing"]) | junk,
            "sender": st.just(ROBIN) | junk,
            "answers": st.dictionaries(
                st.sampled_from(["one", "two", "three"]),
                st.sampled_from(["first", "later", "open"]) | junk,
                max_size=3,
            )
            | junk,
        },
    )
)
def test_whatever_is_sent_is_read_or_refused(sent: object) -> None:
    try:
        read = read_line(sent, EXERCISES)
    except ResultsError:
        return
    assert set(read.answers) <= set(EXERCISES[read.lesson])
    assert all(isinstance(how, Outcome) for how in read.answers.values())


def test_a_board_whose_file_was_taken_away_begins_anew(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.add(line(ROBIN, one="first"))
    board.file.unlink()
    assert board.senders("rows") == 0
    board.add(line(KIM, one="later"))
    assert board.senders("rows") == 1


def test_a_file_that_was_spoilt_is_one_sentence(tmp_path: Path) -> None:
    board = Results(tmp_path / "class.sqlite")
    board.file.write_bytes(b"no such thing" * 1000)
    for asked in (
        lambda: board.add(line(ROBIN, one="first")),
        lambda: board.counts("rows", EXERCISES["rows"]),
        lambda: board.senders("rows"),
        board.clear,
    ):
        with pytest.raises(ResultsError, match=r"^class\.sqlite cannot hold a class board: .*\.$"):
            asked()


def test_the_board_calls_lessons_by_their_names_those_with_results_first(tmp_path: Path) -> None:
    board = open_board(Results(tmp_path / "class.sqlite"))
    silent = [lesson["title"] for lesson in counted(board, NOTEBOOKS)]
    assert silent == ["The deal", "Extending rows", "Passing", "Finishing", "Strategy"]
    for lesson in ("5_strategy", "3_passing"):
        asked = board.exercises[lesson][0]
        sent = {"lesson": lesson, "sender": ROBIN, "answers": {asked: "first"}}
        board.results.add(read_line(sent, board.exercises))
    first, second, *others = counted(board, NOTEBOOKS)
    assert [first["title"], second["title"]] == ["Passing", "Strategy"]
    assert second["quiz"] == "Whom does it help?"
    assert [lesson["title"] for lesson in others] == ["The deal", "Extending rows", "Finishing"]


def test_the_first_command_for_teachers_has_the_board_and_all_else_a_class_needs() -> None:
    told = (ROOT / "CLASSROOM.md").read_text("utf-8")
    first = re.search(r"^```sh\n(make serve .*)\n```$", told, re.MULTILINE)
    assert first
    given = dict(word.split("=") for word in first.group(1).split()[2:])
    assert given.keys() == {"HOST", "CLASS", "LESSON", "BOARD", "TOKEN"}
    assert (NOTEBOOKS / given["LESSON"]).is_file()
    taken = (ROOT / "Makefile").read_text("utf-8").partition("\nserve:")[2].partition("\n\n")[0]
    assert all(f"$({name})" in taken or f"$(value {name})" in taken for name in given)
