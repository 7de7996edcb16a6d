"""How a person plays the table in Chromium: everything is found by role and name, as a screen reader finds it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from sevens_kernel.cards import ALL_CARDS, SUITS, Card
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.state import State, explain, fitting
from sevens_kernel.view import view
from sevens_kernel.words import hand_words, row_words, turn_words

How = Literal["mouse", "keyboard"]

#: No deal has as many turns: 52 cards, and never three passes more than cards in a round.
MOST_TURNS = 80

# What changes with every act that is answered, as one text.
SAID = """root => [...root.querySelectorAll('[role=status], [role=group], h3, .sv-head strong, [data-card]')]
  .map(it => (it.getAttribute('aria-label') ?? it.textContent)).join('|')"""
ANSWERED = f"""([root, before]) => !root.hasAttribute('aria-busy') && ({SAID})(root) !== before"""
FOCUS = """root => { const at = document.activeElement;
  return root.contains(at) ? at.getAttribute('aria-label') ?? (at.textContent.trim() || at.tagName) : ''; }"""

# From the press to the moment at which the status line says what the others did.
STOPWATCH = """root => {
  window.took = []; let pressed = 0;
  root.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (button && button.getAttribute('aria-disabled') !== 'true') pressed = event.timeStamp;
  }, true);
  new MutationObserver(() => {
    if (pressed) window.took.push(performance.now() - pressed);
    pressed = 0;
  }).observe(root.querySelector('[role=status]'), { childList: true, characterData: true, subtree: true });
}"""


def buttons_in(group: Locator) -> list[str]:
    """Return the names of the buttons of a group, read from the accessibility tree."""
    lines = group.aria_snapshot().splitlines()
    found = [re.match(r'\s*- button (".*?")', line) for line in lines]
    return [json.loads(each.group(1)) for each in found if each]


def part_of(shown: str, name: str) -> str:
    """Cut the group whose name begins so out of an accessibility tree."""
    found = re.search(rf'^( *)- group "{name}[^\n]*\n((?:\1 +[^\n]*\n?)*)', shown, re.M)
    return found.group(2) if found else ""


def card_called(name: str) -> Card:
    """Return the card whose name a button begins with."""
    return next(card for card in ALL_CARDS if card.words == name.split(",")[0])


@dataclass
class Game:
    """A game on a page, and what one can do with it."""

    page: Page
    root: Locator = field(init=False)
    hand: Locator = field(init=False)
    status: Locator = field(init=False)
    why: Locator = field(init=False)
    end: Locator = field(init=False)

    def find_root(self) -> Locator:
        """Find the widget; a page with more than one says which."""
        return self.page.get_by_role("group", name="Sevens", exact=True)

    def __post_init__(self) -> None:
        self.root = self.find_root()
        self.hand = self.root.get_by_role("group", name=re.compile("^Your hand"))
        self.status = self.root.get_by_role("status")
        self.why = self.root.locator("[aria-live=polite]")
        self.end = self.root.get_by_role("heading", name=re.compile("wins? the deal$|You win"))

    def ready(self) -> Game:
        """Wait for the hand."""
        expect(self.hand.get_by_role("button").first).to_be_visible()
        return self

    # ---- reading

    def cards(self) -> list[str]:
        """Return the names of the cards of the hand, such as "six of hearts, fits"."""
        return buttons_in(self.hand)

    def fitting(self) -> list[str]:
        """Return the names of the cards that are called fitting."""
        return [name for name in self.cards() if name.endswith(", fits")]

    def button(self, name: str) -> Locator:
        """Find a button of the widget by its whole name."""
        return self.root.get_by_role("button", name=name, exact=True)

    @property
    def over(self) -> bool:
        """Whether the page says who has won."""
        return self.end.is_visible()

    @property
    def record(self) -> str:
        """The line of text from which the browser could go on with this game."""
        # A table is drawn before it stands in its page, and keeps its game once it does.
        kept = self.page.wait_for_function(
            "() => Object.entries(localStorage).find(([name]) => name.startsWith('sevens:game:'))?.[1]"
        )
        line: str = json.loads(kept.json_value())
        return line

    @property
    def state(self) -> State:
        """The position as the engine works it out from the record."""
        return list(replay(parse_record(self.record)))[-1]

    @property
    def focus(self) -> str:
        """The name of the focused element of the widget; empty if the focus is elsewhere."""
        name: str = self.root.evaluate(FOCUS)
        return name

    def agrees(self) -> None:
        """Compare all that is shown with what the engine says of the same position."""
        state = self.state
        seen = view(state, 0)
        shown = self.root.aria_snapshot()
        groups = [hand_words(seen, 0), *(row_words(seen, suit) for suit in SUITS)]
        for words in groups:
            assert f'group "{words}"' in shown, (words, shown)
        told = [explain(seen, card) for card in seen.hand]
        buttons = re.findall(r'- button "(.*?)"(.*)', part_of(shown, "Your hand"))
        assert sorted(name for name, _ in buttons) == sorted(each.label for each in told)
        dimmed = sorted(name for name, more in buttons if "[disabled]" in more)
        assert dimmed == sorted(each.label for each in told if not each.fits)
        named = [card_called(name) for name, _ in buttons if name.endswith(", fits")]
        # With two packs a card may be held twice.
        assert list(dict.fromkeys(named)) == list(fitting(state, 0))
        assert self.status.inner_text().rstrip("\u00a0").endswith(turn_words(seen, 0))

    # ---- acting

    def act(self, press: Locator, how: How = "mouse", key: str = "Enter") -> None:
        """Press something that changes the game, and wait for what the table says then."""
        before = self.root.evaluate(SAID)
        if how == "mouse":
            press.click()
        else:
            expect(press).to_be_focused()
            self.page.keyboard.press(key)
        self.page.wait_for_function(ANSWERED, arg=[self.root.element_handle(), before])

    def tab_to(self, target: Locator, key: str = "Tab", most: int = 150) -> None:
        """Press Tab, or Shift+Tab, until the focus is in a part of the page."""
        for _ in range(most):
            if target.evaluate("it => it.contains(document.activeElement)"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{most} times {key} did not lead to {target}")

    def arrow_to(self, name: str, key: str = "Shift+Tab") -> Locator:
        """Go to a card of the hand by keys alone."""
        self.tab_to(self.hand, key)
        names = self.cards()
        way = names.index(name) - names.index(self.focus)
        for _ in range(abs(way)):
            self.page.keyboard.press("ArrowRight" if way > 0 else "ArrowLeft")
        assert self.focus == name
        return self.hand.get_by_role("button", name=name, exact=True)

    def turn(self, how: How, key: str = "Enter") -> None:
        """Lay the first card that fits, or pass."""
        fits = self.fitting()
        if how == "mouse":
            card = self.hand.get_by_role("button", name=fits[0], exact=True).first if fits else None
            self.act(card or self.button("Pass"))
        elif fits:
            self.act(self.arrow_to(fits[0]), how, key)
        else:
            if self.focus != "Pass":
                self.tab_to(self.button("Pass"))
            self.act(self.button("Pass"), how, key)


def play_out(game: Game, how: How) -> int:
    """Play a deal to its end; after every act compare with the engine and see that the focus is kept.

    Returns the number of acts.
    """
    for turn in range(MOST_TURNS):
        if game.over:
            return turn
        game.agrees()
        game.turn(how, ("Enter", "Space")[turn % 2])
        assert game.focus, "the focus left the widget"
    raise AssertionError("the deal does not end")
