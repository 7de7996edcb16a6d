"""``make serve``: the course as web pages, through Voila's own settings."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import path_regex
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.web import RedirectHandler
from traitlets.config import Config
from voila.app import Voila
from voila.utils import include_url

from classroom.kernels import CourseKernels
from classroom.lessons import HOME, lessons
from classroom.pages import HomePage, MissingPage, keep_templates_compiled

SHARE = Path(__file__).parent / "share"

#: Seconds without a word from a page that is gone before its kernel is ended.
CULL_AFTER = 600

#: Milliseconds; the server's own default is longer than it allows, and it complains on screen.
PING_TIMEOUT = 30_000

#: The only extensions a page loads; without them widgets silently turn into text.
EXTENSIONS = [
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
]


def end_kernel_on_leaving(handler: Any, notebook: Any, cwd: str) -> None:
    """Set the cookie without which the page's farewell is refused and its kernel stays."""
    _ = handler.xsrf_token  # reading it sets the cookie


def page_settings(page: dict[str, Any], *, notebook_path: str, **others: Any) -> dict[str, Any]:
    """Give a page the menu of lessons and keep the outside address of MathJax out."""
    folder = Path(others["settings"]["voila"].root_dir)
    page["courseLessons"] = [{"file": one.file, "title": one.title} for one in lessons(folder)]
    page["fullMathjaxUrl"] = include_url("sevens", others["base_url"], "static/no-formulas.js")
    return page


def settings(
    folder: Path, *, host: str, port: int, cull_after: int = CULL_AFTER, base_url: str = "/"
) -> Config:
    """Return Voila's configuration for the course in a folder of notebooks."""
    c = Config()
    c.Voila.root_dir = str(folder)
    c.Voila.ip = host
    c.Voila.port = port
    c.Voila.port_retries = 0
    c.Voila.base_url = base_url
    c.Voila.open_browser = False
    c.Voila.log_level = "WARN"
    c.Voila.tornado_settings = {"ws_ping_timeout": PING_TIMEOUT}
    # Only these settings count, whatever lies in the user's Jupyter folders.
    c.Voila.config_file_paths = []
    page = c.VoilaConfiguration
    page.template = "sevens"
    page.theme = "auto"
    page.allow_template_override = "NO"
    page.show_tracebacks = False
    page.strip_sources = True
    page.extension_allowlist = EXTENSIONS
    page.extension_denylist = []
    page.kernel_spec_manager_class = CourseKernels
    page.prelaunch_hook = end_kernel_on_leaving
    page.page_config_hook = page_settings
    page.file_allowlist = [r".*\.(png|jpg|gif|svg)"]
    c.VoilaExecutor.timeout = 120
    c.VoilaExecutor.cell_error_instruction = (
        "Reload the page to try again; the details are in the server's log."
    )
    c.VoilaExecutor.cell_timeout_instruction = "Reload the page to try again."
    c.TagRemovePreprocessor.enabled = True
    c.TagRemovePreprocessor.remove_cell_tags = {"lab-only"}
    # Kernels on TCP ports started in a burst may cross or lose ports and stop the whole server.
    if os.name == "posix":
        c.KernelManager.transport = "ipc"
    c.MappingKernelManager.cull_idle_timeout = cull_after
    c.MappingKernelManager.cull_interval = max(1, min(60, cull_after // 2))
    c.MappingKernelManager.cull_connected = False
    return c


class Course(Voila):  # type: ignore[misc]  # voila is untyped
    """Voila with the course's home page in place of its list of files."""

    name = "voila"

    def init_settings(self) -> dict[str, Any]:
        """Let every page without a kernel, errors too, show the menu of lessons."""
        found: dict[str, Any] = super().init_settings()
        folder = Path(self.root_dir)
        found["voila_jinja2_env"].globals["course_lessons"] = lambda: lessons(folder)
        return found

    def init_handlers(self) -> list[Any]:
        """Put the home page first; nothing lists files, and unknown addresses lead home."""
        folder = {"voila_configuration": self.voila_configuration, "folder": self.root_dir}

        def under(*parts: str) -> str:
            return str(url_path_join(self.server_url, *parts))

        home = {"url": self.base_url, "permanent": False}
        kept = [one for one in super().init_handlers() if not self._lists_files(one[0])]
        return [
            (self.server_url, HomePage, folder),
            (under(f"/voila/render/{HOME}"), RedirectHandler, home),
            (under(r"/voila/tree" + path_regex), RedirectHandler, home),
            *kept,
            (r".*", MissingPage, folder),
        ]

    @staticmethod
    def _lists_files(pattern: str) -> bool:
        return "/voila/tree" in pattern or "/voila/api/contents" in pattern


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


def serve(
    folder: Path, *, host: str, port: int, cull_after: int = CULL_AFTER, base_url: str = "/"
) -> int:
    """Serve the course until interrupted; return the exit status."""
    if problem := why_not_here(host, port):
        print(problem)
        return 1
    if not folder.is_dir():
        print(f"There is no folder {folder}: name the folder of the notebooks.")
        return 1
    # Voila looks for its page template here; the kernels start in the folder of the notebooks.
    os.environ["JUPYTER_PATH"] = os.pathsep.join(
        [str(SHARE), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    )
    keep_templates_compiled()
    app = Course.instance(
        config=settings(
            folder.resolve(), host=host, port=port, cull_after=cull_after, base_url=base_url
        )
    )
    app.initialize([])
    # "Trusted" is a word of the notebook editor: here every page is run from its source.
    app.log.addFilter(lambda record: "is not trusted" not in record.getMessage())
    # The first thing the event loop does, and it runs only once the server listens.
    IOLoop.current().add_callback(
        lambda: print(
            f"Sevens course: {address(host, port, base_url)}   (Ctrl+C ends it)", flush=True
        )
    )
    app.start()
    return 0
