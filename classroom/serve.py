"""``make serve``: the course as web pages, until somebody ends it."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlencode

from tornado.ioloop import IOLoop

from classroom import options as read
from classroom.capacity import capacity
from classroom.course import CULL_AFTER, SHARE, Course, run, settings
from classroom.ending import Ending
from classroom.folders import why_no_place
from classroom.forking import provisioner
from classroom.gate import own_names
from classroom.lessons import pages
from classroom.pages import keep_templates_compiled
from classroom.results import Results, ResultsError
from classroom.results_pages import open_board


def address(host: str, port: int, base_url: str = "/") -> str:
    """Return the address to type into a browser.

    >>> address("127.0.0.1", 8866)
    'http://127.0.0.1:8866/'
    """
    if host in ("", "0.0.0.0", "::"):
        host = own_address()
    if ":" in host:
        host = f"[{host}]"
    return f"http://{host}:{port}{base_url}"


def own_address() -> str:
    """Return this machine's address in its network, or 127.0.0.1 if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses a way out
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def why_not_here(host: str, port: int) -> str | None:
    """Return one sentence on why no server can listen here, or None if one can."""
    if not 0 < port < 65536:
        return read.no_port(str(port))
    try:
        where = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(where[0], where[1]) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where[4])
    except (socket.gaierror, UnicodeError):
        return read.no_host(host)
    except PermissionError:
        return f"Port {port} is reserved for the administrator: choose another, say PORT=8866."
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is already in use: choose another, say PORT={_another(port)}."
        if error.errno == errno.EADDRNOTAVAIL:
            return read.no_host(host)
        return f"Cannot listen on {host}, port {port}: {error.strerror}."
    return None


def _another(port: int) -> int:
    return port + 1 if port < 65535 else 8866


def warm_pool(folder: Path, class_size: int, lesson: str | None, fit: int) -> dict[str, int]:
    """Return how many kernels wait for each notebook.

    class_size: learners who come at once; 0 for no pool. lesson: the notebook they come for, and then
    none wait for others; without one, a class waits for the first and one learner for each other.
    fit: kernels that this machine holds; at most half of them wait.
    """
    files = pages(folder)
    if not files or class_size <= 0:
        return {}
    budget = max(1, fit // 2)
    if lesson in files:
        return {str(lesson): min(class_size, budget)}
    main = files[0]
    most = max(1, min(class_size, budget - (len(files) - 1)))
    sizes = {main: most}
    for name in files:
        if name != main and sum(sizes.values()) < budget:
            sizes[name] = 1
    return sizes


def serve(
    folder: Path,
    *,
    host: str,
    port: int,
    cull_after: int = CULL_AFTER,
    base_url: str = "/",
    board: Path | None = None,
    class_size: int | None = None,
    most: int | None = None,
    lesson: str | None = None,
    names: tuple[str, ...] = (),
    behind: tuple[str, ...] = (),
    token: str = "",
) -> int:
    """Serve the course until interrupted; return the exit status."""
    if problem := why_not_here(host, port) or _why_not_this(folder, lesson) or why_no_place():
        print(problem)
        return 1
    _use_own_templates()
    folder = folder.resolve()
    fits = most or capacity([], forked=provisioner.why_not() is None).learners
    if class_size is None:
        class_size = 1 if _is_alone(host, port) else 30
    warm = warm_pool(folder, class_size, lesson, fits)
    config = settings(
        folder,
        host=host,
        port=port,
        cull_after=cull_after,
        base_url=base_url,
        warm=warm,
        limit=fits,
        names=(*own_names(), host, *names),
        behind=behind,
        token=token,
    )
    try:
        kept = None if board is None else open_board(Results(board))
    except ResultsError as error:
        print(error)
        return 1
    try:
        with Ending() as ending:
            app = Course.instance(config=config)
            app.board = kept
            # The first thing the event loop does, and it runs only once the server listens.
            IOLoop.current().add_callback(
                announce, app, address(host, port, base_url), sum(warm.values()), most
            )
            run(app, ending)
    except OSError as error:
        print(why_not_here(host, port) or f"The course cannot be served: {error}.")
        return 1
    return 0


def _use_own_templates() -> None:
    """Let Voila find its page template, and keep what it compiles of it."""
    there = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), *filter(None, [there])])
    keep_templates_compiled()


def _is_alone(host: str, port: int) -> bool:
    """Say whether only this machine itself can come here."""
    return address(host, port).startswith(("http://127.", "http://localhost", "http://[::1]"))


def _why_not_this(folder: Path, lesson: str | None) -> str | None:
    """Return one sentence on why a folder or a lesson cannot be served, or None if both can."""
    if not folder.is_dir():
        return read.no_folder(str(folder))
    files = pages(folder)
    if lesson is not None and lesson not in files:
        return f"LESSON={lesson} is no lesson: choose one of {', '.join(files)}."
    return None


def board_address(where: str, code: str, token: str = "") -> str:
    """Give the address of the class board, with the visitors' word, so that a teacher is not asked for it.

    >>> board_address("http://127.0.0.1:8866/", "9457af", "clover")
    'http://127.0.0.1:8866/class?code=9457af&token=clover'
    """
    return f"{where}class?{urlencode({'code': code} | ({'token': token} if token else {}))}"


async def announce(app: Course, where: str, warm: int, most: int | None) -> None:
    """Print the address at once, and what this machine holds as soon as that is measured."""
    query = f"?{urlencode({'token': app.token})}" if app.token else ""
    print(f"Sevens course: {where}{query}   (Ctrl+C ends it)", flush=True)
    if app.board is not None:
        board = board_address(where, app.board.code, app.token)
        print(f"Class board, for the teacher: {board}", flush=True)
    if reason := provisioner.why_not():
        print(f"Each learner's Python starts in the ordinary way, which is slower: {reason}.")
    manager = app.kernel_manager
    found = await manager.weigh(patience=120.0 if warm else 0.0)
    manager.limit = most or found.learners
    print(found.words())
    if warm:
        ready = manager.drawn()
        print(f"{ready} table{' waits' if ready == 1 else 's wait'} ready, to open at once.")
    sys.stdout.flush()
