"""The position lab without a page: setting up, playing on, two lines."""

from __future__ import annotations

import pytest

from sevens_kernel.acting import outcome
from sevens_kernel.cards import Card
from sevens_kernel.deal import deal
from sevens_kernel.notation import format_position, parse_position, parse_record, replay
from sevens_kernel.problems import problems
from sevens_kernel.rules import Rules
from sevens_kernel.solver import winning_moves
from sevens_kernel.state import explain, fitting, legal
from sevens_kernel.view import view
from sevens_widgets.lab import Lab
from sevens_widgets.lab_payload import EXAMPLES
from tests.widgets.labs import FIVE, act, fits, frames, line, play_out

# ---- setting up ----------------------------------------------------------------------------


def test_the_board_says_of_every_card_where_it_is_and_what_the_rules_say() -> None:
    state = parse_position(FIVE)
    drawn = Lab(FIVE).payload()
    cards = {card["card"]: card for suit in drawn["setup"]["suits"] for card in suit["cards"]}
    assert len(cards) == 52
    for code, shown in cards.items():
        card = Card(code)
        assert shown["why"] == explain(state, card).sentence
        assert shown["label"].startswith(f"{card.words}, ")
        where = "on the table" if state.table.copies(card) else "in your hand"
        assert (where in shown["label"]) == bool(state.table.copies(card) or card in state.hands[0])


def test_text_and_board_say_the_same() -> None:
    lab = Lab(FIVE)
    assert lab.payload()["text"] == FIVE
    drawn = act(lab, "put", card="9c", place="table")
    assert parse_position(drawn["text"]).table.copies(Card("9c")) == 1
    drawn = act(lab, "show", text="clubs 7; you 8♣")
    assert drawn["text"] == "clubs 7; you 8♣"
    assert drawn["setup"]["suits"][0]["cards"][7]["at"] == ["0"]


@pytest.mark.parametrize("text", ["hearts 7 9; you 9♥", "hearts 7; you 8♥ 8♥; robin 8♥"])
def test_an_impossible_position_names_every_fault_and_keeps_the_old_table(text: str) -> None:
    lab = Lab(FIVE)
    before = lab.payload()["table"]["scene"]
    drawn = act(lab, "show", text=text)
    assert drawn["problems"] == [each.sentence for each in problems(parse_position(text))]
    assert drawn["problems"]
    assert drawn["table"]["scene"] == before
    assert drawn["can"]["play"] is False
    assert act(lab, "play")["notice"].startswith("Put right first what is wrong: ")
    assert act(lab, "undo")["problems"] == []


@pytest.mark.parametrize(
    "text",
    [
        "harts 7",
        "<img src=x onerror=alert(1)>",
        "school:4 6-8/",
        "x" * 5000,
        "",
        "\0",
        "| 7d",
        "school:4 deal 1 | 2c",
    ],
)
def test_a_text_that_cannot_be_read_is_quoted_in_one_sentence_and_changes_nothing(
    text: str,
) -> None:
    lab = Lab(FIVE)
    before = lab.payload()
    drawn = act(lab, "show", text=text)
    assert drawn["notice"].endswith("The table still shows the last position.")
    assert len(drawn["notice"]) < 400
    assert drawn["table"] == before["table"]
    assert drawn["setup"]["suits"] == before["setup"]["suits"]
    assert drawn["text"] == text[:4000]


def test_every_example_can_be_set_up_and_played() -> None:
    assert len(EXAMPLES) >= 3
    for name, text in EXAMPLES:
        lab = Lab()
        drawn = act(lab, "show", text=text)
        assert drawn["problems"] == [], name
        assert act(lab, "play")["stage"] == "play"
        assert play_out(lab)


def test_in_the_example_of_the_winning_move_exactly_one_wins() -> None:
    text = next(text for name, text in EXAMPLES if name.startswith("One move wins"))
    state = parse_position(text)
    assert len(legal(state)) > 1
    assert len(winning_moves(state)) == 1


def test_a_hand_can_be_seen_from_every_seat() -> None:
    lab = Lab("school:4 deal 77")
    state = deal(Rules(), 77)
    for seat in range(4):
        drawn = act(lab, "look", seat=seat)["table"]
        assert [card["card"] for card in drawn["scene"]["hand"]] == [
            card.code for card in state.hands[seat]
        ]
        told = {card["card"]: card["why"] for card in drawn["scene"]["hand"]}
        assert told == {card.code: explain(state, card).sentence for card in state.hands[seat]}
    assert act(lab, "look", seat=-1)["table"]["scene"]["handLabel"].startswith("Your hand")
    assert state.turn == 0


