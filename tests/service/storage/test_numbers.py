import os
import threading

import pytest
from sqlalchemy import text

from fairdeal.service.storage import numbers
from fairdeal.service.storage.kinds import open_database


def claim(database, now=1):
    return database.write(lambda conn: numbers.claim(conn, now))


def publish(database, size):
    database.write(
        lambda conn: conn.execute(text(f"UPDATE log_heads SET published_size = {size} WHERE log = 'commits'"))
    )


def stand(database):
    return database.read(numbers.fetch)


def test_numbers_are_handed_out_in_order_until_none_is_left(database):
    """From 1 to the last committed number, each once; then none, until more are committed."""
    assert [claim(database).number for _ in range(128)] == list(range(1, 129))
    assert claim(database) is None
    assert stand(database).left == 0
    assert database.write(lambda conn: numbers.extend(conn, 128, 130, stand(database).key_id))
    publish(database, 131)
    assert [claim(database).number, claim(database).number, claim(database)] == [129, 130, None]


def test_a_number_whose_opening_failed_goes_to_the_next(database):
    """A claim that is rolled back leaves no gap."""

    def fail(conn):
        numbers.claim(conn, 1)
        raise KeyError

    with pytest.raises(KeyError):
        database.write(fail)
    assert claim(database).number == 1


def test_openings_never_go_back_in_time(database):
    """When the clock is set back, the time of the last opening is kept until the clock has passed it."""
    assert [claim(database, now).opened_at for now in (100, 90, 101)] == [100, 100, 101]


def test_only_numbers_below_the_published_size_are_handed_out(database):
    """A number is not handed out while its commitment cannot be seen in the log, though it is committed."""
    publish(database, 3)
    assert [claim(database).number, claim(database).number, claim(database)] == [1, 2, None]
    publish(database, 4)
    assert claim(database).number == 3


def test_a_claim_says_how_far_numbers_are_committed(database):
    """The anchor's mark must not pass it."""
    assert claim(database).committed == 128


def test_a_batch_is_counted_only_where_it_belongs(database):
    """One that was drawn for numbers that somebody else has committed meanwhile, or under an old key, is not counted."""
    key_id = stand(database).key_id
    assert not database.write(lambda conn: numbers.extend(conn, 127, 140, key_id))
    assert not database.write(lambda conn: numbers.extend(conn, 128, 140, "other"))
    database.write(lambda conn: numbers.use_key(conn, "other"))
    assert not database.write(lambda conn: numbers.extend(conn, 128, 140, key_id))
    assert database.write(lambda conn: numbers.extend(conn, 128, 140, "other"))
    assert (stand(database).committed, stand(database).key_id) == (140, "other")


def test_retired_numbers_are_not_handed_out(database):
    """Retiring starts at the lowest number that was not handed out, or does not happen."""
    claim(database)
    assert not database.write(lambda conn: numbers.retire(conn, 3, 5))
    assert database.write(lambda conn: numbers.retire(conn, 2, 5))
    assert claim(database).number == 6


def test_eight_processes_get_distinct_consecutive_numbers(database, settings):
    """However many ask at once, from processes and threads, no number is given twice and none is skipped."""
    children = []
    for _ in range(8):
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            with open_database(settings.database, wait=60) as mine:
                got = []

                def work(got=got, mine=mine):
                    for _ in range(8):
                        got.append(claim(mine).number)

                threads = [threading.Thread(target=work) for _ in range(2)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            os.write(tell, " ".join(map(str, got)).encode())
            os._exit(0)
        os.close(tell)
        children.append((child, told))
    got = []
    for child, told in children:
        with os.fdopen(told) as answer:
            got += map(int, answer.read().split())
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert sorted(got) == list(range(1, 129))
