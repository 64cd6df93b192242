"""The first start, later starts, and what is refused. Faults in between are in test_startup_faults.py."""

import json
import shutil
import stat
import threading
from dataclasses import replace

import pytest
from sqlalchemy import text

from fairdeal.engine.protocol import parse_outcome
from fairdeal.service.context import Service
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.numbers.issuing import issue
from fairdeal.service.runtime.startup import clean_stop, prepare
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.kinds import open_database

ORIGIN = "deals.example.com"


@pytest.fixture
def settings(database_url, tmp_path):
    """Settings of a store that does not exist yet."""
    return Settings(data=tmp_path / "new" / "data", database_url=database_url, origin=ORIGIN, ahead=100)


def start(settings):
    """Prepare, and stop without a word, as a crash does."""
    prepare(settings).close()


def hand_out(settings, count):
    service = Service.start(settings)
    try:
        return [service.database.write(lambda conn: issue(service, conn)).number for _ in range(count)]
    finally:
        service.close()


def read(settings, fn):
    with open_database(settings.database) as database:
        return database.read(fn)


def mark(settings):
    return Anchor.load(settings.anchor_path, settings.origin).mark()


def test_the_first_start_makes_everything(settings):
    """Folder, keys, anchor and database are made, the folder for its owner alone, and numbers wait to be handed out."""
    start(settings)
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    stand = read(settings, numbers.fetch)
    assert (stand.next, stand.committed) == (1, 100)
    assert mark(settings) == 0


def test_a_later_start_changes_nothing_that_is_in_order(settings):
    """After a clean stop the next number is the one after the last: none is retired, and the keys are the same."""
    anchor = prepare(settings)
    keys = settings.keys_path.read_bytes()
    assert hand_out(settings, 5) == [1, 2, 3, 4, 5]
    assert clean_stop(settings, anchor)
    assert mark(settings) == 5
    start(settings)
    assert hand_out(settings, 1) == [6]
    assert settings.keys_path.read_bytes() == keys


def test_after_a_crash_the_numbers_up_to_the_mark_are_retired(settings, clock):
    """Each gets its outcome with the seed that its commitment fixed, and is never handed out."""
    start(settings)
    assert hand_out(settings, 3) == [1, 2, 3]
    prepare(settings, clock=clock).close()
    rows = [read(settings, lambda conn, number=number: deals.fetch(conn, number)) for number in range(1, 66)]
    assert [row.state for row in rows] == ["committed"] * 3 + ["voided"] * 61 + ["committed"]
    for row in rows[3:64]:
        outcome = parse_outcome(row.outcome)
        assert (outcome.number, outcome.reason, outcome.seats, outcome.open) == (row.number, "unclaimed", (), None)
        assert row.ended_at == clock.now
        assert (row.outcome_index, row.open_note) == (None, None)
        assert commitment_of(outcome) == row.commitment
    assert hand_out(settings, 1) == [65]


def commitment_of(outcome):
    from fairdeal.engine.protocol.commitment import commitment

    return commitment(outcome.origin, outcome.number, outcome.seed)


def test_nothing_is_retired_while_another_host_serves(settings):
    """A second start beside a running service leaves its numbers alone, and lowers nothing when it stops."""
    start(settings)
    running = Service.start(settings)
    assert running.database.write(lambda conn: issue(running, conn)).number == 1
    second = prepare(settings)
    assert read(settings, numbers.fetch).next == 2
    assert not clean_stop(settings, second)
    assert mark(settings) == 64
    assert running.database.write(lambda conn: issue(running, conn)).number == 2
    running.close()


def test_two_starts_at_once_make_one_store(settings):
    """Started together on nothing, both find the same keys and numbers, and nothing is retired."""
    anchors, failures = [], []

    def begin():
        try:
            anchors.append(prepare(settings))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=begin) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert hand_out(settings, 2) == [1, 2]
    for anchor in anchors:
        anchor.close()


def test_a_missing_anchor_is_refused(settings):
    """Without its anchor a store that has committed numbers does not start, and none is made."""
    start(settings)
    settings.anchor_path.unlink()
    with pytest.raises(StartupRefused, match=r"anchor .* is missing"):
        start(settings)
    assert not settings.anchor_path.exists()
    with pytest.raises(StartupRefused, match=r"anchor .* is missing"):
        Service.start(settings)


def test_an_older_anchor_is_refused(settings):
    """An anchor whose mark is below a number that was handed out is not the newest."""
    start(settings)
    old = settings.anchor_path.read_bytes()
    hand_out(settings, 2)
    settings.anchor_path.write_bytes(old)
    with pytest.raises(StartupRefused, match="number 2 was handed out"):
        start(settings)


