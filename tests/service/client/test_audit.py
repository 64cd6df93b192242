"""An audit finds what an operator, who holds every key and every row, has hidden or rewritten; and finds nothing where all is well."""

import json
import secrets
import shutil
from dataclasses import replace

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import text

from engine.commitment import commitment
from engine.note import write_vkey
from engine.statements import Open, Void
from service.api.app import create_app
from service.client.audit import Audit
from service.client.audited import Finding, Pinned
from service.client.errors import Caught, Refused, Unreachable
from service.client.http import Api
from service.context import Service
from service.housekeeping import Housekeeper
from service.log.appending import append, lock
from service.log.publishing import publish
from tests.service.players import Table


def api_of(service, tamper=lambda _path, content: content):
    inner = httpx.WSGITransport(app=create_app(service))

    class Network(httpx.BaseTransport):
        def handle_request(self, request):
            response = inner.handle_request(request)
            content = tamper(request.url.path, response.read())
            if content is None:
                return httpx.Response(404, headers={"Content-Type": "application/problem+json"}, content=b"{}")
            kind = response.headers["Content-Type"]
            return httpx.Response(response.status_code, headers={"Content-Type": kind}, content=content)

    return Api("http://service", transport=Network(), sleep=lambda _: None)


class Auditor:
    """Somebody with a folder, who pinned the keys at the beginning."""

    def __init__(self, service, folder):
        self.pinned = Pinned(service.settings.origin, dict(service.keys.vkeys), None)
        self.folder = folder
        folder.mkdir()

    def audit(self, service, *, first=None, last=None, now=None, jobs=1, tamper=lambda _path, content: content):
        """The findings that are not a pass, by number."""
        with api_of(service, tamper) as api:
            one = Audit(api, self.pinned, self.folder, now=now or service.clock(), jobs=jobs)
            found = list(one.run(first, last, lambda _done, _total: None))
        self.results = {finding.number: finding.result for finding in found}
        assert [finding.number for finding in found if finding.number] == sorted(self.results.keys() - {0})
        return {finding.number: finding.failed for finding in found if finding.result in ("fail", "overdue")}


@pytest.fixture
def auditor(service, tmp_path):
    return Auditor(service, tmp_path / "audit")


@pytest.fixture
def played(service, client):
    """Deals that ended in several ways, logged and published: 1 played, 2 abandoned, 3 played blind; 4 runs."""
    Table.open(client).finish()
    table = Table.open(client)
    table.done("void", table.opener, {})
    Table.open(client, contributors=[0, 1, 2, 3]).finish()
    Table.open(client).close()
    Housekeeper(service).run_once()


def rewrite(service, statement, **values):
    service.database.write(lambda conn: conn.execute(text(statement), values))


def log_more(service, log, *entries):
    """Append whatever the operator likes."""
    log.write(lambda conn: append(conn, log, lock(conn, log), [entry.encode() for entry in entries]))


def outcome_of(service, number):
    with api_of(service) as api:
        return Void.from_text(api.get(f"/v1/deals/{number}").view("outcome").text("statement"))


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


# -- an operator who cheats -------------------------------------------------------------------------------------


def test_a_swapped_commitment_is_found(service, auditor, played):
    """The operator draws another seed after the number was seen: the log still holds the first commitment."""
    auditor.audit(service, last=1)

    def tamper(path, content):
        if path != "/v1/proofs":
            return content
        lines = [json.loads(line) for line in content.splitlines()]
        for bundle in lines:
            if bundle.get("number") == 2:
                seed = secrets.token_bytes(32)
                other = commitment(service.settings.origin, 2, seed).hex()
                old = bundle["commit"]["statement"].splitlines()[3]
                bundle["commit"]["statement"] = bundle["commit"]["statement"].replace(old, other)
                bundle["outcome"]["statement"] = bundle["outcome"]["statement"].replace(
                    outcome_of(service, 2).seed.hex(), seed.hex()
                )
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    failed = auditor.audit(service, last=3, tamper=tamper)
    assert set(failed) == {2}
    assert {"commit-logged", "outcome-logged"} <= set(failed[2])


def test_a_second_commitment_is_found(service, auditor, played, nobody):
    """The log's shape gives each number one place; a commitment to number 2 at any other is named."""
    log_more(service, service.logs.commits, f"fairdeal/v1 commit\n{service.settings.origin}\n2\n{'ab' * 32}\n")
    publish(service.logs.commits, nobody)
    failed = auditor.audit(service)
    assert set(failed) == {129}
    assert "commits to deals.example.com, 2" in failed[129]["commit-logged"]


