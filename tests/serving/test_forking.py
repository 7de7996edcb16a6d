"""Forked kernels are kernels like any other, and where none can be forked an ordinary one starts."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from traitlets.config import Config

from classroom.course import settings
from classroom.forking import nursery, provisioner
from classroom.forking.provisioner import ForkedProcess, ForkingProvisioner, Nurseries
from classroom.listening import open_files
from tests.serving.kernels import Kernel, kernel, run

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="kernels are forked on Linux only; elsewhere the ordinary start"
)


@pytest.fixture(autouse=True)
def own_nurseries(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nurseries]:
    """Prepared processes of this test alone."""
    mine = Nurseries()
    monkeypatch.setattr(ForkingProvisioner, "nurseries", mine)
    yield mine
    mine.close()


def nursery_processes() -> list[psutil.Process]:
    """Return the prepared processes of this test run, kernels left out."""
    found = []
    for one in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it ended since the list was made
            if "classroom.forking.nursery" in " ".join(one.cmdline()):
                found.append(one)
    return found


def ended(pid: int) -> bool:
    """Say whether a process is gone, waiting a while for it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


# ---- a kernel like any other ----------------------------------------------------------------


@needs_linux
def test_a_forked_kernel_prints_and_knows_its_folder_and_environment(tmp_path: Path) -> None:
    async def work() -> None:
        env = os.environ | {"SEVENS_PROBE": "seven of diamonds"}
        del env["PYTEST_CURRENT_TEST"]  # with it a kernel leaves the output of programs alone
        async with kernel(cwd=str(tmp_path), env=env) as one:
            assert one.forked
            assert await one.says("import os; print(os.getcwd())") == str(tmp_path)
            assert await one.says("print(os.environ['SEVENS_PROBE'])") == "seven of diamonds"
            assert await one.says("import sys; print('aside', file=sys.stderr)") == "aside"
            assert await one.says("os.system('echo from a program')") == "from a program"
            assert await one.says("print(__name__, sys.argv[0])") == "__main__ ipykernel_launcher"
            assert await one.says("1 / 0") == "ZeroDivisionError"
            (tmp_path / "beside.py").write_text("card = '7d'", encoding="utf-8")
            assert await one.says("import beside; print(beside.card)") == "7d"

    run(work())


@needs_linux
def test_it_is_interrupted_restarted_and_ended_like_any_other() -> None:
    async def work() -> int:
        async with kernel() as one:
            first = one.pid
            sleeping = one.client.execute("import time; print(1, flush=True); time.sleep(60)")
            await busy(one)
            await one.manager.interrupt_kernel()
            answer = await one.client.get_shell_msg(timeout=30)
            assert answer["parent_header"]["msg_id"] == sleeping
            assert answer["content"]["ename"] == "KeyboardInterrupt"
            await one.says("kept = 1")
            await one.manager.restart_kernel(now=True)
            await one.client.wait_for_ready(timeout=60)
            assert one.forked
            assert one.pid != first
            assert await one.says("print('kept' in globals())") == "False"
            assert ended(first)
            return one.pid

    assert ended(run(work()))


async def busy(one: Kernel) -> None:
    while True:
        message = await one.client.get_iopub_msg(timeout=30)
        if message["msg_type"] == "stream":  # it is in the midst of our code, no longer before it
            return


@needs_linux
def test_it_starts_programs_and_sees_their_end() -> None:
    async def work() -> None:
        async with kernel() as one:
            code = "import subprocess; print(subprocess.run(['sh', '-c', 'exit 7']).returncode)"
            assert await one.says(code) == "7"

    run(work())


