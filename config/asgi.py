"""HTTP and sockets of one process."""

import gc
import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  models load only after Django is set up

from battles.live.clockwork import clockwork  # noqa: E402
from battles.live.routing import websocket_urlpatterns  # noqa: E402
from config.handler import OneHop  # noqa: E402
from config.origins import OwnPages  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": OneHop(),
        "websocket": AllowedHostsOriginValidator(OwnPages(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))),
    }
)

if settings.CLOCKWORK:
    clockwork.start()

# What is loaded by now stays for good: the collector need not walk it in the middle of a command.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
