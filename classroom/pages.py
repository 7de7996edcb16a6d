"""Pages that need no kernel (home, errors) and the template cache for those that do."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.services.kernels.handlers import KernelHandler
from nbconvert.filters import markdown2html
from tornado.web import HTTPError, RedirectHandler, stream_request_body
from voila.exporter import VoilaExporter
from voila.handler import BaseVoilaHandler

from classroom.export import in_page, in_script
from classroom.lessons import HOME, LAB_CELL, lessons, title_of
from classroom.listening import THROWN_AWAY
from sevens_widgets.progress import SCRIPT, progress_of
from sevens_widgets.widget import STYLES, script

#: Where the home page shows how far a learner has come.
PLACE = '<div id="course-progress"></div>'


class CoursePage(BaseVoilaHandler):  # type: ignore[misc]  # voila is untyped
    """A page of the course that is drawn without starting a kernel."""

    def initialize(self, **kwargs: Any) -> None:
        """Remember the folder of the notebooks."""
        super().initialize(**kwargs)
        self.folder = Path(kwargs["folder"])

    async def head(self, *given: str, **named: str) -> None:
        """Answer as to GET; Tornado leaves the text out. Where there is nothing to get, there is no head."""
        if type(self).get is CoursePage.get:
            raise HTTPError(405)
        await self.get(*given, **named)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Draw the page of an error; a method that there is not is refused before anybody asks who it is."""
        if status_code == 405:
            self.current_user = None
        super().write_error(status_code, **kwargs)


class TextPage(CoursePage):
    """A page of the text cells of one notebook, at once and without a kernel."""

    def send_text(self, notebook: Path, template: str, code: str = "", **more: Any) -> None:
        """Send them, and in the place of each code cell what is given; 404 where there is no such notebook."""
        if not notebook.is_file():
            raise HTTPError(404)
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        text = "\n\n".join(
            "".join(c["source"]) if c["cell_type"] == "markdown" else code
            for c in cells
            if LAB_CELL not in c["metadata"].get("tags", [])
        )
        body = rooted(markdown2html(text), self.base_url)
        self.set_header("Cache-Control", "no-cache")
        self.write(
            self.render_template(
                template, title=title_of(notebook), body=body, file=notebook.name, **more
            )
        )


class HomePage(TextPage):
    """The home page: the text of ``home.ipynb``."""

    async def get(self) -> None:
        """Send the page, and what its script counts the learner's ticks by."""
        self.send_text(self.folder / HOME, "home.html", PLACE, progress=progress_in(self.folder))


def progress_in(folder: Path) -> dict[str, str]:
    """Give what the home page draws a learner's progress with: script, styles and the exercises there are.

    The same widget as in JupyterLab, without a kernel: the ticks are in the browser.
    """
    files = [
        (folder / "exercises" / Path(one.file).with_suffix(".toml"), one.title)
        for one in lessons(folder)
    ]
    texts = [(path.stem, title, path.read_text("utf-8")) for path, title in files if path.is_file()]
    return {
        "script": _progress_script(),
        "styles": STYLES,
        "payload": in_script(progress_of(texts)),
    }


@cache
def _progress_script() -> str:
    return in_page(script(SCRIPT), 0)


class LabPage(TextPage):
    """A notebook in which people write code: its text, and where it can be worked with."""

    async def get(self, file: str) -> None:
        """Send the page."""
        self.send_text(self.folder / file, "lab.html")


def rooted(html: str, base_url: str) -> str:
    """Let links to notebooks and pictures that stand in one folder work from the top of the site.

    >>> rooted('<a href="2_rows.ipynb">rows</a> <a href="#end">end</a>', "/")
    '<a href="/voila/render/2_rows.ipynb">rows</a> <a href="#end">end</a>'
    >>> rooted('<img src="table.svg">', "/")
    '<img src="/voila/files/table.svg">'
    """
    html = re.sub(r'src="([\w.%-]+\.(?:svg|png|jpg|gif)")', rf'src="{base_url}voila/files/\1', html)
    return re.sub(r'href="([\w.%-]+\.ipynb)', rf'href="{base_url}voila/render/\1', html)


class MissingPage(CoursePage):
    """Whatever no other handler knows: a page that shows the way home."""

    async def prepare(self) -> None:
        """Refuse every method alike."""
        await super().prepare()
        raise HTTPError(404)


class RefusedPage(CoursePage):
    """What another site asks for, or what is asked under another name: refused in one sentence."""

    async def prepare(self) -> None:
        """Refuse every method alike, and ask nobody who they are."""
        self.current_user = None
        raise HTTPError(403)


@stream_request_body
class TooLongPage(CoursePage):
    """What is longer than any page of ours sends: refused in one sentence, and kept nowhere.

    A little too much is read and thrown away, for a browser that is still sending would not read the answer.
    """

    async def prepare(self) -> None:
        """Refuse at once what would take long to read, and what has no body to be long."""
        self.current_user = None
        said = self.request.headers.get("Content-Length", "")
        if self.request.method != "POST" or not said.isdecimal() or int(said) > THROWN_AWAY:
            raise HTTPError(413)

    def data_received(self, _chunk: bytes) -> None:
        """Throw it away."""

    @allow_unauthenticated  # type: ignore[untyped-decorator]
    async def post(self, *_given: str) -> None:
        """Refuse what has been read to its end."""
        raise HTTPError(413)


class WayHome(RedirectHandler):
    """An address that leads home."""

    def head(self, *given: str, **named: str) -> None:
        """Answer as to GET."""
        self.get(*given, **named)


class KernelAnswer(KernelHandler):  # type: ignore[misc]  # half typed
    """What a page may ask about its own kernel: whether it is there, and nothing more."""

    SUPPORTED_METHODS = ("GET",)


class TemplateCache(jinja2.BytecodeCache):
    """Keep compiled page templates in memory.

    Voila builds a new template environment for each page view and compiles a dozen templates
    in it, half the work of opening a page. It offers no setting for a cache.
    """

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Fill the bucket with what was compiled before, if anything."""
        compiled = self._compiled.get(bucket.key)
        if compiled is not None:
            bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep what was compiled; the key holds the file name, its checksum is in the bytes."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()


def keep_templates_compiled() -> None:
    """Give every page view of this process the same template cache."""
    cache = TemplateCache()
    build = VoilaExporter._create_environment

    def build_with_cache(exporter: VoilaExporter) -> jinja2.Environment:
        environment: jinja2.Environment = build(exporter)
        environment.bytecode_cache = cache
        return environment

    VoilaExporter._create_environment = build_with_cache
