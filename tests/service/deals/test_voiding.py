"""When a deal may be given up, and by whom (protocol section 2)."""

import hashlib
import secrets

import pytest

from fairdeal.engine.verification import verify
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.players import Table, content, problem


def sealed(table, seats):
    """Send a seal for each of these seats."""
    opened = hashlib.sha256(table.view["open"]["statement"].encode()).digest()
    for seat in seats:
        nonce = secrets.token_bytes(32)
        value = hashlib.sha256(b"fairdeal/v1 seal\n" + opened + f"{seat}\n".encode() + nonce).hexdigest()
        table.done(f"seals/{seat}", table.tokens[seat], {"seal": value})


def blind(client, *, seal):
    """A deal of a blind opener, its seats claimed."""
    table = Table.open(client, contributors=[0, 1], sealed=seal)
    for seat in range(4):
        table.claim(seat)
    return table


def given_up(service, table):
    """Give the deal up; its bundle fails no check."""
    table.done("void", table.opener, {})
    assert Housekeeper(service).run_once()
    answer = table.call("GET", "proof")
    report = verify(answer.data, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    assert report.failed == ()
    return content(answer)["outcome"]["statement"]


def test_a_blind_opener_gives_up_before_the_seals_are_published(client, service):
    """As long as a seal is missing nobody can know the cards: the deal may be given up."""
    table = blind(client, seal=True)
    sealed(table, [0])
    assert "\nreason abandoned\nseats -\n" in given_up(service, table)


def test_a_blind_opener_is_bound_by_published_seals(client):
    """With all seals in, one who colludes with a contributor could choose by giving up: 409, and the deal goes on."""
    table = blind(client, seal=True)
    sealed(table, [0, 1])
    assert problem(table.put("void", table.opener, {}), 409, "wrong-state")["state"] == "contributing"
    assert table.look()["state"] == "contributing"


def test_a_blind_opener_is_bound_by_the_table_of_an_unsealed_deal(client, service):
    """Without seals it is the table: before it the deal may be given up, after it not."""
    table = blind(client, seal=False)
    table.done("contributions/0", table.tokens[0], {"nonce": secrets.token_hex(32)})
    given_up(service, table)
    table = blind(client, seal=False)
    for seat in (0, 1):
        table.done(f"contributions/{seat}", table.tokens[seat], {"nonce": secrets.token_hex(32)})
    assert problem(table.put("void", table.opener, {}), 409, "wrong-state")["state"] == "passing"


@pytest.mark.parametrize("plays", [0, 7])
def test_a_sighted_opener_gives_up_whenever_it_likes(client, service, plays):
    """It sees the cards anyway; the outcome says so."""
    table = Table.open(client).close().pass_all().play(plays)
    assert "\nreason abandoned\nseats -\n" in given_up(service, table)
