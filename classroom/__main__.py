"""``python -m classroom serve`` and ``python -m classroom lab``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m classroom", description=__doc__)
    parser.add_argument("what", choices=["serve", "lab"], help="web pages, or JupyterLab")
    parser.add_argument("folder", nargs="?", default="notebooks", type=Path)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets the network in")
    parser.add_argument("--port", type=int, help="8866 for serve, 8888 for lab")
    parser.add_argument(
        "--base-url", default="/", help="/sevens/ where a web server passes on what is below it"
    )
    parser.add_argument(
        "--cull-after", type=int, default=600, metavar="SECONDS", help="for pages that are gone"
    )
    parser.add_argument(
        "--class-size", type=int, metavar="N", help="so many tables of one lesson wait ready"
    )
    parser.add_argument(
        "--most", type=int, metavar="N", help="learners at most; else as many as memory holds"
    )
    parser.add_argument("--lesson", metavar="FILE", help="the lesson a class comes for")
    parser.add_argument(
        "--name", action="append", default=[], help="a further host name of this server"
    )
    parser.add_argument(
        "--token",
        default=os.environ.get("SEVENS_TOKEN", ""),
        help="a word that visitors must know; SEVENS_TOKEN hides it from the list of processes",
    )
    parser.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="keep the results that learners send; off without",
    )
    return parser


def main(argv: list[str] | None = None) -> int:
    """Read the command line, run the server it names, return the exit status."""
    options = _parser().parse_args(argv)
    if options.what == "serve":
        from classroom.serve import serve

        port = 8866 if options.port is None else options.port
        return serve(
            options.folder,
            host=options.host,
            port=port,
            cull_after=options.cull_after,
            base_url=f"/{options.base_url.strip('/')}/".replace("//", "/"),
            class_size=options.class_size,
            most=options.most,
            lesson=options.lesson or None,
            names=tuple(name for given in options.name for name in given.split()),
            token=options.token,
            board=options.board,
        )
    from classroom.lab import lab

    port = 8888 if options.port is None else options.port
    return lab(options.folder, host=options.host, port=port)


if __name__ == "__main__":
    sys.exit(main())
