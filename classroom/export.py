"""``make html``: every notebook of the course as one file each, which needs no server and no internet."""

from __future__ import annotations

import copy
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
import nbformat
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from traitlets.config import Config

from classroom import options as read
from classroom.folders import written_anew
from classroom.lessons import HOME, Lesson, lessons, title_of
from classroom.notebooks import VIEW, execute

SHARE = Path(__file__).parent / "share"

STATES = "application/vnd.jupyter.widget-state+json"

#: What a widget's number looks like where another widget holds it.
_REFERENCE = "IPY_MODEL_"

#: How our pages name what wrote them.
GENERATOR = "sevens-course"

#: The same as it stands in them, in whatever order.
_WRITTEN = re.compile(
    rb"<meta (?=[^>]*name=\"generator\")[^>]*content=\"" + GENERATOR.encode() + rb"\""
)

_DEFAULT_EXPORT = re.compile(r"^export default ", re.MULTILINE)


#: Reads a notebook and runs it.
Run = Callable[[Path], NotebookNode]


class ExportError(Exception):
    """What cannot be written into a page, in one sentence."""


@dataclass
class Tables:
    """What the tables of one page are drawn from: each script and each style once, and one payload for each table."""

    scripts: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    models: list[dict[str, Any]] = field(default_factory=list)

    def add(self, state: Mapping[str, Any]) -> int:
        """Take one widget in; return its place among the tables, from 0."""
        if state["_css"] not in self.styles:
            self.styles.append(state["_css"])
        if state["_esm"] not in self.scripts:
            self.scripts.append(state["_esm"])
        script = self.scripts.index(state["_esm"])
        self.models.append({"script": script, "payload": state["payload"]})
        return len(self.models) - 1


def in_script(value: object) -> str:
    r"""Write a value as JSON that cannot end the script element it stands in.

    >>> in_script("</script><!--")
    '"\\u003c/script>\\u003c!--"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def in_page(script: str, place: int) -> str:
    r"""Turn a widget's module into one that stands in a page itself, because a page from a file may load no other.

    >>> in_page("const render = () => {};\nexport default { render };", 0)
    'const render = () => {};\n(globalThis.courseWidgets ??= {})[0] = { render };'

    Raises ExportError for a script that needs another file or would end its own element.
    """
    if re.search(r"</script|<!--", script, re.IGNORECASE):
        raise ExportError("A widget's script holds </script or <!--, which ends it in a page.")
    if re.search(r"^(import|export \*|export \{.*\} from)\b", script, re.MULTILINE):
        raise ExportError("A widget's script imports another file, and a page must be one file.")
    changed, count = _DEFAULT_EXPORT.subn(
        f"(globalThis.courseWidgets ??= {{}})[{place}] = ", script
    )
    if count != 1:
        raise ExportError(f"A widget's script has {count} lines with export default, not one.")
    return changed


def drawn(model: str, states: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the state of each table that a widget shows: itself, or what stands in a box of several.

    >>> table = {"_esm": "…", "payload": {}}
    >>> states = {"a": {"state": table}, "b": {"state": {"children": ["IPY_MODEL_a", "IPY_MODEL_a"]}}}
    >>> [len(list(drawn(model, states))) for model in ("a", "b", "c")]
    [1, 2, 0]
    """
    state = states.get(model, {}).get("state", {})
    if "_esm" in state and "payload" in state:
        yield state
    for child in state.get("children", ()):
        yield from drawn(child.removeprefix(_REFERENCE), states)


def collect(notebook: NotebookNode) -> Tables:
    """Take the tables out of an executed notebook; each output keeps the places of its own in its metadata."""
    states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
    tables = Tables()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            found = output.get("data", {}).pop(VIEW, None)
            if found is not None:
                shown = drawn(found["model_id"], states)
                output.metadata["models"] = [tables.add(state) for state in shown]
    return tables


