import shutil
import sqlite3

import pytest
from click.testing import CliRunner

from fairdeal.service.api.app import create_app
from fairdeal.service.command import main
from fairdeal.service.context import Service
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.runtime.restoring import restore
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
    assert answer.output.endswith("2 running deals were voided. The service may now serve from this copy.\n"), (
        answer.output
    )

    def look(service, client):
        views = [client.get(f"/v1/deals/{number}").json for number in range(1, 6)]
        assert [view["state"] for view in views] == ["voided"] * 5
        assert "reason abandoned" in views[0]["outcome"]["statement"]
        # The numbers that were handed out after the copy was made are retired, not handed out again.
        assert all("reason failed" in view["outcome"]["statement"] for view in views[1:])
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


def test_a_deal_that_cannot_be_read_is_set_aside(settings, log_watch):
    """A deal whose seed is lost holds up no other: it is named, and everything else is voided."""
    served(settings, lambda _service, client: [Table.open(client).number for _ in range(2)])
    with sqlite3.connect(settings.data / SQLITE_FILE) as store:
        store.execute("UPDATE deals SET secret = x'00' WHERE number = 1")
    # The watch reads every seed, the lost one too.
    with log_watch.paused():
        answer = CliRunner().invoke(main, ["restore"], env=settings.to_environment())
    assert answer.exit_code == 0, answer.output
    assert "can be read: 1." in answer.output
    assert "1 running deals were voided." in answer.output
    with sqlite3.connect(settings.data / SQLITE_FILE) as store:
        states = store.execute("SELECT state FROM deals WHERE number IN (1, 2) ORDER BY number").fetchall()
    assert [state for (state,) in states] == ["contributing", "voided"]
