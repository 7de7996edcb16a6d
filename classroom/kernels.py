"""Which kernel runs the notebooks: always the one of this environment."""

from __future__ import annotations

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from traitlets import default


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
