"""``fairdeal play`` remembers the commits log, and contributes nothing to a deal of another one."""

import json
import shutil
from dataclasses import replace
from functools import partial

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import text

from fairdeal.service.api.app import create_app
from fairdeal.service.client.http import Api
from fairdeal.service.command import main
from fairdeal.service.context import Service
from fairdeal.service.log.publishing import publish
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.housekeeping import Housekeeper

pytestmark = pytest.mark.parametrize("database_kind", ["sqlite"])


@pytest.fixture
def fork(service, settings, tmp_path, nobody):
    """The same service, gone another way: same keys and beginning, other commitments from 129 on; both hand out 200 next."""
    folder = tmp_path / "fork"
    shutil.copytree(settings.data, folder)
    other = Service.start(replace(settings, data=folder))
    for one, ahead in ((service, 300), (other, 1500)):
        while commit_ahead(one.logs.commits, one.keys, ahead):
            pass
        publish(one.logs.commits, nobody)
        one.database.write(lambda conn: conn.execute(text("UPDATE numbers SET next = 200")))
    yield other
    other.close()


@pytest.fixture
def run(service, fork, monkeypatch, tmp_path):
    """Runs a command as one user; ``one`` and ``two`` are the addresses of the two services."""

    def connected(server, *, asked):
        app = create_app({"one": service, "two": fork}[server])
        inner = httpx.WSGITransport(app=app)

        class Network(httpx.BaseTransport):
            def handle_request(self, request):
                asked.append((request.method, request.url.path))
                return inner.handle_request(request)

        return Api("http://service", transport=Network(), sleep=lambda _: None)

    def invoke(*arguments):
        asked = []
        for module in ("play", "verify"):
            monkeypatch.setattr(f"fairdeal.service.command.{module}.Api", partial(connected, asked=asked))
        done = CliRunner().invoke(main, arguments, env={"XDG_CONFIG_HOME": str(tmp_path / "user")})
        return done, [path for method, path in asked if method == "PUT"]

    return invoke


def remembered(tmp_path, kind="checkpoint"):
    return list((tmp_path / "user" / "fairdeal" / "seen" / "deals.example.com").glob(f"commits+*.{kind}"))


@pytest.mark.parametrize("seats", [(), ("--seats",)])
def test_a_fork_gets_no_contribution(run, tmp_path, seats):
    """Whichever way is seen second: both notes are in a file, it says so, exits with 1, and has sent nothing at all."""
    done, sent = run("play", "--server", "two", *seats)
    assert (done.exit_code, bool(sent)) == (0, True), done.output
    (known,) = remembered(tmp_path)
    first = known.read_text()
    done, sent = run("play", "--server", "one", *seats, "--json")
    assert (done.exit_code, sent) == (2, []), "a log that is too small to show the larger one proves no fork"
    known.unlink()
    assert run("play", "--server", "one", *seats)[0].exit_code == 0
    smaller = known.read_text()
    done, sent = run("play", "--server", "two", *seats, "--json")
    assert (done.exit_code, sent) == (1, [])
    (fork,) = remembered(tmp_path, "fork")
    assert fork.read_text() == f"{smaller}\n{first}"
    assert "deals.example.com/commits was forked" in done.stderr
    assert str(fork) in done.stderr
    assert json.loads(done.stdout)["notes"] == [smaller, first]
    assert known.read_text() == smaller


def test_a_log_that_grew_is_played_on(run, service, nobody, tmp_path):
    """Deals one after the other, with the log growing between them: the memory follows."""
    sizes = []
    for ahead in (300, 1500):
        while commit_ahead(service.logs.commits, service.keys, ahead):
            pass
        publish(service.logs.commits, nobody)
        service.database.write(lambda conn, at=ahead: conn.execute(text(f"UPDATE numbers SET next = {at}")))
        assert run("play", "--server", "one")[0].exit_code == 0
        sizes.append(int(remembered(tmp_path)[0].read_text().splitlines()[1]))
    assert sizes[0] < sizes[1]


def test_play_and_verify_remember_the_same(run, service, fork, tmp_path):
    """What `play` saw, `verify` holds a bundle against, and the other way round: by default both use one folder."""
    vkeys = [option for vkey in service.keys.vkeys.values() for option in ("--vkey", vkey)]
    assert run("play", "--server", "one")[0].exit_code == 0
    assert run("play", "--server", "two", "--seen", str(tmp_path / "other"))[0].exit_code == 0
    for one in (service, fork):
        Housekeeper(one).run_once()
    done, _ = run("verify", "200", "--server", "two", *vkeys)
    assert (done.exit_code, "was forked" in done.stderr) == (1, True), done.output
    remembered(tmp_path)[0].unlink()
    assert run("verify", "200", "--server", "two", *vkeys)[0].exit_code == 0
    done, sent = run("play", "--server", "one")
    assert (done.exit_code, sent) == (2, [])


def test_a_folder_that_cannot_be_used_is_said_so(run, tmp_path):
    """Nothing is played without a memory: the folder is named, and the exit code is 2."""
    (tmp_path / "file").write_text("")
    done, sent = run("play", "--server", "one", "--seen", str(tmp_path / "file" / "in"))
    assert (done.exit_code, sent) == (2, [])
    assert f"cannot be kept in {tmp_path / 'file' / 'in'}" in done.stderr


def test_other_keys_of_an_origin_are_mentioned(run, tmp_path):
    """Keys live as long as their origin: who pinned none is told that this one had others, when it was seen before."""
    assert "had other keys" not in run("play", "--server", "one")[0].stdout
    assert "had other keys" not in run("play", "--server", "one")[0].stdout
    (known,) = remembered(tmp_path)
    known.rename(known.with_name("commits+00000000.checkpoint"))
    done, _ = run("play", "--server", "one")
    assert (done.exit_code, "had other keys" in done.stdout) == (0, True)
