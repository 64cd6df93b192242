"""Which rulesets a deal may be opened with, and what a refusal says."""

import pytest

from fairdeal.engine.games import resolve
from fairdeal.service.deals.access import row_of
from tests.service.players import Table, problem


def faults(answer):
    """Pointer and sentence of each fault."""
    return {fault["pointer"]: fault["detail"] for fault in problem(answer, 422, "invalid-request")["errors"]}


@pytest.mark.parametrize(
    "named",
    [
        "omnibus",
        {"preset": "points-counter", "players": 5},
        {"preset": "standard", "target": 50},
        {"game": "hearts", "players": 4},
        {"game": "hearts", "players": 4, "jokers": 0, "card_points": {"q♠": 13, "JD": -10}},
        {"game": "hearts", "players": 3, "removed": ["3d"], "pass_cycle": [1, -1, 0]},
    ],
)
def test_a_ruleset_has_one_hash_however_it_is_named(client, service, named):
    """The open statement names the hash of the canonical form, and the view shows every option."""
    table = Table.open(client, ruleset=named)
    ruleset = resolve(named)
    assert table.view["ruleset"] == ruleset.to_object()
    assert f"\nrules {ruleset.hash().hex()}\n" in table.view["open"]["statement"]
    assert row_of(service, table.number).ruleset_hash == ruleset.hash()


def test_a_stored_ruleset_is_read_back_from_its_canonical_form(client, make_client):
    """Another process, which has not seen the ruleset, reads it from the store with its defaults filled in."""
    ruleset = {"game": "hearts", "players": 6, "jokers": 2, "pass_cycle": [3]}
    table = Table.open(client, ruleset=ruleset)
    view = make_client().get(f"/v1/deals/{table.number}").json
    assert view["ruleset"] == resolve(ruleset).to_object()


def test_a_refusal_names_the_option_and_what_is_missing(client):
    """Three players do not fit the default deck and pass cycle: the refusal says which options have to be given."""
    found = faults(client.post("/v1/deals", json={"ruleset": {"game": "hearts", "players": 3}}))
    assert set(found) == {"#/ruleset/removed", "#/ruleset/pass_cycle"}
    assert found["#/ruleset/pass_cycle"].startswith("is missing: its default")


@pytest.mark.parametrize(
    ("ruleset", "pointer"),
    [
        ({"players": 4}, "#/ruleset/game"),
        ({"game": "hearts"}, "#/ruleset/players"),
        ({"game": "whist", "players": 4}, "#/ruleset/game"),
        ({"game": "hearts", "players": 4, "trumps": "S"}, "#/ruleset/trumps"),
        ({"game": "hearts", "players": 4, "moon": "double"}, "#/ruleset/moon"),
        ({"preset": "standard", "players": None}, "#/ruleset/players"),
        ({"preset": "none"}, "#/ruleset/preset"),
        ("none", "#/ruleset"),
        (["standard"], "#/ruleset"),
    ],
)
def test_what_is_no_ruleset_is_refused_in_its_place(client, ruleset, pointer):
    """A missing or unknown game, option or named value is 422 at the option; no number is handed out."""
    assert set(faults(client.post("/v1/deals", json={"ruleset": ruleset}))) == {pointer}
    assert client.get("/v1/info").json["handed_out"] == 0
