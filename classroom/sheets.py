"""``make sheet``: the rules of one game on one sheet of A4, as a page and, where Chromium is found, as PDF."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from classroom import options as read
from sevens_kernel.errors import SevensError
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules, rulesets
from sevens_widgets.printed import page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60  # seconds for one page


def browser() -> str | None:
    """Find Chromium: the one that SEVENS_CHROMIUM names, else one on the path."""
    named = os.environ.get("SEVENS_CHROMIUM")
    found = [named] if named else map(shutil.which, BROWSERS)
    return next((each for each in found if each), None)


def file_name(rules: Rules) -> str:
    """Name the file of some rules' sheet, without its ending.

    >>> file_name(Rules.named("fan tan", players=5, aces="low"))
    'fan-tan-5-aces-low'
    """
    return re.sub(r"[^a-z0-9]+", "-", format_rules(rules).lower()).strip("-")


def write(rules: Rules, folder: Path) -> Path:
    """Write the page of a sheet; return where it is. Raises OSError where it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{file_name(rules)}.html"
    path.write_text(page(rules), encoding="utf-8")
    return path


def to_pdf(html: Path, chromium: str) -> Path:
    """Print a page as PDF beside it; return where it is.

    Raises OSError where Chromium makes none; an earlier one then stays.
    """
    target = html.with_suffix(".pdf")
    # Beside it: some browsers may not write where temporary files are.
    printed = html.with_suffix(".new.pdf")
    printed.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        command += [f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        command += [f"--print-to-pdf={printed}", html.resolve().as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise OSError(f"{chromium} did not print within {PATIENCE} seconds") from None
    if not printed.is_file():
        raise OSError(f"{chromium} made no PDF")
    return printed.replace(target)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheets that the command line asks for; return the exit status."""
    parser = read.OneSentence(prog="python -m classroom.sheets", description=__doc__)
    parser.add_argument(
        "rules", nargs="*", help='such as school or "fan-tan:5"; none: every rule set'
    )
    parser.add_argument("--folder", default="dist/sheet", type=read.folder)
    options = parser.parse_args(argv)
    try:
        wanted = [parse_rules(each) for each in options.rules] or [
            each.rules() for each in rulesets()
        ]
        pages = [write(rules, options.folder) for rules in wanted]
    except (SevensError, OSError) as error:
        print(read.sentence("No sheet was written", error), file=sys.stderr)
        return 1
    chromium = browser()
    for each in pages:
        print(each)
        try:
            if chromium:
                print(to_pdf(each, chromium))
        except OSError as error:
            print(f"No PDF was written: {error}. Print the page from a browser.", file=sys.stderr)
            return 1
    if not chromium:
        print("No Chromium was found, so there is no PDF: open a page in any browser and print it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
