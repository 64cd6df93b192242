"""``/v1/deals/{number}/…``: passes, plays, a whole record, and giving a deal up."""

from typing import Any

from flask import Response

from fairdeal.service.api import callers
from fairdeal.service.api.callers import admission, requires_role
from fairdeal.service.api.rendering import stored
from fairdeal.service.api.request_schemas import Nothing, PassBody, PlayBody, RecordBody
from fairdeal.service.api.resources.blueprints import MOVE, answers, make, problems, takes
from fairdeal.service.api.shapes import ref
from fairdeal.service.deals import recording, voiding
from fairdeal.service.deals.moves import make_move
from fairdeal.service.games.hearts.moves import PassCards, PlayCard, WholeHand

blueprint = make("moves", "Passes and plays, and the end of a deal")


@blueprint.route("/deals/<number:number>/passes/<seat:seat>", methods=["PUT"])
@answers(200, ref("Pass"), "The pass that was stored", example={"seat": 0, "cards": ["KH", "QS", "AS"]})
@problems(*MOVE)
@requires_role("seat")
@takes(PassBody(), example={"cards": ["QS", "AS", "KH"]})
def put_pass(body: dict[str, Any], number: int, seat: int) -> Response:
    """Pass cards.

    Nobody sees what comes before all have passed. A pass is final.
    """
    return stored(make_move(callers.service(), admission(), PassCards(seat, body["cards"], body.get("signature"))))


@blueprint.route("/deals/<number:number>/plays/<ply:ply>", methods=["PUT"])
@answers(200, ref("Play"), "The play that was stored", example={"ply": 0, "seat": 2, "card": "2C"})
@problems(*MOVE)
@requires_role("any-seat")
@takes(PlayBody(), example={"card": "2C"})
def put_play(body: dict[str, Any], number: int, ply: int) -> Response:
    """Play a card.

    Plies count from 0. A play out of turn or against the rules is refused, with the rule, and changes nothing.
    """
    caller = admission()
    assert caller.seat is not None
    return stored(make_move(callers.service(), caller, PlayCard(caller.seat, ply, body["card"], body.get("signature"))))


@blueprint.route("/deals/<number:number>/record", methods=["PUT"])
@answers(200, ref("OutcomeStatement"), "The outcome")
@problems(*MOVE)
@requires_role("sighted-opener")
@takes(RecordBody(), example={"passes": None, "plays": ["2C", "5C", "KC", "AC"]})
def put_record(body: dict[str, Any], number: int) -> Response:
    """Send a whole hand.

    For a sighted opener whose client played it locally: all of it is legal and complete, or nothing is stored.
    """
    return stored(recording.record(callers.service(), admission(), WholeHand(body["passes"], body["plays"])))


@blueprint.route("/deals/<number:number>/void", methods=["PUT"])
@answers(200, ref("OutcomeStatement"), "The outcome")
@problems(*MOVE)
@requires_role("opener")
@takes(Nothing(), example={})
def put_void(body: dict[str, Any], number: int) -> Response:
    """Give a deal up.

    The seed is revealed all the same: no number is ever hidden. A blind opener can do so only before the seals are
    published (in a deal that is not sealed: before cards are dealt).
    """
    return stored(voiding.abandon(callers.service(), admission()))