def test_another_rule_set_deals_a_deal_again_and_keeps_what_was_set_up() -> None:
    lab = Lab("school:4 deal 77")
    drawn = act(lab, "rules", act={"type": "preset", "slug": "fan-tan"})
    assert drawn["position"] == format_position(deal(Rules.named("fan tan", players=4), 77))
    act(lab, "show", text=FIVE)
    drawn = act(lab, "rules", act={"type": "switch", "field": "aces", "value": "high"})
    assert "K♦" in [str(Card(card["card"])) for card in drawn["table"]["scene"]["hand"]]
    assert parse_position(drawn["position"]).rules == Rules(aces="high")  # type: ignore[arg-type]
    drawn = act(lab, "rules", act={"type": "switch", "field": "pack", "value": "short"})
    assert "do not go together" in drawn["setup"]["rules"]["refusal"]
    assert len(parse_position(drawn["position"]).rules.pack_cards) == 52


def test_a_deal_is_the_deal_of_its_number_and_a_number_that_cannot_be_is_refused() -> None:
    lab = Lab(number=lambda: 4321)
    assert act(lab, "deal", number=1234)["position"] == format_position(deal(Rules(), 1234))
    assert act(lab, "deal", number=None)["position"] == format_position(deal(Rules(), 4321))
    assert "deal number" in act(lab, "deal", number=-1)["notice"]
    assert "deal number" in act(lab, "deal", number=True)["notice"]


# ---- playing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", ["school", "domino:5", "chip penalty:3", "two packs", "french domino:4", "devyatka:3"]
)
@pytest.mark.parametrize("seat", [0, 2, -1])
def test_a_whole_deal_is_played_as_any_seat_or_as_everybody(rules: str, seat: int) -> None:
    lab = Lab("", open_rules(rules), number=lambda: 11)
    act(lab, "deal", number=7)
    act(lab, "seat", seat=seat)
    act(lab, "play")
    drawn = play_out(lab, choice=1)
    record = parse_record(drawn["share"]["record"])
    assert record.deal == 7
    *_, last = replay(record)
    assert outcome(last) is not None
    assert len(line(drawn)) == len(record.acts) + 1


def open_rules(name: str) -> Rules:
    """Read a rule set with its players."""
    slug, _, players = name.partition(":")
    return Rules.named(slug, players=int(players)) if players else Rules.named(slug)


def test_the_moments_of_a_line_are_those_of_its_record() -> None:
    lab = Lab("school:4 deal 77")
    act(lab, "play")
    drawn = play_out(lab)
    states = list(replay(parse_record(drawn["share"]["record"])))
    shown = line(drawn)
    assert [frame["full"] for frame in shown] == [format_position(state) for state in states]
    for frame, state in zip(shown, states, strict=True):
        seen = view(state, 0)
        assert [card["card"] for card in frame["scene"]["hand"]] == [
            card.code for card in seen.hand
        ]
        mine = state.turn == 0 and state.out is None
        assert frame["mine"] is mine
        if mine:
            assert fits(frame) == [card.code for card in fitting(state, 0)]
            assert frame["pass"]["offered"] == (not fitting(state, 0))


def test_unknown_cards_are_dealt_out_before_play_and_it_is_said() -> None:
    lab = Lab(FIVE, number=lambda: 3)
    drawn = act(lab, "play")
    assert drawn["notice"].startswith("The 39 unknown cards were dealt out by chance.")
    start = parse_record(drawn["share"]["record"]).start
    assert not any(start.unknown)
    assert start.sizes == parse_position(FIVE).sizes
    assert start.hands[0] == parse_position(FIVE).hands[0]


def test_another_card_at_an_earlier_turn_begins_a_second_line() -> None:
    lab = Lab("school:4 deal 77")
    act(lab, "play")
    first = play_out(lab)
    shown, record = line(first), first["share"]["record"]
    at = next(
        at for at, frame in enumerate(shown) if frame["mine"] and len(fits(frame)) > 1 and at > 4
    )
    laid = parse_record(record).acts[at].move.card
    assert laid is not None
    same = act(lab, "lay", card=laid.code, at=at)
    assert same["share"]["record"] == record, "the same card is no other way"
    assert len(same["play"]["lines"]) == 1
    assert same["play"]["replay"]["start"] == at + 1
    other = next(card for card in fits(shown[at]) if card != laid.code)
    drawn = act(lab, "lay", card=other, at=at)
    assert [each["line"] for each in drawn["play"]["lines"]] == ["A", "B"]
    assert drawn["play"]["line"] == "B"
    assert drawn["share"]["record"].split("| ")[1].split()[: at + 1] == [
        *record.split("| ")[1].split()[:at],
        other,
    ]
    both = act(lab, "stage", stage="compare")["compare"]
    assert both["same"] == at
    assert both["moves"][0]["differ"] is True
    assert [frames(side["frames"])[0]["full"] for side in both["sides"]] == [shown[at]["full"]] * 2
    back = act(lab, "line", line="A")
    assert back["share"]["record"] == record


