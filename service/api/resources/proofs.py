"""Audit bundles, one or many, and the counts that a chart of fairness is drawn from."""

from typing import Any, Final

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.proof_lines import NDJSON, answer_lines
from fairdeal.service.api.rendering import FOREVER, REVALIDATE, dumps, resource
from fairdeal.service.api.request_schemas import ProofsQuery, numbers_of
from fairdeal.service.api.resources.blueprints import answers, asks, make, problems
from fairdeal.service.api.resources.deals import rendered
from fairdeal.service.api.response_cache import answer
from fairdeal.service.api.shapes import TEXT, Shape, ref
from fairdeal.service.deals import bundle
from fairdeal.service.deals.counts import counts
from fairdeal.service.deals.past import notate

blueprint = make("proofs", "What strangers check")

PLAIN: Final = "text/plain; charset=utf-8"

_LINES: Final[Shape] = {
    "type": "string",
    "description": "A JSON document a line: a bundle, or `{number, state}` for a number without its outcome. "
    'The last is `{"end": true, "next": n}`, where n is null at the end, else what to ask for by `after`.',
}


@blueprint.route("/deals/<number:number>/proof")
@answers(200, ref("Bundle"), "The audit bundle", headers=("ETag",))
@problems(404, 409)
def get_proof(number: int) -> Response:
    """Get the audit bundle.

    Everything that a stranger needs to check the number, once it has its outcome.
    """
    service = callers.service()
    return answer(rendered(), "proof", number, lambda: bundle.proof(service, number))


@blueprint.route("/deals/<number:number>/notation/<any(pbn, openspiel):notation>")
@answers(200, TEXT, "One line", content_type=PLAIN, headers=("ETag",))
@problems(404, 409)
def get_notation(number: int, notation: str) -> Response:
    """Get a past deal as text.

    `pbn`: a line in the manner of PBN. `openspiel`: the actions of OpenSpiel's Hearts, separated by spaces; for four players, the
    full deck and passes of three cards, or none, else 404. Both can be sent back to be validated.
    """
    return resource(notate(callers.service(), number, notation).encode(), REVALIDATE, PLAIN)


@blueprint.route("/proofs")
@answers(200, _LINES, "A document a line", content_type=NDJSON, headers=("ETag",))
@problems(404)
@asks(ProofsQuery())
def list_proofs(query: dict[str, Any]) -> Response:
    """Get many audit bundles.

    By number behind `after`, or one by one by `numbers`. An answer may end before `limit` when it grows large.
    """
    return answer_lines(callers.service(), query.get("after"), query["limit"], numbers_of(query))


@blueprint.route("/counts/<block:block>")
@answers(200, ref("Counts"), "How often each card went to each seat", headers=("ETag",))
@problems(404)
def get_counts(block: int) -> Response:
    """Count cards by seat.

    How often each card went to each seat, over all ended deals with a table among the numbers 1000b to 1000b + 999.
    """
    view, final = counts(callers.service(), block)
    return resource(dumps(view), FOREVER if final else REVALIDATE)
