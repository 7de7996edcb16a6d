"""What Jupyter asks for a kernel: one forked from the prepared process, or an ordinary one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from importlib.metadata import entry_points
from typing import Any, ClassVar

from jupyter_client.provisioning import LocalProvisioner
from traitlets import Float, Int, List, Unicode

NAME = "sevens-forked"
GROUP = "jupyter_client.kernel_provisioners"

#: What the lessons import; a lesson that needs more imports it itself.
PRELOAD = ("ipywidgets", "anywidget", "sevens_widgets")


class NoForkError(Exception):
    """No kernel could be forked; its words say why."""


def why_not() -> str | None:
    """Return why kernels cannot be forked here, in words, or None if they can."""
    if sys.platform != "linux":
        return f"forking prepared kernels needs Linux, and this is {sys.platform}"
    if not hasattr(os, "pidfd_open"):
        return "this Python cannot follow processes of others (os.pidfd_open)"
    if not entry_points(group=GROUP, name=NAME):
        return f"{NAME} is not installed with this course: run make clean, then make again"
    return None


class ForkedProcess:
    """A kernel's process, which is no child of ours: as much of subprocess.Popen as Jupyter uses."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._handle = os.pidfd_open(pid)  # stands for this process even when its number is reused

    def poll(self) -> int | None:
        """Return None while the process runs, then 0: only its parent learns the true status."""
        if self.returncode is None and self._has_ended(0):
            self._bury()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, at most so many seconds; raises subprocess.TimeoutExpired after them."""
        if self.returncode is None:
            if not self._has_ended(timeout):
                raise subprocess.TimeoutExpired("kernel", timeout or 0)
            self._bury()
        return 0

    def _has_ended(self, patience: float | None) -> bool:
        # Not select.select: it takes no file numbered above 1023, and a large class has more of them open.
        watched = select.poll()
        watched.register(self._handle, select.POLLIN)
        return bool(watched.poll(None if patience is None else math.ceil(patience * 1000)))

    def send_signal(self, number: int) -> None:
        """Send a signal; one to a process that has ended does nothing."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process."""
        self.send_signal(signal.SIGKILL)

    def _bury(self) -> None:
        self.returncode = 0
        os.close(self._handle)
        # Kernels whose parent died become children of the first process; in a container that may be us.
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, os.WNOHANG)


