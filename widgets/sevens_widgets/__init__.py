"""Sevens in a notebook: `play`, `show` a position, `deal_out` cards, ask a `quiz`, `compare`, or open the position `lab`.

>>> from sevens_widgets import show
>>> show("hearts 5-8; you 4♥ 10♥")  # doctest: +ELLIPSIS
TableWidget(position: '...')
"""

from sevens_widgets.course import compare, deal_out, house_rules, play, quiz, show, watch
from sevens_widgets.forecasts import forecast
from sevens_widgets.lab_widget import lab

__all__ = ["compare", "deal_out", "forecast", "house_rules", "lab", "play", "quiz", "show", "watch"]
