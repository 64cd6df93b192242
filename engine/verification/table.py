"""``table``: the table statement is signed, names this open statement, and hashes to the outcome's table."""

from fairdeal.engine.protocol import Void
from fairdeal.engine.tlog.ed25519 import is_good_key
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
    keys = [key for _, key in closed.keys]
    if len(set(keys)) != len(keys):
        raise Fault("one key stands for two seats")
    for seat, key in closed.keys:
        if not is_good_key(key):
            raise Fault(f"the key of seat {seat} is no point of the curve, or one of small order")
        players = evidence.players
        if players is not None and seat >= players:
            raise Fault(f"seat {seat} has a key in a game of {players}")
    return evidence.signed_result()


def _is_missing_a_nonce(evidence: Evidence) -> bool:
    listed = evidence.member("contributions")
    return not isinstance(listed, list) or len(listed) < len(evidence.terms.contributors)
