"""Strangers' code reads our logs: golang.org/x/mod/sumdb, as Debian packages it, and a witness built on it."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from fairdeal.service.api.app import create_app
from fairdeal.service.log import published as shown
from fairdeal.service.log.export import export
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.storage import numbers
from tests.service.log.reader import check_log
from tests.service.players import Table

PEERS = Path(__file__).parents[2] / "peers"


@pytest.fixture(scope="session")
def go(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Builds a program of tests/peers with Debian's Go and x/mod (packages golang-go and golang-golang-x-mod-dev)."""
    folder = tmp_path_factory.mktemp("go")
    environ = {
        **os.environ,
        "GO111MODULE": "off",
        "GOPATH": "/usr/share/gocode",
        "GOCACHE": str(folder / "cache"),
        "CGO_ENABLED": "0",
    }

    def build(name: str) -> Path:
        program = folder / name
        if not program.exists():
            subprocess.run(["go", "build", "-o", program, "."], cwd=PEERS / name, env=environ, check=True)
        return program

    return build


@pytest.fixture
def url(app) -> Iterator[str]:
    """The service behind a real socket."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(one) for one in arguments], capture_output=True, text=True, check=False)


def test_go_reads_both_logs_whole(service, client, url, go, nobody, tmp_path):
    """Checkpoint, every tile, every entry, inclusion and consistency proofs, and the tlog-proofs of a bundle."""
    old = {log.name: tmp_path / f"{log.name}.old" for log in service.logs}
    Table.open(client).finish()
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)
    for log in service.logs:
        old[log.name].write_text(shown.checkpoint(log))
    table = Table.open(client).finish()
    for _ in range(40):
        given_up = Table.open(client)
        given_up.done("void", given_up.opener, {})
    sequence(service.logs.outcomes)
    while commit_ahead(service.logs.commits, service.keys, 900):
        pass
    for log in service.logs:
        publish(log, nobody)
    sizes = check_log(service)
    bundle = table.call("GET", "proof").json
    for log, part in (("commits", bundle["commit"]), ("outcomes", bundle["outcome"])):
        proof, entry = tmp_path / "proof", tmp_path / "entry"
        proof.write_text(part["proof"])
        entry.write_text(part["statement"])
        answer = run(
            go("readlog"), f"{url}/log/{log}", service.keys.vkeys[log], old[log], proof, entry
        )  # fmt: skip
        assert (answer.returncode, answer.stderr) == (0, "")
        assert int(answer.stdout) == sizes[log]
        entry.write_text(part["statement"].replace("\n", "\n ", 1))
        answer = run(go("readlog"), f"{url}/log/{log}", service.keys.vkeys[log], old[log], proof, entry)
        assert answer.returncode == 1


def test_go_finds_a_key_that_did_not_sign(service, url, go):
    """The reader is no rubber stamp: with the other log's key it refuses."""
    answer = run(go("readlog"), f"{url}/log/commits", service.keys.vkeys["outcomes"])
    assert answer.returncode == 1
    assert answer.stderr


@contextmanager
def started(program: Path, *arguments: str) -> Iterator[tuple[str, str]]:
    """The witness while it runs: its address and its verifier key."""
    with subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process.stdout.readline().strip()
        finally:
            process.kill()


def test_a_go_witness_cosigns_what_is_consistent_and_refuses_a_fork(service, go, tmp_path):
    """Over HTTP: three checkpoints are cosigned; of another tree under the same key nothing is, and nothing is published."""
    path = tmp_path / "policy"
    with started(go("witness"), "witness.example/go", *service.keys.vkeys.values()) as (address, vkey):
        path.write_text(f"witness go {vkey} {address}\nquorum go\n")
        witnesses = Witnesses.of(replace(service.settings, policy=path))
        for _ in range(3):
            commit_ahead(service.logs.commits, service.keys, service.database.read(numbers.fetch).left + 300)
            assert publish(service.logs.commits, witnesses)
            assert f"— {'witness.example/go'} " in shown.checkpoint(service.logs.commits)
        sizes = check_log(service)
        witnesses.close()
        # A fresh process asks the witness what it has seen.
        commit_ahead(service.logs.commits, service.keys, service.database.read(numbers.fetch).left + 300)
        witnesses = Witnesses.of(replace(service.settings, policy=path))
        assert publish(service.logs.commits, witnesses)
        assert check_log(service)["commits"] > sizes["commits"]
        # The witness sees the log of outcomes for the first time in a form that the service then forgets.
        other = service.logs.outcomes.head()
        forged = replace(other, size=1, root=bytes(32), note=service.logs.outcomes.sign(1, bytes(32)))
        assert "witness.example/go" in witnesses.cosign(service.logs.outcomes, forged)
        for client in (create_app(service).test_client(),) * 2:
            table = Table.open(client)
            table.done("void", table.opener, {})
        sequence(service.logs.outcomes)
        assert not publish(service.logs.outcomes, witnesses)
        assert service.logs.outcomes.head().published_size == 0
        witnesses.close()


def test_the_exported_tree_is_what_the_service_serves(service, client, url, go, nobody, tmp_path):
    """File by file; exported again after the log grew, the folder holds the grown log too."""
    for ahead in (300, 900):
        while commit_ahead(service.logs.commits, service.keys, ahead):
            pass
        publish(service.logs.commits, nobody)
        folder = tmp_path / "export"
        assert export(service.logs.commits, folder) == service.logs.commits.head().published_size
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        assert client.get(f"/log/commits/{path.relative_to(folder)}").data == path.read_bytes()
