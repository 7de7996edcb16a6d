"""Stopping what somebody else wrote when it takes too long, even where it catches everything, however deep.

What is to be stopped gets an error that no `except Exception` catches. Whoever catches it all the same gets the next
one at the very next line, inside the `except` that caught it, and so on until the last of its lines is left behind.
What takes long within one call of compiled code (`sum(itertools.count())`) is beyond reach of every line of Python.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any

_AT_ONCE = 1e-6  # seconds: none would turn the timer off
_AGAIN = 0.1  # seconds: what waits without running a line, such as a sleep after the first stop, is stopped again
# Up to Python 3.11 a loop in one line that does nothing jumps to itself, and none of its rounds counts as a line.
_LINES_MISS_LOOPS = sys.version_info < (3, 12)


class TimeUpError(BaseException):
    """Took too long. No Exception, so that what catches those does not catch this."""


class TimeLimit:
    """Raise TimeUpError in what runs inside, and takes longer than so many seconds, until all of it has ended.

    The system's timer does it in the main thread, where there is one; elsewhere, as in a browser or on Windows, every
    line of Python looks at the clock, so that there a sleep is not cut short. One limit may stand inside another.

    >>> with TimeLimit(10.0):
    ...     print("quick")
    quick
    """

    def __init__(self, seconds: float) -> None:
        """Take the limit in seconds."""
        self._seconds, self._over = seconds, False

    def __enter__(self) -> None:
        """Start the clock."""
        self._outside: FrameType | None = sys._getframe(1)
        self._thread, self._began = threading.get_ident(), time.monotonic()
        self._traced = sys.gettrace()
        self._by_timer = hasattr(signal, "setitimer") and (
            threading.current_thread() is threading.main_thread()
        )
        if self._by_timer:
            self._handler = signal.signal(signal.SIGALRM, self._ring)
            self._timer = signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)
        else:
            sys.settrace(self._entered)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Leave timer and tracing as they were."""
        self._over, self._outside = True, None
        if self._by_timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)
            left, again = self._timer  # of a limit around this one, whose time went on
            if left:
                signal.setitimer(signal.ITIMER_REAL, max(left - self._taken(), _AT_ONCE), again)
        sys.settrace(self._traced)

    def is_due(self) -> bool:
        """Say whether what still runs inside is to be stopped."""
        return not self._over and self._taken() > self._seconds

    def _taken(self) -> float:
        return time.monotonic() - self._began

    def watch(self, frame: FrameType | None) -> None:
        """Let every line look at the clock: of this frame, of all that wait for it, and of all that it will call."""
        if self._over or threading.get_ident() != self._thread:
            return
        sys.settrace(self._entered)
        while frame is not None and frame is not self._outside:
            if not isinstance(frame.f_trace, _Lines):
                frame.f_trace = self._entered(frame)
            frame = frame.f_back

    def _entered(self, frame: FrameType, *_: Any) -> _Lines | None:
        """Watch one frame, unless it is one of this module."""
        if frame.f_globals is globals():
            return None
        frame.f_trace_opcodes = _LINES_MISS_LOOPS
        return _Lines(self)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        """Stop what runs; in the midst of this module wait for the next time."""
        if self._over or (frame is not None and frame.f_globals is globals()):
            return
        self.watch(frame)
        raise TimeUpError


class _Lines:
    """Raises at the next line of a frame when time is up.

    Python drops a trace function that raises, and with it all tracing. That is the end of this one, and its end sets
    the next; so it must not be kept alive by the error that it raises. One whose frame ends before time is up leaves
    all as it is.
    """

    def __init__(self, limit: TimeLimit) -> None:
        self._limit = limit

    def __call__(self, frame: FrameType, event: str, argument: Any) -> _Lines:
        if event in ("line", "opcode") and self._limit.is_due():
            del self, frame
            raise TimeUpError
        return self

    def __del__(self) -> None:
        if self._limit.is_due():
            self._limit.watch(sys._getframe(1))