@needs_linux
def test_widgets_of_a_forked_kernel_are_reached() -> None:
    async def work() -> None:
        async with kernel() as one:
            code = (
                "import comm\nprint(sorted(comm.get_comm_manager().targets))\n"
                "from sevens_widgets import play; table = play(deal=7); print(table.comm.comm_id)"
            )
            targets, number = (await one.says(code)).splitlines()[:2]
            assert "jupyter.widget.control" in targets
            act = {"data": {"method": "custom", "content": {"type": "ping"}}, "comm_id": number}
            one.client.shell_channel.send(one.client.session.msg("comm_msg", act))
            while True:
                message = await one.client.get_iopub_msg(timeout=30)
                data = message["content"].get("data", {})
                if message["msg_type"] == "comm_msg" and data.get("method") == "custom":
                    assert data["content"] == {"type": "pong"}
                    return

    run(work())


@needs_linux
def test_two_forked_kernels_deal_different_cards_and_bear_different_names() -> None:
    code = (
        "import random, uuid, secrets, tempfile\nfrom random import Random\n"
        "from sevens_widgets import play\n"
        "print(*[play().payload['deal'] for _ in range(4)], Random().random(), random.random(), "
        "uuid.uuid4(), secrets.token_hex(4), play().model_id, sep='\\n')"
    )

    async def work() -> None:
        async with kernel() as one, kernel() as other:
            assert one.forked
            assert other.forked
            said = [(await each.says(code)).splitlines() for each in (one, other)]
        assert said[0][:4] != said[1][:4]
        for mine, theirs in zip(said[0][4:], said[1][4:], strict=True):
            assert mine != theirs

    run(work())


@needs_linux
def test_no_ended_kernel_is_left_lying_about() -> None:
    async def work() -> list[int]:
        numbers = []
        for _ in range(3):
            async with kernel() as one:
                numbers.append(one.pid)
        return numbers

    numbers = run(work())
    assert all(map(ended, numbers))
    (prepared,) = nursery_processes()
    until = time.monotonic() + 60
    while prepared.children() and time.monotonic() < until:
        time.sleep(0.05)  # one that has ended may not be buried yet
    assert prepared.children() == []
    assert prepared.num_threads() == 1


@needs_linux
def test_kernels_share_one_prepared_process_and_outlive_it() -> None:
    config = Config({"ForkingProvisioner": {"preload": ["ipywidgets"]}})

    async def work() -> None:
        async with kernel(config) as one, kernel(config) as other:
            (prepared,) = nursery_processes()
            assert {psutil.Process(each.pid).ppid() for each in (one, other)} == {prepared.pid}
            prepared.kill()
            prepared.wait(20)
            assert await one.says("print('still here')") == "still here"
            async with kernel(config) as later:
                assert later.forked
                assert [each.pid for each in nursery_processes()] != [prepared.pid]

    run(work())


ORPHAN = """\
import asyncio, os, sys
from tests.serving.kernels import kernel
async def work():
    async with kernel() as one:
        assert one.forked
        print(one.pid, flush=True)
        os.kill(os.getpid(), 9)
asyncio.run(work())
"""


@needs_linux
def test_kernels_end_when_their_server_is_killed() -> None:
    killed = subprocess.run(
        [sys.executable, "-c", ORPHAN], capture_output=True, text=True, check=False, timeout=100
    )
    assert killed.returncode == -signal.SIGKILL
    assert ended(int(killed.stdout))


@needs_linux
def test_a_forked_kernel_that_takes_too_much_memory_is_in_trouble_alone() -> None:
    config = Config({"ForkingProvisioner": {"memory": 512 << 20}})

    async def work() -> None:
        async with kernel(config) as one, kernel() as other:
            assert one.forked
            assert await one.says("much = bytearray(600 << 20)") == "MemoryError"
            assert await one.says("print('still here')") == "still here"
            assert await other.says("much = bytearray(600 << 20); print(len(much) >> 20)") == "600"

    run(work())


@needs_linux
def test_the_kernels_of_a_served_course_have_such_a_limit_and_those_of_jupyterlab_none() -> None:
    c = settings(Path("notebooks"), host="127.0.0.1", port=8866)
    assert 256 << 20 < c.ForkingProvisioner.memory < 2 << 30
    assert ForkingProvisioner.memory.default_value == 0


