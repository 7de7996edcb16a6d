"""Exercises as data: read from TOML, checked, and answered by the engine.

A file gives a position, a question and nothing that could be wrong: whether an answer is right,
why, and all three hints are computed here from the position, so that an exercise cannot disagree
with the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sevens_kernel.cards import Card
from sevens_kernel.errors import SevensError
from sevens_kernel.keywords import read_seat
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.problems import problems
from sevens_kernel.reading import parse_start
from sevens_kernel.standing import standing_words
from sevens_kernel.state import State
from sevens_kernel.words import NAMES, since_words
from sevens_widgets.kinds import ABOUT_A_CARD, KINDS, OF_A_MATCH, YOUR_TURN
from sevens_widgets.payload import quiz
from sevens_widgets.questions import Question

_FIELDS = {"id", "kind", "position", "prompt", "card", "seat"}
_NAME = re.compile(r"[A-Za-z0-9_]{1,60}")


class ExerciseError(SevensError):
    """An exercise file that cannot be found or read, or an exercise in it that makes no sense."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One question over one position. card, seat: what the question is about, where its kind needs one.

    Raises SevensError where there is nothing to ask, or nothing that could be answered.
    """

    id: str
    kind: str
    prompt: str
    state: State
    card: Card | None = None
    seat: int | None = None

    def __post_init__(self) -> None:
        """Find the answers once, so that an exercise that exists can be asked."""
        _ = self.question

    @property
    def question(self) -> Question:
        """The question with all its answers, as the engine finds them."""
        return KINDS[self.kind](self.state, self.card, self.seat)

    @property
    def mode(self) -> str:
        """How it is answered: "choose" one of several answers, or "pick" cards of the hand."""
        return self.question.mode

    @property
    def right(self) -> tuple[str, ...]:
        """The keys of every right answer."""
        return tuple(each.key for each in self.question.answers if each.right)

    def hints(self) -> tuple[str, str, str]:
        """Give three hints: where to look, what there is to see, and a right answer."""
        return self.question.hints

    def payload(self) -> dict[str, Any]:
        """Give what the browser needs to ask the question and to judge every answer."""
        asked = self.question
        return {
            "id": self.id,
            "kind": self.kind,
            "prompt": self.prompt,
            "scene": asked.drawn(),
            "hints": list(asked.hints),
            **asked.payload(),
        }


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    """The exercises of one file, in order, under one title."""

    name: str
    title: str
    exercises: tuple[Exercise, ...]

    def payload(self) -> dict[str, Any]:
        """Give what the browser needs for the whole quiz; it needs nothing more from Python afterwards."""
        return quiz(self.name, self.title, [each.payload() for each in self.exercises])


def folders() -> tuple[Path, ...]:
    """Give the folders in which exercise files are looked for, the first that has the file winning.

    First beside the notebook, where Voila, JupyterLab and a teacher's own copy of the course have
    it; then inside this package, for a browser-only site, whose notebooks see no files but those in
    an installed package; then the notebooks of the checkout this package was installed from, for a
    notebook or a test that runs from elsewhere.
    """
    here = Path(__file__).resolve().parent
    return (Path("exercises"), here / "exercises", here.parents[1] / "notebooks" / "exercises")


def load(name: str) -> ExerciseSet:
    """Read the exercises of a name, such as "2_extending_rows".

    >>> load("2_extending_rows").title
    'Would this card fit?'

    Raises ExerciseError for a name without a file, naming those there are, and for a file with a
    fault.
    """
    return parse(name, text_of(name))


def text_of(name: str) -> str:
    """Read the exercise file of a name, unread; raise ExerciseError for a name without a file."""
    if isinstance(name, str) and _NAME.fullmatch(name):
        for folder in folders():
            path = folder / f"{name}.toml"
            if path.is_file():
                return path.read_text("utf-8")
    raise ExerciseError(
        f"“{str(name)[:60]}” names no exercises: there are {', '.join(names()) or 'none'}"
    )


def names() -> list[str]:
    """Give the names of all exercise files there are, in order.

    >>> "2_extending_rows" in names()
    True
    """
    return sorted(
        {path.stem for folder in folders() if folder.is_dir() for path in folder.glob("*.toml")}
    )


def ids_in(text: str) -> list[str]:
    r"""Give the ids in the text of an exercise file, without finding an answer; none where it cannot be read.

    >>> ids_in('[[exercise]]\nid = "one"')
    ['one']
    """
    try:
        entries = tomllib.loads(text).get("exercise", [])
        return [str(each["id"]) for each in entries]
    except (tomllib.TOMLDecodeError, TypeError, KeyError, AttributeError):
        return []


def parse(name: str, text: str) -> ExerciseSet:
    """Read the text of an exercise file: a title and any number of [[exercise]] tables.

    >>> some = '''title = "Fit?"
    ... [[exercise]]
    ... id = "one"
    ... kind = "fits"
    ... position = "hearts 5-8; you 9h"
    ... card = "9h"
    ... prompt = "Would the nine fit?"
    ... '''
    >>> parse("some", some).exercises[0].right
    ('yes',)

    Raises ExerciseError, naming the file, the exercise, what is wrong with it and what is allowed.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExerciseError(f"{name}.toml is not readable as TOML: {error}") from None
    title, entries = data.get("title"), data.get("exercise")
    if not isinstance(title, str) or not title.strip():
        raise ExerciseError(f'{name}.toml has no title: begin it with a line title = "…"')
    if (
        not isinstance(entries, list)
        or not entries
        or not all(isinstance(each, dict) for each in entries)
    ):
        raise ExerciseError(f"{name}.toml has no exercises: write each under a line [[exercise]]")
    strange = sorted(set(data) - {"title", "exercise"})
    if strange:
        raise ExerciseError(
            f"{name}.toml has “{strange[0]}”, which means nothing: it may have title and [[exercise]]"
        )
    found = [
        _read(f"{name}.toml, exercise {number}", each) for number, each in enumerate(entries, 1)
    ]
    ids = [each.id for each in found]
    twice = next((each for each in ids if ids.count(each) > 1), None)
    if twice is not None:
        raise ExerciseError(f"{name}.toml has the id “{twice}” twice: give every exercise its own")
    return ExerciseSet(name, title, tuple(found))


