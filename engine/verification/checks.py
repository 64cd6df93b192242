"""The registry of checks, in the protocol's order: what each is called, which loose members it covers, and its function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fairdeal.engine.verification.commit_logged import commit_logged
from fairdeal.engine.verification.commitment_opens import commitment_opens
from fairdeal.engine.verification.contributions import contributions
from fairdeal.engine.verification.deal import deal
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.outcome_logged import outcome_logged
from fairdeal.engine.verification.play import play
from fairdeal.engine.verification.report import Result
from fairdeal.engine.verification.signatures import signatures
from fairdeal.engine.verification.table import table
from fairdeal.engine.verification.terms import terms


class NamedCheck(NamedTuple):
    """One check of protocol section 8."""

    name: str
    covers: tuple[str, ...]
    """The loose members of a bundle that have to equal what the statements say."""
    run: Callable[[Evidence], tuple[Result, str]]
    """Gives the result and its reason; raises `FairdealError` where the check fails."""


def _unique(_evidence: Evidence) -> tuple[Result, str]:
    return "not proved", "no scan of the logs"


CHECKS: Final = (
    NamedCheck("commit-logged", ("protocol", "origin", "vkeys", "number", "commit"), commit_logged),
    NamedCheck("commitment-opens", (), commitment_opens),
    NamedCheck("terms", ("open", "ruleset", "hand"), terms),
    NamedCheck("contributions", ("seals", "contributions"), contributions),
    NamedCheck("table", ("table",), table),
    NamedCheck("deal", ("deck", "hands"), deal),
    NamedCheck("play", ("record", "points"), play),
    NamedCheck("signatures", ("signed",), signatures),
    NamedCheck("outcome-logged", ("outcome",), outcome_logged),
    NamedCheck("unique", (), _unique),
)
"""Every check; a bundle's members are those that they cover."""

CHECK_NAMES: Final = tuple(check.name for check in CHECKS)
"""The names of the checks, in the protocol's order."""
