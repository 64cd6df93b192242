"""``/v1/deals/{number}/…``: passes, plays, a whole record, and giving a deal up."""

from typing import Any

from flask import Response

from service.api import callers
from service.api.callers import admission, admitted
from service.api.rendering import stored
from service.api.request_schemas import Nothing, PassBody, PlayBody, RecordBody
from service.api.resources.blueprints import MOVE, make, problems
from service.api.shapes import ref
from service.deals import passing, playing, recording, voiding

blueprint = make("moves", "Passes and plays")


@blueprint.route("/deals/<number:number>/passes/<index:seat>", methods=["PUT"])
@blueprint.response(200, ref("Pass"))
@problems(blueprint, *MOVE)
@admitted("seat")
@blueprint.arguments(PassBody(), example={"cards": ["QS", "AS", "KH"]})
def put_pass(body: dict[str, Any], number: int, seat: int) -> Response:
    """Pass cards

    Nobody sees what comes before all have passed.
    """
    return stored(passing.pass_cards(callers.service(), admission(), body["cards"], body.get("signature")))


@blueprint.route("/deals/<number:number>/plays/<index:ply>", methods=["PUT"])
@blueprint.response(200, ref("Play"))
@problems(blueprint, *MOVE)
@admitted("any-seat")
@blueprint.arguments(PlayBody(), example={"card": "2C"})
def put_play(body: dict[str, Any], number: int, ply: int) -> Response:
    """Play a card

    Plies count from 0. A play out of turn or against the rules is refused and changes nothing.
    """
    return stored(playing.play(callers.service(), admission(), ply, body["card"], body.get("signature")))


@blueprint.route("/deals/<number:number>/record", methods=["PUT"])
@blueprint.response(200, ref("OutcomeStatement"))
@problems(blueprint, *MOVE)
@admitted("sighted-opener")
@blueprint.arguments(RecordBody())
def put_record(body: dict[str, Any], number: int) -> Response:
    """Send a whole hand

    For a sighted opener whose client played it locally: all of it is legal and complete, or nothing is stored.
    """
    return stored(recording.record(callers.service(), admission(), body["passes"], body["plays"]))


@blueprint.route("/deals/<number:number>/void", methods=["PUT"])
@blueprint.response(200, ref("OutcomeStatement"))
@problems(blueprint, *MOVE)
@admitted("opener")
@blueprint.arguments(Nothing())
def put_void(body: dict[str, Any], number: int) -> Response:
    """Give a deal up

    The seed is revealed all the same: no number is ever hidden. A blind opener can do so only before cards are dealt.
    """
    return stored(voiding.abandon(callers.service(), admission()))
