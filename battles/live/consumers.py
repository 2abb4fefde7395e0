"""The socket of a battle page, from the server to the browser only; what browsers say is a heartbeat."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from . import frames, machines, screens, tables
from .guests import guest_id, viewer_of
from .hub import hub
from .warden import warden

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 500
MOST_BEATS = (20, 10)  # a page sends one in twenty seconds, and one whenever it comes into sight
HERE = -2  # no number of a page
NOT_ALLOWED, BAD_MESSAGE, TRY_AGAIN = 4403, 4400, 4500


class BattleConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser that looks at one battle. `shows` is the number of the panels that it has."""

    viewer: str
    language: str
    guest: str | None
    stamp: str | None
    shows: int
    lamps: bool
    lit: str

    async def connect(self) -> None:
        await self.accept()  # before any refusal: a refused handshake is tried again for ever
        self.joined = False
        self.beats: deque[float] = deque(maxlen=MOST_BEATS[0])
        try:
            await self._greet()
        except Exception:
            await self._failed()

    async def _greet(self) -> None:
        asked = {name: values[0] for name, values in parse_qs(self.scope["query_string"].decode("latin-1")).items()}
        self.battle_id: str = self.scope["url_route"]["kwargs"]["battle_id"]
        self.shows = _number(asked.get("since"))
        self.language = (
            asked.get("lang", "") if asked.get("lang") in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        )
        viewer, self.guest, self.stamp = await self._who()
        if viewer is None:
            await self.stop("not_allowed", NOT_ALLOWED)
            return
        if asked.get("b", settings.BUILD_ID) != settings.BUILD_ID:
            await self.send_frame(frames.reload_frame(settings.BUILD_ID))
        self.viewer, self.lamps, self.lit = viewer, "lamps" in asked, ""
        self.joined = True
        await hub().join(self, self.battle_id)
        await warden().join(self, self.battle_id)

    @database_sync_to_async  # type: ignore[untyped-decorator]
    def _who(self) -> tuple[str | None, str | None, str | None]:
        session = self.scope["session"]
        eyes = screens.eyes_of(guest_id(session), self.battle_id)
        if eyes:
            return eyes
        return viewer_of(session, self.battle_id), guest_id(session), None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat: renew the subscription, answer, and bring up to date whoever is behind."""
        if not self.joined:
            return  # it has been closed: what was sent before that is known there is of no interest
        try:
            seq = None if self._races() else _said(text_data)
            if seq is None:
                await self.disconnect(BAD_MESSAGE)
                await self.close(code=BAD_MESSAGE)
                return
            await warden().hear(self, self.battle_id)
            if seq == HERE:
                return
            self.shows = seq
            await hub().subscribe(self.battle_id)
            hub().ask(self.battle_id)
            await self._looks()
            await self.send_frame(frames.pong(seq))
        except Exception:
            await self._failed()

    async def _looks(self) -> None:
        """The server plays only where somebody looks."""
        table = tables.remembered(self.battle_id)
        if table and table.machines:
            await database_sync_to_async(machines.looked_at)(table)

    def _races(self) -> bool:
        """Each heartbeat may cost a whole page: whoever sends too many of them would take the table from the others."""
        now, full = time.monotonic(), len(self.beats) == self.beats.maxlen
        first = self.beats[0] if full else now
        self.beats.append(now)
        return full and now - first < MOST_BEATS[1]

    async def disconnect(self, code: int) -> None:
        if getattr(self, "joined", False):
            self.joined = False
            warden().leave(self, self.battle_id)
            await hub().leave(self, self.battle_id)

    async def send_frame(self, text: str) -> None:
        """To a browser that may have gone already: then there is nobody to tell."""
        try:
            await self.send(text_data=text)
        except Exception:
            log.info("a socket was gone", extra={"battle_id": self.battle_id})

    async def stop(self, reason: str, code: int) -> None:
        await self.send_frame(frames.stop(reason))
        await self.close(code=code)

    async def _failed(self) -> None:
        """disconnect() is not called for a handler that raises: leave here, and let the browser come again."""
        log.exception("socket failed", extra={"battle_id": getattr(self, "battle_id", None)})
        await self.disconnect(TRY_AGAIN)
        await self.close(code=TRY_AGAIN)


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """For sockets at addresses that we do not have."""

    async def connect(self) -> None:
        await self.close()


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else -1


def _said(text: str | None) -> int | None:
    """The number of a heartbeat, HERE for the answer to a beat; None for anything else."""
    if not text or len(text) > LONGEST_MESSAGE:
        return None
    try:
        said: Any = json.loads(text)
    except ValueError:
        return None
    if said == {"t": "here"}:
        return HERE
    if not isinstance(said, dict) or said.get("t") != "ping" or type(said.get("seq")) is not int:
        return None
    return int(said["seq"])
