"""Counts requests, for Prometheus. Labels are methods, routes and statuses: never a number, a token or a caller's address.

The workers of one service count into files of one folder, and each of them can add them up (prometheus_client's multiprocess
mode). Without a folder a process counts alone.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from werkzeug.wrappers import Request

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the workers' folder, as prometheus_client has it."""

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Folder:
    """A new folder for the counts of one service's workers, removed when the service stops."""

    def __init__(self, memory: Path) -> None:
        """``memory``: a file system in memory; if it is not there, the folder lies where temporary files do."""
        parent = memory if memory.is_dir() else Path(tempfile.gettempdir())
        for left in parent.glob("fairdeal-counts-*-*"):
            # Of a service that was killed. Somebody else's cannot be removed, and is not ours to.
            if not _lives(left.name.split("-")[2]):
                shutil.rmtree(left, ignore_errors=True)
        self.path: Final = Path(tempfile.mkdtemp(prefix=f"fairdeal-counts-{os.getpid()}-", dir=parent))

    def remove(self) -> None:
        """Remove it, with what is in it."""
        shutil.rmtree(self.path, ignore_errors=True)


def _lives(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        # Somebody else's.
        return True
    return True


def share(folder: Path) -> None:
    """Count into files of this folder, from now on, in this process and those that it forks."""
    os.environ[FOLDER] = str(folder)
    # The library looks for the variable when it is imported, which may have been long before a folder was there.
    values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]  # the library is typed in parts


class Metrics:
    """The counts of one process."""

    def __init__(self, gauges: Callable[[], dict[str, float]]) -> None:
        """``gauges`` gives what is looked up when somebody asks: values by name."""
        self._registry = CollectorRegistry()
        requests = Counter(
            "fairdeal_requests",
            "Requests, by method, route and status.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        seconds = Histogram(
            "fairdeal_request_seconds",
            "How long requests took, by route.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        # Finding a labelled counter costs more than counting.
        self._count = cache(lambda method, route, status: requests.labels(method, route, status).inc)
        self._observe = cache(lambda route: seconds.labels(route).observe)
        self._gauges = _Gauges(gauges)

    def note(self, method: str, request: Request | None, status: str, seconds: float) -> None:
        """Count a request. Whatever a caller can make up freely becomes one of a few labels."""
        rule = None if request is None else getattr(request, "url_rule", None)
        route = "none" if rule is None else rule.rule
        self._count(method if method in _METHODS else "other", route, status)()
        self._observe(route)(seconds)

    def text(self) -> bytes:
        """All counts, in the text format of Prometheus."""
        registry = self._registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library is typed in parts
        gauges = CollectorRegistry()
        gauges.register(self._gauges)
        return generate_latest(registry) + generate_latest(gauges)


class _Gauges(Collector):
    def __init__(self, read: Callable[[], dict[str, float]]) -> None:
        self._read = read

    def describe(self) -> Iterator[Metric]:
        yield from ()

    def collect(self) -> Iterator[Metric]:
        for name, value in self._read().items():
            yield GaugeMetricFamily(f"fairdeal_{name}", name.replace("_", " ").capitalize() + ".", value)
