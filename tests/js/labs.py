"""The position lab in a bare page, answered by the real lab."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page

from sevens_widgets.lab import Lab
from sevens_widgets.widget import STYLES
from tests.js.conftest import Bench
from tests.js.harness import HTML, Table, mount

FIVE = "clubs 6-8, hearts 5-9; you 5♣ 10♥ 7♠ K♦ 2♣"
ENDING = (
    "clubs A-J, diamonds A-K, hearts 3-Q, spades 4-10; you Q♣ J♠ Q♠; robin K♣ 2♥; "
    "alex K♥ A♥ 3♠; sam K♠ 2♠ A♠"
)


class LabPage(Table):
    """The lab in a page; `pump` lets the real lab answer all that was sent."""

    def __init__(self, page: Page, lab: Lab) -> None:
        super().__init__(page)
        self.lab = lab
        self.done = 0

    def pump(self) -> None:
        """Answer act by act, as Python would."""
        while len(sent := self.sent) > self.done:
            self.lab.act(sent[self.done])
            self.done += 1
            self.answer(self.lab.payload())

    def press(self, name: str) -> None:
        """Press a button that is in sight."""
        self.visible(name).click()
        self.pump()

    def visible(self, name: str) -> Locator:
        """Find a button or tab that is in sight by its whole name."""
        role = self.page.get_by_role("tab" if name in TABS else "button", name=name, exact=True)
        return role.filter(visible=True)

    def board(self, name: str) -> Locator:
        """Find a card of the board by the beginning of its name."""
        return self.page.locator(f'.sv-bcard[aria-label^="{name},"]')

    def put(self, name: str) -> None:
        """Press a card of the board."""
        self.board(name).click()
        self.pump()

    def key(self, *keys: str) -> None:
        """Press keys, and let what they send be answered."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pump()

    @property
    def shown(self) -> Locator:
        """The hand that is in sight."""
        return self.page.locator(".sv-hand").filter(visible=True)

    @property
    def live(self) -> Locator:
        """The line for answers."""
        return self.page.locator(".sv-why[aria-live=polite]").filter(visible=True)

    @property
    def said(self) -> str:
        """What the line for answers says."""
        return self.live.inner_text().replace("\u00a0", "")

    @property
    def position(self) -> str:
        """The line in the box."""
        return self.page.get_by_role("textbox", name="Position").input_value()


TABS = ("Set up", "Play and step", "Compare")


def open_lab(
    bench: Bench,
    text: str = FIVE,
    *,
    link: str = "",
    viewport: tuple[int, int] = (1280, 900),
    dark: bool = False,
    around: str = "",
    number: int = 5,
) -> LabPage:
    """Draw the lab into a page; link: what stands behind the # of its address."""
    theme = f'data-jp-theme-light="{json.dumps(not dark)}"'
    html = HTML % {"css": STYLES, "theme": theme}
    if around:
        html = html.replace('<div id="place">', f'<div id="place" class="{around}">')
    page = bench.fresh(html, viewport, dark, "reduce")
    if link:
        page.evaluate("link => history.replaceState(null, '', '#' + link)", link)
    lab = Lab(text, number=lambda: number)
    mount(page, lab.payload(), name="lab.js")
    found = LabPage(page, lab)
    found.pump()
    return found
