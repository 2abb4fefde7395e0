"""One process's sockets: a poke of a battle is handed to all of them, drawn once for each audience and language.

The process subscribes once for each battle, by a channel of its own. A poke only says that something happened: the pump
of the battle's room then sends the newest state, players first, so bursts coalesce and lost pokes do no harm.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from . import frames, screens, tables
from .announce import group, serve_from
from .frames import Panels
from .tables import Table

log = logging.getLogger(__name__)

CHUNK = 20
TIERS = (("red", "blue", "referee"), ("watcher",))
Audience = tuple[str, str]


class Socket(Protocol):
    """What the hub knows of a socket: as whom it looks, in which language, and the number that it shows."""

    viewer: str
    language: str
    guest: str | None
    stamp: str | None
    shows: int

    async def send_frame(self, text: str) -> None: ...

    async def stop(self, reason: str, code: int) -> None: ...


@dataclass(eq=False)
class Room:
    """A battle in this process; `shown` is the last that each audience was sent.

    `told` is the highest number that was heard of; `unsure` says that the stored one must be asked for.
    """

    battle_id: str
    sockets: set[Socket] = field(default_factory=set)
    poked: asyncio.Event = field(default_factory=asyncio.Event)
    shown: dict[Audience, tuple[int, Panels]] = field(default_factory=dict)
    pump: asyncio.Task[None] | None = None
    told: int = 0
    unsure: bool = True


class Hub:
    """The rooms of one event loop."""

    def __init__(self) -> None:
        layer = get_channel_layer()
        if layer is None:
            raise RuntimeError("no channel layer is configured")
        self._layer = layer
        self._rooms: dict[str, Room] = {}
        self._channel: str | None = None
        self._listener: asyncio.Task[None] | None = None

    async def join(self, socket: Socket, battle_id: str) -> None:
        """Subscribe first, then look: what happens in between is not lost."""
        room = self._rooms.get(battle_id)
        if room is None:
            room = self._rooms[battle_id] = Room(battle_id)
            room.pump = asyncio.create_task(self._pump(room))
        room.sockets.add(socket)
        await self.subscribe(battle_id)
        self.ask(battle_id)

    async def leave(self, socket: Socket, battle_id: str) -> None:
        room = self._rooms.get(battle_id)
        if room is None:
            return
        room.sockets.discard(socket)
        if not room.sockets:
            del self._rooms[battle_id]
            if room.pump:
                room.pump.cancel()
            if self._channel:
                await self._layer.group_discard(group(battle_id), self._channel)

    async def subscribe(self, battle_id: str) -> None:
        """Join the battle's group, or stay in it: a membership runs out, so every heartbeat renews it."""
        if self._listener is None or self._listener.done():
            serve_from(asyncio.get_running_loop())
            self._channel = await self._layer.new_channel("hub")
            self._listener = asyncio.create_task(self._listen(self._channel))
        await self._layer.group_add(group(battle_id), self._channel)

    def ask(self, battle_id: str) -> None:
        """Look at what is stored, and bring up to date whoever is behind."""
        room = self._rooms.get(battle_id)
        if room:
            room.unsure = True
            room.poked.set()

    def poke(self, battle_id: str, number: int) -> None:
        """The battle has come to that number."""
        room = self._rooms.get(battle_id)
        if room:
            room.told = max(room.told, number)
            room.poked.set()

    async def _listen(self, channel: str) -> None:
        while True:
            try:
                message = await self._layer.receive(channel)
                self.poke(message["battle"], message["number"])
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the channel layer failed")
                await asyncio.sleep(1)

    async def _pump(self, room: Room) -> None:
        while True:
            await room.poked.wait()
            room.poked.clear()
            try:
                await self._push(room)
            except Exception:
                log.exception("not pushed", extra={"battle_id": room.battle_id})

    async def _push(self, room: Room) -> None:
        """Bring every socket of the room to the newest number, whoever waits for the other side's move first."""
        table = await self._newest(room)
        await self._turn_out(room, table)
        for tier in TIERS:
            sockets = [socket for socket in room.sockets if socket.viewer in tier]
            audiences = {(socket.viewer, socket.language) for socket in sockets}
            for audience in sorted(audiences, key=lambda audience: audience[0] == table.moved):
                await self._push_to(room, table, audience, sockets)

    async def _newest(self, room: Room) -> Table:
        """From memory where this process made the last move itself, else from the database."""
        known = tables.remembered(room.battle_id)
        if known and known.number >= room.told and not room.unsure:
            return known
        room.unsure = False
        loaded: Table = await database_sync_to_async(tables.load)(room.battle_id)
        return loaded

    async def _turn_out(self, room: Room, table: Table) -> None:
        """Whoever has lost a seat to a recovery link sees nothing more of it."""
        for socket in list(room.sockets):
            if socket.viewer in table.guests and table.guests[socket.viewer] != socket.guest:
                room.sockets.discard(socket)
                await socket.stop("seat_moved", 4403)
            elif table.battle and table.shared and socket.stamp and socket.stamp != screens.turn(table.battle).stamp:
                room.sockets.discard(socket)
                await socket.send_frame(frames.passed())

    async def _push_to(self, room: Room, table: Table, audience: Audience, sockets: Iterable[Socket]) -> None:
        """One audience: the panels that changed since the last push for who has that, all of them for the others."""
        try:
            drawn = await sync_to_async(frames.panels_of, thread_sensitive=False)(table, *audience)
        except Exception:
            log.exception("not drawn", extra={"battle_id": table.battle_id, "number": table.number})
            return
        before = room.shown.get(audience)
        room.shown[audience] = (table.number, drawn)
        late = [s for s in sockets if (s.viewer, s.language) == audience and s.shows != table.number]
        following = [socket for socket in late if before and socket.shows == before[0]]
        if following and before:
            await _send(following, table.number, frames.changed(before[1], drawn))
        await _send([socket for socket in late if socket not in following], table.number, drawn)


async def _send(sockets: Sequence[Socket], number: int, drawn: Panels) -> None:
    """The same text to all of them, in small chunks that let the players' sockets in between."""
    if not sockets:
        return
    text = frames.html_frame(number, drawn)
    for start in range(0, len(sockets), CHUNK):
        for socket in sockets[start : start + CHUNK]:
            socket.shows = number
            await socket.send_frame(text)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running loop: one in a server, one for each test."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
