"""The kinds of question that can be asked about a position; the engine answers every one of them.

A kind is a function from a position to a Question: all answers with their reasons, and three hints of which
the last names an accepted answer. Nothing here knows a rule, and no answer is typed in. A wrong answer, where there
are more than two, is explained without naming the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sevens_kernel.cards import Card
from sevens_kernel.state import State
from sevens_widgets.kinds_dealing import cuts, first, follows, in_order, opens, size
from sevens_widgets.kinds_finishing import gain, match, over, points, wins
from sevens_widgets.kinds_passing import cannot_hold, catches, costs, may_pass, true_pass
from sevens_widgets.kinds_rows import fits, order, pick, waits
from sevens_widgets.questions import Question
from sevens_widgets.strategy_kinds import KINDS as STRATEGY

Maker = Callable[[State, Card | None, int | None], Question]

#: Every kind of question by its name in an exercise file, with the function that answers it.
KINDS: Mapping[str, Maker] = {
    "fits": fits,
    "pick": pick,
    "waits": waits,
    "order": order,
    "first": first,
    "cuts": cuts,
    "size": size,
    "opens": opens,
    "follows": follows,
    "sorted": in_order,
    "pass": may_pass,
    "true pass": true_pass,
    "catches": catches,
    "costs": costs,
    "cannot hold": cannot_hold,
    "over": over,
    "points": points,
    "gain": gain,
    "match": match,
    "wins": wins,
    **STRATEGY,
}

#: Kinds that ask about one card, which the exercise names.
ABOUT_A_CARD = frozenset({"fits", "waits", "order", "cannot hold", "over", "gain", "between"})

#: Kinds that ask what you do in your turn, and so need a hand of yours and your turn.
YOUR_TURN = frozenset({"fits", "pick", "waits", "order", "pass", "over", "gain", "wins", *STRATEGY})

#: Kinds about the score of a match, which is told before the question.
OF_A_MATCH = frozenset({"match"})
