"""From the seed and the table to the cards: stream, Fisher–Yates, dealing (protocol section 5)."""

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engine.cards import Card
from engine.ruleset import Ruleset

_INFO: Final = b"fairdeal/v1 shuffle"
_MOST: Final = 255 * 32
"""The most bytes that HKDF with SHA-256 gives (RFC 5869, section 2.3)."""
_WORD: Final = 2**32


def stream(seed: bytes, table_hash: bytes, length: int) -> bytes:
    """The first ``length`` bytes of a deal's stream: HKDF-SHA-256 of the server seed, salted with the table's hash."""
    return HKDF(SHA256(), length, table_hash, _INFO).derive(seed)


def fisher_yates(deck: Sequence[Card], words: Sequence[int]) -> tuple[Card, ...]:
    """Shuffle a deck by 32-bit words, from the last card down; a word past the largest multiple of the bound is skipped.

    Raises:
        IndexError: there are too few words.
    """
    cards = list(deck)
    at = 0
    for i, bound, limit in _bounds(len(cards)):
        word = words[at]
        at += 1
        while word >= limit:
            word = words[at]
            at += 1
        j = word % bound
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def shuffled(deck: Sequence[Card], seed: bytes, table_hash: bytes) -> tuple[Card, ...]:
    """The deck of a deal, after the shuffle."""
    # A rejected word is rare (one deal in a few million), so the stream is drawn just as long as the deck first.
    length = 4 * (len(deck) + 4)
    while True:
        raw = stream(seed, table_hash, length)
        try:
            return fisher_yates(deck, struct.unpack(f">{length // 4}I", raw))
        except IndexError:
            if length == _MOST:
                raise
            length = min(2 * length, _MOST)


def deal_out(cards: tuple[Card, ...], players: int) -> tuple[tuple[Card, ...], ...]:
    """The hands: one card at a time, ``cards[k]`` to seat k mod players, each in the order dealt."""
    return tuple(cards[seat::players] for seat in range(players))


def deal(ruleset: Ruleset, seed: bytes, table_hash: bytes) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """The shuffled deck and the hands by seat that a server seed and a table (32 bytes each) give."""
    cards = shuffled(ruleset.deck, seed, table_hash)
    return cards, deal_out(cards, ruleset.players)


@lru_cache(maxsize=64)
def _bounds(size: int) -> tuple[tuple[int, int, int], ...]:
    """For each step: the place, the number of places to draw from, and the first word that is too large to be fair."""
    return tuple((i, i + 1, _WORD - _WORD % (i + 1)) for i in range(size - 1, 0, -1))
