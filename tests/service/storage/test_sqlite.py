import stat

import pytest
from sqlalchemy.engine import make_url

from service.storage.kinds import open_database
from service.storage.migrating import migrate


@pytest.fixture
def database_kind():
    """What is special about SQLite is tested on SQLite."""
    return "sqlite"


def pragma(database, name):
    return database.read(lambda conn: conn.exec_driver_sql(f"PRAGMA {name}").scalar())


def test_a_commit_is_on_disk_when_it_returns(database):
    """Each connection writes ahead, and flushes at each commit (2 is FULL)."""
    assert pragma(database, "journal_mode") == "wal"
    assert pragma(database, "synchronous") == 2


def test_nobody_else_may_read_the_files(tmp_path):
    """The database, its log, its index and its locks are their owner's alone."""
    with open_database(make_url(f"sqlite:///{tmp_path / 'new.db'}")) as database:
        migrate(database)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("new.db*")}
    names = ("new.db", "new.db-wal", "new.db-shm", "new.db-write", "new.db-write-turnstile")
    assert modes == dict.fromkeys(names, 0o600)


def test_a_full_disk_fails_all_that_share_the_commit_and_nothing_else(database, settings):
    """When SQLite cannot write, the callers hear of it, nothing is stored, and later writes work."""
    pages = pragma(database, "page_count")
    database.read(lambda conn: conn.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}").close())

    def fill(conn):
        conn.exec_driver_sql("INSERT INTO meta VALUES ('big', ?)", ("x" * 1_000_000,))

    with pytest.raises(Exception, match="full"):
        database.write(fill)
    database.write(lambda conn: conn.exec_driver_sql("INSERT INTO meta VALUES ('small', '')"))
    with open_database(settings.database) as other:
        assert other.read(
            lambda conn: conn.exec_driver_sql("SELECT name FROM meta WHERE name IN ('big', 'small')").scalars().all()
        ) == ["small"]
