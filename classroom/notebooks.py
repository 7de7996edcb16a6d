"""Run every notebook again and save it tidily: ``python -m classroom.notebooks notebooks``."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from classroom.kernels import CourseKernel

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

VIEW = "application/vnd.jupyter.widget-view+json"

#: What notebook metadata keeps; everything else changes with the machine or the day.
KEPT = ("title",)

#: What cell metadata keeps.
KEPT_IN_CELLS = ("tags",)


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Drop what changes from run to run: widget states, times, versions; keep outputs and ids.

    Cells without an id get one from their place, so that it stays the same.
    """
    kept = {key: notebook.metadata[key] for key in KEPT if key in notebook.metadata}
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}, **kept}
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for place, cell in enumerate(notebook.cells):
        cell.setdefault("id", f"cell-{place}")
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in KEPT_IN_CELLS if key in cell.metadata}
        )
        for output in cell.get("outputs", []):
            steady(output)
    return notebook


def steady(output: NotebookNode) -> None:
    """Drop a widget's random model number, which names nothing once it is saved.

    The picture and the text beside it are what a saved notebook shows.

    >>> output = {"data": {"text/plain": "7♥", VIEW: {"model_id": "5e1f"}}}
    >>> steady(output)
    >>> output
    {'data': {'text/plain': '7♥'}}
    """
    output.get("data", {}).pop(VIEW, None)


def execute(notebook: NotebookNode, folder: Path, *, keep_widgets: bool = False) -> None:
    """Run every cell of a notebook in a folder, outputs into the notebook itself.

    keep_widgets: with what each widget shows, in the metadata of the notebook. Raises
    CellExecutionError where a cell fails.
    """
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        kernel_manager_class=CourseKernel,
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=keep_widgets,
    ).execute()


def run(path: Path) -> bool:
    """Run one notebook from its own folder and save it; return whether the file changed."""
    before = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(before, as_version=4)
    execute(notebook, path.parent)
    after = str(nbformat.writes(tidy(notebook))) + "\n"
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def main(folders: list[str]) -> int:
    """Run every notebook of the folders; return the exit status."""
    status = 0
    for path in sorted(path for folder in folders for path in Path(folder).glob("*.ipynb")):
        try:
            print(f"{path}: {'changed' if run(path) else 'as it was'}")
        except CellExecutionError as error:
            print(f"{path}: a cell fails, nothing saved\n{error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["notebooks"]))
