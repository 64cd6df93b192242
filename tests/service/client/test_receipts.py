"""Signed statements that are not what they have to be: the client says what was done, and keeps the notes that show it."""

import re

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.protocol import Seals
from fairdeal.engine.protocol import Table as TableStatement
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.receipts import Receipts
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust
from fairdeal.service.client.view import View
from tests.service.client.cheating import OTHER, caught, in_views, is_view
from tests.service.players import Table

OTHER_KEY = Ed25519PrivateKey.from_private_bytes(OTHER).public_key().public_bytes_raw()

TERMS = {
    "another ruleset": ({"rules": preset("short").hash()}, "signed another ruleset"),
    "another hand": ({"hand": 2}, "agreed hand is 1, the service signed 2"),
    "a contributor less": ({"contributors": (0, 1, 2)}, "agreed contributors"),
    "no seals": ({"sealed": False}, "agreed sealed is True"),
    "a sighted opener": ({"opener": "sighted"}, "agreed opener is 'blind'"),
    "an expiry beyond the deadline": ({"expires": 4_000_000_000}, "promises at most 604800"),
    "an expiry before the opening": ({"expires": 0}, "expires -"),
    "a score sheet": ({"sheet": ("ab" * 16, 1)}, "agreed sheet is None"),
    "another number": ({"number": 7}, "number 7, not of deals.example.com, number 1"),
    "another origin": ({"origin": "other.example.com"}, "is of other.example.com"),
}


@pytest.mark.parametrize("case", TERMS)
def test_changed_terms_are_seen_before_anything_is_given(operator, case):
    """Terms that differ from what was agreed on, though signed: no seat is claimed, no nonce is sent."""
    changes, said = TERMS[case]
    calls = []

    def tamper(request, document):
        calls.append((request.method, request.url.path))
        if is_view(document):
            operator.restate(document, "open", **changes)

    error = caught(operator, tamper)
    assert re.search(said, str(error)), str(error)
    assert "fairdeal/v1 open" in error.notes[0]
    assert {method for method, path in calls if path != "/v1/deals"} == {"GET"}


def test_a_ruleset_that_is_shown_but_not_signed_is_seen(operator):
    """The rules that the client is told have to be those that the signed terms name."""
    error = caught(operator, in_views(lambda view: view["ruleset"].update(target=50)))
    assert "shows another ruleset" in str(error)
    error = caught(operator, in_views(lambda view: view["ruleset"].update(target="x")))
    assert "invalid ruleset" in str(error)


@pytest.mark.parametrize("name", ["hand", "sealed", "opener"])
def test_terms_that_are_shown_but_not_signed_are_seen(operator, name):
    """A view's loose fields have to be those of its signed terms."""
    other = {"hand": 2, "sealed": False, "opener": "sighted"}[name]
    assert "other terms than those" in str(caught(operator, in_views(lambda view: view.update({name: other}))))


@pytest.mark.parametrize("kind", ["open", "seals", "table"])
def test_a_foreign_signature_is_no_signature(operator, kind):
    """A statement that another key of the same name signed is refused, whichever it is."""
    stranger = NoteSigner(operator.signer.name, Ed25519PrivateKey.generate())

    def tamper(_request, document):
        if is_view(document) and document[kind]:
            document[kind]["note"] = stranger.sign(document[kind]["statement"])

    error = caught(operator, tamper)
    assert f"The {kind} statement is not signed by the key of deals.example.com" in str(error)
    assert len(error.notes) == 1


@pytest.mark.parametrize("kind", ["open", "seals", "table"])
def test_what_is_shown_has_to_be_what_is_signed(operator, kind):
    """A statement beside a note that signs another one is seen, and both are kept."""

    def tamper(_request, document):
        if is_view(document) and document[kind]:
            document[kind]["statement"] += "more\n"

    error = caught(operator, tamper)
    assert f"The {kind} statement that is shown is not the one that is signed" in str(error)
    assert len(set(error.notes)) == 2


def test_a_swapped_commitment_is_seen(operator):
    """Once a commitment was shown, no other is accepted for that number."""
    seen = []

    def tamper(_request, document):
        if is_view(document):
            seen.append(document["commitment"])
            if len(seen) > 3:
                document["commitment"] = OTHER.hex()

    assert f"now the service shows {OTHER.hex()}" in str(caught(operator, tamper))
    assert "is no hash" in str(caught(operator, in_views(lambda view: view.update(commitment="ABC"))))


def test_another_deal_than_the_one_asked_for_is_seen(operator):
    """A view names its number, and it has to be the one that was opened."""
    tamper = in_views(lambda view: view.update(number=view["number"] + (view["claimed"] != [])))
    assert "the service shows deal 2" in str(caught(operator, tamper))


SEALS = {
    "the own line is another's": (lambda seals: {"seals": ((0, OTHER), *seals.seals[1:])}, "a seal for seat 0 that"),
    "a line is missing": (lambda seals: {"seals": seals.seals[1:]}, "one seal for each contributor"),
    "they are another deal's": (lambda _: {"open": OTHER}, "names another open statement"),
    "two are equal": (
        lambda seals: {"seals": (*seals.seals[:3], (3, seals.seals[0][1]))},
        "Two seals are equal",
    ),
}


