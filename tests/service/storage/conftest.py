"""The database of a prepared store by itself, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from fairdeal.service.settings import Settings
from fairdeal.service.storage.database import Database
from fairdeal.service.storage.kinds import open_database


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """A store's database: the numbers 1 to 128 are committed, nothing was opened."""
    with open_database(settings.database) as opened:
        yield opened
