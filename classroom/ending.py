"""How a server ends: once, quietly, with all its kernels, whichever signal asks for it and however often."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

import psutil

#: Ctrl+C, the system's "please end", the closed terminal.
ASKED = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

#: Seconds after which a server that does not come to its end is ended.
PATIENCE = 20


def end_all_started() -> None:
    """End every process that this one has started, and what those have started meanwhile."""
    for _ in range(3):
        children = psutil.Process().children(recursive=True)
        for child in children:
            with contextlib.suppress(psutil.Error):
                child.kill()
        if not children:
            break


def in_front() -> bool:
    """Say whether what is typed in our terminal comes to us; not without one, nor in the background."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False


def _watch_the_terminal() -> None:
    """End when the terminal is closed in which we stood in front.

    The system tells only the first program of a terminal, and ``make``, where that is the first, waits for us.
    """
    terminal, front = select.poll(), True
    terminal.register(0, 0)  # its end is told in any case
    while not terminal.poll(1000):
        front = in_front()
    if front:
        os.kill(os.getpid(), signal.SIGHUP)


class Ending:
    """Listens for the signals that ask a server to end, and heeds the first; later ones change nothing.

    ``with Ending() as ending: …`` until the process ends. Before ``start`` has said how to stop, the
    first one raises KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.asked = False
        self._stop: Callable[[], object] | None = None

    def __enter__(self) -> Ending:
        """Begin to listen."""
        self.listen()
        if sys.platform == "linux" and signal.getsignal(signal.SIGHUP) == self._hear and in_front():
            threading.Thread(target=_watch_the_terminal, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_more: object) -> bool:
        """Let nothing disturb the last moments; say whether it was an early signal that brought us here."""
        self.done()
        return self.asked and kind is KeyboardInterrupt

    def listen(self) -> None:
        """Take the signals over; one that whoever started us has set aside (nohup) stays so."""
        for number in ASKED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self._give_up)

    def start(self, stop: Callable[[], object]) -> None:
        """Say how to stop from within a signal."""
        self._stop = stop

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            return
        self.asked = True
        if hasattr(signal, "SIGALRM"):
            signal.alarm(PATIENCE)
        if self._stop is None:
            raise KeyboardInterrupt
        self._stop()

    @staticmethod
    def _give_up(_number: int, _frame: FrameType | None) -> None:
        """End at once, and every process that we have started with us."""
        end_all_started()
        os._exit(1)

    def done(self) -> None:
        """Let nothing disturb the last moments of a program that has ended all its kernels."""
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)
        for number in ASKED:
            signal.signal(number, signal.SIG_IGN)
