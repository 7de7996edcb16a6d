"""Print every table: python -m benchmarks [--quick]."""

from __future__ import annotations

import sys

from benchmarks import engine

if __name__ == "__main__":
    sys.exit(engine.main(sys.argv[1:]))
