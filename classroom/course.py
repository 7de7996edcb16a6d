"""The course as a web application: Voila with our settings, our pages, and a gate before all of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from logging import Logger
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import KernelProvisionerFactory
from jupyter_core.utils import run_sync
from jupyter_server.base.handlers import path_regex
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.log import gen_log
from tornado.routing import Rule
from traitlets import List, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import include_url

from classroom.ending import Ending, end_all_started
from classroom.folders import kernel_place
from classroom.forking import provisioner
from classroom.gate import ForeignSite, OddAddress, SafeHeaders, StrangeName
from classroom.kernels import CourseKernels
from classroom.lessons import HOME, LAB_CELL, lessons
from classroom.listening import CourseServer, TooLong, open_files
from classroom.login import CodeIdentity, CodePage
from classroom.pages import (
    HomePage,
    KernelAnswer,
    LabPage,
    MissingPage,
    RefusedPage,
    TooLongPage,
    WayHome,
)
from classroom.pool import ClassKernels, KernelLine, LessonPage
from classroom.results_pages import Board, ClassBoard, SendResult

SHARE = Path(__file__).parent / "share"

#: Seconds without a word from a page that is gone before its kernel is ended.
CULL_AFTER = 600

#: Seconds after a learner has taken a warm kernel before the next is made ready.
FILL_DELAY = 15.0

#: Bytes of one message from a page; the longest honest one, a whole match, has some thousands.
LONGEST_MESSAGE = 1 << 20

#: Bytes of data one learner's Python may hold, several times what a lesson takes; beyond, it alone is in trouble.
MOST_MEMORY = 768 << 20

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


def hush(log: Logger) -> None:
    """Keep off the screen what says nothing to whoever has started a server."""
    hush_pings()
    # "Trusted" is a word of the notebook editor: here every notebook is run from its source.
    log.addFilter(lambda record: "is not trusted" not in record.getMessage())


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
    behind: tuple[str, ...] = (),
    token: str = "",
) -> Config:
    """Return Voila's configuration for the course in a folder of notebooks.

    warm: how many kernels wait for each notebook; none without it. limit: kernels at most. names: by
    which the server may be called, any if there is none. behind: addresses of web servers that pass requests
    on, beside any on this machine. token: what a visitor must know, if anything.
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
    c.Voila.identity_provider_class = CodeIdentity
    if token:
        c.Voila.token = token
    c.Course.names = list(names)
    c.Course.behind = list(behind)
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
    c.Voila.connection_dir_root, c.KernelManager.transport = kernel_place()
    if provisioner.why_not() is None:
        c.KernelProvisionerFactory.default_provisioner_name = provisioner.NAME
    c.ForkingProvisioner.memory = MOST_MEMORY
    c.ClassKernels.limit = limit
    c.MappingKernelManager.cull_idle_timeout = cull_after
    c.MappingKernelManager.cull_interval = max(1, min(60, cull_after // 2))
    c.MappingKernelManager.cull_connected = False


class Course(Voila):  # type: ignore[misc]  # voila is untyped
    """Voila with the course's home page in place of its list of files, and a gate before all pages."""

    name = "voila"

    board: Board | None = None
    ending: Ending | None = None
    names = List(Unicode(), config=True, help="Host names this server answers to; any if empty.")
    behind = List(Unicode(), config=True, help="Web servers elsewhere that say for whom they ask.")

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
            Rule(TooLong(), TooLongPage, folder),  # first: the others would have the body read
            *strange,
            Rule(ForeignSite(), RefusedPage, folder),
            Rule(OddAddress(), MissingPage, folder),
            (self.server_url, HomePage, folder),
            (under(f"/voila/render/{HOME}"), WayHome, home),
            (under(r"/voila/tree" + path_regex), WayHome, home),
            *[
                (under(f"/voila/render/({one.file})"), LabPage, folder)
                for one in lessons(Path(self.root_dir))
                if one.lab_only
            ],
            *kept,
            *board_pages(self, folder, under),
            (r".*", MissingPage, folder),
        ]

    def initialize(self, argv: list[str] | None = None) -> None:
        """Make everything ready; Voila takes a signal for itself meanwhile, and we take it back."""
        super().initialize(argv)
        if self.ending is not None:
            self.ending.listen()

    def listen(self) -> None:
        """Serve until told to end; raise OSError where the port cannot be had."""
        open_files()
        self.ioloop = loop = IOLoop.current()
        server = CourseServer(self.app)
        if self.ending is not None:
            self.ending.start(lambda: loop.add_callback_from_signal(loop.stop))
        try:
            server.listen(self.port, self.ip)
            loop.start()
        finally:
            server.stop()
            self.stop()

    def stop(self) -> None:
        """End all kernels, those still on their way too, and only then remove what they would look for."""
        try:
            run_sync(self.kernel_manager.shutdown_all)()
        finally:
            end_all_started()
            shutil.rmtree(self.connection_dir, ignore_errors=True)


def run(course: Course, ending: Ending) -> None:
    """Serve a course until it is told to end, then end all that it has started."""
    course.ending = ending
    try:
        course.initialize([])
        hush(course.log)
        course.start()
    finally:
        provisioner.ForkingProvisioner.nurseries.close()


def board_pages(course: Course, given: dict[str, Any], under: Callable[[str], str]) -> list[Any]:
    """Return the class board's two doors, if it is switched on."""
    if course.board is None:
        return []
    more = given | {"board": course.board}
    return [(under("/class/results"), SendResult, more), (under("/class"), ClassBoard, more)]
