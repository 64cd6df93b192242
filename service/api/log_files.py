"""``/log/commits/…`` and ``/log/outcomes/…``: the logs as static files, which existing clients and witnesses read (C2SP tlog-tiles)."""

from flask import Blueprint, Response

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.tiles import Resource
from fairdeal.service.http import callers
from fairdeal.service.http.rendering import FOREVER, REVALIDATE, resource
from fairdeal.service.log import published
from fairdeal.service.log.log import Log
from fairdeal.service.problems import Problem

blueprint = Blueprint("log", __name__, url_prefix="/log")

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"


@blueprint.get("/<name>/checkpoint")
def get_checkpoint(name: str) -> Response:
    """The newest published checkpoint."""
    note = published.checkpoint(_log(name))
    if note is None:
        raise Problem("not-found", f"Nothing of the log {name} is published yet.")
    return resource(note.encode(), REVALIDATE, TEXT)


@blueprint.get("/<name>/tile/<path:address>")
def get_tile(name: str, address: str) -> Response:
    """A tile of hashes or a bundle of entries, full or partial."""
    log = _log(name)
    try:
        resource_path = Resource.from_path(address)
    except MalformedError as fault:
        raise Problem("not-found", f"{str(fault)[0].upper()}{str(fault)[1:]}.") from None
    content = published.content(log, resource_path)
    if content is None:
        raise Problem("not-found", f"The published log {name} is too small for this address.")
    return resource(content, FOREVER, BYTES)


def _log(name: str) -> Log:
    log = callers.service().logs.by_name(name)
    if log is None:
        raise Problem("not-found", "The logs are called commits and outcomes.")
    return log
