"""Setting a position up in the lab, playing on from it and comparing: clicks, keys and focus."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from sevens_kernel.notation import parse_position
from tests.js.conftest import Bench
from tests.js.labs import ENDING, FIVE, LabPage, open_lab

# ---- setting up ----------------------------------------------------------------------------


def test_a_card_asked_about_explains_itself_and_nothing_is_sent(bench: Bench) -> None:
    lab = open_lab(bench)
    expect(lab.page.locator(".sv-bcard")).to_have_count(52)
    lab.put("ten of hearts")
    assert lab.said == "10♥ fits: it goes above 9♥."
    lab.put("king of spades")
    assert lab.said.startswith("K♠ does not fit yet. Spades are not open")
    assert lab.sent == []


def test_on_a_small_screen_the_answer_stands_beneath_the_card(bench: Bench) -> None:
    lab = open_lab(bench, viewport=(360, 640))
    lab.put("king of spades")
    answers = lab.page.locator(".sv-answer").filter(visible=True)
    expect(answers).to_have_text([lab.said])
    box = answers.bounding_box()
    assert box
    assert 0 <= box["y"] <= 640 - box["height"], "in sight"
    lab.put("ten of hearts")
    expect(answers).to_have_text(["10♥ fits: it goes above 9♥."])
    lab.page.set_viewport_size({"width": 1280, "height": 900})
    expect(answers).to_have_count(0)


def test_a_press_puts_a_card_where_the_chosen_place_says_and_a_second_takes_it_away(
    bench: Bench,
) -> None:
    lab = open_lab(bench)
    lab.press("Into Robin's hand")
    expect(lab.visible("Into Robin's hand")).to_have_attribute("aria-pressed", "true")
    lab.put("nine of clubs")
    expect(lab.board("nine of clubs")).to_have_accessible_name("nine of clubs, in Robin's hand")
    assert str(parse_position(lab.position).hands[1][0]) == "9♣"
    lab.put("nine of clubs")
    expect(lab.board("nine of clubs")).to_have_accessible_name(
        "nine of clubs, in a hand that is not known"
    )
    lab.press("Onto the table")
    lab.put("nine of clubs")
    expect(
        lab.page.get_by_role("group", name="clubs, six to nine, takes five or ten").first
    ).to_be_visible()


def test_faults_are_listed_and_the_last_right_table_stays(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.press("Onto the table")
    lab.put("king of clubs")
    assert lab.page.locator(".sv-faults li").all_inner_texts() == [
        "K♣ lies without Q♣: a row has no gaps."
    ]
    expect(lab.visible("Play from this position")).to_have_attribute("aria-disabled", "true")
    assert "clubs, six to eight" in (
        lab.page.locator(".sv-rows .sv-row").first.get_attribute("aria-label") or ""
    )
    lab.press("Undo")
    expect(lab.page.locator(".sv-faults")).to_be_hidden()
    expect(lab.visible("Play from this position")).not_to_have_attribute("aria-disabled", "true")


def test_quick_presses_are_all_done(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    for name in ("seven of hearts", "eight of hearts", "six of hearts", "nine of hearts"):
        lab.board(name).click()
    assert len(lab.sent) == 1, "the others wait for the answer"
    lab.pump()
    assert len(lab.sent) == 4
    assert [act["ply"] for act in lab.sent] == [0, 1, 2, 3]
    assert parse_position(lab.position).table.size == 4


def test_a_double_click_is_one_press(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    lab.board("seven of hearts").dblclick()
    lab.pump()
    assert len(lab.sent) == 1


def test_a_press_of_another_card_is_meant_however_soon(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.press("Onto the table")
    for detail, name in enumerate(("seven of hearts", "eight of hearts", "nine of hearts"), 1):
        lab.board(name).dispatch_event("click", {"detail": detail})
    lab.pump()
    assert [act["card"] for act in lab.sent] == ["7h", "8h", "9h"]


def test_what_was_said_of_a_card_goes_with_the_position(bench: Bench) -> None:
    lab = open_lab(bench, viewport=(360, 640))
    lab.put("nine of clubs")
    expect(lab.page.locator(".sv-answer:not(:empty)")).to_have_count(1)
    lab.press("+9: lay the nine of clubs")
    expect(lab.page.locator(".sv-answer:not(:empty)")).to_have_count(0)


def test_it_is_said_that_an_answer_is_awaited_until_it_comes(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.page.evaluate(  # the test may be slow: nothing is given up meanwhile
        """() => {
          const later = window.setTimeout;
          window.setTimeout = (call, ms) => later(call, ms === 5000 ? 1e8 : ms);
        }"""
    )
    lab.press("Onto the table")
    lab.board("seven of hearts").click()
    expect(lab.live).to_have_text(
        "One moment: the lab has not answered yet. What is shown is from before."
    )
    lab.pump()
    expect(lab.live).to_have_text("7♥ is now on the table.")


def test_rows_grow_and_shrink_by_keys_and_the_focus_goes_along(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.visible("+9: lay the nine of clubs").focus()
    lab.key("Enter")
    assert lab.focus == "+10: lay the ten of clubs"
    lab.key("Enter", "ArrowLeft", "Enter")
    assert (
        parse_position(lab.position).table.row(parse_position(FIVE).hands[0][0].suit)[-1].code
        == "9c"
    )
    assert lab.page.evaluate("document.activeElement.classList.contains('sv-end')")


def test_every_group_is_one_tab_stop_and_arrows_move_inside(bench: Bench) -> None:
    lab = open_lab(bench)
    stops = lab.page.evaluate(
        """() => [".sv-places button", ".sv-bcard", ".sv-suits .sv-end", ".sv-bseats button", ".sv-tabs button"]
        .map(which => [...document.querySelectorAll(which)].filter(it => it.tabIndex === 0).length)"""
    )
    assert stops == [1, 1, 1, 1, 1]
    lab.board("ace of clubs").focus()
    walk = [
        ("ArrowRight", "two of clubs"),
        ("ArrowDown", "two of diamonds"),
        ("End", "king of spades"),
        ("ArrowUp", "king of hearts"),
        ("Home", "ace of clubs"),
        ("ArrowUp", "ace of clubs"),
        ("ArrowLeft", "ace of clubs"),
    ]
    for key, name in walk:
        lab.key(key)
        assert lab.focus.startswith(f"{name},"), key
    lab.key("Tab", "Shift+Tab")
    assert lab.focus.startswith("ace of clubs,")


def test_a_position_is_set_up_by_keys_alone(bench: Bench) -> None:
    lab = open_lab(bench, "")
    lab.visible("Ask: does it fit?").focus()
    lab.key("ArrowRight", "Enter")
    expect(lab.visible("Onto the table")).to_be_focused()
    lab.board("ace of clubs").focus()
    lab.key("ArrowDown", "ArrowDown", *["ArrowRight"] * 6, "Enter")
    assert lab.focus == "seven of hearts, on the table"
    lab.visible("Onto the table").focus()
    lab.key("ArrowRight", "Space")
    lab.board("seven of hearts").focus()
    lab.key("ArrowRight", "Space")
    assert lab.focus == "eight of hearts, in your hand"
    assert format(parse_position(lab.position).table.size) == "1"


def test_keys_stay_inside(bench: Bench) -> None:
    lab = open_lab(bench)
    bare = lab.root.locator(
        ":is(button, select, input, textarea, summary):not([data-lm-suppress-shortcuts=true])"
    )
    expect(bare).to_have_count(0)
    lab.page.evaluate(
        "() => { window.out = []; document.addEventListener('keydown', e => window.out.push(e.key)); }"
    )
    lab.board("two of clubs").focus()
    for key in ("a", "b", "x", "ArrowDown", "Escape", "Enter"):
        lab.key(key)
    assert lab.page.evaluate("window.out") == []


def test_a_text_that_cannot_be_read_stays_in_the_box_with_one_sentence(bench: Bench) -> None:
    lab = open_lab(bench)
    box = lab.page.get_by_role("textbox", name="Position")
    box.fill("<b id=evil>harts</b> 7")
    lab.press("Show")
    assert lab.position == "<b id=evil>harts</b> 7"
    assert lab.said.startswith("“<b ")
    expect(lab.page.locator("#evil")).to_have_count(0)
    assert "clubs, six to eight" in (
        lab.page.locator(".sv-rows .sv-row").first.get_attribute("aria-label") or ""
    )


def test_rules_are_chosen_and_an_impossible_combination_is_refused_in_words(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.page.locator(".sv-brules summary").click()
    lab.page.get_by_label("Rule set").select_option(label="Fan Tan (3 to 8 players)")
    lab.pump()
    assert parse_position(lab.position).rules.aces == "high"
    lab.page.get_by_role("combobox", name="Pack", exact=True).select_option(
        label="Short pack, 36 cards"
    )
    lab.pump()
    expect(lab.page.locator(".sv-brules [role=status]")).to_contain_text("do not go together")
    lab.page.get_by_role("combobox", name="Players", exact=True).select_option(label="6 players")
    lab.pump()
    lab.press("Deal")
    assert "deal number" not in lab.said


# ---- playing, stepping, comparing ----------------------------------------------------------


def play_on(lab: LabPage, most: int = 60) -> None:
    """Play to the end of the deal: the first card that fits, or a pass."""
    for _ in range(most):
        card = lab.shown.locator('[data-fits="true"]').first
        if lab.status.filter(visible=True).first.inner_text().endswith("wins.") or not (
            card.count() or lab.visible("Pass").get_attribute("data-offered") is not None
        ):
            return
        (card if card.count() else lab.visible("Pass")).click()
        lab.pump()
    raise AssertionError("the deal does not end")


def test_play_on_step_back_and_compare(bench: Bench) -> None:
    lab = open_lab(bench, ENDING)
    lab.press("Play from this position")
    expect(lab.page.get_by_role("tab", name="Play and step")).to_have_attribute(
        "aria-selected", "true"
    )
    lab.shown.get_by_role("button", name="jack of spades, fits").click()
    lab.pump()
    play_on(lab)
    slider = lab.page.get_by_role("slider", name="Move", exact=True)
    last = int(slider.input_value())
    assert last > 4
    slider.focus()
    lab.key("ArrowLeft")
    assert slider.input_value() == str(last - 1)
    lab.key("Home")
    expect(slider).to_have_attribute("aria-valuetext", "before the first card")
    assert lab.done == len(lab.sent)
    sent = len(lab.sent)
    lab.press("Forward")
    assert len(lab.sent) == sent, "stepping needs no answer"
    expect(slider).to_have_attribute("aria-valuetext", "move 1, You lay J of spades")
    lab.press("Back")
    lab.shown.get_by_role("button", name="queen of clubs, fits").click()
    lab.pump()
    assert "This is line B now" in lab.said
    expect(lab.visible("Line B, four moves")).to_have_attribute("aria-pressed", "true")
    lab.press("Compare")
    heads = lab.page.get_by_role("heading", name=re.compile("^Line [AB]$")).filter(visible=True)
    expect(heads).to_have_count(2)
    assert "A: You lay J♠; B: You lay Q♣" in lab.status.filter(visible=True).inner_text()
    both = lab.page.get_by_role("slider", name="Move in both lines")
    expect(both).to_have_attribute(
        "aria-valuetext", "Line A: move 1, You lay J of spades; Line B: move 1, You lay Q of clubs"
    )
    both.focus()
    lab.key("ArrowRight")
    expect(both).to_have_attribute(
        "aria-valuetext", re.compile("^Line A: move 2, Robin .*Line B: move 2, Robin ")
    )
    lab.press("What are the two moves worth?")
    table = lab.page.get_by_role("table", name="How often you win after each move").filter(
        visible=True
    )
    expect(table.get_by_role("row")).to_have_count(3)
    expect(
        lab.page.get_by_text("With all hands open: J♠ wins, whatever the others do.").filter(
            visible=True
        )
    ).to_have_count(1)


def test_after_a_move_the_focus_stays_where_one_can_go_on(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.visible("Play from this position").focus()
    lab.key("Enter")
    for _ in range(6):
        at = lab.page.evaluate(
            "document.activeElement !== document.body && !document.activeElement.closest('[hidden]')"
        )
        assert at, "the focus left the lab"
        card = lab.shown.locator('[data-fits="true"]').first
        if not card.count():
            break
        card.focus()
        lab.key("Enter")
        assert lab.shown.locator(":focus").count() or lab.focus == "Pass"


def test_a_card_of_another_turn_explains_itself_instead_of_being_laid(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    lab.press("Back")
    sent = len(lab.sent)
    lab.shown.locator("button").first.click(force=True)
    assert len(lab.sent) == sent
    assert lab.said


def test_all_hands_stay_shown_from_move_to_move(bench: Bench) -> None:
    lab = open_lab(bench, "school:4 deal 77")
    lab.press("Play from this position")
    lab.press("Show all hands")
    lab.shown.locator('[data-fits="true"]').first.click()
    lab.pump()
    expect(lab.visible("Show all hands")).to_have_attribute("aria-pressed", "true")
    expect(lab.page.get_by_text("Robin, 1").filter(visible=True).first).to_be_visible()


def test_without_a_second_line_it_is_said_how_to_get_one(bench: Bench) -> None:
    lab = open_lab(bench)
    lab.press("Compare")
    expect(lab.page.get_by_text("There is only one line so far.")).to_be_visible()
