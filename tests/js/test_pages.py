"""Whose game it is that a browser has kept: each page keeps its own, and what an older version kept is not lost."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.js import payloads
from tests.js.harness import Show, Table

RECORD = "school deal 77: 7d 8d - 6d 5d"
KEPT = {"text": RECORD, "deal": 77, "ply": 17, "over": False, "moved": True}
NOTEBOOK = """path => {
  const place = document.getElementById("place");
  const panel = document.createElement("div");
  panel.className = "jp-NotebookPanel";
  panel.id = "id-7";
  document.querySelector(".lm-TabBar-tab")?.remove();
  const tab = document.createElement("div");
  tab.className = "lm-TabBar-tab";
  tab.dataset.id = panel.id;
  tab.title = `Name: ${path.split("/").pop()}\\nPath: ${path}\\nLast Saved: today`;
  document.body.append(tab, panel);
  window.unmount();
  panel.append(place);
  window.again();
}"""
KEYS = "Object.keys(localStorage).filter((each) => each.startsWith('sevens:kept')).sort()"


def question(table: Table) -> Locator:
    return table.page.get_by_role("group", name="Resume your game?")


def keys(table: Table) -> list[str]:
    found: list[str] = table.page.evaluate(KEYS)
    return found


def test_a_game_of_another_page_or_of_another_name_is_not_offered(show: Show) -> None:
    others = {"sevens:kept:/voila/render/practice_game.ipynb test": KEPT}
    others["sevens:kept:/table school:4 (2)"] = KEPT
    table = show(payloads.opening(), stored=others)
    expect(table.hand).to_be_visible()
    expect(question(table)).to_be_hidden()
    table.answer(payloads.middle())
    assert keys(table) == sorted([*others, "sevens:kept:/table test"]), "and each is left alone"


def test_a_game_that_an_older_version_kept_is_offered_once(show: Show) -> None:
    old: dict[str, Any] = {"sevens:kept:test": KEPT}
    table = show(payloads.opening(), stored=old)
    expect(question(table)).to_contain_text("Deal 77, 17 moves made")
    assert keys(table) == ["sevens:kept:test"], "until it is answered"
    table.button("Resume").click()
    assert [act["record"] for act in table.sent] == [RECORD]
    table.answer(payloads.middle() | {"deal": 77, "ply": 18, "record": RECORD + " 9d"})
    expect(question(table)).to_be_hidden()
    kept = table.page.evaluate("JSON.parse(localStorage['sevens:kept:/table test'])")
    assert kept["text"] == RECORD + " 9d"
    assert table.page.evaluate("localStorage['sevens:kept:test']") == "null", "not asked again"


def test_in_jupyterlab_the_notebook_counts_and_not_the_address(show: Show) -> None:
    table = show(payloads.opening())
    table.page.evaluate(NOTEBOOK, "week 1/practice_game.ipynb")
    table.answer(payloads.middle() | {"record": RECORD})
    assert keys(table) == ["sevens:kept:/table/week 1/practice_game.ipynb test"]
    table.page.evaluate("payload => { window.model.payload = payload; }", payloads.opening())
    table.page.evaluate(NOTEBOOK, "week 1/house_rules.ipynb")
    expect(table.hand).to_be_visible()
    expect(question(table)).to_be_hidden()
    table.page.evaluate(NOTEBOOK, "week 1/practice_game.ipynb")
    expect(question(table)).to_be_visible()


def test_a_widget_drawn_before_it_stands_in_its_page_asks_when_it_does(show: Show) -> None:
    table = show(payloads.opening(), stored={"sevens:kept:/table test": KEPT})
    table.page.evaluate("""() => {
      window.unmount();
      window.place = document.getElementById("place");
      window.place.remove();
      window.unmount = window.widget.render({ model: window.model, el: window.place });
    }""")
    table.answer(payloads.opening() | {"answers": 1})
    assert keys(table) == ["sevens:kept:/table test"]
    table.page.evaluate("document.querySelector('main').append(window.place)")
    expect(question(table)).to_be_visible()
    assert keys(table) == ["sevens:kept:/table test"]
