"""Kernels for a class: some wait warm with their lesson drawn, none beyond what the machine holds."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import time
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import PeriodicCallback
from tornado.iostream import StreamBufferFullError
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError
from traitlets import Float, Int, default
from voila.request_info_handler import RequestInfoSocketHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import ENV_VARIABLE

from classroom.capacity import RESERVE, Capacity, capacity, free_memory, work_of
from classroom.forking.provisioner import ForkedProcess
from classroom.lessons import LAB_ONLY
from classroom.pace import who_comes
from classroom.served import ServedKernel

#: Seconds between two looks after the kernels.
TIDY_EVERY = 5.0

#: Seconds without a learner opening a lesson before the pool is filled further.
CALM = 1.0

#: Seconds between two kernels started for the pool, so that games go on smoothly meanwhile.
PACE = 0.1

#: The part of the machine's kernels that one browser may have at work, and how many it may in any case.
ONE_BROWSERS_PART, ONE_BROWSER_AT_LEAST = 0.25, 4

#: Bytes that may wait for a page to read them; all widgets of the longest lesson take a hundredth of it.
MOST_UNREAD = 16 << 20

#: Which browser the page that is being made is for, by its address and the cookie it brought; "" where it brought none.
BROWSER: ContextVar[str] = ContextVar("BROWSER", default="")


def newest(folder: Path) -> int:
    """Return when something in a folder was last changed, in nanoseconds; 0 if it is empty."""
    latest = 0
    for path in folder.rglob("*"):
        if ".ipynb_checkpoints" not in path.parts and path.is_file():
            with contextlib.suppress(FileNotFoundError):  # an editor's own file, gone since
                latest = max(latest, path.stat().st_mtime_ns)
    return latest


class ClassKernels(AsyncMappingKernelManager):  # type: ignore[misc]  # half typed
    """The kernels of a served course.

    Voila makes a pool of this class where kernels are kept warm. It adds a limit, starts warm kernels
    one by one and only while no learner waits, and ends kernels whose page never came for them.
    """

    kernel_pools_config: dict[str, dict[str, int]]  # Voila's own setting

    limit = Int(100, config=True, help="Kernels at most, warm ones included.")
    unclaimed_after = Float(60.0, config=True, help="Seconds a page may take to call its kernel.")

    def __init__(self, **kwargs: Any) -> None:
        self._starting = 0
        self._opened = float("-inf")
        self._claimed: set[str] = set()
        self._handed: dict[str, float] = {}
        self._browsers: dict[str, str] = {}
        self._processes: dict[str, Any] = {}
        self._turn = asyncio.Lock()
        self._asked: dict[str, list[float]] = {}
        self._drawn: dict[str, int] = {}
        super().__init__(**kwargs)
        self._work = work_of(os.getpid())
        self._begun = newest(Path(self.parent.root_dir))
        self._tidying = PeriodicCallback(self.tidy, TIDY_EVERY * 1000)
        self._tidying.start()

    @default("kernel_manager_class")
    def _served(self) -> str:
        return f"{ServedKernel.__module__}.{ServedKernel.__name__}"

    # ---- the limit ------------------------------------------------------------------------

    def taken(self) -> int:
        """Count the kernels that run or are being started."""
        return len(self._kernels) + self._starting

    def full(self) -> bool:
        """Say whether no kernel may be added: the limit is reached, or memory is short."""
        return self.taken() >= self.limit or free_memory() < RESERVE // 2

    async def start_kernel(self, **kwargs: Any) -> str:
        """Start a kernel; a learner's goes first, and raises HTTPError 503 when the machine is full."""
        if (kwargs.get("env") or {}).get(ENV_VARIABLE.VOILA_PREHEAT) == "True":
            async with self._turn:
                await self._room()
                started = await self._start(kwargs)
                await asyncio.sleep(PACE)
            return started
        self._opened = time.monotonic()
        if self.full() and not await self._give_up_a_warm_one():
            raise HTTPError(503, "the machine is full")
        started = await self._start(kwargs)
        self._browsers[started] = BROWSER.get()
        return started

    async def _start(self, kwargs: dict[str, Any]) -> str:
        self._starting += 1
        try:
            kernel_id: str = await super().start_kernel(**kwargs)
        finally:
            self._starting -= 1
        self._processes[kernel_id] = self._process(kernel_id)
        return kernel_id

    def most_for_one(self) -> int:
        """Return how many tables one browser may have open."""
        return max(ONE_BROWSER_AT_LEAST, math.floor(self.limit * ONE_BROWSERS_PART))

    def tables_of(self, browser: str) -> int:
        """Count the tables a browser has open, and those still on their way to it.

        A page whose line is gone does not count: some browsers leave without a farewell.
        """
        return sum(
            whose == browser
            and kernel_id in self._kernels
            and (kernel_id not in self._claimed or self._kernel_connections.get(kernel_id, 0) > 0)
            for kernel_id, whose in self._browsers.items()
        )

    async def _room(self) -> None:
        """Wait until no learner comes any more, and there is room.

        Voila takes a warm kernel that fails to start for one that waits, and then cannot end any other.
        """
        while self.full() or time.monotonic() - self._opened < CALM:
            await asyncio.sleep(CALM / 4)

    async def _give_up_a_warm_one(self) -> bool:
        """End one kernel that waits for a learner of another lesson; say whether there was one."""
        pools = sorted(self.pools().values(), key=len, reverse=True)
        waiting = self.waiting()
        found = [each for pool in pools for each in pool if self._number(each) in waiting]
        if not found:
            return False
        found.sort(key=lambda each: not self._ready(each))  # rather one that is drawn
        await self.shutdown_kernel(found[0].result()["kernel_id"], now=True)
        return not self.full()

    # ---- the pool -------------------------------------------------------------------------

    def pools(self) -> dict[str, list[asyncio.Task[dict[str, Any]]]]:
        """Return what waits warm for each notebook; empty without a pool."""
        found: dict[str, list[asyncio.Task[dict[str, Any]]]] = getattr(self, "_pools", {})
        return found

    def waiting(self) -> set[str]:
        """Return the numbers of the kernels that no learner has yet."""
        numbers = [self._number(each) for pool in self.pools().values() for each in pool]
        return {each for each in numbers if each is not None}

    def drawn(self) -> int:
        """Count the kernels that wait with their lesson drawn, to be handed out at once."""
        return sum(self._ready(each) for pool in self.pools().values() for each in pool)

    def _unfinished(self) -> bool:
        every = [each for pool in self.pools().values() for each in pool]
        return not all(each.done() for each in every) or any(
            self._number(each) and not each.result()["task"].done() for each in every
        )

    @staticmethod
    def _number(each: asyncio.Task[dict[str, Any]]) -> str | None:
        if not each.done() or each.cancelled() or each.exception() is not None:
            return None
        return str(each.result()["kernel_id"])

    def offers(self, notebook: str) -> bool:
        """Say whether a warm kernel can be had at once, and put it first in its pool.

        Voila counts those still to be started as well, and would let a learner wait for one.
        """
        self._opened = time.monotonic()
        pool = self.pools().get(notebook)
        if pool is None or self._edited(notebook):
            return False
        self._follow(notebook)
        pool.sort(key=lambda each: not self._ready(each))
        if not pool or not self._ready(pool[0]):
            return False
        self._browsers[str(self._number(pool[0]))] = BROWSER.get()
        return True

    def _ready(self, each: asyncio.Task[dict[str, Any]]) -> bool:
        number = self._number(each)
        return number is not None and bool(each.result()["task"].done()) and self._runs(number)

    def _process(self, kernel_id: str) -> Any:
        kernel = self._kernels.get(kernel_id)
        return getattr(getattr(kernel, "provisioner", None), "process", None)

    def _runs(self, kernel_id: str) -> bool:
        """Say whether a kernel still is what its lesson was drawn with.

        One that has died is started again by Jupyter under the same number, and knows no table of its page.
        """
        first = self._processes.get(kernel_id)
        return first is not None and self._process(kernel_id) is first and first.poll() is None

    def _edited(self, notebook: str) -> bool:
        """Say whether a notebook or its exercises changed since it was drawn; if so, draw it anew."""
        now = newest(Path(self.root_dir))
        if self._drawn.setdefault(notebook, self._begun) == now:
            return False
        self._drawn[notebook] = now
        stale, self.pools()[notebook] = self.pools()[notebook], []
        asyncio.get_running_loop().create_task(self._drop(stale))
        self.notebook_data.pop(notebook, None)
        self.fill_if_needed(notebook_name=notebook)
        return True

    def _follow(self, notebook: str) -> None:
        """Let the large pool go where a class goes: to a lesson that three learners open in a minute."""
        now = time.monotonic()
        times = self._asked.setdefault(notebook, [])
        times[:] = [*(each for each in times if now - each < 60), now]
        sizes = {name: each["pool_size"] for name, each in self.kernel_pools_config.items()}
        largest = max(sizes, key=lambda name: sizes[name])
        if len(times) >= 3 and sizes.get(notebook, 0) < sizes[largest]:
            swapped = {notebook: sizes[largest], largest: sizes.get(notebook, 0)}
            new = {name: {"pool_size": swapped.get(name, size)} for name, size in sizes.items()}
            self.kernel_pools_config = new
            self.log.info("The large pool now waits for %s.", notebook)

    async def _drop(self, pool: list[asyncio.Task[dict[str, Any]]]) -> None:
        for each in pool:
            if not each.done():
                each.cancel()
            elif (number := self._number(each)) in self._kernels:
                await self.shutdown_kernel(number, now=True)

    async def weigh(self, patience: float) -> Capacity:
        """Measure what a learner costs here on the kernels that wait; wait so many seconds for them."""
        until = time.monotonic() + patience
        while self._unfinished() and time.monotonic() < until and not self.full():
            await asyncio.sleep(0.2)
        waiting = [self._kernels[each] for each in self.waiting() if each in self._kernels]
        own = [each.provisioner.pid for each in waiting]
        forked = all(isinstance(each.provisioner.process, ForkedProcess) for each in waiting)
        # This process has drawn those pages, and little else so far.
        drawn = sum(map(work_of, own)) + work_of(os.getpid()) - self._work if own else 0.0
        return capacity(
            own, forked=forked, here=len(self._kernels), work=drawn / len(own) if own else 0.0
        )

    # ---- looking after them ---------------------------------------------------------------

    def notify_connect(self, kernel_id: str) -> None:
        """Remember that a page has called its kernel."""
        self._claimed.add(kernel_id)
        super().notify_connect(kernel_id)

    def start_buffering(self, kernel_id: str, session_key: str, channels: Any) -> None:
        """Keep what a kernel says while its page is away; Jupyter would keep it without end."""
        super().start_buffering(kernel_id, session_key, channels)
        self._kernel_buffers[kernel_id]["buffer"] = Unread()

    async def shutdown_all(self, *_given: Any, **_named: Any) -> None:
        """End all kernels, and start none any more: Voila would wait for those still to come.

        At once: a kernel that is asked to end while it runs a lesson complains on the screen.
        """
        self._tidying.stop()
        coming = [each for pool in self.pools().values() for each in pool if not each.done()]
        for each in coming:
            each.cancel()
        for pool in self.pools().values():
            pool[:] = [each for each in pool if each not in coming]
        for unborn in set(self._pending_kernels) - set(self._kernels):
            del self._pending_kernels[unborn]  # forked or not, it ends with this process
        await super().shutdown_all(now=True)

    async def tidy(self) -> None:
        """End kernels whose page never came, mend the pool, forget what is gone."""
        self._mend()
        now, waiting = time.monotonic(), self.waiting()
        for kernel_id in list(self._kernels):
            if kernel_id in waiting or kernel_id in self._claimed:
                self._handed.pop(kernel_id, None)  # its time begins when a learner has it
                continue
            if now - self._handed.setdefault(kernel_id, now) > self.unclaimed_after:
                self.log.info("The page of kernel %s never came.", kernel_id)
                await self.shutdown_kernel(kernel_id, now=True)
        self._claimed &= set(self._kernels)
        for kept in (self._handed, self._browsers, self._processes):
            for gone in set(kept) - set(self._kernels):
                del kept[gone]
        # Voila keeps what each page asked for as long as the server runs; no lesson reads it.
        RequestInfoSocketHandler._cache.clear()
        for notebook, pool in self.pools().items():
            wanted = self.kernel_pools_config.get(notebook, {"pool_size": 0})["pool_size"]
            spare, pool[wanted:] = pool[wanted:], []
            await self._drop(spare)
            self.fill_if_needed(notebook_name=notebook)

    def _mend(self) -> None:
        """Take out of the pools what has failed or ended."""
        for pool in self.pools().values():
            pool[:] = [each for each in pool if not each.done() or self._sound(each)]

    def _sound(self, each: asyncio.Task[dict[str, Any]]) -> bool:
        number = self._number(each)
        return number is not None and self._runs(number)


