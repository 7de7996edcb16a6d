"""``python -m classroom.offline``: gather the wheels into a folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from classroom import options as read
from classroom.offline.gather import WheelsError, gather


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, gather the wheels, return the exit status."""
    parser = read.OneSentence(prog="python -m classroom.offline", description=__doc__)
    parser.add_argument("project", nargs="?", default=".", type=read.project)
    parser.add_argument("target", nargs="?", default="dist/wheels", type=read.folder)
    parser.add_argument("--tests", action="store_true", help="also what the tests need")
    options = parser.parse_args(argv)
    try:
        versions = gather(options.project, options.target, tests=options.tests)
    except (WheelsError, OSError) as error:
        print(read.sentence("The wheels could not be gathered", error), file=sys.stderr)
        return 1
    files = [path.stat().st_size for path in options.target.rglob("*") if path.is_file()]
    print(f"{options.target}: {len(versions)} packages, {sum(files) / 1e6:.0f} MB.")
    print(
        f"Carry the folder to the other machine and run there: python3 install.py  (in {options.target})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
