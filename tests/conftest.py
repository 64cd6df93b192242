"""What every test stands on: fixed randomness, no network but this machine's own, and a real PostgreSQL."""

import inspect
import ipaddress
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgresql import PostgresServer

# No example is judged by its time. In CI the examples are the same at every run: a red run is red again.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, database=None, print_blob=True)
settings.register_profile("deep", parent=settings.get_profile("dev"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def _only_this_machine(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse to connect, send or look up beyond the loopback interface. An audit hook sees every socket of Python."""
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    # No host is a socket file, a connected socket, or a look-up of this machine itself.
    if isinstance(host, str) and host not in {"", "localhost"} and not _is_loopback(host):
        raise PermissionError(f"tests talk to this machine only, not to {host}")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


sys.addaudithook(_only_this_machine)


# What a test needs, told by a fixture that it stands on; the targets of the Makefile choose by these marks.
_NEEDS = {"browser": "browser", "go": "golang", "postgres_server": "postgresql", "wheel": "wheel"}
# Files that take about half the time of all that needs none of these. By name, so that a file may move.
_SLOW = {
    "test_faults.py",
    "test_fuzzed.py",
    "test_malicious_operator.py",
    "test_play_forked.py",
    "test_secrecy.py",
    "test_startup_faults.py",
    "test_tour.py",
    "test_verifiers_agree.py",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with what it needs, and refuse tests that do not say what they promise."""
    if gone := _SLOW - {path.name for path in Path(__file__).parent.rglob("test_*.py")}:
        raise pytest.UsageError(f"tests/conftest.py marks files as slow that are not there: {', '.join(sorted(gone))}")
    for item in items:
        if isinstance(item, pytest.Function):
            _mark(item)
    _require_promises(items)


def _mark(item: pytest.Function) -> None:
    for fixture, mark in _NEEDS.items():
        if fixture in item.fixturenames:
            item.add_marker(mark)
    if item.path.name in _SLOW:
        item.add_marker("slow")
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "postgresql" in {parameters.get("database_kind"), parameters.get("database_url")}:
        item.add_marker("postgresql")
    if item.get_closest_marker("browser") and not item.get_closest_marker("browser_game"):
        item.add_marker("pages")


def _require_promises(items: list[pytest.Item]) -> None:
    """Each test has a docstring, or its class has (for generated ones)."""
    silent = [
        item.nodeid
        for item in items
        if isinstance(item, pytest.Function)
        and not (inspect.getdoc(item.obj) or (item.cls is not None and inspect.getdoc(item.cls)))
    ]
    if silent:
        raise pytest.UsageError("tests without a docstring that says what is promised: " + ", ".join(silent))


@pytest.fixture(scope="session")
def fault_rounds() -> int:
    """How often a test marked `faults` kills the service: 5, or what the variable FAULT_ROUNDS says."""
    return int(os.environ.get("FAULT_ROUNDS", "5"))


@pytest.fixture(scope="session")
def differential_games() -> int:
    """How many hands of each ruleset a test marked `differential` plays: 200, or what the variable DIFFERENTIAL_GAMES says."""
    return int(os.environ.get("DIFFERENTIAL_GAMES", "200"))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server that runs as long as the tests do; started by the first test that asks for it."""
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of a new, empty PostgreSQL database, dropped after the test."""
    name = postgres_server.create_database()
    yield postgres_server.url(name)
    postgres_server.drop_database(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty database, once of each kind: what asks for it runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fairdeal.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url
