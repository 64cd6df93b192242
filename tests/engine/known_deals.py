"""The known answers of the protocol, and bundles made from them, signed by keys that the tests own."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.cards import cards_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol import Commit, Move, Open, Record, Reveal, Seals, Table, Void, parse_outcome
from fairdeal.engine.protocol.bundle import assemble
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.protocol.shuffle import deal
from fairdeal.engine.tlog.note import NoteSigner
from tests.engine.log_proofs import proof_in_log

VECTORS = Path(__file__).parents[1] / "vectors"
ORIGIN = "deals.example.com"


@cache
def known() -> dict[str, Any]:
    """The file of known deals."""
    return json.loads((VECTORS / "deals.json").read_text())


def signer(suffix: str = "") -> NoteSigner:
    """A key of the origin: the same at every call."""
    return NoteSigner(ORIGIN + suffix, Ed25519PrivateKey.from_private_bytes(f"test key {suffix}".encode().ljust(32)))


VKEYS = {"statements": signer().vkey, "commits": signer("/commits").vkey, "outcomes": signer("/outcomes").vkey}


def seat_key(seat: int) -> Ed25519PrivateKey:
    """The signing key of a seat: the same at every call."""
    return Ed25519PrivateKey.from_private_bytes(f"seat key {seat}".encode().ljust(32))


def played_out(ruleset: Ruleset, number: int, seed: bytes, table: Table) -> Hand:
    """The hand that seed and table give, played to its end: the first cards are passed, the first legal card is played."""
    hand = Hand(ruleset, number, deal(ruleset, seed, table.hash())[1])
    while hand.phase == "passing":
        seat = hand.to_act[0]
        hand.give(seat, hand.dealt[seat][: ruleset.pass_count])
    while hand.turn is not None:
        hand.play(cards_of(hand.legal(hand.turn))[0])
    return hand


def logged(bundle: dict[str, Any], *, index: int = 5, size: int = 9, witnesses: Any = ()) -> dict[str, Any]:
    """The same bundle with proofs of commit and outcome; ``index`` and ``size`` are the outcome's."""
    number = bundle["number"]
    commit, outcome = bundle["commit"]["statement"], bundle["outcome"]["statement"]
    commit_proof = proof_in_log(signer("/commits"), commit, number, number + 3, witnesses)
    outcome_proof = proof_in_log(signer("/outcomes"), outcome, index, size, witnesses)
    return bundle | {
        "commit": {"statement": commit, "proof": commit_proof},
        "outcome": {"statement": outcome, "index": index, "proof": outcome_proof},
    }


def bundle_of(case: dict[str, Any]) -> dict[str, Any]:
    """The bundle of a known deal. A keyed one gets keys that the tests own, and so other cards than the known ones."""
    table, record = Table.from_text(case["table"]), Record.from_text(case["record"])
    outcome, signed = case["outcome"], []
    ruleset = Ruleset.from_object(case["ruleset"])
    if table.keys:
        table = replace(
            table, keys=tuple((seat, seat_key(seat).public_key().public_bytes_raw()) for seat, _ in table.keys)
        )
        seed = bytes.fromhex(case["server_seed"])
        hand = played_out(ruleset, case["hand"], seed, table)
        record = Record.of_hand(ORIGIN, case["number"], "seats", hand)
        outcome = Reveal(ORIGIN, case["number"], seed, table.hash(), record.hash()).text()
        signed = signed_moves(table, record, hand)
    return assemble(
        origin=ORIGIN,
        vkeys=VKEYS,
        number=case["number"],
        commit=case["commit"],
        commit_proof=None,
        ruleset=ruleset,
        hand=case["hand"],
        open_note=signer().sign(case["open"]),
        seals_note=None if case["seals"] is None else signer().sign(case["seals"]),
        table_note=signer().sign(table.text()),
        contributions=table.nonces,
        record=record.text(),
        signed=signed,
        outcome=outcome,
        outcome_index=None,
        outcome_proof=None,
    )


def signed_moves(table: Table, record: Record, hand: Hand) -> list[tuple[str, bytes]]:
    """Every move of a keyed seat, signed, in the record's order."""
    keyed = dict(table.keys)
    moves = [
        Move.of_pass(record.origin, record.number, table.hash(), seat, cards)
        for seat, _, cards in record.passes
        if seat in keyed
    ]
    size = hand.ruleset.players
    for ply, card in enumerate(hand.plays):
        seat = (hand.leaders[ply // size] + ply % size) % size
        if seat in keyed:
            after = record.before(ply).known_to(seat).hash()
            moves.append(Move.of_play(record.origin, record.number, table.hash(), seat, ply, card, after))
    return [(move.text(), seat_key(move.seat).sign(move.text().encode())) for move in moves]


def void_bundle(case: dict[str, Any]) -> dict[str, Any]:
    """The bundle of a known void; the ruleset is the one that its open statement names.

    The nonces of the withheld one are not known, so it gets seals of nonces that are.
    """
    outcome = parse_outcome(case["outcome"])
    assert isinstance(outcome, Void)
    nonces: tuple[tuple[int, bytes], ...] | None = None
    if "seals" in case:
        seals = Seals.from_text(case["seals"])
        seals = replace(
            seals, seals=tuple((seat, seal_of(seals.open, seat, bytes([seat] * 32))) for seat, _ in seals.seals)
        )
        outcome = replace(outcome, seals=seals.hash())
        case = {**case, "seals": seals.text(), "outcome": outcome.text()}
        nonces = tuple((seat, bytes([seat] * 32)) for seat, _ in seals.seals if seat not in outcome.seats)
    opened = Open.from_text(case["open"]) if "open" in case else None
    rulesets = {
        Ruleset.from_object(one["ruleset"]).hash(): Ruleset.from_object(one["ruleset"]) for one in known()["deals"]
    }
    table = Table.from_text(case["table"]) if "table" in case else None
    return assemble(
        origin=ORIGIN,
        vkeys=VKEYS,
        number=case["number"],
        commit=Commit(ORIGIN, case["number"], commitment(ORIGIN, case["number"], outcome.seed)).text(),
        commit_proof=None,
        ruleset=None if opened is None else rulesets[opened.rules],
        hand=None if opened is None else opened.hand,
        open_note=None if opened is None else signer().sign(case["open"]),
        seals_note=signer().sign(case["seals"]) if "seals" in case else None,
        table_note=None if table is None else signer().sign(case["table"]),
        contributions=nonces if table is None else table.nonces,
        record=case.get("record"),
        signed=None if table is None else [],
        outcome=case["outcome"],
        outcome_index=None,
        outcome_proof=None,
    )
