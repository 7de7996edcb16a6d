"""Letting the hub say who a visitor is."""

from __future__ import annotations

from typing import Any

from jupyter_server.utils import url_path_join
from jupyterhub.singleuser.extension import JupyterHubIdentityProvider


class HubIdentity(JupyterHubIdentityProvider):  # type: ignore[misc]  # jupyterhub is untyped
    """Send a visitor to the hub's log-in, and let in whom the hub allows here."""

    def get_handlers(self) -> list[Any]:
        """Put the way back from the log-in below this server's own address, which Voila leaves undone."""
        base = self.parent.base_url
        return [(url_path_join(base, path), *rest) for path, *rest in super().get_handlers()]
