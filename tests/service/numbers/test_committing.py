import os
import threading

from fairdeal.engine.protocol.commitment import commitment
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.numbers import committing as batches
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.storage import deals, numbers


def stand(service):
    return service.database.read(numbers.fetch)


def more(service, ahead):
    return commit_ahead(service.logs.commits, service.keys, ahead)


def rows(service, first):
    return service.database.read(lambda conn: deals.list_after(conn, first - 1, 10_000, None))


def test_numbers_are_committed_in_chunks(service, monkeypatch):
    """One transaction commits a bounded number, so that others get their turn, until enough wait."""
    monkeypatch.setattr(batches, "CHUNK", 100)
    assert [more(service, 350) for _ in range(4)] == [100, 100, 0, 0]
    assert stand(service).committed == 328
    assert [row.number for row in rows(service, 1)] == list(range(1, 329))


def test_nothing_is_committed_while_enough_wait(service):
    """A single number that was handed out is not replaced at once."""
    service.database.write(lambda conn: numbers.claim(conn, 1))
    assert more(service, 128) == 0
    assert more(service, 1) == 0


def test_each_commitment_opens_with_its_own_fresh_seed(service):
    """The stored secret is 64 random bytes; the first 32 are the seed that the commitment fixes."""
    secrets = [service.keys.decrypt_secret(row.number, row.key_id, row.secret) for row in rows(service, 1)]
    for row, secret in zip(rows(service, 1), secrets, strict=True):
        assert commitment(service.settings.origin, row.number, secret[:32]) == row.commitment
        assert len(secret) == 64
    assert len({half for secret in secrets for half in (secret[:32], secret[32:])}) == 2 * len(secrets)


def test_seeds_come_from_the_operating_system(service, monkeypatch):
    """Seed and token secret are each 32 bytes of os.urandom."""
    drawn = []
    urandom = os.urandom
    monkeypatch.setattr(batches.os, "urandom", lambda size: drawn.append(urandom(size)) or drawn[-1])
    assert more(service, 384) == 256
    row = rows(service, 129)[0]
    secret = service.keys.decrypt_secret(129, row.key_id, row.secret)
    assert {secret[:32], secret[32:]} <= set(drawn)


def test_two_that_commit_at_once_commit_each_number_once(service):
    """Both may try; the numbers stay without gap, and each seed opens the commitment that was stored with it."""
    threads = [threading.Thread(target=more, args=(service, 600)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    committed = stand(service).committed
    assert committed > 128
    stored = rows(service, 1)
    assert [row.number for row in stored] == list(range(1, committed + 1))
    for row in stored:
        seed = service.keys.decrypt_secret(row.number, row.key_id, row.secret)[:32]
        assert commitment(service.settings.origin, row.number, seed) == row.commitment


def test_a_batch_under_a_key_that_was_replaced_meanwhile_is_not_stored(service, monkeypatch):
    """A key that a rotation is about to drop seals nothing any more; the next batch is under the new one."""
    draw = batches._draw
    other = KeyFile.load(service.settings.keys_path, service.settings.origin)

    def rotating(keys, number, key_id):
        monkeypatch.setattr(batches, "_draw", draw)
        new = other.add_key()
        service.database.write(lambda conn: numbers.use_key(conn, new))
        return draw(keys, number, key_id)

    monkeypatch.setattr(batches, "_draw", rotating)
    assert more(service, 384) == 0
    assert stand(service).committed == 128
    assert more(service, 384) == 256
    assert {row.key_id for row in rows(service, 129)} == {other.active}
