"""``make serve``: the course as web pages, through Voila's own settings."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jupyter_client.provisioning import KernelProvisionerFactory
from jupyter_server.base.handlers import path_regex
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.log import gen_log
from tornado.routing import Rule
from tornado.web import RedirectHandler
from traitlets import List, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import include_url

from classroom.capacity import capacity
from classroom.forking import provisioner
from classroom.gate import ForeignSite, OddAddress, SafeHeaders, StrangeName, own_names
from classroom.kernels import CourseKernels
from classroom.lessons import HOME, LAB_CELL, lessons
from classroom.login import CodePage
from classroom.pages import (
    HomePage,
    KernelAnswer,
    LabPage,
    MissingPage,
    RefusedPage,
    keep_templates_compiled,
)
from classroom.pool import ClassKernels, KernelLine, LessonPage
from classroom.results import Results, ResultsError
from classroom.results_pages import Board, ClassBoard, SendResult, open_board

SHARE = Path(__file__).parent / "share"

#: Seconds without a word from a page that is gone before its kernel is ended.
CULL_AFTER = 600

#: Seconds after a learner has taken a warm kernel before the next is made ready.
FILL_DELAY = 15.0

#: Bytes of one message from a page; the longest honest one, a whole match, has some thousands.
LONGEST_MESSAGE = 1 << 20

#: The only extensions a page loads; without them widgets silently turn into text.
EXTENSIONS = [
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
]


def hush_pings() -> None:
    """Keep off the screen what tornado says of the time in which a page has to answer a ping.

    The time must stay longer than the time between two pings, as the server sets it: with less
    than that every page is cut off at its first ping, however well it answers.
    """
    gen_log.addFilter(lambda record: "websocket_ping_timeout" not in record.getMessage())


def page_settings(page: dict[str, Any], *, notebook_path: str, **others: Any) -> dict[str, Any]:
    """Give a page the menu of lessons and keep the outside address of MathJax out."""
    folder = Path(others["settings"]["voila"].root_dir)
    page["courseLessons"] = [{"file": one.file, "title": one.title} for one in lessons(folder)]
    if others["settings"]["voila"].board is not None:
        page["classBoard"] = url_path_join(others["base_url"], "class/results")
    page["fullMathjaxUrl"] = include_url("sevens", others["base_url"], "static/no-formulas.js")
    return page


def settings(
    folder: Path,
    *,
    host: str,
    port: int,
    cull_after: int = CULL_AFTER,
    base_url: str = "/",
    warm: Mapping[str, int] | None = None,
    limit: int = 1000,
    names: tuple[str, ...] = (),
    token: str = "",
) -> Config:
    """Return Voila's configuration for the course in a folder of notebooks.

    warm: how many kernels wait for each notebook; none without it. limit: kernels at most. names: by
    which the server may be called, any if there is none. token: what a visitor must know, if anything.
    """
    c = Config()
    c.Voila.root_dir = str(folder)
    c.Voila.ip = host
    c.Voila.port = port
    c.Voila.port_retries = 0
    c.Voila.base_url = base_url
    c.Voila.open_browser = False
    c.Voila.log_level = "WARN"
    c.Voila.tornado_settings = {
        "websocket_max_message_size": LONGEST_MESSAGE,
        "allow_unauthenticated_access": not token,
    }
    if token:
        c.Voila.token = token
    c.Course.names = list(names)
    # Only these settings count, whatever lies in the user's Jupyter folders.
    c.Voila.config_file_paths = []
    _pages(c)
    _kernels(c, cull_after=cull_after, limit=limit)
    if warm:
        c.VoilaConfiguration.preheat_kernel = True
        pools = {name: {"pool_size": size} for name, size in warm.items()}
        c.VoilaKernelManager.kernel_pools_config = {"default": {"pool_size": 0}} | pools
        c.VoilaKernelManager.fill_delay = FILL_DELAY
    return c


def _pages(c: Config) -> None:
    """Say how pages look and what they may load."""
    page = c.VoilaConfiguration
    page.template = "sevens"
    page.theme = "auto"
    page.allow_template_override = "NO"
    page.allow_theme_override = "NO"  # the page itself heeds ?theme=, so that all share one pool
    page.show_tracebacks = False
    page.strip_sources = True
    page.extension_allowlist = EXTENSIONS
    page.extension_denylist = []
    page.kernel_spec_manager_class = CourseKernels
    page.multi_kernel_manager_class = ClassKernels
    page.page_config_hook = page_settings
    page.file_allowlist = [r".*\.(png|jpg|gif|svg)"]
    c.VoilaExecutor.timeout = 120
    c.VoilaExecutor.cell_error_instruction = (
        "Reload the page to try again; the details are in the server's log."
    )
    c.VoilaExecutor.cell_timeout_instruction = "Reload the page to try again."
    c.TagRemovePreprocessor.enabled = True
    c.TagRemovePreprocessor.remove_cell_tags = {LAB_CELL}


def _kernels(c: Config, *, cull_after: int, limit: int) -> None:
    """Say how kernels start, how many there may be, and when they end."""
    # Kernels on TCP ports started in a burst may cross or lose ports and stop the whole server.
    if os.name == "posix":
        c.KernelManager.transport = "ipc"
    if provisioner.why_not() is None:
        c.KernelProvisionerFactory.default_provisioner_name = provisioner.NAME
    c.ClassKernels.limit = limit
    c.MappingKernelManager.cull_idle_timeout = cull_after
    c.MappingKernelManager.cull_interval = max(1, min(60, cull_after // 2))
    c.MappingKernelManager.cull_connected = False


class Course(Voila):  # type: ignore[misc]  # voila is untyped
    """Voila with the course's home page in place of its list of files, and a gate before all pages."""

    name = "voila"

    board: Board | None = None
    names = List(Unicode(), config=True, help="Host names this server answers to; any if empty.")

    def init_settings(self) -> dict[str, Any]:
        """Let every page without a kernel, errors too, show the menu of lessons."""
        # Whoever is asked for a kernel first would otherwise make it, without these settings.
        KernelProvisionerFactory.instance(parent=self)
        found: dict[str, Any] = super().init_settings()
        folder = Path(self.root_dir)
        found["voila_jinja2_env"].globals["course_lessons"] = lambda: lessons(folder)
        found["transforms"] = [SafeHeaders]
        return found

    def init_handlers(self) -> list[Any]:
        """Put the gate first, then the home page; nothing lists files, unknown addresses lead home."""
        folder = {"voila_configuration": self.voila_configuration, "folder": self.root_dir}

        def under(*parts: str) -> str:
            return str(url_path_join(self.server_url, *parts))

        home = {"url": self.base_url, "permanent": False}
        own_pages = {
            TornadoVoilaHandler: LessonPage,
            KernelHandler: KernelAnswer,
            VoilaKernelWebsocketHandler: KernelLine,
        }
        kept = [
            (pattern, own_pages.get(handler, handler), *rest)
            for pattern, handler, *rest in super().init_handlers()
            if not any(
                part in pattern for part in ("/voila/tree", "/voila/api/contents", "/query/")
            )
        ]
        if self.token:
            kept.insert(0, (under("/login"), CodePage, folder))
        strange = [Rule(StrangeName(self.names), RefusedPage, folder)] if self.names else []
        return [
            *strange,
            Rule(ForeignSite(), RefusedPage, folder),
            Rule(OddAddress(), MissingPage, folder),
            (self.server_url, HomePage, folder),
            (under(f"/voila/render/{HOME}"), RedirectHandler, home),
            (under(r"/voila/tree" + path_regex), RedirectHandler, home),
            *[
                (under(f"/voila/render/({one.file})"), LabPage, folder)
                for one in lessons(Path(self.root_dir))
                if one.lab_only
            ],
            *kept,
            *board_pages(self, folder, under),
            (r".*", MissingPage, folder),
        ]


