"""A cell run again leaves one live table, and nothing of the ones before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances

from sevens_widgets import cells, house_rules, play, show, watch_player


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


def test_a_widget_that_one_function_lets_another_make_is_kept_once(notebook: Notebook) -> None:
    def watched() -> Widget:
        return watch_player(lambda cards, view: cards[0], deal=3)

    first = notebook.run("a", watched)
    again = notebook.run("a", watched)
    kept = notebook.__dict__["sevens_cells"]["a"][1]
    assert [each is again for each in kept] == [True]
    assert alive(again)
    assert not alive(first)


def test_where_cells_have_no_names_nothing_is_closed(notebook: Notebook) -> None:
    first = notebook.run(None, lambda: play(deal=1))
    notebook.run(None, lambda: play(deal=1))
    assert alive(first)


def test_outside_a_notebook_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "get_ipython", lambda: None)
    assert alive(play(deal=1))


def idents(notebook: Notebook, *cells: str | None) -> list[str]:
    """Give the names under which a browser keeps the games of some cells, run one after the other."""
    return [notebook.run(cell, lambda: play(rules="fan tan")).payload["id"] for cell in cells]


def test_two_games_of_one_notebook_are_kept_apart_and_a_cell_run_again_keeps_its_own(
    notebook: Notebook,
) -> None:
    first, second = "fan-tan:4", "fan-tan:4 (2)"
    assert idents(notebook, "a", "b", "a", "b", "b") == [first, second, first, second, second]


def test_where_cells_have_no_names_every_call_is_a_game_of_its_own(notebook: Notebook) -> None:
    assert idents(notebook, None, None) == ["fan-tan:4", "fan-tan:4 (2)"]


def test_two_games_of_one_cell_are_kept_apart(notebook: Notebook) -> None:
    def two() -> Widget:
        pair = [play(rules="fan tan"), play(rules="fan tan")]
        names.append([each.payload["id"] for each in pair])
        return pair[-1]

    names: list[list[str]] = []
    for _ in range(2):
        notebook.run("a", two)
    assert names == [["fan-tan:4", "fan-tan:4 (2)"]] * 2


def test_another_deal_is_another_name_and_so_are_house_rules_beside_a_game(
    notebook: Notebook,
) -> None:
    game = notebook.run("a", lambda: play(deal=77))
    house = notebook.run("b", lambda: house_rules(deal=77))
    assert game.payload["id"] == "school:4 deal 77"
    _, table = house.children
    assert table.payload["id"] == "school:4 deal 77 (2)"
