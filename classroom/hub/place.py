"""Where the hub wants a server to listen; it says so by its own variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Place:
    """Where the hub wants a server to listen, and the path under which its proxy passes requests on."""

    host: str
    port: int
    base_url: str


def place(given: Mapping[str, str]) -> Place:
    """Read from the hub's variables where to listen.

    >>> place({"JUPYTERHUB_SERVICE_URL": "http://127.0.0.1:4567/user/kim/", "JUPYTERHUB_SERVICE_PREFIX": "/user/kim/"})
    Place(host='127.0.0.1', port=4567, base_url='/user/kim/')

    Raises ValueError where the hub has said nothing.
    """
    url = urlsplit(given.get("JUPYTERHUB_SERVICE_URL", ""))
    if url.hostname is None or url.port is None:
        raise ValueError(
            "JUPYTERHUB_SERVICE_URL is not set: JupyterHub starts this, with classroom/jupyterhub_config.py. "
            "Without a hub: python -m classroom serve"
        )
    return Place(url.hostname, url.port, given.get("JUPYTERHUB_SERVICE_PREFIX", "/"))
