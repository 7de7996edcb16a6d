"""Write a player in a few lines of Python: watch it play, play against it, and see it climb the ladder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from sevens_kernel.deal import deal as dealt
from sevens_kernel.errors import SevensError
from sevens_kernel.notation import format_record, record_of
from sevens_kernel.play import play_until
from sevens_kernel.players import player
from sevens_kernel.rules import Rules
from sevens_widgets.answering import soon
from sevens_widgets.calling import in_words
from sevens_widgets.climbing import DEALS, Climb
from sevens_widgets.course import rules_of, show, watch
from sevens_widgets.guard import Choose, OwnPlayer, PlayerError
from sevens_widgets.table import TableWidget
from sevens_widgets.widget import STYLES, ActWidget, script

__all__ = ["climb", "own_player", "watch_player"]

MORE = 100  # deals for one wish


class ClimbWidget(ActWidget):
    """Show a player on the ladder.

    >>> ClimbWidget({"kind": "climb", "title": "The ladder"})
    ClimbWidget('The ladder')
    """

    _esm = script("show_climb.js")
    _css = STYLES

    def __repr__(self) -> str:
        """Name what is shown, and nothing that changes from run to run."""
        return f"ClimbWidget({self.payload.get('title', '')!r})"


@in_words
def own_player(choose: Choose) -> OwnPlayer:
    """Make a player of a function, to be given to `play` as others.

    choose: takes the cards that fit and what can be seen, and gives one of those cards.

    >>> own_player(lambda cards, view: cards[0]).name
    'your player “<lambda>”'

    Raises CourseError, in one sentence, for what is no such function.
    """
    return OwnPlayer(choose)


@in_words
def watch_player(
    choose: Choose, deal: int = 1, others: str = "heuristic", rules: str | Rules = "school"
) -> TableWidget:
    """Let a player play one deal in your seat, and show it move by move.

    choose: takes the cards that fit and what can be seen. deal: a deal number. others: the computer
    player at the other seats. rules: a rule set, as for `play`.

    >>> watch_player(lambda cards, view: cards[0], deal=7).payload["title"]
    'Deal 7, School'

    A player that fails is explained in a sentence, over the table as it was then. Raises CourseError, in one
    sentence, for a deal, rules or a player that cannot be.
    """
    try:
        start = dealt(rules_of(rules), deal)
        seated = dict.fromkeys(range(1, start.rules.players), player(others))
        done = play_until(start, {0: OwnPlayer(choose), **seated}, deal)
    except PlayerError as error:
        return _failed(error)
    return watch(format_record(record_of(start, done, deal)))


@in_words
def climb(
    choose: Choose, deals: int = DEALS, seed: int = 1, rules: str | Rules = "school"
) -> ActWidget:
    """Let a player play many deals against each rung of the ladder, and show how often it wins.

    choose: takes the cards that fit and what can be seen. deals: how many at first; the page may ask
    for a hundred more. seed: chooses the deals and all chance. rules: a rule set, as for `play`.

    >>> climb(lambda cards, view: cards[0], deals=4).payload["rungs"][0]["name"]
    'random'

    A player that fails is explained in a sentence, over the table as it was then. Raises CourseError, in one
    sentence, for a number of deals or rules that cannot be.
    """
    try:
        run = Climb(OwnPlayer(choose), deals, seed, rules=rules_of(rules))
        run.play()
    except PlayerError as error:
        return _failed(error)
    widget = ClimbWidget(run.payload(), fallback_text=run.text(), fallback_svg=drawn(run))
    widget.on_act(_going_on(run, widget))
    return widget


def drawn(run: Climb) -> str:
    """Draw the ladder as a picture for places without a widget: a bar with its interval for each rung."""
    made = run.payload()
    rows = made["rungs"]
    told = [f"{each['name']}: {each['share']} ({each['interval']})." for each in rows]
    parts = [
        f"<title>{escape(made['title'])}</title>",
        f"<desc>{escape(' '.join([made['summary'], *told]))}</desc>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for place, each in enumerate(rows):
        y = 24 + 40 * place
        low, high, mid = (180 + 4 * each[name] for name in ("low", "high", "percent"))
        parts += [
            f'<text x="8" y="{y + 5}" fill="#111">{each["name"]}</text>',
            f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="#000bd9" stroke-width="6"/>',
            f'<circle cx="{mid:.1f}" cy="{y}" r="6" fill="#111"/>',
        ]
    even, bottom = 180 + 4 * made["even"], 24 + 40 * len(rows)
    parts += [
        f'<line x1="{even}" y1="4" x2="{even}" y2="{bottom - 12}" stroke="#555" stroke-dasharray="4 3"/>',
        f'<text x="{even + 6}" y="{bottom}" fill="#333">{made["even"]:.0f} %: as good as they are</text>',
    ]
    size = f'viewBox="0 0 600 {bottom + 10}" width="600" height="{bottom + 10}"'
    style = 'font-family="sans-serif" font-size="14" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{"".join(parts)}</svg>'


def _failed(error: PlayerError) -> TableWidget:
    """Show what went wrong, over the table as the player saw it."""
    if not error.position:
        raise error
    widget = show(error.position, editable=False)
    widget.payload = widget.payload | {"notice": str(error)}
    widget.fallback_text = f"{error}\n\n{widget.fallback_text}"
    return widget


def _going_on(run: Climb, widget: ClimbWidget) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Give the function that answers the page: it plays more deals, a few at a time, so that the page can stop it."""

    def answer(act: Mapping[str, Any]) -> dict[str, Any]:
        if act.get("type") == "stop":
            run.stop()
        elif act.get("type") == "more" and not run.busy:
            run.more(MORE)
            soon(go_on)
        return run.payload(_progress(run))

    def go_on() -> None:
        if not run.busy:
            return
        try:
            run.step()
        except SevensError as error:  # its own, or that of a game it has spoilt
            run.stop()
            widget.payload = run.payload(str(error))
            return
        widget.payload = run.payload(_progress(run))
        soon(go_on)

    return answer


def _progress(run: Climb) -> str:
    if run.busy:
        return f"{run.deals} of {run.wanted} deals are played."
    return f"All {run.deals} deals are played."
