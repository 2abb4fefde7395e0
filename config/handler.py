"""HTTP through one thread a request: the whole chain is synchronous, and nothing in it waits for the event loop."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest, HttpResponseBase

IDLE = 8  # threads that wait for a next request, each with its connection to the database


class OneHop(ASGIHandler):
    """Django's handler with one way into a thread and one way back.

    Where asynchronous and synchronous middleware stand in one chain, a thread waits for the loop while the loop waits
    for the thread: each request hops some twenty times, and one in progress when the loop stops never ends.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = await sync_to_async(self.get_response)(request)
        return response

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request in a thread of its own, which then waits for another with its connection open."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(max_workers=1, thread_name_prefix="request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            if len(self._idle) < IDLE:
                self._idle.append(thread)
            else:
                thread.submit(connections.close_all)
                thread.shutdown(wait=False)
