"""``signatures``: every move of a keyed seat is signed by its key, in its place. Counts the loose signed."""

from fairdeal.engine.protocol import Move
from fairdeal.engine.protocol.grammar import read_hex
from fairdeal.engine.tlog.ed25519 import is_signature
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def signatures(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("signed")
        return "not applicable", "no cards were dealt"
    signed = evidence.member("signed")
    if not isinstance(signed, list):
        raise Fault("`signed` has to be a list")
    keys = dict(evidence.closed.keys)
    evidence.require_known_rules()
    moves = list(evidence.hand.seat_moves(keys)) if keys else []
    if len(signed) != len(moves):
        raise Fault(f"{len(signed)} moves are signed; {len(moves)} moves of keyed seats are recorded")
    table = evidence.table_hash
    for move, entry in zip(moves, signed, strict=True):
        statement = Move.after_lines(evidence.origin, evidence.number, table, *move).text()
        _check(f"`{move.line}` of seat {move.seat}", statement, entry, keys[move.seat])
    if not keys:
        return "not proved", "no seat has a key: the service alone attests the moves"
    return "pass", ""


def _check(what: str, statement: str, signed: object, key: bytes) -> None:
    if not isinstance(signed, dict) or set(signed) != {"statement", "signature"}:
        raise Fault("each of `signed` has to be an object with statement and signature")
    if signed["statement"] != statement:
        raise Fault(f"{what} was signed as another move")
    if not isinstance(signed["signature"], str):
        raise Fault(f"the signature of {what} is no text")
    if not is_signature(key, read_hex(signed["signature"], 64), statement.encode()):
        raise Fault(f"the signature of {what} is not by the seat's key")
