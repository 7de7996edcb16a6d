"""What the browser is told to draw: the fields it relies on, the words, and the size."""

from __future__ import annotations

import json
from random import Random

import pytest

from sevens_kernel import Card, Rules, deal, explain, fitting, view
from sevens_kernel.notation import parse_position
from sevens_kernel.rulesets import rulesets
from sevens_kernel.words import act_words
from sevens_widgets import payload
from sevens_widgets.session import Session

RULES = [each.rules() for each in rulesets()]
BY_NAME = pytest.mark.parametrize("rules", RULES, ids=[each.slug for each in rulesets()])

SCENE = {"rows", "seats", "hand", "handLabel", "spoken", "position"}
GAME = {
    *("kind", "id", "ply", "deal", "rules", "scene", "steps", "status", "pass", "hints"),
    *("suggestion", "can", "result", "notice", "record"),
}
SEAT = {"seat", "name", "you", "turn", "cards", "passes", "last", "chips", "label"}
HELD = {"key", "card", "rank", "suit", "fits", "label", "why"}


def middle(rules: Rules, number: int = 1, moves: int = 5) -> Session:
    """A game after a few moves of the person."""
    session, rng = Session(rules, deal=number), Random(number)
    for _ in range(moves):
        fits = [card["card"] for card in session.payload()["scene"]["hand"] if card["fits"]]
        act = {"type": "play", "card": rng.choice(fits)} if fits else {"type": "pass"}
        session.act(act | {"ply": session.ply})
    return session


@BY_NAME
def test_every_field_the_browser_draws_is_there_and_is_json(rules: Rules) -> None:
    drawn = middle(rules).payload()
    assert set(drawn) >= GAME
    assert set(drawn["scene"]) == SCENE
    assert all(set(seat) == SEAT for seat in drawn["scene"]["seats"])
    assert all(set(card) == HELD for card in drawn["scene"]["hand"])
    assert json.loads(json.dumps(drawn)) == drawn
    keys = [card["key"] for card in drawn["scene"]["hand"]]
    assert len(set(keys)) == len(keys)
    assert [row["suit"] for row in drawn["scene"]["rows"]] == [
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    ]
    for row in drawn["scene"]["rows"]:
        assert [cell["rank"] for cell in row["cells"]] == [rank.text for rank in rules.ranks]


@BY_NAME
def test_rows_and_hand_say_what_the_engine_says(rules: Rules) -> None:
    session = middle(rules)
    seen, drawn = session.seen, session.payload()["scene"]
    cells = {Card(cell["card"]): cell for row in drawn["rows"] for cell in row["cells"]}
    for card, cell in cells.items():
        assert cell.get("copies", 0) == seen.table.copies(card)
        assert cell.get("next", False) == seen.table.fits(card)
    assert len(drawn["hand"]) == len(seen.hand)
    for held, card in zip(drawn["hand"], seen.hand, strict=True):
        said = explain(seen, card)
        assert (held["fits"], held["label"], held["why"]) == (said.fits, said.label, said.sentence)
    fits = {card["card"] for card in drawn["hand"] if card["fits"]}
    assert fits == {card.code for card in fitting(seen)}


@BY_NAME
def test_what_is_new_is_marked_with_who_laid_it(rules: Rules) -> None:
    session = middle(rules, number=2)
    drawn, history = session.payload(), session.seen.history
    steps = drawn["steps"]
    acts = history[len(history) - len(steps) :]
    assert acts[0].seat == 0, "the person's own act comes first"
    assert [step["text"] for step in steps] == [act_words(act) for act in acts]
    new = {act.move.card.code for act in acts if act.move.card}
    cells = [cell for row in drawn["scene"]["rows"] for cell in row["cells"]]
    assert {cell["card"] for cell in cells if cell.get("last")} == new
    assert all(bool(cell.get("by")) == bool(cell.get("last")) for cell in cells)


def test_the_status_merges_what_happened_since_your_turn() -> None:
    assert Session(deal=1234).payload()["status"] == "Sam lays 7♦. Your turn: two cards fit."


def test_chips_are_shown_where_they_are_played_and_debts_as_owed() -> None:
    state = parse_position("rules parliament; clubs 7; you 8♣; chips 19 -2 1 60; pool 2")
    chips = [seat["chips"] for seat in payload.scene(view(state, 0))["seats"]]
    assert chips == ["19 chips", "two chips owed", "one chip", "60 chips"]
    school = payload.scene(view(deal(Rules(), 1), 0))["seats"]
    assert [seat["chips"] for seat in school] == [None] * 4


def test_before_the_opening_only_the_opening_card_is_next() -> None:
    drawn = payload.scene(view(deal(Rules(), 1), 0))
    assert [cell["card"] for row in drawn["rows"] for cell in row["cells"] if cell.get("next")] == [
        "7d"
    ]


def test_a_question_does_not_give_its_answer_away() -> None:
    state = parse_position("hearts 5-8, clubs 7; you 4♥ 10♥ 8♣")
    drawn = payload.scene(view(state, 0), tell=False, others=False)
    text = json.dumps(drawn, ensure_ascii=False)
    assert all(word not in text for word in (", fit", " fit", "takes", "waits", "next", "complete"))
    assert all(card["fits"] is None and card["why"] == "" for card in drawn["hand"])
    assert drawn["spoken"].endswith("Your hand: eight of clubs, four of hearts and ten of hearts.")


def test_the_end_opens_all_hands_and_names_the_winner() -> None:
    state = parse_position("clubs 7; you -; robin 8♣ 9♣; alex 2♥; sam K♠")
    ended = payload.result(state)
    assert ended is not None
    assert ended["heading"] == "You win the deal"
    assert [hand["label"] for hand in ended["hands"]] == [
        *("Robin still holds two cards", "Alex still holds one card", "Sam still holds one card")
    ]
    assert [[card["card"] for card in hand["cards"]] for hand in ended["hands"]] == [
        *(["8c", "9c"], ["2h"], ["Ks"])
    ]


def test_sizes_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for rules in (Rules(), Rules.named("two packs")):
        sizes = []
        for moves in range(0, 10):
            drawn = middle(rules, 3, moves).payload()
            sizes.append(len(json.dumps(drawn, ensure_ascii=False, separators=(",", ":")).encode()))
        lines.append(
            f"payload of a game, {rules.players} players: {sizes[0]} bytes at first, {max(sizes)} at most"
        )
    with capsys.disabled():
        print("", *lines, sep="\n")
    assert all(size < 20_000 for size in sizes), "a payload is for every move, so it stays small"
