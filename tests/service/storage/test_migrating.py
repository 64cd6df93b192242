import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.migrating import current_revision, migrate, newest_revision
from fairdeal.service.storage.schema import METADATA


@pytest.fixture
def empty(database_url):
    with open_database(Settings(database_url=database_url).database) as opened:
        yield opened


def test_the_migrations_lead_to_the_schema(empty):
    """What the migrations make is what the code expects: no table, column, type or index differs."""
    assert current_revision(empty) is None
    migrate(empty)
    assert current_revision(empty) == newest_revision() is not None

    def differences(conn):
        return compare_metadata(MigrationContext.configure(conn, opts={"compare_type": True}), METADATA)

    assert empty.read(differences) == []


def test_migrating_again_changes_nothing(empty):
    """A second start finds the tables as they should be, and what is in them stays."""
    migrate(empty)
    empty.write(lambda conn: conn.execute(text("INSERT INTO meta VALUES ('a', 'b')")))
    migrate(empty)
    assert empty.read(lambda conn: conn.execute(text("SELECT value FROM meta")).scalar()) == "b"


def test_a_migration_that_fails_leaves_nothing(empty, monkeypatch):
    """All migrations are one transaction: when one fails, the next start begins from where they began."""
    monkeypatch.setattr("alembic.op.create_index", None)
    with pytest.raises(TypeError):
        migrate(empty)
    monkeypatch.undo()
    assert current_revision(empty) is None
    migrate(empty)
    assert current_revision(empty) == newest_revision()


def test_two_that_migrate_at_once_take_turns(database_url):
    """Hosts that start together on one new database both find it migrated."""
    failures = []

    def start():
        try:
            with open_database(Settings(database_url=database_url).database) as mine:
                migrate(mine)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_tables_of_a_newer_version_are_refused(empty):
    """An older program does not touch what a newer one has made."""
    migrate(empty)
    empty.write(lambda conn: conn.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StartupRefused, match="9999"):
        migrate(empty)
