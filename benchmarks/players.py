"""What the strongest player is made of: how well it guesses hidden cards, what its plans gain, how long it thinks.

python -m benchmarks.players [--quick]            the tables
python -m benchmarks.players --contest 200        the sampler, with parts of it left out, on the same deals

Times are processor time of this one process.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean
from time import process_time

from sevens_kernel import Rules, State, apply, deal, legal, view
from sevens_kernel.deduce import ways
from sevens_kernel.fast import finish, ranked
from sevens_kernel.layout import layout
from sevens_kernel.play import play_until
from sevens_kernel.players import Player, Priority, Sampler, player, weighed_advice
from sevens_kernel.players.belief import HEAT, SLIP, STEPS, Belief, worlds
from sevens_kernel.players.priority import priority
from sevens_kernel.race import Race
from sevens_kernel.rulesets import rulesets
from sevens_kernel.view import View

UNIFORM = 1e9  # a heat at which every choice tells nothing
KEPT = 20_000


def moments(one: Player, deals: int, rules: Rules) -> Iterator[State]:
    """Walk the positions with a choice, of one seat of each deal that equal players play."""
    for number in range(deals):
        state, chance = deal(rules, 9_000 + number), Random(number)
        while state.out is None:
            if state.turn == number % rules.players and len(legal(state)) > 1:
                yield state
            state = apply(state, one.choose(view(state, state.turn), chance))


def guessed(states: Sequence[State], heat: float, slip: float, steps: int) -> tuple[float, float]:
    """Give how often the holder of a hidden card is drawn rightly, in percent, and the milliseconds of 200 draws."""
    right = tried = 0
    began = process_time()
    for at, state in enumerate(states):
        seen = view(state, state.turn)
        place = layout(seen.rules.ranks, seen.table.shape.start).place
        hidden = [
            (place[card.index], seat)
            for seat, hand in enumerate(state.hands)
            for card in hand
            if seat != seen.seat
        ]
        belief = Belief(seen, ways(seen), heat, slip)
        for owner in belief.owners(Random(at), 200, steps):
            right += sum(owner[kind] == seat for kind, seat in hidden)
            tried += len(hidden)
    return 100 * right / tried, 1000 * (process_time() - began) / len(states)


def guessing_table(deals: int) -> None:
    """Print how well hidden cards are guessed from choices of different players, taken more or less literally."""
    print("who holds a hidden card: drawn rightly, %, and ms for 200 draws")
    print(f"{'heat':>6}{'slip':>7}{'steps':>7}" + "".join(f"{n:>18}" for n in _CHOOSERS))
    states = {
        name: [s for s in moments(player(name), deals, Rules()) if s.ply > 6] for name in _CHOOSERS
    }
    rows = [(UNIFORM, SLIP, STEPS), *((heat, SLIP, STEPS) for heat in (0.5, 1.0, 2.0, 4.0))]
    rows += [(HEAT, 0.005, STEPS), (HEAT, 0.1, STEPS), (HEAT, SLIP, 5), (HEAT, SLIP, 60)]
    for heat, slip, steps in rows:
        told = "none" if heat == UNIFORM else f"{heat:g}"
        cells = [guessed(found, heat, slip, steps) for found in states.values()]
        text = "".join(f"{right:>10.1f} {ms:>4.0f} ms" for right, ms in cells)
        print(f"{told:>6}{slip:>7}{steps:>7}{text}", flush=True)


_CHOOSERS = ("priority", "heuristic", "random")


def plan_gains(seen: View, deals: int) -> tuple[float, float, float]:
    """Give what the priority's move wins, what the best move gains on it, and what the best plan gains.

    The best is chosen by one half of the deals and measured by the other, both ways round.
    """
    best = Priority().choose(seen, Random(0))
    place = layout(seen.rules.ranks, seen.table.shape.start).place
    kinds = [place[move.card.index] for move in legal(seen) if move.card is not None]
    assert best.card is not None
    base = place[best.card.index]
    plans = [(base, -1), *((kind, -1) for kind in kinds if kind != base)]
    moves = len(plans)
    plans += [(kind, kept) for kind in kinds for kept in kinds if kept != kind]
    won = [[0, 0] for _ in plans]
    for at, race in enumerate(worlds(seen, Random(1), deals)):
        for count, (kind, kept) in zip(won, plans, strict=True):
            count[at % 2] += _wins(race, kind, kept, seen.seat)

    def best_of(some: Sequence[list[int]]) -> int:
        return max(some, key=lambda w: w[0])[1] + max(some, key=lambda w: w[1])[0]

    first = sum(won[0])
    return first / deals, (best_of(won[:moves]) - first) / deals, (best_of(won) - first) / deals


def _wins(race: Race, kind: int, kept: int, seat: int) -> bool:
    trial = race.copy()
    trial.keys = ranked(race).copy()
    if kept >= 0:
        trial.keys[kept] -= KEPT
    trial.put(kind, seat)
    trial.step()
    return finish(trial).winner == seat


def regret_table(deals: int) -> None:
    """Print what is lost, by the number of deals tried and by how much the priority counts beforehand.

    Lost is the chance to win after the move that 3000 deals find best, less that after the move chosen
    by some of them, reckoned from the others.
    """
    few, priors, whole = (100, 200, 400, 750), (0.0, 0.4, 0.8, 1.6, 3.2), 3_000
    lost = {(n, p): 0.0 for n in few for p in priors}
    positions = 0
    for state in moments(Priority(), deals, Rules()):
        seen, positions = view(state, state.turn), positions + 1
        own = frozenset(card.index for card in seen.hand)
        cards = [move.card for move in legal(seen) if move.card is not None]
        said = [priority(seen, card, own) for card in cards]
        place = layout(seen.rules.ranks, seen.table.shape.start).place
        kinds = [place[card.index] for card in cards]
        rows = [
            [_wins(race, kind, -1, seen.seat) for kind in kinds]
            for race in worlds(seen, Random(positions), whole)
        ]
        total = [sum(row[at] for row in rows) for at in range(len(kinds))]
        for n, p in lost:
            lost[n, p] += _lost(rows, total, n, [p * each for each in said])
    print(
        f"\npoints lost a choice, {positions} positions; a point of priority counts as deals won:"
    )
    print(f"{'deals':>8}" + "".join(f"{p:>8}" for p in priors))
    for n in few:
        cells = "".join(f"{100 * lost[n, p] / positions:>8.3f}" for p in priors)
        print(f"{n:>8}{cells}", flush=True)


def _lost(rows: Sequence[Sequence[bool]], total: list[int], n: int, prior: list[float]) -> float:
    """Give the mean loss of choosing by n deals in a row."""
    whole, found = len(rows), []
    for begin in range(0, whole - n + 1, n):
        won = [sum(row[at] for row in rows[begin : begin + n]) for at in range(len(total))]
        chosen = max(range(len(total)), key=lambda at: won[at] + prior[at])
        found.append(max(total) / whole - (total[chosen] - won[chosen]) / (whole - n))
    return mean(found)


def plan_table(deals: int) -> None:
    """Print what one better move gains, and what a plan that keeps a card back gains."""
    found = [
        plan_gains(view(state, state.turn), 600)
        for state in list(moments(Priority(), deals, Rules()))[::3]
    ]
    first, move, plan = (100 * mean(each) for each in zip(*found, strict=True))
    print(f"\n{len(found)} positions: the priority's move wins {first:.1f} %; the best move gains")
    print(f"{move:+.2f} points on it, the best plan that may keep a card back {plan:+.2f}")


def time_table(positions: int) -> None:
    """Print how long the sampler and the advice think, for every rule set at its fewest, usual and most players."""
    print(
        f"\n{'ms a choice':<26}{'sampler: median':>16}{'95 %':>6}{'advice: median':>16}{'95 %':>6}"
    )
    for each in rulesets():
        for players in sorted({each.min_players, each.rules().players, each.max_players}):
            rules = each.rules(players)
            states = list(islice(_started(rules), positions))
            seen = [view(state, state.turn) for state in states]
            thinks = [_ms(lambda v: Sampler().choose(v, Random(1)), one) for one in seen]
            advises = [_ms(lambda v: weighed_advice(v, Random(1)), one) for one in seen]
            cells = "".join(
                f"{sorted(ms)[len(ms) // 2]:>16.0f}{sorted(ms)[int(0.95 * len(ms))]:>6.0f}"
                for ms in (thinks, advises)
            )
            print(f"{each.name + f' ({players})':<26}{cells}", flush=True)


def _started(rules: Rules) -> Iterator[State]:
    """Walk positions with a choice in which it is known how the rows start."""
    return (state for state in moments(Priority(), 100, rules) if state.table.shape.start)


def _ms(work: Callable[[View], object], seen: View) -> float:
    began = process_time()
    work(seen)
    return 1000 * (process_time() - began)


def contest_table(deals: int) -> None:
    """Play the sampler and leaner ones against three of the priority player, every deal in all four seats."""
    whole = Sampler()
    some = {
        "sampler": whole,
        "no card kept back": replace(whole, keep_back=False),
        "choices not weighed": replace(whole, weigh=False),
        "neither": replace(whole, keep_back=False, weigh=False),
        "100 deals": replace(whole, deals=100),
        "1000 deals": replace(whole, deals=1000),
    }
    print(f"{deals} deals, each in all four seats, against three of the priority player")
    first: list[int] = []
    for name, one in some.items():
        began = process_time()
        won = [wins_of(one, number) for number in range(deals)]
        first = first or won
        gain = [b - a for a, b in zip(first, won, strict=True)]
        seconds = process_time() - began
        print(f"{name:<22}{_share(won)} %   beside the first {_share(gain)}   {seconds:.0f} s")
        sys.stdout.flush()


def wins_of(one: Player, number: int) -> int:
    """Count the games of a deal that a player wins, sitting in every seat in turn."""
    start, count = deal(Rules(), 700_000 + number), 0
    for seat in range(4):
        seats = {each: one if each == seat else Priority() for each in range(4)}
        count += play_until(start, seats, Random(8 * number + seat)).out == seat
    return count


def _share(won: Sequence[int]) -> str:
    middle = mean(won)
    spread = sum((each - middle) ** 2 for each in won) / (len(won) - 1)
    return f"{25 * middle:5.1f} ± {25 * 1.96 * sqrt(spread / len(won)):.1f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; give the exit status."""
    parser = argparse.ArgumentParser(
        "benchmarks.players", description="What the strongest player is made of."
    )
    parser.add_argument("--quick", action="store_true", help="fewer positions")
    parser.add_argument("--contest", type=int, default=0, help="play so many deals instead")
    options = parser.parse_args(argv)
    if options.contest:
        contest_table(max(2, options.contest))
        return 0
    guessing_table(3 if options.quick else 12)
    regret_table(1 if options.quick else 14)
    plan_table(2 if options.quick else 60)
    time_table(10 if options.quick else 40)
    return 0


if __name__ == "__main__":
    sys.exit(main())
