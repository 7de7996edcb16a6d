"""Print every table: python -m benchmarks [--quick]."""

from __future__ import annotations

import sys

from benchmarks import engine, fast, knowing

if __name__ == "__main__":
    status = engine.main(sys.argv[1:])
    print()
    status = status or fast.main(sys.argv[1:])
    print()
    sys.exit(status or knowing.main(sys.argv[1:]))
