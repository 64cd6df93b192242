"""Deriving deals: the time for one over its HKDF alone, and for many at once over their hashing alone, side by side in one run.

    python bench/derivation.py [--rounds 15] [--deals 2000]

Both sides of a ratio use the same seeds and tables, fresh ones for every deal. Rounds are interleaved and medians compared.
"""

import argparse
import hashlib
import statistics
import time
from collections.abc import Callable

from bench._bulk_derivation import decks, streams
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.protocol.shuffle import deal_out, shuffled, stream

MUST_ONE, GOAL_ONE = 2.2, 1.8
MUST_BULK, GOAL_BULK = 1.25, 1.10


def seconds(work: Callable[[], object]) -> float:
    """How much processor time one call takes: a busy machine disturbs that less than the time of day."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def main() -> None:
    """Measure, print the table and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--deals", type=int, default=2000)
    options = parser.parse_args()
    ruleset = preset("standard")
    length = 4 * (len(ruleset.deck) - 1)
    deals = [
        (hashlib.sha256(b"seed %d" % at).digest(), hashlib.sha256(b"table %d" % at).digest())
        for at in range(options.deals)
    ]
    assert [bytes(deck) for deck in decks(ruleset, deals)] == [bytes(shuffled(ruleset.deck, *pair)) for pair in deals]

    def hkdf() -> None:
        for seed, table_hash in deals:
            stream(seed, table_hash, length)

    def one_by_one() -> None:
        for seed, table_hash in deals:
            deal_out(shuffled(ruleset.deck, seed, table_hash), ruleset.players)

    works: dict[str, Callable[[], object]] = {
        "HKDF alone": hkdf,
        "one deal: HKDF, shuffle, hands": one_by_one,
        "hashing alone, in bulk": lambda: streams(ruleset, deals),
        "in bulk: hashing, shuffles, decks": lambda: decks(ruleset, deals),
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(options.rounds):
        for name, work in works.items():
            times[name].append(seconds(work))
    median = {name: statistics.median(found) / len(deals) for name, found in times.items()}
    for name, value in median.items():
        print(f"{name:36} {value * 1e6:8.2f} µs a deal {1 / value:10,.0f} deals a second")
    hkdf_time, one, hashing, bulk = median.values()
    print(f"one deal over HKDF alone          ratio {one / hkdf_time:.2f} (must {MUST_ONE:g}, goal {GOAL_ONE:g})")
    print(f"bulk derivation over hashing alone ratio {bulk / hashing:.2f} (must {MUST_BULK:g}, goal {GOAL_BULK:g})")


if __name__ == "__main__":
    main()
