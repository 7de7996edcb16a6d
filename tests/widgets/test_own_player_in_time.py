"""Players that never answer: stopped in time, however much they catch."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from sevens_kernel.view import View
from sevens_widgets.guard import OwnPlayer, PlayerError
from sevens_widgets.time_limit import TimeLimit
from tests.widgets.own import ask, first


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