def test_a_new_database_beside_an_old_anchor_is_refused(settings):
    """A lost database is not replaced by an empty one that would hand out the same numbers again."""
    start(settings)
    hand_out(settings, 2)
    with open_database(settings.database) as database:
        database.write(empty)
    with pytest.raises(StartupRefused, match=r"database is new.* up to 64"):
        start(settings)


def empty(conn):
    for table in ("numbers", "deals", "meta"):
        conn.execute(text(f"DELETE FROM {table}"))


@pytest.fixture
def sqlite_settings(tmp_path):
    return Settings(data=tmp_path / "data", origin=ORIGIN, ahead=100)


def restore(settings, saved):
    for path in settings.data.glob("fairdeal.sqlite*"):
        path.unlink()
    shutil.copy(saved, settings.data / "fairdeal.sqlite")


def save(settings, folder):
    with open_database(settings.database) as database:
        database.read(lambda conn: conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
    return shutil.copy(settings.data / "fairdeal.sqlite", folder / "saved")


def test_an_older_database_that_lacks_committed_numbers_is_recognised(sqlite_settings, tmp_path):
    """Numbers that may have been handed out are not there any more: the service says so and does not start."""
    settings = sqlite_settings
    start(settings)
    saved = save(settings, tmp_path)
    more = replace(settings, ahead=300)
    start(more)
    hand_out(more, 150)
    restore(settings, saved)
    with pytest.raises(
        StartupRefused,
        match=r"rolled back: its log commits has 101 entries, but a checkpoint of 301 .* start another one",
    ):
        start(settings)


def test_an_older_database_hands_out_no_number_again(sqlite_settings, tmp_path):
    """Whatever was handed out since the copy was made is retired: it cannot be told from a crash."""
    settings = sqlite_settings
    start(settings)
    hand_out(settings, 2)
    saved = save(settings, tmp_path)
    assert max(hand_out(settings, 60)) == 62
    restore(settings, saved)
    start(settings)
    assert hand_out(settings, 1) == [65]


@pytest.mark.parametrize("changed", [{"origin": "other.example.com"}, {"deadline": 1000}])
def test_what_the_first_start_fixed_stays(settings, changed):
    """Another origin, and another deadline, are refused by name."""
    start(settings)
    with pytest.raises(StartupRefused, match=f"{next(iter(changed))}"):
        start(replace(settings, **changed))


def test_other_signing_keys_are_refused(settings):
    """Keys live as long as the origin: a new key file beside an old store does not start."""
    start(settings)
    settings.keys_path.unlink()
    with pytest.raises(StartupRefused, match="no key file"):
        start(settings)
    from fairdeal.service.keys.key_file import KeyFile

    KeyFile.create(settings.keys_path, ORIGIN)
    with pytest.raises(StartupRefused, match="vkey of statements"):
        start(settings)


def test_a_key_file_that_is_there_before_the_first_start_is_used(settings):
    """An operator may bring keys of his own, and a first start that was interrupted goes on with those that it drew."""
    from fairdeal.service.keys.key_file import KeyFile

    settings.data.mkdir(parents=True)
    keys = KeyFile.create(settings.keys_path, ORIGIN)
    start(settings)
    assert KeyFile.load(settings.keys_path, ORIGIN).vkeys == keys.vkeys


def test_a_folder_that_cannot_be_made_is_named(settings, tmp_path):
    """The error says which path, and why."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StartupRefused, match="file"):
        start(replace(settings, data=tmp_path / "file" / "data", keys=tmp_path / "keys.json"))


def test_a_database_that_cannot_be_reached_is_told(tmp_path):
    """No traceback of a driver, and no password: a sentence."""
    settings = Settings(data=tmp_path, database_url=f"postgresql://u:geheim@/d?host={tmp_path}", wait=1)
    with pytest.raises(StartupRefused, match="cannot be reached") as refused:
        start(settings)
    assert "geheim" not in str(refused.value)


def test_the_anchor_and_the_keys_hold_no_number_secret(settings):
    """The key file names its origin and keys alone; seeds lie in the database, encrypted."""
    start(settings)
    assert set(json.loads(settings.keys_path.read_text())) == {"protocol", "origin", "signing", "encryption"}


def test_another_encryption_key_under_the_same_id_is_refused(settings):
    """Every secret would be unreadable: the start says so, instead of each opening failing later."""
    start(settings)
    document = json.loads(settings.keys_path.read_text())
    stored = document["encryption"]["keys"]
    document["encryption"]["keys"] = dict.fromkeys(stored, "00" * 32)
    settings.keys_path.write_text(json.dumps(document))
    with pytest.raises(StartupRefused, match="do not decrypt the newest secrets"):
        start(settings)
