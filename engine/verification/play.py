"""``play``: every pass and play is legal in order, points are recomputed, and the record hashes to the outcome's."""

from fairdeal.engine.protocol import Record, Reveal, Void
from fairdeal.engine.verification.evidence import Evidence, same
from fairdeal.engine.verification.report import Fault, Result


def play(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("record", "points")
        return "not applicable", "no cards were dealt"
    record, hand, outcome = evidence.record, evidence.hand, evidence.outcome
    if record != Record.of_hand(record.origin, record.number, record.by, hand):
        raise Fault("the record is not that of its passes and plays: seats, leaders or points are wrong")
    if record.hash() != outcome.record:
        raise Fault("the outcome names another record")
    if isinstance(outcome, Reveal) and hand.phase != "complete":
        raise Fault(f"the hand is not played out: {hand.ply} cards were played")
    if isinstance(outcome, Void) and hand.phase == "complete":
        raise Fault("the hand is played out, but the deal was voided")
    if isinstance(outcome, Void) and outcome.seats and hand.phase == "playing" and outcome.seats != hand.to_act:
        raise Fault(f"the outcome waited for {list(outcome.seats)}; seat {hand.turn} was to play")
    if not same(evidence.member("points"), None if record.points is None else list(record.points)):
        raise Fault("«points» are not those of the record")
    if record.by == "opener" and (
        evidence.terms.opener != "sighted" or evidence.closed.keys or hand.phase != "complete"
    ):
        raise Fault(
            "only a sighted opener submits a record whole, only a complete one, and only where no seat has a key"
        )
    return "pass", ""
