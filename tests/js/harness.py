"""The table in a bare page: the real script and styles, and a model of a dozen lines instead of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from sevens_widgets.widget import script

STATIC = Path(__file__).parents[2] / "widgets" / "sevens_widgets" / "static"
NPM = Path(__file__).parent / "node_modules"
ADDRESS = "http://localhost/table"  # answered by the test itself: storage needs an origin

HTML = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The table</title><link rel="icon" href="data:,"><style>body { margin: 8px; }</style><style>%(css)s</style></head>
<body %(theme)s><main><h2>The lesson around it</h2><button id="outside">outside</button>
<div id="place"></div></main></body>
</html>"""

MODEL = """async ([source, payload, answers, deaf]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const heard = {};
  const tell = (event, message) => { for (const call of [...(heard[event] ?? [])]) call(message); };
  window.sent = [];
  window.pings = 0;
  window.heard = heard;
  window.model = {
    payload,
    get: (name) => (name === "payload" ? window.model.payload : undefined),
    on: (event, call) => { (heard[event] ??= new Set()).add(call); },
    off: (event, call) => { heard[event]?.delete(call); },
    send: (message) => {
      if (message.type === "ping") {
        window.pings += 1;
        if (!window.deaf) tell("msg:custom", { type: "pong" });
        return;
      }
      const { sign, ...act } = message;
      window.sign = sign;
      window.sent.push(act);
      if (answers.length) window.answer(answers.shift());
    },
  };
  // As Python does it: every payload tells the sign of the act that was answered last.
  window.push = (next) => { window.model.payload = { ...next, answers: window.answered }; tell("change:payload"); };
  window.answer = (next) => { window.answered = window.sign; window.push(next); };
  window.hangUp = () => tell("comm:close");
  window.widget = (await import(url)).default;
  const el = document.getElementById("place");
  window.again = () => { window.unmount = window.widget.render({ model: window.model, el }); };
  window.deaf = deaf;
  window.again();
}"""


class Table:
    """The widget in a page, with what it sent and a way to answer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".sevens")
        self.hand = page.get_by_role("group", name="Your hand")
        self.status = page.get_by_role("status")
        self.why = page.locator(".sv-why")

    def card(self, name: str) -> Locator:
        """Find a card of the hand by the beginning of its name."""
        return self.hand.locator(f'[aria-label^="{name}"]').first

    def button(self, name: str) -> Locator:
        """Find a control by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def answer(self, payload: dict[str, Any]) -> None:
        """Let a payload arrive that answers what was sent last."""
        self.page.evaluate("payload => window.answer(payload)", payload)

    def push(self, payload: dict[str, Any]) -> None:
        """Let a payload arrive that is no answer."""
        self.page.evaluate("payload => window.push(payload)", payload)

    @property
    def sent(self) -> list[dict[str, Any]]:
        """Everything the widget sent so far."""
        sent: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return sent

    @property
    def focus(self) -> str:
        """What the focused element is called, or its tag."""
        name: str = self.page.evaluate(
            "(at => at.getAttribute('aria-label') ?? (at.textContent.trim() || at.tagName))"
            "(document.activeElement === document.body ? document.createElement('body') : document.activeElement)"
        )
        return name


Show = Callable[..., Table]


def mount(
    page: Page,
    payload: dict[str, Any],
    answers: list[dict[str, Any]] | None = None,
    name: str = "table.js",
    *,
    deaf: bool = False,
) -> None:
    """Draw the widget into a page that was opened; deaf: with nobody at the other end."""
    page.evaluate(MODEL, [script(name), payload, answers or [], deaf])
