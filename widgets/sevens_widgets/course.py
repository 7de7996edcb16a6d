"""What a lesson calls: one line of code for a game, a position or a quiz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sevens_kernel.deal import deal as dealt
from sevens_kernel.errors import NotationError, SevensError
from sevens_kernel.notation import format_deal, format_position, parse_record
from sevens_kernel.picture import svg, text_picture
from sevens_kernel.players import Player
from sevens_kernel.problems import problems
from sevens_kernel.reading import MAX_TEXT, parse_start
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules, parse_rules
from sevens_kernel.state import State
from sevens_kernel.view import View, view
from sevens_kernel.words import NAMES
from sevens_widgets import cells, exercise, payload
from sevens_widgets.answering import answers
from sevens_widgets.asking import Asking
from sevens_widgets.board import BoardWidget
from sevens_widgets.calling import in_words
from sevens_widgets.comparison import compared, names_of, read_under, stacked, unread
from sevens_widgets.comparison import redrawn as recompared
from sevens_widgets.dealing import Dealing
from sevens_widgets.payload import sentence_of
from sevens_widgets.replay import replay
from sevens_widgets.rules_board import Board
from sevens_widgets.session import Session
from sevens_widgets.table import TableWidget
from sevens_widgets.together import Together


@in_words
def play(
    deal: int | None = None,
    rules: str | Rules = "school",
    seat: int = 0,
    level: str = "normal",
    others: str | Player | None = None,
    resume: str | None = None,
    ident: str | None = None,
) -> TableWidget:
    """Play a deal, or a match where the rules count a score, against computer players.

    deal: a deal number, the same cards for everybody who types it; None draws one. rules: a rule
    set, such as "school" or "fan tan", or with switches, such as "fan-tan:5,aces=low". seat: where
    you sit, from 0. level: how well the others play: "easy", "normal" or "strong". others: a
    computer player in place of a level. resume: the record line of a game, or the text of a match,
    to go on with. ident: the name under which a browser keeps this game; None makes one of the
    rules and the deal. All but the last two can also be chosen on the page.

    >>> play(deal=1234).payload["deal"], play(deal=1234).payload["id"]
    (1234, 'school:4 deal 1234')

    Raises CourseError, in one sentence, for a rule set, deal, seat, level, player or record that
    cannot be.
    """
    chosen = rules_of(rules)
    name = cells.namer()(kept_as(chosen, deal)) if ident is None else ident[:80]
    settings: dict[str, Any] = {
        "seat": seat,
        "level": level,
        "others": others,
        "ident": name,
        "choose": True,
    }
    session = (
        Session(chosen, deal, **settings) if resume is None else Session.resumed(resume, **settings)
    )
    widget = TableWidget(session.payload(), **_fallback(session.seen, session.names))
    widget.on_act(answers(session, widget))
    return widget


def rules_of(rules: str | Rules) -> Rules:
    """Read rules that are given by name; raise RulesError, naming all rule sets, for what is no name."""
    return rules if isinstance(rules, Rules) else parse_rules(rules)


def kept_as(rules: Rules, deal: int | None) -> str:
    """Give the name under which a browser keeps a game, so that two games of one course stay apart."""
    return format_rules(rules) if deal is None else format_deal(rules, deal)


@in_words
def house_rules(rules: str | Rules = "school", deal: int | None = None) -> Together:
    """Show the switchboard of the rules, and beneath it the game, which begins again under whatever is adopted.

    rules: those to begin with, as for `play`. deal: the deal with which each game begins; None
    draws one each time.

    >>> board, table = house_rules("fan tan", deal=7).children
    >>> board.payload["title"], table.payload["rules"], table.payload["deal"]
    ('Fan Tan', 'Fan Tan', 7)

    Raises CourseError, in one sentence, for a rule set or deal that cannot be.
    """
    name = cells.namer()(kept_as(rules_of(rules), deal))  # one game, whatever rules are adopted
    begun = Session(rules_of(rules), deal, ident=name)
    pictures = _fallback(begun.seen, begun.names)
    table = TableWidget(begun.payload(), **pictures)

    def answer_from(session: Session) -> None:
        answer = answers(session, table)

        def act(message: Mapping[str, Any]) -> dict[str, Any]:
            drawn = answer(message)
            if session.rules != board.adopted:  # an earlier game has brought its own
                board.follow(session.rules)
                switches.payload = board.payload()
            return drawn

        table.on_act(act)

    def adopt(chosen: Rules) -> None:
        session = Session(chosen, deal, ident=name)
        answer_from(session)
        table.payload = session.payload()

    board = Board(rules_of(rules), adopt)
    switches = BoardWidget(board.payload())
    answer_from(begun)

    def turn(act: Mapping[str, Any]) -> dict[str, Any]:
        board.act(act)
        return board.payload()

    switches.on_act(turn)
    told = f"{board.payload()['summary']}\n\n{pictures['fallback_text']}"
    return Together([switches, table], "house rules", **pictures | {"fallback_text": told})


@in_words
def compare(
    position: str, one: str | Rules, other: str | Rules, *, editable: bool = True
) -> TableWidget:
    """Show a position under two sets of rules side by side, with the cards that fit in each.

    position: written as for `show`, without its rules. one, other: rule sets, with switches where
    needed. editable: with a box in which to change the position.

    >>> drawn = compare("hearts 7-K; you 6♥ A♥", "school", "school:4,aces=high").payload
    >>> [side["note"] for side in drawn["sides"]]
    ['Only 6♥ fits.', 'Both fit: 6♥ and A♥.']

    A text that cannot be read is quoted in a sentence above the box to mend it in. Raises
    CourseError, in one sentence, for rules that cannot be.
    """
    pair = rules_of(one), rules_of(other)
    try:
        drawn = compared(position, *pair, editable=editable)
        seen = [view(read_under(position, rules), 0) for rules in pair]
        widget = TableWidget(drawn, **_fallbacks(seen, names_of(*pair)))
    except NotationError as error:
        drawn = unread(None, position[:MAX_TEXT], sentence_of(error))
        widget = TableWidget(drawn, fallback_text=sentence_of(error))

    def answer(act: Mapping[str, Any]) -> dict[str, Any] | None:
        if act.get("type") != "show" or not editable:
            return None
        return recompared(dict(widget.payload), act.get("text"), *pair)

    widget.on_act(answer)
    return widget


@in_words
def show(position: str, *, editable: bool = True, tell: bool = True) -> TableWidget:
    """Show a position with everything that fits, and everything that is wrong with it.

    position: one line, such as "clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠", or a deal, such as
    "school:4 deal 1234". editable: with a box in which to change it. tell: False shows nothing of
    what fits until a card is pressed.

    >>> show("hearts 5-8; you 4♥ 10♥").payload["scene"]["handLabel"]
    'Your hand, 2 cards, one fits'
    >>> show("hearts 5-8; you 4♥ 5♥").payload["problems"]
    ['5♥ is there twice (on the table and in your hand), and the pack has it once.']

    A text that cannot be read is quoted in a sentence, with what is allowed, above the box to mend
    it in; nothing is raised.
    """
    try:
        state = parse_start(position)[0]
        drawn = _drawn(state, position, editable, tell)
        widget = TableWidget(drawn, **_fallback(view(state, 0), tell=tell))
    except NotationError as error:
        widget = TableWidget(_unread(None, position, error), fallback_text=sentence_of(error))

    def answer(act: Mapping[str, Any]) -> dict[str, Any] | None:
        if act.get("type") != "show" or not editable:
            return None
        return redrawn(widget.payload, act.get("text"))

    widget.on_act(answer)
    return widget


def redrawn(before: Mapping[str, Any], text: object) -> dict[str, Any]:
    """Give the payload after somebody changed the text of a position; one that cannot be read leaves the old table.

    >>> after = redrawn(show("hearts 7; you 8♥").payload, "hearts 7; you 8x")
    >>> "8x" in after["notice"], after["scene"]["hand"][0]["card"]
    (True, '8h')
    """
    if not isinstance(text, str):
        return dict(before)
    try:
        return _drawn(parse_start(text)[0], text, editable=True, tell=True)
    except NotationError as error:
        return _unread(before.get("scene"), text, error)


def _unread(scene: object, text: str, error: NotationError) -> dict[str, Any]:
    """Say what is wrong with a text; the last table that could be drawn stays."""
    stays = " The table still shows the last position." if scene else ""
    return {
        "kind": "position",
        "scene": scene,
        "text": text[:MAX_TEXT],
        "editable": True,
        "problems": [],
        "notice": f"{sentence_of(error)}{stays}",
    }


def _drawn(state: State, text: str, editable: bool, tell: bool) -> dict[str, Any]:
    faults = [each.sentence for each in problems(state)]
    return payload.position(state, text, faults, editable=editable, tell=tell, notice=None)


@in_words
def quiz(name: str, more: int = 0, seed: int = 1) -> TableWidget:
    """Ask the exercises of a lesson, such as "2_extending_rows"; every answer is explained at once.

    more: how many further exercises of the same kinds are made up and sent ahead, none like
    another; beyond them the page asks for as many as are wanted. seed: the same number makes up the
    same ones ahead.

    >>> quiz("2_extending_rows").payload["title"]
    'Would this card fit?'
    >>> len(quiz("2_extending_rows", more=4).payload["made"])
    4

    Raises CourseError for a name without exercises, naming those there are, and for a faulty file.
    """
    asking = Asking(exercise.load(name), _few(more), seed)
    asked = asking.asked.exercises
    text = "\n".join(
        [asking.asked.title, *(f"{at}. {each.prompt}" for at, each in enumerate(asked, 1))]
    )
    drawn = svg(view(asked[0].question.state, 0), tell=False)
    widget = TableWidget(asking.payload(), fallback_text=text, fallback_svg=drawn)

    def answer(act: Mapping[str, Any]) -> dict[str, Any]:
        asking.act(act)
        return asking.payload()

    widget.on_act(answer)
    return widget


MOST_MADE = 40  # exercises made up for one quiz: all are sent to the page at once


def _few(number: int) -> int:
    if not 0 <= number <= MOST_MADE:
        raise SevensError(f"more “{number}”: write a whole number from 0 to {MOST_MADE}")
    return number


@in_words
def deal_out(
    deal: int, rules: str | Rules = "school", dealer: int = 0, cut: int = 0
) -> TableWidget:
    """Show how a deal is dealt, card by card, to walk through forwards and backwards.

    On the page the number of players and the deal number can be changed. deal: a deal number.
    rules: a rule set, as for `play`. dealer: a seat, from 0. cut: how many cards are cut off.

    >>> deal_out(1234).payload["title"]
    'Deal 1234, School'

    Raises CourseError, in one sentence, for rules, a deal, dealer or cut that cannot be.
    """
    chosen = rules_of(rules)
    out = Dealing(chosen, deal, dealer, cut)
    start = view(dealt(chosen, deal, dealer, cut), 0)
    widget = TableWidget(out.payload(), **_fallback(start, tell=False))

    def answer(act: Mapping[str, Any]) -> dict[str, Any]:
        out.act(act)
        return out.payload()

    widget.on_act(answer)
    return widget


@in_words
def watch(record: str, start: int = 0) -> TableWidget:
    """Show a deal that was played, move by move, to walk through forwards and backwards.

    record: a position or a deal, a bar and the moves, such as "school:4 deal 1234 | 7d 7c". start:
    the moment shown first, counted in moves.

    >>> watch("school:4 deal 1234 | 7d 7c").payload["frames"][1]["label"]
    'move 1 of 2, Sam lays 7 of diamonds'

    Raises CourseError, in one sentence, for a record that cannot be read or a move that is refused.
    """
    read = parse_record(record)
    drawn = replay(read, ident=f"watch {record}"[:80], start=start)
    return TableWidget(drawn, **_fallback(view(read.start, 0)))


def _fallback(seen: View, names: Sequence[str] = NAMES, tell: bool = True) -> dict[str, str]:
    """Give what stands for the table where no widget can run: a picture, and the position in text."""
    return {
        "fallback_text": f"{text_picture(seen, names=names, tell=tell)}\n{format_position(seen)}",
        "fallback_svg": svg(seen, names=names, tell=tell),
    }


def _fallbacks(seen: Sequence[View], titles: Sequence[str]) -> dict[str, str]:
    """Give the pictures and texts of several tables, one beneath the other."""
    texts = [
        f"{name}\n{_fallback(each)['fallback_text']}"
        for name, each in zip(titles, seen, strict=True)
    ]
    return {
        "fallback_text": "\n\n".join(texts),
        "fallback_svg": stacked([svg(each) for each in seen], titles),
    }
