"""Every number gets its outcome, whatever became of it: logged, with its seed, and sound by every check."""

import hashlib
import secrets

import pytest

from fairdeal.engine.protocol import parse_outcome
from fairdeal.engine.verification import verify
from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.runtime.startup import prepare
from tests.service.players import Table


def played(client):
    """Played out; nobody is waited for."""
    return Table.open(client).finish()


def abandoned(client):
    """Given up by its opener."""
    table = Table.open(client)
    table.done("void", table.opener, {})
    return table


def expired(client):
    """Nobody contributed in time."""
    return Table.open(client)


def expired_in_play(client):
    """One seat stopped to play."""
    return Table.open(client).close().pass_all().play(5)


def withheld(client):
    """All seals are in; the second contributor never opens its own."""
    table = Table.open(client, contributors=[0, 1], sealed=True, opener="sighted")
    opened = hashlib.sha256(table.view["open"]["statement"].encode()).digest()
    nonces = [secrets.token_bytes(32) for _ in range(2)]
    for seat, nonce in enumerate(nonces):
        seal = hashlib.sha256(b"fairdeal/v1 seal\n" + opened + f"{seat}\n".encode() + nonce).hexdigest()
        table.done(f"seals/{seat}", table.tokens[seat], {"seal": seal})
    table.done("contributions/0", table.tokens[0], {"nonce": nonces[0].hex()})
    return table


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (played, None),
        (abandoned, "abandoned"),
        (expired, "expired"),
        (expired_in_play, "expired"),
        (withheld, "withheld"),
    ],
)
def test_however_a_deal_ends_it_is_logged_with_its_seed(service, client, clock, end, reason):
    """The round after, its proof passes every check with pinned keys; a void names its reason, and who was waited for."""
    table = end(client)
    waited_for = tuple(table.look()["to_act"])
    clock.advance(service.settings.deadline)
    assert Housekeeper(service).run_once()
    bundle = table.call("GET", "proof").data
    report = verify(bundle, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    results = {check.name: check.result for check in report.checks}
    assert report.failed == ()
    assert {results[name] for name in ("commit-logged", "commitment-opens", "outcome-logged")} == {"pass"}
    outcome = parse_outcome(table.look()["outcome"]["statement"])
    assert getattr(outcome, "reason", None) == reason
    assert getattr(outcome, "seats", ()) == waited_for
    assert len(waited_for) == (reason in {"expired", "withheld"})


def test_retired_numbers_are_logged_with_their_seeds(settings, clock):
    """Numbers that a crash left in doubt are void unclaimed; the next round logs them, and each proof passes."""
    anchor = prepare(settings, clock=clock)
    anchor.raise_mark(3, 128)
    anchor.close()
    prepare(settings, clock=clock).close()
    service = Service.start(settings, clock=clock)
    try:
        assert Housekeeper(service).run_once()
        retired = service.logs.outcomes.head().published_size
        assert retired == service.anchor.mark() >= 3
        client = create_app(service).test_client()
        for number in (1, 3, retired):
            bundle = client.get(f"/v1/deals/{number}/proof").data
            report = verify(bundle, origin=settings.origin, number=number, vkeys=service.keys.vkeys)
            assert report.failed == ()
            assert b"reason unclaimed" in bundle
    finally:
        service.close()


def test_handing_out_a_number_writes_no_log(service, client, log_watch):
    """Commitments are logged ahead of demand: neither opening a deal nor playing it waits for a log."""
    heads = [log.head() for log in service.logs]
    Table.open(client).finish()
    assert log_watch.steps == 0
    assert [log.head() for log in service.logs] == heads
