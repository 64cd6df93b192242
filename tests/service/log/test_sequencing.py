"""What the logs promise while all goes well: everything is logged once, published, provable, and the same for ever."""

import threading

import pytest

from fairdeal.engine.protocol import Genesis
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.engine.verification import verify
from fairdeal.service.context import Service
from fairdeal.service.log import outcomes as sequencing
from fairdeal.service.log import published as shown
from fairdeal.service.log.logs import Logs
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.storage import outcomes
from tests.service.log.reader import check_log, open_note, read_log, root_of, select, sha256
from tests.service.players import Table


def abandon(client, count):
    """Open and give up deals; their numbers."""
    numbers = []
    for _ in range(count):
        table = Table.open(client)
        table.done("void", table.opener, {})
        numbers.append(table.number)
    return numbers


def test_a_new_store_has_its_genesis_and_its_first_batch_published(service):
    """Entry 0 names the keys and the deadline; the 128 commitments follow, and nothing waits for a quorum."""
    assert check_log(service) == {"commits": 129, "outcomes": 0}
    assert service.logs.commits.head().is_published
    assert open_note(shown.checkpoint(service.logs.outcomes), service.keys.vkeys["outcomes"]) == (
        0,
        sha256(b""),
    )
    (bundle,) = select(service.database, "SELECT bundle FROM log_entries WHERE log = 'commits' AND \"index\" = 0")
    length = int.from_bytes(bundle.bundle[:2])
    genesis = Genesis.from_text(bundle.bundle[2 : 2 + length].decode())
    assert genesis.statements_vkey == service.keys.vkeys["statements"]
    assert genesis.outcomes_vkey == service.keys.vkeys["outcomes"]
    assert genesis.deadline == service.settings.deadline
    assert genesis.previous is None


def test_numbers_are_logged_before_they_are_handed_out(service, client, nobody):
    """Numbers that are committed and logged are not handed out before their checkpoint is published; then they are."""
    abandon(client, 128)
    assert commit_ahead(service.logs.commits, service.keys, 300) == 256
    check_log(service)
    assert client.post("/v1/deals", json={}).status_code == 503
    assert publish(service.logs.commits, nobody)
    assert check_log(service)["commits"] == 385
    assert Table.open(client).number == 129


def test_outcomes_are_logged_in_the_order_in_which_deals_ended(service, client, clock, nobody):
    """Each gets the next index, and is final once its checkpoint is published; before that nothing is told of its place."""
    tables = [Table.open(client) for _ in range(3)]
    for table in (tables[2], tables[0]):
        clock.advance(1)
        table.done("void", table.opener, {})
    assert sequence(service.logs.outcomes) == 2
    check_log(service)
    view = tables[2].look()
    assert (view["outcome"]["index"], view["outcome"]["proof"], view["poll_after"]) == (None, None, 1000)
    assert publish(service.logs.outcomes, nobody)
    assert check_log(service)["outcomes"] == 2
    for index, table in enumerate((tables[2], tables[0])):
        view = table.look()
        assert view["outcome"]["index"] == index
        assert view["poll_after"] is None
        proof = TlogProof.from_text(view["outcome"]["proof"])
        assert proof.index == index
    assert tables[1].look()["outcome"] is None
    assert sequence(service.logs.outcomes) == 0
    assert not publish(service.logs.outcomes, nobody)


def test_a_bundle_proves_itself_with_pinned_keys(service, client):
    """Of a whole deal played over HTTP, commit-logged and outcome-logged pass; the answer is then frozen."""
    table = Table.open(client).finish()
    before = table.call("GET", "proof")
    assert before.headers["Cache-Control"] == "no-cache"
    results = {check.name: check.result for check in verify(before.data, vkeys=service.keys.vkeys).checks}
    assert results["commit-logged"] == "pass"
    assert results["outcome-logged"] == "not proved"
    assert Housekeeper(service).run_once()
    answer = table.call("GET", "proof")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    report = verify(answer.data, vkeys=service.keys.vkeys, number=table.number)
    assert [check.name for check in report.checks if check.result == "fail"] == []
    results = {check.name: check.result for check in report.checks}
    assert results["commit-logged"] == results["outcome-logged"] == "pass"


