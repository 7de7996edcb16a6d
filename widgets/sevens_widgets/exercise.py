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
from sevens_kernel.notation import parse_position
from sevens_kernel.problems import problems
from sevens_kernel.state import State, explain, fitting, must_open_with
from sevens_kernel.verdict import Reason, Verdict
from sevens_kernel.view import view
from sevens_kernel.words import row_words
from sevens_widgets.payload import keyed, quiz, scene

KINDS = ("fits", "pick")
_FIELDS = {"id", "kind", "position", "prompt", "card"}
_NAME = re.compile(r"[A-Za-z0-9_]{1,60}")


class ExerciseError(SevensError):
    """An exercise file that cannot be found or read, or an exercise in it that makes no sense."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One question over one position. card: the card in question, for the kind "fits" alone."""

    id: str
    kind: str
    prompt: str
    state: State
    card: Card | None = None

    @property
    def mode(self) -> str:
        """How it is answered: "choose" one of several answers, or "pick" cards of the hand."""
        return "pick" if self.kind == "pick" else "choose"

    @property
    def target(self) -> Card:
        """The card that the hints lead to: the one in question, or the first that fits."""
        return self.card or fitting(self.state, 0)[0]

    @property
    def right(self) -> tuple[str, ...]:
        """The keys of every right answer, as the engine finds them."""
        if self.card:
            return ("yes" if explain(self.state, self.card).fits else "no",)
        return tuple(
            key for card, key in keyed(self.state.hands[0]) if explain(self.state, card).fits
        )

    def hints(self) -> tuple[str, str, str]:
        """Give three hints: the row to look at, what it takes, and a right answer."""
        return hints(explain(self.state, self.target), self.state, ask=self.card is not None)

    def payload(self) -> dict[str, Any]:
        """Give what the browser needs to ask the question and to judge every answer."""
        data: dict[str, Any] = {
            "id": self.id,
            "prompt": self.prompt,
            "mode": self.mode,
            "scene": scene(view(self.state, 0), tell=False, others=False),
            "hints": list(self.hints()),
        }
        if self.card:
            return data | {"choices": _choices(explain(self.state, self.card))}
        told = {key: explain(self.state, card) for card, key in keyed(self.state.hands[0])}
        verdicts = {
            key: {"fits": said.fits, "label": said.label, "why": said.sentence}
            for key, said in told.items()
        }
        return data | {"verdicts": verdicts}


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    """The exercises of one file, in order, under one title."""

    name: str
    title: str
    exercises: tuple[Exercise, ...]

    def payload(self) -> dict[str, Any]:
        """Give what the browser needs for the whole quiz; it needs nothing more from Python afterwards."""
        return quiz(self.name, self.title, [each.payload() for each in self.exercises])


def _choices(said: Verdict) -> list[dict[str, Any]]:
    answers = (("yes", "Yes, it fits", said.fits), ("no", "No, it does not fit", not said.fits))
    return [
        {"key": key, "text": text, "right": right, "why": said.sentence}
        for key, text, right in answers
    ]


def hints(said: Verdict, state: State, *, ask: bool) -> tuple[str, str, str]:
    """Lead to a card in three steps: which row to look at, what it takes, and the verdict.

    ask: whether the question was yes or no, so that the last hint names the answer.

    >>> state = parse_position("hearts 5-8; you 9♥ 2♣")
    >>> for line in hints(explain(state, Card("9h")), state, ask=False):
    ...     print(line)
    Look at the row of hearts.
    Hearts, five to eight, takes four or nine.
    9♥ fits: it goes above 8♥.
    """
    row = row_words(state, said.card.suit)
    answer = (
        f" So the answer is: {'yes, it fits' if said.fits else 'no, it does not fit'}."
        if ask
        else ""
    )
    opening = must_open_with(state)
    look = f"Look at the row of {said.card.suit}."
    if opening is not None and said.reason is not Reason.ABSENT:
        return (
            "Look at the table: is it still empty?",
            f"{opening} opens the deal.",
            f"{said.sentence}{answer}",
        )
    return (look, f"{row[0].upper()}{row[1:]}.", f"{said.sentence}{answer}")


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
    tried = folders()
    if isinstance(name, str) and _NAME.fullmatch(name):
        for folder in tried:
            path = folder / f"{name}.toml"
            if path.is_file():
                return parse(name, path.read_text("utf-8"))
    there = sorted(
        {path.stem for folder in tried if folder.is_dir() for path in folder.glob("*.toml")}
    )
    raise ExerciseError(
        f"“{str(name)[:60]}” names no exercises: there are {', '.join(there) or 'none'}"
    )


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
    where = f"{where} (“{fields['id']}”)"
    if fields["kind"] not in KINDS:
        raise ExerciseError(
            f"{where} is of the kind “{fields['kind']}”: the kinds are {', '.join(KINDS)}"
        )
    state = _position(where, fields["position"])
    card = _card(where, entry, fields["kind"], state)
    if card is None and not fitting(state, 0):
        raise ExerciseError(f"{where} asks to pick the cards that fit, but none of the hand does")
    return Exercise(fields["id"], fields["kind"], fields["prompt"], state, card)


def _text(where: str, entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ExerciseError(f'{where} has no {name}: write {name} = "…"')
    return value.strip()


def _position(where: str, text: str) -> State:
    try:
        state = parse_position(text)
    except SevensError as error:
        raise ExerciseError(f"{where}: {error}") from None
    faults = problems(state)
    if faults:
        raise ExerciseError(
            f"{where} has a position that cannot be: {' '.join(each.sentence for each in faults)}"
        )
    if not state.hands[0] or state.turn != 0:
        raise ExerciseError(
            f"{where} has a position in which you hold no card or are not to move: begin your hand with “you”"
        )
    return state


def _card(where: str, entry: Mapping[str, Any], kind: str, state: State) -> Card | None:
    if kind == "pick":
        if "card" in entry:
            raise ExerciseError(
                f"{where} has a card, but the kind pick asks about the whole hand: leave the card out"
            )
        return None
    try:
        card = Card(_text(where, entry, "card"))
    except SevensError as error:
        raise ExerciseError(f"{where}: {error}") from None
    return card
