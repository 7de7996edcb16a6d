"""What is said of a figure is plain: no range from a number to itself, and none beyond what can be."""

from __future__ import annotations

import re

from sevens_kernel.estimate import Trials
from sevens_kernel.moves import Move
from sevens_kernel.notation import parse_position
from sevens_kernel.worth import lead_words
from sevens_widgets.climbing import ALWAYS, SAME, Climb
from sevens_widgets.lines import weigh
from sevens_widgets.own_player import OwnPlayer, drawn

PAIR = Move.parse("8h"), Move.parse("2c")
TO_ITSELF = re.compile(r"(?<![−\d.])(−?\d+(?:\.\d+)?) (?:to|and) \1\b")


def test_a_range_from_a_number_to_itself_is_found() -> None:
    assert TO_ITSELF.search("25.0 to 25.0 %")
    assert TO_ITSELF.search("between 100 and 100.")
    assert not TO_ITSELF.search("25 to 255 %")
    assert not TO_ITSELF.search("between −100 and 100")


def test_the_ladder_against_players_of_the_own_kind_has_no_range() -> None:
    run = Climb(OwnPlayer(lambda cards, view: cards[0]), 10)
    run.play()
    told = {each["name"]: each for each in run.payload()["rungs"]}
    alike = told["first that fits"]
    assert (alike["share"], alike["interval"], alike["says"]) == ("25.0 %", ALWAYS, SAME)
    assert alike["low"] == alike["high"] == 25.0
    assert re.fullmatch(r"\d+\.\d to \d+\.\d %", told["random"]["interval"])
    for words in (run.text(), drawn(run)):
        assert ALWAYS in words
        assert not TO_ITSELF.search(words)


def test_two_moves_that_always_end_alike_or_never_are_told_without_a_range() -> None:
    many = 2000
    alike = lead_words(Trials(PAIR, ((True,) * many, (True,) * many)))
    assert alike == "8♥ and 2♣ do alike: the difference is less than one in a hundred deals."
    apart = lead_words(Trials(PAIR, ((True,) * many, (False,) * many)))
    assert apart == "8♥ is better than 2♣ by 100 in a hundred deals."
    apart = lead_words(Trials(PAIR, ((False,) * many, (True,) * many)))
    assert apart == "2♣ is better than 8♥ by 100 in a hundred deals."
    for few in range(1, 40):
        for won in ((True,) * few, (False,) * few):
            said = lead_words(Trials(PAIR, (won, (False,) * few)))
            assert not TO_ITSELF.search(said)
            assert all(int(each) <= 100 for each in re.findall(r"\d+", said.split(" in ")[0][6:]))


def test_a_clear_lead_is_never_told_as_none_and_overlapping_ranges_are_explained() -> None:
    told = []
    for more in range(1, 120):
        rows = (True,) * (380 + more) + (False,) * (620 - more), (True,) * 380 + (False,) * 620
        tried = Trials(PAIR, rows)
        said = lead_words(tried)
        if "is better than" not in said:
            continue
        told.append(said)
        assert not re.search(r"(by|between) 0\b", said)
        better, worse = (tried.choice(move) for move in PAIR)
        assert ("though their ranges overlap" in said) == (better.low <= worse.high)
    assert any("overlap" in said for said in told)
    assert not all("overlap" in said for said in told)


def test_a_lead_whose_least_rounds_to_none_is_told_by_its_most() -> None:
    gains, losses = 270, 225
    one = (True,) * gains + (False,) * (2000 - gains)
    other = (False,) * gains + (True,) * losses + (False,) * (2000 - gains - losses)
    tried = Trials(PAIR, (one, other))
    assert 0 < tried.lead(*PAIR)[1] < 0.005
    assert lead_words(tried).startswith("8♥ is better than 2♣ by 2 in a hundred deals, at most 4.")


def test_a_move_that_wins_every_time_has_no_range_in_the_lab() -> None:
    row = weigh(parse_position("clubs 7, hearts 7; you 8♣ 9♥"))["rows"]
    assert [each["range"] for each in row if TO_ITSELF.search(each["range"])] == []
    last = weigh(parse_position("clubs 7, hearts 7; you 8♣"))["rows"]
    assert [(each["chance"], each["range"]) for each in last] == [("100 %", "about 100 %")]
