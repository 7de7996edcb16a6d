"""The table of a class's load: its figures, its place in the page, and what it calls missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.class_table import BEGIN, END, Figures, bars, part, table, write


def good(name: str) -> Figures:
    """Give figures with which every aim is reached."""
    return Figures(
        name,
        30,
        clickable=[0.2, 0.3, 0.4],
        again=[0.1, 0.2, 0.3],
        reloads=[0.5],
        trips=[0.02, 0.03],
        kernels_mib=1000 if name == "stock" else 500,
        rest_mib_before=500,
        rest_mib_after=510,
    )


ALL = ["stock", "empty pool", "warm pool"]


def test_a_share_of_the_values_lies_below() -> None:
    assert part([3.0, 1.0, 2.0], 0.5) == 2.0
    assert part([], 0.95) == 0.0


def test_every_server_has_its_column_and_memory_is_compared_with_stock() -> None:
    lines = table([good(name) for name in ALL]).splitlines()
    assert lines[0] == "| 30 learners, median · 95 % | stock | empty pool | warm pool |"
    assert "| table clickable after | 0.30 · 0.40 s | 0.30 · 0.40 s | 0.30 · 0.40 s |" in lines
    assert "| memory of all kernels | 1000 MiB | 500 MiB (50%) | 500 MiB (50%) |" in lines


def test_what_is_missed_is_said() -> None:
    assert bars([good(name) for name in ALL]) == []
    stock, empty, warm = (good(name) for name in ALL)
    warm.clickable, warm.trips, warm.kernels_mib = [1.5] * 3, [0.3] * 3, 600
    empty.clickable, empty.failed = [5.0] * 3, 2
    missed = bars([stock, empty, warm])
    assert [each.split(":")[0] for each in missed] == [
        "warm pool",
        "warm pool",
        "warm pool",
        "empty pool",
        "empty pool",
    ]
    assert missed[-1] == "empty pool: 2 pages failed, 0 mixed up, 0 kernels left"


def test_a_class_of_which_no_page_opened_is_missed_and_no_error() -> None:
    nothing = [Figures(name, 30, failed=60) for name in ALL]
    assert "| table clickable after | – | – | – |" in table(nothing)
    missed = bars(nothing)
    assert "warm pool: half the tables took a second or more" in missed
    assert "empty pool: 60 pages failed, 0 mixed up, 0 kernels left" in missed


def test_the_table_takes_its_place_in_the_page_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "PAGE.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    write("| new |", page)
    assert page.read_text(encoding="utf-8") == f"before\n{BEGIN}\n| new |\n{END}\nafter\n"
    page.write_text("no place", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"PAGE\.md has no place for the table"):
        write("| new |", page)
