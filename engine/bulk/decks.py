"""The shuffled decks of many deals of one ruleset at once: the words of all deals that stand in one place are reduced together.

A word is taken modulo the number of places byte by byte: what each of its bytes stands for is looked up, and so is the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol.shuffle import shuffled, stream

_FEW: Final = 24
"""With fewer deals than that, each by itself is quicker."""
_WORD: Final = 4
_SUSPECT: Final = b"\xff\xff\xff"
"""What a word that may have to be skipped begins with (see `fairdeal.engine.protocol.shuffle`)."""
Pairs = Sequence[tuple[bytes, bytes]]
"""Seed and hash of the table statement (32 bytes each), by deal."""


class _Step(NamedTuple):
    """What the word of one place is reduced by."""

    parts: tuple[tuple[int, bytes], ...]
    """For each byte of the word where it is in a stream, and what its values stand for modulo the number of places."""
    sums: bytes
    """The sums of four such numbers, modulo the same."""


@lru_cache(maxsize=64)
def _steps(size: int) -> tuple[_Step, ...]:
    """For decks of up to 64 cards: the sum of four of their places fits a byte."""
    return tuple(
        _Step(
            tuple(
                (_WORD * word + place, bytes((value << 8 * (_WORD - 1 - place)) % bound for value in range(256)))
                for place in range(_WORD)
            ),
            bytes(total % bound for total in range(256)),
        )
        for word, bound in enumerate(range(size, 1, -1))
    )


def decks(ruleset: Ruleset, deals: Pairs) -> list[bytes]:
    """The shuffled deck of each deal, as `fairdeal.engine.protocol.shuffle.shuffled` gives it."""
    deck, count = ruleset.deck, len(deals)
    if count < _FEW:
        return [bytes(shuffled(deck, *deal)) for deal in deals]
    length = _WORD * (len(deck) - 1)
    streams = [stream(seed, table_hash, length) for seed, table_hash in deals]
    draws, width = _draws(b"".join(streams), len(deck), count), len(deck) - 1
    places = range(width, 0, -1)
    found = []
    for deal, raw, at in zip(deals, streams, range(0, len(draws), width), strict=True):
        if _SUSPECT in raw:
            found.append(bytes(shuffled(deck, *deal)))
            continue
        cards = list(deck)
        # As long as each other by construction; checking it costs time.
        for i, j in zip(places, draws[at : at + width]):  # noqa: B905
            cards[i], cards[j] = cards[j], cards[i]
        found.append(bytes(cards))
    return found


def _draws(streams: bytes, size: int, count: int) -> bytes:
    """The place that each word draws from, a byte a word, in the order of the words."""
    stride, from_bytes = _WORD * (size - 1), int.from_bytes
    draws = bytearray((size - 1) * count)
    for word, ((first, second, third, fourth), sums) in enumerate(_steps(size)):
        total = (
            from_bytes(streams[first[0] :: stride].translate(first[1]))
            + from_bytes(streams[second[0] :: stride].translate(second[1]))
            + from_bytes(streams[third[0] :: stride].translate(third[1]))
            + from_bytes(streams[fourth[0] :: stride].translate(fourth[1]))
        )
        draws[word :: size - 1] = total.to_bytes(count).translate(sums)
    return bytes(draws)
