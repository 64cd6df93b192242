"""From the seed and the table to the cards: stream, Fisher–Yates, dealing (protocol section 5)."""

import struct
from collections.abc import Callable, Sequence
from operator import itemgetter, mod
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from fairdeal.engine.cards import Card

_HASH: Final = SHA256()
_INFO: Final = b"fairdeal/v1 shuffle"
_MOST: Final = 255 * 32
"""The most bytes that HKDF with SHA-256 gives (RFC 5869, section 2.3)."""
_WORD: Final = 2**32
_TOP: Final = 0xFF
_SUSPECT: Final = bytes([_TOP] * 3)
"""What a word that is too large to be fair begins with: it is above 2^32 − bound, and no deck has more than 256 cards."""


def stream(seed: bytes, table_hash: bytes, length: int) -> bytes:
    """The first ``length`` bytes of a deal's stream: HKDF-SHA-256 of the server seed, salted with the table's hash."""
    return HKDF(_HASH, length, table_hash, _INFO).derive(seed)


def fisher_yates(deck: Sequence[Card], words: Sequence[int]) -> tuple[Card, ...]:
    """Shuffle a deck by 32-bit words, from the last card down; a word past the largest multiple of the bound is skipped.

    Raises:
        IndexError: there are too few words.
    """
    cards = list(deck)
    at = 0
    for i in range(len(cards) - 1, 0, -1):
        bound = i + 1
        limit = _WORD - _WORD % bound
        while (word := words[at]) >= limit:
            at += 1
        at += 1
        j = word % bound
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def shuffled(deck: Sequence[Card], seed: bytes, table_hash: bytes) -> tuple[Card, ...]:
    """The deck of a deal, after the shuffle; for decks of 1 to 256 cards."""
    if len(deck) == 1:
        return tuple(deck)
    length, words_of, places, bounds = _STEPS[len(deck)]
    raw = HKDF(_HASH, length, table_hash, _INFO).derive(seed)
    # One deal in some hundred thousand has a suspect word; looking at the words' first bytes alone is much quicker.
    if _TOP in raw[::4] and _SUSPECT in raw:
        return _shuffled_with_rejections(deck, seed, table_hash)
    cards = list(deck)
    # As long as each other by construction; checking it costs a deal a hundredth of its time.
    for i, j in zip(places, map(mod, words_of(raw), bounds)):  # noqa: B905
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def deal_out(cards: tuple[Card, ...], players: int) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: one card at a time, ``cards[k]`` to seat k mod players, each in the order dealt."""
    return _HANDS[players](cards) if players > 1 else (cards,)


def _shuffled_with_rejections(deck: Sequence[Card], seed: bytes, table_hash: bytes) -> tuple[Card, ...]:
    length = 4 * (len(deck) + 4)
    while True:
        raw = stream(seed, table_hash, length)
        try:
            return fisher_yates(deck, struct.unpack(f">{length // 4}I", raw))
        except IndexError:
            if length == _MOST:
                raise
            length = min(2 * length, _MOST)


Steps = tuple[int, Callable[[bytes], tuple[int, ...]], tuple[int, ...], tuple[int, ...]]
"""Bytes of stream (if no word is rejected), their words, and for each word the place and the number of places to draw from."""


class _ByDeckSize(dict[int, Steps]):
    """What a shuffle needs to know of a deck's size, made at its first use."""

    def __missing__(self, size: int) -> Steps:
        places = tuple(range(size - 1, 0, -1))
        words_of = struct.Struct(f">{len(places)}I").unpack
        self[size] = 4 * len(places), words_of, places, tuple(i + 1 for i in places)
        return self[size]


class _ByPlayers(dict[int, Callable[[tuple[Card, ...]], tuple[tuple[Card, ...], ...]]]):
    """Takes each seat's cards out of a deck, made at its first use."""

    def __missing__(self, players: int) -> Callable[[tuple[Card, ...]], tuple[tuple[Card, ...], ...]]:
        self[players] = itemgetter(*(slice(seat, None, players) for seat in range(players)))
        return self[players]


_STEPS: Final = _ByDeckSize()
_HANDS: Final = _ByPlayers()
