"""``outcome-logged``: the outcome is a leaf of the outcomes log. Counts the loose outcome."""

from fairdeal.engine.games.options import same
from fairdeal.engine.protocol import Void
from fairdeal.engine.protocol.void import TIMED_OUT
from fairdeal.engine.tlog.note import Note
from fairdeal.engine.verification.evidence import Evidence, required, text_of
from fairdeal.engine.verification.logged import NO_LOG, proof_of
from fairdeal.engine.verification.report import Fault, Result


def outcome_logged(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    outcome = evidence.outcome
    part = required(evidence.part("outcome", "statement", "index", "proof"), "the outcome")
    timed_out = isinstance(outcome, Void) and outcome.reason in TIMED_OUT
    if isinstance(outcome, Void) and outcome.seats:
        players = evidence.players
        if players is not None and outcome.seats[-1] >= players:
            raise Fault(f"the outcome waited for seat {outcome.seats[-1]} in a game of {players}")
    if part["proof"] is None:
        if part["index"] is not None:
            raise Fault("the outcome has an index in a log, but no proof of it")
        return "not proved", NO_LOG
    proof = proof_of(evidence, "outcomes", part["proof"], text_of(part["statement"], "the outcome statement"))
    if not same(part["index"], proof.index):
        raise Fault(f"the index of the outcome is {part['index']!r}; its proof is of leaf {proof.index}"[:300])
    if timed_out and evidence.policy is not None:
        note = Note.from_text(proof.note)
        cosigners = [witness.cosigner for witness in evidence.policy.witnesses]
        times = [
            cosigner.time_of(line, note.text)
            for cosigner in cosigners
            for line in note.signatures
            if cosigner.is_by(line)
        ]
        early = [time for time in times if time < evidence.terms.expires]
        if early:
            raise Fault(f"time ran out at {evidence.terms.expires}, but a witness saw this outcome at {min(early)}")
    return evidence.signed_result()
