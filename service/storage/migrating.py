"""Bringing the tables to the form that this version of the code expects.

All migrations that are due run in one transaction: a crash leaves the old form or the new one.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage.database import Database

_ADVISORY_LOCK = int.from_bytes(b"fairdeal")


def migrate(database: Database) -> None:
    """Run the migrations that are due.

    Raises:
        StartupRefused: the tables are of a newer version than this code.
    """
    database.write(_upgrade)


def current_revision(database: Database) -> str | None:
    """The revision of the tables; ``None`` when there are none."""
    return database.read(_revision)


def newest_revision() -> str | None:
    """The revision that this code expects."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def require_current(database: Database) -> None:
    """Make sure that the tables have the form that this code expects, without changing them.

    Raises:
        StartupRefused: there are none, or they are of another version.
    """
    if current_revision(database) != newest_revision():
        raise StartupRefused("The database holds no store, or one of another version: start the service on it first.")


def _upgrade(conn: Connection) -> None:
    if conn.dialect.name == "postgresql":
        # Two hosts that start at once take turns; released with the transaction.
        conn.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    revision = _revision(conn)
    scripts = ScriptDirectory.from_config(_config())
    if revision is not None and revision not in {script.revision for script in scripts.walk_revisions()}:
        raise StartupRefused(
            f"The database is at revision {revision}, which this version does not know: it was upgraded by a newer version."
        )
    if revision == scripts.get_current_head():
        return
    config = _config()
    config.attributes["connection"] = conn
    command.upgrade(config, "head")


def _revision(conn: Connection) -> str | None:
    return MigrationContext.configure(conn).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config
