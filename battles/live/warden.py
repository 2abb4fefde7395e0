"""Looks after the lamps of one process: asks pages for signs of life, tells every page who is at the table.

Only answers of who has a seat count. One task for all battles, for as long as there are pages; what it tells is the
same for everybody and holds no panel.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from . import claims, frames, presence, tables

log = logging.getLogger(__name__)

LOOK = 2  # seconds between two looks: another process may have heard what this one has not
Facts = dict[str, Any]


class Page(Protocol):
    """A socket; `lamps` says that its page has lamps, `lit` is the mark of what they show."""

    viewer: str
    lamps: bool
    lit: str

    async def send_frame(self, text: str) -> None: ...


def facts_of(battle_id: str, now: float | None = None) -> Facts:
    """Who is here, and the countdown if one runs: what pages are told, and drawn with at first."""
    return _look(battle_id, time.time() if now is None else now)[0]


def _look(battle_id: str, now: float) -> tuple[Facts, str]:
    """The facts, and a mark of what is told anew when it changes; seconds go by on the page itself."""
    known = presence.signs(battle_id)
    table = tables.remembered(battle_id)
    if table and table.shared:
        known = presence.together(known)
    running = claims.countdown(battle_id, known, now)
    lamps = presence.lamps(known, now)
    for side in table.machines if table else ():
        lamps[side] = {"is": "machine", "ago": 0}
    mark = "-".join(lamp["is"] for lamp in lamps.values())
    if running is None:
        return {"seats": lamps, "claim": None}, mark
    left = max(0.0, round(running.due - now, 1))
    claim = {"by": running.by, "absent": running.absent, "left": left, "of": running.patience}
    return {"seats": lamps, "claim": claim}, f"{mark}-{running.by}-{running.due}-{left > 0}"


class Warden:
    """The pages of one event loop, by battle."""

    def __init__(self) -> None:
        self._pages: dict[str, set[Page]] = {}
        self._round: asyncio.Task[None] | None = None

    async def join(self, page: Page, battle_id: str) -> None:
        """A page has opened its socket: a sign of life, if somebody sits at it."""
        self._pages.setdefault(battle_id, set()).add(page)
        await self.hear(page, battle_id)
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._rounds())
        await self._tell(battle_id)

    def leave(self, page: Page, battle_id: str) -> None:
        pages = self._pages.get(battle_id, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(battle_id, None)
        if not self._pages and self._round:
            self._round.cancel()
            self._round = None

    async def hear(self, page: Page, battle_id: str) -> None:
        """A sign of life; whoever had been missed is told of at once."""
        if page.viewer in presence.SEATS and await database_sync_to_async(presence.hear)(battle_id, page.viewer):
            await self._tell(battle_id)

    async def _rounds(self) -> None:
        beaten = 0.0
        while True:
            await asyncio.sleep(LOOK)
            beats = time.monotonic() - beaten >= presence.BEAT
            beaten = time.monotonic() if beats else beaten
            for battle_id in list(self._pages):
                try:
                    if beats:
                        await self._beat(battle_id)
                    await self._tell(battle_id)
                except Exception:
                    log.exception("lamps not lit", extra={"battle_id": battle_id})

    async def _beat(self, battle_id: str) -> None:
        for page in self._shown(battle_id):
            await page.send_frame(frames.beat())

    async def _tell(self, battle_id: str) -> None:
        """Whoever has lamps that show something else."""
        pages = self._shown(battle_id)
        if not pages:
            return
        facts, mark = await database_sync_to_async(_look)(battle_id, time.time())
        for page in pages:
            if page.lit != mark:
                page.lit = mark
                await page.send_frame(frames.presence_frame(facts))

    def _shown(self, battle_id: str) -> list[Page]:
        return [page for page in self._pages.get(battle_id, ()) if page.lamps]


_wardens: WeakKeyDictionary[asyncio.AbstractEventLoop, Warden] = WeakKeyDictionary()


def warden() -> Warden:
    """The warden of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _wardens:
        _wardens[loop] = Warden()
    return _wardens[loop]
