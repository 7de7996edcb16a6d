"""``python -m classroom.hub``: what JupyterHub starts, for one learner or for one class.

The hub says by its own variables where to listen and under which address. The page offers what it
offers everywhere else: a learner cannot run code of their own here either.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from classroom.hub.place import place

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


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
