"""Killed with SIGKILL before, inside and after each step in turn: no number is lost, given twice, or hidden."""

import os
import signal

import pytest

from fairdeal.engine.protocol import parse_outcome
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.service.context import Service
from fairdeal.service.files import durable_file
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.numbers.issuing import issue
from fairdeal.service.runtime.startup import clean_stop, prepare
from fairdeal.service.settings import Settings
from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.kinds import open_database
from fairdeal.service.storage.postgresql import PostgresDatabase
from fairdeal.service.storage.sqlite import SqliteDatabase

ORIGIN = "deals.example.com"


@pytest.fixture
def make_settings(database_kind, tmp_path, request):
    """Makes settings of stores that do not exist yet."""
    made = []

    def make():
        url = ""
        if database_kind == "postgresql":
            server = request.getfixturevalue("postgres_server")
            url = server.url(server.create_database())
        made.append(Settings(data=tmp_path / f"data{len(made)}", database_url=url, origin=ORIGIN, ahead=70))
        return made[-1]

    return make


class Killer:
    """Kills the process at the n-th step: each write to a file or a database has steps before, at its end and after it."""

    def __init__(self, at):
        self.at = at
        self.steps = 0

    def step(self):
        self.steps += 1
        if self.steps == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, owner, name):
        original = getattr(owner, name)

        def stepping(*arguments, **named):
            self.step()
            result = original(*arguments, **named)
            self.step()
            return result

        setattr(owner, name, stepping)

    def inside_transactions(self, kind):
        """A step after the function of each transaction has run, before it is committed."""
        original = kind.write

        def write(database, fn):
            def stepping(conn):
                result = fn(conn)
                self.step()
                return result

            return original(database, stepping)

        kind.write = write

    def arm(self):
        for kind in (SqliteDatabase, PostgresDatabase):
            self.inside_transactions(kind)
            self.around(kind, "write")
        self.around(durable_file.os, "fsync")
        self.around(durable_file.os, "link")
        self.around(durable_file.Path, "replace")


def run_killed(at, work):
    """Run ``work(tell)`` in a child that is killed at step ``at``; whether it was, and the numbers that it told."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        killer = Killer(at)
        killer.arm()
        try:
            work(lambda number: os.write(tell, b"%d\n" % number))
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as answers:
        numbers_told = [int(line) for line in answers]
    status = os.waitpid(child, 0)[1]
    killed = os.WIFSIGNALED(status)
    assert killed or os.waitstatus_to_exitcode(status) == 0
    return killed, numbers_told


def check_store(settings, handed_out):
    """Every committed number's seed opens its commitment; those handed out are not void; all others below are."""
    keys = KeyFile.load(settings.keys_path, ORIGIN)
    with open_database(settings.database) as database:
        stand = database.read(numbers.fetch)
        rows = database.read(lambda conn: deals.list_after(conn, 0, 10_000, None))
    assert [row.number for row in rows] == list(range(1, stand.committed + 1))
    for row in rows:
        seed = keys.decrypt_secret(row.number, row.key_id, row.secret)[:32]
        assert commitment(ORIGIN, row.number, seed) == row.commitment
        if row.outcome is not None:
            assert parse_outcome(row.outcome).seed == seed
            assert row.number not in handed_out
            assert row.number < stand.next
    assert all(number < stand.next for number in handed_out)


def test_a_first_start_can_be_killed_at_any_step(make_settings):
    """The next start finishes the work: keys, anchor and numbers are there and belong together."""
    at = 0
    killed = True
    while killed:
        at += 1
        settings = make_settings()
        killed, _ = run_killed(at, lambda _tell, settings=settings: prepare(settings).close())
        prepare(settings).close()
        check_store(settings, [])
    assert at > 20


def test_handing_out_can_be_killed_at_any_step(make_settings):
    """A number that somebody was told stays theirs; one that nobody was told is void or comes next; none comes twice."""
    settings = make_settings()
    prepare(settings).close()

    def serve(tell):
        anchor = prepare(settings)
        service = Service.start(settings)
        for _ in range(2):
            tell(service.database.write(lambda conn: issue(service, conn)).number)
        service.close()
        clean_stop(settings, anchor)

    handed_out = []
    at = 0
    killed = True
    while killed:
        at += 1
        killed, told = run_killed(at, serve)
        assert all(number > max(handed_out, default=0) for number in told)
        handed_out += told
        anchor = prepare(settings)
        check_store(settings, handed_out)
        anchor.close()
    assert at > 10
    assert len(set(handed_out)) == len(handed_out)
