"""What a server under test has stored of a battle, read from its database: for tests in which the server plays too."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from battles.rules.apply import replay
from battles.rules.battle import Battle
from battles.rules.stored import event_from_json, position_from_json


class Stored(NamedTuple):
    """A battle at its last number, and who has commanded what, in order."""

    number: int
    battle: Battle
    given: tuple[tuple[str, str], ...]

    def of(self, side: str) -> list[str]:
        return [do for who, do in self.given if who == side]


MOVES = """select move.number, move.command, move.events, seat.side, move.key is not null
from live_move move left join live_seat seat on seat.id = move.seat_id where move.battle_id = ? order by move.number"""


def read(database: Path, battle_id: str) -> Stored:
    """The start and all events folded: nothing that the server reckoned is believed."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as store:
        (start,) = store.execute("select start from live_livebattle where id = ?", (battle_id,)).fetchone()
        moves: list[Any] = store.execute(MOVES, (battle_id,)).fetchall()
    events = [event_from_json(event) for _, _, told, _, _ in moves for event in json.loads(told)]
    battle = replay(position_from_json(json.loads(start)), events)
    given = tuple((side, json.loads(command)["do"]) for _, command, _, side, commanded in moves if commanded)
    return Stored(moves[-1][0], battle, given)
