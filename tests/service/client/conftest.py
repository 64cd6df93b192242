"""A service in process, and its operator."""

import pytest
from flask import Flask

from service.context import Service
from tests.service.client.cheating import Operator


@pytest.fixture
def database_kind() -> str:
    """What a client checks is the same whatever the service stores in."""
    return "sqlite"


@pytest.fixture
def operator(app: Flask, service: Service) -> Operator:
    """The operator of a service of the test's own."""
    return Operator(app, service.keys.statement_signer)
