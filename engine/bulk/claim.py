"""What one bundle claims, as the stages of the quick verifier fill it in."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from engine.bulk.form import unescaped
from engine.bulk.game import Game
from engine.bulk.plays import Hand

SEATS: Final = {
    " ".join(map(str, seats)).encode("ascii"): seats for count in range(1, 7) for seats in combinations(range(6), count)
}
"""Every list of seats, ascending, by its text."""
HEX: Final = 64
"""Characters of 32 bytes."""
_SEAT_LINE: Final = len("seat 0 ") + HEX + len("\n")


class Case(NamedTuple):
    """A bundle, and what the logs hold of its number."""

    document: bytes
    """As a service wrote it."""
    number: int
    commit: bytes
    """Entry ``number`` of the log of commitments."""
    leaf: int
    outcome: bytes
    """Entry ``leaf`` of the log of outcomes, the only one about the number."""


class Agreed(NamedTuple):
    """What the open statement of a bundle that passed says to other numbers."""

    opened: int
    expires: int
    hand: int
    game: tuple[str, int] | None


class Parts(NamedTuple):
    """The parts of a document that are free, as they stand in it; `engine.bulk.form` cuts them out."""

    commit_proof: bytes
    rules: bytes
    hand: bytes
    open: bytes
    open_note: bytes
    seals: bytes
    """The whole member."""
    table: bytes
    table_note: bytes
    contributions: bytes
    deck: bytes
    hands: bytes
    record: bytes
    points: bytes
    outcome: bytes
    """The whole member, and the end of the document."""


@dataclass(slots=True)
class Claim:
    """One bundle on its way through the stages; nothing in it is shown before the last has passed."""

    case: Case
    parts: Parts
    about: bytes
    """The line of a statement that names the number."""
    seed: bytes
    seed_hex: bytes
    outcome_proof: bytes
    game: Game = field(init=False)
    seats: tuple[int, ...] = field(init=False)
    is_sealed: bool = field(init=False)
    is_sighted: bool = field(init=False)
    agreed: Agreed = field(init=False)
    opened: bytes = field(init=False)
    seals: bytes = field(init=False)
    table: bytes = field(init=False)
    table_hash: bytes = field(init=False)
    dealt: bytes = field(init=False)
    record: bytes = field(init=False)
    played: Hand = field(init=False)


def hex_of(data: bytes) -> bytes:
    """Lowercase hexadecimal."""
    return data.hex().encode("ascii")


def bytes_of(text: bytes) -> bytes | None:
    """32 bytes in lowercase hexadecimal; None for any other text."""
    try:
        data = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return None
    return data if len(text) == HEX and hex_of(data) == text else None


def nonces_in(table: bytes, seats: tuple[int, ...]) -> list[tuple[int, bytes, bytes]] | None:
    """Seat, nonce and its hexadecimal, from where they stand in a table statement without keys (escaped)."""
    lines = unescaped(table)[-len(seats) * _SEAT_LINE :]
    nonces = []
    for place, seat in enumerate(seats):
        text = lines[place * _SEAT_LINE + len("seat 0 ") :][:HEX]
        nonce = bytes_of(text)
        if nonce is None:
            return None
        nonces.append((seat, nonce, text))
    return nonces
