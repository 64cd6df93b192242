"""What a verification says: one result a check, never a bare yes (protocol section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Open

Result = Literal["pass", "fail", "unjudged", "not applicable", "not proved"]


class UnreadableBundle(FairdealError):
    """The input is no bundle of this protocol: there is nothing to check (exit code 2)."""


class Fault(FairdealError):
    """Why a check fails: what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Check:
    """A named check and its result, with the reason unless it passed."""

    name: str
    result: Result
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reservation:
    """What stands beside the checks and changes none: a limit of what they prove."""

    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of one bundle."""

    checks: tuple[Check, ...]
    reservations: tuple[Reservation, ...]
    terms: Open | None = None
    """The open statement, if the bundle has one that is signed and about this number."""

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple([check for check in self.checks if check.result == "fail"])

    @property
    def exit_code(self) -> int:
        """1 when a check failed; else 2 when one could not be judged (an unknown game or option); else 0."""
        results = [check.result for check in self.checks]
        return 1 if "fail" in results else 2 if "unjudged" in results else 0

    def to_object(self) -> dict[str, object]:
        """The report as JSON has it."""
        return {
            "checks": [
                {"name": check.name, "result": check.result, "detail": check.detail or None} for check in self.checks
            ],
            "reservations": [{"name": one.name, "detail": one.detail} for one in self.reservations],
        }
