"""Audit bundles, one or many, and past deals as text."""

from typing import Any, Final

from flask import Response
from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Range

from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.api.proof_lines import NDJSON, proof_lines
from fairdeal.service.api.ruleset_fields import ShownRuleset
from fairdeal.service.api.statements import (
    OutcomeSchema,
    Proof,
    SignedStatementSchema,
    VkeysSchema,
    hand_number,
    number,
    protocol,
)
from fairdeal.service.context import Service
from fairdeal.service.deals import bundle
from fairdeal.service.deals.past import notate
from fairdeal.service.http.fields import (
    Formed,
    Hash,
    QueryWhole,
    SeatNumber,
    Statement,
    Text,
    cards_named,
    points_by_seat,
)
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import REVALIDATE
from fairdeal.service.http.response_cache import kept_when_final
from fairdeal.service.http.schemas import BodySchema, ResponseSchema, Shape

group = Group("proofs", "What strangers check")

PLAIN: Final = "text/plain; charset=utf-8"
MOST_PROOFS: Final = 1000
"""Numbers in one response, at most; its size is bounded too."""
MOST_NAMED: Final = 100
"""Numbers in one response that are asked for one by one."""


class CommitSchema(ResponseSchema):
    """The commit statement."""

    statement = Statement()
    proof = Proof(allow_none=True, metadata={"description": "Null until a published checkpoint covers it."})


class NonceSchema(ResponseSchema):
    """What a seat contributed."""

    seat = SeatNumber()
    nonce = Hash()


class SignedMoveSchema(ResponseSchema):
    """A move, as its seat signed it."""

    statement = Statement()
    signature = Formed("[0-9a-f]{128}", "64 bytes", metadata={"description": "Ed25519, by the key of the seat."})


class BundleSchema(ResponseSchema):
    """The audit bundle: everything a stranger needs to check one number (protocol, section 8). Parts that a void lacks are null."""

    protocol = protocol()
    origin = Text(metadata={"description": "The service's name, as in its log keys."})
    vkeys = fields.Nested(VkeysSchema)
    number = number()
    commit = fields.Nested(CommitSchema)
    ruleset = ShownRuleset(allow_none=True)
    hand = hand_number(allow_none=True)
    open = fields.Nested(SignedStatementSchema, allow_none=True)
    seals = fields.Nested(SignedStatementSchema, allow_none=True)
    table = fields.Nested(SignedStatementSchema, allow_none=True)
    contributions = fields.List(
        fields.Nested(NonceSchema),
        allow_none=True,
        metadata={"description": "By seat; null as long as no published seals or table fix them."},
    )
    deck = cards_named("The deck as shuffled.", allow_none=True)
    hands = fields.List(
        cards_named("In the order dealt."), allow_none=True, metadata={"description": "By seat, as dealt."}
    )
    record = Statement(allow_none=True, metadata={"description": "The moves of the hand."})
    signed = fields.List(
        fields.Nested(SignedMoveSchema),
        allow_none=True,
        metadata={"description": "Each recorded move of a seat that has a key, in the record's order."},
    )
    points = points_by_seat("By seat; null unless the hand was played out.", allow_none=True)
    outcome = fields.Nested(OutcomeSchema)


class ProofsQuerySchema(BodySchema):
    """Which proofs: a range, or numbers one by one."""

    after = QueryWhole(validate=Range(0, MAX_NUMBER), metadata={"description": "Numbers above this one, ascending."})
    limit = QueryWhole(
        load_default=100, validate=Range(1, MOST_PROOFS), metadata={"description": "How many numbers at most."}
    )
    numbers = Formed(
        f"[1-9][0-9]{{0,15}}(,[1-9][0-9]{{0,15}}){{0,{MOST_NAMED - 1}}}",
        f"up to {MOST_NAMED} numbers without leading zeros, separated by commas",
        metadata={
            "description": f"Numbers one by one, up to {MOST_NAMED}, separated by commas; then neither after nor limit.",
            "example": "3,17",
        },
    )

    @validates_schema(skip_on_field_errors=True)
    def _one_way(self, data: dict[str, object], **_: object) -> None:
        if "numbers" in data and "after" in data:
            raise ValidationError("Numbers are listed by numbers or counted from after, not both.", "numbers")
        for listed in _numbers(data) or ():
            if listed > MAX_NUMBER:
                raise ValidationError(f"Numbers go up to {MAX_NUMBER}.", "numbers")


def _numbers(query: dict[str, Any]) -> list[int] | None:
    return [int(number) for number in query["numbers"].split(",")] if "numbers" in query else None


_LINES: Final[Shape] = {
    "type": "string",
    "description": "A JSON document a line: a bundle, or `{number, state}` for a number without its outcome. "
    'The last is `{"end": true, "next": n}`, where n is null at the end, else the next `after`.',
}
_TEXT: Final[Shape] = {"type": "string"}


@group.get("/deals/<number:number>/proof")
@operation(Returns(BundleSchema(), "The audit bundle", cache=REVALIDATE, etag=True), problems=(409,))
@kept_when_final("proof")
def get_proof(service: Service, number: int) -> dict[str, object]:
    """Get the audit bundle.

    Everything that a stranger needs to check the number, once it has its outcome.
    """
    return bundle.proof(service, number)


@group.get("/deals/<number:number>/notation/<any(pbn, openspiel):notation>")
@operation(Returns(_TEXT, "One line", content_type=PLAIN, cache=REVALIDATE, etag=True), problems=(409,))
def get_notation(service: Service, number: int, notation: str) -> str:
    """Get a past deal as text.

    `pbn`: a line in the manner of PBN. `openspiel`: the actions of OpenSpiel, separated by spaces. 404 for a deal that the
    notation cannot tell. Both can be sent back to be validated.
    """
    return notate(service, number, notation)


@group.get("/proofs")
@operation(
    Returns(_LINES, "A document a line", content_type=NDJSON, cache=REVALIDATE, etag=True),
    query=ProofsQuerySchema(),
    problems=(404,),
)
def list_proofs(service: Service, query: dict[str, Any]) -> Response:
    """Get many audit bundles.

    By number behind `after`, or one by one by `numbers`. A response may end before `limit` when it grows large.
    """
    return proof_lines(service, query.get("after"), query["limit"], _numbers(query))
