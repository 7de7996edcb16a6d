"""The widget that draws the position lab, and the function that a notebook calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sevens_kernel.notation import format_position, parse_position
from sevens_kernel.picture import svg, text_picture
from sevens_kernel.rules import Rules
from sevens_kernel.view import view
from sevens_widgets.calling import in_words
from sevens_widgets.course import rules_of
from sevens_widgets.lab import Lab
from sevens_widgets.widget import STYLES, ActWidget, script

__all__ = ["LabWidget", "lab"]


class LabWidget(ActWidget):
    """Show the position lab.

    >>> LabWidget({"kind": "lab", "position": "school:4 7/-/-/- ?12/?13/?13/?13 turn=1"})
    LabWidget(position: 'school:4 7/-/-/- ?12/?13/?13/?13 turn=1')
    """

    _esm = script("lab.js")
    _css = STYLES

    def __repr__(self) -> str:
        """Name the position, and nothing that changes from run to run."""
        return f"LabWidget(position: {self.payload.get('position', '')!r})"


@in_words
def lab(position: str = "", rules: str | Rules | None = None) -> LabWidget:
    """Open the position lab: set up a position, see what fits, play on from it, compare two ways to go on.

    position: one line, a deal such as "school:4 deal 1234", or the record of a game; nothing begins
    with an empty table. rules: a rule set, such as "fan tan:5", where the text names none.

    >>> lab("hearts 5-8; you 4♥ 10♥").payload["table"]["scene"]["handLabel"]
    'Your hand, 2 cards, one fits'

    Raises CourseError, in one sentence, for a text that cannot be read and for rules that cannot be.
    """
    session = Lab(position, None if rules is None else rules_of(rules))
    seen = view(parse_position(session.payload()["position"]), 0)
    widget = LabWidget(
        session.payload(),
        fallback_text=f"{text_picture(seen)}\n{format_position(seen)}",
        fallback_svg=svg(seen),
    )

    def answer(act: Mapping[str, Any]) -> dict[str, Any]:
        session.act(act)
        return session.payload()

    widget.on_act(answer)
    return widget
