"""The audit bundle: all that a stranger needs to check one number, in one JSON document (protocol section 8).

Its shape: ``protocol``, ``origin``, ``vkeys`` ``{statements, commits, outcomes}``, ``number``, ``commit`` ``{statement, proof}``,
``ruleset``, ``hand``, ``open``, ``seals``, ``table`` (``{statement, note}`` each), ``contributions`` ``[{seat, nonce}]``,
``deck``, ``hands`` (as dealt), ``record`` (the statement), ``signed`` ``[{statement, signature}]``, ``points``, ``outcome``
``{statement, index, proof}``. What a void lacks is null. Nothing in it is outside the checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fairdeal.engine.cards import Card, names_of
from fairdeal.engine.protocol.grammar import PROTOCOL
from fairdeal.engine.tlog.note import note_text

MEMBERS: Final = (
    "protocol",
    "origin",
    "vkeys",
    "number",
    "commit",
    "ruleset",
    "hand",
    "open",
    "seals",
    "table",
    "contributions",
    "deck",
    "hands",
    "record",
    "signed",
    "points",
    "outcome",
)
"""Every member of a bundle; each is always there."""


def assemble(
    *,
    origin: str,
    vkeys: Mapping[str, str],
    number: int,
    commit: str,
    commit_proof: str | None,
    ruleset: Mapping[str, object] | None,
    hand: int | None,
    open_note: str | None,
    seals_note: str | None,
    table_note: str | None,
    contributions: Sequence[tuple[int, bytes]] | None,
    deck: Sequence[Card] | None,
    hands: Sequence[Sequence[Card]] | None,
    record: str | None,
    signed: Sequence[tuple[str, bytes]] | None,
    points: Sequence[int] | None,
    outcome: str,
    outcome_index: int | None,
    outcome_proof: str | None,
) -> dict[str, object]:
    """The bundle of a number that has its outcome; what a void lacks is ``None``."""
    return {
        "protocol": PROTOCOL,
        "origin": origin,
        "vkeys": dict(vkeys),
        "number": number,
        "commit": {"statement": commit, "proof": commit_proof},
        "ruleset": None if ruleset is None else dict(ruleset),
        "hand": hand,
        "open": _signed(open_note),
        "seals": _signed(seals_note),
        "table": _signed(table_note),
        "contributions": None
        if contributions is None
        else [{"seat": seat, "nonce": nonce.hex()} for seat, nonce in contributions],
        "deck": None if deck is None else names_of(deck),
        "hands": None if hands is None else [names_of(cards) for cards in hands],
        "record": record,
        "signed": None
        if signed is None
        else [{"statement": statement, "signature": signature.hex()} for statement, signature in signed],
        "points": None if points is None else list(points),
        "outcome": {"statement": outcome, "index": outcome_index, "proof": outcome_proof},
    }


def _signed(note: str | None) -> dict[str, object] | None:
    return None if note is None else {"statement": note_text(note), "note": note}
