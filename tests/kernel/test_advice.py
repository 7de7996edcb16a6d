"""Advice and hints: allowed, true, and in the words of the game."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from sevens_kernel import (
    PASS,
    Card,
    Move,
    Rules,
    SevensError,
    State,
    apply,
    free_starts,
    lay,
    legal,
    parse_cards,
    view,
    why_not,
)
from sevens_kernel.cards import ALL_CARDS, count_word
from sevens_kernel.play import play_until
from sevens_kernel.players import (
    Heuristic,
    advise,
    hints,
    player,
)
from sevens_kernel.state import must_open_with
from tests.positions import all_play, moments, position

SCHOOL = Rules()
DOMINO = Rules.named("domino")


def way_on(state: State, card: Card) -> list[Card]:
    """Give the cards that wait for a card."""
    return [other for other in ALL_CARDS if card in state.table.missing(other)]


def wins_out_of_turn(state: State) -> str:
    """Assert that laying the starts out of turn, and a card left in turn, ends the deal at once."""
    seat = state.turn
    for move in free_starts(state, seat):
        state = apply(state, move, seat)
    if state.out is None:
        assert len(state.hands[seat]) == 1
        state = apply(state, lay(state.hands[seat][0]))
    assert state.out == seat
    return "out of turn"


def mine_behind(state: State, card: Card) -> list[Card]:
    return [each for each in state.hands[state.turn] if card in state.table.missing(each)]


def cards_in(text: str) -> list[Card]:
    return [Card(each) for each in re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", text)]


def assert_true(state: State, sentence: str) -> str:
    """Assert every claim of an advice against the rules alone; give the kind of reason it gave."""
    moves = legal(state)
    if sentence == "Pass: nothing fits.":
        assert moves == (PASS,)
        return "pass"
    named = re.fullmatch(r"Lay (\S+)( out of turn)?: (.+)\.", sentence)
    assert named, sentence
    card, reason = Card(named[1]), named[3]
    if named[2]:
        assert Move(card, free=True) in free_starts(state, state.turn)
        return wins_out_of_turn(state)
    assert lay(card) in moves
    laid = [move.card for move in moves if move.card]
    frees = re.fullmatch(
        r"(?:it frees your (.+?))?(?:, and )?(?:your (.+?) waits? behind it(?: too)?)?", reason
    )
    if reason == "it opens the deal and must be laid first":
        assert must_open_with(state) is card
        return "opens"
    if reason == "it is your last card, and you win the deal":
        assert apply(state, lay(card)).out == state.turn
        return "last"
    if reason == "it is the only card of yours that fits":
        assert laid == [card]
        return "only"
    if reason == "no card waits behind it, so it opens nothing for the others":
        assert not any(card in state.table.missing(other) for other in ALL_CARDS)
        return "nothing behind"
    if reason.startswith("every row then starts with its"):
        assert reason.endswith(f"its {card.rank.word}, and your cards lie nearest to that rank")
        ranks = state.rules.ranks
        hand = [ranks.index(each.rank) for each in state.hands[state.turn]]
        steps = {each: sum(abs(ranks.index(each.rank) - at) for at in hand) for each in laid}
        assert steps[card] == min(steps.values())
        return "chooses"
    shortest = (
        "none of your cards waits behind one that you may lay now, "
        f"and the way that {card} opens to the others is the shortest: "
    )
    if reason.startswith(shortest):
        assert not any(mine_behind(state, each) for each in laid)
        way = way_on(state, card)
        assert len(way) == min(len(way_on(state, each)) for each in laid) > 0
        told = reason.removeprefix(shortest)
        assert set(cards_in(told)) == set(way) or told == f"{count_word(len(way))} cards"
        return "helps least"
    assert frees, sentence
    after = apply(state, lay(card))
    freed, waiting = cards_in(frees[1] or ""), cards_in(frees[2] or "")
    assert freed or waiting
    for each in freed:
        assert each in after.hands[state.turn]
        assert after.table.fits(each)
        assert not state.table.fits(each)
    assert set(waiting) <= set(mine_behind(state, card))
    assert not any(after.table.fits(each) for each in waiting)
    return "frees" if freed else "brings nearer"


def test_every_advice_is_allowed_and_says_nothing_false() -> None:
    kinds: dict[str, int] = {}
    for state in moments(games_each=2):
        seen = view(state, state.turn)
        advice = advise(seen)
        assert why_not(state, advice.move, state.turn) is None
        kind = assert_true(state, advice.sentence)
        kinds[kind] = kinds.get(kind, 0) + 1
    assert sum(kinds.values()) > 4000
    assert set(kinds) - {"out of turn"} == {
        "pass", "opens", "last", "only", "nothing behind", "chooses", "helps least", "frees",
        "brings nearer",
    }  # fmt: skip


def test_the_advice_is_what_the_heuristic_plays() -> None:
    for state in moments(games_each=1):
        seen = view(state, state.turn)
        advice = advise(seen)
        if not advice.move.free:
            assert advice.move == Heuristic().choose(seen, Random(1))


def test_the_last_hint_names_an_accepted_move_and_the_first_two_do_not_mislead() -> None:
    count = 0
    for state in moments(games_each=2):
        seen = view(state, state.turn)
        look, ends, answer = hints(seen)
        if answer.startswith("Pass"):
            move = PASS
            assert set(cards_in(ends)) == set(state.table.all_takes())
        else:
            words = answer.partition(":")[0].removeprefix("Lay ")
            card = Card(words.removesuffix(" out of turn"))
            move = Move(card, free=words.endswith("out of turn"))
            assert card in cards_in(ends) or state.table.shape.start is None
            assert card.suit.value in look or state.table.is_empty
            assert str(card) not in look
        assert why_not(state, move, state.turn) is None
        count += 1
    assert count > 4000


@pytest.mark.parametrize(
    ("rows", "hand", "sentence"),
    [
        ("7-8h 7c", "9h 10h Qh 8c", "Lay 9♥: it frees your 10♥, and your Q♥ waits behind it too."),
        ("7-8h 7c", "9h Qh 8c", "Lay 9♥: your Q♥ waits behind it."),
        ("7c", "7s 6s 8s 8c", "Lay 7♠: it frees your 6♠ and 8♠."),
        (
            "7c 2-7d",
            "8c Ad",
            "Lay A♦: no card waits behind it, so it opens nothing for the others.",
        ),
        ("7c", "8c 2s", "Lay 8♣: it is the only card of yours that fits."),
        ("7c", "9c 2s", "Pass: nothing fits."),
        ("6-7d", "8d", "Lay 8♦: it is your last card, and you win the deal."),
        (
            "7c 7-10h",
            "6c Jh",
            "Lay J♥: none of your cards waits behind one that you may lay now, "
            "and the way that J♥ opens to the others is the shortest: Q♥ and K♥.",
        ),
    ],
)
def test_advice_in_the_words_of_the_game(rows: str, hand: str, sentence: str) -> None:
    assert advise(view(position(SCHOOL, rows, hand), 0)).sentence == sentence


def test_hints_go_from_the_row_to_the_card() -> None:
    assert hints(view(position(SCHOOL, "7-8h", "9h Qh 7s"), 0)) == (
        "Look at the row of hearts.",
        "Hearts take 6♥ or 9♥.",
        "Lay 9♥: your Q♥ waits behind it.",
    )
    assert hints(view(position(SCHOOL, "7h", "9h 7s"), 0))[:2] == (
        "Look at spades: they are not open yet.",
        "Spades take 7♠ first.",
    )


def test_where_nothing_can_be_advised_a_sentence_says_why() -> None:
    state = position(SCHOOL, "7h", "8h 2c", "6h 3c")
    with pytest.raises(SevensError, match=r"It is the turn of seat 1, not of seat 2\."):
        advise(view(state, 1))
    with pytest.raises(SevensError, match="over"):
        advise(view(apply(position(SCHOOL, "7h", "8h", "6h"), lay(Card("8h"))), 1))
    with pytest.raises(SevensError, match="known"):
        advise(view(position(SCHOOL, "7h", "2c", unknown=(3, 1, 1, 1)), 0))


# ---- starts out of turn --------------------------------------------------------------------


def test_suggesting_a_start_out_of_turn_when_it_wins() -> None:
    state = position(DOMINO, "7c", "8c 2c", "7h 7s", "9c", "10c")
    assert advise(view(state, 1)).sentence == (
        "Lay 7♥ out of turn: all your cards may be laid so, one after another, and you win the deal."
    )
    assert parse_cards("7h 7s") == state.hands[1]


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("7h 8c", "it uses up no turn, then lay 8♣ in turn, and you win the deal"),
        ("7h 8h", "it uses up no turn, then lay 8♥ in turn, and you win the deal"),
        (
            "7h 7s 6s",
            "it uses up no turn; lay 7♠ so too, then lay 6♠ in turn, and you win the deal",
        ),
    ],
)
def test_on_turn_start_cards_go_first_when_the_last_card_then_fits(hand: str, reason: str) -> None:
    state = position(DOMINO, "7c", hand, "2c", "3c", "4c")
    assert advise(view(state, 0)).sentence == f"Lay 7♥ out of turn: {reason}."
    assert wins_out_of_turn(state)
    assert play_until(state, {0: player("heuristic")}, 1).out == 0
    off_turn = replace(state, turn=1)
    assert play_until(off_turn, all_play(player("random"), DOMINO), 1, human=1) == off_turn


def test_on_turn_a_start_card_is_kept_when_the_last_card_would_still_wait() -> None:
    state = position(DOMINO, "7c", "7h 9h", "2c", "3c", "4c")
    assert advise(view(state, 0)).move == lay(Card("7h"))
