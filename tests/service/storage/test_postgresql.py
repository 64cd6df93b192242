import threading

import pytest
from sqlalchemy import text

from fairdeal.service.storage.database import Busy
from fairdeal.service.storage.kinds import open_database

pytestmark = pytest.mark.postgresql


@pytest.fixture
def database_kind():
    """What is special about PostgreSQL is tested on PostgreSQL."""
    return "postgresql"


@pytest.fixture
def other(settings):
    """Another client of the same database."""
    with open_database(settings.database) as opened:
        yield opened


def process_id(conn):
    return conn.execute(text("SELECT pg_backend_pid()")).scalar()


def cut_off(other, pid):
    """End a connection from the server's side, as a restart does, and wait until it is gone."""
    other.read(lambda conn: conn.execute(text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": pid}).all())


def put(conn, name):
    conn.execute(text("INSERT INTO meta VALUES (:name, '')"), {"name": name})


def count(database, name):
    return database.read(
        lambda conn: conn.execute(text("SELECT count(*) FROM meta WHERE name = :name"), {"name": name}).scalar()
    )


def test_reads_and_writes_survive_a_lost_connection(database, other):
    """A connection that the server closed while it was idle is replaced, and the caller notices nothing."""
    cut_off(other, database.read(process_id))
    assert database.read(process_id) is not None
    cut_off(other, database.read(process_id))
    database.write(lambda conn: put(conn, "a"))
    assert count(database, "a") == 1


def test_a_write_that_lost_its_connection_half_way_is_run_again(database, other):
    """What the lost transaction did is gone; the second run is stored, once."""
    runs = []

    def fn(conn):
        runs.append(1)
        put(conn, "a")
        if len(runs) == 1:
            cut_off(other, process_id(conn))
        put(conn, "b")

    database.write(fn)
    assert len(runs) == 2
    assert (count(database, "a"), count(database, "b")) == (1, 1)


def test_a_commit_whose_answer_is_lost_is_not_called_done(database, other):
    """Nobody can tell whether it was stored, so the caller is told to ask again; the connection is not used any more."""

    def fn(conn):
        put(conn, "a")
        cut_off(other, process_id(conn))

    with pytest.raises(Busy, match="cannot be reached"):
        database.write(fn)
    database.write(lambda conn: put(conn, "b"))
    assert count(database, "b") == 1


def test_writers_that_wait_for_each_other_both_get_through(database):
    """Of two that lock two rows in opposite order, the server ends one; it is run again, and both are stored."""
    database.write(lambda conn: (put(conn, "a"), put(conn, "b")))
    both_have_one = threading.Barrier(2)
    failures = []

    def work(first, second):
        runs = []

        def fn(conn):
            lock = text("UPDATE meta SET value = value || 'x' WHERE name = :name")
            conn.execute(lock, {"name": first})
            runs.append(1)
            if len(runs) == 1:
                both_have_one.wait(60)
            conn.execute(lock, {"name": second})

        try:
            database.write(fn)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=names) for names in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    values = text("SELECT value FROM meta WHERE name IN ('a', 'b')")
    assert database.read(lambda conn: conn.execute(values).scalars().all()) == ["xx", "xx"]


def test_an_answer_is_given_for_what_is_on_disk(settings, other):
    """Where the server's default is to answer before it has flushed, our connections ask for the flush."""
    name = settings.database.database
    other.read(lambda conn: conn.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off")))
    with open_database(settings.database) as fresh:
        assert fresh.read(lambda conn: conn.execute(text("SHOW synchronous_commit")).scalar()) == "on"


def test_a_stricter_flush_is_left_alone(settings, other):
    """An operator who waits for a standby as well goes on doing so."""
    name = settings.database.database
    other.read(lambda conn: conn.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = remote_apply")))
    with open_database(settings.database) as fresh:
        assert fresh.read(lambda conn: conn.execute(text("SHOW synchronous_commit")).scalar()) == "remote_apply"
