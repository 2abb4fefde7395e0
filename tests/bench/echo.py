"""The baseline of the click benchmark: a bare Channels echo that stores, draws and checks nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings

settings.configure(
    SECRET_KEY="baseline",
    ALLOWED_HOSTS=["127.0.0.1"],
    CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
)

from channels.generic.http import AsyncHttpConsumer  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path, re_path  # noqa: E402

PAGE = b"""<!doctype html><title>echo</title><button>press</button><b id="number" data-number="0">0</b><script>
const shown = document.querySelector("b")
new WebSocket(`ws://${location.host}/ws`).onmessage = event => {
  shown.dataset.number = event.data
  shown.textContent = event.data
}
document.querySelector("button").onclick = () => fetch("/press", {method: "POST"})
</script>"""


class Page(AsyncHttpConsumer):
    async def handle(self, body: bytes) -> None:
        await self.send_response(200, PAGE, headers=[(b"Content-Type", b"text/html")])


class Press(AsyncHttpConsumer):
    number = 0

    async def handle(self, body: bytes) -> None:
        Press.number += 1
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send("echo", {"type": "pressed", "number": Press.number})
        await self.send_response(204, b"")


class Echo(AsyncWebsocketConsumer):
    groups = ["echo"]

    async def pressed(self, message: dict[str, Any]) -> None:
        await self.send(text_data=str(message["number"]))


application = ProtocolTypeRouter(
    {
        "http": URLRouter([path("press", Press.as_asgi()), re_path("", Page.as_asgi())]),
        "websocket": URLRouter([path("ws", Echo.as_asgi())]),
    }
)
