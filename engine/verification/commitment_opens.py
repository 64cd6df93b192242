"""``commitment-opens``: the commitment is the hash of the outcome's seed, this origin and this number."""

from fairdeal.engine.protocol.commitment import commitment
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Fault, Result


def commitment_opens(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    committed, seed = evidence.commit.commitment, evidence.outcome.seed
    if seed == committed:
        raise Fault("the outcome's seed is the commitment itself: a commitment was pasted where the seed belongs")
    hashed = commitment(evidence.origin, evidence.number, seed)
    if hashed != committed:
        raise Fault(f"the seed hashes to {hashed.hex()}, the commitment is {committed.hex()}")
    return "pass", ""
