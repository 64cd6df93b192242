import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text

from tests.postgresql import PostgresServer


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("2001:db8::1", 80, 0, 0)], ids=["v4", "v6"])
def test_a_test_cannot_connect_beyond_this_machine(address: tuple[str | int, ...]):
    """A socket to another machine is refused before a packet leaves."""
    family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
    with socket.socket(family) as outside, pytest.raises(PermissionError, match="this machine only"):
        outside.connect(address)


def test_a_test_cannot_look_up_a_foreign_name():
    """No name of another machine is resolved, by whatever library asks."""
    with pytest.raises(OSError, match="this machine only"):
        urllib.request.urlopen("http://deals.example.com/")


def test_a_test_may_use_the_loopback_interface():
    """A server under test on this machine can be reached."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()


def test_postgresql_is_real_durable_and_unprivileged(postgres_server: PostgresServer, postgres_url: str):
    """The server is PostgreSQL, flushes its commits, and does not run as root."""
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("show synchronous_commit").fetchone() == ("on",)
        assert connection.execute("show synchronous_commit").fetchone() == ("on",)
        version = connection.execute("select version()").fetchone()
        pid = connection.info.backend_pid
    assert version is not None
    assert version[0].startswith("PostgreSQL ")
    assert postgres_server.folder.stat().st_mode & 0o077 == 0
    if Path("/proc").is_dir():
        postmaster = int((postgres_server.folder / "data" / "postmaster.pid").read_text().split()[0])
        assert Path(f"/proc/{postmaster}").stat().st_uid != 0
        assert pid != postmaster


def test_every_test_gets_an_empty_database_of_its_own(postgres_server: PostgresServer):
    """Two databases share nothing, and a template's tables come along in its copy."""
    first = postgres_server.create_database()
    with psycopg.connect(postgres_server.url(first)) as connection:
        connection.execute("create table kept (n int)")
    second = postgres_server.create_database()
    copy = postgres_server.create_database(template=first)
    tables = "select count(*) from pg_tables where schemaname = 'public'"
    with psycopg.connect(postgres_server.url(second)) as connection:
        assert connection.execute(tables).fetchone() == (0,)
    with psycopg.connect(postgres_server.url(copy)) as connection:
        assert connection.execute(tables).fetchone() == (1,)
    for name in (first, second, copy):
        postgres_server.drop_database(name)


def test_a_database_goes_even_while_somebody_is_connected(postgres_server: PostgresServer):
    """A connection that a test forgot does not keep its database alive."""
    name = postgres_server.create_database()
    forgotten = psycopg.connect(postgres_server.url(name))
    postgres_server.drop_database(name)
    with pytest.raises(psycopg.OperationalError):
        forgotten.execute("select 1")
    forgotten.close()


def test_both_databases_are_offered(database_url: str):
    """`database_url` is a URL that SQLAlchemy opens, on SQLite and on PostgreSQL."""
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text("create table kept (n int)"))
        assert connection.execute(text("select count(*) from kept")).scalar_one() == 0
    engine.dispose()


@pytest.mark.postgresql
def test_the_server_dies_with_a_killed_test_run(tmp_path: Path):
    """`kill -9` of the test run leaves no PostgreSQL behind."""
    script = tmp_path / "run.py"
    script.write_text(
        "import time\n"
        "from tests.postgresql import PostgresServer\n"
        "server = PostgresServer()\n"
        "print((server.folder / 'data' / 'postmaster.pid').read_text().split()[0], server.folder, flush=True)\n"
        "time.sleep(600)\n"
    )
    root = Path(__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, script], env={**os.environ, "PYTHONPATH": str(root)}, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        postmaster, folder = run.stdout.readline().split()
        run.kill()
    # Nobody waits for the orphan, so it may stay as a zombie where no init collects it: that, too, is dead.
    until = time.monotonic() + 60
    while _alive(int(postmaster)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _alive(int(postmaster))
    subprocess.run(["rm", "-rf", folder], check=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
