"""A game in a notebook: the one holder of a full State, between the person's acts and what the browser may know.

There is nothing of notebooks or widgets in here. An act is a message from a page, and a page can
send anything: whatever arrives, `Session.act` never raises, never changes the game against the
rules, and answers with at most one calm sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import SystemRandom
from typing import Any
from zlib import crc32

from sevens_kernel.acting import apply
from sevens_kernel.cards import Card
from sevens_kernel.deal import MAX_DEAL
from sevens_kernel.errors import SevensError
from sevens_kernel.match_record import MatchRecord
from sevens_kernel.moves import Move, lay
from sevens_kernel.notation import Record, replay
from sevens_kernel.play import laying, passing, play_until
from sevens_kernel.players import Level, Player, hints
from sevens_kernel.refusal import IllegalMove
from sevens_kernel.rules import Rules
from sevens_kernel.score import Match
from sevens_kernel.state import State
from sevens_kernel.telling import level_words, other_rules_words
from sevens_kernel.verdict import Reason
from sevens_kernel.view import View, view
from sevens_widgets import payload
from sevens_widgets.asked import Asked
from sevens_widgets.ending import Ending
from sevens_widgets.game import Game
from sevens_widgets.payload import sentence_of
from sevens_widgets.resume import belongs, check_playable, read_record
from sevens_widgets.seating import chosen, offer, seating

APOLOGY = "Something went wrong inside; nothing is lost. Try again."
NEW_DEALS = 10_000  # new deals are drawn from the numbers below this: short enough to be called across a room

_LOG = logging.getLogger(__name__)
_SYSTEM_RANDOM = SystemRandom()


def new_number() -> int:
    """Draw the number of a new deal."""
    return _SYSTEM_RANDOM.randrange(NEW_DEALS)


class Session:
    """A person at one seat and computer players at the others, one deal after another.

    Each finished deal is entered in the match that the rules ask for.

    deal: the number of the first deal; None draws one. start: a position to begin from instead.
    seat: the person's, from 0. level: how well the others play; others: a computer player, or its
    name, in place of a level. ident: under which name a browser keeps this game. number: draws the
    numbers of new deals; the deals of one match are numbered on from its first. choose: whether the
    page may choose the rules, too.

    >>> session = Session(deal=1234)
    >>> session.payload()["deal"], session.payload()["scene"]["handLabel"]
    (1234, 'Your hand, 13 cards, two fit')
    >>> session.act({"type": "play", "card": "Kc", "ply": session.ply})
    >>> session.payload()["notice"]
    'K♣ does not fit yet. Clubs are not open: it waits for 7♣, then 8♣, 9♣, 10♣, J♣ and Q♣.'

    Raises SevensError for a deal, seat, computer player or position that cannot be.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        deal: int | None = None,
        *,
        start: State | None = None,
        seat: int = 0,
        level: str = Level.NORMAL,
        others: str | Player | None = None,
        ident: str = "game",
        number: Callable[[], int] = new_number,
        choose: bool = False,
    ) -> None:
        """Deal, and let the computer players before the person move."""
        rules = start.rules if start is not None else rules or Rules()
        # What is chosen for the next deal; a game holds what it is played with.
        self._chosen = seating(seat, level, others).checked(rules)
        self._ident = ident
        self._number = number
        self._notice: str | None = None
        self._failed: Mapping[object, object] | None = None  # the act that a fault inside undid
        self._choose = choose
        self._asked = Asked()
        self._ending = Ending()
        self._game = self._begin(start, None) if start is not None else self._dealt(rules, deal)

    @staticmethod
    def resumed(record: str, **settings: Any) -> Session:
        """Give the session that a record line, or the text of a match, describes, at the point where it ends.

        Raises SevensError for a text that is neither, for a move in it that the rules refuse, for a
        deal that does not belong in its match, and for bad settings.
        """
        read = read_record(record)
        session = Session(read.rules, 0, **settings)
        session._game = session._resumed(read)
        return session

    @property
    def ply(self) -> int:
        """How many acts have been made in this deal; every act of the page must carry this number."""
        return self._game.state.ply

    @property
    def rules(self) -> Rules:
        """The rules of the game on the table."""
        return self._game.state.rules

    @property
    def seen(self) -> View:
        """What the person may know."""
        return view(self._game.state, self._game.seating.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self._game.names

    @property
    def _seat(self) -> int:
        return self._game.seating.seat

    def act(self, message: object) -> None:
        """Do what a page asks, if it may be done now.

        Ignored in silence: what is no act, and an act made at another ply, such as the second half
        of a double click. Refused with a sentence in the payload: what the rules refuse. Any fault
        inside leaves the game as it was.
        """
        self._notice, failed, self._failed = None, self._failed, None
        self._asked.sheet = None
        if not isinstance(message, Mapping):
            return
        if message.get("type") == "retry" and failed is not None:
            message = {**failed, "ply": message.get("ply")}
        ply = message.get("ply")
        if isinstance(ply, bool) or not isinstance(ply, int) or ply != self.ply:
            return
        try:
            self._game = self._after(message)
        except IllegalMove as error:
            self._notice = _refused(error, message)
        except SevensError as error:
            self._notice = sentence_of(error)
        except Exception:
            _LOG.exception("an act failed at ply %d of deal %s", self.ply, self._game.deal)
            self._notice, self._failed = APOLOGY, message

    def _after(self, message: Mapping[object, object]) -> Game:
        match message.get("type"):
            case "play":
                return self._laid(message.get("card"), message.get("free"))
            case "pass":
                return self._passed()
            case "undo":
                return self._undone()
            case "deal":
                return self._dealt(self._game.state.rules, message.get("number"))
            case "match":
                return self._dealt(self._game.state.rules, None)
            case "next":
                return self._next()
            case "from":
                return self._from(message.get("at"))
            case "resume":
                return self._gone_on(message)
            case "level":
                return self._leveled(message.get("level"))
            case "setup":
                return self._set_up(message)
            case "sheet":
                self._asked.sheet, _ = chosen(message, self._game.state.rules, self._chosen)
            case "suggest" | "proofs":
                self._asked.ask(message, self.seen)
        return self._game

    def _laid(self, card: object, free: object) -> Game:
        if not isinstance(card, str):
            return self._game
        return self._moved(apply(self._game.state, self._move(Card(card), free), self._seat))

    def _move(self, card: Card, free: object) -> Move:
        """Lay a card in turn or out of turn, as the page asks, or as it serves the person best."""
        if isinstance(free, bool):
            return Move(card, free=True) if free else lay(card)
        return laying(self._game.state, card, self._seat)

    def _passed(self) -> Game:
        after, told = passing(self._game.state, self._seat)
        game = self._moved(after)
        self._notice = told or None
        return game

    def _undone(self) -> Game:
        game = self._game
        return replace(game, state=game.turns[-1], turns=game.turns[:-1]) if game.turns else game

    def _from(self, at: object) -> Game:
        """Go back to a moment of this deal, counted in acts, to play on from there otherwise."""
        game = self._game
        if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at < self.ply:
            raise SevensError(
                f"Moment “{str(at)[:20]}”: this deal has the moments 0 to {self.ply}."
            )
        record = replace(game.record, acts=game.record.acts[:at])
        return self._replayed(record, game.match, game.records)

    def _dealt(self, rules: Rules, number: Any) -> Game:
        chosen = self._number() if number is None else number  # dealing refuses what is no number
        return self._begin(Match(rules).start_deal(chosen), chosen, Match(rules))

    def _next(self) -> Game:
        """Deal the next deal of the match, numbered on from the one before, so that a class gets the same match."""
        game, match = self._game, self._game.entered
        if game.state.out is None:
            raise SevensError("This deal is not over yet: play it to its end first.")
        if match is None or game.deal is None or match.is_over:
            raise SevensError("The match is over: start a new one.")
        number = (game.deal + 1) % (MAX_DEAL + 1)
        return self._begin(match.start_deal(number), number, match, (*game.records, game.record))

    def _begin(
        self,
        start: State,
        number: int | None,
        match: Match | None = None,
        records: tuple[Record, ...] = (),
    ) -> Game:
        check_playable(start)
        begun = replace(start, history=())
        seats = self._chosen.checked(begun.rules)
        return self._advanced(
            Game(begun, number, begun, match=match, records=records, seating=seats)
        )

    def _moved(self, state: State) -> Game:
        game = self._game
        return self._advanced(replace(game, state=state, turns=(*game.turns, game.state)))

    def _advanced(self, game: Game) -> Game:
        """Let the computer players move until it is the person's turn or the deal is over."""
        return replace(game, state=self._played(game))

    def _played(self, game: Game) -> State:
        # Random numbers made from the deal and the ply: the same deal, played the same way, goes the same way.
        number = game.deal if game.deal is not None else crc32(repr(game.start).encode())
        players = dict.fromkeys(range(game.state.rules.players), game.seating.others)
        return play_until(game.state, players, number, game.seating.seat)

    def _leveled(self, level: object) -> Game:
        """Let the others play at a level: at once where the person has not moved yet, else from the next deal on."""
        game, self._chosen = self._game, self._chosen.at(level)
        now = game.untouched and game.deal is not None
        self._notice = level_words(self._chosen.level, game.names, later=not now)
        if not now:
            return game
        return self._begin(game.start, game.deal, game.match, game.records)

    def _set_up(self, message: Mapping[object, object]) -> Game:
        """Begin a new game with what the page has chosen."""
        rules, seats = chosen(message, self._game.state.rules, self._chosen)
        if rules != self._game.state.rules and not self._choose:
            raise SevensError("The rules of this game are not chosen here.")
        before, self._chosen = self._chosen, seats
        try:
            return self._dealt(rules, message.get("number"))
        except SevensError:
            self._chosen = before
            raise

    def _gone_on(self, message: Mapping[object, object]) -> Game:
        """Go on with a game that a page has kept, in the seat and at the level with which it was kept."""
        read = read_record(message.get("record"))
        _, seats = chosen({**message, "rules": None, "players": None}, read.rules, self._chosen)
        before, self._chosen = self._chosen, seats
        try:
            return self._resumed(read)
        except SevensError:
            self._chosen = before
            raise

    def _resumed(self, read: Record | MatchRecord) -> Game:
        self._chosen.checked(read.rules)
        if read.rules != self._game.state.rules:
            self._notice = other_rules_words(read.rules)
        if isinstance(read, Record):
            first = Match(read.rules, read.dealer)
            return self._replayed(read, first if belongs(read, first) else None)
        read.played()  # refuses whatever does not belong to the match
        if not read.records:
            number = self._number()
            match = Match(read.rules, read.dealer)
            return self._begin(match.start_deal(number), number, match)
        *before, last = read.records
        match, _ = MatchRecord(read.rules, read.dealer, tuple(before)).played()
        return self._replayed(last, match if belongs(last, match) else None, tuple(before))

    def _replayed(
        self, record: Record, match: Match | None, before: tuple[Record, ...] = ()
    ) -> Game:
        states = list(replay(record))
        check_playable(states[0])
        turns = tuple(
            before
            for before, act in zip(states, record.acts, strict=False)
            if act.seat == self._chosen.seat
        )
        game = Game(
            states[0], record.deal, states[-1], turns, match, before, record.cut, self._chosen
        )
        return self._advanced(game)

    def payload(self) -> dict[str, Any]:
        """Give all that the browser may know, ready to be sent."""
        game, seen = self._game, self.seen
        return payload.game(
            seen,
            game.names,
            game.since,
            result=self._result(),
            hints=_hints(seen),
            suggestion=self._asked.suggestion(seen),
            id=self._ident,
            deal=game.deal,
            can={"undo": bool(game.turns)},
            notice=self._notice,
            fault=self._failed is not None,
            record=game.told_record,
            match=game.sheet(),
            setup=offer(game.state.rules, self._chosen, rulesets_too=self._choose),
            **self._asked.payload(seen, game.names),
        )

    def _result(self) -> dict[str, Any] | None:
        game = self._game
        ended = payload.result(game.state, game.names)
        if ended is None:
            return None
        return ended | self._ending.payload(game.record, self._seat, f"{self._ident} again")

    @property
    def wants_review(self) -> bool:
        """Whether a deal has ended that nobody has begun to look back at."""
        return self._game.state.out is not None and not self._ending.begun(self._game.record)

    def look_back(self) -> Iterator[None]:
        """Find the turns of the person that cost something, part by part, each within a second.

        A page is answered first, and heard between the parts. The same deal, played the same way,
        is judged the same way.
        """
        return self._ending.look_back(self._game.record, self._seat, self.names)


def _hints(seen: View) -> tuple[str, ...]:
    return () if seen.out is not None or seen.turn != seen.seat else tuple(hints(seen))


def _refused(error: IllegalMove, message: Mapping[object, object]) -> str:
    """Give the rule's sentence; a seat number means nothing to the person who sits there."""
    if error.refusal.reason is Reason.NOT_HELD and message.get("type") == "play":
        return f"You do not hold {Card(str(message.get('card')))}."
    return error.refusal.sentence
