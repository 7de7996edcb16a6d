"""The four suit colours stay apart for colour-blind eyes, in light and in dark.

Colour blindness as in Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
deficiency" (2009), severity 1.0; the distance is CIE 1976 ΔE in L*a*b* under D65.
"""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

import sevens_widgets

STYLES = (Path(sevens_widgets.__file__).parent / "static" / "table.css").read_text("utf-8")
SUITS = ("clubs", "diamonds", "hearts", "spades")
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)

Triple = tuple[float, float, float]


def times(matrix: tuple[Triple, ...], colour: Triple) -> Triple:
    a, b, c = (sum(k * v for k, v in zip(row, colour, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Triple:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return r, g, b


def lab(light: Triple) -> Triple:
    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x, y, z = (f(v / w) for v, w in zip(times(TO_XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, eyes: str) -> Triple:
    r, g, b = (min(1.0, max(0.0, part)) for part in times(EYES[eyes], linear(colour)))
    return lab((r, g, b))


def four_colours(dark: bool) -> dict[str, str]:
    """Read the colours for four suits out of the style sheet: light-dark(light, dark)."""
    block = re.search(r'\.sevens\[data-colours="four"\] \{(.*?)\}', STYLES, re.S)
    assert block
    base = re.search(r"\.sevens \{(.*?)\n\}", STYLES, re.S)
    assert base
    found = {}
    for suit in SUITS:
        told = [
            pair
            for text in (block[1], base[1])
            for pair in re.findall(rf"--{suit}: light-dark\((#\w{{6}}), (#\w{{6}})\)", text)
        ]
        found[suit] = told[0][dark]
    return found


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_four_suit_colours_stay_apart_for_all_eyes(dark: bool, eyes: str) -> None:
    colours = four_colours(dark)
    assert len(set(colours.values())) == 4
    worst = min(
        dist(seen(one, eyes), seen(two, eyes)) for one, two in combinations(colours.values(), 2)
    )
    assert worst >= 30, (worst, colours)  # 2 can just be told apart side by side


def test_red_and_green_of_one_lightness_would_not_stay_apart() -> None:
    """The measure can fail: a red and a green that differ in hue alone."""
    assert dist(seen("#b04030", "deutan"), seen("#6a6a20", "deutan")) < 30
