"""For whoever runs the service: is the process alive, can it serve, what does it count."""

from typing import Final

from flask import current_app

from fairdeal.service.context import Service
from fairdeal.service.http.fields import chosen
from fairdeal.service.http.metrics import CONTENT_TYPE, Metrics
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import NO_STORE
from fairdeal.service.http.schemas import ResponseSchema, Shape
from fairdeal.service.problems import Problem
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import numbers
from fairdeal.service.storage.database import Busy

group = Group("health", "For whoever runs the service", prefix="")

_TEXT: Final[Shape] = {"type": "string"}


class HealthSchema(ResponseSchema):
    """How the process is."""

    status = chosen("alive", "ready", metadata={"description": "`alive` of `/livez`, `ready` of `/readyz`."})


@group.get("/livez")
@operation(Returns(HealthSchema(), "The process is alive", cache=NO_STORE, example={"status": "alive"}))
def get_livez() -> dict[str, object]:
    """See whether the process is alive.

    Says nothing of what the process needs; a process that does not answer has to be restarted.
    """
    return {"status": "alive"}


@group.get("/readyz")
@operation(Returns(HealthSchema(), "The process can serve", cache=NO_STORE, example={"status": "ready"}))
def get_readyz(service: Service) -> dict[str, object]:
    """See whether the process can serve.

    Looks at the database and at the anchor; 503 while either is unavailable.
    """
    try:
        head = service.database.read(numbers.fetch)
        service.anchor.mark()
        service.anchor.require_running()
    except (Busy, StartupRefused):
        # Their texts name files and machines: those are for the log of the start.
        raise _not_ready("the database or the anchor is unavailable.") from None
    if head is None:
        raise _not_ready("the store was not started.")
    return {"status": "ready"}


@group.get("/metrics")
@operation(Returns(_TEXT, "Counts, for Prometheus", content_type=CONTENT_TYPE, cache=NO_STORE))
def get_metrics() -> bytes:
    """See what is counted.

    Requests by route and status, how long they took, and where the numbers stand. Nothing in it names a deal or a caller.
    """
    metrics: Metrics = current_app.extensions["fairdeal.metrics"]
    return metrics.text()


def gauges(service: Service) -> dict[str, float]:
    """Where the numbers stand."""
    head = service.database.read(numbers.fetch)
    return {} if head is None else {"numbers_handed_out": head.next - 1, "numbers_committed": head.committed}


def _not_ready(why: str) -> Problem:
    return Problem("busy", f"Not ready: {why}", retry_after=1)
