"""Audit bundles, one or many, and the counts that a chart of fairness is drawn from."""

from typing import Any

from flask import Response

from service.api import callers
from service.api.rendering import FOREVER, REVALIDATE, dumps, resource
from service.api.request_schemas import ProofsQuery, numbers_of
from service.api.resources.blueprints import make, problems
from service.api.shapes import ref
from service.deals import bundle, listing
from service.deals.counts import counts
from service.problems import invalid

blueprint = make("proofs", "What strangers check")

_LINES = {"type": "string", "description": "One JSON document a line; the last is {\"end\": true, \"next\": n or null}."}


@blueprint.route("/deals/<number:number>/proof")
@blueprint.response(200, ref("Bundle"))
@problems(blueprint, 404, 409)
def get_proof(number: int) -> Response:
    """Get the audit bundle

    Everything that a stranger needs to check the number, once it has its outcome.
    """
    return resource(dumps(bundle.proof(callers.service(), number)), REVALIDATE)


@blueprint.route("/proofs")
@blueprint.response(200, _LINES, content_type="application/x-ndjson")
@problems(blueprint, 404, 422)
@blueprint.arguments(ProofsQuery(), location="query")
def list_proofs(query: dict[str, Any]) -> Response:
    """Get many audit bundles

    A bundle a line, or `{number, state}` for a number without its outcome.
    """
    wanted = None
    if "numbers" in query:
        try:
            wanted = numbers_of(query["numbers"])
        except ValueError as fault:
            raise invalid("query:numbers", str(fault)) from None
    lines = listing.bundles(callers.service(), after=query.get("after"), limit=query["limit"], numbers=wanted)
    body = b"".join(dumps(line) + b"\n" for line in lines)
    return resource(body, REVALIDATE, "application/x-ndjson")


@blueprint.route("/counts/<index:block>")
@blueprint.response(200, ref("Counts"))
@problems(blueprint, 404)
def get_counts(block: int) -> Response:
    """Count cards by seat

    How often each card went to each seat, over all ended deals with a table among a thousand numbers.
    """
    view, final = counts(callers.service(), block)
    return resource(dumps(view), FOREVER if final else REVALIDATE)