def test_a_proof_never_changes(service, client, nobody):
    """However much is appended afterwards, by whichever process it is asked for, a proof is the same text."""
    numbers = abandon(client, 3)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)
    first = [(service.logs.proof_of_commit(number), service.logs.proof_of_outcome(number - 1)) for number in numbers]
    abandon(client, 20)
    while commit_ahead(service.logs.commits, service.keys, 700):
        publish(service.logs.commits, nobody)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)
    other = Service.start(service.settings)
    again = [(other.logs.proof_of_commit(number), other.logs.proof_of_outcome(number - 1)) for number in numbers]
    other.close()
    assert again == first
    assert [service.logs.proof_of_commit(number) for number in (0, 500)] == [
        text for text in map(service.logs.proof_of_commit, (0, 500)) if TlogProof.from_text(text).index in (0, 500)
    ]


def test_a_proof_is_the_same_in_whatever_order_it_is_asked_for(service, nobody):
    """An entry that an early checkpoint covers leads to that one, also when a later entry was asked for before."""
    while commit_ahead(service.logs.commits, service.keys, 900):
        publish(service.logs.commits, nobody)
    numbers = [100, 300, 500, 700]
    upwards, downwards = (Logs(service.database, service.keys, service.anchor) for _ in range(2))
    proofs = [upwards.proof_of_commit(number) for number in numbers]
    assert [downwards.proof_of_commit(number) for number in reversed(numbers)] == proofs[::-1]
    assert len({TlogProof.from_text(proof).note for proof in proofs if proof}) == len(numbers)


def test_every_entry_has_a_proof_that_leads_to_a_published_root(service, nobody):
    """Sizes around the edges of tiles; each proof verifies against the checkpoint that it carries, which covers it first."""
    for size in (254, 255, 256, 257, 511, 512, 513):
        while commit_ahead(service.logs.commits, service.keys, size - 1 if size < 300 else size):
            publish(service.logs.commits, nobody)
    sizes = [
        row.size
        for row in select(service.database, "SELECT size FROM log_checkpoints WHERE log = 'commits' ORDER BY size")
    ]
    total = check_log(service)["commits"]
    rows = select(service.database, "SELECT number, commitment FROM deals ORDER BY number")
    vkey = service.keys.vkeys["commits"]
    for row in rows:
        proof = TlogProof.from_text(service.logs.proof_of_commit(row.number))
        size, root = open_note(proof.note, vkey)
        assert size == min(one for one in sizes if one > row.number)
        entry = f"fairdeal/v1 commit\n{service.settings.origin}\n{row.number}\n{row.commitment.hex()}\n"
        found, index, last = sha256(b"\x00" + entry.encode()), row.number, size - 1
        for sibling in proof.path:
            if index & 1 or index == last:
                found = sha256(b"\x01" + sibling + found)
                while not index & 1 and index:
                    index, last = index >> 1, last >> 1
            else:
                found = sha256(b"\x01" + found + sibling)
            index, last = index >> 1, last >> 1
        assert (found, last) == (root, 0)
    assert service.logs.proof_of_commit(total) is None
    assert service.logs.proof_of_outcome(0) is None
    assert service.logs.place_of_outcome(0) == service.logs.place_of_outcome(None) == (None, None)


def test_large_batches_are_appended_in_parts(service, client, nobody, monkeypatch):
    """More outcomes than one transaction takes are appended over several, none twice."""
    monkeypatch.setattr(sequencing, "AT_ONCE", 7)
    abandon(client, 20)
    assert [sequence(service.logs.outcomes) for _ in range(4)] == [7, 7, 6, 0]
    publish(service.logs.outcomes, nobody)
    assert check_log(service)["outcomes"] == 20
    assert service.database.read(outcomes.count_unlogged) == 0


