import re
import shutil
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace

import pytest
from click.testing import CliRunner

from fairdeal.engine.verification import verify
from fairdeal.service.api.app import create_app
from fairdeal.service.command import main
from fairdeal.service.context import Service
from fairdeal.service.runtime import restoring, startup
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.runtime.restoring import Restored, restore
from fairdeal.service.runtime.startup import clean_stop, prepare
from fairdeal.service.startup_refused import StartupRefused
from tests.service.conftest import SQLITE_FILE
from tests.service.log.reader import check_log
from tests.service.players import Table


@pytest.fixture
def database_kind():
    """A file is copied."""
    return "sqlite"


def served(settings, work):
    """What ``work`` gives, done on a service that is started and stopped cleanly."""
    anchor = prepare(settings)
    service = Service.start(settings)
    try:
        return work(service, create_app(service).test_client())
    finally:
        service.close()
        clean_stop(settings, anchor)


def copied(settings, target):
    with sqlite3.connect(settings.data / SQLITE_FILE) as source, sqlite3.connect(target) as copy:
        source.backup(copy)


def put_back(settings, copy):
    for suffix in ("-wal", "-shm"):
        (settings.data / (SQLITE_FILE + suffix)).unlink(missing_ok=True)
    shutil.copy(copy, settings.data / SQLITE_FILE)
    (settings.data / SQLITE_FILE).chmod(0o600)


def test_deals_that_run_in_a_restored_copy_are_voided(settings, tmp_path):
    """Plays made since the copy are lost, so no deal goes on from it; what ended stays, and no number comes twice."""

    def begin(_service, client):
        ended = Table.open(client)
        ended.done("void", ended.opener, {})
        Housekeeper(_service).run_once()
        return Table.open(client).close().pass_all(), Table.open(client)

    served(settings, begin)
    copied(settings, tmp_path / "copy")

    def go_on(_service, client):
        return [Table.open(client).number for _ in range(2)]

    assert served(settings, go_on) == [4, 5]
    put_back(settings, tmp_path / "copy")
    answer = CliRunner().invoke(main, ["restore"], env=settings.to_environment())
    assert re.match(r"2 running deals, and [0-9]+ numbers that may have been handed out, were voided\. ", answer.output)

    def look(service, client):
        views = [client.get(f"/v1/deals/{number}").json for number in range(1, 6)]
        assert [view["state"] for view in views] == ["voided"] * 5
        assert "reason abandoned" in views[0]["outcome"]["statement"]
        # Those that ran, and those that were handed out after the copy was made.
        assert all("reason failed\nseats -\n" in view["outcome"]["statement"] for view in views[1:])
        for number, view in enumerate(views, 1):
            bundle = client.get(f"/v1/deals/{number}/proof").data
            report = verify(bundle, origin=settings.origin, number=number, vkeys=service.keys.vkeys)
            assert report.failed == (), view
        assert check_log(service)["outcomes"] == 5
        return Table.open(client).number

    assert served(settings, look) == 6


def test_a_copy_from_before_a_log_grew_is_refused(settings, tmp_path):
    """Voiding cannot mend it: somebody has seen what it does not know of."""
    copied(settings, tmp_path / "copy")

    def grow(service, client):
        ended = Table.open(client)
        ended.done("void", ended.opener, {})
        Housekeeper(service).run_once()

    served(settings, grow)
    put_back(settings, tmp_path / "copy")
    answer = CliRunner().invoke(main, ["restore"], env=settings.to_environment())
    assert answer.exit_code == 1
    assert "rolled back" in answer.output


def test_nothing_is_voided_under_a_running_service(settings):
    """It says that the service runs; the deals go on."""

    def work(service, client):
        table = Table.open(client)
        with pytest.raises(StartupRefused, match="running"):
            restore(settings)
        table.close()

    served(settings, work)


@pytest.fixture
def damaged(log_watch):
    """For tests with secrets that cannot be decrypted: the log's watch would decrypt them all."""
    with log_watch.paused():
        yield


