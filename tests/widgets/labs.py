"""The position lab as a page uses it: acts, moments, a line played to its end."""

from __future__ import annotations

from typing import Any

from sevens_widgets.lab import Lab
from sevens_widgets.payload_patch import merge

FIVE = "clubs 6-8, hearts 5-9; you 5♣ 10♥ 7♠ K♦ 2♣"


def act(lab: Lab, kind: str, **more: Any) -> dict[str, Any]:
    """Do what a page asks, and give what it then draws."""
    lab.act({"type": kind, "ply": lab.ply, **more})
    return lab.payload()


def frames(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Put the frames of a replay together as the page does."""
    whole: list[dict[str, Any]] = []
    for patch in drawn:
        whole.append(merge(whole[-1], patch) if whole else patch)  # type: ignore[arg-type]
    return whole


def line(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the moments of the line on the table."""
    return frames(drawn["play"]["replay"]["frames"])


def fits(frame: dict[str, Any]) -> list[str]:
    """Give the cards that are shown as fitting."""
    return [card["card"] for card in frame["scene"]["hand"] if card["fits"]]


def play_out(lab: Lab, choice: int = 0) -> dict[str, Any]:
    """Play the line on the table to its end."""
    drawn = lab.payload()
    for _ in range(300):
        shown = line(drawn)
        if shown[-1]["over"]:
            return drawn
        cards, at = fits(shown[-1]), len(shown) - 1
        kind, more = ("lay", {"card": cards[choice % len(cards)]}) if cards else ("pass", {})
        drawn = act(lab, kind, at=at, **more)
        assert len(line(drawn)) > len(shown)
    raise AssertionError("the deal does not end")