ROWS = "rules classic:3; clubs A-K, diamonds A-K, hearts 4-10, spades 3-K"


def test_what_two_moves_are_worth_is_weighed_on_the_same_hands() -> None:
    lab = Lab(f"{ROWS}; you 3♥ J♥ K♥; robin A♥ 2♥ 2♠; alex Q♥ A♠")
    act(lab, "play")
    act(lab, "lay", card="3h", at=0)
    act(lab, "lay", card="Jh", at=0)
    act(lab, "stage", stage="compare")
    drawn = act(lab, "weigh", at=0)["compare"]["chances"]
    assert [row["move"] for row in drawn["rows"]] == ["3♥", "J♥"]
    for row in drawn["rows"]:
        assert row["low"] <= row["share"] <= row["high"]
    assert drawn["rows"][1]["share"] > drawn["rows"][0]["share"]
    assert "J♥ is better than 3♥ by" in drawn["lead"]
    again = act(lab, "weigh", at=0)["compare"]["chances"]
    assert again == drawn, "the same question gets the same answer"


def test_with_all_hands_open_a_sure_win_is_named() -> None:
    lab = Lab(next(text for name, text in EXAMPLES if name.startswith("One move wins")))
    act(lab, "play")
    told = act(lab, "weigh", at=0)["play"]["chances"]["sure"]
    assert told == "With all hands open: J♠ wins, whatever the others do."
    drawn = act(lab, "lay", card="Qc", at=0)
    at = next(at for at, frame in enumerate(line(drawn)) if at and frame["mine"])
    told = act(lab, "weigh", at=at)["play"]["chances"]["sure"]
    state = parse_position(line(drawn)[at]["full"])
    assert ("after no move" in told) == (not winning_moves(state))


def test_every_move_of_a_turn_is_weighed() -> None:
    lab = Lab("school:4 deal 77")
    act(lab, "play")
    drawn = act(lab, "lay", card="7d", at=0)
    at = len(line(drawn)) - 1
    chances = act(lab, "weigh", at=at)["play"]["chances"]
    assert chances["at"] == at
    assert {row["move"] for row in chances["rows"]} == {
        str(Card(card)) for card in fits(line(drawn)[at])
    }
    shares = [row["share"] for row in chances["rows"]]
    assert shares == sorted(shares, reverse=True)


def test_a_moment_goes_back_to_the_board() -> None:
    lab = Lab("school:4 deal 77")
    shown = line(act(lab, "play") and act(lab, "lay", card="7d", at=0))
    drawn = act(lab, "edit", at=2)
    assert drawn["stage"] == "setup"
    assert drawn["position"] == shown[2]["full"]
    assert act(lab, "stage", stage="play")["share"]["record"], "the line is still there"


def test_a_false_pass_is_caught_with_its_price_and_the_seat_stays_on_turn() -> None:
    lab = Lab("rules classic:4; hearts 5-8; you 4♥ K♣", number=lambda: 3)
    act(lab, "play")
    drawn = act(lab, "pass", at=0)
    assert drawn["notice"].startswith(
        "Not allowed: 4♥ fits. You pay two points and must lay a card."
    )
    last = line(drawn)[-1]
    assert last["mine"] is True
    assert fits(last) == ["4h"]
    assert last["pass"]["offered"] is False


def test_in_the_place_of_another_seat_one_waits_for_its_turn() -> None:
    lab = Lab("school:4 deal 77")
    act(lab, "play")
    drawn = act(lab, "seat", seat=2, at=0)
    assert "It is your turn" in act(lab, "lay", card="7d", at=0)["notice"]
    drawn = act(lab, "from", at=0)
    assert line(drawn)[-1]["mine"] is True
    assert line(drawn)[-1]["scene"]["handLabel"].startswith("Alex's hand")
