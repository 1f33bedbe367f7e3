"""The ASGI entry: pages by Django, sockets by the hub."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triad.settings")
pages = get_asgi_application()

application = ProtocolTypeRouter({"http": pages})
