import json
import threading

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from werkzeug.serving import make_server

from fairdeal.engine.tlog.note import write_vkey
from fairdeal.service.client.audit import Audit
from fairdeal.service.client.audited import Finding, SignedTerms
from fairdeal.service.command import main
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.players import Table

OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()

NOW = 1_800_000_000.0
"""When the audit is made: the time of the service's clock."""


@pytest.fixture
def database_kind():
    """What an auditor finds is the same whatever the service stores in."""
    return "sqlite"


@pytest.fixture
def url(app):
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def audit(url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fairdeal.service.command.audit.time.time", lambda: NOW)
    return lambda *options: CliRunner().invoke(main, ["audit", "--server", url, "--jobs", "1", *options])


def lines_of(answer):
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_a_line_for_each_number_and_a_summary(service, client, audit, tmp_path):
    """Exit 0 when nothing failed; deals that run and numbers that wait are told as not proved."""
    Table.open(client).finish()
    Housekeeper(service).run_once()
    answer = audit()
    assert answer.exit_code == 0, answer.output
    lines = lines_of(answer)
    assert [line["number"] for line in lines] == list(range(1, 129))
    assert [line["result"] for line in lines[:2]] == ["pass", "not proved"]
    assert "127 not proved, 1 pass." in answer.stderr
    assert "No keys are pinned" in answer.stderr
    assert (tmp_path / "audit-deals.example.com" / "commits" / "checkpoint").exists()


def test_keys_can_be_pinned(service, client, audit, tmp_path):
    """Then nothing is said of trusting the service; other keys than its own are caught."""
    vkeys = [option for vkey in service.keys.vkeys.values() for option in ("--vkey", vkey)]
    answer = audit("--to", "1", *vkeys)
    assert answer.exit_code == 0, answer.output
    assert "No keys are pinned" not in answer.stderr
    vkeys[3] = write_vkey("deals.example.com/commits", 1, OTHER)
    answer = audit("--to", "1", *vkeys)
    assert answer.exit_code == 1
    assert "signs commits with another key than the pinned one" in answer.stderr


def test_what_is_overdue_makes_it_fail(service, client, audit, clock):
    """Exit 1, and the number and the reason are told to people too."""
    clock.now = 1_000_000_000
    Table.open(client)
    answer = audit("--to", "2")
    assert answer.exit_code == 1
    assert [line["result"] for line in lines_of(answer)] == ["overdue", "not proved"]
    assert "1: overdue: outcome-logged: it expired" in answer.stderr


@pytest.mark.parametrize(("most", "code"), [(None, 0), ("2", 0), ("1", 1)])
def test_deals_that_the_service_gave_up_are_counted_first(audit, monkeypatch, most, code):
    """How many, how many of them after the table, on which sheets; more than ``--max-failed`` make it exit with 1."""
    sheet = "0123456789abcdef" * 2
    found = [
        Finding(1, "pass", given_up="before the table"),
        Finding(2, "pass", terms=SignedTerms(1, 2, 1, (sheet, 1)), given_up="after the table"),
        Finding(3, "pass"),
    ]
    monkeypatch.setattr(Audit, "run", lambda *_: iter(found))
    answer = audit(*(() if most is None else ("--max-failed", most)))
    assert answer.exit_code == code, answer.output
    told = answer.stderr.splitlines()
    assert told[-2:] == [
        f"2 numbers ended `failed`, 1 of them after the table; score sheets: {sheet}.",
        "3 pass.",
    ]


@pytest.mark.parametrize(("results", "code"), [(("pass", "unjudged"), 2), (("unjudged", "fail"), 1)])
def test_what_is_not_known_here_is_no_success(audit, monkeypatch, results, code):
    """Exit 2 for rules that nobody here knows, 1 if anything fails besides."""
    found = [Finding(number, result) for number, result in enumerate(results, start=1)]
    monkeypatch.setattr(Audit, "run", lambda *_: iter(found))
    assert audit().exit_code == code


def test_a_folder_of_other_keys_is_refused(service, audit, tmp_path):
    """What was found under other keys is worth nothing."""
    folder = tmp_path / "mine"
    assert audit("--folder", str(folder), "--to", "1").exit_code == 0
    (folder / "vkeys").write_text("others\n")
    answer = audit("--folder", str(folder), "--to", "1")
    assert answer.exit_code == 2
    assert "audit of other keys" in answer.output


def test_a_fork_is_told(service, audit, tmp_path):
    """Exit 1: a checkpoint that was seen is no part of the log."""
    assert audit("--to", "1").exit_code == 0
    note = service.logs.commits.sign(100, bytes(32))
    (tmp_path / "audit-deals.example.com" / "commits" / "checkpoint").write_text(note)
    answer = audit("--to", "1")
    assert answer.exit_code == 1
    assert "was forked" in answer.stderr


def test_a_service_that_is_not_there_is_told(tmp_path, monkeypatch):
    """Exit 2."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fairdeal.service.client.http.time.sleep", lambda _: None)
    monkeypatch.setattr("fairdeal.service.client.http.ATTEMPTS", 1)
    answer = CliRunner().invoke(main, ["audit", "--server", "http://127.0.0.1:9"])
    assert answer.exit_code == 2
    assert "fairdeal audit:" in answer.stderr


def test_a_policy_that_cannot_be_read_is_refused(audit, tmp_path):
    """The text says what is wrong with it."""
    path = tmp_path / "policy"
    path.write_text("quorum nobody\n")
    answer = audit("--policy", str(path))
    assert answer.exit_code == 2
    assert "line 1 of the policy" in answer.stderr
