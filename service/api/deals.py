"""`/v1/deals`: opening deals, what everybody may see of them, and giving them up."""

from typing import Any, Final
from urllib.parse import urlencode

from flask import Response
from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.api.statements import OutcomeStatementSchema
from fairdeal.service.api.views import DealListSchema, DealState, OpenedDealSchema, PublicViewSchema
from fairdeal.service.context import Service
from fairdeal.service.deals import listing, opening, public_view, reading, voiding
from fairdeal.service.deals.access import Admission
from fairdeal.service.http.callers import holds
from fairdeal.service.http.fields import BoundedList, Formed, QueryWhole, RulesetField, Truth, Whole
from fairdeal.service.http.idempotency import KEY_PARAMETER, once
from fairdeal.service.http.operations import Body, Group, Returns, example, operation
from fairdeal.service.http.rendering import REVALIDATE, dumps, resource
from fairdeal.service.http.response_cache import kept_when_final
from fairdeal.service.http.schemas import BodySchema, EmptySchema
from fairdeal.service.sheets.linking import LinkedSheet

group = Group("deals", "Numbered deals: opening them, and what everybody may see of them")

MOST_LISTED: Final = 100
"""Public views in one list."""


class SheetLinkSchema(BodySchema):
    """The score sheet that a deal counts for."""

    id = Formed("[0-9a-f]{32}", "32 hexadecimal digits", required=True)
    token = fields.String(required=True, validate=Length(1, 100))


class OpenDealSchema(BodySchema):
    """The terms of a deal; each has a default."""

    ruleset = RulesetField()
    hand = Whole(
        validate=Range(1, MAX_NUMBER),
        metadata={"description": "The number of the hand on its score sheet; by default 1."},
    )
    contributors = BoundedList(
        Whole(validate=Range(0, 5)),
        1,
        6,
        metadata={"description": "Seats that add randomness; by default [0].", "uniqueItems": True},
    )
    sealed = Truth(
        metadata={"description": "Whether contributions are sealed first; by default with two or more contributors."}
    )
    opener = fields.String(
        validate=OneOf(("blind", "sighted")),
        metadata={
            "description": "Whether the opener holds the seats' tokens; by default blind with two or more contributors."
        },
    )
    ttl = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "Seconds until the deal expires."})
    sheet = fields.Nested(
        SheetLinkSchema,
        metadata={"description": "Instead of ruleset and hand: they come from the score sheet, the points go to it."},
    )


class ListQuerySchema(BodySchema):
    """Where a list begins and how long it is."""

    after = QueryWhole(
        validate=Range(0, MAX_NUMBER), metadata={"description": "Numbers above this one, ascending.", "example": 0}
    )
    before = QueryWhole(validate=Range(1, MAX_NUMBER), metadata={"description": "Numbers below this one, descending."})
    limit = QueryWhole(
        load_default=20, validate=Range(1, MOST_LISTED), metadata={"description": "How many at most.", "example": 20}
    )
    state = DealState(
        metadata={"description": "Only deals in this state. Without it, all but numbers that were not handed out."}
    )

    @validates_schema
    def _one_direction(self, data: dict[str, object], **_: object) -> None:
        if "after" in data and "before" in data:
            raise ValidationError("A list goes up from after or down from before, not both.", "before")


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


@group.post("/deals")
@operation(
    Returns(
        OpenedDealSchema(),
        "The deal, with the tokens of its opener and its seats",
        status=201,
        location="/v1/deals/{number}",
        links=_LINKS,
    ),
    body=Body(OpenDealSchema(), _EXAMPLES),
    headers=(KEY_PARAMETER,),
    problems=(409,),
)
def open_deal(service: Service, body: dict[str, Any]) -> dict[str, object]:
    """Open a deal.

    Hands out the lowest committed number and fixes all terms, signed, before any nonce is shown.
    """
    with once() as key:
        sheet = body.get("sheet")
        link = None if sheet is None else LinkedSheet(service, sheet["id"], sheet["token"])
        view, _ = opening.open_deal(service, body, key, link)
    return view


@group.get("/deals")
@operation(
    Returns(DealListSchema(), "Public views by number", cache=REVALIDATE, etag=True, headers=("Link",)),
    query=ListQuerySchema(),
)
def list_deals(service: Service, query: dict[str, Any]) -> Response:
    """List deals by number.

    Upwards behind `after`, or downwards below `before`; numbers that were not handed out only with `state=committed`.
    """
    after, before, limit, state = (query.get(name) for name in ("after", "before", "limit", "state"))
    page = listing.listing(service, after=after, before=before, limit=query["limit"], state=state)
    response = resource(dumps(page), REVALIDATE)
    if page["next"] is not None:
        next_page = {"before" if before is not None else "after": page["next"], "limit": limit}
        next_page |= {"state": state} if state is not None else {}
        response.headers["Link"] = f'</v1/deals?{urlencode(next_page)}>; rel="next"'
    return response


@group.get("/deals/<number:number>")
@operation(Returns(PublicViewSchema(), "The public view", cache=REVALIDATE, etag=True))
@kept_when_final("view")
def get_deal(service: Service, number: int) -> dict[str, object]:
    """See a deal.

    The public view: what everybody may know. `poll_after` says when it is worth looking again, in milliseconds.
    """
    return public_view.public_view(reading.current(service, number))


@group.put("/deals/<number:number>/void")
@operation(
    Returns(OutcomeStatementSchema(), "The outcome"),
    requires=holds("opener"),
    body=Body(EmptySchema(), example({})),
    problems=(409,),
)
def put_void(service: Service, caller: Admission, body: dict[str, Any]) -> dict[str, object]:
    """Give a deal up.

    The seed is revealed all the same: no number is ever hidden. A blind opener can do so only before the seals are published
    (in a deal that is not sealed: before cards are dealt).
    """
    return voiding.abandon(service, caller)
