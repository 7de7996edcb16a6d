"""What a kernel of a served course is told of its server: nothing secret."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from traitlets import default

#: Variables that are the server's own business. The address a page was asked for may hold the class code.
_OWN = re.compile(
    r"JUPYTERHUB_\w+|JPY_(HUB|API|COOKIE|BASE|USER)\w*|QUERY_STRING|VOILA_REQUEST_URL"
)
#: What secrets are called, whosever they are.
_SECRET = re.compile(
    r"TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(API|ACCESS|PRIVATE)_?KEY", re.I
)


def without_secrets(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without what a kernel must not know: the class code, the hub's tokens, passwords.

    >>> without_secrets({"PATH": "/bin", "SEVENS_TOKEN": "clover", "JUPYTERHUB_USER": "kim", "LANG": "C"})
    {'PATH': '/bin', 'LANG': 'C'}
    """
    return {
        name: value
        for name, value in env.items()
        if not _OWN.fullmatch(name) and not _SECRET.search(name)
    }


class ServedKernel(ServerKernelManager):  # type: ignore[misc]  # half typed
    """The manager of one kernel of ``make serve``, ``make lab`` or a hub's server.

    However the kernel starts, forked or not, for the first time or again, it knows no secret of the server.
    """

    @default("last_activity")
    def _now(self) -> datetime:
        # Jupyter sets this a moment after the kernel can be seen; until then every list of kernels
        # (GET /api/kernels) would end in an error 500, because None has no date.
        now: datetime = utcnow()
        return now

    async def _async_pre_start_kernel(self, **kw: Any) -> tuple[list[str], dict[str, Any]]:
        kw["env"] = without_secrets(kw.get("env") or os.environ)
        command: tuple[list[str], dict[str, Any]] = await super()._async_pre_start_kernel(**kw)
        return command
