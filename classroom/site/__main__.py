"""``python -m classroom.site``: write the site into a folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from classroom import options as read
from classroom.export import ExportError
from classroom.site.build import build, size
from classroom.site.runtime import SiteError


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, write the site, return the exit status."""
    parser = read.OneSentence(prog="python -m classroom.site", description=__doc__)
    parser.add_argument("folder", nargs="?", default="notebooks", type=read.notebooks)
    parser.add_argument("target", nargs="?", default="dist/site", type=read.folder)
    parser.add_argument("--cache", default="build/site", type=read.folder, help="what was fetched")
    options = parser.parse_args(argv)
    try:
        for written in build(options.folder, options.target, options.cache):
            print(f"{written.name}  {written.stat().st_size / 1024:.0f} KB", flush=True)
    except (ExportError, SiteError, OSError) as error:
        print(read.sentence("The site could not be built", error), file=sys.stderr)
        return 1
    print(f"{options.target}: {size(options.target)}. Put the folder on any web server.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
