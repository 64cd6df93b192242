"""A bulk audit of finished deals: its time over that of its hashes alone, side by side in one run; signatures are left out.

    python -m bench.audit [--rounds 9] [--deals 2000]

The audit is what `fairdeal audit` runs in one process: `judge` on what the logs and the service say of each number (parsing,
commitment, seals, derivation, passes and plays, points, both Merkle paths). Its hashes are recorded while it runs, and
then computed again and nothing else. The audit computes each node of a tree at most once, and none that a proof has shown
before; the second ratio is to hashes with each path climbed by itself, as a verification of single bundles has to. A ratio
is the median of those of the rounds. Beside them stand the whole command without its HTTP (mirroring, findings written down),
and the full verification, which names what fails.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import fairdeal.engine.tlog.note
from bench._finished_deals import ORIGIN, FinishedDeals
from bench._recorded_hashes import Hashes, recorded
from fairdeal.engine import strict_json
from fairdeal.engine.bulk.proofs import LogProofs
from fairdeal.engine.tlog import merkle
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.note import Note
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.engine.verification import verify
from fairdeal.service.client import audited
from fairdeal.service.client.audit import AT_ONCE, Audit
from fairdeal.service.client.audited import Logged, Pinned, judge

MUST, GOAL = 4.0, 2.5
AUDIT, OWN, EACH = "bulk audit", "the hashes that it computes", "hashes, each path climbed by itself"


class NoKey:
    """Stands where a public key would; every signature is one."""

    def verify(self, signature: bytes, message: bytes) -> None:
        """Leave it out."""


def seconds(work: Callable[[], object]) -> float:
    """How much processor time one call takes: a busy machine disturbs that less than the time of day."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Measure, print the table and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--deals", type=int, default=2000)
    options = parser.parse_args()
    service = FinishedDeals(options.deals)
    pinned = Pinned(ORIGIN, service.vkeys, None)
    work = [(logged, line) for logged, line in zip(service.logged(), service.lines, strict=True)]
    with_signatures = seconds(lambda: afresh(pinned, work))
    fairdeal.engine.tlog.note._loaded = lambda _key: NoKey()  # type: ignore[assignment]  # noqa: SLF001

    with recorded() as its_hashes:
        assert {finding.result for finding in afresh(pinned, work)} == {"pass"}
    each_path = hashes_of_each_path(pinned, work)

    def full() -> None:
        for logged, line in work:
            assert not verify(line, origin=ORIGIN, number=logged.number, vkeys=service.vkeys).failed

    def command() -> None:
        with tempfile.TemporaryDirectory() as folder:
            for finding in Audit(service, pinned, Path(folder), now=0).run(None, None, lambda _done, _total: None):
                finding.line()

    works: dict[str, Callable[[], object]] = {
        OWN: its_hashes.compute,
        EACH: each_path.compute,
        AUDIT: lambda: afresh(pinned, work),
        "the whole command": command,
        "full verification": full,
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(options.rounds):
        for name, piece in works.items():
            times[name].append(seconds(piece))
    median = {name: statistics.median(found) / len(work) for name, found in times.items()}
    for name, value in median.items():
        print(f"{name:36} {value * 1e6:8.2f} µs a deal {1 / value:10,.0f} deals a second")
    print(f"{'bulk audit with signatures, once':36} {with_signatures / len(work) * 1e6:8.2f} µs a deal")
    for name, hashes in ((OWN, its_hashes), (EACH, each_path)):
        ratio = statistics.median(audit / alone for audit, alone in zip(times[AUDIT], times[name], strict=True))
        count = f"{len(hashes.inputs) / len(work):.1f} a deal and the stream"
        print(f"bulk audit over {name} ({count}): {ratio:.2f} (must {MUST:g}, goal {GOAL:g})")


def afresh(pinned: Pinned, work: list[tuple[Logged, bytes]]) -> list[audited.Finding]:
    """The findings of a process that has just started."""
    audited._verifiers.cache_clear()  # noqa: SLF001
    return [one for at in range(0, len(work), AT_ONCE) for one in judge(pinned, work[at : at + AT_ONCE])]


def hashes_of_each_path(pinned: Pinned, work: list[tuple[Logged, bytes]]) -> Hashes:
    """What has to be hashed if every path is climbed from its leaf to its root."""
    hold = LogProofs.hold
    LogProofs.hold = lambda *_: True  # type: ignore[method-assign]
    try:
        with recorded() as hashes:
            afresh(pinned, work)
    finally:
        LogProofs.hold = hold  # type: ignore[method-assign]
    with recorded() as paths:
        for _, line in work:
            bundle = strict_json.loads(line)
            assert isinstance(bundle, dict)
            for part in (bundle["commit"], bundle["outcome"]):
                proof = TlogProof.from_text(part["proof"])
                checkpoint = Checkpoint.from_text(Note.from_text(proof.note).text)
                leaf = merkle.leaf_hash(part["statement"].encode())
                merkle.verify_inclusion(leaf, proof.index, checkpoint.size, proof.path, checkpoint.root)
    hashes.inputs += paths.inputs
    return hashes


if __name__ == "__main__":
    main()
