"""``make lab``: the same notebooks in JupyterLab, to read and change."""

from __future__ import annotations

import os
import secrets
import warnings
from pathlib import Path

from jupyter_core.paths import jupyter_runtime_dir
from jupyterlab.labapp import LabApp

from classroom.course import hush
from classroom.ending import Ending
from classroom.folders import sockets_fit, why_no_place
from classroom.forking import provisioner
from classroom.lessons import HOME
from classroom.serve import address, why_not_here

SETTINGS = Path(__file__).parent / "lab_settings"


def arguments(folder: Path, host: str, port: int, token: str) -> list[str]:
    """Return JupyterLab's command line: no browser, no pop-up, nothing asked of the internet."""
    forked = f"--KernelProvisionerFactory.default_provisioner_name={provisioner.NAME}"
    kernels = [forked] if provisioner.why_not() is None else []
    return [
        f"--ServerApp.root_dir={folder}",
        f"--ServerApp.ip={host}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.open_browser=False",
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
        "--ServerApp.kernel_spec_manager_class=classroom.kernels.CourseKernels",
        "--ServerApp.allow_root=True",
        "--MappingKernelManager.kernel_manager_class=classroom.served.ServedKernel",
        f"--IdentityProvider.token={token}",
        *kernels,
        f"--KernelManager.transport={'ipc' if sockets_fit(jupyter_runtime_dir()) else 'tcp'}",
        f"--LabServerApp.app_settings_dir={SETTINGS}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def lab(folder: Path, *, host: str, port: int) -> int:
    """Run JupyterLab until interrupted; return the exit status.

    The address holds a token, new each time: whoever can reach a JupyterLab without one can
    run any program on this machine.
    """
    if problem := why_not_here(host, port) or why_no_place():
        print(problem)
        return 1
    # Not left where every program that is started from JupyterLab would find it.
    token = os.environ.pop("JUPYTER_TOKEN", "") or secrets.token_urlsafe(24)
    # JupyterLab's own old habits are no news to whoever starts it.
    warnings.simplefilter("ignore", DeprecationWarning)
    with Ending() as ending:
        try:
            app = LabApp.initialize_server(argv=arguments(folder.resolve(), host, port, token))
            ending.listen()  # Jupyter has taken the signals, to ask on the screen whether it should end
            ending.start(lambda: app.stop(from_signal=True))
            hush(app.log)
            start = "lab/tree/" + HOME if (folder / HOME).is_file() else "lab"
            print(
                f"JupyterLab: {address(host, port)}{start}?token={token}   (Ctrl+C ends it)",
                flush=True,
            )
            app.start()
        finally:
            provisioner.ForkingProvisioner.nurseries.close()
    return 0
