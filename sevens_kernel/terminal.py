"""A whole game in the terminal: type a card, pass, or ask for a hint, a reason, an undo or the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from sevens_kernel.acting import apply, catch_false_pass, may_be_caught, outcome
from sevens_kernel.cards import and_list, count_of
from sevens_kernel.deal import deal
from sevens_kernel.errors import SevensError
from sevens_kernel.moves import PASS, Act, Move
from sevens_kernel.notation import format_record, record_of
from sevens_kernel.picture import text_picture
from sevens_kernel.play import play_until
from sevens_kernel.players import Player, hints, player
from sevens_kernel.refusal import why_not
from sevens_kernel.rules import Rules, Scoring
from sevens_kernel.rulesets import title
from sevens_kernel.score import chips_words
from sevens_kernel.state import State, explain, free_starts
from sevens_kernel.verdict import Reason
from sevens_kernel.view import view
from sevens_kernel.words import NAMES, penalty_words, since_words

HELP = """\
  7d, 10♥, queen of spades   lay a card         pass, -    pass, when nothing fits
  +7h                        lay a start out of turn, where the rules allow it
  hint                       one step more of help, three at most
  why 10h, why               why a card fits or not; every card of your hand
  undo                       back to your previous turn
  show                       the table again    quit       stop; the record is printed"""


@dataclass(slots=True)
class Game:
    """One game at a terminal. seat: the person's. before: the states at the person's earlier turns."""

    start: State
    number: int
    seat: int
    others: dict[int, Player]
    state: State
    names: tuple[str, ...]
    before: list[State] = field(default_factory=list)
    hinted: int = 0

    def go_on(self) -> None:
        """Let the others play to the person's next turn, tell what they did, and show the table."""
        seen = self.state.ply
        self.state = play_until(self.state, self.others, self.number, self.seat)
        self.hinted = 0
        self.tell(self.state.history[seen:])

    def tell(self, acts: tuple[Act, ...] = ()) -> None:
        """Print acts in one sentence and the table as the person may know it."""
        if acts:
            print(since_words(acts, self.names))
        if self.state.out is None:
            print()
            print(text_picture(view(self.state, self.seat), names=self.names))

    def answer(self, line: str) -> bool:
        """Do what a typed line asks for; give False when the person wants to stop.

        >>> start = deal(Rules(), 1234)
        >>> game = Game(start, 1234, 3, {}, start, NAMES)
        >>> game.answer("why 8d"), game.answer("quit")
        8♦ must wait: 7♦ opens the deal and must be laid first.
        (True, False)
        """
        word, _, rest = line.strip().partition(" ")
        word = word.lower()
        if word in ("quit", "exit", "q"):
            return False
        if word in ("", "help", "?", "h"):
            print(HELP)
        elif word in ("show", "table"):
            self.tell()
        elif word in ("hint", "hints"):
            self.hint()
        elif word == "why":
            self.why(rest)
        elif word == "undo":
            self.undo()
        else:
            self.move(Move.parse(line))
        return True

    def hint(self) -> None:
        """Print one more of the three hints."""
        print(hints(view(self.state, self.seat))[self.hinted])
        self.hinted = min(self.hinted + 1, 2)

    def why(self, text: str) -> None:
        """Explain one card, a pass, or without a word every card of the hand."""
        if not text.strip():
            for card in dict.fromkeys(self.state.hands[self.seat]):
                print(f"  {explain(self.state, card).sentence}")
            return
        move = Move.parse(text)
        if move.card is None or move.free:
            refusal = why_not(self.state, move, self.seat)
            print(refusal.sentence if refusal else "That is allowed now.")
        else:
            print(explain(self.state, move.card).sentence)

    def undo(self) -> None:
        """Go back to the person's previous turn."""
        if not self.before:
            print("There is nothing to take back.")
            return
        self.state = self.before.pop()
        self.hinted = 0
        print("Taken back.")
        self.tell()

    def move(self, move: Move) -> None:
        """Make a move of the person's, or say why it is not allowed; a false pass is caught where that is played."""
        refusal = why_not(self.state, move, self.seat)
        if refusal is None:
            self.before.append(self.state)
            self.state = apply(self.state, move, self.seat)
            self.go_on()
        elif move == PASS and may_be_caught(self.state):
            self.before.append(self.state)
            self.state = catch_false_pass(self.state)
            cost = penalty_words(self.state.rules)
            print(f"{refusal.sentence} The pass is caught and costs {cost}; now lay a card.")
        elif refusal.reason is Reason.NOT_HELD and move.card is not None:
            print(f"You do not hold {move.card}. {explain(self.state, move.card).sentence}")
        else:
            print(refusal.sentence)


def play(rules: Rules, number: int, seat: int = 0, against: str = "heuristic") -> int:
    """Play a deal in the terminal against computer players; give the exit status 0.

    Raises SevensError for a deal number, a seat or a computer player that does not exist.
    """
    start = deal(rules, number)
    view(start, seat)
    others = {each: player(against) for each in range(rules.players) if each != seat}
    names = tuple(NAMES[(each - seat) % rules.players] for each in range(rules.players))
    game = Game(start, number, seat, others, start, names)
    print(
        f"{title(rules)}, {rules.players} players, deal {number}. Type help for what you may type."
    )
    try:
        game.go_on()
        while game.state.out is None:
            if not _ask(game):
                break
    except (EOFError, KeyboardInterrupt):
        print()
    _close(game)
    return 0


def _ask(game: Game) -> bool:
    """Ask once; a fault of what was typed is answered with its sentence, never with a traceback."""
    prompt = "Your move: "
    free = free_starts(game.state, game.seat)
    if free:
        prompt = f"Your move (out of turn: {and_list((move.text for move in free), 'or')}): "
    try:
        return game.answer(input(prompt))
    except SevensError as error:
        print(f"{error}; or type help.")
        return True


def _close(game: Game) -> None:
    """Print how the deal ended, or that it was left, and the record, from which it can be replayed."""
    state = game.state
    result = outcome(state)
    if result is None:
        print("The deal is left unfinished.")
    else:
        winner = game.names[result.winner]
        print(f"{winner} {'win' if winner == 'You' else 'wins'} the deal with {result.last_card}.")
        for each, name in enumerate(game.names):
            print(f"  {name}: {_left(state, each, result.points[each])}")
    print(f"Record: {format_record(record_of(game.start, state, game.number))}")


def _left(state: State, seat: int, points: int) -> str:
    cards = " ".join(str(card) for card in state.hands[seat]) or "no cards left"
    if state.rules.scoring is Scoring.POINTS:
        cards += f" ({count_of(points, 'point')})"
    return f"{cards}, {chips_words(state.chips[seat])}" if state.rules.uses_chips else cards
