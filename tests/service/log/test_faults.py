"""What the logs survive: writes that fail, processes that are killed, databases that are rolled back, anchors that are gone."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.keys.anchor import Anchored, AnchorError, Halted
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.numbers import committing as batches
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.runtime.startup import prepare
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import numbers
from tests.service.conftest import SQLITE_FILE
from tests.service.log.failing import Injected, Steps, die, fail
from tests.service.log.reader import check_log
from tests.service.players import Table, problem


@pytest.fixture(autouse=True)
def small_batches(settings, monkeypatch):
    """Three numbers at a time, so that a test of many rounds stays small."""
    monkeypatch.setattr(batches, "CHUNK", 3)


def end_one(service):
    """Open a deal and give it up."""
    table = Table.open(create_app(service).test_client())
    table.done("void", table.opener, {})


def log_all(service, nobody):
    """One round of what housekeeping does with the logs: more numbers, and the outcomes so far."""
    left = service.database.read(numbers.fetch).left
    commit_ahead(service.logs.commits, service.keys, left + 3)
    publish(service.logs.commits, nobody)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)


def test_each_step_can_fail(service, nobody, monkeypatch):
    """A write, a commit or an fsync that fails leaves whole logs; the next round adds what the failed one did not."""
    chosen = 0
    while True:
        chosen += 1
        end_one(service)
        steps = Steps(chosen, fail)
        with steps.armed(service.database, monkeypatch):
            try:
                log_all(service, nobody)
            except Injected:
                assert steps.was_reached
        check_log(service)
        log_all(service, nobody)
        assert check_log(service)["outcomes"] == chosen
        if not steps.was_reached:
            break
    assert chosen > 20
    service.anchor.require_running()


def test_the_process_can_be_killed_at_each_step(settings, nobody, monkeypatch):
    """What was killed in the middle is whole afterwards, and the next process goes on from there."""
    chosen = 0
    killed = True
    while killed:
        chosen += 1
        child = os.fork()
        if child == 0:
            try:
                mine = Service.start(settings)
                end_one(mine)
                with Steps(chosen, die).armed(mine.database, monkeypatch):
                    log_all(mine, nobody)
            except BaseException:
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        killed = os.WIFSIGNALED(status)
        assert killed or os.waitstatus_to_exitcode(status) == 0
        mine = Service.start(settings)
        check_log(mine)
        log_all(mine, nobody)
        assert check_log(mine)["outcomes"] == chosen
        mine.anchor.require_running()
        mine.close()
    assert chosen > 20


# -- rolled back ------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[], Settings]]:
    """Copies the database as it is now; gives the settings of a service on that copy, with the same keys and the same anchor."""
    made: list[str] = []

    def take() -> Settings:
        if not settings.database_url:
            path = tmp_path / f"copy-{len(made)}.sqlite"
            for suffix in ("", "-wal"):
                source = settings.data / (SQLITE_FILE + suffix)
                if source.exists():
                    shutil.copy(source, f"{path}{suffix}")
            made.append(str(path))
            return replace(settings, database_url=f"sqlite:///{path}")
        server = request.getfixturevalue("postgres_server")
        name = server.create_database(template=str(settings.database.database))
        made.append(name)
        return replace(settings, database_url=server.url(name))

    yield take
    if settings.database_url:
        for name in made:
            request.getfixturevalue("postgres_server").drop_database(name)


def grow(settings, nobody, *, rounds=1):
    """Let a service open and end a deal and log it, so many times."""
    service = Service.start(settings)
    for _ in range(rounds):
        end_one(service)
        log_all(service, nobody)
    check_log(service)
    service.close()


def test_an_older_copy_of_the_database_halts_the_service(settings, copy, nobody):
    """Whoever runs on it meanwhile signs nothing; a start refuses it, says so and how to go on; the newest copy serves again."""
    old = copy()
    grow(settings, nobody)
    restored = Service.start(old)
    with pytest.raises(
        AnchorError, match=r"rolled back: its log outcomes has 0 entries, but a checkpoint of 1 .*Bring back"
    ):
        publish_new_outcome(restored, nobody)
    client = create_app(restored).test_client()
    problem(client.post("/v1/deals", json={}), 503, "halted")
    problem(client.get("/readyz"), 503, "busy")
    assert client.get("/log/outcomes/checkpoint").status_code == 200
    with pytest.raises(Halted):
        publish(restored.logs.commits, nobody)
    assert not Housekeeper(restored).run_once()
    restored.close()
    with pytest.raises(StartupRefused, match=r"rolled back: .*Bring back the newest copy of the database"):
        prepare(old)
    prepare(settings).close()
    grow(settings, nobody)


def publish_new_outcome(service, nobody):
    end_one(service)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)


def test_an_older_copy_that_grew_another_way_halts_the_service(settings, copy, nobody):
    """Even when it has become larger than what was seen: the beginning is another."""
    anchor = settings.anchor_path.read_bytes()
    old = copy()
    grow(settings, nobody)
    newest = settings.anchor_path.read_bytes()
    # A host that has an old anchor with its old database sees nothing wrong.
    settings.anchor_path.write_bytes(anchor)
    grow(old, nobody, rounds=3)
    settings.anchor_path.write_bytes(newest)
    service = Service.start(old)
    with pytest.raises(AnchorError, match=r"rolled back: the first \d+ entries .* grew another way"):
        log_all(service, nobody)
    with pytest.raises(Halted):
        service.anchor.require_running()
    service.close()
    with pytest.raises(StartupRefused, match="grew another way"):
        prepare(old)


def test_two_databases_under_one_anchor_are_found_out(settings, copy, nobody):
    """The second that grows from the same beginning is refused before anything of it is seen."""
    second = copy()
    first = Service.start(settings)
    other = Service.start(second)
    publish_new_outcome(first, nobody)
    end_one(other)
    with pytest.raises(AnchorError, match="rolled back"):
        sequence(other.logs.outcomes)
    assert other.logs.outcomes.head().published_size == 0
    first.close()
    other.close()


def test_without_the_anchor_nothing_is_logged(service, settings, nobody):
    """The service halts when the file is gone, and a start beside logs that are not empty refuses; put back, all goes on."""
    end_one(service)
    content = settings.anchor_path.read_bytes()
    settings.anchor_path.unlink()
    with pytest.raises(AnchorError, match="missing"):
        sequence(service.logs.outcomes)
    with pytest.raises(Halted):
        publish(service.logs.commits, nobody)
    with pytest.raises(StartupRefused, match=r"anchor .* is missing"):
        prepare(settings)
    settings.anchor_path.write_bytes(content)
    service.anchor.resume()
    log_all(service, nobody)
    assert check_log(service)["outcomes"] == 1


def test_an_old_anchor_beside_a_larger_log_is_caught_up(service, settings, nobody, log_watch):
    """An anchor that lags behind, as after a crash between the database and it, is repaired by the next round."""
    old = settings.anchor_path.read_bytes()
    end_one(service)
    log_all(service, nobody)
    settings.anchor_path.write_bytes(old.replace(b"mark 0", b"mark 64"))
    end_one(service)
    with log_watch.paused():
        log_all(service, nobody)
    assert check_log(service)["outcomes"] == 2
    assert service.anchor.heads()["outcomes"].size == 2


def test_nothing_is_published_that_the_anchor_does_not_hold(service, nobody, monkeypatch):
    """When the anchor cannot be advanced, readers go on to see the old checkpoint."""
    end_one(service)
    sequence(service.logs.outcomes)

    def broken(*_arguments):
        raise OSError("the disk is full")

    monkeypatch.setattr("fairdeal.service.files.durable_file.replace", broken)
    with pytest.raises(OSError, match="full"):
        publish(service.logs.outcomes, nobody)
    assert service.logs.outcomes.head().published_size == 0
    monkeypatch.undo()
    assert publish(service.logs.outcomes, nobody)
    assert check_log(service)["outcomes"] == 1


@pytest.mark.parametrize("change", [
    "UPDATE log_tiles SET hashes = (SELECT hashes FROM log_tiles WHERE log = 'outcomes') WHERE log = 'commits' AND level = 0",
    "DELETE FROM log_tiles WHERE log = 'outcomes'",
    "UPDATE log_heads SET root = (SELECT root FROM log_heads WHERE log = 'commits') WHERE log = 'outcomes'",
    "UPDATE log_entries SET bundle = (SELECT bundle FROM log_entries WHERE log = 'commits') WHERE log = 'outcomes'",
])  # fmt: skip
def test_a_damaged_log_halts_the_service(service, settings, nobody, change, log_watch):
    """Rows that were changed by another hand are found before anything is added to them."""
    end_one(service)
    log_all(service, nobody)
    end_one(service)
    service.database.write(lambda conn: conn.execute(text(change)))
    with log_watch.paused(), pytest.raises(AnchorError, match="The stored log is damaged"):
        log_all(service, nobody)
    with pytest.raises(Halted):
        service.anchor.require_running()


def test_a_head_that_another_key_signed_is_refused(service, settings, nobody):
    """A note that the key file's key did not sign is not served on."""
    service.database.write(
        lambda conn: conn.execute(
            text("UPDATE log_heads SET note = 'deals.example.com/outcomes' WHERE log = 'outcomes'")
        )
    )
    service.anchor.close()
    with pytest.raises(StartupRefused, match="signed with another key"):
        prepare(settings)


def test_heads_in_the_anchor_only_follow_each_other(service):
    """A process that was overtaken does not put an older head in the place of a newer one."""
    head = service.anchor.heads()["commits"]
    assert not service.anchor.update_head("commits", Anchored(5, b"0" * 32), Anchored(6, b"1" * 32))
    assert service.anchor.heads()["commits"] == head