def test_processes_that_sequence_at_once_log_each_outcome_once(service, settings, clock, client, nobody):
    """Two services on one database and one anchor take turns; what both publish is one log."""
    abandon(client, 60)
    others = [Service.start(settings, clock=clock) for _ in range(3)]

    def work(one):
        for _ in range(10):
            sequence(one.logs.outcomes)
            publish(one.logs.outcomes, nobody)
            commit_ahead(one.logs.commits, one.keys, 400)
            publish(one.logs.commits, nobody)

    threads = [threading.Thread(target=work, args=(one,)) for one in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    publish(service.logs.commits, nobody)
    publish(service.logs.outcomes, nobody)
    for one in others:
        one.close()
    assert check_log(service)["outcomes"] == 60
    service.anchor.require_running()


def test_the_clock_may_be_set_back(service, client, clock, nobody):
    """Indexes go on from where they were, whatever the time."""
    abandon(client, 2)
    sequence(service.logs.outcomes)
    clock.advance(-3600)
    abandon(client, 2)
    sequence(service.logs.outcomes)
    publish(service.logs.outcomes, nobody)
    assert check_log(service)["outcomes"] == 4


def test_one_round_of_housekeeping_makes_everything_final(service, client, clock):
    """Expired, abandoned and played deals are logged and published within a round; a second round has nothing to add."""
    abandon(client, 2)
    Table.open(client)
    Table.open(client, contributors=[0, 1])
    clock.advance(service.settings.deadline)
    keeper = Housekeeper(service)
    assert keeper.run_once()
    assert check_log(service)["outcomes"] == 4
    count = len(select(service.database, "SELECT * FROM log_checkpoints"))
    assert keeper.run_once()
    assert len(select(service.database, "SELECT * FROM log_checkpoints")) == count
    assert root_of([]) == sha256(b"")
    keeper.stop()


@pytest.mark.parametrize("log", ["commits", "outcomes"])
def test_the_published_log_is_served_as_static_files(service, client, nobody, log):
    """An independent reader reads it back over HTTP: checkpoint, every tile, every bundle, with types and caching."""
    abandon(client, 30)
    sequence(service.logs.outcomes)
    while commit_ahead(service.logs.commits, service.keys, 900):
        pass
    for one in service.logs:
        publish(one, nobody)
    seen = {}

    def get(address):
        answer = client.get(f"/log/{log}/{address}")
        assert answer.status_code == 200, address
        seen[address] = (answer.content_type, answer.headers["Cache-Control"])
        return answer.data

    entries = read_log(get, service.keys.vkeys[log])
    assert len(entries) == check_log(service)[log]
    assert seen.pop("checkpoint") == ("text/plain; charset=utf-8", "no-cache")
    assert set(seen.values()) == {("application/octet-stream", "public, max-age=31536000, immutable")}


@pytest.mark.parametrize(
    "address",
    [
        "tile/0/000", "tile/0/000.p/130", "tile/0/000.p/0", "tile/0/000.p/01", "tile/0/000.p/256", "tile/0/001.p/1",
        "tile/1/000.p/1", "tile/1/000", "tile/64/000", "tile/00/000.p/1", "tile/0/0.p/1", "tile/0/x000/000.p/1",
        "tile/entries/000", "tile/entries/000.p/130", "tile/data/000.p/1", "tile/", "tile/0/-01", "tile/0/00٣.p/1",
        "checkpoint/", "nothing",
    ],
)  # fmt: skip
def test_what_is_not_published_is_not_there(client, address):
    """Tiles beyond the published size, wider than it, and other spellings of addresses are 404."""
    assert client.get("/log/commits/tile/0/000.p/129").status_code == 200
    assert client.get(f"/log/commits/{address}").status_code == 404
    assert client.get("/log/others/checkpoint").status_code == 404


def test_what_is_logged_but_not_published_is_not_shown(service, client, nobody):
    """Between appending and publishing, readers see the tree of the published checkpoint and no more."""
    assert commit_ahead(service.logs.commits, service.keys, 500) == 256
    entries = read_log(lambda address: client.get(f"/log/commits/{address}").data, service.keys.vkeys["commits"])
    assert len(entries) == 129
    assert client.get("/log/commits/tile/0/000").status_code == 404
    assert client.get("/log/commits/tile/entries/000").status_code == 404
    assert service.logs.proof_of_commit(200) is None
    publish(service.logs.commits, nobody)
    assert client.get("/log/commits/tile/0/000").status_code == 200
    assert service.logs.proof_of_commit(200) is not None


def test_the_sizes_are_told(service, client, nobody):
    """``/v1/info`` names the published sizes of both logs."""
    abandon(client, 2)
    sequence(service.logs.outcomes)
    assert client.get("/v1/info").json["logs"] == {"commits": 129, "outcomes": 0}
    publish(service.logs.outcomes, nobody)
    assert client.get("/v1/info").json["logs"] == {"commits": 129, "outcomes": 2}
