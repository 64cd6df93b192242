"""`/v1/deals/{number}/…/{seat}`: claims, seals, contributions, and what a seat sees."""

from typing import Any, Final

from marshmallow import fields

from fairdeal.service.api.statements import SignedStatementSchema
from fairdeal.service.api.views import AllHandsSchema, SeatViewSchema
from fairdeal.service.context import Service
from fairdeal.service.deals import claiming, contributing, sealing, seat_view
from fairdeal.service.deals.access import Admission
from fairdeal.service.http.callers import holds
from fairdeal.service.http.fields import Hash, HexBytes, SeatNumber
from fairdeal.service.http.operations import Body, Group, Returns, example, operation
from fairdeal.service.http.schemas import BodySchema, ResponseSchema

group = Group("seats", "The seats of a deal: claims, seals, contributions, cards")

_HASH: Final = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class ClaimBodySchema(BodySchema):
    """A claim of a seat."""

    token_hash = HexBytes(
        32, required=True, metadata={"description": "SHA-256 of the client's own token, the whole string."}
    )
    key = HexBytes(
        32, allow_none=True, metadata={"description": "Ed25519 public key that will sign this seat's moves."}
    )


class ClaimSchema(ResponseSchema):
    """The claim of a seat."""

    seat = SeatNumber()
    key = Hash(allow_none=True, metadata={"description": "The seat's public key; null if it signs nothing."})


class SealBodySchema(BodySchema):
    """A seal."""

    seal = HexBytes(32, required=True, metadata={"description": "Fixes the nonce (protocol, section 3)."})


class SealSchema(ResponseSchema):
    """The seal of a seat."""

    seat = SeatNumber()
    seal = Hash(metadata={"description": "Fixes the nonce (protocol, section 3)."})


class ContributionBodySchema(BodySchema):
    """A contribution."""

    nonce = HexBytes(32, required=True, metadata={"description": "32 random bytes that the client drew itself."})


class ContributionSchema(ResponseSchema):
    """The contribution of a seat."""

    seat = SeatNumber()
    nonce = Hash(metadata={"description": "What the seat added to the shuffle."})
    table = fields.Nested(
        SignedStatementSchema,
        allow_none=True,
        metadata={"description": "The table, if this call closed it; else null."},
    )


@group.put("/deals/<number:number>/seats/<seat:seat>")
@operation(
    Returns(ClaimSchema(), "The claim that was stored", example={"seat": 1, "key": None}),
    requires=holds("claim"),
    body=Body(ClaimBodySchema(), example({"token_hash": _HASH})),
    problems=(409,),
)
def claim_seat(service: Service, caller: Admission, body: dict[str, Any]) -> dict[str, object]:
    """Claim a seat.

    A token that you drew yourself replaces the opener's copy, for good; a key makes every move of the seat need a signature.
    """
    return claiming.claim(service, caller, body["token_hash"], body.get("key"))


@group.put("/deals/<number:number>/seals/<seat:seat>")
@operation(
    Returns(SealSchema(), "The seal that was stored", example={"seat": 1, "seal": _HASH}),
    requires=holds("sealer"),
    body=Body(SealBodySchema(), example({"seal": _HASH})),
    problems=(409,),
)
def put_seal(service: Service, caller: Admission, body: dict[str, Any]) -> dict[str, object]:
    """Send a seal.

    Fixes a contribution before any is shown. The last seal publishes the signed seals statement.
    """
    return sealing.seal(service, caller, body["seal"])


@group.put("/deals/<number:number>/contributions/<seat:seat>")
@operation(
    Returns(
        ContributionSchema(),
        "The nonce, and the table if this call closed it",
        example={"seat": 1, "nonce": _HASH, "table": None},
    ),
    requires=holds("contributor"),
    body=Body(ContributionBodySchema(), example({"nonce": _HASH})),
    problems=(409,),
)
def put_contribution(service: Service, caller: Admission, body: dict[str, Any]) -> dict[str, object]:
    """Send a contribution.

    32 random bytes that your client drew. The last one closes the table and is answered with it, signed: keep that receipt.
    """
    return contributing.contribute(service, caller, body["nonce"])


@group.get("/deals/<number:number>/hands/<seat:seat>")
@operation(Returns(SeatViewSchema(), "What the seat sees", etag=True), requires=holds("reader"))
def get_hand(caller: Admission, seat: int) -> dict[str, object]:
    """See a seat's cards.

    The public view, the seat's cards, and for each whether it may be played now, or by which rule not.
    """
    return seat_view.seat_view(caller, seat)


@group.get("/deals/<number:number>/hands")
@operation(Returns(AllHandsSchema(), "What each seat sees", etag=True), requires=holds("sighted-opener"))
def get_hands(caller: Admission) -> dict[str, object]:
    """See every seat's cards.

    For a sighted opener only.
    """
    return seat_view.all_seats(caller)
