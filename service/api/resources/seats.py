"""``/v1/deals/{number}/…/{seat}``: claims, seals, contributions, and what a seat sees."""

from typing import Any, Final

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.callers import admission, requires_role
from fairdeal.service.api.rendering import PRIVATE, dumps, resource, stored
from fairdeal.service.api.request_schemas import ClaimBody, ContributionBody, SealBody
from fairdeal.service.api.resources.blueprints import MOVE, answers, make, problems, takes
from fairdeal.service.api.shapes import ref
from fairdeal.service.deals import claiming, contributing, sealing, seat_view

blueprint = make("seats", "The seats of a deal: claims, seals, contributions, cards")

_HASH: Final = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


@blueprint.route("/deals/<number:number>/seats/<seat:seat>", methods=["PUT"])
@answers(200, ref("Claim"), "The claim that was stored", example={"seat": 1, "key": None})
@problems(*MOVE)
@requires_role("claim")
@takes(ClaimBody(), example={"token_hash": _HASH})
def claim_seat(body: dict[str, Any], number: int, seat: int) -> Response:
    """Claim a seat.

    A token that you drew yourself replaces the opener's copy, for good; a key makes every move of the seat need a signature.
    """
    return stored(claiming.claim(callers.service(), admission(), body["token_hash"], body.get("key")))


@blueprint.route("/deals/<number:number>/seals/<seat:seat>", methods=["PUT"])
@answers(200, ref("Seal"), "The seal that was stored", example={"seat": 1, "seal": _HASH})
@problems(*MOVE)
@requires_role("sealer")
@takes(SealBody(), example={"seal": _HASH})
def put_seal(body: dict[str, Any], number: int, seat: int) -> Response:
    """Send a seal.

    Fixes a contribution before any is shown. The last seal publishes the signed seals statement.
    """
    return stored(sealing.seal(callers.service(), admission(), body["seal"]))


@blueprint.route("/deals/<number:number>/contributions/<seat:seat>", methods=["PUT"])
@answers(
    200,
    ref("Contribution"),
    "The nonce, and the table if this call closed it",
    example={"seat": 1, "nonce": _HASH, "table": None},
)
@problems(*MOVE)
@requires_role("contributor")
@takes(ContributionBody(), example={"nonce": _HASH})
def put_contribution(body: dict[str, Any], number: int, seat: int) -> Response:
    """Send a contribution.

    32 random bytes that your client drew. The last one closes the table and is answered with it, signed: keep that receipt.
    """
    return stored(contributing.contribute(callers.service(), admission(), body["nonce"]))


@blueprint.route("/deals/<number:number>/hands/<seat:seat>")
@answers(200, ref("SeatView"), "What the seat sees", headers=("ETag",))
@problems(401, 403, 404)
@requires_role("reader")
def get_hand(number: int, seat: int) -> Response:
    """See a seat's cards.

    The public view, the seat's cards, and for each whether it may be played now, or by which rule not.
    """
    return resource(dumps(seat_view.seat_view(admission(), seat)), PRIVATE)


@blueprint.route("/deals/<number:number>/hands")
@answers(200, ref("AllHands"), "What each seat sees", headers=("ETag",))
@problems(401, 403, 404)
@requires_role("sighted-opener")
def get_hands(number: int) -> Response:
    """See every seat's cards.

    For a sighted opener only.
    """
    return resource(dumps(seat_view.all_seats(admission())), PRIVATE)