def _read(where: str, entry: Mapping[str, Any]) -> Exercise:
    strange = sorted(set(entry) - _FIELDS)
    if strange:
        raise ExerciseError(
            f"{where} has “{strange[0]}”, which means nothing: it may have {', '.join(sorted(_FIELDS))}"
        )
    fields = {name: _text(where, entry, name) for name in ("id", "kind", "position", "prompt")}
    where, kind, prompt = f"{where} (“{fields['id']}”)", fields["kind"], fields["prompt"]
    if kind not in KINDS:
        raise ExerciseError(f"{where} is of the kind “{kind}”: the kinds are {', '.join(KINDS)}")
    if "card" in entry and kind not in ABOUT_A_CARD:
        raise ExerciseError(
            f"{where} has a card, but the kind {kind} asks about none: leave the card out"
        )
    try:
        state = _position(fields["position"], kind)
        card = Card(_text(where, entry, "card")) if kind in ABOUT_A_CARD else None
        seat = (
            read_seat("seat", _text(where, entry, "seat"), state.rules) if "seat" in entry else None
        )
        story = since_words(state.history, NAMES).replace(", You ", ", you ")
        if kind in OF_A_MATCH:
            story = standing_words(state)
        return Exercise(fields["id"], kind, f"{story} {prompt}".strip(), state, card, seat)
    except ExerciseError:
        raise
    except SevensError as error:
        raise ExerciseError(f"{where}: {error}") from None


def _text(where: str, entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ExerciseError(f'{where} has no {name}: write {name} = "…"')
    return value.strip()


def _position(text: str, kind: str) -> State:
    """Read a position, a deal, or the last moment of a record; raise SevensError for one that cannot be."""
    if "|" in text:
        *_, state = replay(parse_record(text))
    else:
        state = parse_start(text)[0]
    faults = problems(state)
    if faults:
        raise SevensError(f"the position cannot be: {' '.join(each.sentence for each in faults)}")
    if kind in YOUR_TURN and (not state.hands[0] or state.turn != 0):
        raise SevensError("you hold no card in it or are not to move: begin your hand with “you”")
    return state