def spoilt(settings, statement):
    with closing(sqlite3.connect(settings.data / SQLITE_FILE, isolation_level=None)) as database:
        database.execute(statement)


@pytest.mark.usefixtures("damaged")
def test_a_deal_that_cannot_be_read_is_set_aside(settings):
    """It is named and has no outcome, and every other deal gets its own: also one that can be read in part."""

    def begin(_service, client):
        return [Table.open(client).close().number for _ in range(4)]

    served(settings, begin)
    spoilt(settings, "UPDATE deals SET secret = zeroblob(92) WHERE number = 1")
    spoilt(settings, "UPDATE deals SET secret = x'00' WHERE number = 2")
    spoilt(settings, "UPDATE deals SET moves = x'ff', state = '?' WHERE number = 3")
    answer = CliRunner().invoke(main, ["restore"], env=settings.to_environment())
    assert answer.exit_code == 0, answer.output
    assert answer.stderr == "Set aside, as not even their seeds can be read: 1, 2. They stay without an outcome.\n"
    assert answer.stdout.startswith("2 running deals, ")
    assert served(settings, lambda service, _client: service.logs.outcomes.head().published_size) == 2


@pytest.mark.usefixtures("damaged")
def test_a_number_that_cannot_be_read_is_set_aside(settings):
    """The numbers that may have been handed out since the copy was made end all the same, and none comes again."""
    prepare(settings).close()
    service = Service.start(settings)
    Table.open(create_app(service).test_client())
    mark = service.anchor.mark()
    service.close()
    spoilt(settings, "UPDATE deals SET secret = zeroblob(92) WHERE number = 2")
    assert restore(settings) == Restored(voided=1, retired=mark - 2, set_aside=(2,))
    assert served(settings, lambda _service, client: Table.open(client).number) == mark + 1


@pytest.mark.usefixtures("damaged")
def test_a_crash_leaves_numbers_that_a_start_retires_though_one_cannot_be_read(settings, caplog):
    """A damaged secret does not keep the service from starting; what is wrong is logged."""
    prepare(settings).close()
    service = Service.start(settings)
    Table.open(create_app(service).test_client())
    mark = service.anchor.mark()
    service.close()
    spoilt(settings, "UPDATE deals SET secret = zeroblob(92) WHERE number = 3")
    assert served(settings, lambda _service, client: Table.open(client).number) == mark + 1
    assert "number 3 cannot be retired: its secret cannot be decrypted" in caplog.messages


def test_no_start_gets_past_a_restore(settings, monkeypatch):
    """While deals are voided, a start waits until it is through, or refuses; and no process begins to serve."""
    served(settings, lambda _service, client: Table.open(client).close())
    began, goes_on = threading.Event(), threading.Event()
    end_batch = restoring._end_batch

    def slow(conn, service, after):
        began.set()
        assert goes_on.wait(60)
        return end_batch(conn, service, after)

    monkeypatch.setattr(restoring, "_end_batch", slow)
    monkeypatch.setattr(startup, "PATIENCE", 0.2)
    thread = threading.Thread(target=restore, args=(settings,))
    thread.start()
    try:
        assert began.wait(60)
        with pytest.raises(StartupRefused, match="Another start holds"):
            prepare(settings)
        with pytest.raises(StartupRefused, match="Another start holds"):
            Service.start(replace(settings, wait=0.2))
    finally:
        goes_on.set()
        thread.join()
    assert served(settings, lambda _service, client: client.get("/v1/deals/1").json["state"]) == "voided"


def test_an_empty_database_is_no_copy(settings):
    """Without a copy in place there is nothing to restore, and nothing is made."""
    for suffix in ("", "-wal", "-shm"):
        (settings.data / (SQLITE_FILE + suffix)).unlink(missing_ok=True)
    with pytest.raises(StartupRefused, match="The database is empty"):
        restore(settings)
