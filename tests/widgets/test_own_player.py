"""Players that learners write: asked with care, stopped in time, measured with honest intervals."""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from sevens_kernel import Card, Move, Rules, deal, lay
from sevens_kernel.arena import contest
from sevens_kernel.moves import PASS
from sevens_kernel.notation import parse_position, parse_record, replay
from sevens_kernel.players import player
from sevens_kernel.state import legal
from sevens_kernel.view import View, view
from sevens_widgets import climb, own_player, play, watch_player
from sevens_widgets.calling import CourseError
from sevens_widgets.climbing import BETTER, OPEN, RUNGS, SAME, WORSE, Climb
from sevens_widgets.guard import OwnPlayer, PlayerError
from sevens_widgets.time_limit import TimeLimit

STATE = parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠")
SEEN = view(STATE, 0)


def first(cards: tuple[Card, ...], view: View) -> Card:
    return cards[0]


def ask(choose: Callable[..., Any], **more: float) -> Move:
    return OwnPlayer(choose, **more).choose(SEEN, Random(1))


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


def for_ever(cards: object, view: object) -> None:
    while True:
        pass


def stubborn(cards: object, view: object) -> None:
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def deaf(cards: object, view: object) -> None:
    while True:
        try:  # noqa: SIM105
            for_ever(cards, view)
        except:  # noqa: E722 - as beginners write it
            pass


def deaf_twice_over(cards: object, view: object) -> None:
    while True:
        try:
            deaf(cards, view)
        except BaseException:
            while True:
                try:  # noqa: SIM105
                    deaf(cards, view)
                except:  # noqa: E722
                    pass


def keeps_what_it_caught(cards: object, view: object) -> None:
    caught = []
    while True:
        try:
            try:
                for_ever(cards, view)
            except BaseException as error:
                caught.append(error)
        except BaseException as error:
            caught.append(error)


def begins_again_when_stopped(cards: object, view: object) -> None:
    try:
        for_ever(cards, view)
    except:  # noqa: E722
        begins_again_when_stopped(cards, view)


def goes_on_in_the_end(cards: object, view: object) -> None:
    while True:
        try:
            for_ever(cards, view)
        finally:
            continue  # noqa: B012


class _Swallows:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> bool:
        return True


def swallows(cards: object, view: object) -> None:
    while True:
        with _Swallows(), _Swallows():
            for_ever(cards, view)


def draws_from_a_deaf_source(cards: object, view: object) -> None:
    def source() -> Iterator[int]:
        while True:
            try:
                yield 1
            except:  # noqa: E722
                yield 2

    while True:
        try:  # noqa: SIM105
            sum(source())
        except:  # noqa: E722
            pass


class Box:
    frame: object = None


def drops_frames_it_kept(cards: object, view: object) -> None:
    kept: list[Box] = []

    while True:
        try:

            def keep() -> None:
                box = Box()
                box.frame = sys._getframe()  # a cycle
                kept.append(box)
                if len(kept) > 50:
                    kept.clear()

            keep()
        except BaseException:
            pass


def in_one_line(cards: object, view: object) -> None:
    while True: pass  # noqa: E701  # fmt: skip


ENDLESS = [
    for_ever,
    in_one_line,
    deaf,
    deaf_twice_over,
    keeps_what_it_caught,
    begins_again_when_stopped,
    goes_on_in_the_end,
    swallows,
    draws_from_a_deaf_source,
    drops_frames_it_kept,
]


@pytest.mark.parametrize("choose", [stubborn, *ENDLESS])
def test_an_endless_loop_is_stopped(choose: Callable[..., Any]) -> None:
    before = sys.gettrace()
    with pytest.raises(PlayerError, match=r"was stopped: is there a loop that never ends\?"):
        ask(choose, seconds=0.2)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0), "the timer is off again"
    assert sys.gettrace() is before


@pytest.mark.parametrize("choose", ENDLESS)
def test_an_endless_loop_is_stopped_where_there_is_no_timer(choose: Callable[..., Any]) -> None:
    caught: list[str] = []

    def elsewhere() -> None:
        try:
            ask(choose, seconds=0.2)
        except PlayerError as error:
            caught.append(str(error))

    thread = threading.Thread(target=elsewhere, daemon=True)
    thread.start()
    thread.join(30)
    assert caught
    assert "was stopped" in caught[0]


