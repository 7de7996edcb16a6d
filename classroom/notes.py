"""``make notes``: the notes for teachers of every lesson on one page to print, with the answers the game works out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from nbconvert.filters import markdown2html

from classroom import options as read
from classroom.lessons import lessons
from sevens_kernel.errors import SevensError
from sevens_widgets.exercise import Exercise, parse

STYLE = """
body { max-width: 48em; margin: 1em auto; padding: 0 1em; font: 16px/1.45 sans-serif; color: #111; background: #fff; }
section + section { break-before: page; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
ol { padding-left: 2em; }
li { margin-bottom: .5em; break-inside: avoid; }
li p { margin: 0; }
a.anchor-link { display: none; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } }
"""


def notes_of(notebook: Path) -> str:
    """Give the notes for teachers that stand in a notebook, as its author wrote them; "" where there are none.

    >>> notes_of(Path("no/such.ipynb"))
    ''
    """
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    except (OSError, ValueError, KeyError):
        return ""
    found = [cell for cell in cells if "teacher" in cell.get("metadata", {}).get("tags", ())]
    return "\n\n".join("".join(cell["source"]) for cell in found)


def answers_of(one: Exercise) -> tuple[str, str]:
    r"""Give the right answers of an exercise, and why.

    >>> some = parse("some", 'title = "Fit?"\n[[exercise]]\nid = "one"\nkind = "fits"\n'
    ...     'position = "hearts 5-8; you 9h"\ncard = "9h"\nprompt = "Would the 9♥ fit?"')
    >>> answers_of(some.exercises[0])
    ('Yes, it fits', '9♥ fits: it goes above 8♥.')
    """
    right = [each for each in one.question.answers if each.right]
    return ", ".join(each.text for each in right), " ".join(
        dict.fromkeys(each.why for each in right)
    )


def section(notebook: Path, title: str) -> str:
    """Write the part of one lesson; "" where it has neither notes nor exercises.

    Raises ExerciseError for an exercise file with a fault.
    """
    text, file = notes_of(notebook), notebook.parent / "exercises" / f"{notebook.stem}.toml"
    if not text and not file.is_file():
        return ""
    parts = [f"<h1>{escape(title)}</h1>", markdown2html(text)]
    if file.is_file():
        asked = parse(notebook.stem, file.read_text(encoding="utf-8"))
        items = []
        for one in asked.exercises:
            answer, why = answers_of(one)
            told = f"<p>{escape(one.prompt)}</p><p><b>{escape(answer)}.</b> {escape(why)}</p>"
            items.append(f"<li>{told}</li>")
        parts.append(f"<h2>“{escape(asked.title)}”: the answers</h2><ol>{''.join(items)}</ol>")
    return f"<section>{''.join(parts)}</section>"


def page(folder: Path) -> str:
    """Write the page of all lessons in a folder of notebooks.

    Raises ExerciseError for an exercise file with a fault.
    """
    parts = "".join(section(folder / one.file, one.title) for one in lessons(folder))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Sevens: notes for teachers</title><style>{STYLE}</style></head>"
        f"<body><main>{parts}</main></body></html>\n"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, write the page, return the exit status."""
    parser = read.OneSentence(prog="python -m classroom.notes", description=__doc__)
    parser.add_argument("folder", nargs="?", default="notebooks", type=read.notebooks)
    parser.add_argument("target", nargs="?", default="dist/notes.html", type=read.file)
    options = parser.parse_args(argv)
    try:
        text = page(options.folder)
        options.target.parent.mkdir(parents=True, exist_ok=True)
        options.target.write_text(text, encoding="utf-8")
    except (OSError, SevensError) as error:
        print(read.sentence("The notes could not be written", error), file=sys.stderr)
        return 1
    print(f"{options.target}: open it in a browser and print it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
