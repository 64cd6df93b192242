"""A whole service for a test: a prepared store of its own, a clock that stands still, and a client that speaks HTTP in process."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.runtime.startup import prepare
from fairdeal.service.settings import Settings
from tests.postgresql import PostgresServer
from tests.service.log.watching import Watch

ORIGIN = "deals.example.com"
KINDS = ("sqlite", "postgresql")
SQLITE_FILE = "fairdeal.sqlite"


@dataclass
class Clock:
    """Whole Unix seconds that pass only when a test says so."""

    now: int = 1_800_000_000

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: int) -> None:
        """Let time pass."""
        self.now += seconds


@dataclass
class Store:
    """A store that was prepared once, and is copied for each test: starting one costs more than most tests do."""

    folder: Path
    settings: Settings
    database: str = ""
    """The PostgreSQL database; empty for SQLite."""


@pytest.fixture(scope="session")
def prepared_store(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[[str], Store]:
    """Gives the prepared store of a kind of database, made on first use."""
    stores: dict[str, Store] = {}

    def of(kind: str) -> Store:
        if kind not in stores:
            folder = tmp_path_factory.mktemp(f"prepared-{kind}")
            database = url = ""
            if kind == "postgresql":
                server: PostgresServer = request.getfixturevalue("postgres_server")
                database = server.create_database()
                url = server.url(database)
            settings = Settings(data=folder, origin=ORIGIN, database_url=url, ahead=128)
            prepare(settings, clock=Clock()).close()
            stores[kind] = Store(folder, settings, database)
        return stores[kind]

    return of


@pytest.fixture(params=KINDS)
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test's service stores in; each test of a service runs once on each."""
    kind: str = request.param
    return kind


@pytest.fixture
def settings(
    database_kind: str,
    prepared_store: Callable[[str], Store],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Settings]:
    """The settings of a service on a fresh copy of a prepared store: nothing was opened, 128 numbers are committed."""
    store = prepared_store(database_kind)
    data = tmp_path / "data"
    shutil.copytree(store.folder, data)
    if database_kind == "sqlite":
        yield replace(store.settings, data=data)
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    database = server.create_database(template=store.database)
    yield replace(store.settings, data=data, database_url=server.url(database))
    server.drop_database(database)


@pytest.fixture
def clock() -> Clock:
    """The clock of the service; it stands still until it is told to go on."""
    return Clock()


@pytest.fixture
def service(settings: Settings, clock: Clock) -> Iterator[Service]:
    """What a serving process is made of, without the process."""
    started = Service.start(settings, clock=clock)
    yield started
    started.close()


@pytest.fixture
def app(service: Service) -> Flask:
    """The application that a worker serves. An error inside it is answered as it would be in service, not raised."""
    made = create_app(service)
    made.testing = False
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Calls the application as a stranger's HTTP client would, without a network."""
    return app.test_client()


@pytest.fixture
def make_client(settings: Settings, clock: Clock) -> Iterator[Callable[..., FlaskClient]]:
    """Makes clients of services on one store, with other settings: ``make_client(rate_limit="2 per minute")``."""
    started: list[Service] = []

    def make(**changed: Any) -> FlaskClient:
        service = Service.start(replace(settings, **changed), clock=clock)
        started.append(service)
        made = create_app(service)
        made.testing = False
        return made.test_client()

    yield make
    for service in started:
        service.close()


@pytest.fixture
def nobody() -> Witnesses:
    """No witnesses, for who publishes a log by hand."""
    return Witnesses(None)


@pytest.fixture(autouse=True)
def log_watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch | None]:
    """Re-verifies both logs whole after every step of every test of the service."""
    watch = Watch()
    watch.arm(monkeypatch)
    yield watch
    if watch.faults:
        raise watch.faults[0]
