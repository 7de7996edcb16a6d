"""The sheet of the rules as a page: one side of A4, in black and white, with a drawn example."""

from __future__ import annotations

from html import escape
from typing import Any

from sevens_kernel.leaflet import Leaflet, Part, leaflet
from sevens_kernel.picture import svg
from sevens_kernel.rules import Rules
from sevens_kernel.rulesets import format_rules
from sevens_widgets.payload import names_from

Json = dict[str, Any]

#: Everything stands under one class, and in points: what is measured on paper.
STYLE = """
.sheet { box-sizing: border-box; display: flex; flex-direction: column; width: 186mm; height: 272mm; margin: 0 auto;
  overflow: hidden; color: #000; background: #fff;
  font: 10pt/1.3 "Liberation Sans", Helvetica, Arial, sans-serif; }
.sheet * { box-sizing: border-box; }
.sheet h1 { margin: 0 0 1mm; font-size: 18pt; line-height: 1.15; }
.sheet .about { margin: 0 0 3mm; padding-bottom: 2mm; border-bottom: 1.5pt solid #000; }
.sheet code { font-size: 9pt; overflow-wrap: anywhere; }
.sheet .parts { columns: 2; column-gap: 9mm; }
.sheet section { break-inside: avoid; margin: 0 0 2.4mm; }
.sheet h2 { margin: 0 0 .4mm; font-size: 11pt; line-height: 1.2; }
.sheet ul { margin: 0; padding: 0 0 0 4.4mm; }
.sheet li { margin: 0 0 .3mm; }
.sheet figure { display: flex; flex: 1 1 0; flex-direction: column; min-height: 0; max-height: 125mm; margin: 2mm 0 0;
  padding-top: 3mm; border-top: .75pt solid #000; }
.sheet svg { flex: 1 1 0; display: block; width: 100%; min-height: 0; margin: 2mm 0 0; }
.sheet figcaption { font-size: 10pt; }
"""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>@page {{ size: A4; margin: 12mm; }} body {{ margin: 0; background: #fff; }}{style}</style></head>
<body>{body}</body></html>
"""


def page(rules: Rules) -> str:
    """Give the sheet of some rules as a page of its own, which needs no other file.

    >>> "<title>Sevens: School, four players</title>" in page(Rules())
    True
    """
    sheet = leaflet(rules)
    return PAGE.format(
        title=escape(f"Sevens: {sheet.title}"), style=STYLE, body=_body(sheet, rules)
    )


def drawn(rules: Rules) -> Json:
    """Give the sheet for a widget to show and to print: its title and its content with the styles.

    >>> drawn(Rules())["title"]
    'Sevens: School, four players'
    """
    sheet = leaflet(rules)
    return {
        "title": f"Sevens: {sheet.title}",
        "html": f"<style>{STYLE}</style>{_body(sheet, rules)}",
    }


def _body(sheet: Leaflet, rules: Rules) -> str:
    seen = sheet.example
    picture = svg(seen, names=names_from(seen.seat, rules.players))
    parts = "".join(map(_part, sheet.parts))
    told = " ".join(sheet.told)
    code = f"<code>{escape(format_rules(rules))}</code>"
    caption = f"<b>An example.</b> It is your turn. {escape(told)}"
    return (
        f'<article class="sheet"><h1>Sevens: {escape(sheet.title)}</h1>'
        f'<p class="about">{escape(sheet.about)} In a notebook: {code}</p>'
        f'<div class="parts">{parts}</div>'
        f"<figure><figcaption>{caption}</figcaption>{picture}</figure></article>"
    )


def _part(part: Part) -> str:
    lines = "".join(f"<li>{escape(each)}</li>" for each in part.sentences)
    return f"<section><h2>{escape(part.heading)}</h2><ul>{lines}</ul></section>"
