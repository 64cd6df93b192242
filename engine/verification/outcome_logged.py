"""``outcome-logged``: the outcome is a leaf of the outcomes log. Counts the loose outcome."""

from fairdeal.engine.protocol import Void
from fairdeal.engine.verification.evidence import Evidence, required, same
from fairdeal.engine.verification.logged import NO_LOG, proof_of
from fairdeal.engine.verification.report import Fault, Result


def outcome_logged(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    outcome = evidence.outcome
    part = required(evidence.part("outcome", "statement", "index", "proof"), "the outcome")
    if isinstance(outcome, Void) and outcome.seats and outcome.seats[-1] >= evidence.ruleset.players:
        raise Fault(f"the outcome waited for seat {outcome.seats[-1]} in a game of {evidence.ruleset.players}")
    if part["proof"] is None:
        if part["index"] is not None:
            raise Fault("the outcome has an index in a log, but no proof of it")
        return "not proved", NO_LOG
    proof = proof_of(evidence, "outcomes", part["proof"], outcome)
    if not same(part["index"], proof.index):
        raise Fault(f"the index of the outcome is {part['index']!r}; its proof is of leaf {proof.index}"[:300])
    return evidence.signed_result()
