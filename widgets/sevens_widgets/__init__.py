"""Sevens in a notebook: `play`, `show` a position, `quiz`, `climb` the ladder with a player of your own, and more.

>>> from sevens_widgets import show
>>> show("hearts 5-8; you 4♥ 10♥")  # doctest: +ELLIPSIS
TableWidget(position: '...')
"""

from sevens_widgets.course import compare, deal_out, house_rules, play, quiz, show, watch
from sevens_widgets.forecasts import forecast
from sevens_widgets.lab_widget import lab
from sevens_widgets.own_player import climb, own_player, watch_player
from sevens_widgets.progress import progress

__all__ = [
    "climb",
    "compare",
    "deal_out",
    "forecast",
    "house_rules",
    "lab",
    "own_player",
    "play",
    "progress",
    "quiz",
    "show",
    "watch",
    "watch_player",
]
