"""A service in process, and its operator."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.context import Service
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.settings import Settings
from tests.service.client.auditing import Auditor
from tests.service.client.cheating import Operator
from tests.service.conftest import Clock
from tests.service.players import Table


@pytest.fixture
def database_kind() -> str:
    """What a client checks is the same whatever the service stores in."""
    return "sqlite"


@pytest.fixture
def operator(app: Flask, service: Service) -> Operator:
    """The operator of a service of the test's own."""
    return Operator(app, service.keys.statement_signer)


@pytest.fixture
def auditor(service: Service, tmp_path: Path) -> Auditor:
    """Somebody with an empty folder."""
    return Auditor(service, tmp_path / "audit")


@pytest.fixture
def played(service: Service, client: FlaskClient) -> None:
    """Deals that ended in several ways, logged and published: 1 played, 2 abandoned, 3 played blind; 4 runs."""
    Table.open(client).finish()
    table = Table.open(client)
    table.done("void", table.opener, {})
    Table.open(client, contributors=[0, 1, 2, 3]).finish()
    Table.open(client).close()
    Housekeeper(service).run_once()


@pytest.fixture
def fork(service: Service, settings: Settings, tmp_path: Path, clock: Clock) -> Iterator[Service]:
    """The same service, gone another way from here: same keys, same beginning."""
    folder = tmp_path / "fork"
    shutil.copytree(settings.data, folder)
    other = Service.start(replace(settings, data=folder), clock=clock)
    yield other
    other.close()


@pytest.fixture(autouse=True)
def log_watch() -> None:
    """Nobody looks on here: operators who cheat are at work."""
