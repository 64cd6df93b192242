"""The known answers of the protocol, and bundles made from them, signed by keys that the tests own."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.cards import cards_of
from fairdeal.engine.games import Hand, Ruleset, game_named, ruleset_of
from fairdeal.engine.games.hearts.hand import Hand as HeartsHand
from fairdeal.engine.games.hearts.ruleset import Ruleset as HeartsRuleset
from fairdeal.engine.protocol import Commit, Move, Open, Record, Reveal, Seals, Table, Void, parse_outcome
from fairdeal.engine.protocol.bundle import assemble
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.protocol.seal import seal_of
from fairdeal.engine.protocol.shuffle import shuffled
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


def deal(ruleset: Ruleset, seed: bytes, table_hash: bytes) -> tuple[tuple[int, ...], Any]:
    """The shuffled deck and the hands by seat that a server seed and a table (32 bytes each) give."""
    deck = shuffled(ruleset.deck, seed, table_hash)
    return deck, game_named(ruleset.game).dealt(ruleset, deck)


def seat_key(seat: int) -> Ed25519PrivateKey:
    """The signing key of a seat: the same at every call."""
    return Ed25519PrivateKey.from_private_bytes(f"seat key {seat}".encode().ljust(32))


def played_out(ruleset: HeartsRuleset, number: int, seed: bytes, table: Table) -> HeartsHand:
    """The hand that seed and table give, played to its end: the first cards are passed, the first legal card is played."""
    hand = HeartsHand(ruleset, number, deal(ruleset, seed, table.hash())[1])
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
    ruleset = HeartsRuleset.from_object(case["ruleset"])
    if table.keys:
        table = replace(
            table, keys=tuple((seat, seat_key(seat).public_key().public_bytes_raw()) for seat, _ in table.keys)
        )
        seed = bytes.fromhex(case["server_seed"])
        hand = played_out(ruleset, case["hand"], seed, table)
        record = Record(ORIGIN, case["number"], "seats", hand.record_lines())
        outcome = Reveal(ORIGIN, case["number"], seed, table.hash(), record.hash()).text()
        signed = signed_moves(table, record, hand)
    deck, hands, points = dealt_of(ruleset, case["hand"], table, record, outcome)
    return assemble(
        origin=ORIGIN,
        vkeys=VKEYS,
        number=case["number"],
        commit=case["commit"],
        commit_proof=None,
        ruleset=ruleset.to_object(),
        hand=case["hand"],
        open_note=signer().sign(case["open"]),
        seals_note=None if case["seals"] is None else signer().sign(case["seals"]),
        table_note=signer().sign(table.text()),
        contributions=table.nonces,
        deck=deck,
        hands=hands,
        record=record.text(),
        signed=signed,
        points=points,
        outcome=outcome,
        outcome_index=None,
        outcome_proof=None,
    )


def dealt_of(ruleset: Ruleset, number: int, table: Table, record: Record, outcome: str) -> tuple[Any, Any, Any]:
    """Deck, hands and points of a deal that has a table."""
    deck, hands = deal(ruleset, parse_outcome(outcome).seed, table.hash())
    return deck, hands, game_named(ruleset.game).replay(ruleset, number, deck, record.lines).final_points


def signed_moves(table: Table, record: Record, hand: Hand) -> list[tuple[str, bytes]]:
    """Every move of a keyed seat, signed, in the record's order."""
    moves = [
        Move.after_lines(record.origin, record.number, table.hash(), *move)
        for move in hand.seat_moves(dict(table.keys))
    ]
    return [(move.text(), seat_key(move.seat).sign(move.text().encode())) for move in moves]


def void_bundle(case: dict[str, Any]) -> dict[str, Any]:
    """The bundle of a known void; the ruleset is the one that its open statement names.

    The nonces of the withheld one are not known, so it gets seals of nonces that are.
    """
    outcome = parse_outcome(case["outcome"])
    assert isinstance(outcome, Void)
    nonces: tuple[tuple[int, bytes], ...] | None = None
    if "seals" in case and "table" not in case:
        seals = Seals.from_text(case["seals"])
        seals = replace(
            seals, seals=tuple((seat, seal_of(seals.open, seat, bytes([seat] * 32))) for seat, _ in seals.seals)
        )
        outcome = replace(outcome, seals=seals.hash())
        case = {**case, "seals": seals.text(), "outcome": outcome.text()}
        nonces = tuple((seat, bytes([seat] * 32)) for seat, _ in seals.seals if seat not in outcome.seats)
    opened = Open.from_text(case["open"]) if "open" in case else None
    rulesets = {ruleset.hash(): ruleset for ruleset in (ruleset_of(one["ruleset"]) for one in known()["deals"])}
    ruleset = None if opened is None else rulesets[opened.rules]
    table = Table.from_text(case["table"]) if "table" in case else None
    deck, hands, points = None, None, None
    if table is not None and opened is not None and ruleset is not None:
        record = Record.from_text(case["record"])
        deck, hands, points = dealt_of(ruleset, opened.hand, table, record, case["outcome"])
    return assemble(
        origin=ORIGIN,
        vkeys=VKEYS,
        number=case["number"],
        commit=Commit(ORIGIN, case["number"], commitment(ORIGIN, case["number"], outcome.seed)).text(),
        commit_proof=None,
        ruleset=None if ruleset is None else ruleset.to_object(),
        hand=None if opened is None else opened.hand,
        open_note=None if opened is None else signer().sign(case["open"]),
        seals_note=signer().sign(case["seals"]) if "seals" in case else None,
        table_note=None if table is None else signer().sign(case["table"]),
        contributions=nonces if table is None else table.nonces,
        deck=deck,
        hands=hands,
        record=case.get("record"),
        signed=None if table is None else [],
        points=points,
        outcome=case["outcome"],
        outcome_index=None,
        outcome_proof=None,
    )
