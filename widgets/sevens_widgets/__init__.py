"""Sevens in a notebook: `play` a deal, `show` a position, ask a `quiz`.

>>> from sevens_widgets import show
>>> show("hearts 5-8; you 4♥ 10♥")  # doctest: +ELLIPSIS
TableWidget(position: '...')
"""

from sevens_widgets.course import play, quiz, show

__all__ = ["play", "quiz", "show"]
