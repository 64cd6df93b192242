import logging
import threading

import pytest
from sqlalchemy import text

from fairdeal.service.runtime import housekeeping
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.storage import deals, idempotency, numbers
from fairdeal.service.storage.idempotency import Call
from tests.service.players import Table


@pytest.fixture
def housekeeper(service):
    """The housekeeper of the test's service; nothing runs until the test says so."""
    return Housekeeper(service)


def claim(service, count):
    service.database.write(lambda conn: [numbers.claim(conn, 1) for _ in range(count)])


def left(service):
    return service.database.read(numbers.fetch).left


def test_numbers_are_topped_up(service, housekeeper):
    """After a round enough numbers wait again."""
    claim(service, 100)
    assert housekeeper.run_once()
    assert left(service) == 128


def test_due_deals_are_ended(service, housekeeper, clock, monkeypatch):
    """All deals that are due are handed to their ending, in parts; when none is due nothing is called."""
    calls = []

    def expire(_service, _stuck, limit):
        calls.append(limit)
        for row in service.database.read(lambda conn: deals.due(conn, clock(), 2)):
            service.database.write(lambda conn, row=row: deals.update(conn, row, ended_at=clock()))

    monkeypatch.setattr(housekeeping, "expire_due", expire)
    assert housekeeper.run_once()
    assert calls == []
    for number in range(1, 6):
        row = service.database.read(lambda conn, number=number: deals.fetch(conn, number))
        service.database.write(lambda conn, row=row: deals.update(conn, row, expires_at=clock() + 10))
    clock.advance(10)
    assert housekeeper.run_once()
    assert calls == [housekeeping.AT_ONCE] * 3


def test_old_idempotency_keys_are_forgotten(service, housekeeper, clock):
    """A day after its deal's outcome a key is gone; one that is younger stays."""

    def store(conn):
        for number, ended in ((1, clock() - idempotency.KEPT_SECONDS), (2, clock())):
            call = Call.of("/v1/deals", str(number) * 32, {})
            idempotency.remember(conn, call, str(number), 1, deal=number)
            deals.update(conn, deals.fetch(conn, number), ended_at=ended)

    service.database.write(store)
    assert housekeeper.run_once()
    kept = service.database.read(lambda conn: conn.execute(text("SELECT deal FROM idempotency")).scalars().all())
    assert kept == [2]


def test_one_of_several_is_in_charge(service, housekeeper, clock):
    """The others do nothing while its lease lasts, and one of them takes over when it is heard of no more."""
    other = Housekeeper(service)
    assert housekeeper.run_once()
    assert not other.run_once()
    clock.advance(housekeeping.LEASE_SECONDS)
    assert other.run_once()
    assert not housekeeper.run_once()


def test_one_that_stops_lets_another_take_over(service, housekeeper, clock):
    """After a clean stop nobody has to wait for the lease to end; nor does anybody publish within the same second."""
    assert housekeeper.run_once()
    housekeeper.stop()
    clock.advance(1)
    assert not Housekeeper(service).run_once()
    clock.advance(1)
    assert Housekeeper(service).run_once()


def test_one_that_lost_its_lease_begins_no_task(service, housekeeper, clock, monkeypatch):
    """A task that took longer than the lease is the last of its round: somebody else is at the next one by then."""
    other = Housekeeper(service)

    def slow(*_arguments):
        clock.advance(housekeeping.LEASE_SECONDS)
        monkeypatch.undo()
        assert other.run_once()
        return 0

    sequenced = []
    monkeypatch.setattr(housekeeping, "commit_ahead", slow)
    assert not housekeeper.run_once()
    monkeypatch.setattr(housekeeping, "sequence", lambda _log: sequenced.append(1) or 0)
    assert not housekeeper.run_once()
    assert sequenced == []
    assert other.run_once()
    assert sequenced == [1]


def test_a_deal_that_cannot_be_ended_holds_up_no_other(
    service, housekeeper, client, clock, monkeypatch, caplog, log_watch
):
    """Even when there are more of them than one transaction takes: each is logged once, by number, and tried again later."""
    monkeypatch.setattr(housekeeping, "AT_ONCE", 2)
    tables = [Table.open(client) for _ in range(5)]

    def spoil(conn):
        for number in (1, 2, 3):
            row = deals.fetch(conn, number)
            assert deals.update(conn, row, secret=row.secret[::-1])
        return [deals.fetch(conn, number).secret for number in (1, 2, 3)]

    spoilt = service.database.write(spoil)
    clock.advance(service.settings.deadline)
    with caplog.at_level(logging.DEBUG), log_watch.paused():
        for _ in range(3):
            assert housekeeper.run_once()
    states = service.database.read(lambda conn: [deals.fetch(conn, table.number).state for table in tables])
    assert states == ["contributing"] * 3 + ["voided"] * 2
    said = [record.getMessage() for record in caplog.records if record.name == "fairdeal.deals"]
    assert sorted(line[:6] for line in said) == ["deal 1", "deal 2", "deal 3"]
    assert "cannot be ended: " in said[0]
    assert not any(secret.hex() in caplog.text for secret in spoilt)

    def mend(conn):
        for number, secret in enumerate(spoilt, 1):
            assert deals.update(conn, deals.fetch(conn, number), secret=secret[::-1])

    service.database.write(mend)
    clock.advance(housekeeping.RETRY_SECONDS)
    assert housekeeper.run_once()
    assert service.database.read(lambda conn: deals.fetch(conn, 1).state) == "voided"


def test_a_task_that_fails_keeps_no_other_from_its_turn(service, housekeeper, monkeypatch, caplog):
    """The failure is logged by its kind and its place alone, since its text may quote a row; the round goes on."""

    def fail(*_arguments):
        raise ValueError("the seed is 0123")

    purged = []
    monkeypatch.setattr(housekeeping, "commit_ahead", fail)
    monkeypatch.setattr(idempotency, "purge", lambda *_: purged.append(1) or 0)
    with caplog.at_level(logging.DEBUG):
        assert not housekeeper.run_once()
    assert purged == [1]
    assert "ValueError at " in caplog.text
    assert "seed is" not in caplog.text
    monkeypatch.undo()
    claim(service, 100)
    assert housekeeper.run_once()
    assert left(service) == 128


def test_the_thread_keeps_house_until_it_is_stopped(service, housekeeper, monkeypatch):
    """Started, it does its rounds by itself, also after one that failed; stopped, its thread is gone."""
    rounds = threading.Semaphore(0)
    seen = []

    def commit_ahead(*_arguments):
        seen.append(1)
        rounds.release()
        if len(seen) == 1:
            raise ValueError
        return 0

    monkeypatch.setattr(housekeeping, "commit_ahead", commit_ahead)
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.001)
    housekeeper.start()
    for _ in range(3):
        assert rounds.acquire(timeout=60)
    housekeeper.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "housekeeping"]
