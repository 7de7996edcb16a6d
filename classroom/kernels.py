"""Which kernel runs the notebooks: always the one of this environment."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.paths import jupyter_runtime_dir
from traitlets import default

from classroom.folders import sockets_fit


class CourseKernels(KernelSpecManager):  # type: ignore[misc]  # jupyter_client is half typed
    """Offer one kernel, the Python that runs the server.

    A ``python3`` kernel in the user's own Jupyter folder would otherwise win and fail to
    import the course.
    """

    @default("kernel_dirs")
    def _no_folders(self) -> list[str]:
        return []  # with no folder to look in, only the running Python is left


class CourseKernel(AsyncKernelManager):  # type: ignore[misc]  # half typed as well
    """The manager of one such kernel, for running a notebook outside a server."""

    @default("kernel_spec_manager")
    def _own_kernels(self) -> CourseKernels:
        return CourseKernels()

    @default("transport")
    def _no_ports(self) -> str:
        # To a socket nobody else on the machine can listen.
        return "ipc" if sockets_fit(jupyter_runtime_dir()) else "tcp"

    @default("connection_file")
    def _own_file(self) -> str:
        folder = Path(jupyter_runtime_dir())
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return str(folder / f"kernel-{uuid4()}.json")
