"""What can go wrong for a client: nobody answers, the call is refused, or the operator is caught."""

from __future__ import annotations

from collections.abc import Mapping


class Unreachable(Exception):
    """The service did not answer, or not with what the API promises."""


class Refused(Exception):
    """A problem document (RFC 9457): the call was judged and refused."""

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
    """The service's receipts, or what it says of the hand, are not what they have to be.

    ``notes`` are the statements that show it, as they came; two of one kind convict the operator.
    """

    def __init__(self, detail: str, *notes: str) -> None:
        super().__init__(detail)
        self.notes = notes
