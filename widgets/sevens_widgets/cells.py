"""One live table for each cell: running a cell again lets go of what its last run made.

Otherwise every run of a cell would leave a widget in the kernel, and its model in the page, for as
long as the notebook is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from IPython import get_ipython
from ipywidgets import DOMWidget

_KEPT = (
    "sevens_cells"  # the shell holds what its cells have made, so that nothing outlives the kernel
)
_NAMED = "sevens_names"


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
    if widget not in widgets:  # a function that a cell calls may have it made by another one
        widgets = [*widgets, widget]
    made[cell] = (run, widgets)


def namer() -> Callable[[str], str]:
    """Give what makes a name one table's own: where another table of this notebook has the name, it gets a number.

    A cell that is run again makes the same table again. Outside a notebook names stay as they are.

    >>> namer()("school:4")
    'school:4'
    """
    shell = get_ipython()
    if getattr(shell, "kernel", None) is None:
        return lambda name: name
    cell, run = _now(shell)
    names: dict[str, list[object]] = shell.__dict__.setdefault(_NAMED, {})
    before, widgets = shell.__dict__.get(_KEPT, {}).get(cell, (run, []))
    # In a cell without a name, as in a page that runs every cell once, each call makes a table of its own.
    table: object = (cell, len(widgets) if before == run else 0) if cell else object()

    def own(name: str) -> str:
        owners = names.setdefault(name, [])
        if table not in owners:
            owners.append(table)
        place = owners.index(table) + 1
        return name if place == 1 else f"{name} ({place})"

    return own


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
