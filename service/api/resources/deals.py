"""``/v1/deals``: opening deals, and what everybody may see of them."""

from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, current_app

from fairdeal.service.api import callers
from fairdeal.service.api.idempotency import KEY_PARAMETER, once
from fairdeal.service.api.rendering import REVALIDATE, created, dumps, resource
from fairdeal.service.api.request_schemas import ListQuery, OpenBody
from fairdeal.service.api.resources.blueprints import BODY, answers, asks, make, problems, reads_header, takes
from fairdeal.service.api.response_cache import ResponseCache, answer
from fairdeal.service.api.shapes import ref
from fairdeal.service.deals import listing, opening, public_view, reading
from fairdeal.service.sheets.linking import LinkedSheet

blueprint = make("deals", "Numbered deals: opening them, and what everybody may see of them")

_LINKS: Final = {
    name: {
        "operationId": name,
        "parameters": {"number": "$response.body#/number", **seat},
        "description": "The deal that was opened.",
    }
    for name, seat in {
        "getDeal": {},
        "getProof": {},
        "putVoid": {},
        "putContribution": {"seat": 0},
        "getHand": {"seat": 0},
    }.items()
}
_EXAMPLES: Final = {
    "standard": {"summary": "The standard game", "value": {"ruleset": "standard"}},
    "table of three": {
        "summary": "Three clients that trust neither the service nor each other",
        "value": {"ruleset": {"preset": "points-counter", "players": 3}, "contributors": [0, 1, 2], "ttl": 3600},
    },
}


@blueprint.route("/deals", methods=["POST"])
@answers(
    201, ref("OpenedDeal"), "The deal, with the tokens of its opener and its seats", headers=("Location",), links=_LINKS
)
@problems(*BODY, 409)
@reads_header(KEY_PARAMETER)
@takes(OpenBody(), examples=_EXAMPLES)
def open_deal(body: dict[str, Any]) -> Response:
    """Open a deal.

    Hands out the lowest committed number and fixes all terms, signed, before any nonce is shown.
    """
    with once() as key:
        sheet = body.get("sheet")
        link = None if sheet is None else LinkedSheet(callers.service(), sheet["id"], sheet["token"])
        view, _ = opening.open_deal(callers.service(), body, key, link)
    return created(view, f"/v1/deals/{view['number']}")


@blueprint.route("/deals")
@answers(200, ref("DealList"), "Public views by number", headers=("ETag", "Link"))
@problems()
@asks(ListQuery())
def list_deals(query: dict[str, Any]) -> Response:
    """List deals by number.

    Upwards behind `after`, or downwards below `before`; numbers that were not handed out only with `state=committed`.
    """
    after, before, limit, state = (query.get(name) for name in ("after", "before", "limit", "state"))
    page = listing.listing(callers.service(), after=after, before=before, limit=query["limit"], state=state)
    response = resource(dumps(page), REVALIDATE)
    if page["next"] is not None:
        onwards = {"before" if before is not None else "after": page["next"], "limit": limit}
        onwards |= {"state": state} if state is not None else {}
        response.headers["Link"] = f'</v1/deals?{urlencode(onwards)}>; rel="next"'
    return response


@blueprint.route("/deals/<number:number>")
@answers(200, ref("PublicView"), "The public view", headers=("ETag",))
@problems(404)
def get_deal(number: int) -> Response:
    """See a deal.

    The public view: what everybody may know. `poll_after` says when it is worth looking again, in milliseconds.
    """
    service = callers.service()
    return answer(rendered(), "view", number, lambda: public_view.public_view(reading.current(service, number)))


def rendered() -> ResponseCache:
    """The app's kept answers."""
    kept: ResponseCache = current_app.extensions["fairdeal.rendered"]
    return kept
