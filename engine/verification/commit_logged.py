"""``commit-logged``: the commit statement is leaf N of the commits log. Counts origin, vkeys, number and commit too."""

from typing import Final

from fairdeal.engine.games.options import same
from fairdeal.engine.protocol.bundle import MEMBERS
from fairdeal.engine.protocol.grammar import PROTOCOL
from fairdeal.engine.verification.evidence import Evidence, required, text_of
from fairdeal.engine.verification.logged import NO_LOG, proof_of
from fairdeal.engine.verification.report import Fault, Result

_MEMBERS: Final = frozenset(MEMBERS)


def commit_logged(evidence: Evidence) -> tuple[Result, str]:
    """The result and its reason; raises `FairdealError` where the check fails."""
    unknown = evidence.bundle.keys() - _MEMBERS
    if unknown:
        raise Fault(f"the bundle has members that nothing checks: {', '.join(sorted(unknown))[:200]}")
    if evidence.member("protocol") != PROTOCOL:
        raise Fault(
            f"the bundle names the protocol {ascii(evidence.bundle['protocol'])[:80]}, its statements {PROTOCOL}"
        )
    if evidence.member("origin") != evidence.origin:
        raise Fault(f"the bundle is of the origin {evidence.bundle['origin']!r}, not of {evidence.origin!r}"[:300])
    if not same(evidence.member("number"), evidence.number):
        raise Fault(f"the bundle is about number {evidence.bundle['number']!r}, not {evidence.number}"[:300])
    evidence.names_this(evidence.commit, "the commit statement")
    own = evidence.own_keys
    for role, key in own.items():
        evidence.named_key(role, key)
    if evidence.pinned is not None and own != evidence.pinned:
        differing = [role for role, key in own.items() if evidence.pinned[role] != key]
        raise Fault(f"the bundle's vkeys are not the pinned ones: {', '.join(differing)}")
    part = required(evidence.part("commit", "statement", "proof"), "the commit statement")
    if part["proof"] is None:
        return "not proved", NO_LOG
    proof = proof_of(evidence, "commits", part["proof"], text_of(part["statement"], "the commit statement"))
    if proof.index != evidence.number:
        raise Fault(f"the commit statement is leaf {proof.index} of the log, not leaf {evidence.number}")
    return evidence.signed_result()
