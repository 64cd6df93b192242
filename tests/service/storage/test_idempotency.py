import threading

import pytest
from sqlalchemy import text

from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals, idempotency
from fairdeal.service.storage.idempotency import Call

KEY = "k" * 32
DAY = 24 * 60 * 60


def call(key=KEY, address="/v1/deals", body=None):
    return Call.of(address, key, {} if body is None else body)


def remember(database, key=KEY, number=1, now=100):
    database.write(lambda conn: idempotency.remember(conn, call(key), str(number), now, deal=number))


def find(database, key=KEY, now=100, **terms):
    return database.write(lambda conn: idempotency.replayed(conn, call(key, **terms), now))


def test_a_key_is_known_with_its_result(database):
    """What the first call gave comes back; another key is new, and so is the same key at another address."""
    remember(database, number=17)
    assert find(database) == "17"
    assert find(database, "l" * 32) is None
    assert find(database, address="/v1/sheets") is None


def test_a_key_stands_for_one_body(database):
    """The order of its members does not matter, anything else does."""
    first = call(body={"hand": 1, "ttl": 60})
    database.write(lambda conn: idempotency.remember(conn, first, "1", 100))
    assert find(database, body={"ttl": 60, "hand": 1}) == "1"
    with pytest.raises(Problem) as refused:
        find(database, body={"hand": 2, "ttl": 60})
    assert refused.value.slug == "idempotency-key-reused"


def test_a_call_without_a_key_is_not_remembered(database):
    """Each is a call of its own."""
    assert Call.of("/v1/deals", None, {}) is None
    database.write(lambda conn: idempotency.remember(conn, None, "1", 100))
    assert database.write(lambda conn: idempotency.replayed(conn, None, 100)) is None
    assert database.read(lambda conn: conn.execute(text("SELECT count(*) FROM idempotency")).scalar()) == 0


def test_a_key_that_opened_no_deal_is_kept_for_a_day(database):
    """Not a second longer, whether or not it was purged; then it may stand for another call."""
    for result in ("first", "second"):
        now = 100 if result == "first" else 100 + DAY
        database.write(lambda conn, result=result, now=now: idempotency.remember(conn, call(), result, now))
        assert find(database, now=now + DAY - 1) == result
        assert database.write(lambda conn, now=now: idempotency.purge(conn, now + DAY - 1, 10)) == 0
        if result == "first":
            assert find(database, now=now + DAY, body={"other": 1}) is None
    assert database.write(lambda conn: idempotency.purge(conn, 100 + 2 * DAY, 10)) == 1
    assert find(database, now=100 + DAY) is None


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
        known = idempotency.replayed(conn, call(), 100)
        if known is not None:
            return known
        idempotency.remember(conn, call(), str(number), 100, deal=number)
        return str(number)

    def open_at_once(number):
        start.wait()
        answers.append(database.write(lambda conn: open_one(conn, number)))

    threads = [threading.Thread(target=open_at_once, args=(number,)) for number in range(1, 5)]
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
