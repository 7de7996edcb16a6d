"""The page that asks for the class code, where the course has one."""

from __future__ import annotations

from typing import Any

from jupyter_server.auth.login import LoginFormHandler
from voila.handler import BaseVoilaHandler


class CodePage(BaseVoilaHandler, LoginFormHandler):  # type: ignore[misc]  # both half typed
    """Jupyter's own log-in, in the course's words and looks."""

    def initialize(self, **kwargs: Any) -> None:
        """Remember how pages look."""
        BaseVoilaHandler.initialize(self, **kwargs)
