"""``commit-logged``: the commit statement is leaf N of the commits log. Counts origin, vkeys, number and commit too."""

from engine.bundle import MEMBERS
from engine.verification.evidence import Evidence, same
from engine.verification.report import Fault, Result


def commit_logged(evidence: Evidence) -> tuple[Result, str]:
    unknown = sorted(set(evidence.bundle) - set(MEMBERS))
    if unknown:
        raise Fault(f"the bundle has members that nothing checks: {', '.join(unknown)[:200]}")
    if evidence.member("origin") != evidence.origin:
        raise Fault(f"the bundle is of the origin {evidence.bundle['origin']!r}, not of {evidence.origin!r}"[:300])
    if not same(evidence.member("number"), evidence.number):
        raise Fault(f"the bundle is about number {evidence.bundle['number']!r}, not {evidence.number}"[:300])
    evidence.names_this(evidence.commit, "the commit statement")
    own = evidence.own_vkeys
    if evidence.pinned is not None and own != dict(evidence.pinned):
        differing = [role for role, vkey in own.items() if evidence.pinned.get(role) != vkey]
        raise Fault(f"the bundle's vkeys are not the pinned ones: {', '.join(differing)}")
    return log_result(evidence.part("commit", "statement", "proof"))


def log_result(part: dict[str, object] | None) -> tuple[Result, str]:
    """What the proof of a logged statement shows."""
    if part is not None and part["proof"] is not None:
        raise Fault("there is a log proof, which cannot be checked: this protocol's logs are not kept yet")
    return "not proved", "no log"
