"""Answering a page first, and doing what takes longer afterwards, so that it is heard meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sevens_widgets.session import Session
from sevens_widgets.table import TableWidget

AFTER_ANSWER = 0.2  # seconds: by then the page has drawn the end of the deal
BETWEEN_PARTS = 0.02  # seconds in which what a page has sent meanwhile is answered

_LOG = logging.getLogger(__name__)


def soon(call: Callable[[], None], wait: float = BETWEEN_PARTS) -> None:
    """Have something done once the present message has been answered; at once where no loop runs, as in a test.

    wait: seconds.

    >>> soon(lambda: print("done"))
    done
    """
    try:
        asyncio.get_running_loop().call_later(wait, call)
    except RuntimeError:
        call()


def answers(session: Session, table: TableWidget) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Give the function that does an act and answers with the next payload.

    After the end of a deal the page is answered first, and what the looking back finds follows.
    """

    def answer(act: Mapping[str, Any]) -> dict[str, Any]:
        session.act(act)
        if session.wants_review:
            parts = session.look_back()
            soon(lambda: look_back(parts), AFTER_ANSWER)
        return session.payload()

    def look_back(parts: Iterator[None]) -> None:
        try:
            for _ in parts:
                return soon(lambda: look_back(parts), BETWEEN_PARTS)
        except Exception:  # the result stands without it
            _LOG.exception("looking back at a deal failed")
            return None
        drawn = session.payload()
        if table.payload.get("record") == drawn["record"]:  # nothing else is shown by now
            table.payload = drawn
        return None

    return answer
