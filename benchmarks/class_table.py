"""What a class of learners measured, as a table beside the others, and which aims were missed."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

BEGIN, END = "<!-- load table: python -m benchmarks class --write -->", "<!-- end of load table -->"


@dataclass
class Figures:
    """What one server did for one class; seconds, milliseconds and MiB as the names say."""

    name: str
    learners: int
    clickable: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    reloads: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)
    cpu_ms_a_page: float = 0.0
    kernels_mib: float = 0.0
    rest_mib_before: float = 0.0
    rest_mib_after: float = 0.0
    seconds_to_rest: float = 0.0
    kernels_left: int = 0
    failed: int = 0
    strays: int = 0
    bursts: int = 0


def part(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of all values lie, 0 if there is none.

    >>> part([3.0, 1.0, 2.0], 0.5), part([], 0.95)
    (2.0, 0.0)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def row(label: str, cells: Sequence[str]) -> str:
    """Return one line of the table."""
    return f"| {label} | {' | '.join(cells)} |"


def table(all_figures: Sequence[Figures]) -> str:
    """Return the figures as a table in Markdown, a column for each server."""

    def pair(values: Sequence[float], unit: str, factor: float = 1, digits: int = 2) -> str:
        if not values:
            return "–"
        middle, most = statistics.median(values) * factor, part(values, 0.95) * factor
        return f"{middle:.{digits}f} · {most:.{digits}f} {unit}"

    base = next((each.kernels_mib for each in all_figures if each.name == "stock"), 0.0)

    def memory(each: Figures) -> str:
        share = f" ({each.kernels_mib / base:.0%})" if base and each.name != "stock" else ""
        return f"{each.kernels_mib:.0f} MiB{share}"

    def rest(each: Figures) -> str:
        if each.kernels_left:
            return f"{each.kernels_left} kernels left"
        return f"{each.rest_mib_before:.0f} → {each.rest_mib_after:.0f} MiB in {each.seconds_to_rest:.0f} s"

    learners = all_figures[0].learners
    lines = [
        row(f"{learners} learners, median · 95 %", [each.name for each in all_figures]),
        row("---", ["---"] * len(all_figures)),
        row("table clickable after", [pair(each.clickable, "s") for each in all_figures]),
        row("second class, a minute later", [pair(each.again, "s") for each in all_figures]),
        row("page loaded anew", [pair(each.reloads, "s") for each in all_figures]),
        row("one move, while all play", [pair(each.trips, "ms", 1000, 0) for each in all_figures]),
        row("server's processor time a page", [f"{f.cpu_ms_a_page:.0f} ms" for f in all_figures]),
        row("memory of all kernels", [memory(each) for each in all_figures]),
        row("after all tabs are closed", [rest(each) for each in all_figures]),
        row("pages that failed · mixed up", [f"{f.failed} · {f.strays}" for f in all_figures]),
    ]
    return "\n".join(lines)


def bars(all_figures: Sequence[Figures]) -> list[str]:
    """Return every aim that was missed, in words."""
    by = {each.name: each for each in all_figures}
    missed = []
    if warm := by.get("warm pool"):
        if statistics.median(warm.clickable or [99]) >= 1:
            missed.append("warm pool: half the tables took a second or more")
        if statistics.median(warm.trips or [99]) >= 0.05 or part(warm.trips, 0.95) >= 0.25:
            missed.append("warm pool: moves took 50 ms or more (median), or 250 ms or more (95 %)")
        if "stock" in by and warm.kernels_mib > 0.55 * by["stock"].kernels_mib:
            missed.append("warm pool: more than 55 % of stock's memory")
    if empty := by.get("empty pool"):
        if statistics.median(empty.clickable or [99]) >= 4:
            missed.append("empty pool: half the tables took four seconds or more")
        if warm and statistics.median(warm.again or [99]) > statistics.median(
            empty.clickable or [99]
        ):
            missed.append("warm pool: the second class was slower than the empty pool")
    missed += [
        f"{each.name}: {each.failed} pages failed, {each.strays} mixed up, {each.kernels_left} kernels left"
        for each in all_figures
        if each.name != "stock" and (each.failed or each.strays or each.kernels_left)
    ]
    return missed


def write(text: str, page: Path) -> None:
    """Put the table between the two marks of a page. Raises SystemExit where it has none."""
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    if BEGIN not in old or END not in old:
        raise SystemExit(f"{page.name} has no place for the table: it needs {BEGIN} and {END}")
    head, rest = old.split(BEGIN, 1)
    page.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")
