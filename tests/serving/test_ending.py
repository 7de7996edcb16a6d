"""A server ends when it is told to: once, without a word too many, and with every process it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.browser.servers import Server, free_port, kernel_processes, running
from tests.serving.clients import GAME, NOTEBOOKS, opened, wait_ready
from tests.serving.kernels import run

#: What a server may be told, and told again.
TOLD = [["SIGINT"], ["SIGINT", "SIGTERM", "SIGINT", "SIGINT"], ["SIGTERM", "SIGTERM"], ["SIGHUP"]]


def family(server: Server) -> list[psutil.Process]:
    """Return the server, what it has started, and what that has started."""
    own = psutil.Process(server.process.pid)
    return [own, *own.children(recursive=True)]


def send(server: Server, names: list[str]) -> None:
    """Send signals one shortly after the other, as a hand on Ctrl+C does."""
    for name in names:
        if server.process.poll() is None:
            server.process.send_signal(getattr(signal, name))
        time.sleep(0.15)


def ends_quietly(server: Server, names: list[str]) -> None:
    """Tell a server to end; see that it says nothing more and leaves nobody behind."""
    everybody, before = family(server), server.log.read_text("utf-8")
    send(server, names)
    assert server.process.wait(60) == 0, server.log.read_text("utf-8")
    assert psutil.wait_procs(everybody, 30)[1] == []
    more = server.log.read_text("utf-8").removeprefix(before)
    for word in (
        "Traceback",
        "Error",
        "ZMQ",
        "Exception",
        "Shut down",
        "Interrupted",
        "destroyed",
        "WARNING",
    ):
        assert word not in more


@pytest.mark.parametrize("names", TOLD, ids=" ".join)
def test_a_course_with_learners_ends_quietly(tmp_path: Path, names: list[str]) -> None:
    with running("serve", NOTEBOOKS, tmp_path, "--class-size", "2", "--lesson", GAME) as server:
        wait_ready(server, 2)

        async def lesson() -> None:
            one = await opened(server)
            await one.move()
            one.vanish()

        run(lesson())
        assert kernel_processes(server)
        ends_quietly(server, names)


def test_a_course_ends_quietly_while_its_tables_are_being_made(tmp_path: Path) -> None:
    with running("serve", NOTEBOOKS, tmp_path, "--class-size", "6", "--lesson", GAME) as server:
        ends_quietly(server, ["SIGINT", "SIGINT"])


@pytest.mark.parametrize("names", [["SIGINT", "SIGINT"], ["SIGHUP"]], ids=" ".join)
def test_jupyterlab_ends_quietly_and_asks_nothing(tmp_path: Path, names: list[str]) -> None:
    with running("lab", NOTEBOOKS, tmp_path) as server:
        ends_quietly(server, names)


@pytest.mark.parametrize("what", ["serve", "lab"])
def test_a_server_that_is_not_up_yet_ends_quietly_too(tmp_path: Path, what: str) -> None:
    command = [sys.executable, "-m", "classroom", what, str(NOTEBOOKS), "--port", str(free_port())]
    env = os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path), "JUPYTER_DATA_DIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        until = time.monotonic() + 60
        while not imports(process.pid) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said == ""


#: As ``make`` where it is the first program of a terminal: told that this is closed, it waits for what it has started.
FIRST = """\
import fcntl, signal, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, lambda *_: None)
sys.exit(subprocess.call(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a terminal's end is watched on Linux only")
@pytest.mark.parametrize("what", ["serve", "lab"])
def test_a_server_ends_with_its_terminal_though_another_program_was_told(
    tmp_path: Path, what: str
) -> None:
    terminal, inside = os.openpty()
    command = [sys.executable, "-m", "classroom", what, str(NOTEBOOKS), "--port", str(free_port())]
    env = os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path), "JUPYTER_DATA_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", FIRST, *command],
        env=env,
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
    ) as first:
        os.close(inside)
        said = b""
        while b"http://" not in said:
            said += os.read(terminal, 1000)
        everybody = psutil.Process(first.pid).children(recursive=True)
        assert everybody
        os.close(terminal)
        left = psutil.wait_procs(everybody, 60)[1]
        for each in left:
            each.kill()
    assert left == []


def imports(pid: int) -> bool:
    """Say whether a process is in the midst of importing its server."""
    return any("zmq" in each.path for each in psutil.Process(pid).memory_maps())
