"""An audit finds nothing where all is well, and names what an operator did who holds every key and every row.

The twelve ways to cheat that the protocol is made against are in ``test_malicious_operator.py``.
"""

import json
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.tlog.note import write_vkey
from fairdeal.service.api.app import create_app
from fairdeal.service.client.audit import Audit
from fairdeal.service.client.audited import Finding
from fairdeal.service.client.errors import Caught, Refused
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.client.auditing import api_of, grow, log_more, outcome_of, rewrite
from tests.service.players import Table


def test_an_honest_service_passes(service, auditor, played):
    """What ended passes; what runs or was not handed out is not proved; numbers that are not committed are not there."""
    assert auditor.audit(service) == {}
    assert [auditor.results[number] for number in (1, 2, 3, 4, 5)] == ["pass"] * 3 + ["not proved"] * 2
    assert max(auditor.results) == 128


def test_several_processes_find_the_same(service, auditor, played):
    """With ``--jobs`` the numbers still come in order."""
    auditor.audit(service, jobs=2)
    assert [auditor.results[number] for number in (1, 2, 3, 4)] == ["pass"] * 3 + ["not proved"]


def test_a_range_is_audited_by_itself(service, auditor, played):
    """From and to are both in it."""
    auditor.audit(service, first=2, last=3)
    assert auditor.results == {2: "pass", 3: "pass"}


def test_a_second_audit_asks_only_for_what_it_does_not_know(service, auditor, played):
    """What passed is not fetched again; new bundles and new entries are."""
    auditor.audit(service, last=4)
    asked = []
    auditor.audit(service, last=4, tamper=lambda path, content: asked.append(path) or content)
    assert auditor.results == {1: "pass", 2: "pass", 3: "pass", 4: "not proved"}
    assert asked.count("/v1/proofs") == 1
    # An audit that was killed in the middle of a line loses that line alone.
    notes = auditor.folder / "passed.jsonl"
    notes.write_text(notes.read_text()[:-20])
    assert auditor.audit(service, last=4) == {}
    assert auditor.results[3] == "pass"


def test_a_finding_survives_being_written_down(service, auditor, played):
    """A line holds all that later audits need, terms included."""
    with api_of(service) as api:
        found = list(Audit(api, auditor.pinned, auditor.folder, now=service.clock()).run(None, 4, lambda *_: None))
    assert [Finding.from_line(one.line()) for one in found] == found
    assert found[0].terms is not None


# -- what is not as it has to be --------------------------------------------------------------------------------


def test_an_outcome_of_no_number_is_found(service, auditor, played):
    """Entries that are no outcome, or one of a number that is not committed, are named."""
    stray = replace(outcome_of(service, 2), number=5000).text()
    log_more(service.logs.outcomes, stray, "something else\n")
    assert "entry 4 is no outcome" in str(list(auditor.audit(service).values()))
    auditor.audit(service)
    assert auditor.results[0] == "fail"


def test_a_number_that_was_skipped_is_overdue(service, auditor, played, clock):
    """Once a higher number was opened longer ago than any deal may run, a lower one has to have its outcome."""
    rewrite(service, "UPDATE numbers SET next = 7")
    Table.open(create_app(service).test_client())
    failed = auditor.audit(service, now=clock() + service.settings.deadline + 3601)
    assert {5, 6} <= set(failed)
    assert "number 7 was opened longer ago" in failed[5]["outcome-logged"]
    assert 8 not in failed


def test_an_outcome_without_its_proof_is_found(service, auditor, played):
    """A logged outcome whose bundle is withheld fails: else a deal could be hidden by not answering."""

    def tamper(path, content):
        if path == "/v1/proofs":
            lines = [json.loads(line) for line in content.splitlines()]
            kept = [{"number": 2, "state": "playing"} if line.get("number") == 2 else line for line in lines]
            return b"".join(json.dumps(line).encode() + b"\n" for line in kept)
        return content

    failed = auditor.audit(service, last=4, tamper=tamper)
    assert set(failed) == {2}
    assert "proof" in failed[2]


def test_an_opening_that_goes_back_in_time_is_found(service, auditor, client, clock):
    """The times of open statements never fall as numbers rise."""
    Table.open(client)
    rewrite(service, "UPDATE numbers SET opened_at = 0")
    clock.advance(-1000)
    Table.open(client)
    for number in (1, 2):
        rewrite(service, "UPDATE deals SET expires_at = 1 WHERE number = :of", of=number)
    Housekeeper(service).run_once()
    failed = auditor.audit(service, last=2)
    assert "a lower number" in failed[2]["terms"]


# -- logs -------------------------------------------------------------------------------------------------------


def test_an_older_checkpoint_of_the_same_log_is_no_fork(service, auditor, fork, client):
    """A view that lags behind is only old."""
    grow(service, 3)
    auditor.audit(service)
    # The copy from before the deals is such a view.
    assert fork.logs.outcomes.head().published_size == 0
    with api_of(fork) as api:
        Audit(api, auditor.pinned, auditor.folder, now=service.clock())._outcomes.update()


def test_entries_that_do_not_lead_to_the_root_are_found(service, auditor, played):
    """Each entry is bound to the checkpoint: another in its place is refused."""

    def tamper(path, content):
        return content.replace(b"reason abandoned", b"reason withdrawn") if "tile/entries" in path else content

    with pytest.raises(Caught, match="do not lead to the root"):
        auditor.audit(service, tamper=tamper)
    assert auditor.audit(service) == {}


@pytest.mark.parametrize("name", ["outcomes", "commits"])
def test_a_checkpoint_that_is_not_signed_is_refused(service, auditor, played, name):
    """By the pinned key of that very log."""
    swapped = {"outcomes": "commits", "commits": "outcomes"}[name]

    def tamper(path, content):
        if path == f"/log/{name}/checkpoint":
            return service.logs.by_name(swapped).head().note.encode()
        return content

    with pytest.raises(Caught, match="does not hold"):
        auditor.audit(service, tamper=tamper)


def test_a_damaged_folder_is_fetched_anew(service, auditor, played):
    """A file that was cut or changed here accuses nobody."""
    auditor.audit(service)
    for path in (auditor.folder / "commits" / "tile").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-3])
    assert auditor.audit(service) == {}


def test_a_policy_is_held(service, auditor, played):
    """Checkpoints without the quorum are refused."""
    key = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    auditor.pinned = replace(auditor.pinned, policy=f"witness w {write_vkey('w.example', 4, key)}\nquorum w\n")
    with pytest.raises(Caught, match="quorum"):
        auditor.audit(service)


def test_a_service_that_serves_nonsense_is_unreadable(service, auditor, played):
    """Not a crash, and not a verdict."""
    with pytest.raises(Refused):
        auditor.audit(service, tamper=lambda path, content: None if "tile/entries" in path else content)


def test_proofs_that_cannot_be_read_count_against_the_operator(service, auditor, played):
    """Each number that has an outcome fails: else a deal could be hidden by answering nonsense."""
    failed = auditor.audit(service, last=4, tamper=lambda path, content: b"{" if path == "/v1/proofs" else content)
    assert {number: set(checks) for number, checks in failed.items()} == {number: {"proof"} for number in (1, 2, 3)}
    assert auditor.results[4] == "not proved"
