"""The command line: deal, show, legal, why, play, replay and arena, in `python -m sevens_kernel`.

Every fault of the input is one sentence on the error stream, and the exit status is 2; 1 where what is to be said
cannot be written.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from sevens_kernel import arena_command, streams, terminal
from sevens_kernel.acting import outcome
from sevens_kernel.deal import deal
from sevens_kernel.errors import NotationError, SevensError
from sevens_kernel.keywords import quoted, read_seat
from sevens_kernel.moves import PASS, Move
from sevens_kernel.notation import (
    MAX_RECORD,
    format_deal,
    format_position,
    parse_position,
    parse_record,
    replay,
)
from sevens_kernel.picture import svg, text_picture
from sevens_kernel.players import player_names
from sevens_kernel.refusal import IllegalMove, why_not
from sevens_kernel.rulesets import parse_rules, rulesets
from sevens_kernel.state import State, explain, free_starts, legal, must_open_with
from sevens_kernel.words import NAMES, act_words

_POSITION = "keywords such as 'hearts 6-8; you 5♥ 9♣', a position line, 'school:4 deal 1234', or -"


class _Parser(argparse.ArgumentParser):
    """A parser that answers a fault with one sentence and no block of usage."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence with the way to help, and leave with status 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave once the help is written: that it cannot be is to be noticed here, where it is heeded."""
        sys.stdout.flush()
        super().exit(status, message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("python -m sevens_kernel", description="Sevens: deals, positions and games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    make = commands.add_parser("deal", help="deal the cards of a deal number")
    make.add_argument("number", nargs="?", help="the deal number; without it, a new one")
    _add_game(make)
    make.add_argument("--dealer", default="1", help="the dealer's seat or name")
    make.add_argument("--cut", default="0", help="how many cards are cut off the top")
    _add_picture(make)

    show = commands.add_parser("show", help="draw a position and name all its faults")
    show.add_argument("position", nargs="+", help=_POSITION)
    _add_picture(show)

    moves = commands.add_parser("legal", help="list the moves of the seat on turn")
    moves.add_argument("position", nargs="+", help=_POSITION)

    why = commands.add_parser("why", help="say why a card may or may not be laid")
    why.add_argument("position", nargs="+", help=_POSITION)
    why.add_argument("card", help="a card such as 10h, or pass")

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("--deal", dest="number", help="the deal number; without it, a new one")
    _add_game(play)
    play.add_argument("--seat", default="1", help="the seat you take")
    play.add_argument(
        "--against", default="heuristic", help=f"the others play as: {', '.join(player_names())}"
    )

    again = commands.add_parser("replay", help="play a record again, step by step")
    again.add_argument("file", help="a file with one record, or - for the standard input")
    again.add_argument("--pictures", action="store_true", help="draw the position at every step")

    arena_command.add_arguments(
        commands.add_parser("arena", help="measure computer players against each other")
    )
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(each.slug for each in rulesets())
    parser.add_argument(
        "--rules", default="school", help=f"{names}; with players and switches: fan-tan:5,aces=low"
    )


def _add_picture(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seat", help="whose hand is shown: a seat or a name")
    parser.add_argument("--all", action="store_true", help="show every known hand")
    parser.add_argument("--svg", action="store_true", help="print an SVG picture")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; give 0, or 2 for bad input with a sentence on the error stream.

    >>> main(["why", "hearts 5-8", "10h"])
    10♥ waits for 9♥.
    0
    """
    streams.prepare()
    try:
        return _run(_parser().parse_args(argv))
    except BrokenPipeError:  # the reader, such as head, has seen enough
        streams.silence()
        return 0
    except OSError as error:  # such as a full disk
        streams.silence()
        print(f"The output cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _run(options: argparse.Namespace) -> int:
    commands = {
        "deal": _deal,
        "show": _show,
        "legal": _legal,
        "why": _why,
        "play": _play,
        "replay": _replay,
        "arena": arena_command.run,
    }
    try:
        status = commands[options.command](options)
        sys.stdout.flush()
        return status
    except SevensError as error:
        sys.stdout.flush()
        print(f"{options.command}: {error}", file=sys.stderr)
        return 2


# --- commands ------------------------------------------------------------------------------------


def _whole(name: str, value: str) -> int:
    if value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    raise NotationError(f"{name} {quoted(value)}: write a whole number from 0 to 999999999")


def _number(value: str | None) -> int:
    return secrets.randbelow(10_000) if value is None else _whole("deal", value)


def _deal(options: argparse.Namespace) -> int:
    rules = parse_rules(options.rules)
    number, cut = _number(options.number), _whole("cut", options.cut)
    dealer = read_seat("dealer", options.dealer, rules)
    state = deal(rules, number, dealer, cut)
    _draw(state, options, format_deal(rules, number, dealer, cut))
    return 0


def _show(options: argparse.Namespace) -> int:
    _draw(_position(options), options)
    return 0


def _draw(state: State, options: argparse.Namespace, *before: str) -> None:
    """Print the picture; a plain one stands below its position text."""
    seat = None if options.seat is None else read_seat("seat", options.seat, state.rules)
    if options.svg:
        print(svg(state, seat, all_hands=options.all))
        return
    picture = text_picture(state, seat, all_hands=options.all)
    print(*before, format_position(state), picture, sep="\n")


def _position(options: argparse.Namespace) -> State:
    text = " ".join(options.position)
    return parse_position(_read("-") if text == "-" else text)


def _legal(options: argparse.Namespace) -> int:
    state = _position(options)
    moves = legal(state)
    for move in moves:
        reason = "Nothing fits: a pass." if move.card is None else _sentence(state, move)
        print(f"{move.text:<4} {reason}")
    if not moves:
        refusal = why_not(state, PASS)
        print(refusal.sentence if refusal else "There is no move.")
    for seat in range(state.rules.players):
        for move in free_starts(state, seat):
            print(f"{move.text:<4} {NAMES[seat]} may lay {move.card} out of turn.")
    return 0


def _sentence(state: State, move: Move) -> str:
    return explain(state, move.card).sentence if move.card else ""


def _why(options: argparse.Namespace) -> int:
    state, move = _position(options), Move.parse(options.card)
    if move.card is None:
        refusal = why_not(state, move)
        print(refusal.sentence if refusal else "The pass is right: nothing fits.")
    elif move.free:
        refusal = why_not(state, move)
        print(refusal.sentence if refusal else f"{move.card} may be laid out of turn.")
    else:
        print(explain(state, move.card).sentence)
    return 0


def _play(options: argparse.Namespace) -> int:
    rules = parse_rules(options.rules)
    seat = read_seat("seat", options.seat, rules)
    return terminal.play(rules, _number(options.number), seat, options.against)


def _read(name: str) -> str:
    """Read a file or the standard input, but no more of it than a record can need."""
    try:
        if name == "-":
            return streams.read_input(MAX_RECORD + 1)
        with Path(name).open(encoding="utf-8-sig") as file:  # some editors put a mark before UTF-8
            return file.read(MAX_RECORD + 1)
    except (OSError, ValueError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, ValueError) else error.strerror
        what = "the standard input" if name == "-" else quoted(name)
        raise NotationError(f"{what} cannot be read: {reason}") from None


def _replay(options: argparse.Namespace) -> int:
    record = parse_record(_read(options.file))
    step, state = 0, record.start
    try:
        for step, state in enumerate(replay(record)):  # both are wanted afterwards
            did = act_words(state.history[-1]) + "." if step else "The start."
            print(f"{step:>3} {did}  {format_position(state)}")
            if options.pictures:
                print(text_picture(state, all_hands=True), end="\n\n")
    except IllegalMove as error:
        raise NotationError(f"move {step + 1} is not allowed: {error}") from None
    result = outcome(state)
    if result is not None:
        print(result.sentence)
    elif must_open_with(state) is None or step:
        print("The record ends before anybody is out.")
    return 0
