"""The one socket of the battle page; every other address of a socket leads nowhere."""

from django.urls import path, re_path

from ..armies import keys  # noqa: F401  registers what `key` is in a path
from .consumers import BattleConsumer, NowhereConsumer

websocket_urlpatterns = [
    path("ws/b/<key:battle_id>/", BattleConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
