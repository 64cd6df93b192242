"""``signatures``: every move of a keyed seat is signed by its key, in its place. Counts the loose signed."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from fairdeal.engine.protocol import Move
from fairdeal.engine.protocol.grammar import read_hex
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def signatures(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("signed")
        return "not applicable", "no cards were dealt"
    signed = evidence.member("signed")
    if not isinstance(signed, list):
        raise Fault("«signed» has to be a list")
    keys = dict(evidence.closed.keys)
    moves = _moves(evidence, keys)
    if len(signed) != len(moves):
        raise Fault(f"{len(signed)} moves are signed; {len(moves)} moves of keyed seats are recorded")
    for move, one in zip(moves, signed, strict=True):
        _check(move, one, keys[move.seat])
    if not keys:
        return "not proved", "no seat has a key: the service alone attests the moves"
    return "pass", ""


def _moves(evidence: Evidence, keys: dict[int, bytes]) -> list[Move]:
    """The statements that the keyed seats have to have signed, in the record's order."""
    if not keys:
        return []
    record, hand = evidence.record, evidence.hand
    named = (evidence.origin, evidence.number, evidence.closed.hash())
    moves = [Move.of_pass(*named, giver, cards) for giver, _, cards in record.passes if giver in keys]
    size = evidence.ruleset.players
    for ply, card in enumerate(hand.plays):
        seat = (hand.leaders[ply // size] + ply % size) % size
        if seat in keys:
            moves.append(Move.of_play(*named, seat, ply, card, record.before(ply).known_to(seat).hash()))
    return moves


def _check(move: Move, signed: object, key: bytes) -> None:
    what = f"the {'pass' if move.ply is None else f'play {move.ply}'} of seat {move.seat}"
    if not isinstance(signed, dict) or set(signed) != {"statement", "signature"}:
        raise Fault("each of «signed» has to be an object with statement and signature")
    if signed["statement"] != move.text():
        raise Fault(f"{what} was signed as another move")
    if not isinstance(signed["signature"], str):
        raise Fault(f"the signature of {what} is no text")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(read_hex(signed["signature"], 64), move.text().encode())
    except InvalidSignature:
        raise Fault(f"the signature of {what} is not by the seat's key") from None
