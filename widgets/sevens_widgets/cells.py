"""One live table for each cell: running a cell again lets go of what its last run made.

Otherwise every run of a cell would leave a widget in the kernel, and its model in the page, for as
long as the notebook is open.
"""

from __future__ import annotations

from typing import Any

from IPython import get_ipython
from ipywidgets import DOMWidget

_KEPT = (
    "sevens_cells"  # the shell holds what its cells have made, so that nothing outlives the kernel
)


def keep(widget: DOMWidget) -> None:
    """Remember which cell made a widget, and close what an earlier run of the same cell has made.

    Outside a notebook, and where the page does not name its cells, nothing is remembered and nothing closed.
    """
    shell = get_ipython()
    cell, run = _now(shell)
    if cell is None:
        return
    made: dict[str, tuple[str, list[DOMWidget]]] = shell.__dict__.setdefault(_KEPT, {})
    before, widgets = made.get(cell, (run, []))
    if before != run:
        for each in widgets:
            _close(each)
        widgets = []
    made[cell] = (run, [*widgets, widget])


def _now(shell: Any) -> tuple[str | None, str]:
    """Give the cell that is running and its run, as the message that runs it names them; None outside a cell."""
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None, ""
    message = kernel.get_parent("shell") or {}
    cell = message.get("metadata", {}).get("cellId")
    return (cell if isinstance(cell, str) else None), str(message.get("header", {}).get("msg_id"))


def _close(widget: DOMWidget) -> None:
    for part in getattr(widget, "children", ()):
        _close(part)
    widget.layout.close()
    widget.close()
