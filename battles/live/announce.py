"""The news that a battle has a new number, told after the commit to every process that has sockets of it."""

from __future__ import annotations

import asyncio
import logging
from threading import Lock

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

_serving: asyncio.AbstractEventLoop | None = None
_lock = Lock()


def group(battle_id: str) -> str:
    """The layer's group of a battle; every process joins it once."""
    return f"battle.{battle_id}"


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """From now on news is sent on this loop, the one that the sockets of the process live on."""
    global _serving
    with _lock:
        _serving = loop


def announce(battle_id: str, number: int) -> None:
    """Tell the number only. A lost message does no harm: sockets ask at each heartbeat."""
    if _serving is not None and _serving.is_running():
        # not async_to_sync: a queue filled from another thread wakes the loop only when it wakes by itself
        asyncio.run_coroutine_threadsafe(_tell(battle_id, number), _serving)
    else:
        async_to_sync(_tell)(battle_id, number)


async def _tell(battle_id: str, number: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await layer.group_send(group(battle_id), {"type": "battle.poke", "battle": battle_id, "number": number})
    except Exception:
        log.exception("not announced", extra={"battle_id": battle_id, "number": number})