def test_a_second_outcome_is_found(service, auditor, played, nobody):
    """Also when the number had passed before."""
    assert auditor.audit(service, last=3) == {}
    log_more(service, service.logs.outcomes, replace(outcome_of(service, 2), reason="expired", seats=(0,)).text())
    publish(service.logs.outcomes, nobody)
    failed = auditor.audit(service, last=3)
    assert set(failed) == {2}
    assert "at 1, 3" in failed[2]["unique"]


def test_an_outcome_of_no_number_is_found(service, auditor, played, nobody):
    """Entries that are no outcome, or one of a number that is not committed, are named."""
    stray = replace(outcome_of(service, 2), number=5000).text()
    log_more(service, service.logs.outcomes, stray, "something else\n")
    publish(service.logs.outcomes, nobody)
    assert "entry 4 is no outcome" in str(list(auditor.audit(service).values()))
    auditor.audit(service)
    assert auditor.results[0] == "fail"


def test_a_dropped_outcome_is_overdue(service, auditor, played, clock):
    """A deal that the operator never ends is not proved at first, and overdue an hour after it expired."""
    opened = clock()
    assert auditor.audit(service, last=4) == {}
    clock.advance(86_400 + 3600)
    assert auditor.audit(service, last=4) == {}
    failed = auditor.audit(service, last=4, now=opened + 86_400 + 3601)
    assert set(failed) == {4}
    assert "has no outcome in the log" in failed[4]["outcome-logged"]
    assert auditor.results[4] == "overdue"


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


def test_a_hidden_redeal_is_found(service, auditor, client, monkeypatch, nobody):
    """Attempts 1 and 3 of a game's hand: the second was dealt and hidden."""
    game = client.post("/v1/games", json={"ruleset": "standard", "players": ["a", "b", "c", "d"]}).json
    link = {"game": {"id": game["id"], "token": game["token"]}}
    for _ in range(3):
        table = Table.open(client, **link)
        table.done("void", table.opener, {})
    Housekeeper(service).run_once()
    assert auditor.audit(service, last=3) == {}

    # The operator numbers the attempts of a later game as if one had not happened.
    original = Open.text
    monkeypatch.setattr(
        Open,
        "text",
        lambda self: original(replace(self, game=(self.game[0], 2 * self.game[1] - 1)) if self.game else self),
    )
    other = client.post("/v1/games", json={"ruleset": "standard", "players": ["a", "b", "c", "d"]}).json
    for _ in range(2):
        table = Table.open(client, game={"id": other["id"], "token": other["token"]})
        table.done("void", table.opener, {})
    monkeypatch.undo()
    Housekeeper(service).run_once()
    failed = auditor.audit(service, last=5)
    assert "attempts" in failed[5]
    assert "it is attempt 3 at hand 1" in failed[5]["attempts"]


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


@pytest.fixture
def fork(service, settings, tmp_path, clock):
    """The same service, gone another way from here: same keys, same beginning."""
    folder = tmp_path / "fork"
    shutil.copytree(settings.data, folder)
    other = Service.start(replace(settings, data=folder), clock=clock)
    yield other
    other.close()


def grow(service, deals):
    for _ in range(deals):
        table = Table.open(create_app(service).test_client())
        table.done("void", table.opener, {})
        Housekeeper(service).run_once()
        service.database.write(lambda conn: conn.execute(text("DELETE FROM leases")))


@pytest.mark.parametrize(("here", "there"), [(1, 1), (1, 3), (3, 1)])
def test_a_forked_log_convicts_the_operator(service, fork, auditor, clock, here, there):
    """Smaller, larger or of the same size: what was seen before is no beginning of it. Both notes are kept."""
    grow(service, here)
    clock.advance(1)
    grow(fork, there)
    auditor.audit(service)
    with pytest.raises(Caught, match="was forked") as caught:
        auditor.audit(fork)
    assert len(caught.value.notes) == 2
    kept = (auditor.folder / "outcomes" / "fork.txt").read_text()
    assert all(note in kept for note in caught.value.notes)
    # And the same again: the first view stays the one that others are held against.
    with pytest.raises(Caught, match="was forked"):
        auditor.audit(fork)
    assert auditor.audit(service) == {}


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
    with pytest.raises(Unreachable):
        auditor.audit(service, tamper=lambda path, content: b"{" if path == "/v1/proofs" else content)
