"""The pool of warm kernels, without a server: what it does when there is no room."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tornado.web import HTTPError
from voila.utils import ENV_VARIABLE

from classroom.forking.nursery import fingerprint
from classroom.pool import ClassKernels, newest
from tests.serving.kernels import run

WARM = {ENV_VARIABLE.VOILA_PREHEAT: "True"}


class Narrow(ClassKernels):
    """Kernels of which none is really started, in a machine with so much room."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._opened = float("-inf")
        self._turn = asyncio.Lock()
        self._starting = 0
        self._browsers = {}
        self.started: list[bool] = []

    def full(self) -> bool:
        return self.room <= 0

    async def _start(self, kwargs: dict[str, Any]) -> str:
        self.room -= 1
        self.started.append(kwargs["env"] == WARM)
        return f"kernel {len(self.started)}"


def test_a_warm_kernel_waits_for_room_and_a_learner_is_told_at_once() -> None:
    async def work() -> None:
        kernels = Narrow(room=0)
        warm = asyncio.create_task(kernels.start_kernel(env=WARM))
        with pytest.raises(HTTPError) as refused:
            await kernels.start_kernel(env={})
        assert refused.value.status_code == 503
        assert kernels.started == []
        assert not warm.done()
        kernels.room = 1
        assert await warm == "kernel 1"
        assert kernels.started == [True]

    run(work())


def test_while_learners_come_no_warm_kernel_is_started() -> None:
    async def work() -> None:
        kernels = Narrow(room=3)
        assert await kernels.start_kernel(env={}) == "kernel 1"
        warm = asyncio.create_task(kernels.start_kernel(env=WARM))
        await asyncio.sleep(0)
        assert await kernels.start_kernel(env={}) == "kernel 2"
        await warm
        assert kernels.started == [False, False, True]

    run(work())


def test_a_file_that_goes_while_the_notebooks_are_looked_through_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the page that is asked for while an editor saves a notebook would end in an error."""
    kept = tmp_path / "lesson.ipynb"
    kept.touch()
    (tmp_path / ".~lesson.ipynb").symlink_to(tmp_path / "gone")
    monkeypatch.setattr(Path, "is_file", lambda _path: True)  # as it was when it was looked at
    assert newest(tmp_path) == kept.stat().st_mtime_ns
    monkeypatch.syspath_prepend(tmp_path.parent)
    (tmp_path / "__init__.py").touch()
    assert str(tmp_path / "lesson.ipynb") in fingerprint((tmp_path.name,))


def test_what_has_failed_is_taken_out_before_anything_is_ended() -> None:
    """Voila, asked to end a kernel, looks through the pools and stumbles over whatever has failed there."""

    async def work() -> None:
        async def fails() -> dict[str, Any]:
            raise OSError("no kernel")

        async def waits() -> dict[str, Any]:
            await asyncio.sleep(60)
            return {}

        kernels = Narrow(room=1)
        failed = asyncio.create_task(fails())
        still = asyncio.create_task(waits())
        await asyncio.wait([failed])
        kernels._pools = {"1_deal.ipynb": [failed, still]}
        kernels._mend()
        assert kernels.pools() == {"1_deal.ipynb": [still]}
        still.cancel()

    run(work())
