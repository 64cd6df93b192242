import stat
import threading
import time

import pytest
from sqlalchemy.engine import make_url

from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.migrating import migrate
from fairdeal.service.storage.write_lock import WriteLock


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


def test_a_write_that_fails_in_a_shared_transaction_is_undone_alone(database, settings):
    """Three writes share one commit; the one that raises after it wrote leaves nothing, the other two are stored."""
    queue_up = WriteLock(settings.data / "fairdeal.sqlite-write")
    queue_up.acquire(time.monotonic() + 60)
    results = {}

    def write(name):
        def fn(conn):
            conn.exec_driver_sql("INSERT INTO meta VALUES (?, '')", (name,))
            return 1 // (name != "bad")

        try:
            results[name] = database.write(fn)
        except ZeroDivisionError as error:
            results[name] = error

    threads = [threading.Thread(target=write, args=(name,)) for name in ("a", "bad", "b")]
    for thread in threads:
        thread.start()
    while len(database._commits._queue) < 2:
        time.sleep(0.001)
    queue_up.close()
    for thread in threads:
        thread.join()
    stored = database.read(lambda conn: conn.exec_driver_sql("SELECT name FROM meta").scalars().all())
    assert {"a", "b"} <= set(stored)
    assert "bad" not in stored
    assert (results["a"], results["b"], type(results["bad"])) == (1, 1, ZeroDivisionError)
