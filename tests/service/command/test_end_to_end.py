"""The commands against a real service: nothing between them is replaced."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import SOURCE, Running


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of a service with two workers."""
    with Running(tmp_path_factory.mktemp("served"), workers=2, ahead=64) as service:
        yield service.url


def fairdeal(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own."""
    code = "from fairdeal.service.command import main; main()"
    environ = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8", "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=folder, env=environ, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("seats", [(), ("--seats",)])
def test_a_deal_is_played_and_verified_over_the_network(served, tmp_path, seats):
    """`play` ends with no check failed; `verify` agrees by number, and offline by the file that was saved."""
    played = fairdeal(tmp_path, "play", "--server", served, *seats, "--save", "bundle.json", "--json")
    assert played.returncode == 0, played.stderr
    number = str(json.loads(played.stdout)["number"])
    by_number = fairdeal(tmp_path, "verify", number, "--server", served)
    assert (by_number.returncode, "No check failed" in by_number.stdout) == (0, True), by_number.stderr
    by_file = fairdeal(tmp_path, "verify", "bundle.json")
    assert (by_file.returncode, "No check failed" in by_file.stdout) == (0, True), by_file.stderr


def test_a_service_that_is_not_there_is_exit_code_2(tmp_path):
    """Nobody listens: the command gives up after a few attempts, in one line and without a traceback."""
    done = fairdeal(tmp_path, "verify", "1", "--server", "http://127.0.0.1:9")
    assert done.returncode == 2
    assert done.stderr.startswith("fairdeal verify: GET /v1/deals/1/proof was tried")
    assert "Traceback" not in done.stderr
