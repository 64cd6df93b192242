"""Checkpoints that were seen once are held against every later one."""

import shutil
from dataclasses import replace

import httpx
import pytest
from click.testing import CliRunner

from fairdeal.service.api.app import create_app
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.errors import Caught, Refused, Unreachable
from fairdeal.service.client.http import Api
from fairdeal.service.command import main
from fairdeal.service.context import Service
from fairdeal.service.log import published as shown
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.players import Table


def api_of(service):
    return Api("http://service", transport=httpx.WSGITransport(app=create_app(service)), sleep=lambda _: None)


def grow(service, ahead):
    """Publish more commitments; the checkpoint."""
    while commit_ahead(service.logs.commits, service.keys, ahead):
        pass
    publish(service.logs.commits, Witnesses(None))
    return shown.checkpoint(service.logs.commits)


def kept(folder, kind="checkpoint"):
    """What is kept of the commits log, by the only key that signed any."""
    (path,) = folder.glob(f"commits+*.{kind}")
    return path


@pytest.fixture
def see(tmp_path):
    """Sees the newest checkpoint of a service, with one memory."""

    def look(service, note):
        with api_of(service) as api:
            CheckpointStore(api, tmp_path / "seen").see("commits", service.keys.vkeys["commits"], note)

    return look


@pytest.fixture
def fork(service, settings, tmp_path):
    """The same service, gone another way from here: the same keys, other commitments."""
    folder = tmp_path / "fork"
    shutil.copytree(settings.data, folder)
    other = Service.start(replace(settings, data=folder))
    yield other
    other.close()


def test_a_log_that_grows_is_one_log(service, see, tmp_path):
    """Later, earlier and equal checkpoints of it are all accepted; the largest is kept."""
    notes = [shown.checkpoint(service.logs.commits), grow(service, 300), grow(service, 1500)]
    for note in (notes[1], notes[0], notes[2], notes[2], notes[1]):
        see(service, note)
    assert kept(tmp_path / "seen").read_text() == notes[2]


@pytest.mark.parametrize(("here", "there"), [(300, 300), (300, 1500)])
def test_a_fork_is_found_and_kept(service, fork, see, tmp_path, here, there):
    """Of the same size or larger: both notes are written down, and what was seen first stays."""
    first, second = grow(service, here), grow(fork, there)
    see(service, first)
    with pytest.raises(Caught, match="was forked") as caught:
        see(fork, second)
    assert caught.value.notes == (first, second)
    assert kept(tmp_path / "seen", "fork").read_text() == f"{first}\n{second}"
    assert kept(tmp_path / "seen").read_text() == first


def test_a_service_that_does_not_show_what_it_signed_is_refused(service, fork, see, tmp_path):
    """A smaller log cannot prove that the larger one is its own: no fork is proved, and nothing is taken over."""
    first = grow(service, 1500)
    see(service, first)
    with pytest.raises(Refused, match="too small"):
        see(fork, grow(fork, 300))
    assert kept(tmp_path / "seen").read_text() == first


def test_a_checkpoint_by_another_key_is_refused(service, see):
    """Nothing is kept of it."""
    with pytest.raises(Caught, match="is not valid"):
        see(service, shown.checkpoint(service.logs.outcomes))


def test_a_memory_that_was_damaged_says_so(service, see, tmp_path):
    """It accuses nobody."""
    see(service, shown.checkpoint(service.logs.commits))
    kept(tmp_path / "seen").write_text("nothing\n")
    with pytest.raises(Unreachable, match="Remove it"):
        see(service, shown.checkpoint(service.logs.commits))


def test_verify_finds_a_fork(service, fork, client, tmp_path, monkeypatch):
    """With pinned keys the command remembers what it saw: exit 0, and 1 once the service shows another log."""
    monkeypatch.setattr(
        "fairdeal.service.command.verify.Api",
        lambda server: api_of({"http://one": service, "http://two": fork}[server]),
    )
    vkeys = [option for vkey in service.keys.vkeys.values() for option in ("--vkey", vkey)]
    for one in (service, fork):
        grow(one, 300)
        table = Table.open(create_app(one).test_client())
        table.done("void", table.opener, {})
        Housekeeper(one).run_once()
    options = ["--seen", str(tmp_path / "seen"), *vkeys]
    answers = [
        CliRunner().invoke(main, ["verify", "1", "--server", server, *options])
        for server in ("http://one", "http://two")
    ]
    assert [answer.exit_code for answer in answers] == [0, 1], answers[0].output
    assert "was forked" in answers[1].stderr
    # The bundle alone is sound: only who saw the other log finds the fork.
    other = [*options[2:], "--seen", str(tmp_path / "other")]
    assert CliRunner().invoke(main, ["verify", "1", "--server", "http://two", *other]).exit_code == 0


def test_verify_asks_for_a_quorum(service, client, tmp_path):
    """With a policy whose witnesses did not cosign, the log checks fail; a file that is no policy is refused."""
    table = Table.open(client)
    table.done("void", table.opener, {})
    Housekeeper(service).run_once()
    bundle, policy = tmp_path / "bundle.json", tmp_path / "policy"
    bundle.write_bytes(table.call("GET", "proof").data)
    key = "witness.example.com/w1+f9c8e774+BBQzA22TUGQjImRLTPJOCPRp+BAYPvXYTpf05YEMg813"
    vkeys = [option for vkey in service.keys.vkeys.values() for option in ("--vkey", vkey)]
    policy.write_text(f"witness w {key}\nquorum w\n")
    answer = CliRunner().invoke(main, ["verify", str(bundle), "--policy", str(policy), *vkeys])
    assert answer.exit_code == 1
    assert "2 failed: commit-logged, outcome-logged" in answer.output
    policy.write_text("quorum none\n")
    assert CliRunner().invoke(main, ["verify", str(bundle), "--policy", str(policy), *vkeys]).exit_code == 0
    policy.write_text("nonsense\n")
    answer = CliRunner().invoke(main, ["verify", str(bundle), "--policy", str(policy), *vkeys])
    assert answer.exit_code == 2
    assert "line 1 of the policy" in answer.output
