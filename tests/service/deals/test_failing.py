"""Deals whose stored state cannot be read still get their outcome: void `failed`, by a proof that fails no check."""

import hashlib
import json
import logging

import pytest
from sqlalchemy import insert

from fairdeal.engine.protocol import Void, parse_outcome
from fairdeal.engine.verification import verify
from fairdeal.service.deals.access import row_of
from fairdeal.service.runtime.housekeeping import Housekeeper
from fairdeal.service.storage import deals
from fairdeal.service.storage.schema import RULESETS
from tests.service.players import Table, content


def spoil(service, number, **columns):
    """Store something else in columns of a deal's row."""
    row = row_of(service, number)
    assert service.database.write(lambda conn: deals.update(conn, row, **columns))


def other_note(note):
    """The same note with a digit of its statement changed: its signature is not over this text."""
    return note.replace("\nhand 1\n", "\nhand 2\n").replace("\nseat 0 ", "\nseat 0 0", 1)


def sealed_in_play(client):
    """Two seats sealed and contributed, all passed, five cards were played."""
    return Table.open(client, contributors=[0, 1], sealed=True, opener="sighted").close().pass_all().play(5)


SPOILT = {
    "moves": ({"moves": b"\x41\x03"}, {"open", "seals", "table"}),
    "moves against the rules": ({"moves": bytes(20)}, {"open", "seals", "table"}),
    "no table": ({"table_note": None}, {"open", "seals"}),
    "table": ({"table_note": "table\n"}, {"open", "seals"}),
    "seals": ({"seals_note": "seals\n"}, {"open"}),
    "open": ({"open_note": "open\n"}, set()),
    "ruleset": ({"ruleset_hash": bytes(32)}, set()),
    "claims": ({"claims": "{"}, {"open", "seals", "table"}),
    "seals that came in": ({"seals": "["}, {"open", "seals", "table"}),
    "nonces": ({"nonces": "null"}, {"open", "seals", "table"}),
    "state": ({"state": "contributing"}, {"open", "seals", "table"}),
}


@pytest.mark.parametrize("part", SPOILT)
def test_a_deal_that_cannot_be_read_ends_as_failed(service, client, clock, caplog, part):
    """Whatever part is damaged: it is ended when its time is up, names what can be shown, and fails no check."""
    table = sealed_in_play(client)
    columns, named = SPOILT[part]
    spoil(service, table.number, **columns)
    clock.advance(service.settings.deadline)
    with caplog.at_level(logging.DEBUG):
        assert Housekeeper(service).run_once()
    proof = table.call("GET", "proof")
    outcome = parse_outcome(content(proof)["outcome"]["statement"])
    assert isinstance(outcome, Void)
    assert (outcome.reason, outcome.seats) == ("failed", ())
    assert {name for name in ("open", "seals", "table") if getattr(outcome, name) is not None} == named
    report = verify(proof.data, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    assert report.failed == ()
    view = table.look()
    assert (view["state"], view["to_act"]) == ("voided", [])
    said = [record.getMessage() for record in caplog.records if record.name == "fairdeal.deals"]
    assert [line.partition(":")[0] for line in said] == [f"deal {table.number} cannot be read and is ended as failed"]


@pytest.mark.parametrize("name", ["open_note", "seals_note", "table_note"])
def test_a_statement_that_does_not_bear_its_signature_is_not_shown(service, client, clock, name):
    """A damaged statement would convict the operator of telling two stories: it is dropped, and the deal has failed."""
    table = sealed_in_play(client)
    note = getattr(row_of(service, table.number), name)
    assert other_note(note) != note
    spoil(service, table.number, **{name: other_note(note)})
    clock.advance(service.settings.deadline)
    assert Housekeeper(service).run_once()
    bundle = table.call("GET", "proof").data
    assert other_note(note) not in json.loads(bundle).values()
    assert "reason failed" in json.loads(bundle)["outcome"]["statement"]
    report = verify(bundle, origin=service.settings.origin, number=table.number, vkeys=service.keys.vkeys)
    assert report.failed == ()


def test_whoever_looks_first_ends_it(service, client, clock):
    """A damaged deal whose time is up is ended by the first reader, as a sound one is."""
    table = sealed_in_play(client)
    spoil(service, table.number, moves=b"\xff")
    clock.advance(service.settings.deadline)
    assert table.look()["state"] == "voided"


def test_every_contribution_without_a_table_shows_no_nonce(service, client, clock):
    """The last contribution and the table are stored together: where the table is lost, the bundle shows no nonce."""
    table = sealed_in_play(client)
    spoil(service, table.number, state="contributing", table_note=None, moves=b"")
    clock.advance(service.settings.deadline)
    assert Housekeeper(service).run_once()
    bundle = content(table.call("GET", "proof"))
    assert bundle["contributions"] == []
    assert "reason failed" in bundle["outcome"]["statement"]


def test_a_deal_of_a_later_version_is_set_aside(service, client, clock, caplog):
    """A ruleset with an option that only a later version knows is no damage: the deal waits for that version."""
    table, other = Table.open(client), Table.open(client)
    canonical = b'{"game":"hearts","players":4,"trumps":"S"}'
    digest = hashlib.sha256(canonical).digest()
    service.database.write(lambda conn: conn.execute(insert(RULESETS).values(hash=digest, canonical=canonical)))
    spoil(service, table.number, ruleset_hash=digest)
    clock.advance(service.settings.deadline)
    assert Housekeeper(service).run_once()
    assert [row_of(service, number).state for number in (table.number, other.number)] == ["contributing", "voided"]
    said = [record.getMessage() for record in caplog.records if record.name == "fairdeal.deals"]
    assert [line.partition(":")[0] for line in said] == [f"deal {table.number} cannot be ended"]
