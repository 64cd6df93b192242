"""The logs: outcomes sequenced, proofs at a million leaves, tiles served.

Outcomes sequenced a second, durable, anchored and published, over single durable inserts a second (must 1, goal 10); the time of
one proof of a log of a million entries (p50 and p99; must be under 1 ms); tiles read a second.
"""

import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, text

from fairdeal.engine.protocol import Void
from fairdeal.engine.tlog.tiles import WIDTH, Resource
from fairdeal.service.context import Service
from fairdeal.service.log import outcomes
from fairdeal.service.log import published as shown
from fairdeal.service.log.appending import append, lock
from fairdeal.service.log.log import Log
from fairdeal.service.log.logs import Logs
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.runtime.startup import prepare
from fairdeal.service.settings import Settings

ORIGIN = "deals.example.com"
ROUNDS = 5
OUTCOMES = 2 * outcomes.AT_ONCE
INSERTS = 500
LEAVES = 1_000_000
PROOFS = 5_000
TILES = 2_000
NOBODY = Witnesses(None)


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), origin=ORIGIN, ahead=ROUNDS * OUTCOMES)
        prepare(settings).close()
        service = Service.start(settings)
        while commit_ahead(service.logs.commits, service.keys, settings.ahead):
            pass
        measure_sequencing(service)
        fill(service.logs.outcomes)
        measure_proofs(service)
        measure_tiles(service.logs.outcomes)
        service.close()


def measure_sequencing(service: Service) -> None:
    """Outcomes against single inserts, interleaved."""
    sequenced, inserted = [], []
    service.database.write(lambda conn: conn.execute(text("CREATE TABLE single (id INTEGER PRIMARY KEY, body TEXT)")))
    for step in range(ROUNDS):
        end(service, range(step * OUTCOMES + 1, (step + 1) * OUTCOMES + 1))
        start = time.perf_counter()
        while sequence(service.logs.outcomes):
            pass
        assert publish(service.logs.outcomes, NOBODY)
        sequenced.append(OUTCOMES / (time.perf_counter() - start))
        start = time.perf_counter()
        for number in range(INSERTS):
            service.database.write(partial(insert, number=step * INSERTS + number))
        inserted.append(INSERTS / (time.perf_counter() - start))
    ours, theirs = statistics.median(sequenced), statistics.median(inserted)
    print(
        f"outcomes sequenced {ours:,.0f}/s over durable inserts {theirs:,.0f}/s: {ours / theirs:.1f} (must 1, goal 10)"
    )


def insert(conn: Connection, number: int) -> None:
    """One row, about as long as an outcome."""
    conn.execute(text("INSERT INTO single VALUES (:number, :body)"), {"number": number, "body": "x" * 260})


def end(service: Service, numbers: range) -> None:
    """Give numbers an outcome, as ended deals have."""
    rows = [
        {
            "of": number,
            "outcome": Void(ORIGIN, number, "abandoned", (), bytes(32), bytes(32)).text(),
            "now": service.clock(),
        }
        for number in numbers
    ]
    service.database.write(
        lambda conn: conn.execute(
            text("UPDATE deals SET state = 'voided', outcome = :outcome, ended_at = :now WHERE number = :of"), rows
        )
    )


def _append(log: Log, entries: list[bytes], conn: Connection) -> None:
    append(conn, log, lock(conn, log), entries)


def fill(log: Log) -> None:
    """Make the log a million entries long."""
    while (size := log.head().size) < LEAVES:
        entries = [b"entry %d" % index for index in range(size, min(size + 50_000, LEAVES))]
        log.write(partial(_append, log, entries))
    publish(log, NOBODY)


def measure_proofs(service: Service) -> None:
    """Proofs of random entries, by a process that has just started."""
    log = service.logs.outcomes
    first = log.database.read(
        lambda conn: conn.execute(
            text("SELECT max(size) FROM log_checkpoints WHERE log = 'outcomes' AND size < 1000000")
        ).scalar()
    )
    draw = random.Random(1)
    logs = Logs(service.database, service.keys, service.anchor)
    times = []
    for _ in range(PROOFS):
        index = draw.randrange(first, LEAVES)
        start = time.perf_counter()
        assert logs.proof_of_outcome(index) is not None
        times.append(time.perf_counter() - start)
    times.sort()
    p50, p99 = times[PROOFS // 2], times[PROOFS * 99 // 100]
    print(f"a proof at {LEAVES:,} leaves: p50 {p50 * 1e6:.0f} µs, p99 {p99 * 1e6:.0f} µs (must 1,000 µs)")


def measure_tiles(log: Log) -> None:
    """Random full tiles and bundles, as they are served."""
    draw = random.Random(2)
    for level, what in ((0, "tiles"), (None, "entry bundles")):
        start = time.perf_counter()
        for _ in range(TILES):
            assert shown.content(log, Resource(level, draw.randrange(LEAVES // WIDTH), WIDTH)) is not None
        print(f"{what} read: {TILES / (time.perf_counter() - start):,.0f}/s")


if __name__ == "__main__":
    main()
