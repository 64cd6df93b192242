"""What can go wrong for a client: no answer, a refusal, or an operator who cheats."""

from __future__ import annotations

from collections.abc import Mapping


class Unreachable(Exception):
    """The service did not answer, or not as the API promises."""


class Refused(Exception):
    """The service refused a call, with a problem document (RFC 9457)."""

    def __init__(self, call: str, status: int, problem: Mapping[str, object]) -> None:
        super().__init__(
            f"{call} was refused ({status}): {problem.get('detail') or problem.get('title') or 'no reason'}"
        )
        self.status = status
        self.problem = problem

    @property
    def slug(self) -> str:
        """The kind of problem: the last part of its ``type``."""
        return str(self.problem.get("type", "")).rpartition("/")[2]


class Caught(Exception):
    """The service's receipts, or what it says of the hand, contradict the protocol, the rules or themselves.

    `notes` are the statements that show it, as sent; two of one kind convict the operator.
    """

    def __init__(self, detail: str, *notes: str) -> None:
        super().__init__(detail)
        self.notes = notes
