"""Verifying a bundle: every named check, each computed alone (protocol section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from fairdeal.engine import strict_json
from fairdeal.engine.errors import FairdealError, MalformedError, UnknownOption
from fairdeal.engine.protocol import Open
from fairdeal.engine.protocol.grammar import MAX_NUMBER, PROTOCOL, read_origin
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification.checks import CHECKS, NamedCheck
from fairdeal.engine.verification.evidence import KEY_NAMES, Evidence
from fairdeal.engine.verification.report import Check, Report, UnreadableBundle
from fairdeal.engine.verification.reservations import reservations

MAX_BUNDLE: Final = 2**20
"""Bytes of the largest bundle that is read."""
MAX_DEPTH: Final = 16
"""How deep a bundle may be nested; the outermost value is level 1."""
_STATEMENTS: Final = ("commit", "open", "seals", "table", "outcome")


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
    pinned = None if vkeys is None else _pinned(tuple(vkeys.items()), origin)
    if origin is not None:
        read_origin(origin)
    if number is not None and not 1 <= number <= MAX_NUMBER:
        raise MalformedError(f"expected a deal's number, 1 to {MAX_NUMBER}, not {number}")
    evidence = Evidence(
        _of_protocol(document if isinstance(document, Mapping) else read_bundle(document)),
        origin=origin,
        number=number,
        vkeys=pinned,
        policy=policy,
    )
    return Report(
        tuple([_run(check, evidence) for check in CHECKS]),
        tuple(reservations(evidence)),
        _terms(evidence),
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


# An audit pins the same keys for every bundle.
@lru_cache(maxsize=16)
def _pinned(vkeys: tuple[tuple[str, str], ...], origin: str | None) -> Mapping[str, Verifier]:
    return pinned_keys(dict(vkeys), origin)


def read_bundle(document: bytes | str) -> Mapping[str, object]:
    """The JSON object of a document that may be a bundle, read strictly and within the bounds of protocol section 7.

    Raises:
        UnreadableBundle: it is too large, no strict JSON, or no object.
    """
    raw = document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
    if len(raw) > MAX_BUNDLE:
        raise UnreadableBundle(f"expected a bundle of at most {MAX_BUNDLE} bytes, got {len(raw)}")
    try:
        value = strict_json.loads(raw, deepest=MAX_DEPTH, integers_only=True)
    except strict_json.NotStrict as fault:
        raise UnreadableBundle(str(fault)) from None
    if not isinstance(value, dict):
        raise UnreadableBundle("expected a bundle, a JSON object")
    return value


def _of_protocol(value: Mapping[str, object]) -> Mapping[str, object]:
    protocol = value.get("protocol")
    if protocol != PROTOCOL and not _speaks_protocol(value):
        named = "none" if protocol is None else ascii(protocol)[:80]
        raise UnreadableBundle(f"expected a bundle of the protocol {PROTOCOL}; this names {named}")
    return value


def _speaks_protocol(bundle: Mapping[str, object]) -> bool:
    """Whether any statement is of this protocol: then the loose `protocol` cannot excuse the rest."""
    parts = [bundle.get(name) for name in _STATEMENTS]
    texts = [part.get("statement") for part in parts if isinstance(part, Mapping)]
    return any(isinstance(text, str) and text.startswith(f"{PROTOCOL} ") for text in (*texts, bundle.get("record")))


def _terms(evidence: Evidence) -> Open | None:
    try:
        return evidence.open
    except FairdealError:
        return None


_judged: Final = lru_cache(maxsize=256)(Check)
"""What did not fail is told in a few ways only."""


def _run(check: NamedCheck, evidence: Evidence) -> Check:
    try:
        return _judged(check.name, *check.run(evidence))
    except UnknownOption as unknown:
        return Check(check.name, "unjudged", f"this verifier does not know the rules: {unknown}")
    except FairdealError as fault:
        return Check(check.name, "fail", str(fault))
