"""`/v1/deals/{number}/passes`, `plays`, `record`: the moves of Hearts."""

from typing import Any

from fairdeal.service.api.statements import OutcomeStatementSchema
from fairdeal.service.context import Service
from fairdeal.service.deals import recording
from fairdeal.service.deals.access import Admission
from fairdeal.service.deals.moves import make_move
from fairdeal.service.games.hearts.moves import PassCards, PlayCard, WholeHand
from fairdeal.service.http.callers import holds
from fairdeal.service.http.fields import (
    CardField,
    CardList,
    CardLists,
    CardName,
    HexBytes,
    SeatNumber,
    cards_named,
    counted,
)
from fairdeal.service.http.operations import Body, Group, Returns, example, operation
from fairdeal.service.http.schemas import BodySchema, ResponseSchema

group = Group("moves", "Passes and plays of Hearts")


def _signature() -> HexBytes:
    about = "Ed25519 over the move statement; needed from a seat that has a key, refused from others."
    return HexBytes(64, allow_none=True, metadata={"description": about})


class PassBodySchema(BodySchema):
    """A pass."""

    cards = CardList(required=True)
    signature = _signature()


class PassSchema(ResponseSchema):
    """A pass."""

    seat = SeatNumber()
    cards = cards_named("In deck order.")


class PlayBodySchema(BodySchema):
    """A play."""

    card = CardField(required=True)
    signature = _signature()


class PlaySchema(ResponseSchema):
    """A play."""

    ply = counted(metadata={"description": "The play, counted from 0."})
    seat = SeatNumber()
    card = CardName()


class RecordBodySchema(BodySchema):
    """A whole hand."""

    passes = CardLists(
        required=True, allow_none=True, metadata={"description": "By seat; null for a hand that passes nothing."}
    )
    plays = CardList(required=True, metadata={"description": "Every card in the order played."})


@group.put("/deals/<number:number>/passes/<seat:seat>")
@operation(
    Returns(PassSchema(), "The pass that was stored", example={"seat": 0, "cards": ["KH", "QS", "AS"]}),
    requires=holds("seat"),
    body=Body(PassBodySchema(), example({"cards": ["QS", "AS", "KH"]})),
    problems=(409,),
)
def put_pass(service: Service, caller: Admission, body: dict[str, Any], seat: int) -> dict[str, object]:
    """Pass cards.

    Nobody sees what comes before all have passed. A pass is final.
    """
    return make_move(service, caller, PassCards(seat, body["cards"], body.get("signature")))


@group.put("/deals/<number:number>/plays/<ply:ply>")
@operation(
    Returns(PlaySchema(), "The play that was stored", example={"ply": 0, "seat": 2, "card": "2C"}),
    requires=holds("any-seat"),
    body=Body(PlayBodySchema(), example({"card": "2C"})),
    problems=(409,),
)
def put_play(service: Service, caller: Admission, body: dict[str, Any], ply: int) -> dict[str, object]:
    """Play a card.

    Plies count from 0. A play out of turn or against the rules is refused, with the rule, and changes nothing.
    """
    assert caller.seat is not None
    return make_move(service, caller, PlayCard(caller.seat, ply, body["card"], body.get("signature")))


@group.put("/deals/<number:number>/record")
@operation(
    Returns(OutcomeStatementSchema(), "The outcome"),
    requires=holds("sighted-opener"),
    body=Body(RecordBodySchema(), example({"passes": None, "plays": ["2C", "5C", "KC", "AC"]})),
    problems=(409,),
)
def put_record(service: Service, caller: Admission, body: dict[str, Any]) -> dict[str, object]:
    """Send a whole hand.

    For a sighted opener whose client played it locally: all of it is legal and complete, or nothing is stored.
    """
    return recording.record(service, caller, WholeHand(body["passes"], body["plays"]))
