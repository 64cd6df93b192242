"""For whoever runs the service: does the process live, can it serve, what does it count."""

from typing import Final

from flask import Response, current_app

from fairdeal.service.api import callers
from fairdeal.service.api.metrics import CONTENT_TYPE, Metrics
from fairdeal.service.api.rendering import JSON, dumps
from fairdeal.service.api.resources.blueprints import answers, make, problems
from fairdeal.service.api.shapes import TEXT, ref
from fairdeal.service.context import Service
from fairdeal.service.problems import Problem
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import numbers
from fairdeal.service.storage.database import Busy

blueprint = make("upkeep", "For whoever runs the service", prefix="")

_FRESH: Final = [("Cache-Control", "no-store")]


@blueprint.route("/livez")
@answers(200, ref("Health"), "The process lives", example={"status": "alive"})
@problems()
def get_livez() -> Response:
    """See whether the process lives.

    Says nothing of what the process needs; a process that does not answer has to be started anew.
    """
    return _status("alive")


@blueprint.route("/readyz")
@answers(200, ref("Health"), "The process can serve", example={"status": "ready"})
@problems()
def get_readyz() -> Response:
    """See whether the process can serve.

    Looks at the database and at the anchor; 503 while either cannot be had.
    """
    service = callers.service()
    try:
        stand = service.database.read(numbers.fetch)
        service.anchor.mark()
        service.anchor.require_running()
    except (Busy, StartupRefused):
        # Their texts name files and machines: those are for the log of the start.
        raise _not_ready("the database or the anchor cannot be had.") from None
    if stand is None:
        raise _not_ready("the store was not started.")
    return _status("ready")


@blueprint.route("/metrics")
@answers(200, TEXT, "Counts, for Prometheus", content_type=CONTENT_TYPE)
@problems()
def get_metrics() -> Response:
    """See what is counted.

    Requests by route and status, how long they took, and where the numbers stand. Nothing in it names a deal or a caller.
    """
    metrics: Metrics = current_app.extensions["fairdeal.metrics"]
    return Response(metrics.text(), headers=_FRESH, content_type=CONTENT_TYPE)


def gauges(service: Service) -> dict[str, float]:
    """Where the numbers stand."""
    stand = service.database.read(numbers.fetch)
    return {} if stand is None else {"numbers_handed_out": stand.next - 1, "numbers_committed": stand.committed}


def _not_ready(why: str) -> Problem:
    return Problem("busy", f"Not ready: {why}", retry_after=1)


def _status(word: str) -> Response:
    return Response(dumps({"status": word}), headers=_FRESH, content_type=JSON)
