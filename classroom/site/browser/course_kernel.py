"""The kernel of one page, in the reader's own browser: runs the cells of a lesson, and lets its tables talk.

It is IPython's shell, and `comm`, the way in which ipywidgets speaks to any page. What leaves it is JSON text:

- ``{"type": "cell", "cell": id, "tables": [[model, payload], …]}``: a cell has run and shows these tables,
- ``{"type": "fault", "cell": id, "words": …}``: a cell has failed,
- ``{"type": "payload", "model": …, "payload": …}``: a table shows something else now,
- ``{"type": "message", "model": …, "content": …}``: a word to a table, such as a pong.

What comes in is ``{"model": …, "content": act}``.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import comm
from comm.base_comm import BaseComm, CommManager

Post = Callable[[str], object]

VIEW = "application/vnd.jupyter.widget-view+json"


#: What a widget's number looks like where another widget holds it.
_REFERENCE = "IPY_MODEL_"


class Lines:
    """The lines from all widgets to their twins in the page, and what each widget shows."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._states: dict[str, dict[str, Any]] = {}
        self._manager = CommManager()

    def open(self) -> None:
        """Let every widget made from now on talk to the page; for this ipywidgets must not be imported yet."""
        lines = self

        class PageComm(BaseComm):
            def publish_msg(
                self, msg_type: str, data: dict[str, Any] | None = None, *_: Any, **__: Any
            ) -> None:
                lines.carry(self.comm_id, msg_type, data or {})

        comm.create_comm = PageComm
        comm.get_comm_manager = lambda: self._manager

    def carry(self, model: str, kind: str, data: dict[str, Any]) -> None:
        """Pass on what a widget says; the page hears of its state when the cell that shows it has run."""
        if kind == "comm_close":
            self._states.pop(model, None)
        elif data.get("method") == "custom":
            self._tell({"type": "message", "model": model, "content": data.get("content")})
        elif "state" in data:
            self._states.setdefault(model, {}).update(data["state"])
            if kind != "comm_open" and "payload" in data["state"]:
                payload = data["state"]["payload"]
                self._tell({"type": "payload", "model": model, "payload": payload})

    def _tell(self, message: dict[str, Any]) -> None:
        self._post(json.dumps(message))

    def tables(self, model: str) -> Iterator[tuple[str, Any]]:
        """Yield each table that a widget shows, and its payload: itself, or what stands in a box of several."""
        state = self._states.get(model, {})
        if "payload" in state:
            yield model, state["payload"]
        for child in state.get("children", ()):
            yield from self.tables(child.removeprefix(_REFERENCE))

    def hand_over(self, model: str, content: Any) -> None:
        """Give an act to its widget; one for a widget that is gone is dropped."""
        line = self._manager.get_comm(model)
        if line is not None:
            data = {"method": "custom", "content": content}
            line.handle_msg({"content": {"data": data}, "buffers": []})


def shell() -> Any:
    """Make IPython's shell without a terminal: outputs are kept, faults go to the browser's console as text."""
    # Not before the lines are open: IPython and ipywidgets look for them when they are imported.
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import CapturingDisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell

    class Shown(DisplayHook):
        shell: Any

        def write_output_prompt(self) -> None: ...

        def finish_displayhook(self) -> None: ...

        def write_format_data(
            self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None
        ) -> None:
            self.shell.display_pub.publish(format_dict, md_dict)

    class Shell(InteractiveShell):
        def showtraceback(self, *_: Any, **__: Any) -> None:
            traceback.print_exc()

    return Shell.instance(displayhook_class=Shown, display_pub_class=CapturingDisplayPublisher)


class Kernel:
    """Runs the cells of one page, one after the other, and hands each act to the table it is meant for."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._lines = Lines(post)
        self._lines.open()
        self._shell = shell()

    def run(self, cell: str, source: str) -> None:
        """Run one cell and tell the page which tables it shows, or that it has failed."""
        outputs = self._shell.display_pub.outputs
        outputs.clear()
        done = self._shell.run_cell(source)
        shown = [output["data"][VIEW]["model_id"] for output in outputs if VIEW in output["data"]]
        tables = [table for model in shown for table in self._lines.tables(model)]
        self._post(json.dumps({"type": "cell", "cell": cell, "tables": tables}))
        fault = done.error_before_exec or done.error_in_exec
        if fault is not None:
            self._post(json.dumps({"type": "fault", "cell": cell, "words": str(fault)}))

    def receive(self, text: str) -> None:
        """Take one message of the page: an act for one of its tables."""
        said = json.loads(text)
        self._lines.hand_over(said["model"], said["content"])
