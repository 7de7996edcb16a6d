"""Write one golden playthrough for every rule set: `python -m tests.data.make_playthroughs`.

A playthrough is a whole deal as text: the record, then for every moment the state, what each seat
may know of it, the legal moves, the starts out of turn, and the act that follows. The oracle plays
along, and nothing is written where it disagrees.
A change in these files is a change in what people see: read it before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sevens_kernel import State, free_starts, legal, outcome, view
from sevens_kernel.deal import deal
from sevens_kernel.moves import Act
from sevens_kernel.notation import format_position, format_record, record_of
from sevens_kernel.rulesets import parse_rules, rulesets
from sevens_kernel.words import act_words
from tests import oracle
from tests.positions import as_game, play_on, same_as_oracle

FOLDER = Path(__file__).parent / "playthroughs"
NUMBER = 1234


def playthrough(slug: str) -> str:
    """Give the text of a rule set's playthrough, played by chance with a fixed seed."""
    few = next(each.min_players for each in rulesets() if each.slug == slug)
    start = deal(parse_rules(f"{slug}:{few}"), NUMBER, dealer=1)
    states = play_on(start, seed=NUMBER)
    record = record_of(start, states[-1], deal=NUMBER)
    return "\n".join([format_record(record), *_moments(states)]) + "\n"


def _moments(states: list[State]) -> Iterator[str]:
    game = as_game(states[0])
    acts: list[Act | None] = [*states[-1].history, None]
    for state, act in zip(states, acts, strict=True):
        same_as_oracle(state, game)
        yield ""
        yield format_position(state)
        for seat in range(state.rules.players):
            yield f"  seat {seat + 1} sees {format_position(view(state, seat))}"
        yield f"  legal {' '.join(move.text for move in legal(state)) or 'nothing'}"
        for seat in range(state.rules.players):
            free = free_starts(state, seat)
            if free:
                yield f"  seat {seat + 1} out of turn {' '.join(move.text for move in free)}"
        if act is not None:
            yield f"  {act_words(act)}"
            game = oracle.caught(game) if act.false else oracle.act(game, act.seat, act.move.text)
    ended = outcome(states[-1])
    assert ended is not None
    assert list(ended.points) == oracle.points(game)
    yield f"  {ended.sentence} Points {' '.join(map(str, ended.points))}."


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for each in rulesets():
        (FOLDER / f"{each.slug}.txt").write_text(playthrough(each.slug), "utf-8")


if __name__ == "__main__":
    main()