# ---- what is stale is not used --------------------------------------------------------------


@needs_linux
def test_a_module_changed_on_disk_is_imported_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "sevens_probe"
    package.mkdir()
    (package / "__init__.py").write_text("card = '7d'", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    config = Config({"ForkingProvisioner": {"preload": ["sevens_probe"]}})

    async def work() -> list[str]:
        said = []
        for card in ("7d", "10 of hearts"):
            (package / "__init__.py").write_text(f"card = {card!r}", encoding="utf-8")
            async with kernel(config) as one:
                assert one.forked
                said.append(await one.says("import sevens_probe; print(sevens_probe.card)"))
        return said

    assert run(work()) == ["7d", "10 of hearts"]


def test_files_of_any_kind_count_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sevens_other").mkdir()
    script = tmp_path / "sevens_other" / "table.js"
    script.write_text("1", encoding="utf-8")
    (tmp_path / "sevens_other" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    before = nursery.fingerprint(("sevens_other",))
    assert len(before) == 2
    os.utime(script, ns=(1, 1))
    assert nursery.fingerprint(("sevens_other",)) != before


# ---- every way back to the ordinary start -----------------------------------------------------


def starts_ordinarily(caplog: pytest.LogCaptureFixture, config: Config | None = None) -> str:
    """Start a kernel that cannot be forked, see that it works, and return why it was not."""

    async def work() -> None:
        async with kernel(config) as one:
            assert not one.forked
            assert await one.says("print('ordinary')") == "ordinary"

    run(work())
    (line,) = [text for text in caplog.messages if "ordinary way" in text]
    return line


def test_elsewhere_than_on_linux(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux, and this is darwin" in starts_ordinarily(caplog)


def test_with_a_python_that_lacks_what_forking_needs(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert "cannot follow processes of others" in starts_ordinarily(caplog)


def test_where_the_course_was_installed_before_it_could_fork(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "pidfd_open", lambda pid: -1, raising=False)
    monkeypatch.setattr(provisioner, "entry_points", lambda **_: [])
    reason = provisioner.why_not()
    assert reason is not None
    assert "is not installed with this course" in reason


@needs_linux
def test_the_course_is_installed_with_its_provisioner() -> None:
    assert provisioner.why_not() is None


#: Kills forked kernels, as many as are ``doomed``, before they can say a word.
DOOMED = """\
import os
fork = os.fork
def killed():
    global doomed
    doomed -= 1
    pid = fork()
    if not pid and doomed >= 0:
        os.kill(os.getpid(), 9)
    return pid
os.fork = killed
"""

#: What a prepared module may do, how long its process is waited for, and what is said then.
TROUBLES = {
    "no process can be forked: no room": (
        "import errno, os\ndef fork():\n    raise OSError(errno.EAGAIN, 'no room')\nos.fork = fork\n",
        30.0,
    ),
    "has started a thread": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=[600], daemon=True).start()\n",
        30.0,
    ),
    "the prepared process has ended": ("import os; os._exit(3)", 30.0),
    "forked kernels are killed before they run": (f"{DOOMED}doomed = 1000\n", 300.0),
    "does not answer": ("import time; time.sleep(600)", 0.3),
}


@needs_linux
@pytest.mark.parametrize("said", TROUBLES)
def test_when_the_prepared_process_is_in_trouble(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    module, patience = TROUBLES[said]
    (tmp_path / "troublesome.py").write_text(module, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    own = {"preload": ["troublesome"], "patience": patience}
    assert said in starts_ordinarily(caplog, Config({"ForkingProvisioner": own}))


@needs_linux
def test_a_kernel_killed_before_it_has_answered_is_forked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "troublesome.py").write_text(f"{DOOMED}doomed = 1\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    own = {"preload": ["troublesome"], "patience": 300.0}

    async def work() -> None:
        async with kernel(Config({"ForkingProvisioner": own})) as one:
            assert one.forked, "by the same prepared process: another would kill its first one too"
            assert await one.says("print('here')") == "here"

    run(work())


@needs_linux
def test_a_kernel_killed_right_after_it_has_answered_is_forked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    follow = ForkedProcess.__init__
    killed: list[int] = []

    def late(self: ForkedProcess, pid: int) -> None:
        if not killed:
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)
            while psutil.pid_exists(pid):  # the prepared process buries it at once
                time.sleep(0.01)
        follow(self, pid)

    async def work() -> None:
        async with kernel(Config({"ForkingProvisioner": {"patience": 300.0}})) as one:
            assert one.forked
            assert [one.pid] != killed
            assert await one.says("print('here')") == "here"

    monkeypatch.setattr(ForkedProcess, "__init__", late)
    run(work())
    assert len(killed) == 1


@needs_linux
def test_a_module_that_cannot_be_imported_beforehand_is_left_to_the_lessons(tmp_path: Path) -> None:
    config = Config({"ForkingProvisioner": {"preload": ["no_such_module"]}})

    async def work() -> None:
        async with kernel(config) as one:
            assert one.forked
            assert await one.says("import no_such_module") == "ModuleNotFoundError"

    run(work())


@needs_linux
def test_a_kernel_nobody_waits_for_any_more_ends_by_itself() -> None:
    """The server may have given up and started an ordinary one on the same connection file."""
    mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    hold, go = os.pipe()
    command = [sys.executable, "-m", "classroom.forking.nursery", str(theirs.fileno()), ""]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    try:
        request = b'{"argv": [], "cwd": "/", "env": {}}'
        socket.send_fds(mine, [request], [1, 2, hold])
        answer = json.loads(mine.recv(4096))
        os.close(hold)
        assert psutil.pid_exists(answer["pid"])
        os.close(go)
        assert ended(answer["pid"])
        mine.close()
        theirs.close()
        assert process.wait(20) == 0
    finally:
        process.kill()


@needs_linux
def test_a_kernel_that_is_called_off_while_it_is_forked_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, go = threading.Event(), threading.Event()
    forked: list[int] = []
    fork = Nurseries.fork

    def slow(self: Nurseries, *given: Any) -> ForkedProcess:
        asked.set()
        go.wait(20)
        process = fork(self, *given)
        forked.append(process.pid)
        return process

    monkeypatch.setattr(Nurseries, "fork", slow)

    async def start() -> None:
        async with kernel():
            pytest.fail("it was called off")

    async def work() -> None:
        starting = asyncio.create_task(start())
        assert await asyncio.to_thread(asked.wait, 20)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        go.set()
        while not forked:
            await asyncio.sleep(0.05)
        assert await asyncio.to_thread(ended, forked[0])

    run(work())


@needs_linux
def test_a_forked_process_is_followed_like_ones_own() -> None:
    async def work() -> None:
        async with kernel() as one:
            process = one.manager.provisioner.process
            assert process.poll() is None
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
            process.terminate()
            assert await asyncio.to_thread(process.wait, 20) == 0
            process.kill()  # too late, and no harm
            assert process.poll() == 0

    run(work())


@needs_linux
def test_a_forked_process_is_followed_where_a_thousand_files_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each learner takes some; select takes no file numbered above 1023."""
    assert open_files() > 1100, "this system allows too few open files for the test"
    opened = os.pidfd_open

    def late(pid: int) -> int:
        first = opened(pid)
        try:
            return fcntl.fcntl(first, fcntl.F_DUPFD_CLOEXEC, 1100)
        finally:
            os.close(first)

    monkeypatch.setattr(os, "pidfd_open", late)
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process = ForkedProcess(child.pid)
    assert process._handle >= 1100
    assert process.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    process.kill()
    assert process.wait(60) == 0
    assert process.poll() == 0
    child.communicate()
