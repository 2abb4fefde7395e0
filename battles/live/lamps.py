"""The lamps of a battle page: who is at the table, and what may be done about somebody who is not."""

from __future__ import annotations

import json
from typing import Any

from ..rules.battle import ENEMY
from . import tokens, warden, wording
from .presence import SIDES
from .tables import Table

Context = dict[str, Any]
BRIEF = 40
UNHEARD = {"is": "free", "ago": 0}


def context_of(table: Table, viewer: str) -> Context:
    """A row for each seat, the page's own side first; and the facts that its script begins with."""
    facts = warden.facts_of(table.battle_id)
    order = [*(SIDES if viewer == "red" else SIDES[::-1]), *(["referee"] if table.guests.get("referee") else [])]
    rows = [
        {
            "side": side,
            "shield": tokens.shield(side) if side in SIDES else "",
            "name": wording.side_name(table.names, side),
            "other": wording.side_name(table.names, ENEMY[side], BRIEF) if side in SIDES else "",
            "brief": wording.side_name(table.names, side, BRIEF),
            "own": side == viewer,
            "claims": viewer == ENEMY.get(side),
            **facts["seats"].get(side, UNHEARD),
        }
        for side in order
    ]
    return {"lamps": rows, "presence": json.dumps(facts)}
