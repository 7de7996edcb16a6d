"""Rules chosen on the switchboard and played to the end in Chromium: deals, a match, refusals, two tables at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel import Rules, fitting, parse_position
from sevens_kernel.acting import outcome
from sevens_kernel.errors import RulesError
from sevens_kernel.match_record import parse_match
from sevens_kernel.rulesets import format_rules, parse_rules, rulesets
from sevens_kernel.score import chips_words
from sevens_kernel.switches import refusal_words, title_words, turn_switch
from sevens_kernel.words import NAMES
from tests.browser.playing import MOST_TURNS, Game, play_out
from tests.browser.test_quiz_pages import ANIMATED
from tests.js.conftest import npm

__all__ = ["npm"]  # a fixture

LESSON = "house_rules.ipynb"
DEAL = 77
KEPT = f"school:4 deal {DEAL}"  # under which name the page keeps its one game, whatever its rules
OpenLesson = Callable[[Page, str, str], None]


@dataclass
class House(Game):
    """The page of the house rules: the board, and the game beneath it."""

    text: str = "school:4"

    def find_root(self) -> Locator:
        """Find the one widget in which a deal number can be written."""
        tables = self.page.get_by_role("group", name="Sevens", exact=True)
        return tables.filter(has=self.page.get_by_role("textbox", name="Deal number"))

    @property
    def board(self) -> Locator:
        """The switchboard."""
        return self.page.get_by_role("group", name="House rules", exact=True)

    @property
    def record(self) -> str:
        """The line kept for the game, whatever its rules."""
        kept = self.page.wait_for_function(
            "name => localStorage.getItem(name)",
            arg=f"sevens:game:/voila/render/{LESSON} {KEPT}",
        )
        line: str = json.loads(kept.json_value())
        return line

    def choose(self, label: str, words: str) -> None:
        """Choose an option of a switch, and wait until the board has taken it."""
        box = self.board.get_by_label(re.compile(rf"^{label}"))
        box.select_option(label=words)
        expect(self.board).not_to_have_attribute("aria-busy", "true")

    def adopt(self, text: str) -> None:
        """Play under the rules on the board, and wait for the game that begins."""
        self.text = text
        self.board.get_by_role("button", name="Play under these rules").click()
        expect(self.board.get_by_text(f"In play: {text}")).to_be_visible()
        expect(self.root.get_by_text(title_words(parse_rules(text)), exact=True)).to_be_visible()
        self.ready()

    def rule_set(self, slug: str) -> Rules:
        """Choose a rule set and play under it."""
        found = next(each for each in rulesets() if each.slug == slug)
        self.board.get_by_label("Rule set").select_option(label=re_label(found.name, self.board))
        rules = found.rules()
        expect(self.board.get_by_text(format_rules(rules), exact=True).first).to_be_visible()
        self.adopt(format_rules(rules))
        return rules


def re_label(name: str, board: Locator) -> str:
    """Find the whole text of the option that begins with a rule set's name."""
    options = board.get_by_label("Rule set").locator("option").all_text_contents()
    return next(each for each in options if each.startswith(f"{name} ("))


@pytest.fixture
def house(page: Page, open_lesson: OpenLesson) -> House:
    """The page in Voila, with the board and the game drawn."""
    open_lesson(page, "voila", LESSON)
    found = House(page)
    expect(found.board.get_by_label("Rule set")).to_be_visible()
    found.ready()
    return found


@pytest.mark.parametrize("slug", ["fan-tan-with-chips", "french-domino", "devyatka", "two-packs"])
def test_a_whole_deal_under_other_rules(house: House, slug: str, shot: Callable[..., Path]) -> None:
    rules = house.rule_set(slug)
    seats = house.root.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats).to_have_count(rules.players - 1)
    shot(house.page, f"{slug}-begun", full_page=True)
    assert play_out(house, "mouse") >= 5
    ended = outcome(house.state)
    assert ended is not None
    winner = NAMES[ended.winner]
    expect(house.end).to_have_text(f"{winner} {'win' if winner == 'You' else 'wins'} the deal")
    if rules.uses_chips:
        for seat, chips in enumerate(house.state.chips):
            assert f"{NAMES[seat]} {chips_words(chips)}" in house.root.inner_text()
    shot(house.page, f"{slug}-ended", full_page=True)


def sheet_of(game: House) -> list[list[str]]:
    """Read the score sheet, line by line."""
    lines = game.root.get_by_role("table", name=re.compile("^Match")).get_by_role("row").all()
    return [line.locator("th, td").all_inner_texts() for line in lines]


def test_a_match_to_its_winner_and_its_text_gives_the_same_score(
    house: House, shot: Callable[..., Path]
) -> None:
    house.rule_set("fan-tan-with-chips")
    house.choose("Number that ends it", "2")
    house.adopt("fan-tan-with-chips:4,match_target=2")
    expect(
        house.root.get_by_text(re.compile("^Pool: (four|five|six|seven) chips$"))
    ).to_be_visible()
    for turn in range(2 * MOST_TURNS):
        if house.over:
            onward = house.root.get_by_role("button", name=re.compile("^(Next deal|New match)$"))
            if house.button("Next deal").count() == 0:
                break
            assert len(sheet_of(house)) == 3, "a heading, one deal, the totals"
            house.act(onward.first)
            continue
        assert turn < 2 * MOST_TURNS - 1
        house.turn("mouse")
    expect(house.root.get_by_role("button", name="New match")).to_be_visible()
    sheet = sheet_of(house)
    shot(house.page, "sheet", full_page=True)
    house.button("Copy the match").click()
    expect(house.why).to_contain_text("match fan-tan-with-chips:4,match_target=2")
    said = house.why.text_content() or ""
    match, going_on = parse_match(said[said.index("match fan-tan") :]).played()
    assert going_on is None
    assert [result.number for result in match.results] == [DEAL, DEAL + 1]
    assert sheet[0] == ["Deal", "Dealer", *NAMES[:4]]
    told = [[f"owes {-n}" if n < 0 else str(n) for n in each.chips] for each in match.results]
    assert sheet[1:-1] == [
        [f"{place + 1} · deal {DEAL + place}", NAMES[place], *told[place]] for place in range(2)
    ]
    assert sheet[-1][2:] == told[-1]
    assert match.winners
    expect(house.root.get_by_text(match.sentence(), exact=True)).to_be_visible()


