"""Whole games as a person plays them, by mouse and by keyboard alone, in Voila and in JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import pytest
from playwright.sync_api import Page, expect

from sevens_kernel.acting import outcome
from sevens_kernel.cards import and_list
from sevens_kernel.deal import deal
from sevens_kernel.moves import PASS
from sevens_kernel.refusal import why_not
from sevens_kernel.rules import Rules
from sevens_kernel.state import explain, fitting
from tests.browser.playing import STOPWATCH, Game, How, card_called, play_out

GAME = "practice_game.ipynb"
OpenLesson = Callable[[Page, str, str], None]
Measured = Callable[[str, str], None]


@pytest.fixture
def game(page: Page, open_lesson: OpenLesson) -> Game:
    """The practice game in Voila, ready to play."""
    open_lesson(page, "voila", GAME)
    return Game(page).ready()


@pytest.fixture
def begin(
    page: Page, open_lesson: OpenLesson, lesson_address: Callable[[str, str], str]
) -> Callable[[str, How], Game]:
    """A function that opens the practice game and, by keyboard, comes to the hand without the mouse."""

    def open_one(where: str, how: How) -> Game:
        game = Game(page)
        if where == "lab" and how == "keyboard":
            page.goto(lesson_address(where, GAME))
            run_by_keys(page)
            game.ready().tab_to(game.hand, "Shift+Tab")  # back from the cell below the game
            return game
        open_lesson(page, where, GAME)
        game.ready()
        if how == "keyboard":
            game.tab_to(game.hand)
        return game

    return open_one


def run_by_keys(page: Page) -> None:
    """Run the cells down to the game's, as people do in JupyterLab: Shift+Enter goes to the next one."""
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Shift+Enter")


@pytest.mark.parametrize("where", ["voila", "lab"])
@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_whole_game(
    page: Page, begin: Callable[[str, How], Game], where: str, how: How, shot: Callable[..., Path]
) -> None:
    game = begin(where, how)
    shot(page, f"{where}-{how}-begun")
    assert play_out(game, how) >= 8
    the_end_is_told(game)
    shot(page, f"{where}-{how}-ended")
    again = game.button("Deal again")
    if how == "keyboard":
        game.tab_to(again)
    game.act(again, how)
    expect(game.end).to_have_count(0)
    game.ready().agrees()
    assert game.focus


def the_end_is_told(game: Game) -> None:
    """Compare the result panel with the engine: who won, every card that is left, and the focus on the heading."""
    state = game.state
    ended = outcome(state)
    assert ended is not None
    winner = ("You", "Robin", "Alex", "Sam")[ended.winner]
    expect(game.end).to_have_text(f"{winner} {'win' if winner == 'You' else 'wins'} the deal")
    expect(game.end).to_be_focused()
    open_cards = [
        card_called(name)
        for name in re.findall(r'- img "(.*?)"', game.root.get_by_role("list").last.aria_snapshot())
    ]
    assert open_cards == [card for hand in ended.left for card in hand]
    assert open_cards
    assert str(ended.last_card) in game.root.inner_text()


def test_the_time_from_click_to_table(game: Game, measured: Measured) -> None:
    """Print, and never judge, how long the table takes to show a move that three players answered."""
    times: list[float] = []
    for number in (1234, 5):
        game.root.get_by_role("textbox", name="Deal number").fill(str(number))
        game.act(game.button("Deal this number"))
        game.root.evaluate(STOPWATCH)
        while not game.over:
            game.turn("mouse")
        times += game.page.evaluate("window.took")[:-1]  # the last move ends the deal
    assert len(times) >= 20
    high = quantiles(times, n=20)[-1]
    measured(
        "click to table, three players answering (Voila)",
        f"median {median(times):.0f} ms, 95th percentile {high:.0f} ms, {len(times)} moves",
    )


def test_a_double_click_is_one_move(game: Game) -> None:
    mine = len([act for act in game.state.history if act.seat == 0])
    first = card_called(game.fitting()[0])
    card = game.hand.get_by_role("button", name=game.fitting()[0], exact=True)
    before = len(game.cards())
    card.dblclick()
    expect(game.hand.get_by_role("button")).to_have_count(before - 1)
    game.page.wait_for_timeout(700)  # a second move, if there were one, would be seen by then
    made = [act.move.card for act in game.state.history if act.seat == 0]
    assert made[mine:] == [first]
    game.agrees()


def test_what_the_rules_refuse_changes_nothing_and_is_explained(game: Game) -> None:
    for _ in range(3):
        game.turn("mouse")
    state, record = game.state, game.record
    waiting = [name for name in game.cards() if not name.endswith(", fits")]
    assert waiting
    for name in waiting:
        # Dimmed buttons are pressed all the same; Playwright would wait for them to light up.
        game.hand.get_by_role("button", name=name, exact=True).click(force=True)
        expect(game.why).to_have_text(explain(state, card_called(name)).sentence)
    fits = and_list(fitting(state, 0))
    game.button("Pass").click(force=True)
    refusal = why_not(state, PASS, 0)
    assert refusal
    assert fits in refusal.sentence
    expect(game.why).to_have_text(refusal.sentence)
    assert game.record == record
    game.agrees()


def test_undo_goes_back_to_the_previous_turn(game: Game) -> None:
    expect(game.button("Undo")).to_have_attribute("aria-disabled", "true")
    records = [game.record]
    for _ in range(3):
        game.turn("mouse")
        records.append(game.record)
    assert len(set(records)) == 4
    for earlier in reversed(records[:-1]):
        game.act(game.button("Undo"))
        assert game.record == earlier
        game.agrees()
    expect(game.button("Undo")).to_have_attribute("aria-disabled", "true")


def test_a_deal_number_gives_that_deal_and_a_wrong_one_a_sentence(game: Game) -> None:
    box = game.root.get_by_role("textbox", name="Deal number")
    record = game.record
    for wrong in ("", "12x", "-5", "7♥", "1.5", "9" * 12):
        box.fill(wrong)
        game.button("Deal this number").click()
        expect(game.why).to_contain_text(wrong or "Write the number of a deal")
        said = game.why.inner_text()
        said = said.replace(wrong, "it") if wrong else said
        assert re.fullmatch(r"[^.!]*\bdeal\b[^.!]*\bsuch as \d+\.|[^.!]*\bfrom \d+ to \d+\.?", said)
        assert game.record == record
    box.fill("1234")
    game.act(game.button("Deal this number"))
    seat_0 = deal(Rules(), 1234).hands[0]
    assert sorted(map(card_called, game.cards())) == sorted(
        card for card in seat_0 if card not in [act.move.card for act in game.state.history]
    )
    expect(game.root.get_by_text("Deal 1234", exact=True)).to_be_visible()
    game.agrees()
