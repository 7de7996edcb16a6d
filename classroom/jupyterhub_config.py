"""JupyterHub for the course: ``jupyterhub -f classroom/jupyterhub_config.py`` (CLASSROOM.md says how).

Each learner logs in by a name of their own and gets a server of their own, which goes away when it is
idle. Or, with SEVENS_CLASSES="3b 4a", the learners of a class share one server, and their games stay
apart all the same, because each page has a kernel of its own.

SEVENS_HUB_PASSWORD   the password of all learners, at least eight characters; without it people log
                      in as users of this machine (PAM), which is what a school with accounts wants
SEVENS_CLASSES        names of classes, separated by spaces; each gets one server
SEVENS_HUB_DATA       the folder for the hub's own files; ./hub-data if not given
SEVENS_HUB_PORT       the port of the proxy; 8000 if not given
SEVENS_IDLE           seconds without a click after which a learner's server goes away; 1800
"""

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

here = Path(__file__).resolve().parent
data = Path(os.environ.get("SEVENS_HUB_DATA", "hub-data")).resolve()
data.mkdir(mode=0o700, parents=True, exist_ok=True)


def free_port() -> int:
    """Find a port of this machine that nobody listens on, for what is not reached from outside."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


c = get_config()  # type: ignore[name-defined]  # noqa: F821  # JupyterHub provides it

c.JupyterHub.bind_url = f"http://:{os.environ.get('SEVENS_HUB_PORT', '8000')}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{free_port()}"
c.JupyterHub.db_url = f"sqlite:///{data / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(data / "cookie_secret")
c.JupyterHub.cleanup_servers = True

proxy = here / "hub" / "node_modules" / ".bin" / "configurable-http-proxy"
c.ConfigurableHTTPProxy.command = [
    str(proxy) if proxy.exists() else shutil.which("configurable-http-proxy") or str(proxy)
]
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{free_port()}"
c.ConfigurableHTTPProxy.pid_file = str(data / "proxy.pid")

password = os.environ.get("SEVENS_HUB_PASSWORD")
if password is None:
    c.JupyterHub.authenticator_class = "pam"
    c.JupyterHub.spawner_class = "localprocess"
else:
    # All learners share this machine's user, too. The servers run nothing that a learner wrote, so
    # that nobody reaches another's files; with PAM, or one container a learner, the system sees to it.
    c.JupyterHub.authenticator_class = "shared-password"
    c.SharedPasswordAuthenticator.user_password = password
    c.JupyterHub.spawner_class = "simple"
    c.SimpleLocalProcessSpawner.home_dir_template = str(data / "homes" / "{username}")
c.Authenticator.allow_all = True

course = [sys.executable, "-m", "classroom.hub"]
environment = {"PYTHONPATH": str(here.parent)}
for name in ("SEVENS_NOTEBOOKS", "PATH", "LANG"):
    if name in os.environ:
        environment[name] = os.environ[name]
c.Spawner.cmd = course
c.Spawner.environment = environment
c.Spawner.start_timeout = c.Spawner.http_timeout = 60
c.JupyterHub.concurrent_spawn_limit = 4  # a class that logs in at once waits in line, not in vain

services: list[dict[str, Any]] = [
    {
        "name": "idle-culler",
        "command": [
            *(sys.executable, "-m", "jupyterhub_idle_culler"),
            f"--timeout={os.environ.get('SEVENS_IDLE', '1800')}",
        ],
    }
]
roles: list[dict[str, Any]] = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
classes = os.environ.get("SEVENS_CLASSES", "").split()
for name in classes:
    services.append(
        {
            "name": name,
            "url": f"http://127.0.0.1:{free_port()}",
            "command": course,
            "environment": environment,
            "oauth_no_confirm": True,
        }
    )
if classes:
    roles.append(
        {
            "name": "user",
            "scopes": ["self", *(f"access:services!service={name}" for name in classes)],
        }
    )
    c.JupyterHub.default_url = f"/services/{classes[0]}/" if len(classes) == 1 else "/hub/home"
c.JupyterHub.services = services
c.JupyterHub.load_roles = roles
