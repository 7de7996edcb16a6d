"""Start the command line: `python -m sevens_kernel`."""

import sys

from sevens_kernel.cli import main

if __name__ == "__main__":
    sys.exit(main())
