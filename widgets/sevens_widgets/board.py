"""The widget that draws the switchboard of the rules."""

from __future__ import annotations

from sevens_widgets.widget import STYLES, ActWidget, script

__all__ = ["BoardWidget"]


class BoardWidget(ActWidget):
    """Show every switch of the rules, with an example of what it does.

    >>> BoardWidget({"kind": "board", "title": "School with aces high"})
    BoardWidget('School with aces high')
    """

    _esm = script("board.js")
    _css = STYLES

    def __repr__(self) -> str:
        """Name the rules on the board, and nothing that changes from run to run."""
        return f"BoardWidget({self.payload.get('title', '')!r})"
