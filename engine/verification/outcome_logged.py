"""``outcome-logged``: the outcome is a leaf of the outcomes log. Counts the loose outcome."""

from engine.statements import Void
from engine.verification.commit_logged import log_result
from engine.verification.evidence import Evidence
from engine.verification.report import Fault, Result


def outcome_logged(evidence: Evidence) -> tuple[Result, str]:
    outcome = evidence.outcome
    part = evidence.part("outcome", "statement", "index", "proof")
    if part is not None and part["proof"] is None and part["index"] is not None:
        raise Fault("the outcome has an index in a log, but no proof of it")
    if isinstance(outcome, Void) and outcome.seats and outcome.seats[-1] >= evidence.ruleset.players:
        raise Fault(f"the outcome waited for seat {outcome.seats[-1]} in a game of {evidence.ruleset.players}")
    return log_result(part)
