"""The thin line between a notebook and a widget drawn in the browser.

It carries one payload down and acts up. It knows no rule and holds no hidden card: whoever makes the payload
decides what the browser may know, and whoever handles the acts checks them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from sevens_widgets.packing import packed, packed_styles

__all__ = ["APOLOGY", "STYLES", "ActHandler", "ActWidget", "Payload", "joined", "script"]

Payload = dict[str, Any]
ActHandler = Callable[[dict[str, Any]], Mapping[str, Any] | None]

APOLOGY = "Something went wrong inside; nothing is lost. Try again."

_LOG = logging.getLogger(__name__)
_SIGN = 40  # characters: the sign of an act is sent back to the page
_STATIC = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default )", re.MULTILINE)


def joined(name: str) -> str:
    """Join the script of one widget with all it imports, because relative imports fail at a blob address.

    >>> "export default widget" in joined("table.js"), "import {" in joined("table.js")
    (True, False)
    """
    return "".join(_alone(each) for each in _needed(name))


def _needed(name: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Name the files of a script, each after those it imports."""
    for each in _IMPORT.findall(_text(name)):
        if each not in before:
            before = _needed(each, before)
    return (*before, name)


def _text(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")


def _alone(name: str) -> str:
    return _EXPORT.sub("", _IMPORT.sub("", _text(name)))


@cache  # most files are part of many scripts
def _packed(name: str) -> str:
    return packed(_alone(name))


def script(name: str) -> str:
    """Give the script of one widget as it is sent, which is once for each widget of a page.

    Comments and needless space are left out, file by file.

    >>> "/**" in joined("table.js"), "/**" in script("table.js")
    (True, False)
    """
    return "".join(_packed(each) for each in _needed(name))


def well_formed(value: Any) -> Any:
    r"""Give a message with half characters, which no page could be sent back, replaced by the sign for what is none.

    >>> well_formed({"text": "7\ud83d"})
    {'text': '7�'}
    """
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {well_formed(key): well_formed(each) for key, each in value.items()}
    return [well_formed(each) for each in value] if isinstance(value, list) else value


# Every widget brings all styles: whichever is drawn last, the order of the rules stays the same.
STYLES = "\n".join(
    packed_styles(_text(name))
    for name in (
        "table.css",
        "around.css",
        "screens.css",
        "board.css",
        "forecast.css",
        "lab.css",
        "quiz.css",
    )
)


class ActWidget(anywidget.AnyWidget):  # type: ignore[misc]  # its base is not typed
    """Show a payload, and hand each act of the person to one handler.

    ``fallback_text`` and ``fallback_svg`` stand for the widget where none can run, for instance in a
    notebook looked at on a code-hosting site; they are plain attributes and never sent to the page.
    """

    payload = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        payload: Mapping[str, Any] | None = None,
        *,
        fallback_text: str = "",
        fallback_svg: str = "",
    ) -> None:
        self.fallback_text = fallback_text
        self.fallback_svg = fallback_svg
        self._handler: ActHandler | None = None
        self._answered = ""  # the sign of the act that was answered last
        super().__init__(payload=dict(payload or {}))
        self.on_msg(self._receive)

    def on_act(self, handler: ActHandler) -> None:
        """Let one function answer every act: it may return the next payload, or set it, or change nothing.

        The payload then tells the page, as its ``answers``, which of its acts has been answered: the
        sign that the page has put on it. What is set at any other time carries the same sign still, and
        is no answer to an act that waits for one.

        It gets what the browser sent, such as ``{"type": "play", "card": "7d", "ply": 12}``, and must
        check all of it, because a page can send anything. A second call replaces the first handler.
        """
        self._handler = handler

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take state from the page, except the payload: that is made on this side only."""
        super().set_state({name: value for name, value in sync_data.items() if name != "payload"})

    @traitlets.validate("payload")
    def _signed(self, proposal: Mapping[str, Any]) -> dict[str, Any]:
        """Let every payload tell which act was answered last."""
        payload: dict[str, Any] = proposal["value"]
        return payload | {"answers": self._answered} if self._answered else payload

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer one message; the page is unlocked by every answer, also by one that changes nothing."""
        if content == {
            "type": "ping"
        }:  # a page asks whether anybody is here; no act, and no handler's business
            self.send({"type": "pong"})
            return
        try:
            content = well_formed(content)
        except RecursionError:
            content = None  # no act is that deep
        if not isinstance(content, dict) or not isinstance(content.get("type"), str):
            _LOG.warning("a page sent something that is no act: %.200r", content)
            return
        sign = content.pop("sign", None)
        if isinstance(sign, str):
            self._answered = sign[:_SIGN]
        before = self.payload
        try:
            answer = self._handler(content) if self._handler else None
        except Exception:
            _LOG.exception("the act %.200r failed at %r", content, self)
            answer = before | {"notice": APOLOGY, "fault": True}
        # Where nothing has changed the page is sent the same under the new sign.
        self.payload = dict(self.payload if answer is None else answer)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Offer the live widget first, then the picture and the text for places without one."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        data["text/plain"] = self.fallback_text or repr(self)
        if self.fallback_svg:
            data["image/svg+xml"] = self.fallback_svg
        return data, metadata
