"""What one bundle claims, as the stages of the quick verifier fill it in."""

from __future__ import annotations

from typing import NamedTuple

from fairdeal.engine.bulk.game import Game
from fairdeal.engine.bulk.plays import Plays


class BundleInput(NamedTuple):
    """A bundle, and what the logs hold of its number."""

    document: bytes
    """As a service wrote it."""
    number: int
    commit: bytes
    """Entry ``number`` of the log of commitments."""
    leaf: int
    outcome: bytes
    """Entry ``leaf`` of the log of outcomes, the only one about the number."""


class SignedTerms(NamedTuple):
    """What the signed open statement of a bundle says that other numbers have to agree with."""

    opened: int
    expires: int
    hand: int
    game: tuple[str, int] | None


Signed = tuple[bytes, bytes]
"""A statement, and the signature that its note has, in base64: not verified yet."""


class Unverified(NamedTuple):
    """One bundle whose text is as it has to be, but for what later stages hold; nothing in it is shown before they have."""

    case: BundleInput
    agreed: SignedTerms
    game: Game
    seed: bytes
    table_hash: bytes
    cards_at: int
    """Where the names of the deck's cards begin in the document."""
    plays: Plays
    plays_at: int
    """Where the record's first pass or trick begins."""
    record_end: int
    signed: list[Signed]
    commit_proof: bytes
    outcome_proof: bytes
