"""Deriving many deals of one ruleset at once: the hashing deal by deal, the shuffles of all deals together in numpy."""

import numpy as np
import numpy.typing as npt

from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol.shuffle import shuffled, stream

Pairs = list[tuple[bytes, bytes]]
"""Seed and hash of the table statement (32 bytes each), by deal."""


def streams(ruleset: Ruleset, deals: Pairs) -> bytearray:
    """The streams of all deals, one behind the other: the hashing alone."""
    length = 4 * (len(ruleset.deck) - 1)
    raw = bytearray(length * len(deals))
    at = 0
    for seed, table_hash in deals:
        raw[at : at + length] = stream(seed, table_hash, length)
        at += length
    return raw


def decks(ruleset: Ruleset, deals: Pairs) -> npt.NDArray[np.uint8]:
    """The shuffled decks, a row a deal: `fairdeal.engine.protocol.shuffle.shuffled` of each."""
    size = len(ruleset.deck)
    bounds = np.arange(size, 1, -1, dtype=np.uint32)
    words = np.frombuffer(streams(ruleset, deals), dtype=">u4").astype(np.uint32).reshape(-1, size - 1)
    # The largest multiple of the bound that fits is 2^32 - 2^32 mod bound; 2^32 itself, for powers of two, rejects nothing.
    last_fair = (2**32 - 2**32 % bounds.astype(np.uint64) - 1).astype(np.uint32)
    rejected = (words > last_fair).any(axis=1)
    count = len(deals)
    # Places in the flat array: one index a deal costs half of what a pair of them does.
    draws = np.ascontiguousarray((words % bounds).T).astype(np.intp)
    draws *= count
    draws += np.arange(count)
    found = np.repeat(np.array(ruleset.deck, dtype=np.uint8), count)
    drawn = np.empty(count, dtype=np.uint8)
    for i, places in zip(range(size - 1, 0, -1), draws, strict=True):
        last = found[i * count : (i + 1) * count]
        found.take(places, out=drawn, mode="clip")
        found[places] = last
        last[:] = drawn
    rows = found.reshape(size, count)
    for row in np.flatnonzero(rejected):
        rows[:, row] = shuffled(ruleset.deck, *deals[row])
    return rows.T