class Unread(list[tuple[str, list[bytes]]]):
    """What a kernel says while its page is away: kept for the page up to so many bytes, and no further.

    >>> kept = Unread(most=5)
    >>> for word in (b"four", b"ones", b"x"):
    ...     kept.append(("iopub", [word]))
    >>> kept
    [('iopub', [b'four'])]
    """

    def __init__(self, most: int = MOST_UNREAD) -> None:
        super().__init__()
        self.room = most

    def append(self, message: tuple[str, list[bytes]]) -> None:
        """Keep a message, if there is room; after the first that finds none nothing is kept, so that no gap opens."""
        self.room -= sum(len(bytes(part)) for part in message[1])
        if self.room >= 0:
            super().append(message)


def _look_at(going: asyncio.Future[None]) -> None:
    """Take note that a message could not be sent: its line is gone, and that is no fault."""
    if not going.cancelled():
        going.exception()


class LessonPage(TornadoVoilaHandler):  # type: ignore[misc]  # voila is untyped
    """A lesson: from the pool where something waits there, else with a kernel started for it."""

    async def prepare(self) -> None:
        """Set the cookie without which a page's farewell is refused and its kernel stays."""
        await super().prepare()
        _ = self.xsrf_token  # reading it sets the cookie

    async def get_generator(self, path: str | None = None) -> Any:
        """Give the page bit by bit."""
        self.asked = path
        # However the address spells it, a notebook for code of one's own is not run as a page.
        if path is None or Path(path).suffix != ".ipynb" or Path(path).name in LAB_ONLY:
            raise HTTPError(404)
        cookie = self.get_cookie("_xsrf", "")
        # Machines that a school has copied from one another may all have the same cookie.
        browser = f"{who_comes(self)} {cookie}" if cookie else ""
        manager = self.kernel_manager
        if browser and isinstance(manager, ClassKernels):
            many = manager.tables_of(browser)
            if many >= manager.most_for_one():
                raise HTTPError(
                    429,
                    f"This browser has {many} tables open, as many as one may have here. "
                    "Close one of its tabs, or wait a minute, then try again.",
                )
        BROWSER.set(browser)
        async for part in super().get_generator(path=path):
            yield part

    @authenticated
    async def head(self, path: str | None = None) -> None:
        """Say whether there is such a lesson; no kernel is started for that."""
        file = Path(self.settings["voila"].root_dir) / (path or "")
        if not path or file.suffix != ".ipynb" or file.name in LAB_ONLY or not file.is_file():
            raise HTTPError(404)
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-cache, no-store, must-revalidate")

    def should_use_rendered_notebook(self, *_given: Any) -> bool:
        """Say whether a page waits for this learner; the theme is chosen in the browser."""
        manager = self.kernel_manager
        if not isinstance(manager, ClassKernels) or self.asked is None:
            return False
        return manager.offers(self.asked)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say when to come back, where that helps."""
        if status_code == 503:
            self.set_header("Retry-After", "60")
        super().write_error(status_code, **kwargs)


class KernelLine(VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila is untyped
    """The line between a page and its kernel."""

    async def open(self, kernel_id: str) -> None:
        """Open it so that each message goes at once, and so much waits for the page and no more.

        A move is several small messages; else the second would wait until the browser's system has
        confirmed the first, which may take 40 ms.
        """
        self.set_nodelay(True)
        if self.ws_connection is not None and self.ws_connection.stream is not None:
            self.ws_connection.stream.max_write_buffer_size = MOST_UNREAD
        await super().open(kernel_id)

    def write_message(self, *given: Any, **named: Any) -> Any:
        """Send a message; a page that asks and never reads is cut off, before its answers fill the memory."""
        try:
            going = super().write_message(*given, **named)
            if going is not None:
                going.add_done_callback(_look_at)
            return going
        except StreamBufferFullError:
            if self.ws_connection is not None and self.ws_connection.stream is not None:
                self.ws_connection.stream.close()
            raise WebSocketClosedError from None

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Refuse with the number alone: a page whose kernel is gone asks again and again, and nobody reads it."""
        self.finish()
