"""HTTP and the sockets of the bare page."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

http = get_asgi_application()


class Shown(AsyncWebsocketConsumer):
    groups = ["bare"]

    async def pressed(self, message: dict[str, Any]) -> None:
        await self.send(text_data=str(message["number"]))


application = ProtocolTypeRouter({"http": http, "websocket": Shown.as_asgi()})
