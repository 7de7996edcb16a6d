"""One kernel at a time, started as the servers start theirs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from jupyter_client.provisioning import KernelProvisionerFactory
from traitlets.config import Config

from classroom.forking.provisioner import NAME
from classroom.kernels import CourseKernel

T = TypeVar("T")

ROOT = Path(__file__).parents[2]


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a thread: another test's browser may own the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(work, 600))).result()


class Kernel:
    """A running kernel and a line to it."""

    def __init__(self, manager: Any, client: Any) -> None:
        self.manager, self.client = manager, client

    @property
    def pid(self) -> int:
        number: int = self.manager.provisioner.pid
        return number

    @property
    def forked(self) -> bool:
        return type(self.manager.provisioner.process).__name__ == "ForkedProcess"

    async def says(self, code: str) -> str:
        """Run code and return all that it prints, an exception's name included."""
        heard: list[str] = []

        def hear(message: Any) -> None:
            content = message["content"]
            if message["msg_type"] == "stream":
                heard.append(content["text"])
            if message["msg_type"] == "error":
                heard.append(content["ename"])

        await self.client.execute_interactive(code, output_hook=hear, timeout=60)
        return "".join(heard).strip()


@contextlib.asynccontextmanager
async def kernel(config: Config | None = None, **start: Any) -> AsyncIterator[Kernel]:
    """Start a kernel that is forked where that is possible, and end it afterwards."""
    settings = Config({"KernelProvisionerFactory": {"default_provisioner_name": NAME}})
    settings.merge(config or Config())
    KernelProvisionerFactory.clear_instance()
    factory = KernelProvisionerFactory.instance(config=settings)
    manager = CourseKernel(config=settings)
    try:
        await manager.start_kernel(**start)
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=60)
            yield Kernel(manager, client)
        finally:
            client.stop_channels()
            if manager.has_kernel:
                await manager.shutdown_kernel(now=True)
    finally:
        del factory
        KernelProvisionerFactory.clear_instance()