class PageExporter(HTMLExporter):  # type: ignore[misc]  # nbconvert is half typed
    """Notebook to HTML with the course's own template, pictures inside, links to pages instead of notebooks.

    template: another template of ours, which stands in one of the folders given.
    """

    def __init__(self, template: str = "lesson", folders: Sequence[Path] = ()) -> None:
        super().__init__(
            config=Config(
                {"TagRemovePreprocessor": {"enabled": True, "remove_cell_tags": {"lab-only"}}}
            ),
            template_name=template,
            extra_template_basedirs=[str(each) for each in (SHARE / "html", *folders)],
            extra_template_paths=[
                str(SHARE / "voila" / "templates" / "sevens"),  # course.css
                str(SHARE / "html"),  # one template may extend another
            ],
            embed_images=True,
            exclude_anchor_links=True,
            exclude_input=True,
            exclude_input_prompt=True,
            exclude_output_prompt=True,
        )

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """Let links in the text of a lesson lead to the other pages."""
        yield from super().default_filters()
        plain = self.markdown2html

        @jinja2.pass_context
        def markdown2html(context: Any, source: str) -> str:
            return linked(plain(context, source))

        yield "markdown2html", markdown2html


def linked(html: str) -> str:
    """Let links to notebooks lead to their pages.

    >>> linked('<a href="2_rows.ipynb">rows</a> <a href="home.ipynb#end">end</a>')
    '<a href="2_rows.html">rows</a> <a href="home.html#end">end</a>'
    """
    return re.sub(r'href="([\w.%-]+)\.ipynb(?=["#])', r'href="\1.html', html)


def page_name(file: str) -> str:
    """Return the name of a notebook's page.

    >>> page_name("home.ipynb")
    'home.html'
    """
    return str(Path(file).with_suffix(".html"))


def is_page(path: Path) -> bool:
    """Say whether a file is a page that was written here: it says so itself, near its beginning."""
    if path.suffix != ".html" or path.is_symlink() or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return _WRITTEN.search(file.read(1000)) is not None
    except OSError:
        return False


def page(
    notebook: NotebookNode,
    path: Path,
    menu: Sequence[Lesson],
    exporter: PageExporter | None = None,
    **more: object,
) -> str:
    """Draw the page of an executed notebook; path is where the notebook stands, menu what its menu offers.

    exporter: another one than that of pages without Python; more: what its template needs beside.
    Raises ExportError where a widget's script cannot stand in a page.
    """
    shown = copy.deepcopy(notebook)
    shown.metadata["title"] = title_of(path)
    tables = collect(shown)
    course = {
        "home": page_name(HOME),
        "here": page_name(path.name),
        "generator": GENERATOR,
        "lessons": [{"file": page_name(one.file), "title": one.title} for one in menu],
        "styles": tables.styles,
        "scripts": [in_page(script, place) for place, script in enumerate(tables.scripts)],
        "models": in_script(tables.models) if tables.models else "",
    }
    where = {"name": path.stem, "path": str(path.parent)}
    exporter = exporter or PageExporter()
    html, _ = exporter.from_notebook_node(shown, {"metadata": where, "course": course | more})
    return str(html)


def executed(path: Path) -> NotebookNode:
    """Read a notebook and run it, if it holds any code; raise ExportError where a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    if any(cell.cell_type == "code" for cell in notebook.cells):
        try:
            execute(notebook, path.parent, keep_widgets=True)
        except CellExecutionError as error:
            raise ExportError(f"A cell of {path} fails: {error.ename}: {error.evalue}") from None
    return notebook


def export(folder: Path, target: Path, run: Run = executed) -> Iterator[Path]:
    """Write the page of every notebook of a folder into another; yield each page that was written.

    run: reads a notebook and runs it. Raises ExportError where a cell fails or a script cannot
    stand in a page, and OSError where nothing can be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    menu = lessons(folder)
    home = [folder / HOME] if (folder / HOME).is_file() else []
    paths = [*home, *(folder / one.file for one in menu)]
    # A lesson spends most of its time waiting for its own kernel: as many at once as there are processors.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, notebook in zip(paths, pool.map(run, paths), strict=True):
            written = target / page_name(path.name)
            written.write_text(page(notebook, path, menu), encoding="utf-8")
            yield written


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, write the pages it names in place of earlier ones, return the exit status."""
    parser = read.OneSentence(prog="python -m classroom.export", description=__doc__)
    parser.add_argument("folder", nargs="?", default="notebooks", type=read.notebooks)
    parser.add_argument("target", nargs="?", default="dist/html", type=read.folder)
    options = parser.parse_args(argv)
    try:
        with written_anew(options.target, is_page) as aside:
            for written in export(options.folder, aside):
                print(f"{written.name}  {written.stat().st_size / 1024:.0f} KB", flush=True)
    except (ExportError, OSError) as error:
        print(read.sentence("Not every page could be written", error), file=sys.stderr)
        return 1
    print(
        f"Open {options.target / page_name(HOME)} in a browser; the folder can go on a USB stick."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
