"""Sevens in a notebook: `play` a deal, `show` a position, ask a `quiz`, `compare` rules, or choose `house_rules`.

>>> from sevens_widgets import show
>>> show("hearts 5-8; you 4♥ 10♥")  # doctest: +ELLIPSIS
TableWidget(position: '...')
"""

from sevens_widgets.course import compare, house_rules, play, quiz, show

__all__ = ["compare", "house_rules", "play", "quiz", "show"]
