"""Players that learners write: asked with care, told what went wrong, shown at the table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sevens_kernel import Card, Rules, deal, lay
from sevens_kernel.moves import PASS
from sevens_kernel.notation import parse_position, parse_record, replay
from sevens_kernel.state import legal
from sevens_kernel.view import View, view
from sevens_widgets import climb, own_player, play, watch_player
from sevens_widgets.calling import CourseError
from sevens_widgets.guard import OwnPlayer, PlayerError
from tests.widgets.own import ask, first


@pytest.mark.parametrize("answer", [Card("7s"), "7s", "7♠", " 7S ", lay(Card("7s"))], ids=repr)
def test_a_card_may_be_answered_in_several_ways(answer: object) -> None:
    assert ask(lambda cards, view: answer) == lay(Card("7s"))


def test_it_gets_the_cards_that_fit_a_view_and_chance_if_it_wants_them() -> None:
    got: list[tuple[object, ...]] = []

    def three(cards: object, view: object, chance: object) -> str:
        got.append((cards, view, chance))
        return "7s"

    ask(three)
    ask(lambda cards: cards[0])
    ask(lambda *given: given[0][len(given) - 3])
    assert got[0][0] == (Card("5c"), Card("7s"))
    assert type(got[0][1]) is View, "never the whole position"
    assert isinstance(got[0][2], Random)


def test_a_pass_is_made_for_it() -> None:
    seen = view(parse_position("clubs 6-8; you 3♣"), 0)
    assert OwnPlayer(lambda cards: 1 / 0).choose(seen, Random(1)) == PASS


def fails(cards: tuple[Card, ...], view: View) -> Card:
    number = 7
    return cards[number]


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class EndlessError(Exception):
    def __str__(self) -> str:
        while True:
            pass


class Leaves(str):
    """A text that is none: it ends the program, or never ends, when somebody looks at it."""

    __slots__ = ()

    def strip(self, *_: Any) -> str:
        while not self.startswith("x"):
            pass
        sys.exit()


def raises(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda cards, view: raises(MuteError()), "MuteError, no more is said"),
        (lambda cards, view: raises(EndlessError()), "EndlessError, no more is said"),
        (lambda cards, view: raises(GeneratorExit()), "GeneratorExit, no more is said"),
        (lambda cards, view: raises(BaseException("so there")), "BaseException, so there"),
        (lambda cards, view: Leaves("x"), "SystemExit"),
        (lambda cards, view: Leaves("7s"), "thought for more than one second"),
        (fails, r"error in line 3, “return cards\[number\]”: IndexError"),
        (lambda cards, view: None, "answered nothing: let it end with return; it may lay 5♣ or 7♠"),
        (lambda cards, view: "banana", "“banana”, which is no card: it may lay 5♣ or 7♠"),
        (lambda cards, view: 7, "“7”, which is no card"),
        (lambda cards, view: cards, "which is no card"),
        (lambda cards, view: "10c", "10♣, which may not be laid. 10♣ waits for 9♣. Instead it may"),
        (lambda cards, view: "6h", "6♥, which it does not hold"),
        (lambda cards, view: "pass", "passed although it may not: it may lay 5♣ or 7♠"),
        (lambda cards, view: PASS, "passed although it may not"),
        (lambda cards, view: sys.exit(), "SystemExit"),
        (lambda cards, view: view.hands, "AttributeError"),
        (lambda cards, view: next(iter(())), "StopIteration, no more is said"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(choose: Callable[..., Any], said: str) -> None:
    with pytest.raises(PlayerError, match=said) as caught:
        ask(choose)
    assert str(caught.value).startswith("Your player ")
    assert "\n" not in str(caught.value)
    assert caught.value.position.startswith("school:4 6-8/-/7/- 5T..9.7/?")


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (5, "“5” is no player"),
        ("first", "“first” is no player"),
        (str, "is no player"),
        (lambda: 1, "takes 0: let it take the cards"),
        (lambda a, b, c, d: a, "takes 4"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_any_game(choose: Any, said: str) -> None:
    with pytest.raises(PlayerError, match=said) as caught:
        OwnPlayer(choose)
    assert caught.value.position == ""
    for make in (climb, own_player, watch_player):
        with pytest.raises(CourseError, match=said):
            make(choose)


def test_what_it_prints_stays_out_of_the_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(lambda cards: (print("thinking"), cards[0])[1]) == lay(Card("5c"))
    assert capsys.readouterr().out == ""


def test_a_failing_player_is_shown_at_the_table_where_it_failed() -> None:
    for made in (
        climb(lambda cards, view: view.hand[0]),
        watch_player(lambda cards, view: "K", deal=7),
    ):
        assert made.payload["kind"] == "position"
        assert made.payload["notice"].startswith("Your player answered ")
        assert made.fallback_text.startswith(made.payload["notice"])
        shown = made.payload["scene"]["hand"]
        assert shown
        assert re.search(r"\?13/\?13/\?13|\?\d", made.payload["text"]), (
            "the other hands stay hidden"
        )


def test_a_deal_that_was_watched_is_one_that_it_played() -> None:
    made = watch_player(first, deal=7)
    *_, last = replay(parse_record(made.payload["record"]))
    assert last.out is not None
    for before in replay(parse_record(made.payload["record"])):
        if before.turn == 0 and before.out is None:
            after = legal(before)[0]
            following = last.history[before.ply].move
            assert following == after, "it lays the first card that fits"
    assert deal(Rules(), 7).hands == next(iter(replay(parse_record(made.payload["record"])))).hands


def test_one_may_play_against_it_and_its_fault_is_told_at_the_table() -> None:
    table = play(deal=21, others=own_player(first))
    assert table.payload["kind"] == "game"

    def later(cards: tuple[Card, ...], view: View) -> object:
        return cards[0] if len(view.history) < 6 else "x"

    table = play(deal=1, others=own_player(later))
    for _ in range(3):
        now = table.payload
        fits = [card["card"] for card in now["scene"]["hand"] if card["fits"]]
        act = {"type": "play", "card": fits[0]} if fits else {"type": "pass"}
        table._receive(None, act | {"ply": now["ply"]}, None)
    assert str(table.payload["notice"]).startswith("Your player answered “x”, which is no card")
