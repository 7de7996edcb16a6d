"""The class board's two doors: a learner's page sends a result, a teacher with the code looks at all of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import compare_digest, token_hex
from typing import Any

from tornado.web import HTTPError

from classroom.lessons import title_of
from classroom.pace import Pace, who_comes
from classroom.pages import CoursePage
from classroom.results import BoardFullError, Line, Results, ResultsError, read_line
from sevens_widgets.exercise import ExerciseSet, folders, load

MOST_BYTES = 16_384  # of a result; a lesson with forty exercises takes 1,500

#: Results from one address, which a whole school may share: a class sends each lesson of a day at once …
SENT_AT_ONCE, SENT_EVERY = 400, 0.5
#: … and senders who have not been heard of before: thirty learners with a dozen lessons, then one every ten seconds.
NEW_AT_ONCE, NEW_EVERY = 360, 10.0

TOO_MANY = "Too many results have come from your network just now: this one was not sent. Try again in a minute."


class Patience:
    """How many results are taken, from each address; how many were not since the board was last emptied."""

    def __init__(self) -> None:
        self.any = Pace(burst=SENT_AT_ONCE, every=SENT_EVERY)
        self.new = Pace(burst=NEW_AT_ONCE, every=NEW_EVERY)
        self.refused = 0

    def forgive(self) -> None:
        """Begin anew with everybody."""
        self.any.forgive()
        self.new.forgive()
        self.refused = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A class board that is switched on. code: what a teacher types to see it; quizzes: by the lesson's name.

    patience: with those who send, so that nobody can fill the board with learners who are none.
    """

    results: Results
    code: str
    quizzes: Mapping[str, ExerciseSet]
    patience: Patience = field(default_factory=Patience)

    @property
    def exercises(self) -> dict[str, tuple[str, ...]]:
        """The names of each lesson's exercises, in their order."""
        return {
            name: tuple(one.id for one in quiz.exercises) for name, quiz in self.quizzes.items()
        }


def open_board(results: Results, code: str | None = None) -> Board:
    """Switch a board on for every lesson with exercises; code: None draws one."""
    names = sorted({file.stem for folder in folders() for file in folder.glob("*.toml")})
    return Board(results, code or token_hex(8), {name: load(name) for name in names})


class BoardPage(CoursePage):
    """What both doors share."""

    def initialize(self, **kwargs: Any) -> None:
        """Remember the board."""
        super().initialize(**kwargs)
        self.board: Board = kwargs["board"]


class SendResult(BoardPage):
    """Where a learner's page sends its line, if the learner presses the button."""

    async def post(self) -> None:
        """Keep the line, or say in one sentence why not."""
        patience, who = self.board.patience, who_comes(self)
        if not patience.any.take(who):
            self._too_many()
            return
        try:
            line = self._line()
            # In a thread: a slow or locked disk must not stop the games.
            known = await asyncio.to_thread(self.board.results.knows, line)
            if not known and not patience.new.take(who):
                self._too_many()
                return
            await asyncio.to_thread(self.board.results.add, line)
        except ResultsError as error:
            patience.refused += isinstance(error, BoardFullError)
            self.set_status(400)
            self.finish({"said": str(error)})
            return
        self.finish({"said": "Sent to the class board, without a name."})

    def _line(self) -> Line:
        if len(self.request.body) > MOST_BYTES:
            raise ResultsError(f"A result has at most {MOST_BYTES} bytes.")
        try:
            sent = json.loads(self.request.body)
        except (ValueError, RecursionError) as error:
            raise ResultsError("A result is written in JSON.") from error
        return read_line(sent, self.board.exercises)

    def _too_many(self) -> None:
        self.board.patience.refused += 1
        self.set_status(429)
        self.set_header("Retry-After", "60")
        self.finish({"said": TOO_MANY})


class ClassBoard(BoardPage):
    """How many learners got each exercise right, for whoever knows the code."""

    async def get(self) -> None:
        """Send the page."""
        self._check(self.get_query_argument("code", ""))
        try:
            lessons = await asyncio.to_thread(counted, self.board, self.folder)
        except ResultsError as error:
            self._say(error)
            return
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")  # the code is in the address
        self.write(
            self.render_template(
                "class.html",
                lessons=lessons,
                refused=self.board.patience.refused,
                code=self.board.code,
                xsrf=self.xsrf_token.decode("ascii"),
            )
        )

    async def post(self) -> None:
        """Forget every result."""
        self._check(self.get_body_argument("code", ""))
        try:
            await asyncio.to_thread(self.board.results.clear)
            self.board.patience.forgive()
        except ResultsError as error:
            self._say(error)
            return
        self.redirect(f"?code={self.board.code}")

    def _say(self, error: ResultsError) -> None:
        """Tell the teacher what is wrong with the file, in the sentence it has."""
        self.set_status(500)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(str(error))

    def _check(self, code: str) -> None:
        if not compare_digest(code.encode(), self.board.code.encode()):
            raise HTTPError(404)  # as if there were no board: nobody learns that there is one


def counted(board: Board, folder: Path) -> list[dict[str, Any]]:
    """Count every lesson, in words and numbers for the page: those with results first, else in the course's order.

    folder: of the notebooks, whose titles a teacher knows the lessons by.
    """
    lessons = []
    for name, ids in board.exercises.items():
        prompts = [one.prompt for one in board.quizzes[name].exercises]
        counts = board.results.counts(name, ids)
        lessons.append(
            {
                "title": title_of(folder / f"{name}.ipynb"),
                "quiz": board.quizzes[name].title,
                "senders": board.results.senders(name),
                "rows": list(zip(prompts, counts, strict=True)),
            }
        )
    return sorted(lessons, key=lambda lesson: not lesson["senders"])
