"""Before any worker serves, and after all have stopped: what is done once, not by each process (protocol section 7)."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from fairdeal.engine.protocol.genesis import Genesis, Previous
from fairdeal.service.context import unix_time
from fairdeal.service.files.file_lock import FileLock
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile, KeyFileError
from fairdeal.service.log import rollback
from fairdeal.service.log.appending import append, lock
from fairdeal.service.log.logs import Logs
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.numbers.retiring import retire
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import facts, numbers, secrets_at_rest
from fairdeal.service.storage.database import Busy, Database
from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.migrating import migrate
from fairdeal.service.storage.numbers import Numbers

_LOG: Final = logging.getLogger("fairdeal.startup")

FIRST_BATCH: Final = 1024
"""How many numbers are committed, at most, before serving; the rest follows in the background."""
PATIENCE: Final = 60
"""Seconds that a start waits for another start of the same store."""
NEWEST_SECRETS: Final = 3
"""How many of the newest secrets a start tries to decrypt."""


def prepare(settings: Settings, *, clock: Callable[[], int] = unix_time) -> Anchor:
    """Make the store fit to serve from: made on the first start, checked on each.

    Runs the migrations that are due, retires numbers unless another host serves, commits the first batch and publishes it.
    The anchor that it returns keeps other starts from retiring numbers, until it is closed or given to :func:`clean_stop`.

    Raises:
        StartupRefused: the store, the keys and the anchor do not fit together, or another origin's are there.
    """
    with one_start(settings) as database:
        return _prepare(settings, database, clock)


@contextmanager
def one_start(settings: Settings) -> Iterator[Database]:
    """The database of the store, with its tables up to date, while no other start of the same store runs.

    Raises:
        StartupRefused: another start takes too long, or the database or a file cannot be had.
    """
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        settings.keys_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            _one_at_a_time(settings.anchor_path.with_name("anchor.starting")),
            open_database(settings.database, settings.wait) as database,
        ):
            migrate(database)
            yield database
    except Busy as busy:
        raise StartupRefused(str(busy)) from busy
    except OSError as error:
        raise StartupRefused(f"{error.filename or settings.data}: {error.strerror}.") from error


def clean_stop(settings: Settings, anchor: Anchor) -> bool:
    """Lower the mark to the highest number that was handed out, so that the next start retires none; closes the anchor.

    ``False`` if somebody still serves: then the mark stays.
    """
    try:
        if not anchor.serve_alone():
            return False
        with open_database(settings.database, settings.wait) as database:
            issued = database.read(numbers.fetch)
        assert issued is not None, "the store was started"
        anchor.lower_mark(issued.next - 1)
        return True
    finally:
        anchor.close()


def _prepare(settings: Settings, database: Database, clock: Callable[[], int]) -> Anchor:
    if database.read(numbers.fetch) is None:
        keys, anchor = _begin(settings, database)
    else:
        keys, anchor = resume(settings, database)
    logs = Logs(database, keys, anchor)
    check_logs(logs)
    if anchor.serve_alone():
        issued, mark = check_mark(database, anchor)
        if issued.next <= mark:
            _LOG.warning("retiring the numbers %d to %d: the last stop was not a clean one", issued.next, mark)
            retire(database, keys, issued.next, mark, clock(), "unclaimed")
    else:
        check_mark(database, anchor)
    anchor.hold_shared(wait=PATIENCE)
    anchor.resume()
    wanted = min(settings.ahead, FIRST_BATCH)
    while commit_ahead(logs.commits, keys, wanted):
        pass
    _publish(logs, settings)
    return anchor


def _publish(logs: Logs, settings: Settings) -> None:
    """Show what is logged; without a quorum of witnesses the service starts all the same, and goes on asking for one."""
    witnesses = Witnesses.of(settings)
    try:
        for log in logs:
            publish(log, witnesses)
    finally:
        witnesses.close()


def check_logs(logs: Logs) -> None:
    """Check both logs against the anchor, and their heads against the keys.

    Raises:
        StartupRefused: the database was rolled back, or another key signed a head.
    """
    for log in logs:
        anchored = log.anchor.heads()[log.name]
        head = log.head()
        log.database.read(partial(rollback.check, log=log, anchored=anchored, head=head))
        # Signatures of Ed25519 are the same each time: an equal note is a valid one, by this key.
        if log.sign(head.size, head.root) != head.note:
            raise StartupRefused(
                f"The head of {log.full_name} was signed with another key than the one in the key file."
            )


def _begin(settings: Settings, database: Database) -> tuple[KeyFile, Anchor]:
    """The first start. Keys and anchor come before the database knows of them, so a crash in between is no loss."""
    if settings.keys_path.exists():
        keys = KeyFile.load(settings.keys_path, settings.origin)
    else:
        keys = KeyFile.create(settings.keys_path, settings.origin)
    if settings.anchor_path.exists():
        anchor = Anchor.load(settings.anchor_path, settings.origin)
        if anchor.mark():
            raise StartupRefused(
                f"The database is new, but the anchor {settings.anchor_path} says that numbers up to {anchor.mark()} "
                "may have been handed out: bring the database back that belongs to it."
            )
    else:
        anchor = Anchor.create(settings.anchor_path, settings.origin)

    logs = Logs(database, keys, anchor)
    genesis = _genesis(settings, keys)

    def begin(conn: Connection) -> None:
        facts.fix(conn, _facts(settings, keys))
        numbers.start(conn, keys.active)
        for log in logs:
            log.start(conn)
        append(conn, logs.commits, lock(conn, logs.commits), [genesis.text().encode()])

    database.write(begin)
    return keys, anchor


def _genesis(settings: Settings, keys: KeyFile) -> Genesis:
    """Entry 0 of the commits log: what holds for the whole life of the origin."""
    previous = None
    if settings.previous:
        origin, size, root = settings.previous.split(" ")
        previous = Previous(origin, int(size), bytes.fromhex(root))
    return Genesis(settings.origin, keys.vkeys["outcomes"], keys.vkeys["statements"], settings.deadline, previous)


def resume(settings: Settings, database: Database) -> tuple[KeyFile, Anchor]:
    """The keys and the anchor of a store that was started before.

    Raises:
        StartupRefused: they are missing, or belong to another store.
    """
    fixed = database.read(facts.fetch)
    if fixed["origin"] != settings.origin:
        raise StartupRefused(
            f"The store is of the origin {fixed['origin']!r}, not of {settings.origin!r}: an origin is fixed by its "
            "first start."
        )
    keys = KeyFile.load(settings.keys_path, settings.origin)
    for name, value in _facts(settings, keys).items():
        if fixed[name] != value:
            raise StartupRefused(
                f"The store was started with the {name} {fixed[name]}, not {value}: it is fixed by the first start."
            )
    _check_encryption(keys, database)
    return keys, Anchor.load(settings.anchor_path, settings.origin)


def _check_encryption(keys: KeyFile, database: Database) -> None:
    """Refuse encryption keys that decrypt none of the newest secrets: one damaged row is no proof of a wrong key file."""
    newest = database.read(lambda conn: secrets_at_rest.newest(conn, NEWEST_SECRETS))
    for secret in newest:
        try:
            keys.decrypt_secret(secret.number, secret.key_id, secret.secret)
        except KeyFileError:
            continue
        return
    if newest:
        raise StartupRefused(
            f"The encryption keys in {keys.path} do not decrypt the newest secrets of the store: put the key file that "
            "belongs to it back."
        )


def _facts(settings: Settings, keys: KeyFile) -> dict[str, str]:
    """What the first start fixes: it goes into the genesis statement, and into every verifier's pinned keys."""
    return {
        "origin": settings.origin,
        "deadline": str(settings.deadline),
        **{f"vkey of {role}": vkey for role, vkey in keys.vkeys.items()},
    }


def check_mark(database: Database, anchor: Anchor) -> tuple[Numbers, int]:
    """The numbers issued so far, and the mark.

    Raises:
        StartupRefused: the anchor is an older copy.
    """
    # While another host serves both rise; the mark is the first to.
    issued = database.read(numbers.fetch)
    assert issued is not None, "the store was started"
    mark = anchor.mark()
    if issued.next - 1 > mark:
        raise StartupRefused(
            f"The anchor {anchor.path} is an older copy: its mark is {mark}, but number {issued.next - 1} was handed out. "
            "Put the newest copy back."
        )
    return issued, mark


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Let the starts of one store follow each other."""
    lock = FileLock(path)
    try:
        try:
            lock.acquire(deadline=time.monotonic() + PATIENCE)
        except TimeoutError:
            raise StartupRefused(f"Another start holds {path}; it takes too long.") from None
        yield
    finally:
        lock.close()
