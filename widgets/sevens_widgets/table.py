"""The widget that draws the table: a game, a quiz, a position, or two positions side by side."""

from __future__ import annotations

from sevens_widgets.widget import APOLOGY, STYLES, ActHandler, ActWidget, Payload, script

__all__ = ["APOLOGY", "ActHandler", "Payload", "TableWidget"]


class TableWidget(ActWidget):
    """Show a game, a quiz, a position or two positions of Sevens.

    >>> TableWidget({"kind": "position", "scene": {"position": "7d | ?"}})
    TableWidget(position: '7d | ?')
    """

    _esm = script("table.js")
    _css = STYLES

    def __repr__(self) -> str:
        """Name what is shown, and nothing that changes from run to run."""
        kind = self.payload.get("kind", "empty")
        if kind == "quiz":
            asked = len(self.payload.get("exercises", ()))
            return f"TableWidget(quiz: {self.payload.get('title', '')!r}, {asked} exercises)"
        if kind == "compare":
            titles = [side.get("title", "") for side in self.payload.get("sides", ())]
            return f"TableWidget(compare: {' and '.join(map(repr, titles))})"
        scene = self.payload.get("scene") or {}
        return f"TableWidget({kind}: {scene.get('position', '')!r})"
