"""``make lab``: the same notebooks in JupyterLab, to read and change."""

from __future__ import annotations

import os
import secrets
import warnings
from pathlib import Path

from jupyterlab.labapp import LabApp

from classroom.forking import provisioner
from classroom.lessons import HOME
from classroom.serve import address, hush_pings, why_not_here

SETTINGS = Path(__file__).parent / "lab_settings"


def arguments(folder: Path, host: str, port: int) -> list[str]:
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
        *kernels,
        f"--KernelManager.transport={'ipc' if os.name == 'posix' else 'tcp'}",
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
    if problem := why_not_here(host, port):
        print(problem)
        return 1
    token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_urlsafe(24))
    # JupyterLab's own old habits are no news to whoever starts it.
    warnings.simplefilter("ignore", DeprecationWarning)
    app = LabApp.initialize_server(argv=arguments(folder.resolve(), host, port))
    hush_pings()
    app.log.addFilter(lambda record: "is not trusted" not in record.getMessage())
    start = "lab/tree/" + HOME if (folder / HOME).is_file() else "lab"
    print(f"JupyterLab: {address(host, port)}{start}?token={token}   (Ctrl+C ends it)", flush=True)
    try:
        app.start()
    finally:
        provisioner.ForkingProvisioner.nurseries.close()
    return 0
