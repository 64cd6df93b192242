"""``/v1/deals``: opening deals, and what everybody may see of them."""

import re
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request

from service.api import callers
from service.api.rendering import REVALIDATE, created, dumps, resource
from service.api.request_schemas import ListQuery, OpenBody
from service.api.resources.blueprints import BODY, make, problems
from service.api.shapes import ref
from service.deals import listing, opening, public_view, reading
from service.problems import Problem

blueprint = make("deals", "Numbered deals")

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{32,128}", re.ASCII)
_KEY_PARAMETER: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A secret that stands for this call: repeated, it is answered alike, tokens included. "
    "A second call waits for a first that still runs.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{32,128}$"},
}


@blueprint.route("/deals", methods=["POST"], parameters=[_KEY_PARAMETER])
@blueprint.response(201, ref("OpenedDeal"), description="The deal, with the tokens of its opener and its seats")
@problems(blueprint, *BODY)
@blueprint.arguments(OpenBody(), example={"ruleset": "standard"})
def open_deal(body: dict[str, Any]) -> Response:
    """Open a deal

    Hands out the lowest committed number and fixes all terms, signed, before any nonce is shown.
    """
    view, _ = opening.open_deal(callers.service(), body, idempotency_key())
    return created(view, f"/v1/deals/{view['number']}")


@blueprint.route("/deals")
@blueprint.response(200, ref("DealList"))
@problems(blueprint, 422)
@blueprint.arguments(ListQuery(), location="query")
def list_deals(query: dict[str, Any]) -> Response:
    """List deals by number

    Upwards behind `after`, or downwards below `before`; numbers that were not handed out only with `state=committed`.
    """
    after, before, limit, state = (query.get(name) for name in ("after", "before", "limit", "state"))
    assert isinstance(limit, int)
    page = listing.listing(callers.service(), after=after, before=before, limit=limit, state=state)
    response = resource(dumps(page), REVALIDATE)
    if page["next"] is not None:
        onwards = {"before" if before is not None else "after": page["next"], "limit": limit}
        onwards |= {"state": state} if state is not None else {}
        response.headers["Link"] = f'</v1/deals?{urlencode(onwards)}>; rel="next"'
    return response


@blueprint.route("/deals/<number:number>")
@blueprint.response(200, ref("PublicView"))
@problems(blueprint, 404)
def get_deal(number: int) -> Response:
    """See a deal

    The public view: what everybody may know. `poll_after` says when it is worth looking again, in milliseconds.
    """
    return resource(dumps(public_view.public_view(reading.current(callers.service(), number))), REVALIDATE)


def idempotency_key() -> str | None:
    """The call's Idempotency-Key; raises 400 for a malformed one."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem(400, "bad-request", "An Idempotency-Key has 32 to 128 characters of A-Z, a-z, 0-9, _ and -.")
    return key
