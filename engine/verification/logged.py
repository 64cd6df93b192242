"""What a log's proof of a statement shows: for the commit and the outcome alike (protocol section 7)."""

from typing import Final

from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.engine.verification.evidence import Evidence, text_of
from fairdeal.engine.verification.report import Fault

NO_LOG: Final = "no log"


def proof_of(evidence: Evidence, role: str, proof: object, statement: str) -> TlogProof:
    """The proof of a statement that was read, once it is held: the log's key signed the checkpoint, enough witnesses too, and the statement is in the log.

    Raises:
        FairdealError: saying which of that is not so.
    """
    read = TlogProof.from_text(text_of(proof, f"the proof in the log of {role}"))
    log = evidence.key_of(role)
    read.verify(statement.encode("ascii"), log)
    if evidence.policy is not None:
        if not evidence.policy.accepts(log):
            raise Fault(f"the policy lists logs, and the key of {log.name} is not among them")
        evidence.policy.check(read.note)
    return read
