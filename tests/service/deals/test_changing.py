"""Calls that were judged on a deal which somebody else changed before they could be stored."""

import secrets

import pytest

from fairdeal.service.deals.access import admit
from fairdeal.service.deals.contributing import contribute
from fairdeal.service.problems import Problem
from tests.service.players import Table


def overtaken(service, table, seat):
    """A contributor who was let in before another one's contribution was stored."""
    return admit(service, table.number, table.tokens[seat], role="contributor", seat=seat)


def test_a_call_that_was_overtaken_is_judged_anew(service, client):
    """Two seats contribute, both read the deal before either wrote: both nonces are kept, and the second closes the table."""
    table = Table.open(client, contributors=[0, 1], sealed=False, opener="sighted")
    first, second = overtaken(service, table, 0), overtaken(service, table, 1)
    nonces = [secrets.token_bytes(32) for _ in range(2)]
    assert contribute(service, first, nonces[0])["table"] is None
    closed = contribute(service, second, nonces[1])["table"]
    for seat, nonce in enumerate(nonces):
        assert f"\nseat {seat} {nonce.hex()}\n" in closed["statement"]
    assert table.look()["table"] == closed


def test_what_was_overtaken_can_be_refused(service, client):
    """One seat contributes twice at once: the other nonce is refused, though it was in order when the deal was read."""
    table = Table.open(client, contributors=[0, 1], sealed=False, opener="sighted")
    first, second = overtaken(service, table, 0), overtaken(service, table, 0)
    kept = contribute(service, first, bytes(32))
    with pytest.raises(Problem) as refused:
        contribute(service, second, bytes([1] * 32))
    assert refused.value.slug == "wrong-state"
    assert contribute(service, second, bytes(32)) == kept
