"""Two widgets in one output, one beneath the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ipywidgets import DOMWidget, Layout, VBox


class Together(VBox):  # type: ignore[misc]  # its base is not typed
    """Show widgets one beneath the other, with a text and a picture for places where none can run.

    parts: from the top. name: what stands for the whole in a list of outputs.
    """

    def __init__(
        self, parts: Sequence[DOMWidget], name: str, *, fallback_text: str, fallback_svg: str
    ) -> None:
        """Put the parts together."""
        self.name = name
        self.fallback_text = fallback_text
        self.fallback_svg = fallback_svg
        super().__init__(list(parts), layout=Layout(grid_gap="12px", overflow="visible"))

    def __repr__(self) -> str:
        """Name what is shown, and nothing that changes from run to run."""
        return f"Together({self.name!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Offer the live widgets first, then the picture and the text."""
        data: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return data | {"text/plain": self.fallback_text, "image/svg+xml": self.fallback_svg}
