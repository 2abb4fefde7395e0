"""One server for all browser tests that need no restart: battles do not meet each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.stage import SEED, Stage
from tests.daphne import Daphne, Site


@pytest.fixture(scope="session")
def house(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daphne]:
    """The build keeps its name, whoever edits files meanwhile: a new build makes pages reload."""
    server = site.server(tmp_path_factory.mktemp("house"), {"DRUZHINA_DICE_SEED": SEED, "BUILD_ID": "house"})
    yield server.start()
    server.stop()
    print("\n".join(server.log))


@pytest.fixture
def house_url(house: Daphne) -> str:
    return house.url


@pytest.fixture
def stage(house_url: str) -> Stage:
    """A battle that has just begun, with both armies to be deployed."""
    return Stage(house_url)
