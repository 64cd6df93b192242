"""The outcome: the last statement about a number, a reveal or a void; both publish the server seed (protocol section 6)."""

from __future__ import annotations

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.protocol.reveal import Reveal
from fairdeal.engine.protocol.void import Void

Outcome = Reveal | Void


def parse_outcome(text: str) -> Outcome:
    """Read a reveal or a void statement; raises `MalformedError` for anything else."""
    if text.startswith("fairdeal/v1 reveal\n"):
        return Reveal.from_text(text)
    if text.startswith("fairdeal/v1 void\n"):
        return Void.from_text(text)
    raise MalformedError(f"expected a reveal or a void statement, not {text[:40]!r}")
