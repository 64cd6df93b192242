import threading

import pytest
from sqlalchemy import text

from fairdeal.service.storage import deals, idempotency

KEY = "k" * 32


def remember(database, key=KEY, number=1, now=100):
    database.write(lambda conn: idempotency.remember(conn, key, b"b" * 32, number, now))


def find(database, key=KEY):
    return database.read(lambda conn: idempotency.find(conn, key))


def test_a_key_is_known_with_what_it_was_used_for(database):
    """The number and the body's hash come back; another key is new."""
    remember(database, number=17)
    assert find(database) == idempotency.Known(b"b" * 32, 17)
    assert find(database, "l" * 32) is None


def test_a_key_is_not_stored_in_the_clear(database):
    """What lies in the database does not give the key away."""
    remember(database)
    rows = database.read(lambda conn: conn.execute(text("SELECT * FROM idempotency")).all())
    assert KEY not in str(rows)
    assert KEY.encode() not in b"".join(
        bytes(value) for row in rows for value in row if isinstance(value, bytes | memoryview)
    )


def test_two_calls_with_one_key_open_one_deal(database):
    """Of calls that come at once one is first; the others find what it did, whatever database they run on."""
    answers = []
    start = threading.Barrier(4)

    def open_one(conn, number):
        known = idempotency.find(conn, KEY)
        if known is not None:
            return known.number
        idempotency.remember(conn, KEY, b"b" * 32, number, 100)
        return number

    def call(number):
        start.wait()
        answers.append(database.write(lambda conn: open_one(conn, number)))

    threads = [threading.Thread(target=call, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [answers[0]] * 4


@pytest.mark.parametrize(("ended_at", "kept"), [(None, True), (1_000, True), (999, False)])
def test_a_key_is_kept_for_a_day_after_the_outcome(database, ended_at, kept):
    """A running deal's key stays however old it is; an ended one's until a day has passed."""
    remember(database, now=0)
    row = database.read(lambda conn: deals.fetch(conn, 1))
    database.write(lambda conn: deals.update(conn, row, ended_at=ended_at))
    purged = database.write(lambda conn: idempotency.purge(conn, 999 + idempotency.KEPT_SECONDS, 10))
    assert (find(database) is not None) is kept
    assert purged == (not kept)


def test_purging_goes_in_parts(database):
    """At most so many keys are forgotten at once, the oldest first."""
    for number in range(1, 5):
        remember(database, key=str(number) * 32, number=number, now=number)
        row = database.read(lambda conn, number=number: deals.fetch(conn, number))
        database.write(lambda conn, row=row: deals.update(conn, row, ended_at=5))
    assert database.write(lambda conn: idempotency.purge(conn, 10**6, 3)) == 3
    assert [number for number in range(1, 5) if find(database, str(number) * 32)] == [4]
