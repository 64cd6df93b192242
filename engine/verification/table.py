"""``table``: the table statement is signed, names this open statement, and hashes to the outcome's table."""

from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def table(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    if not evidence.was_dealt:
        evidence.require_null("table")
        return "not applicable", "no table was closed"
    closed = evidence.closed
    if closed.open != evidence.terms.hash():
        raise Fault("the table names another open statement")
    if closed.hash() != evidence.outcome.table:
        raise Fault("the outcome names another table statement")
    if closed.keys and closed.keys[-1][0] >= evidence.ruleset.players:
        raise Fault(f"seat {closed.keys[-1][0]} has a key in a game of {evidence.ruleset.players}")
    return evidence.signed_result()