def test_an_impossible_combination_is_refused_in_words_and_the_game_goes_on(house: House) -> None:
    record, line = house.record, house.board.get_by_role("status")
    house.choose("Pack", "Short pack, 36 cards")
    with pytest.raises(RulesError) as refused:
        turn_switch(Rules(), "pack", "short")
    expect(line).to_have_text(refusal_words(refused.value))
    expect(line).to_contain_text("“Short pack, 36 cards” and “Aces low” do not go together")
    house.board.get_by_label(re.compile("^Pack")).focus()
    expect(line).to_be_in_viewport()
    pack, aces = (house.board.get_by_label(re.compile(f"^{name}")) for name in ("Pack", "Aces"))
    for box in (pack, aces):
        expect(box).to_have_accessible_description(
            re.compile(re.escape(refusal_words(refused.value)))
        )
    house.board.get_by_role("button", name="Go to “Aces”").click()
    expect(aces).to_be_focused()
    expect(aces).to_be_in_viewport()
    play = house.board.get_by_role("button", name="Play under these rules")
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    expect(house.board.get_by_text("In play: school:4")).to_be_visible()
    house.agrees()
    assert house.record == record
    house.choose("Aces", "Aces high")
    house.choose("A row starts with", "A nine")
    house.choose("Who opens", "The holder of 9♦ lays it")
    expect(line).to_have_text("")
    house.adopt("devyatka:4")
    house.agrees()


COMPARED = [
    ("hearts 7-K; you 6♥ A♥", "school:4", "school:4,aces=high"),
    ("start 10; spades 7-10; you 7♥ 10♥ J♠", "domino:4", "french-domino:4"),
]


def test_one_position_under_two_rule_sets_side_by_side(page: Page, house: House, npm: Path) -> None:
    tables = page.get_by_role("group", name="Sevens", exact=True)
    for place, (text, *pair) in enumerate(COMPARED):
        hands = tables.nth(place).get_by_role("group", name=re.compile("^Your hand"))
        expect(hands).to_have_count(2)
        for side, rules in enumerate(pair):
            plain = text if "french" in rules else text.replace("start 10; ", "")
            fits = [card.words for card in fitting(parse_position(f"{plain}; rules {rules}"), 0)]
            shown = hands.nth(side).get_by_role("button", name=re.compile(", fits$"))
            expect(shown).to_have_count(len(fits))
            names = [each.get_attribute("aria-label") for each in shown.all()]
            assert names == [f"{each}, fits" for each in fits]
    assert house.over is False
    two = tables.nth(2)
    expect(two.get_by_role("listitem")).to_contain_text("One pack: 7♠ is there twice")
    two.get_by_role("textbox", name="Position").fill("spades 7-9; you 10♠ J♠ K♠")
    two.get_by_role("button", name="Show", exact=True).click()
    expect(two.get_by_text("Only 10♠ fits.", exact=True)).to_have_count(2)
    no_finding(page, npm)


AXE = """async () => await axe.run({ include: [['#course']] },
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })"""


def no_finding(page: Page, npm: Path) -> None:
    """Let axe-core check the whole page, the box around board and game too."""
    page.add_script_tag(path=npm / "axe-core" / "axe.min.js")
    page.wait_for_function(ANIMATED)
    found = page.evaluate(AXE)
    assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []
    checked = {each["id"] for each in found["passes"]}
    assert {"button-name", "color-contrast", "select-name", "list"} <= checked


def test_axe_finds_nothing_on_the_dark_page_with_chips_and_a_refusal(
    open_page: Callable[..., Page], open_lesson: OpenLesson, npm: Path
) -> None:
    page = open_page(dark=True, reduced_motion="reduce")
    open_lesson(page, "voila", LESSON)
    house = House(page).ready()
    assert isinstance(house, House)
    house.rule_set("fan-tan-with-chips")
    house.choose("Pack", "Short pack, 36 cards")
    expect(house.board.get_by_role("status")).to_contain_text("do not go together")
    no_finding(page, npm)


def test_a_game_of_another_page_is_not_offered_and_ones_own_comes_back_with_its_rules(
    page: Page, open_lesson: OpenLesson
) -> None:
    question = page.get_by_role("group", name="Resume your game?")
    open_lesson(page, "voila", "practice_game.ipynb")
    practice = Game(page).ready()
    expect(practice.root.get_by_text(f"Deal {DEAL}", exact=True)).to_be_visible()  # the same here
    practice.turn("mouse")
    open_lesson(page, "voila", LESSON)
    house = House(page)
    house.ready()
    expect(question).to_have_count(0)
    house.rule_set("devyatka")
    house.turn("mouse")
    record = house.record
    assert record.startswith("devyatka:4 ")
    page.reload()
    house.ready()
    house.act(house.button("Resume"))
    assert house.record == record
    expect(house.board.get_by_text("In play: devyatka:4")).to_be_visible()
    open_lesson(page, "voila", "practice_game.ipynb")
    practice.ready()
    expect(question).to_be_visible()
