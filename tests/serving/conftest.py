"""A served course for clients without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.servers import Server, running
from tests.serving.clients import BEHIND, NOTEBOOKS

Start = Callable[..., Any]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """A function that runs a server for a while: ``with start("--most", "2") as server``."""
    return lambda *options: running("serve", NOTEBOOKS, tmp_path / "home", *options)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most tests, without a pool."""
    home = tmp_path_factory.mktemp("course")
    with running("serve", NOTEBOOKS, home, "--class-size", "0") as server:
        yield server


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A course with a class board, without a pool."""
    home = tmp_path_factory.mktemp("school")
    board = ("--board", str(home / "class.sqlite"))
    with running("serve", NOTEBOOKS, home, "--class-size", "0", *BEHIND, *board) as server:
        yield server
