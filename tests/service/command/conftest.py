"""Commands that reach a service in process, and a real deal to verify."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from fairdeal.service.client.http import Api
from fairdeal.service.command import main
from fairdeal.service.context import Service
from tests.service.client.cheating import Operator, Tamper, Tampering

Run = Callable[..., Result]


@pytest.fixture
def operator(app: Flask, service: Service) -> Operator:
    """The operator of a service of the test's own."""
    return Operator(app, service.keys.statement_signer)


@pytest.fixture
def run(operator: Operator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs ``fairdeal`` with these arguments, as a user who has nothing yet; whatever server it names is the test's service."""

    def invoke(*arguments: str, tamper: Tamper = lambda _request, _document: None, **environ: str) -> Result:
        connected = partial(Api, transport=Tampering(operator.app, tamper), sleep=lambda _: None)
        for module in ("play", "verify"):
            monkeypatch.setattr(f"fairdeal.service.command.{module}.Api", connected)
        return CliRunner().invoke(
            main, arguments, env={"FAIRDEAL_ORIGIN": None, "XDG_CONFIG_HOME": str(tmp_path / "user"), **environ}
        )

    return invoke


@pytest.fixture
def bundle(operator: Operator, tmp_path: Path) -> Path:
    """A file with the proof of a deal that distrustful seats played."""
    path = tmp_path / "bundle.json"
    path.write_bytes(operator.play().bundle)
    return path


@pytest.fixture
def vkeys(operator: Operator, tmp_path: Path) -> Path:
    """A file with the service's verifier keys."""
    path = tmp_path / "vkeys.txt"
    told = operator.api().get("/v1/info").view("vkeys").members
    path.write_text("# The keys of the test.\n\n" + "\n".join(told.values()) + "\n")
    return path
