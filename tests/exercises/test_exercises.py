"""Every exercise of every lesson: sound, answered by the engine, and hinted at step by step."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sevens_kernel import (
    PASS,
    Card,
    Move,
    apply,
    catch_false_pass,
    explain,
    fitting,
    problems,
    why_not,
)
from sevens_kernel.deal import sort_hand
from sevens_kernel.deduce import cannot_hold
from sevens_kernel.solver import wins
from sevens_kernel.state import State
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets import exercise
from sevens_widgets.asking import Asking
from sevens_widgets.exercise import Exercise, ExerciseError, ExerciseSet, load, parse
from sevens_widgets.generated import MAKERS, likeness, more
from sevens_widgets.kinds import ABOUT_A_CARD, KINDS
from sevens_widgets.strategy_kinds import KINDS as STRATEGY
from tests.exercises import strategy

FOLDER = Path(__file__).parents[2] / "notebooks" / "exercises"
SETS: list[ExerciseSet] = [load(path.stem) for path in sorted(FOLDER.glob("*.toml"))]
ALL: list[Exercise] = [each for asked in SETS for each in asked.exercises]
SIGNS = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


MADE: list[Exercise] = list(more(tuple(MAKERS), 6 * len(MAKERS), seed=20))
ALL_KINDS = [*ALL, *MADE]
ANY = pytest.mark.parametrize(
    "one", ALL_KINDS, ids=[f"{each.kind}-{each.id}" for each in ALL_KINDS]
)


@pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
def test_a_lesson_has_enough_exercises_and_no_answer_is_always_right(asked: ExerciseSet) -> None:
    assert len(asked.exercises) >= 12
    for kind in {each.kind for each in asked.exercises}:
        some = [each for each in asked.exercises if each.kind == kind]
        if some[0].mode == "choose" and kind not in ("order", "sorted") and len(some) > 1:
            assert len({each.right for each in some}) > 1, kind
    picks = [each for each in asked.exercises if each.kind == "pick"]
    assert all(len(each.right) < len(each.state.hands[0]) for each in picks[:1])


@pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
def test_the_questions_of_a_kind_grow_harder(asked: ExerciseSet) -> None:
    for kind in {"fits", "pick", "pass", "waits", "order", "wins", "points"}:
        cards = [
            len(each.state.hands[0])
            + (each.state.table.size if kind not in ("wins", "points") else 0)
            for each in asked.exercises
            if each.kind == kind
        ]
        half = len(cards) // 2
        if half:
            assert sum(cards[:half]) / half <= sum(cards[-half:]) / half


@ANY
def test_the_position_can_occur(one: Exercise) -> None:
    assert problems(one.state) == ()


def expected(one: Exercise) -> set[str]:
    """Work out the right answers of an exercise from the moves of the game, not from the words about it."""
    state, card = one.state, one.card
    if one.kind in STRATEGY:
        return strategy.answers(one.kind, state, card)
    players, seat = state.rules.players, state.turn
    name = {each: NAMES[each].lower() for each in range(players)}
    if one.kind == "fits":
        assert card
        held = card in state.hands[0] or state.table.copies(card) > 0
        assert held, "the card in question is in the hand or on the table"
        return {"yes" if why_not(state, Move(card)) is None else "no"}
    if one.kind == "pick":
        return {each.code for each in fitting(state)}
    if one.kind == "pass":
        return {"pass" if why_not(state, PASS) is None else "play-a-card"}
    if one.kind == "true pass":
        return {"a-true-pass" if why_not(state, PASS) is None else "a-false-pass"}
    if one.kind in ("waits", "order"):
        assert card
        needed = steps(state, card)
        text = ", then ".join(map(str, needed)) if one.kind == "order" else str(needed[0])
        return {text.lower().replace(" ", "-")}
    if one.kind == "first":
        return {name[(state.dealer + 1) % players]}
    if one.kind == "cuts":
        return {name[(state.dealer + players - 1) % players]}
    if one.kind == "size":
        return {f"{len(state.hands[one.seat or 0])}-cards"}
    if one.kind == "opens":
        return {name[seat]}
    if one.kind == "follows":
        return {name[(seat + 1) % players]}
    if one.kind == "sorted":
        return {
            " ".join(map(str, sort_hand(state.rules, state.hands[0]))).lower().replace(" ", "-")
        }
    if one.kind == "catches":
        return {str(each).lower() for each in fitting(state)}
    if one.kind == "match":
        totals = state.fines if any(state.fines) else state.chips
        best = min(totals) if any(state.fines) else max(totals)
        winners = [NAMES[each] for each in range(players) if totals[each] == best]
        text = " and ".join([", ".join(winners[:-1]), winners[-1]] if winners[1:] else winners)
        return {text.lower().replace(" ", "-")}
    if one.kind == "costs":
        after = apply(state, PASS) if why_not(state, PASS) is None else catch_false_pass(state)
        paid = after.pool - state.pool
        fine = after.fines[seat] - state.fines[seat]
        coin = "chip" if paid else "point"
        cost = paid + fine
        return {"nothing" if not cost else f"{cost}-{coin}{'' if cost == 1 else 's'}"}
    if one.kind == "cannot hold":
        proved = cannot_hold(view(state, 0))
        return {name[each] for each, cards in proved.items() if card in cards} or {"nobody"}
    if one.kind == "over":
        return {"the-deal-is-over" if len(state.hands[0]) == 1 else "the-deal-goes-on"}
    if one.kind == "points":
        count = sum(
            "A23456789TJQK".index(each.code[0].replace("1", "T")) + 1 for each in state.hands[0]
        )
        return {f"{count}-point{'' if count == 1 else 's'}"}
    if one.kind == "gain":
        others = sum(state.sizes) - 1
        paid = state.pool + state.rules.card_chip * others
        return {f"{paid}-chip{'' if paid == 1 else 's'}" if paid else "nothing"}
    assert one.kind == "wins"
    return {each.code for each in fitting(state) if wins(apply(state, Move(each)), 0)}


def steps(state: State, card: Card) -> list[Card]:
    """Give the cards between the table and a card, in the order in which they would have to be laid."""
    table, found = state.table, []
    while not table.fits(card):
        onward = [each for each in table.takes(card.suit) if between(each, card, state)]
        found.append(onward[0])
        table = table.lay(onward[0])
    return found


def between(step: Card, card: Card, state: State) -> bool:
    """Say whether a card lies on the way from the start of its row to another."""
    ranks = state.rules.ranks
    start, here, there = (
        ranks.index(each) for each in (state.table.shape.start, step.rank, card.rank)
    )
    return min(start, there) <= here <= max(start, there)


@ANY
def test_the_answers_are_those_of_the_game(one: Exercise) -> None:
    assert set(one.right) == expected(one)
    drawn = one.payload()
    if one.mode == "choose":
        right = [choice["key"] for choice in drawn["choices"] if choice["right"]]
        keys = [choice["key"] for choice in drawn["choices"]]
        assert len(set(keys)) == len(keys) > len(right) > 0
        assert all(choice["why"][-1] in ".?" and choice["text"] for choice in drawn["choices"])
    else:
        right = [key for key, said in drawn["verdicts"].items() if said["fits"]]
        assert set(drawn["verdicts"]) == {card["key"] for card in drawn["scene"]["hand"]}
        assert all(said["why"].endswith(".") for said in drawn["verdicts"].values())
        assert len(drawn["verdicts"]) > len(right) > 0
    assert tuple(right) == one.right


@ANY
def test_the_reason_for_a_card_is_the_verdict_of_the_rules(one: Exercise) -> None:
    if one.kind in ("fits", "waits", "order"):
        assert one.card
        said = {each.why for each in one.question.answers if each.right or one.kind == "fits"}
        assert said == {explain(one.state, one.card).sentence}
    elif one.kind == "pick":
        for each in one.question.answers:
            assert each.why == explain(one.state, Card(each.key)).sentence


EITHER_OR = ("fits", "pass", "true pass", "over")  # a wrong answer leaves only the other one


@ANY
def test_a_wrong_answer_is_explained_without_naming_the_right_one(one: Exercise) -> None:
    """RULES, "What an answer must say", and a second try that is worth something."""
    answers = one.question.answers
    if one.kind in EITHER_OR:
        assert len(answers) == 2
        return
    if one.mode == "pick":
        return  # each card has its own verdict, tested above
    assert len(answers) > 2 or one.kind in ("order", "sorted")
    right = [each for each in answers if each.right]
    for each in answers:
        if each.right:
            continue
        assert each.why not in {other.why for other in right}
        said = f" {each.why} ".replace("?", " ").replace(".", " ").replace(",", " ")
        asked = {each.text, str(one.card), one.prompt}
        told = [
            other.text
            for other in right
            if f" {other.text} " in said and not any(other.text in words for words in asked)
        ]
        assert told == [], each.why


@ANY
def test_the_hints_lead_step_by_step_to_an_accepted_answer(one: Exercise) -> None:
    first, _, last = one.hints()
    assert not SIGNS.search(first), "the first hint names no card"
    assert len(set(one.hints())) == 3
    if one.mode == "pick":
        assert Card(SIGNS.findall(last)[0]).code in one.right
        return
    said = re.search(r"So the answer is: (.*)\.$", last)
    assert said
    texts = {each.text.lower(): each.right for each in one.question.answers}
    assert texts[said[1].lower()]


@ANY
def test_who_is_named_in_the_question_is_whom_it_is_about(one: Exercise) -> None:
    if one.kind in ("first", "cuts"):
        dealer = NAMES[one.state.dealer]
        assert f"{dealer} deal" in one.prompt or f"{dealer} has" in one.prompt
    if one.kind in ("true pass", "costs", "catches", "follows"):
        named = "your turn" if one.state.turn == 0 else NAMES[one.state.turn]
        assert named in one.prompt or NAMES[one.state.turn] in one.prompt
    if one.kind == "size":
        assert re.search(rf"(do|does) {NAMES[one.seat or 0]} get", one.prompt, re.IGNORECASE)
    if one.card:
        assert str(one.card) in one.prompt


@ANY
def test_no_hidden_card_is_sent(one: Exercise) -> None:
    """A page may know your cards, the table, what the question lays open, and the card asked about; nothing else."""
    open_kinds = ("wins", "true pass", "costs", "catches", "opens")
    hidden = {
        card
        for seat, hand in enumerate(one.state.hands)
        if seat
        and not (one.kind in open_kinds and one.question.notes.get(seat, "").startswith("holds"))
        for card in hand
    }
    drawn = one.payload()
    shown = " ".join(seat["last"] for seat in drawn["scene"]["seats"])
    assert not {Card(sign) for sign in SIGNS.findall(shown)} & hidden
    assert not {Card(card["card"]) for card in drawn["scene"]["hand"]} & hidden


def test_every_kind_is_asked_in_a_lesson_or_made_up() -> None:
    assert {each.kind for each in ALL_KINDS} == set(KINDS)


@pytest.mark.parametrize("kind", MAKERS)
def test_exercises_made_up_are_never_alike_and_the_same_for_a_seed(kind: str) -> None:
    made = list(more([kind], 25, seed=7))
    assert len({likeness(each) for each in made}) == len(made)
    assert len(made) >= 20
    again = list(more([kind], 25, seed=7))
    assert [each.payload() for each in again] == [each.payload() for each in made]
    other = list(more([kind], 25, seed=8))
    assert [likeness(each) for each in other] != [likeness(each) for each in made]
    later = list(more([kind], 25, seed=7, asked=made[:3]))
    assert not {likeness(each) for each in later} & {likeness(each) for each in made[:3]}


@pytest.mark.parametrize("kind", MAKERS)
def test_of_many_made_up_every_one_is_sound_and_its_hints_lead_to_an_answer(kind: str) -> None:
    made = list(more([kind], 12 if kind == "wins" else 120, seed=99))
    assert len(made) > (10 if kind == "wins" else 30)
    for one in made:
        assert problems(one.state) == ()
        assert set(one.right) == expected(one)
        test_the_hints_lead_step_by_step_to_an_accepted_answer(one)
        test_a_wrong_answer_is_explained_without_naming_the_right_one(one)


def test_what_is_asked_for_from_the_page_never_comes_twice() -> None:
    asked = next(each for each in SETS if each.name == "3_passing")
    asking = Asking(asked, ahead=6, seed=1, fresh=4)
    seen = [each["id"] for each in asking.payload()["made"]]
    drawn = [
        json.dumps(each["scene"], sort_keys=True) + each["prompt"]
        for each in asking.payload()["made"]
    ]
    for kind in (None, "waits", "waits", "pass", "nonsense", 7, {"a": []}, "costs", None):
        asking.act({"type": "more", "kind": kind})
        batch = asking.payload()["made"]
        assert batch
        if isinstance(kind, str) and kind in KINDS:
            assert {each["kind"] for each in batch} == {kind}
        seen += [each["id"] for each in batch]
        drawn += [json.dumps(each["scene"], sort_keys=True) + each["prompt"] for each in batch]
    assert len(set(seen)) == len(seen)
    assert len(set(drawn)) == len(drawn)
    before = asking.payload()
    for act in ({}, {"type": "play", "card": "7d"}, {"type": ["more"]}, {"kind": "pass"}):
        asking.act(act)
        assert asking.payload() == before
    assert before["exercises"] == asked.payload()["exercises"], "those of the lesson stay"


def test_when_all_of_a_kind_have_been_asked_others_are_asked() -> None:
    asked = next(each for each in SETS if each.name == "1_deal")
    asking = Asking(asked, fresh=4)
    kinds: list[set[str]] = []
    for _ in range(12):
        asking.act({"type": "more", "kind": "cuts"})
        kinds.append({each["kind"] for each in asking.payload()["made"]})
    assert kinds[0] == {"cuts"}
    assert all(kinds)
    assert kinds[-1] != {"cuts"}


def test_whoever_comes_back_meets_the_same_exercises_ahead_and_new_ones_on_wish() -> None:
    asked = next(each for each in SETS if each.name == "2_extending_rows")
    one, other = Asking(asked, ahead=3), Asking(asked, ahead=3)
    assert one.payload()["made"] == other.payload()["made"]
    for each in (one, other):
        each.act({"type": "more", "kind": "pick"})
    assert one.payload()["made"] != other.payload()["made"]


@pytest.mark.parametrize("asked", SETS, ids=[each.name for each in SETS])
def test_a_quiz_with_more_exercises_is_not_too_much_for_a_page(asked: ExerciseSet) -> None:
    kinds = tuple(dict.fromkeys(each.kind for each in asked.exercises))
    made = [each.payload() for each in more(kinds, 12, 1, asked.exercises)]
    size = len(json.dumps([asked.payload(), made], ensure_ascii=False).encode())
    assert len(made) == 12
    assert size < 150_000


@ANY
def test_the_question_does_not_show_its_answer(one: Exercise) -> None:
    drawn = one.payload()
    assert all(
        card["fits"] is None and card["label"] == card["name"] for card in drawn["scene"]["hand"]
    )
    assert all(row["note"] == "" for row in drawn["scene"]["rows"])
    assert not any(cell.get("next") for row in drawn["scene"]["rows"] for cell in row["cells"])


@ANY
def test_the_question_ends_as_a_question_or_a_request(one: Exercise) -> None:
    assert one.prompt[-1] in "?."
    assert len(one.prompt.split()) <= 40


def test_the_whole_quiz_is_sent_at_once() -> None:
    for asked in SETS:
        drawn = asked.payload()
        assert (drawn["kind"], drawn["id"], drawn["title"]) == ("quiz", asked.name, asked.title)
        assert [each["id"] for each in drawn["exercises"]] == [each.id for each in asked.exercises]


GOOD = """title = "Fit?"
[[exercise]]
id = "one"
kind = "fits"
position = "hearts 5-8; you 9♥"
card = "9♥"
prompt = "Would it fit?"
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Fit?"', "", 'no title: begin it with a line title = "…"'),
        ("[[exercise]]", "[exercise]", "write each under a line [[exercise]]"),
        ("[[exercise]]", "[[exercise", "not readable as TOML"),
        ('title = "Fit?"', 'title = "Fit?"\nauthor = "me"', "“author”, which means nothing"),
        (
            'id = "one"',
            'id = "one"\nanswer = "yes"',
            "“answer”, which means nothing: it may have card",
        ),
        ('id = "one"', "", 'exercise 1 has no id: write id = "…"'),
        ('prompt = "Would it fit?"', "prompt = 5", "has no prompt"),
        ('kind = "fits"', 'kind = "guess"', "“guess”: the kinds are fits, pick, waits"),
        ("hearts 5-8; you 9♥", "herts 5-8; you 9♥", "(“one”): "),
        ("hearts 5-8; you 9♥", "hearts 5-8; you 8♥", "8♥ is there twice"),
        ("hearts 5-8; you 9♥", "hearts 5-8", "begin your hand with “you”"),
        ("hearts 5-8; you 9♥", "hearts 5-8; you 9♥; turn robin", "begin your hand with “you”"),
        ('card = "9♥"', "", "has no card"),
        ('card = "9♥"', 'card = "1x"', "“1x” is not a card"),
        ('kind = "fits"', 'kind = "pick"', "leave the card out"),
        (
            'kind = "fits"\nposition = "hearts 5-8; you 9♥"\ncard = "9♥"',
            'kind = "pick"\nposition = "hearts 5-8; you 10♥"',
            "but none of the hand does",
        ),
    ],
)
def test_a_fault_in_a_file_is_named(old: str, new: str, said: str) -> None:
    assert parse("good", GOOD).exercises
    assert old in GOOD
    with pytest.raises(ExerciseError) as caught:
        parse("faulty", GOOD.replace(old, new))
    assert said in str(caught.value)
    assert "faulty.toml" in str(caught.value)


def test_two_exercises_with_one_id_are_refused() -> None:
    with pytest.raises(ExerciseError, match="the id “one” twice"):
        parse("twins", GOOD + GOOD.partition("\n")[2])


@pytest.mark.parametrize(
    "name", ["nothing", "", "../../etc/passwd", "2_extending_rows.toml", 7, "x" * 500]
)
def test_a_name_without_a_file_is_answered_with_those_there_are(name: object) -> None:
    with pytest.raises(ExerciseError, match=r"names no exercises: there are .*2_extending_rows"):
        load(name)  # type: ignore[arg-type]


def test_a_file_beside_the_notebook_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "2_extending_rows.toml").write_text(GOOD, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("2_extending_rows").title == "Fit?"
    assert exercise.folders()[0] == Path("exercises")


def test_the_page_on_writing_exercises_names_every_kind_and_gives_one_that_works() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z ]+)` \| [^|]+ \| (yes)? ?\|$", page, re.MULTILINE)
    assert [kind for kind, _ in rows] == list(KINDS)
    assert {kind for kind, card in rows if card} == ABOUT_A_CARD
    assert set(MAKERS) == set(KINDS), "every kind can be made up"
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert parse("example", example).exercises[0].right == ("pass",)
