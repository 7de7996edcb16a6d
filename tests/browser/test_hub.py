"""JupyterHub in front of the course: a server for each learner, or one for a class."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hubs import answers, hub, log_in, practise
from tests.browser.playing import play_out

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def hub_url(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hub that gives each learner a server, and has one for the class 3b."""
    with hub(tmp_path_factory.mktemp("hub"), SEVENS_CLASSES="3b") as url:
        until = time.monotonic() + 60
        while not answers(f"{url}services/3b/") and time.monotonic() < until:
            time.sleep(0.2)
        yield url


def test_two_learners_log_in_and_play(open_page: OpenPage, hub_url: str) -> None:
    robin, kim = open_page(), open_page()
    for page, name in ((robin, "robin"), (kim, "kim")):
        log_in(page, f"{hub_url}hub/spawn/{name}", name)
        expect(page).to_have_url(re.compile(f"/user/{name}/$"))
        expect(page.get_by_role("heading", name="Sevens", level=1)).to_be_visible()
    one, other = practise(robin), practise(kim)
    other.turn("mouse")
    held = other.cards()
    assert play_out(one, "mouse") > 10
    expect(one.end).to_be_visible()
    assert other.cards() == held  # nobody else's moves came here
    other.agrees()


@pytest.mark.allow_console("404|403")
def test_nobody_enters_without_the_password_or_at_another_s(
    open_page: OpenPage, hub_url: str
) -> None:
    page = open_page()
    log_in(page, f"{hub_url}user/robin/", "robin", "hearts")
    expect(page.get_by_text("Invalid username or password")).to_be_visible()
    log_in(page, f"{hub_url}hub/spawn/robin", "robin")
    expect(page).to_have_url(re.compile("/user/robin/$"))
    stranger = open_page()
    log_in(stranger, f"{hub_url}user/robin/voila/render/practice_game.ipynb", "sam")
    expect(stranger.get_by_text("403")).to_be_visible()
    expect(stranger.get_by_role("group", name="Sevens", exact=True)).to_have_count(0)


def test_a_class_shares_a_server_and_plays_apart(open_page: OpenPage, hub_url: str) -> None:
    games = []
    for name in ("alex", "jo"):
        page = open_page()
        log_in(page, f"{hub_url}services/3b/", name)
        expect(page).to_have_url(re.compile("/services/3b/$"))
        games.append(practise(page))
    games[0].turn("mouse")
    assert games[1].state.history == ()
    for game in games:
        game.agrees()


def test_kernels_behind_the_hub_do_not_know_its_tokens(open_page: OpenPage, hub_url: str) -> None:
    page = open_page()
    log_in(page, f"{hub_url}services/3b/", "chris")
    practise(page).turn("mouse")
    prepared = []
    for each in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it ended since the list was made
            if "classroom.forking.nursery" in " ".join(each.cmdline()):
                prepared.append(each)
    assert prepared, "the kernels of the class are copies of one of these"
    for each in prepared:
        names = each.environ()
        assert "PATH" in names
        assert not [name for name in names if "TOKEN" in name or name.startswith("JUPYTERHUB_")]
