"""The widget that draws the table: a game, a quiz, a position, or two positions side by side."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sevens_widgets.widget import APOLOGY, STYLES, ActHandler, ActWidget, Payload, script

__all__ = ["APOLOGY", "ActHandler", "AnyTableWidget", "Payload", "TableWidget"]


#: What a widget of each kind is drawn by; one of another kind, or of none yet, gets all.
FILES = MappingProxyType(
    {
        "game": "show_game.js",
        "quiz": "show_quiz.js",
        "replay": "show_replay.js",
        "dealing": "show_dealing.js",
        "position": "show_position.js",
        "compare": "show_position.js",
        "forecast": "show_forecast.js",
    }
)
_SCRIPTS = MappingProxyType({name: script(name) for name in {*FILES.values(), "table.js"}})


class TableWidget(ActWidget):
    """Show a game, a quiz, a replay, a position or two positions of Sevens.

    Its script is that of its first payload's kind: AnyTableWidget can show another kind later.

    >>> TableWidget({"kind": "position", "scene": {"position": "7d | ?"}})
    TableWidget(position: '7d | ?')
    """

    _esm = _SCRIPTS["table.js"]
    _css = STYLES

    def __init__(
        self,
        payload: Mapping[str, Any] | None = None,
        *,
        fallback_text: str = "",
        fallback_svg: str = "",
    ) -> None:
        self._esm = self._script(str((payload or {}).get("kind")))
        super().__init__(payload, fallback_text=fallback_text, fallback_svg=fallback_svg)

    def _script(self, kind: str) -> str:
        return _SCRIPTS[FILES.get(kind, "table.js")]

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


class AnyTableWidget(TableWidget):
    """The same with the script of every kind, for what turns into another kind while it is looked at."""

    def _script(self, kind: str) -> str:
        return _SCRIPTS["table.js"]
