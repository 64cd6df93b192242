"""`/v1/validations`: is this sequence of passes and plays legal?"""

from functools import partial
from typing import Any, Final

from marshmallow import fields

from fairdeal.service.api.games.hearts.sequences import (
    FORMS,
    MOST_SEQUENCES,
    SequenceBodySchema,
    SequencesBodySchema,
    read_sequence,
)
from fairdeal.service.api.games.hearts.views import Rule, TrickSchema
from fairdeal.service.context import Service
from fairdeal.service.deals.info import MAX_VALIDATION_BYTES
from fairdeal.service.deals.past import past_hand
from fairdeal.service.games.hearts.validations import validate
from fairdeal.service.http.bodies import load
from fairdeal.service.http.errors import document_of
from fairdeal.service.http.fields import CardName, SeatNumber, Text, Truth, cards_named, chosen, counted, points_by_seat
from fairdeal.service.http.operations import Body, Group, Returns, operation
from fairdeal.service.http.rendering import NO_STORE
from fairdeal.service.http.schemas import ResponseSchema, ref
from fairdeal.service.problems import MOST_FAULTS, Problem

group = Group("validations", "Judging hands of Hearts, from anywhere or of past deals")

MOST_FAULTS_OF_ALL: Final = 1000
"""How many invalid values the problems of one response name, at most, but for one each."""


class ViolationSchema(ResponseSchema):
    """The first move that is illegal."""

    phase = chosen("pass", "play", metadata={"description": "Whether it is a pass or a play."})
    ply = counted(allow_none=True, metadata={"description": "The play, counted from 0; null for a pass."})
    seat = SeatNumber(allow_none=True)
    card = CardName(allow_none=True, metadata={"description": "Null if it is no single card."})
    rule = Rule()
    detail = Text(metadata={"description": "The rule, in a sentence for a person."})
    allowed = cards_named("What the seat could play or pass instead.")


class NextSchema(ResponseSchema):
    """Who is next."""

    seat = SeatNumber()
    allowed = cards_named("What the seat may play.")


class JudgementSchema(ResponseSchema):
    """What there is to say of a sequence."""

    legal = Truth(metadata={"description": "Whether all its moves are."})
    accepted = counted(metadata={"description": "How many plays were legal."})
    violation = fields.Nested(ViolationSchema, allow_none=True)
    tricks = fields.List(fields.Nested(TrickSchema), metadata={"description": "The tricks begun, in order."})
    points = points_by_seat("By seat, after the moon rule; null before the last card.", allow_none=True)
    moon = SeatNumber(allow_none=True, metadata={"description": "The seat that shot the moon; null if none did."})
    complete = Truth(metadata={"description": "Whether every card was played."})
    next = fields.Nested(
        NextSchema, allow_none=True, metadata={"description": "Null after a violation and where nobody is to play."}
    )


_ONE: Final = {"oneOf": [{"required": [form], "properties": {form: {}}} for form in FORMS]}
SHAPES: Final[dict[str, Any]] = {
    "SequenceBody": SequenceBodySchema(),
    "Judgement": JudgementSchema(),
    "ValidationBody": {
        "description": "A sequence with its hands in one of four ways, or many of them.",
        "anyOf": [
            {"allOf": [ref("SequenceBody"), _ONE]},
            {
                "type": "object",
                "properties": {
                    "items": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": MOST_SEQUENCES,
                        "description": "Sequences. A bad one gets a problem in its place, and does not touch the others.",
                    }
                },
                "required": ["items"],
                "additionalProperties": False,
            },
        ],
    },
    "Validation": {
        "description": "What there is to say of the sequence, or of each, in order.",
        "anyOf": [
            ref("Judgement"),
            {
                "type": "object",
                "properties": {
                    "items": {
                        "type": "array",
                        "items": {
                            "anyOf": [
                                ref("Judgement"),
                                {
                                    "type": "object",
                                    "properties": {"problem": ref("Problem")},
                                    "required": ["problem"],
                                    "additionalProperties": False,
                                },
                            ]
                        },
                    }
                },
                "required": ["items"],
                "additionalProperties": False,
            },
        ],
    },
}
"""The shapes of one sequence and of many."""

_MANY: Final = SequencesBodySchema()
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "past deal": {
        "summary": "What could have been played in a past deal",
        "value": {"deal": 17, "passes": None, "plays": ["2C", {"seat": 1, "card": "5C"}]},
    },
    "line": {
        "summary": "A whole hand as a line, by another ruleset",
        "value": {
            "ruleset": {"preset": "omnibus"},
            "pbn": "0:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.6543 5432.5432.5432.2; play 2C",
        },
    },
    "many": {
        "summary": "Several at once",
        "value": {"items": [{"deal": 17, "passes": None}, {"deal": 18, "passes": None}]},
    },
}
"""Bodies, by name."""


def _read(value: object) -> dict[str, object]:
    """A sequence, or `items`, which are read one by one when they are judged."""
    if isinstance(value, dict) and "items" in value:
        many: dict[str, object] = load(_MANY, value)
        return many
    return read_sequence(value)


@group.post("/validations")
@operation(
    Returns(ref("Validation"), "What there is to say of it, or of each, in order", cache=NO_STORE),
    body=Body(ref("ValidationBody"), EXAMPLES, read=_read, limit=MAX_VALIDATION_BYTES),
    problems=(404, 409),
)
def validate_sequences(service: Service, body: dict[str, Any]) -> dict[str, object]:
    """Judge a sequence.

    Passes and plays, partial or complete, from any hands or those of a past deal: the first violation with its rule, or the
    tricks, the points, the moon, and who is next. Nothing is stored.
    """
    if "items" not in body:
        return _judge(service, body)
    sequences = body["items"]
    most = max(1, min(MOST_FAULTS, MOST_FAULTS_OF_ALL // len(sequences)))
    return {"items": [_judged(service, sequence, f"#/items/{index}", most) for index, sequence in enumerate(sequences)]}


def _judge(service: Service, sequence: dict[str, Any]) -> dict[str, object]:
    return validate(sequence, partial(past_hand, service))


def _judged(service: Service, sequence: object, place: str, most: int) -> dict[str, object]:
    """What there is to say of one of many; a problem with it is told in its place, and does not touch the others."""
    try:
        return _judge(service, read_sequence(sequence))
    except Problem as problem:
        document = document_of(problem)
        errors: Any = document.get("errors")
        if errors is not None:
            document["errors"] = [
                {**error, "pointer": place + error["pointer"].removeprefix("#")} for error in errors[:most]
            ]
            if len(errors) > most:
                document["more_errors"] = len(errors) - most + int(str(document.get("more_errors", 0)))
        return {"problem": document}
