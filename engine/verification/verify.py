"""Verifying a bundle: every named check, each computed alone (protocol section 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.engine import strict_json
from fairdeal.engine.errors import FairdealError, MalformedError
from fairdeal.engine.protocol.grammar import MAX_NUMBER, PROTOCOL, read_origin
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification.commit_logged import commit_logged
from fairdeal.engine.verification.commitment_opens import commitment_opens
from fairdeal.engine.verification.contributions import contributions
from fairdeal.engine.verification.deal import deal
from fairdeal.engine.verification.evidence import KEY_NAMES, Evidence
from fairdeal.engine.verification.outcome_logged import outcome_logged
from fairdeal.engine.verification.play import play
from fairdeal.engine.verification.report import CHECKS, Check, Report, Result, UnreadableBundle
from fairdeal.engine.verification.reservations import reservations
from fairdeal.engine.verification.signatures import signatures
from fairdeal.engine.verification.table import table
from fairdeal.engine.verification.terms import terms


def verify(
    document: bytes | str | Mapping[str, object],
    *,
    origin: str | None = None,
    number: int | None = None,
    vkeys: Mapping[str, str] | None = None,
    policy: Policy | None = None,
) -> Report:
    """Check a bundle against what is pinned: its origin, the number that was asked for, the verifier keys by role.

    ``vkeys`` names all of ``statements``, ``commits`` and ``outcomes``; without them signatures are tried with the bundle's
    own keys and prove nothing. With a ``policy`` each checkpoint needs its quorum of witnesses.

    Raises:
        UnreadableBundle: the document is no bundle of this protocol.
        MalformedError: what is pinned is no origin, no number, or not the keys of one origin by those roles.
    """
    pinned = None if vkeys is None else pinned_keys(vkeys, origin)
    if origin is not None:
        read_origin(origin)
    if number is not None and not 1 <= number <= MAX_NUMBER:
        raise MalformedError(f"expected a deal's number, 1 to {MAX_NUMBER}, not {number}")
    evidence = Evidence(_bundle(document), origin=origin, number=number, vkeys=pinned, policy=policy)
    return Report(
        tuple(_run(name, _RUN[name], evidence) for name in CHECKS),
        tuple(reservations(evidence)),
    )


def pinned_keys(vkeys: Mapping[str, str], origin: str | None) -> dict[str, Verifier]:
    """The keys to pin, by role; raises `MalformedError` unless they are all of one origin's (that one, if it is given)."""
    if set(vkeys) != set(KEY_NAMES):
        raise MalformedError(f"expected pinned vkeys for {', '.join(KEY_NAMES)}, not for {', '.join(vkeys)}")
    keys = {role: Verifier.from_vkey(vkeys[role]) for role in KEY_NAMES}
    expected = keys["statements"].name if origin is None else origin
    for role, suffix in KEY_NAMES.items():
        if keys[role].name != expected + suffix:
            raise MalformedError(f"the pinned vkey of {role} is {keys[role].name}'s, not {expected + suffix}'s")
    return keys


def _bundle(document: bytes | str | Mapping[str, object]) -> Mapping[str, object]:
    value: object = document
    if isinstance(document, str | bytes):
        raw = document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
        try:
            value = strict_json.loads(raw)
        except strict_json.NotStrict as fault:
            raise UnreadableBundle(str(fault)) from None
    if not isinstance(value, Mapping):
        raise UnreadableBundle("expected a bundle, a JSON object")
    protocol = value.get("protocol")
    if protocol != PROTOCOL:
        named = "none" if protocol is None else repr(protocol)[:80]
        raise UnreadableBundle(f"expected a bundle of the protocol {PROTOCOL}; this names {named}")
    return value


def _run(name: str, check: Callable[[Evidence], tuple[Result, str]], evidence: Evidence) -> Check:
    try:
        return Check(name, *check(evidence))
    except FairdealError as fault:
        return Check(name, "fail", str(fault))


def _unique(_evidence: Evidence) -> tuple[Result, str]:
    return "not proved", "no scan of the logs"


_RUN: Final[Mapping[str, Callable[[Evidence], tuple[Result, str]]]] = {
    "commit-logged": commit_logged,
    "commitment-opens": commitment_opens,
    "terms": terms,
    "contributions": contributions,
    "table": table,
    "deal": deal,
    "play": play,
    "signatures": signatures,
    "outcome-logged": outcome_logged,
    "unique": _unique,
}
