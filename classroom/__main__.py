"""``python -m classroom serve`` and ``python -m classroom lab``."""

from __future__ import annotations

import argparse
import os
import sys

from classroom import options as read

#: Options that JupyterLab has no use for.
OF_PAGES = (
    "base_url",
    "cull_after",
    "class_size",
    "most",
    "lesson",
    "name",
    "behind",
    "token",
    "board",
)


def _parser() -> argparse.ArgumentParser:
    parser = read.OneSentence(prog="python -m classroom", description=__doc__)
    parser.add_argument("what", choices=["serve", "lab"], help="web pages, or JupyterLab")
    parser.add_argument("folder", nargs="?", default="notebooks", type=read.notebooks)
    parser.add_argument(
        "--host", default="127.0.0.1", type=read.host, help="0.0.0.0 lets the network in"
    )
    parser.add_argument("--port", type=read.port, help="8866 for serve, 8888 for lab")
    pages = parser.add_argument_group("for serve only")
    pages.add_argument(
        "--base-url",
        type=read.base_url,
        help="/sevens/ where a web server passes on what is below it",
    )
    pages.add_argument(
        "--cull-after",
        type=read.whole("CULL_AFTER", 1, 86_400, "seconds"),
        metavar="SECONDS",
        help="for pages that are gone; 600 if not given",
    )
    pages.add_argument(
        "--class-size",
        type=read.whole("CLASS", 0, read.MOST_LEARNERS, "learners"),
        metavar="N",
        help="so many tables of one lesson wait ready",
    )
    pages.add_argument(
        "--most",
        type=read.whole("MOST", 1, read.MOST_LEARNERS, "learners"),
        metavar="N",
        help="learners at most; else as many as memory holds",
    )
    pages.add_argument("--lesson", metavar="FILE", help="the lesson a class comes for")
    pages.add_argument(
        "--name", action="append", type=read.names, help="a further host name of this server"
    )
    pages.add_argument(
        "--behind",
        action="append",
        type=read.addresses,
        metavar="ADDRESS",
        help="of a web server on another machine that passes requests on, and is believed for whom",
    )
    pages.add_argument(
        "--token",
        type=read.token,
        help="a word that visitors must know; SEVENS_TOKEN hides it from the list of processes",
    )
    pages.add_argument(
        "--board",
        type=read.board,
        metavar="FILE",
        help="keep the results that learners send; off without",
    )
    return parser


def _serve(given: argparse.Namespace, token: str) -> int:
    from classroom.course import CULL_AFTER
    from classroom.serve import serve

    return serve(
        given.folder,
        host=given.host,
        port=given.port or 8866,
        cull_after=given.cull_after or CULL_AFTER,
        base_url=given.base_url or "/",
        class_size=given.class_size,
        most=given.most,
        lesson=given.lesson or None,
        names=tuple(name for each in given.name or [] for name in each),
        behind=tuple(address for each in given.behind or [] for address in each),
        token=token,
        board=given.board,
    )


def main(argv: list[str] | None = None) -> int:
    """Read the command line, run the server it names, return the exit status."""
    try:
        parser = _parser()
        given = parser.parse_args(argv)
        # Taken out, so that no kernel and no other program finds it here.
        code = os.environ.pop("SEVENS_TOKEN", "")
        if given.what == "serve":
            try:
                return _serve(given, read.token(code) if given.token is None else given.token)
            except argparse.ArgumentTypeError as wrong:
                print(wrong, file=sys.stderr)
                return 2
        useless = [each for each in OF_PAGES if getattr(given, each) is not None]
        if useless:
            parser.error(f"--{useless[0].replace('_', '-')} is for serve only")
        from classroom.lab import lab

        return lab(given.folder, host=given.host, port=given.port or 8888)
    except KeyboardInterrupt:
        return 0  # before there was anything to end


if __name__ == "__main__":
    sys.exit(main())
