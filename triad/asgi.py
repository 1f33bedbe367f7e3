"""The ASGI entry: pages by Django, sockets by the hub, and the work that goes on by itself."""

from __future__ import annotations

import os
from typing import Any

from channels.routing import ProtocolTypeRouter

from triad.pages import pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triad.settings")
site = pages()

# What follows needs the apps, which the line above has loaded.
from django.conf import settings  # noqa: E402

from triad import background  # noqa: E402
from triad.consumers import live  # noqa: E402
from triad.origins import OwnOrigin  # noqa: E402


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Starts and ends with servers that tell of it; Daphne does not."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            background.start()
        elif message["type"] == "lifespan.shutdown":
            background.stop()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


router = ProtocolTypeRouter({"http": site, "websocket": OwnOrigin(live), "lifespan": lifespan})


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The site; its background begins with the first scope of any kind."""
    if not settings.TESTING:
        background.start()
    await router(scope, receive, send)
