"""The course's own server, with the hub at the door."""

from __future__ import annotations

import os
from pathlib import Path

from classroom.course import SHARE, Course, run, settings
from classroom.ending import Ending
from classroom.hub.identity import HubIdentity
from classroom.hub.place import Place
from classroom.pages import keep_templates_compiled


def serve(folder: Path, where: Place) -> int:
    """Serve a folder of notebooks where the hub says; return the exit status."""
    os.environ["JUPYTER_PATH"] = str(SHARE)
    keep_templates_compiled()
    c = settings(folder.resolve(), host=where.host, port=where.port, base_url=where.base_url)
    c.Voila.identity_provider_class = HubIdentity
    c.Voila.auto_token = True  # the hub's token counts, and none is drawn up beside it
    c.Voila.tornado_settings["allow_unauthenticated_access"] = False
    with Ending() as ending:
        run(Course.instance(config=c), ending)
    return 0
