"""Passes and plays as they are stored with a deal: one move behind the other, in the order in which they came.

    play = card [ signature ]                         one byte, 0 to 53, or 64 bytes more
    pass = %x40 + seat, count, count card, [ signature ]          the cards in deck order

The first byte of a move that is signed has its highest bit set. All passes come before the first play.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fairdeal.engine.cards import Card

SIGNATURE_BYTES: Final = 64

_PASS: Final = 0x40
_SIGNED: Final = 0x80
_SEAT: Final = 0x3F


class Pass(NamedTuple):
    """A pass: its cards in deck order, and the signature of a seat that has a key."""

    cards: tuple[Card, ...]
    signature: bytes | None


class StoredMoves(NamedTuple):
    """What was stored, read."""

    passes: dict[int, Pass]
    """By seat, in the order in which they came."""
    plays: bytes
    """A card a byte."""
    signatures: Mapping[int, bytes]
    """By ply, of the plays that were signed."""


def read(stored: bytes) -> StoredMoves:
    """Read all moves of a hand.

    Raises:
        ValueError: the bytes are not what `pass_bytes` and `play_bytes` make.
    """
    passes: dict[int, Pass] = {}
    place = 0
    while place < len(stored) and stored[place] & _PASS:
        head, end = stored[place], place + 2 + stored[place + 1] if place + 1 < len(stored) else len(stored) + 1
        cards, place = stored[place + 2 : end], end
        signature = None
        if head & _SIGNED:
            signature, place = stored[place : place + SIGNATURE_BYTES], place + SIGNATURE_BYTES
        if place > len(stored) or head & _SEAT in passes:
            raise ValueError("the stored passes are cut short, or name a seat twice")
        passes[head & _SEAT] = Pass(tuple(cards), signature)
    plays = stored[place:]
    # Nearly always no play is signed, and then a play is its byte.
    return StoredMoves(passes, plays, {}) if plays.isascii() else StoredMoves(passes, *_signed_plays(plays))


def _signed_plays(stored: bytes) -> tuple[bytes, dict[int, bytes]]:
    plays = bytearray()
    signatures: dict[int, bytes] = {}
    place = 0
    while place < len(stored):
        head, place = stored[place], place + 1
        if head & _SIGNED:
            signatures[len(plays)], place = stored[place : place + SIGNATURE_BYTES], place + SIGNATURE_BYTES
        plays.append(head & ~_SIGNED)
    if place > len(stored):
        raise ValueError("the last stored signature is cut short")
    return bytes(plays), signatures


def pass_bytes(seat: int, cards: Sequence[Card], signature: bytes | None) -> bytes:
    """A pass as it is stored; the cards are in deck order."""
    head = _PASS | seat | (0 if signature is None else _SIGNED)
    return bytes((head, len(cards), *cards)) + (signature or b"")


def play_bytes(card: Card, signature: bytes | None) -> bytes:
    """A play as it is stored."""
    return bytes((card,)) if signature is None else bytes((card | _SIGNED,)) + signature
