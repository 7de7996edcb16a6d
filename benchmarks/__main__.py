"""Print the tables of speed, or one of them, or measure the players.

python -m benchmarks [--quick]                every table of speed
python -m benchmarks engine|fast|knowing|bars … one of them
python -m benchmarks ladder …                 every player against equal others
python -m benchmarks lockstep …               many deals of the fixed priority, with numpy
python -m benchmarks players …                what the strongest player is made of
python -m benchmarks figures [--write]        every figure of the lessons
python -m benchmarks class …                  a class of thirty opens a lesson
python -m benchmarks hub                      what a learner costs behind JupyterHub
python -m benchmarks site                     how soon a page of the static site can be used
"""

from __future__ import annotations

import importlib.util
import sys

from benchmarks import bars, class_load, engine, fast, figures, knowing, ladder, players

TABLES = {"engine": engine.main, "fast": fast.main, "knowing": knowing.main, "bars": bars.main}


def main(argv: list[str]) -> int:
    """Do what the first word says; without one, print every table."""
    if argv[:1] == ["ladder"]:
        return ladder.main(argv[1:])
    if argv[:1] == ["figures"]:
        return figures.main(argv[1:])
    if argv[:1] == ["class"]:
        return class_load.main(argv[1:])
    if argv[:1] == ["players"]:
        return players.main(argv[1:])
    if argv[:1] == ["hub"]:  # Chromium and a hub are needed for it alone
        from benchmarks import hub_memory

        return hub_memory.main(argv[1:])
    if argv[:1] == ["site"]:
        from benchmarks import site

        return site.main(argv[1:])
    if argv[:1] == ["lockstep"]:
        if importlib.util.find_spec("numpy") is None:
            print("lockstep needs numpy: pip install .[arena]", file=sys.stderr)
            return 2
        from benchmarks import lockstep  # the others do without numpy

        return lockstep.main(argv[1:])
    if argv and argv[0] in TABLES:
        return TABLES[argv[0]](argv[1:])
    if argv and not argv[0].startswith("-"):
        print(f"“{argv[0][:40]}” is measured nowhere here.\n\n{__doc__}", file=sys.stderr)
        return 2
    status = 0
    for table in TABLES.values():
        status = status or table(argv)
        print()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
