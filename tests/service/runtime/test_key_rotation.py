import json

import pytest

from fairdeal.engine.protocol.commitment import commitment
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime import key_rotation as rotation
from fairdeal.service.runtime.key_rotation import rotate
from fairdeal.service.storage import deals


@pytest.fixture
def keys(service):
    """The key file as a command of its own reads it."""
    return KeyFile.load(service.settings.keys_path, service.settings.origin)


def rows(service):
    return service.database.read(lambda conn: deals.list_after(conn, 0, 10_000, None))


def check(service):
    for row in rows(service):
        seed = service.keys.decrypt_secret(row.number, row.key_id, row.secret)[:32]
        assert commitment(service.settings.origin, row.number, seed) == row.commitment


def test_every_secret_is_under_the_new_key_and_the_old_one_is_gone(service, keys, monkeypatch):
    """All rows, over several batches; the file holds the new key alone, and the signing keys as before."""
    monkeypatch.setattr(rotation, "AT_ONCE", 50)
    old, vkeys = keys.active, keys.vkeys
    reported = []
    assert rotate(service.database, keys, reported.append) == 128
    assert reported == [50, 100, 128]
    assert {row.key_id for row in rows(service)} == {keys.active} != {old}
    stored = json.loads(service.settings.keys_path.read_text())
    assert list(stored["encryption"]["keys"]) == [keys.active]
    assert KeyFile.load(service.settings.keys_path, service.settings.origin).vkeys == vkeys


def test_a_running_service_reads_and_commits_on(service, keys):
    """A service that was started before finds the new key by itself, for old numbers and for new ones."""
    rotate(service.database, keys)
    check(service)
    assert commit_ahead(service.logs.commits, service.keys, 384) == 256
    assert {row.key_id for row in rows(service)} == {keys.active}


def test_a_deal_that_is_under_way_is_not_disturbed(service, keys):
    """A change that was judged before the rotation is stored after it: the revision is not touched."""
    row = rows(service)[0]
    rotate(service.database, keys)
    assert service.database.write(lambda conn: deals.update(conn, row, state="sealing"))
    check(service)


@pytest.mark.parametrize("step", ["use_key", "replace", "drop_keys"])
def test_an_interrupted_rotation_loses_nothing(service, keys, monkeypatch, step):
    """Stopped at any step, every secret can be read; the next rotation finishes and drops what is left over."""

    def stop(*_arguments, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        owner = {"use_key": rotation.numbers, "replace": rotation.secrets_at_rest, "drop_keys": KeyFile}[step]
        patched.setattr(owner, step, stop)
        with pytest.raises(KeyboardInterrupt):
            rotate(service.database, keys)
    service.keys.reload()
    check(service)
    rotate(service.database, keys)
    check(service)
    assert keys.key_ids == {keys.active}


def test_a_key_that_a_row_still_needs_is_kept(service, keys, monkeypatch):
    """If a row escaped, its key is not dropped."""
    old = keys.active
    found = rotation.secrets_at_rest.not_under
    monkeypatch.setattr(
        rotation.secrets_at_rest, "not_under", lambda *a, **n: [row for row in found(*a, **n) if row.number != 7]
    )
    rotate(service.database, keys)
    assert keys.key_ids == {keys.active, old}
    check(service)
