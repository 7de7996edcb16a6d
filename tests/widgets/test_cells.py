"""A cell run again leaves one live table, and nothing of the ones before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances

from sevens_widgets import cells, house_rules, play, show


class Notebook:
    """A shell whose kernel says which cell runs."""

    def __init__(self) -> None:
        self.runs = 0
        self.message: dict[str, Any] = {}
        self.kernel = SimpleNamespace(get_parent=lambda _channel: self.message)

    def run(self, cell: str | None, make: Callable[[], Widget]) -> Widget:
        self.runs += 1
        metadata = {} if cell is None else {"cellId": cell}
        self.message = {"header": {"msg_id": f"run {self.runs}"}, "metadata": metadata}
        return make()


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Iterator[Notebook]:
    shell = Notebook()
    monkeypatch.setattr(cells, "get_ipython", lambda: shell)
    before = set(_instances)
    yield shell
    for each in set(_instances) - before:
        _instances[each].close()


def alive(widget: Widget) -> bool:
    return any(each is widget for each in _instances.values())


def test_fifty_runs_of_a_cell_leave_one_live_table(notebook: Notebook) -> None:
    first = notebook.run("a", lambda: play(deal=1))
    after_one = len(_instances)
    for _ in range(49):
        last = notebook.run("a", lambda: play(deal=1))
    assert alive(last)
    assert not alive(first)
    assert len(_instances) == after_one


def test_the_parts_of_a_widget_go_with_it(notebook: Notebook) -> None:
    notebook.run("a", house_rules)
    after_one = len(_instances)
    notebook.run("a", house_rules)
    assert len(_instances) == after_one


def test_other_cells_and_other_widgets_of_one_run_are_left_alone(notebook: Notebook) -> None:
    other = notebook.run("b", lambda: show("hearts 7; you 8h"))

    def two() -> Widget:
        two.made = [show("hearts 7; you 8h"), play(deal=2)]  # type: ignore[attr-defined]
        return two.made[-1]  # type: ignore[attr-defined, no-any-return]

    notebook.run("a", two)
    assert all(alive(each) for each in two.made)  # type: ignore[attr-defined]
    assert alive(other)


def test_where_cells_have_no_names_nothing_is_closed(notebook: Notebook) -> None:
    first = notebook.run(None, lambda: play(deal=1))
    notebook.run(None, lambda: play(deal=1))
    assert alive(first)


def test_outside_a_notebook_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "get_ipython", lambda: None)
    assert alive(play(deal=1))
