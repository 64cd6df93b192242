"""What both kinds of database promise alike; how SQLite shares a commit is in test_group_commit.py."""

import os
import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, StatementError

from fairdeal.service.storage.database import MOST_RUNS, Again, Busy
from fairdeal.service.storage.kinds import open_database


@pytest.fixture
def table(database):
    """A database with a table of values."""
    database.write(lambda conn: conn.execute(text("CREATE TABLE kept (value INTEGER PRIMARY KEY)")))
    return database


def put(value):
    def fn(conn):
        conn.execute(text("INSERT INTO kept VALUES (:value)"), {"value": value})
        return value

    return fn


def kept(database):
    return database.read(lambda conn: list(conn.execute(text("SELECT value FROM kept ORDER BY value")).scalars()))


def test_a_write_is_stored_and_answers(table):
    """What the function wrote is there afterwards, and what it returned comes back."""
    assert table.write(put(1)) == 1
    assert kept(table) == [1]


def test_a_write_that_raises_stores_nothing(table):
    """The error reaches the caller as it was raised; nothing of the function's work stays, and the database works on."""

    def fn(conn):
        put(1)(conn)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        table.write(fn)
    assert kept(table) == []
    assert table.write(put(2)) == 2


def test_a_failing_statement_stores_nothing(table):
    """A statement that the database refuses ends the write, and the next one is not hurt by it."""
    with pytest.raises(DBAPIError):
        table.write(lambda conn: (put(1)(conn), put(1)(conn)))
    assert kept(table) == []
    assert table.write(put(1)) == 1


def test_a_write_inside_a_write_is_refused(table):
    """It would wait for itself for ever; a read inside a write sees what was written so far."""
    with pytest.raises(RuntimeError, match="inside a write"):
        table.write(lambda _: table.write(put(1)))

    def fn(conn):
        put(2)(conn)
        return kept(table)

    assert table.write(fn) == [2]


def test_an_overtaken_write_is_run_again_from_the_start(table):
    """A function that raises Again is rolled back and run anew until it is through."""
    runs = []

    def fn(conn):
        runs.append(1)
        put(len(runs))(conn)
        if len(runs) < 3:
            raise Again
        return len(runs)

    assert table.write(fn) == 3
    assert kept(table) == [3]


def test_a_write_that_is_always_overtaken_ends_busy(table):
    """It is not run for ever, and nothing of it stays."""
    runs = []

    def fn(conn):
        runs.append(1)
        put(1)(conn)
        raise Again

    with pytest.raises(Busy):
        table.write(fn)
    assert len(runs) == MOST_RUNS
    assert kept(table) == []


def test_readers_do_not_wait_for_a_writer(table):
    """While a write is open, others read what was there before it."""
    seen = []

    def fn(conn):
        put(1)(conn)
        reader = threading.Thread(target=lambda: seen.append(kept(table)))
        reader.start()
        reader.join(20)
        return seen

    assert table.write(fn) == [[]]


def test_threads_write_side_by_side(table):
    """Writes of many threads are all stored, and each gets its own answer."""
    answers = {}

    def work(first):
        for value in range(first, first + 25):
            answers[value] = table.write(put(value))

    threads = [threading.Thread(target=work, args=(first,)) for first in range(0, 200, 25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {value: value for value in range(200)}
    assert kept(table) == list(range(200))


def test_a_writer_that_waits_too_long_is_told(table, settings):
    """While somebody holds what a write needs, it waits no longer than it was told to, and stores nothing."""
    table.write(put(1))
    holding, done = threading.Event(), threading.Event()

    def hold(conn):
        conn.execute(text("UPDATE kept SET value = 1"))
        holding.set()
        done.wait(30)

    holder = threading.Thread(target=table.write, args=(hold,))
    holder.start()
    holding.wait(30)
    try:
        with open_database(settings.database, wait=0.2) as impatient, pytest.raises(Busy) as busy:
            impatient.write(lambda conn: conn.execute(text("UPDATE kept SET value = 2")))
        assert busy.value.retry_after >= 1
    finally:
        done.set()
        holder.join()
    assert kept(table) == [1]


def test_no_error_quotes_a_parameter(table):
    """The text of a database error names the statement, never the values: they may be seeds and cards."""
    with pytest.raises((DBAPIError, StatementError)) as failed:
        table.read(lambda conn: conn.execute(text("SELECT missing FROM kept WHERE value = :value"), {"value": 424242}))
    assert "424242" not in str(failed.value)


def test_processes_write_side_by_side(table, settings):
    """Writes of several processes, forked before they opened the database, are all stored."""
    children = []
    for first in range(0, 100, 25):
        child = os.fork()
        if child == 0:
            with open_database(settings.database) as mine:
                for value in range(first, first + 25):
                    mine.write(put(value))
            os._exit(0)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert kept(table) == list(range(100))


def test_a_killed_writer_stores_nothing_and_blocks_nobody(table, settings):
    """A process that dies inside a write leaves nothing of it, and others can write at once."""
    child = os.fork()
    if child == 0:
        mine = open_database(settings.database)
        mine.write(lambda conn: (put(1)(conn), os.kill(os.getpid(), 9)))
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert table.write(put(2)) == 2
    assert kept(table) == [2]


def test_connections_of_ended_threads_are_closed(table):
    """A thread's connection does not outlive it for long: the next new one closes those that were left."""
    for value in range(5):
        thread = threading.Thread(target=table.write, args=(put(value),))
        thread.start()
        thread.join()
    # This thread's, and the last one's.
    assert len(table._connections) <= 2


def test_closing_closes_every_connection(table):
    """After closing none is left open; closing once more does no harm."""
    connections = [table.read(lambda conn: conn)]
    thread = threading.Thread(target=lambda: connections.append(table.read(lambda conn: conn)))
    thread.start()
    thread.join()
    table.close()
    assert all(connection.closed for connection in connections)
