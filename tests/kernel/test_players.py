"""The computer players, their advice, and running a deal with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from sevens_kernel import (
    PASS,
    Card,
    IllegalMove,
    Move,
    Rules,
    SevensError,
    State,
    View,
    apply,
    deal,
    free_starts,
    lay,
    legal,
    parse_cards,
    view,
    why_not,
)
from sevens_kernel.cards import ALL_CARDS, count_word
from sevens_kernel.play import play_until, ply_random
from sevens_kernel.players import (
    PLAYERS,
    Heuristic,
    NearTheSeven,
    Player,
    RandomPlayer,
    Sampler,
    StartPlayer,
    advise,
    hints,
    player,
    player_names,
)
from sevens_kernel.players.ways import ways
from sevens_kernel.state import must_open_with
from tests.positions import PRESETS, play_on, position

SCHOOL = Rules()
# The same players, those that search with few deals, so that they can be tried in many positions.
QUICK = [replace(one, deals=4) if isinstance(one, Sampler) else one for one in PLAYERS]
DOMINO = Rules.named("domino")


def moments(games_each: int) -> Iterator[State]:
    """Walk every position in which somebody must move, in some deals of every rule set at every number of players."""
    for at, (name, players) in enumerate(PRESETS):
        rules = Rules.named(name, players)
        for game in range(games_each):
            number = 1000 * game + at
            for state in play_on(deal(rules, number, dealer=game % players), number):
                if state.out is None:
                    yield state


def everybody(one: Player, rules: Rules) -> dict[int, Player]:
    return dict.fromkeys(range(rules.players), one)


# ---- by name -------------------------------------------------------------------------------


def test_a_player_is_found_by_its_name_in_any_spelling() -> None:
    assert player("Near_the-SEVEN").name == "near the seven"
    assert [player(name) for name in player_names()] == list(PLAYERS)
    assert {"random", "near the seven", "heuristic"} <= set(player_names())


def test_an_unknown_name_is_quoted_and_all_names_are_told() -> None:
    with pytest.raises(SevensError) as caught:
        player("grandmaster")
    assert "“grandmaster”" in str(caught.value)
    for name in player_names():
        assert name in str(caught.value)


# ---- what they choose ----------------------------------------------------------------------


@pytest.mark.parametrize("one", QUICK, ids=player_names())
def test_every_player_finishes_a_deal_of_every_rule_set(one: Player) -> None:
    for at, (name, players) in enumerate(PRESETS):
        rules = Rules.named(name, players)
        done = play_until(deal(rules, at), everybody(one, rules), rng=at)
        assert done.out is not None
        assert done.sizes[done.out] == 0


@pytest.mark.parametrize("one", QUICK, ids=player_names())
def test_every_player_answers_with_a_legal_move(one: Player) -> None:
    chance = Random(5)
    for state in moments(games_each=1):
        assert one.choose(view(state, state.turn), chance) in legal(state)


def test_random_chooses_every_legal_move_about_equally_often() -> None:
    state = position(SCHOOL, "7c 7h", "8c 6h 8h 2s")
    chance = Random(3)
    seen = [RandomPlayer().choose(view(state, 0), chance) for _ in range(3000)]
    assert set(seen) == set(legal(state))
    for move in legal(state):
        assert 900 <= seen.count(move) <= 1100


def test_near_the_seven_lays_a_nearest_card_and_any_of_them() -> None:
    state = position(SCHOOL, "5-8c 7h", "4c 9c 6h 8h Ks")
    chance = Random(3)
    seen = {NearTheSeven().choose(view(state, 0), chance) for _ in range(60)}
    assert seen == {lay(Card("6h")), lay(Card("8h"))}


def test_near_the_seven_measures_from_the_rank_that_starts_the_rows() -> None:
    rules = Rules.named("french domino")
    state = position(rules, "3c 2-5h", "4c 6h", start=Card("3c").rank)
    assert NearTheSeven().choose(view(state, 0), Random(1)) == lay(Card("4c"))


@pytest.mark.parametrize(
    ("rows", "hand", "choice"),
    [
        ("7c 7h", "8c Jc 8h Kh", "8h"),  # the king is farther from the seven than the jack
        ("7c 7h", "6c 5c 4c 8h Kh", "8h"),  # one far card before three near ones
        ("7c 7h", "8c 6h Ah", "6h"),  # clubs would open only the way for others
        ("7c 2-7d", "8c Ad", "Ad"),  # nothing waits behind the ace
        (
            "7c 7-10h",
            "6c Jh",
            "Jh",
        ),  # two cards of others wait behind the jack, five behind the six
        ("7h", "7s 8h Qs 9h", "7s"),  # a seven counts the farther of its two sides
    ],
)
def test_the_heuristic_frees_its_far_cards_and_helps_others_least(
    rows: str, hand: str, choice: str
) -> None:
    state = position(SCHOOL, rows, hand)
    assert len(legal(state)) > 1
    assert Heuristic().choose(view(state, 0), Random(1)) == lay(Card(choice))


def test_the_heuristic_opens_with_the_rank_its_cards_lie_nearest_to() -> None:
    state = position(Rules.named("french domino"), "", "Jc Jd Qs 10h Kd 2c")
    assert Heuristic().choose(view(state, 0), Random(1)) == lay(Card("Jc"))


# ---- the way behind a card -----------------------------------------------------------------


def test_the_ways_behind_a_card_are_the_cards_that_wait_for_it() -> None:
    checked = 0
    for state in moments(games_each=1):
        table = state.table
        if table.shape.start is None:
            continue
        for card in table.all_takes():
            behind = {ALL_CARDS[index] for way in ways(table, card) for index in way}
            assert behind == {other for other in ALL_CARDS if card in table.missing(other)}
            checked += 1
    assert checked > 10_000


# ---- advice --------------------------------------------------------------------------------


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


# ---- running a deal ------------------------------------------------------------------------


def test_the_players_move_until_the_human_is_on_turn() -> None:
    for seat in range(4):
        state = play_until(deal(SCHOOL, 7), everybody(player("random"), SCHOOL), 7, human=seat)
        assert state.turn == seat
        assert all(act.seat != seat for act in state.history)


def test_after_an_undo_and_in_a_replay_the_computer_players_move_the_same() -> None:
    rules = Rules.named("domino", 5)
    seats = everybody(player("random"), rules)
    first = play_until(deal(rules, 99), seats, 99, human=2)
    once = play_until(apply(first, legal(first)[0]), seats, 99, human=2)
    elsewhere = play_until(apply(once, legal(once)[-1]), seats, 99, human=2)
    assert elsewhere.ply > once.ply
    again = play_until(apply(first, legal(first)[0]), seats, 99, human=2)
    assert (again, again.history) == (once, once.history)


def test_the_random_numbers_of_a_ply_depend_on_deal_and_ply() -> None:
    drawn = {(n, p): ply_random(n, p).random() for n in range(30) for p in range(200)}
    assert len(set(drawn.values())) == len(drawn)


def test_a_whole_deal_by_number_is_the_same_stopped_anywhere() -> None:
    seats = everybody(player("random"), SCHOOL)
    whole = play_until(deal(SCHOOL, 5), seats, 5)
    for human in range(4):
        state = deal(SCHOOL, 5)
        while state.out is None:
            state = play_until(state, seats, 5, human=human)
            if state.out is None:
                choice = player("random").choose(view(state, human), ply_random(5, state.ply))
                state = apply(state, choice)
        assert state.history == whole.history


def test_a_seat_without_a_player_or_without_known_cards_is_told() -> None:
    state = deal(SCHOOL, 7)
    with pytest.raises(SevensError, match=f"seat {state.turn + 1} .* no player"):
        play_until(state, {}, 7)
    unknown = position(SCHOOL, "7h", "2c", turn=1)
    with pytest.raises(SevensError, match=r"seat 2 .* known"):
        play_until(unknown, everybody(player("random"), SCHOOL), 7)


def test_a_move_the_rules_refuse_is_refused() -> None:
    @dataclass
    class Passer:
        name: str = "passer"

        def choose(self, view: View, rng: Random) -> Move:
            return PASS

    with pytest.raises(IllegalMove, match="7♦ fits"):
        play_until(deal(SCHOOL, 7), everybody(Passer(), SCHOOL), 7)


# ---- starts out of turn --------------------------------------------------------------------


@dataclass(frozen=True)
class Eager:
    """Plays like the heuristic and lays every start card at once."""

    name: str = "eager"

    def choose(self, view: View, rng: Random) -> Move:
        return Heuristic().choose(view, rng)

    def choose_start(self, view: View, rng: Random) -> Move | None:
        return free_starts(view, view.seat)[0]


def test_a_computer_player_goes_out_with_a_start_card_on_the_humans_turn() -> None:
    state = position(DOMINO, "7c", "8c 2c", "9c 3c", "7h", "10c 4c")
    done = play_until(state, everybody(player("heuristic"), DOMINO), 1, human=0)
    assert done.out == 2
    assert done.history[-1].move == Move(Card("7h"), free=True)


def test_a_start_card_is_kept_while_other_cards_are_left() -> None:
    state = position(DOMINO, "7c", "8c 2c", "9c 3c", "7h 8h 2s", "10c 4c")
    assert play_until(state, everybody(player("random"), DOMINO), 1, human=0) == state


def test_the_humans_start_card_is_never_laid_for_them() -> None:
    state = position(DOMINO, "7c", "7h", "8c 2c", "9c", "10c")
    assert play_until(state, everybody(player("random"), DOMINO), 1, human=0) == state


def test_players_that_decide_for_themselves_are_asked_clockwise_from_the_turn() -> None:
    assert isinstance(Eager(), StartPlayer)
    assert not isinstance(player("random"), StartPlayer)
    state = position(DOMINO, "7c", "7h 2c", "7s 3c", "10c", "7d 4c", turn=2)
    done = play_until(state, everybody(Eager(), DOMINO), 1, human=2)
    assert [(act.seat, act.move.text) for act in done.history] == [
        (3, "+7d"),
        (0, "+7h"),
        (1, "+7s"),
    ]
    assert done.turn == 2


def test_without_that_rule_nobody_is_asked_out_of_turn() -> None:
    state = replace(position(SCHOOL, "7c", "8c 2c", "7s", "7h", "7d"))
    assert play_until(state, everybody(Eager(), SCHOOL), 1, human=0) == state


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
    assert play_until(off_turn, everybody(player("random"), DOMINO), 1, human=1) == off_turn


def test_on_turn_a_start_card_is_kept_when_the_last_card_would_still_wait() -> None:
    state = position(DOMINO, "7c", "7h 9h", "2c", "3c", "4c")
    assert advise(view(state, 0)).move == lay(Card("7h"))
