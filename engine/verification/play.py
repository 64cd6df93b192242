"""``play``: every move is legal in its turn, points are recomputed, and the record hashes to the outcome's."""

from fairdeal.engine.games.options import same
from fairdeal.engine.protocol import Reveal, Void
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def play(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("record", "points")
        return "not applicable", "no cards were dealt"
    record, hand, outcome = evidence.record, evidence.hand, evidence.outcome
    if record.lines != hand.record_lines():
        raise Fault("the record does not tell its own moves: seats, leaders or points are wrong")
    if evidence.record_hash != outcome.record:
        raise Fault("the outcome names another record")
    if isinstance(outcome, Reveal) and not hand.is_complete:
        raise Fault("the hand is not played out, but the deal was revealed")
    if isinstance(outcome, Void):
        if hand.is_complete:
            raise Fault("the hand is played out, but the deal was voided")
        if outcome.seats and hand.waits_for is not None and outcome.seats != hand.waits_for:
            raise Fault(f"the outcome waited for {list(outcome.seats)}, the hand for {list(hand.waits_for)}")
    points = hand.final_points
    if not same(evidence.member("points"), None if points is None else list(points)):
        raise Fault("`points` does not match the record")
    if record.by == "opener" and (
        evidence.terms.opener != "sighted" or evidence.closed.keys or not isinstance(outcome, Reveal)
    ):
        raise Fault("`by opener` is for a complete record by a sighted opener, in a deal without keys")
    return "pass", ""
