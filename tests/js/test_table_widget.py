"""The Python half of the widget: acts in, payload out, and calm when something breaks."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest

from sevens_widgets import show
from sevens_widgets.board import BoardWidget
from sevens_widgets.table import APOLOGY, FILES, AnyTableWidget, TableWidget
from sevens_widgets.widget import joined, script
from tests.js import payloads
from tests.js.harness import STATIC

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def send(widget: TableWidget, content: object) -> None:
    """Deliver a message as the page would."""
    widget._handle_msg(
        {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
    )


def test_an_act_reaches_the_handler_and_its_answer_the_page() -> None:
    widget = TableWidget(payloads.middle())
    heard: list[dict[str, Any]] = []

    def handler(act: dict[str, Any]) -> dict[str, Any]:
        heard.append(act)
        return payloads.after_move()

    widget.on_act(handler)
    send(widget, {"type": "play", "card": "5c", "ply": 12})
    assert heard == [{"type": "play", "card": "5c", "ply": 12}]
    assert widget.payload == payloads.after_move()


def test_a_handler_may_set_the_payload_itself() -> None:
    widget = TableWidget(payloads.middle())
    widget.on_act(lambda act: setattr(widget, "payload", payloads.must_pass()))
    send(widget, {"type": "pass", "ply": 12})
    assert widget.payload == payloads.must_pass()


def test_an_act_that_changes_nothing_is_answered_all_the_same() -> None:
    """The page waits for an answer, and hears only of payloads that differ."""
    widget = TableWidget(payloads.middle())
    widget.on_act(lambda act: payloads.middle())
    changes: list[Any] = []
    widget.observe(changes.append, "payload")
    for number in (1, 2):
        send(widget, {"type": "play", "card": "5c", "ply": 3, "sign": f"page-{number}"})
        assert len(changes) == number
        assert widget.payload == payloads.middle() | {"answers": f"page-{number}"}


def test_a_payload_tells_which_act_was_answered_last() -> None:
    """What comes by itself, before the answer or after it, is not taken for one."""
    widget = TableWidget(payloads.middle())
    heard: list[dict[str, Any]] = []
    told: list[Any] = []
    widget.observe(lambda change: told.append(change["new"].get("answers")), "payload")

    def handler(act: dict[str, Any]) -> dict[str, Any]:
        heard.append(act)
        return payloads.after_move()

    widget.on_act(handler)
    widget.payload = payloads.opening()
    send(widget, {"type": "play", "card": "5c", "ply": 12, "sign": "a-1"})
    widget.payload = payloads.must_pass()
    send(widget, {"type": "pass", "ply": 13, "sign": "b-1"})
    assert told == [None, "a-1", "a-1", "b-1"]
    assert heard == [{"type": "play", "card": "5c", "ply": 12}, {"type": "pass", "ply": 13}]


@pytest.mark.parametrize("sign", [7, None, ["a"], {"a": 1}])
def test_a_sign_that_is_none_is_left_out(sign: object) -> None:
    widget = TableWidget(payloads.middle())
    widget.on_act(lambda act: payloads.after_move())
    send(widget, {"type": "play", "card": "5c", "ply": 12, "sign": sign})
    assert widget.payload == payloads.after_move()


def test_a_long_sign_is_cut() -> None:
    widget = TableWidget(payloads.middle())
    send(widget, {"type": "play", "sign": "x" * 9000})
    assert widget.payload == payloads.middle() | {"answers": "x" * 40}


def test_a_fault_answers_the_act_that_met_it() -> None:
    widget = TableWidget(payloads.middle())

    def broken(act: dict[str, Any]) -> None:
        raise RuntimeError("the engine stumbled")

    widget.on_act(broken)
    for sign in ("a-1", "a-2"):
        send(widget, {"type": "play", "card": "5c", "ply": 12, "sign": sign})
        assert (widget.payload["answers"], widget.payload["fault"]) == (sign, True)


def test_a_fault_inside_is_one_calm_sentence_and_a_log_entry(
    caplog: pytest.LogCaptureFixture,
) -> None:
    widget = TableWidget(payloads.middle())

    def broken(act: dict[str, Any]) -> None:
        raise RuntimeError("the engine stumbled")

    widget.on_act(broken)
    with caplog.at_level(logging.ERROR):
        send(widget, {"type": "play", "card": "5c", "ply": 12})
    assert widget.payload["notice"] == APOLOGY
    assert widget.payload["fault"] is True
    assert widget.payload["scene"] == payloads.middle()["scene"]
    assert "the engine stumbled" in caplog.text
    widget.on_act(lambda act: payloads.after_move())
    send(widget, {"type": "play", "card": "5c", "ply": 12})
    assert widget.payload["notice"] is None
    assert "fault" not in widget.payload


@pytest.mark.parametrize("content", [None, [], "play", {}, {"type": 7}, {"card": "5c"}])
def test_messages_that_are_no_acts_are_dropped(content: object) -> None:
    widget = TableWidget(payloads.middle())
    heard: list[object] = []
    widget.on_act(lambda act: heard.append(act))
    send(widget, content)
    assert heard == []
    assert widget.payload == payloads.middle()


def test_a_page_cannot_set_the_payload() -> None:
    widget = TableWidget(payloads.middle())
    state = {"payload": {"kind": "game", "notice": "forged"}}
    widget._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})
    assert widget.payload == payloads.middle()


def test_repr_names_the_kind_and_the_position_and_stays_the_same() -> None:
    one, other = TableWidget(payloads.middle()), TableWidget(payloads.middle())
    assert repr(one) == repr(other) == f"TableWidget(game: {payloads.MID!r})"
    assert repr(one) != repr(TableWidget(payloads.opening()))
    assert repr(TableWidget(payloads.quiz())) == (
        "TableWidget(quiz: 'Would this card fit?', 3 exercises)"
    )
    assert repr(TableWidget()) == "TableWidget(empty: '')"
    compared = TableWidget(payloads.compare())
    assert repr(compared) == "TableWidget(compare: 'Aces low' and 'Aces high')"
    assert repr(BoardWidget(payloads.board())) == "BoardWidget('School with aces high')"


def test_a_board_hands_on_its_acts_like_a_table() -> None:
    board = BoardWidget(payloads.board())
    board.on_act(lambda act: payloads.board(adopted="school:4,aces=high"))
    send(board, {"type": "adopt"})
    assert board.payload["adopted"] == "school:4,aces=high"


def test_a_script_is_one_file_that_names_its_parts_once() -> None:
    """Joined by hand, a name declared twice would stop the whole script."""
    for name in {*FILES.values(), "table.js", "board.js"}:
        text = joined(name)
        assert not re.search(r"^import ", text, re.MULTILINE)
        assert re.findall(r"^export .*?\b(\w+)\(", text, re.MULTILINE) == ["widget"]
        names = re.findall(r"^(?:const|function) (\w+)", text, re.MULTILINE)
        assert len(names) == len(set(names))


def test_a_script_is_sent_without_comments_and_says_the_same() -> None:
    """No text runs over a line, so the space before a line means nothing."""
    for name in {*FILES.values(), "table.js", "board.js"}:
        text = script(name)
        assert "/**" not in text
        assert not re.search(r"^\s|^//|\n\n", text, re.MULTILINE)
    for path in STATIC.glob("*.js"):
        assert all(line.count("`") % 2 == 0 for line in path.read_text("utf-8").splitlines()), path


def test_each_kind_brings_the_script_it_needs_and_no_more() -> None:
    sizes = {kind: len(TableWidget({"kind": kind})._esm.encode()) for kind in FILES}
    assert all(size < 48_000 for size in sizes.values()), sizes
    everything = len(TableWidget({})._esm.encode())
    assert everything > max(sizes.values())
    assert len(AnyTableWidget({"kind": "quiz"})._esm.encode()) == everything


def test_places_without_widgets_get_text_and_a_picture() -> None:
    plain = TableWidget(payloads.middle())
    bundle = plain._repr_mimebundle_()
    assert bundle
    assert set(bundle[0]) == {WIDGET_VIEW, "text/plain"}
    assert bundle[0]["text/plain"] == repr(plain)
    assert bundle[0][WIDGET_VIEW]["model_id"] == plain.model_id
    drawn = TableWidget(payloads.middle(), fallback_text="clubs 6-8", fallback_svg="<svg/>")
    bundle = drawn._repr_mimebundle_()
    assert bundle
    assert bundle[0]["text/plain"] == "clubs 6-8"
    assert bundle[0]["image/svg+xml"] == "<svg/>"
    assert WIDGET_VIEW in bundle[0]


def test_only_the_payload_and_the_files_go_to_the_page() -> None:
    own = set(TableWidget().get_state()) - set(super(TableWidget, TableWidget()).get_state())
    assert own == set()
    names = {name for name in TableWidget().keys if not name.startswith("_")}
    assert names == {"payload", "layout", "tabbable", "tooltip"}


def test_a_ping_is_answered_and_reaches_no_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = TableWidget(payloads.middle())
    heard: list[object] = []
    sent: list[object] = []
    widget.on_act(heard.append)
    monkeypatch.setattr(widget, "send", lambda content, buffers=None: sent.append(content))
    before = widget.payload
    send(widget, {"type": "ping"})
    assert sent == [{"type": "pong"}]
    assert heard == []
    assert widget.payload == before


def test_half_a_character_is_answered_and_never_sent_back() -> None:
    widget = show("hearts 7; you 8h")
    widget._receive(widget, {"type": "show", "text": "hearts 7; you \ud83d"}, [])
    assert "�" in widget.payload["notice"]
    json.dumps(widget.payload, ensure_ascii=False).encode("utf-8")


def test_a_message_that_is_too_deep_is_dropped() -> None:
    widget = show("hearts 7; you 8h")
    before, deep = widget.payload, "x"
    for _ in range(5_000):
        deep = [deep]  # type: ignore[assignment]
    widget._receive(widget, {"type": "show", "text": deep}, [])
    assert widget.payload == before
