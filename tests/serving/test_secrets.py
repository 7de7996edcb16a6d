"""No kernel knows the class code, or any other secret of the server that started it."""

from __future__ import annotations

import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from jupyter_client.provisioning import KernelProvisionerFactory
from traitlets.config import Config

from classroom.course import settings
from classroom.forking.provisioner import NAME, ForkingProvisioner, Nurseries
from classroom.kernels import CourseKernels
from classroom.lab import arguments
from classroom.pool import ClassKernels
from classroom.served import ServedKernel, without_secrets
from tests.browser.servers import Server, kernel_processes, running
from tests.serving.clients import GAME, NOTEBOOKS, opened, wait_ready
from tests.serving.conftest import Start
from tests.serving.kernels import run

CODE = "clover-and-seven-spades"
SECRETS = {
    "SEVENS_TOKEN": CODE,
    "SEVENS_HUB_PASSWORD": CODE,
    "JUPYTER_TOKEN": CODE,
    "JUPYTERHUB_API_TOKEN": CODE,
    "JUPYTERHUB_SERVICE_URL": CODE,
    "JPY_API_TOKEN": CODE,
    "JPY_COOKIE_SECRET": CODE,
    "CONFIGPROXY_AUTH_TOKEN": CODE,
    "GITHUB_TOKEN": CODE,
    "AWS_SECRET_ACCESS_KEY": CODE,
    "PGPASSWORD": CODE,
    "OPENAI_API_KEY": CODE,
    "QUERY_STRING": f"token={CODE}",
    "VOILA_REQUEST_URL": f"http://127.0.0.1/?token={CODE}",
}


def test_what_is_no_secret_stays() -> None:
    plain = {"PATH": "/bin", "HOME": "/root", "LANG": "C", "JPY_PARENT_PID": "7", "DISPLAY": ":0"}
    assert without_secrets(plain | SECRETS) == plain


def told(process: psutil.Process) -> list[str]:
    """Return what a process was told at its start, its own command line included."""
    if sys.platform != "linux":
        return [f"{k}={v}" for k, v in process.environ().items()] + process.cmdline()
    folder = Path("/proc") / str(process.pid)
    return (folder / "environ").read_text().split("\0") + (folder / "cmdline").read_text().split(
        "\0"
    )


async def says(client: Any, code: str) -> str:
    """Run code in a kernel and return what it prints."""
    heard: list[str] = []

    def hear(message: Any) -> None:
        heard.append(message["content"].get("text", ""))

    await client.execute_interactive(code, output_hook=hear, timeout=60)
    return "".join(heard)


@pytest.mark.parametrize("forked", [True, False])
def test_a_kernel_hears_no_secret_at_its_start_nor_when_it_starts_again(
    forked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Nurseries()
    monkeypatch.setattr(ForkingProvisioner, "nurseries", mine)
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SEVENS_PROBE", "no secret")
    config = Config({"KernelProvisionerFactory": {"default_provisioner_name": NAME}})
    say = "import os\nfor k, v in os.environ.items(): print(k, v, sep='=')"

    async def work() -> None:
        KernelProvisionerFactory.clear_instance()
        kept = KernelProvisionerFactory.instance(config=config if forked else Config())
        manager = ServedKernel(
            config=config,
            kernel_spec_manager=CourseKernels(),
            kernel_id=str(uuid4()),
            transport="ipc",
        )
        await manager.start_kernel(env={**os.environ})
        client = manager.client()
        client.start_channels()
        try:
            for _ in range(2):
                await client.wait_for_ready(timeout=60)
                kind = type(manager.provisioner.process).__name__
                assert (kind == "ForkedProcess") == (forked and sys.platform == "linux")
                lines = await says(client, say)
                assert "SEVENS_PROBE=no secret" in lines
                assert CODE not in lines
                assert CODE not in "\n".join(told(psutil.Process(manager.provisioner.pid)))
                await manager.restart_kernel(now=True)
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)
            del kept
            KernelProvisionerFactory.clear_instance()

    try:
        run(work())
    finally:
        mine.close()


def test_the_kernels_of_a_served_course_do_not_know_its_code(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SEVENS_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.setenv(name, CODE)

    async def lesson(server: Server) -> None:
        one = await opened(server, token=CODE)  # from the pool; the address holds the code
        other = await opened(server, token=CODE, lesson="position_lab.ipynb")  # made for it
        processes = kernel_processes(server)
        assert len(processes) >= 2
        processes += psutil.Process(server.process.pid).children()
        for each in processes:
            assert CODE not in "\n".join(told(each))
        await one.leave()
        await other.leave()

    with start("--class-size", "1", "--lesson", GAME) as server:
        wait_ready(server, 1)
        run(lesson(server))


def test_every_server_of_ours_starts_such_kernels(tmp_path: Path) -> None:
    pool = settings(tmp_path, host="127.0.0.1", port=8866).VoilaConfiguration
    assert pool.multi_kernel_manager_class is ClassKernels
    (manager,) = (
        each
        for each in arguments(tmp_path, "127.0.0.1", 8888, "x")
        if "kernel_manager_class" in each
    )
    assert manager.endswith(f"={ServedKernel.__module__}.{ServedKernel.__name__}")


def asked(server: Server, path: str, body: dict[str, Any] | None = None) -> Any:
    request = urllib.request.Request(
        f"{server.url}{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"token {server.token}"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_jupyterlab_keeps_its_token_and_lists_kernels_from_their_first_moment(
    tmp_path: Path,
) -> None:
    with running("lab", NOTEBOOKS, tmp_path) as server:
        made = asked(server, "api/kernels", {"name": "python3"})
        assert [each["id"] for each in asked(server, "api/kernels")] == [made["id"]]
        for each in kernel_processes(server):
            assert server.token not in "\n".join(told(each))
        children = psutil.Process(server.process.pid).children(recursive=True)
        assert not any(server.token in "\n".join(told(each)) for each in children)


def test_a_kernel_that_is_still_starting_has_a_time_to_show() -> None:
    """Jupyter sets it a moment later; a list of kernels asked for in between was an error 500."""
    kernels = ClassKernels.__mro__[1](kernel_manager_class="classroom.served.ServedKernel")
    number = str(uuid4())
    kernels._kernels[number] = ServedKernel(kernel_name="python3")
    kernels._kernel_connections[number] = 0
    (shown,) = kernels.list_kernels()
    assert shown["id"] == number
    assert shown["last_activity"].endswith("Z")
