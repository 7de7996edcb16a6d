"""How far a learner has come: for each lesson, how many of its exercises have a tick in this browser.

Ticks never leave the browser. What is sent is only which exercises there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from sevens_widgets import exercise
from sevens_widgets.calling import in_words
from sevens_widgets.widget import STYLES, ActWidget, script

__all__ = ["SCRIPT", "ProgressWidget", "progress", "progress_of"]

SCRIPT = "show_progress.js"


class ProgressWidget(ActWidget):
    """Show how many exercises of each lesson are done.

    >>> ProgressWidget({"kind": "progress", "lessons": []})
    ProgressWidget(0 lessons)
    """

    _esm = script(SCRIPT)
    _css = STYLES

    def __repr__(self) -> str:
        """Name what is shown, and nothing that changes from run to run."""
        return f"ProgressWidget({len(self.payload.get('lessons', ()))} lessons)"


def progress_of(lessons: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    r"""Give what a page needs to count the ticks.

    lessons: of each the name of its exercise file, its title, and the text of that file.

    >>> drawn = progress_of([("one", "Lesson one", '[[exercise]]\nid = "a"')])
    >>> [(each["title"], each["ids"]) for each in drawn["lessons"]]
    [('Lesson one', ['a'])]
    """
    found = [
        {"title": title, "quiz": name, "ids": exercise.ids_in(text)}
        for name, title, text in lessons
    ]
    return {"kind": "progress", "title": "How far you are", "lessons": found}


@in_words
def progress() -> ProgressWidget:
    """Show how many exercises of each lesson are done, as this browser remembers it, and a way to forget it.

    >>> [each["quiz"] for each in progress().payload["lessons"]][:2]
    ['1_deal', '2_extending_rows']
    """
    drawn = progress_of((name, _title(name), exercise.text_of(name)) for name in exercise.names())
    lines = [f"{each['title']}: {len(each['ids'])} exercises" for each in drawn["lessons"]]
    return ProgressWidget(drawn, fallback_text="\n".join(lines), fallback_svg=_picture(lines))


def _title(name: str) -> str:
    """Give the title of the lesson beside which an exercise file lies; its name in words where there is none.

    >>> _title("7_no_such_lesson")
    'No such lesson'
    """
    try:
        title = json.loads(Path(f"{name}.ipynb").read_text("utf-8"))["metadata"]["title"]
    except (OSError, ValueError, KeyError, TypeError):
        title = None
    return (
        title
        if isinstance(title, str)
        else name.lstrip("0123456789_").replace("_", " ").capitalize()
    )


def _picture(lines: list[str]) -> str:
    """Draw the lines as a picture, for places without a widget."""
    height = 28 * len(lines) + 12
    texts = [
        f'<text x="34" y="{28 * place + 24}" fill="#111">{escape(line)}</text>'
        f'<circle cx="16" cy="{28 * place + 19}" r="7" fill="none" stroke="#555" stroke-width="2"/>'
        for place, line in enumerate(lines)
    ]
    head = f"<title>The lessons and their exercises</title><desc>{escape('; '.join(lines))}.</desc>"
    size = f'viewBox="0 0 420 {height}" width="420" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="15" role="img">'
        f'{head}<rect width="100%" height="100%" fill="#fff"/>{"".join(texts)}</svg>'
    )