def test_a_quick_player_asked_by_a_player_of_ones_own_gives_it_no_more_time() -> None:
    quick = OwnPlayer(first)

    def asks_another(cards: object, seen: View) -> None:
        quick.choose(seen, Random(1))
        for_ever(cards, seen)

    def too_long(number: int, frame: object) -> None:
        raise AssertionError("the limit around the other was forgotten")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, 20)  # seconds of work: a failing test ends
    try:
        with pytest.raises(PlayerError, match="was stopped"):
            ask(asks_another, seconds=0.3)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_where_there_is_no_timer_a_frame_that_ends_in_time_changes_no_tracing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renewed = count()  # by no line of Python, which would be watched itself
    monkeypatch.setattr(TimeLimit, "watch", staticmethod(partial(next, renewed)))

    def elsewhere() -> None:
        for _ in range(3):
            ask(first, seconds=60.0)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert next(renewed) == 0


def test_what_is_quick_is_not_stopped_and_leaves_nothing_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with TimeLimit(5.0):
        pass
    assert signal.getsignal(signal.SIGALRM) is before


def test_what_it_prints_stays_out_of_the_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(lambda cards: (print("thinking"), cards[0])[1]) == lay(Card("5c"))
    assert capsys.readouterr().out == ""


def test_the_ladder_says_what_the_arena_says() -> None:
    run = Climb(OwnPlayer(first), deals=20, seed=3)
    run.play()
    rung = player(RUNGS[0])
    other = contest([OwnPlayer(first), rung, rung, rung], Rules(), 20, 3).share(run.mine.name)
    assert (run.share(0).wins, run.share(0).percent, run.share(0).interval) == (
        other.wins,
        other.percent,
        other.interval,
    )


def test_only_an_interval_on_one_side_of_even_says_anything() -> None:
    run = Climb(player("priority"), deals=60, rungs=("random", "first that fits"))
    run.play()
    told = {each["name"]: each for each in run.payload()["rungs"]}
    for each in told.values():
        words = {BETTER: each["low"] > 25, WORSE: each["high"] < 25}
        assert words.get(each["says"], each["low"] <= 25 <= each["high"])
    assert told["random"]["says"] == BETTER
    alike = Climb(OwnPlayer(first), deals=4, rungs=("first that fits",))
    alike.play()
    assert alike.payload()["rungs"][0]["says"] == SAME
    assert OPEN != SAME


def test_the_same_deals_come_for_a_seed_and_more_deals_narrow_the_interval() -> None:
    one, other = climb(first, deals=6), climb(first, deals=6)
    assert one.payload == other.payload
    assert climb(first, deals=6, seed=2).payload != one.payload
    widths = [
        each["high"] - each["low"] for each in one.payload["rungs"] if each["name"] == "random"
    ]
    one._receive(None, {"type": "more"}, None)
    assert one.payload["about"].startswith("106 deals")
    assert not one.payload["busy"]
    narrow = [
        each["high"] - each["low"] for each in one.payload["rungs"] if each["name"] == "random"
    ]
    assert narrow < widths


def test_a_slow_player_plays_fewer_deals_and_that_is_said() -> None:
    run = Climb(OwnPlayer(first), deals=1000)
    run.play(seconds=0.0)
    assert 2 <= run.deals < 1000
    assert (
        f"stopped after {run.payload()['about'].split(' against')[0].lower()}"
        in run.payload()["progress"]
    )


@pytest.mark.parametrize("deals", [1, 0, -3, 1001, "5", 2.5, True, None])
def test_a_number_of_deals_that_cannot_be_is_named(deals: Any) -> None:
    with pytest.raises(
        CourseError,
        match=r"^Deals “.+”: write a whole number(( without quotes)?, such as 12\.| from 2 to 1000\.)$",
    ):
        climb(first, deals=deals)


def test_the_picture_and_the_text_say_the_same_as_the_table() -> None:
    made = climb(first, deals=4)
    data = made._repr_mimebundle_()[0]  # type: ignore[index]
    drawn = ElementTree.fromstring(data["image/svg+xml"])
    assert drawn.tag.endswith("svg")
    for each in made.payload["rungs"]:
        assert f"{each['name']}: {each['share']}" in data["text/plain"]
        assert each["name"] in data["image/svg+xml"]


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