class Nursery:
    """One prepared process and the line to it."""

    def __init__(self, python: tuple[str, ...], env: dict[str, str], preload: str) -> None:
        """Start it; it imports while the server goes on. Raises OSError."""
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [*python, "-m", "classroom.forking.nursery", str(theirs.fileno()), preload]
        with theirs:
            self.process = subprocess.Popen(
                command,
                env=env,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def alive(self) -> bool:
        """Say whether it still runs."""
        return self.process.poll() is None

    def close(self) -> None:
        """End it; kernels it has forked go on."""
        self.channel.close()
        self.process.kill()
        self.process.wait()

    def fork(self, request: dict[str, Any], files: list[int], patience: float) -> dict[str, Any]:
        """Send a request and return the answer within so many seconds; raises OSError, ValueError."""
        self.channel.settimeout(patience)
        socket.send_fds(self.channel, [json.dumps(request).encode()], files)
        said = self.channel.recv(1 << 16)
        if not said:
            raise ConnectionResetError("it closed the line")
        found: dict[str, Any] = json.loads(said)
        return found


class Nurseries:
    """The prepared processes of this server: one for each Python and each set of modules."""

    def __init__(self) -> None:
        self._all: dict[tuple[Any, ...], Nursery] = {}
        self._lock = threading.Lock()

    def get(self, python: tuple[str, ...], env: dict[str, str], preload: str) -> Nursery:
        """Return a running one; one that has died is started anew."""
        # Variables that Python reads at its start cannot be changed by forking.
        reads = tuple(sorted((k, v) for k, v in env.items() if k.startswith("PYTHON")))
        key = (python, reads, preload)
        found = self._all.get(key)
        if found is None or not found.alive():
            if found is not None:
                found.close()
            without = {k: v for k, v in env.items() if k != "JPY_PARENT_PID"}
            found = self._all[key] = Nursery(python, without, preload)
        return found

    def start(self, python: tuple[str, ...], env: dict[str, str], preload: str) -> Nursery:
        """Start one before the first kernel is asked for. Raises OSError."""
        with self._lock:
            return self.get(python, env, preload)

    def fork(
        self,
        python: tuple[str, ...],
        preload: str,
        request: dict[str, Any],
        streams: list[int],
        patience: float,
    ) -> ForkedProcess:
        """Fork a kernel and let it run. Raises NoForkError with the reason."""
        with self._lock:  # one question at a time: answers bear no number
            for _ in range(2):  # a stale one, or one that has just died, is replaced once
                nursery = self.get(python, request["env"], preload)
                try:
                    said = self._ask(nursery, request, streams, patience)
                except TimeoutError as error:
                    nursery.close()
                    raise NoForkError("the prepared process does not answer") from error
                except (OSError, ValueError) as error:
                    nursery.close()
                    reason = f"the prepared process has ended ({error})"
                    continue
                if isinstance(said, ForkedProcess):
                    return said
                if "error" in said:
                    raise NoForkError(said["error"])
                if "ended" in said:  # the kernel, not the prepared process: another may live
                    reason = "forked kernels are killed before they run"
                    continue
                nursery.close()
                reason = "what it was prepared with changes on disk all the time"
        raise NoForkError(reason)

    @staticmethod
    def _ask(
        nursery: Nursery, request: dict[str, Any], streams: list[int], patience: float
    ) -> ForkedProcess | dict[str, Any]:
        hold, go = os.pipe()
        try:
            said = nursery.fork(request, [*streams, hold], patience)
            if "pid" not in said:
                return said
            try:
                process = ForkedProcess(said["pid"])
            except ProcessLookupError:
                return {"ended": True}
            os.write(go, b"!")  # only now, so that the number cannot be another's
            return process
        finally:
            os.close(hold)
            os.close(go)

    def close(self) -> None:
        """End them all; their kernels go on."""
        with self._lock:
            for each in self._all.values():
                each.close()
            self._all.clear()


class ForkingProvisioner(LocalProvisioner):  # type: ignore[misc]  # jupyter_client is half typed
    """Start kernels by forking, and in the ordinary way where that is not possible."""

    preload = List(Unicode(), list(PRELOAD), config=True, help="Modules imported before forking.")
    patience = Float(30.0, config=True, help="Seconds to wait for a forked kernel.")

    memory = Int(0, config=True, help="Bytes a forked kernel may use for data; 0 without limit.")

    #: Shared by all kernels of this process, since each kernel has a provisioner of its own.
    nurseries: ClassVar[Nurseries] = Nurseries()

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        """Start the kernel that a command line names; return how to reach it."""
        try:
            process = await self._fork(cmd, kwargs)
        except NoForkError as reason:
            self.log.warning("A kernel starts in the ordinary way, which is slower: %s.", reason)
            ordinary: dict[str, Any] = await super().launch_kernel(cmd, **kwargs)
            return ordinary
        self.process, self.pid, self.pgid = process, process.pid, process.pid
        self.cwd = kwargs.get("cwd") or os.getcwd()
        reach: dict[str, Any] = self.connection_info
        return reach

    async def _fork(self, cmd: list[str], kwargs: dict[str, Any]) -> ForkedProcess:
        if reason := why_not():
            raise NoForkError(reason)
        if "-m" not in cmd or cmd[cmd.index("-m") + 1] != "ipykernel_launcher":
            raise NoForkError(f"{cmd[0]} starts no IPython kernel")
        place = cmd.index("-m")
        streams = []
        for name, usual in (("stdout", 1), ("stderr", 2)):
            given = kwargs.get(name)
            if isinstance(given, int) and given < 0:
                raise NoForkError(f"{name} is asked for as a pipe")
            streams.append(usual if given is None else given)
        request = {
            "argv": cmd[place + 2 :],
            "cwd": os.fspath(kwargs.get("cwd") or os.getcwd()),
            "env": dict(kwargs.get("env") or os.environ),
            "memory": self.memory,
        }
        files = [each if isinstance(each, int) else each.fileno() for each in streams]
        # In a thread: a new nursery takes a second to import, and the server must go on.
        forking = asyncio.ensure_future(
            asyncio.to_thread(
                self.nurseries.fork,
                tuple(cmd[:place]),
                ",".join(self.preload),
                request,
                files,
                self.patience,
            )
        )
        try:
            return await asyncio.shield(forking)
        except asyncio.CancelledError:
            forking.add_done_callback(_end)  # the thread goes on, and its kernel would be nobody's
            raise


def _end(forking: asyncio.Future[ForkedProcess]) -> None:
    """End a kernel that nobody waits for any more."""
    if not forking.cancelled() and forking.exception() is None:
        forking.result().kill()