def board_pages(course: Course, given: dict[str, Any], under: Callable[[str], str]) -> list[Any]:
    """Return the class board's two doors, if it is switched on."""
    if course.board is None:
        return []
    more = given | {"board": course.board}
    return [(under("/class/results"), SendResult, more), (under("/class"), ClassBoard, more)]


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
        return f"PORT={port} is not a port: choose a number from 1 to 65535."
    try:
        where = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(where[0], where[1]) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where[4])
    except socket.gaierror:
        return f"HOST={host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all."
    except PermissionError:
        return f"Port {port} is reserved for the administrator: choose another, say PORT=8866."
    except OSError as error:
        if error.errno in (98, 48, 10048):  # in use: Linux, macOS, Windows
            return f"Port {port} is already in use: choose another, say PORT={port + 1}."
        return f"Cannot listen on {host}, port {port}: {error.strerror}."
    return None


def warm_pool(folder: Path, class_size: int, lesson: str | None, fit: int) -> dict[str, int]:
    """Return how many kernels wait for each notebook.

    class_size: learners who come at once; 0 for no pool. lesson: the notebook they come for, and then
    none wait for others; without one, a class waits for the first and one learner for each other.
    fit: kernels that this machine holds; at most half of them wait.
    """
    files = [one.file for one in lessons(folder) if not one.lab_only]
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
    token: str = "",
) -> int:
    """Serve the course until interrupted; return the exit status."""
    if problem := why_not_here(host, port) or _why_not_this(folder, lesson):
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
        token=token,
    )
    app = Course.instance(config=config)
    try:
        app.board = None if board is None else open_board(Results(board))
    except ResultsError as error:
        print(error)
        return 1
    app.initialize([])
    # "Trusted" is a word of the notebook editor: here every page is run from its source.
    hush_pings()
    app.log.addFilter(lambda record: "is not trusted" not in record.getMessage())
    # The first thing the event loop does, and it runs only once the server listens.
    IOLoop.current().add_callback(
        announce, app, address(host, port, base_url), sum(warm.values()), most
    )
    try:
        app.start()
    except KeyboardInterrupt:
        pass  # a second one, or one that came before the server was up
    finally:
        provisioner.ForkingProvisioner.nurseries.close()
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
        return f"There is no folder {folder}: name the folder of the notebooks."
    files = [one.file for one in lessons(folder) if not one.lab_only]
    if lesson is not None and lesson not in files:
        return f"LESSON={lesson} is no lesson: choose one of {', '.join(files)}."
    return None


async def announce(app: Course, where: str, warm: int, most: int | None) -> None:
    """Print the address at once, and what this machine holds as soon as that is measured."""
    query = f"?{urlencode({'token': app.token})}" if app.token else ""
    print(f"Sevens course: {where}{query}   (Ctrl+C ends it)", flush=True)
    if app.board is not None:
        print(f"Class board, for the teacher: {where}class?code={app.board.code}", flush=True)
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
