"""Write the site: the pages of ``make html``, each of which brings a Python of its own."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from classroom.export import PageExporter, Run, executed, in_script, is_page, page, page_name
from classroom.folders import written_anew
from classroom.lessons import HOME, lessons
from classroom.site.runtime import HERE, Runtime, SiteError, build_runtime

#: What a host of files shows first.
INDEX = "index.html"

_PYTHON = re.compile(r"python-[0-9a-f]{10}")


@dataclass(frozen=True)
class Size:
    """How large a site is, in bytes: as it lies on the host, and as it travels when the host compresses it."""

    raw: int
    packed: int

    def __str__(self) -> str:
        """Say both in megabytes."""
        return f"{self.raw / 1e6:.1f} MB, {self.packed / 1e6:.1f} MB compressed"


def size(folder: Path) -> Size:
    """Add up the files of a folder."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return Size(sum(map(len, files)), sum(len(gzip.compress(each, 6)) for each in files))


def cells(notebook: NotebookNode) -> list[tuple[str, str]]:
    """Return what a page runs: the id and the source of each code cell that is not for JupyterLab alone."""
    return [
        (cell.id, cell.source)
        for cell in notebook.cells
        if cell.cell_type == "code" and "lab-only" not in cell.metadata.get("tags", ())
    ]


def python_of(notebook: NotebookNode, place: str, runtime: Runtime) -> str:
    """Return what a page's script needs to bring Python, as JSON; nothing for a page that runs nothing."""
    todo = cells(notebook)
    if not todo:
        return ""
    worker = f"{place}/worker.js"
    return in_script({"worker": worker, "bytes": runtime.bytes, "cells": todo})


def is_ours(path: Path) -> bool:
    """Say whether something in a folder is part of a site that was built here: a page, or the Python of its pages."""
    if _PYTHON.fullmatch(path.name) and not path.is_symlink():
        return (path / "worker.js").is_file()
    return is_page(path)


def build(notebooks: Path, target: Path, cache: Path, run: Run = executed) -> Iterator[Path]:
    """Write the whole site into a folder; yield each page as it is written, aside until all of them are.

    An earlier site in that folder goes when the new one is complete, and stays where that fails.

    notebooks: the course's folder. cache: keeps what was fetched for the next time. run: reads
    a notebook and runs it. Raises SiteError or ExportError, in one sentence, and OSError where nothing can be
    written, or anything else lies in the folder.
    """
    if not (notebooks / HOME).is_file():
        raise SiteError(f"There is no {notebooks / HOME}: name the folder of the notebooks.")
    with written_anew(target, is_ours) as aside:
        yield from _write(notebooks, aside, cache, run)


def _write(notebooks: Path, target: Path, cache: Path, run: Run) -> Iterator[Path]:
    """Write the site into an empty folder."""
    runtime = build_runtime(notebooks, cache, target / "python")
    named = target / f"python-{runtime.mark}"
    runtime = Runtime(runtime.folder.rename(named))
    menu = lessons(notebooks)
    paths = [notebooks / HOME, *(notebooks / one.file for one in menu)]
    # A lesson spends most of its time waiting for its own kernel: as many at once as there are processors.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, notebook in zip(paths, pool.map(run, paths), strict=True):
            exporter = PageExporter("site", [HERE / "html"])
            # What home shows is kept in the browser, and needs no Python.
            python = "" if path.name == HOME else python_of(notebook, named.name, runtime)
            written = target / page_name(path.name)
            written.write_text(page(notebook, path, menu, exporter, python=python), "utf-8")
            yield written
    shutil.copyfile(target / page_name(HOME), target / INDEX)
