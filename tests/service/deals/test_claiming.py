"""Which keys a seat may bring (protocol sections 4 and 7)."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.verification import verify
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.players import Table, content, problem

HASHES = [f"{seat:064x}" for seat in range(4)]


def drawn_key():
    return Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()


def test_one_key_serves_one_seat(client):
    """A key that another seat of the deal has is refused; in another deal it is as good as any."""
    table, key = Table.open(client), drawn_key()
    table.claim(0, key)
    refused = table.put("seats/1", table.tokens[1], {"token_hash": HASHES[1], "key": key})
    assert problem(refused, 422, "invalid-request")["errors"][0]["pointer"] == "#/key"
    assert table.look()["claimed"] == [0]
    Table.open(client).claim(1, key)


@pytest.mark.parametrize(
    "key", ["01" + "00" * 31, "00" * 32, "ec" + "ff" * 30 + "7f", "ff" * 32, "02" + "00" * 31, "01" + "00" * 30 + "80"]
)
def test_a_key_that_binds_nobody_is_refused(client, key):
    """A point of small order, under which one signature fits every move, or what is no point at all: 422, nothing is claimed."""
    table = Table.open(client)
    refused = table.put("seats/1", table.tokens[1], {"token_hash": HASHES[1], "key": key})
    assert problem(refused, 422, "invalid-request")["errors"][0]["pointer"] == "#/key"
    assert table.look()["claimed"] == []


def test_the_key_is_judged_before_the_state(client):
    """As part of the body a bad key is refused as such also where no key would be taken any more."""
    table = Table.open(client).finish()
    body = {"token_hash": HASHES[1], "key": "01" + "00" * 31}
    problem(table.put("seats/1", table.tokens[1], body), 422, "invalid-request")


def test_a_deal_of_keyed_and_keyless_seats_verifies(client, service):
    """Seats with keys sign passes and plays; the bundle carries each of them, and every check of it passes."""
    table = Table.open(client, contributors=[0, 1, 2])
    for seat in (1, 3):
        table.claim_with_key(seat)
    table.finish()
    assert Housekeeper(service).run_once()
    answer = table.call("GET", "proof")
    report = verify(answer.data, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    results = {check.name: check.result for check in report.checks}
    assert results.pop("unique") == "not proved"
    assert set(results.values()) == {"pass"}, report
    assert len(content(answer)["signed"]) == 2 + 26


def test_a_void_in_the_pass_shows_no_signed_pass(client, service, clock):
    """Two of four have passed when time runs out: the record and the signatures tell of neither pass."""
    table = Table.open(client, contributors=[0, 1])
    for seat in range(4):
        table.claim_with_key(seat)
    table.close()
    for seat in (2, 0):
        table.move(f"passes/{seat}", seat, {"cards": table.hand(seat)["cards"][:3]})
    clock.advance(service.settings.deadline)
    assert Housekeeper(service).run_once()
    answer = table.call("GET", "proof")
    assert content(answer)["signed"] == []
    assert "\nreason expired\nseats 1 3\n" in content(answer)["outcome"]["statement"]
    report = verify(answer.data, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    assert report.failed == ()
