"""``/v1/deals/{number}/…/{seat}``: claims, seals, contributions, and what a seat sees."""

from typing import Any

from flask import Response

from service.api import callers
from service.api.callers import admission, admitted
from service.api.rendering import PRIVATE, dumps, resource, stored
from service.api.request_schemas import ClaimBody, ContributionBody, SealBody
from service.api.resources.blueprints import MOVE, make, problems
from service.api.shapes import ref
from service.deals import claiming, contributing, sealing, seat_view

blueprint = make("seats", "The seats of a deal")


@blueprint.route("/deals/<number:number>/seats/<index:seat>", methods=["PUT"])
@blueprint.response(200, ref("Claim"))
@problems(blueprint, *MOVE)
@admitted("claim")
@blueprint.arguments(ClaimBody())
def claim_seat(body: dict[str, Any], number: int, seat: int) -> Response:
    """Claim a seat

    A token that you drew yourself replaces the opener's copy, for good; a key makes every move of the seat need a signature.
    """
    return stored(claiming.claim(callers.service(), admission(), body["token_hash"], body.get("key")))


@blueprint.route("/deals/<number:number>/seals/<index:seat>", methods=["PUT"])
@blueprint.response(200, ref("Seal"))
@problems(blueprint, *MOVE)
@admitted("sealer")
@blueprint.arguments(SealBody())
def put_seal(body: dict[str, Any], number: int, seat: int) -> Response:
    """Send a seal

    Fixes a contribution before any is shown. The last seal publishes the signed seals statement.
    """
    return stored(sealing.seal(callers.service(), admission(), body["seal"]))


@blueprint.route("/deals/<number:number>/contributions/<index:seat>", methods=["PUT"])
@blueprint.response(200, ref("Contribution"))
@problems(blueprint, *MOVE)
@admitted("contributor")
@blueprint.arguments(ContributionBody())
def put_contribution(body: dict[str, Any], number: int, seat: int) -> Response:
    """Send a contribution

    32 random bytes that your client drew. The last one closes the table and is answered with it, signed: keep that receipt.
    """
    return stored(contributing.contribute(callers.service(), admission(), body["nonce"]))


@blueprint.route("/deals/<number:number>/hands/<index:seat>")
@blueprint.response(200, ref("SeatView"))
@problems(blueprint, 401, 403, 404)
@admitted("reader")
def get_hand(number: int, seat: int) -> Response:
    """See a seat's cards

    The public view, the seat's cards, and for each whether it may be played now, or by which rule not.
    """
    return resource(dumps(seat_view.seat_view(callers.service(), admission(), seat)), PRIVATE)


@blueprint.route("/deals/<number:number>/hands")
@blueprint.response(200, ref("AllHands"))
@problems(blueprint, 401, 403, 404)
@admitted("sighted-opener")
def get_hands(number: int) -> Response:
    """See every seat's cards

    For a sighted opener only.
    """
    return resource(dumps(seat_view.all_seats(callers.service(), admission())), PRIVATE)
