"""The kinds of database there are."""

from sqlalchemy import URL

from fairdeal.service.storage.database import Database
from fairdeal.service.storage.postgresql import PostgresDatabase
from fairdeal.service.storage.sqlite import SqliteDatabase


def open_database(url: URL, wait: float = 5.0) -> Database:
    """The database at ``url``; no call waits much longer than ``wait`` seconds for it. Connects to nothing yet."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url, wait)
    return PostgresDatabase(url, wait)
