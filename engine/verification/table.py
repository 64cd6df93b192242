"""``table``: the table statement is signed, names this open statement, and hashes to the outcome's table."""

from fairdeal.engine.protocol import Void
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def table(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    outcome = evidence.outcome
    if not evidence.was_dealt:
        evidence.require_null("table")
        if isinstance(outcome, Void) and outcome.seals is not None and not _is_missing_a_nonce(evidence):
            raise Fault("every contribution was received, but no table was closed")
        return "not applicable", "no table was closed"
    if isinstance(outcome, Void) and outcome.reason == "abandoned" and evidence.terms.opener == "blind":
        raise Fault("a blind opener cannot give up a deal whose table has closed")
    closed = evidence.closed
    if closed.open != evidence.open_hash:
        raise Fault("the table names another open statement")
    if evidence.table_hash != outcome.table:
        raise Fault("the outcome names another table statement")
    # Without keys there is nothing that a wrong ruleset could spoil.
    fault = closed.key_fault(evidence.players) if closed.keys else None
    if fault is not None:
        raise Fault(fault)
    return evidence.signed_result()


def _is_missing_a_nonce(evidence: Evidence) -> bool:
    listed = evidence.member("contributions")
    return not isinstance(listed, list) or len(listed) < len(evidence.terms.contributors)
