"""A match in one text file that replays to the same score (RULES, "Match end"; ties are shared and said so)."""

from __future__ import annotations

from random import Random

import pytest

from sevens_kernel.acting import apply, catch_false_pass
from sevens_kernel.deal import deal
from sevens_kernel.errors import NotationError, SevensError
from sevens_kernel.match_record import MAX_DEALS, MatchRecord, format_match, parse_match
from sevens_kernel.moves import Act
from sevens_kernel.notation import format_position, record_of
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import rulesets
from sevens_kernel.score import Match
from sevens_kernel.state import State, fitting, legal


def finished(state: State, rng: Random) -> State:
    """Play a deal to its end, with a false pass now and then where it costs something."""
    while state.out is None:
        if state.rules.penalty and not state.caught and fitting(state) and rng.random() < 0.1:
            state = catch_false_pass(state)
        state = apply(state, rng.choice(legal(state)))
    return state


def a_match(rules: Rules, seed: int) -> tuple[Match, MatchRecord]:
    rng, match, records, number = Random(seed), Match(rules, dealer=1), [], seed
    while not match.is_over:
        cut = rng.randrange(20)
        start = match.start_deal(number, cut)
        state = finished(start, rng)
        records.append(record_of(start, state, number, cut=cut))
        match, number = match.finish(state, number, cut), number + 1
    return match, MatchRecord(rules, 1, tuple(records))


@pytest.mark.parametrize(
    ("slug", "players"),
    [(each.slug, n) for each in rulesets() for n in range(each.min_players, each.max_players + 1)],
)
def test_a_match_replays_from_its_text_to_the_same_score(slug: str, players: int) -> None:
    rules = Rules.named(slug, players)
    match, record = a_match(rules, seed=players)
    again, going_on = parse_match(format_match(record)).played()
    assert again == match
    assert going_on is None
    assert again.is_over
    assert again.winners


@pytest.mark.parametrize(
    "switches",
    [
        {"match_end": "deals won", "match_target": 3},
        {"match_end": "chips held", "match_target": 30},
        {"match_end": "deals", "match_target": 6},
    ],
)
def test_all_three_ways_to_end_a_match_replay(switches: dict[str, object]) -> None:
    rules = Rules.named("fan tan with chips").with_(**switches)
    match, record = a_match(rules, seed=11)
    assert parse_match(str(record)).played() == (match, None)
    length = switches["match_target"]
    reached = {
        "deals": len(match.results),
        "deals won": max(match.deals_won),
        "chips held": max(match.chips),
    }
    assert reached[str(switches["match_end"])] >= length  # type: ignore[operator]


def test_the_deal_that_is_going_on_is_kept_and_not_counted() -> None:
    match, record = a_match(Rules.named("classic"), seed=3)
    last = record.records[-1]
    cut_short = MatchRecord(
        record.rules,
        1,
        (
            *record.records[:-1],
            record_of(last.start, apply(last.start, legal(last.start)[0]), last.deal, cut=last.cut),
        ),
    )
    again, state = parse_match(str(cut_short)).played()
    assert again.results == match.results[:-1]
    assert state is not None
    assert state.history == (Act(last.start.turn, legal(last.start)[0]),)


def test_a_deal_by_the_wrong_dealer_does_not_belong() -> None:
    _, record = a_match(Rules.named("classic"), seed=3)
    swapped = MatchRecord(record.rules, 1, (record.records[1], record.records[0]))
    with pytest.raises(NotationError, match=r"deal 1 of the match: .*dealer 2"):
        swapped.played()


@pytest.mark.parametrize(
    ("match", "deal_", "says"),
    [
        ("classic:4", deal(Rules(), 5), "other rules"),
        ("classic:4", deal(Rules.named("classic"), 5, dealer=2), "dealt by seat 3"),
        ("parliament:4", deal(Rules.named("parliament"), 5, chips=(20, 20, 20, 21)), "make 81"),
    ],
)
def test_a_deal_that_is_going_on_belongs_to_its_match_too(
    match: str, deal_: State, says: str
) -> None:
    """A start that was written out as a position, so that no deal number tells where it comes from."""
    own = deal(Rules.named(match.partition(":")[0]), 5)
    text = f"match {match}\n{{}} | 7d"
    assert parse_match(text.format(format_position(own))).played()[1] is not None
    with pytest.raises(NotationError, match=f"deal 1 of the match: .*{says}"):
        parse_match(text.format(format_position(deal_))).played()


def test_a_deal_with_cards_that_are_not_known_is_not_counted() -> None:
    text = "match school:4\nhearts 7; you 8♥ K♣ | 8h"
    with pytest.raises(NotationError, match=r"deal 1 of the match: Not all cards are known"):
        parse_match(text).played()


def test_a_match_has_two_hundred_deals_at_most() -> None:
    deals = ["fan-tan:4 deal 1 |"] * (MAX_DEALS + 1)
    assert len(parse_match("\n".join(["match fan-tan:4", *deals[1:]])).records) == MAX_DEALS == 200
    with pytest.raises(NotationError, match="at most 200 deals, and this has 201"):
        parse_match("\n".join(["match fan-tan:4", *deals]))


def test_a_deal_after_the_end_does_not_belong() -> None:
    _, record = a_match(Rules.named("school"), seed=3)
    with pytest.raises(NotationError, match="deal 2 of the match: the match was over before it"):
        MatchRecord(record.rules, 1, record.records * 2).played()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with a line such as"),
        ("school:4 deal 1 | 7d", "begins with a line such as"),
        ("match bridge:4", "is not a rule set"),
        ("match school:4 dealer 5", "seats 1 to 4"),
        ("match school:4 dealer", "write a line such as"),
        ("match school:4\nschool:4 deal 1 7d", "deal 1 of the match"),
        ("match classic:4\nschool:4 deal 1 | ", "deal 1 of the match"),
    ],
)
def test_a_bad_text_is_named_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SevensError, match=says) as caught:
        parse_match(text).played()
    assert "\n" not in str(caught.value)


def test_a_tie_is_shared_and_said_so() -> None:
    rules = Rules.named("fan tan", players=3)
    match = Match(rules)
    rng, number, want = Random(1), 0, 0
    while len(match.results) < 3:
        state = finished(match.start_deal(number), rng)
        number += 1
        if state.out == want:  # each seat wins one deal
            match, want = match.finish(state, number), want + 1
    assert match.winners == (0, 1, 2)
    assert match.sentence() == "You, Robin and Alex share the match with one deal won each."
