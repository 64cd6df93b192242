"""``terms``: the open statement is signed, the ruleset hashes to its rules, its values are consistent."""

from fairdeal.engine.games.options import same
from fairdeal.engine.protocol import Void
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def terms(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    outcome = evidence.outcome
    if not evidence.was_opened:
        evidence.require_null("open", "ruleset", "hand")
        return "not applicable", "the number was never handed out"
    opened, ruleset = evidence.terms, evidence.ruleset
    if isinstance(outcome, Void) and outcome.open != evidence.open_hash:
        raise Fault("the outcome names another open statement")
    if ruleset.hash() != opened.rules:
        raise Fault(f"the ruleset hashes to {ruleset.hash().hex()}, the open statement names {opened.rules.hex()}")
    if not same(evidence.member("hand"), opened.hand):
        raise Fault(f"`hand` is not {opened.hand}, as the open statement says")
    if opened.contributors[-1] >= ruleset.players:
        raise Fault(f"seat {opened.contributors[-1]} contributes in a game of {ruleset.players}")
    if opened.opened >= opened.expires:
        raise Fault("the deal does not expire after it was opened")
    return evidence.signed_result()
