"""An audit of finished deals: its time over that of its cryptography alone, side by side in one run, on one core.

    python -m bench.audit [--rounds 9] [--deals 1000]

The audit is what `fairdeal audit` runs in one process: `judge` on what the mirrored logs and the service say of each number,
everything checked, signatures included. Its SHA-256, HKDF and Ed25519 verifications are recorded while it runs, and then
computed again and nothing else. The ratio is the median of those of the rounds. Beside it stands the whole command without its
HTTP (mirroring, findings written down).
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench._finished_deals import ORIGIN, FinishedDeals
from bench._recorded_cryptography import recorded
from fairdeal.service.client.audit import AT_ONCE, Audit
from fairdeal.service.client.audited import Finding, Logged, Pinned, judge

MUST, GOAL = 2.0, 1.4
AUDIT, ALONE = "audit", "its cryptography alone"


def seconds(work: Callable[[], object]) -> float:
    """How much processor time one call takes: a busy machine disturbs that less than the time of day."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Measure, print the table and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--deals", type=int, default=1000)
    options = parser.parse_args()
    service = FinishedDeals(options.deals)
    pinned = Pinned(ORIGIN, service.vkeys, None)
    work = list(zip(service.logged(), service.lines, strict=True))
    with recorded() as cryptography:
        findings = audit(pinned, work)
    assert {finding.result for finding in findings} == {"pass"}

    def command() -> None:
        with tempfile.TemporaryDirectory() as folder:
            for finding in Audit(service, pinned, Path(folder), now=service.now).run(None, None, lambda *_: None):
                finding.line()

    works: dict[str, Callable[[], object]] = {
        ALONE: cryptography.compute,
        AUDIT: lambda: audit(pinned, work),
        "the whole command": command,
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(options.rounds):
        for name, piece in works.items():
            times[name].append(seconds(piece))
    for name, found in times.items():
        value = statistics.median(found) / len(work)
        print(f"{name:30} {value * 1e6:8.2f} µs a deal {1 / value:10,.0f} deals a second")
    each = len(work)
    print(
        f"{len(cryptography.inputs) / each:.1f} hashes and {len(cryptography.verifications) / each:.2f} verifications a deal"
    )
    ratio = statistics.median(whole / alone for whole, alone in zip(times[AUDIT], times[ALONE], strict=True))
    print(f"audit over its cryptography alone: {ratio:.2f} (must {MUST:g}, goal {GOAL:g})")


def audit(pinned: Pinned, work: list[tuple[Logged, bytes]]) -> list[Finding]:
    """The findings on these numbers, judged in batches as the command does."""
    return [found for at in range(0, len(work), AT_ONCE) for found in judge(pinned, work[at : at + AT_ONCE])]


if __name__ == "__main__":
    main()
