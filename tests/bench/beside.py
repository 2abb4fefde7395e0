"""A command of two people while the server plays other battles in the same process: how long the answer takes.

.venv/bin/python -m tests.bench.beside
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.browser.stage import SEED, Stage
from tests.daphne import Daphne, Site
from tests.visitor import Visitor

COMMANDS = 60
CROWDS = (0, 1, 5)


def spectacles(daphne: Daphne, count: int) -> None:
    """So many battles of the server against itself, at its fastest."""
    for _ in range(count):
        watcher = Visitor()
        watcher.get(daphne.url)
        assert watcher.post(f"{daphne.url}/battles/spectacle", {}).status == 200
    with closing(sqlite3.connect(daphne.database)) as store, store:
        store.execute("update live_machine set pace = 'fast'")


def moves(daphne: Daphne, battle: str) -> int:
    """What the server has commanded in all other battles."""
    with closing(sqlite3.connect(daphne.database)) as store:
        found = store.execute("select count(*) from live_move where battle_id != ? and key is not null", (battle,))
        return int(found.fetchone()[0])


def measure(folder: Path, site: Site, crowd: int) -> str:
    folder.mkdir()
    daphne = site.server(folder, {"DRUZHINA_DICE_SEED": SEED}).start()
    try:
        stage = Stage(daphne.url)
        stage.play(4)
        spectacles(daphne, crowd)
        times, begun, before = [], time.perf_counter(), moves(daphne, stage.battle)
        for _ in range(COMMANDS):
            side, command = stage.replica.upcoming()
            start = time.perf_counter()
            stage.give(side, command)
            times.append(1000 * (time.perf_counter() - start))
            stage.replica.play(side, command)
        rate = (moves(daphne, stage.battle) - before) / (time.perf_counter() - begun)
    finally:
        daphne.stop()
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{crowd:>3} battles of the server, {rate:5.1f} commands a second   median {statistics.median(times):6.1f} ms   p95 {p95:6.1f} ms   most {max(times):6.1f} ms"  # noqa: E501


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        for crowd in CROWDS:
            print(measure(Path(folder) / str(crowd), site, crowd))


if __name__ == "__main__":
    main()
