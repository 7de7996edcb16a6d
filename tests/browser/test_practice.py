"""The practice game as a person chooses it: level, rule set, seat, advice, proofs, the rules on paper."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from sevens_kernel.cards import Card
from sevens_kernel.deduce import proofs
from sevens_kernel.notation import parse_record, replay
from sevens_kernel.play import ply_random
from sevens_kernel.players import at_level
from sevens_kernel.rules import Rules
from sevens_kernel.state import fitting
from sevens_kernel.view import view
from sevens_kernel.words import NAMES
from sevens_widgets.ending import Ending
from tests.browser.playing import Game, play_out

GAME = "practice_game.ipynb"
OpenLesson = Callable[[Page, str, str], None]


@pytest.fixture
def game(page: Page, open_lesson: OpenLesson) -> Game:
    """The practice game in Voila, ready to play."""
    open_lesson(page, "voila", GAME)
    return Game(page).ready()


def choice(game: Game, name: str) -> Locator:
    """Find a select by its label, unfolding the choices first."""
    fold = game.root.get_by_text("Choose the game")
    if not game.root.locator(".sv-setup[open]").count():
        fold.click()
    return game.root.get_by_role("combobox", name=name, exact=True)


def chosen_by_level(record: str, level: str, seat: int = 0) -> int:
    """Compare every turn of the others with what a player of the level does; return how many turns there were."""
    read = parse_record(record)
    assert read.deal is not None
    turns = 0
    for before, act in zip(replay(read), read.acts, strict=False):
        if act.seat != seat and not act.move.free:
            seen = view(before, act.seat)
            assert at_level(level).choose(seen, ply_random(read.deal, before.ply)) == act.move
            turns += 1
    return turns


def looked_back(record: str) -> str:
    """Look back at a finished deal as the page's Python does, and give what there is to say of it."""
    read, ending = parse_record(record), Ending()
    for _ in ending.look_back(read, 0, NAMES):
        pass
    told: str = ending.payload(read, 0, "")["reviewed"]
    assert told
    return told


def test_a_strong_game_under_another_rule_set_is_played_and_gone_on_with(
    page: Page, game: Game
) -> None:
    choice(game, "Level").select_option("Strong")
    expect(game.why).to_have_text(re.compile("now play at the level “strong”"))
    choice(game, "Rule set").select_option("Devyatka")
    choice(game, "Players").select_option("3")
    game.act(game.button("Start this game"))
    expect(game.root.get_by_text("Level strong, Devyatka, three players")).to_be_visible()
    assert parse_record(game.record).rules == Rules.named("devyatka", players=3)
    for _ in range(2):
        game.agrees()
        game.turn("mouse")
    record, cards = game.record, game.cards()
    page.reload()
    game.ready()
    game.act(game.button("Resume"))
    assert (game.record, game.cards()) == (record, cards)
    expect(game.root.get_by_text("Level strong, Devyatka, three players")).to_be_visible()
    assert play_out(game, "mouse") >= 1
    assert chosen_by_level(game.record, "strong") >= 6
    expect(game.root.locator(".sv-reviewed")).to_have_text(looked_back(game.record))


def test_another_seat_is_the_persons_from_the_first_card_on(game: Game) -> None:
    choice(game, "Your seat").select_option("At the dealer's left")
    game.act(game.button("Start this game"))
    state = game.state
    assert state.turn == 1
    hand = [name.split(",")[0] for name in game.cards()]
    assert hand == [card.words for card in state.hands[1]]


def test_advice_is_weighed_and_the_passes_prove_what_the_engine_says(
    game: Game, measured: Callable[[str, str], None]
) -> None:
    while len(fitting(game.state)) < 2:
        game.turn("mouse")
    began = time.perf_counter()
    game.button("Suggest a move").click()
    expect(game.why).to_contain_text("give or take")
    measured("a suggestion, weighed", f"{1000 * (time.perf_counter() - began):.0f} ms")
    marked = game.hand.locator("[data-suggested]")
    expect(marked).to_have_count(1)
    assert Card(marked.get_attribute("data-card") or "") in fitting(game.state)
    game.root.get_by_text("What do the passes prove?").click()
    for _ in range(5):
        if game.over:
            break
        expected = proofs(view(game.state, 0))
        expect(game.root.locator(".sv-proofs li")).to_have_text(list(expected))
        game.turn("mouse")


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_the_rules_are_printed_alone_on_one_side_of_a4(
    page: Page, open_lesson: OpenLesson, where: str
) -> None:
    open_lesson(page, where, GAME)
    game = Game(page).ready()
    choice(game, "Rule set").select_option("Parliament")
    game.button("Rules on one sheet").click()
    sheet = page.get_by_role("dialog", name="Sevens: Parliament, four players")
    expect(sheet.get_by_role("heading", name="Chips")).to_be_visible()
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert {round(float(each)) for each in pdf.split(b"/MediaBox")[1].split(b"]")[0].strip(b" [").split()} == {
        0, 595, 842,
    }  # fmt: skip
    page.emulate_media(media="print")
    expect(game.hand).to_be_hidden()
    expect(sheet.get_by_role("heading", name="Chips")).to_be_visible()
    page.emulate_media(media="screen")
    sheet.get_by_role("button", name="Close").click()
    assert game.focus == "Rules on one sheet"


@pytest.mark.parametrize("name", ["Start this game", "Deal again"])
def test_the_table_of_a_new_game_comes_into_sight_on_a_phone(
    page: Page, game: Game, name: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    choice(game, "Players").select_option("4")
    players = game.root.get_by_role("list", name="Players")
    game.button(name).evaluate("it => it.scrollIntoView({ block: 'start', behavior: 'instant' })")
    expect(players).not_to_be_in_viewport()
    game.act(game.button(name))
    expect(players).to_be_in_viewport(ratio=0.98)
    expect(game.hand.get_by_role("button").first).to_be_in_viewport()


def test_a_page_loaded_anew_shows_its_beginning(page: Page, game: Game) -> None:
    for _ in range(2):
        game.turn("mouse")
    page.evaluate("document.scrollingElement.scrollTo(0, 0)")
    page.get_by_role("heading", name="Practice game").scroll_into_view_if_needed()
    page.reload()
    game.ready()
    expect(page.get_by_role("group", name="Resume your game?")).to_be_visible()
    expect(page.get_by_role("heading", name="Practice game", exact=True)).to_be_in_viewport()
