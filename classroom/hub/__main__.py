"""``python -m classroom.hub``: what JupyterHub starts, for one learner or for one class.

The hub says by its own variables where to listen and under which address. The page offers what it
offers everywhere else: a learner cannot run code of their own here either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


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


def main() -> int:
    """Serve the course until the hub ends it; return the exit status."""
    try:
        where = place(os.environ)
    except ValueError as error:
        print(error)
        return 1
    from classroom.hub.server import serve

    return serve(Path(os.environ.get("SEVENS_NOTEBOOKS", NOTEBOOKS)), where)


if __name__ == "__main__":
    sys.exit(main())
