"""The class code: the page that asks for it, and who knows it."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.auth.login import LoginFormHandler
from tornado.web import HTTPError, RequestHandler
from voila.handler import BaseVoilaHandler

from classroom.pace import Pace, who_comes

#: Wrong codes from one address: sixty learners behind it may mistype five times each; a dictionary takes days.
WRONG_AT_ONCE, WRONG_EVERY = 300, 5.0


class CodeIdentity(IdentityProvider):  # type: ignore[misc]  # half typed
    """Let in who knows the class code, and nothing else: Jupyter's own would also let people change passwords."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.wrong = Pace(burst=WRONG_AT_ONCE, every=WRONG_EVERY)

    def knows(self, handler: RequestHandler, given: str) -> bool:
        """Say whether a code is the right one; raise HTTPError 429 after too many wrong ones."""
        who = who_comes(handler)
        if self.wrong.left(who) < 1:
            handler.current_user = None
            raise HTTPError(
                429,
                "Too many wrong codes came from your network. Wait a minute, then try again.",
            )
        if compare_digest(given.encode(), self.token.encode()):
            return True
        self.wrong.take(who)
        return False

    async def get_user_token(self, handler: RequestHandler) -> User | None:
        """Look at the code in the address, if there is one; once for each request."""
        given = self.get_token(handler) if self.token else ""
        if not given or not self.knows(handler, given):
            return None
        return self.get_user_cookie(handler) or self.generate_anonymous_user(handler)

    def process_login_form(self, handler: RequestHandler) -> User | None:
        """Look at the code that was typed in."""
        given = handler.get_argument("password", default="")
        return self.generate_anonymous_user(handler) if self.knows(handler, given) else None

    def get_handlers(self) -> list[tuple[str, object]]:
        """Add no pages: the one that asks for the code is ours, and nobody has an account to leave."""
        return []

    @property
    def auth_enabled(self) -> bool:
        """Say whether there is a code."""
        return bool(self.token)


class CodePage(BaseVoilaHandler, LoginFormHandler):  # type: ignore[misc]  # both half typed
    """Jupyter's own log-in, in the course's words and looks."""

    def initialize(self, **kwargs: Any) -> None:
        """Remember how pages look."""
        BaseVoilaHandler.initialize(self, **kwargs)

    @allow_unauthenticated  # type: ignore[untyped-decorator]
    def head(self) -> None:
        """Answer as to GET."""
        self.get()
