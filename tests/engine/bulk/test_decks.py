"""Decks shuffled together against each shuffled by itself."""

import random

import pytest

from fairdeal.engine.bulk import decks as bulk
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol.shuffle import fisher_yates, shuffled
from tests.service.static.corpus import OWN, PRESETS

RULESETS = [preset["ruleset"] for preset in PRESETS] + OWN


@pytest.mark.parametrize("value", RULESETS, ids=range(len(RULESETS)))
@pytest.mark.parametrize("count", [0, 1, 23, 24, 60])
def test_decks_are_those_of_single_shuffles(value, count):
    """For every deck in use and batches of few deals and of many, in their order."""
    ruleset, chance = Ruleset.from_object(value), random.Random(f"decks {count}")
    deals = [(chance.randbytes(32), chance.randbytes(32)) for _ in range(count)]
    assert bulk.decks(ruleset, deals) == [bytes(shuffled(ruleset.deck, *deal)) for deal in deals]


@pytest.mark.parametrize("size", [2, 32, 52, 54, 64])
def test_words_are_reduced_as_the_shuffle_reduces_them(size):
    """Every word of every place, the largest and the smallest too, is taken modulo the number of places that are left."""
    chance = random.Random(f"words {size}")
    rows = [[chance.choice((0, 1, 2**32 - 1, chance.getrandbits(32))) for _ in range(size - 1)] for _ in range(50)]
    streams = b"".join(word.to_bytes(4) for row in rows for word in row)
    expected = bytes(word % (size - place) for row in rows for place, word in enumerate(row))
    assert bulk._draws(streams, size, len(rows)) == expected


def test_words_that_are_skipped_are_skipped(monkeypatch):
    """A deal with a word too large to be fair gets the deck of the shuffle that skips it, among deals that have none."""
    ruleset = Ruleset.from_object(PRESETS[0]["ruleset"])
    chance = random.Random("skipped")
    raw = {bytes([deal]) * 32: chance.randbytes(4 * 60) for deal in range(40)}
    skipping = bytes([7]) * 32
    raw[skipping] = raw[skipping][:40] + b"\xff" * 4 + raw[skipping][44:]

    def words(seed: bytes) -> list[int]:
        return [int.from_bytes(raw[seed][at : at + 4]) for at in range(0, 240, 4)]

    monkeypatch.setattr(bulk, "stream", lambda seed, _table, length: raw[seed][:length])
    monkeypatch.setattr(bulk, "shuffled", lambda deck, seed, _table: fisher_yates(deck, words(seed)))
    found = bulk.decks(ruleset, [(seed, b"") for seed in raw])
    assert found == [bytes(fisher_yates(ruleset.deck, words(seed))) for seed in raw]