@pytest.mark.parametrize("case", SEALS)
def test_seals_are_checked_before_a_seal_is_opened(operator, case):
    """Wrong seals, though signed: no client sends its nonce."""
    change, said = SEALS[case]
    calls = []

    def tamper(request, document):
        calls.append(request.url.path)
        if is_view(document) and document["seals"]:
            operator.restate(document, "seals", **change(Seals.from_text(document["seals"]["statement"])))

    assert said in str(caught(operator, tamper))
    assert not any("contributions" in path for path in calls)


def test_seals_for_a_deal_without_seals_are_seen(operator):
    """An unsealed deal has no seals statement, whoever signs one."""
    note = "fairdeal/v1 seals\ndeals.example.com\n1\nopen " + OTHER.hex() + "\nseat 0 " + OTHER.hex() + "\n"

    def tamper(_request, document):
        if is_view(document):
            document["seals"] = {"statement": note, "note": operator.signer.sign(note)}

    assert "seals for a deal that takes none" in str(caught(operator, tamper, seats=False))


TABLES = {
    "the own nonce is another": (lambda t: {"nonces": ((0, OTHER), *t.nonces[1:])}, "a nonce for seat 0 that"),
    "a nonce is missing": (lambda t: {"nonces": t.nonces[:-1]}, "one nonce for each contributor"),
    "the own key is another": (lambda t: {"keys": ((0, OTHER), *t.keys[1:])}, "the key that seat 0 claimed with"),
    "the own key is missing": (lambda t: {"keys": t.keys[1:]}, "the key that seat 0 claimed with"),
    "a key of small order": (
        lambda t: {"keys": (t.keys[0], (1, bytes([1, *bytes(31)])), *t.keys[2:])},
        "the key of seat 1 is no",
    ),
    "a key that is no point": (
        lambda t: {"keys": (t.keys[0], (1, bytes([2, *bytes(31)])), *t.keys[2:])},
        "the key of seat 1 is no",
    ),
    "one key for two seats": (
        lambda t: {"keys": (t.keys[0], (1, t.keys[0][1]), *t.keys[2:])},
        "one key stands for two seats",
    ),
    "a key of a seat that is none": (lambda t: {"keys": (*t.keys, (4, OTHER_KEY))}, "seat 4 has a key in a game of 4"),
    "it is another deal's": (lambda _: {"open": OTHER}, "names another open statement"),
    "the seals are others": (lambda _: {"seals": OTHER}, "names other seals"),
    "the seals are stripped": (lambda _: {"seals": None}, "names other seals"),
}


@pytest.mark.parametrize("case", TABLES)
def test_the_table_is_checked_before_the_first_move(operator, case):
    """A wrong table, though signed: no client passes or plays."""
    change, said = TABLES[case]
    calls = []

    def tamper(request, document):
        calls.append(request.url.path)
        if document.get("table"):
            operator.restate(document, "table", **change(TableStatement.from_text(document["table"]["statement"])))

    error = caught(operator, tamper)
    assert said in str(error)
    assert "fairdeal/v1 table" in error.notes[-1]
    assert not any("passes" in path or "plays" in path for path in calls)


def test_a_key_that_nobody_claimed_with_is_seen(operator):
    """A seat without a key gets none behind its back: the operator could sign its moves."""

    def tamper(_request, document):
        if document.get("table"):
            operator.restate(document, "table", keys=((2, OTHER),))

    assert "the key that seat 2 claimed with" in str(caught(operator, tamper, seats=False))


def test_no_move_without_a_table(operator):
    """Cards that are dealt without a signed table are not played."""

    def tamper(_request, document):
        if "table" in document:
            document["table"] = None

    assert "without signing the table first" in str(caught(operator, tamper))


def test_a_deal_without_signed_terms_gets_nothing(operator):
    """A view that shows no open statement is no ground to claim, seal or contribute on."""
    assert "gives no signed open statement" in str(caught(operator, in_views(lambda view: view.update(open=None))))
    api = operator.api()
    receipts = Receipts(Trust.in_service(api), 1, Terms.of_one_program(preset("standard")), frozenset({0}))
    with pytest.raises(Caught, match="no signed open statement"):
        receipts.require_open()


def test_a_seat_that_does_not_contribute_misses_stripped_seals_too(operator, client):
    """A sealed deal whose table closed without a seals statement is caught by who had no seal of its own to look for."""
    players = Table.open(client, contributors=[0, 1], sealed=True, opener="sighted").close()
    api = operator.api()
    terms = Terms(preset("standard"), 1, (0, 1), sealed=True, opener="sighted")
    view = dict(api.get(f"/v1/deals/{players.number}").members)
    Receipts(Trust.in_service(api), players.number, terms, frozenset({3})).see(View(view, "the view"))
    view["seals"] = None
    operator.restate(view, "table", seals=None)
    with pytest.raises(Caught, match="closed the table of a sealed deal without signing the seals"):
        Receipts(Trust.in_service(api), players.number, terms, frozenset({3})).see(View(view, "the view"))
