"""The shape of problems (RFC 9457), and of what is said of their kinds."""

from marshmallow import INCLUDE, Schema, fields
from marshmallow.validate import Length, Range

from fairdeal.service.api.games import GAMES
from fairdeal.service.api.views import DealState
from fairdeal.service.http.fields import Text, Whole, counted, words_named
from fairdeal.service.http.schemas import BodySchema, ResponseSchema, joined
from fairdeal.service.problems import KINDS, MOST_FAULTS

ProblemType = words_named(
    "ProblemType", "The kind of a problem; the address of a page about it.", *(f"/problems/{slug}" for slug in KINDS)
)


class FaultSchema(BodySchema):
    """An invalid value."""

    detail = Text(required=True, metadata={"description": "What is wrong with it, in a sentence."})
    pointer = Text(
        required=True,
        metadata={
            "description": "Where it stands in the body (RFC 6901), or the query parameter.",
            "example": "#/cards/2",
        },
    )


class _ProblemSchema(Schema):
    class Meta:
        """Further kinds may have further members."""

        unknown = INCLUDE

    type = ProblemType(required=True)
    title = Text(required=True, metadata={"description": "The kind, in a few words."})
    status = Whole(required=True, validate=Range(400, 599), metadata={"description": "The HTTP status."})
    detail = Text(required=True, metadata={"description": "What was wrong, in a sentence for a person."})
    instance = Text(
        required=True,
        metadata={"description": "`urn:uuid:` and the request's id.", "format": "uri"},
    )
    errors = fields.List(
        fields.Nested(FaultSchema),
        validate=Length(1, MOST_FAULTS),
        metadata={"description": "The invalid values, for kinds that have any."},
    )
    more_errors = counted(
        metadata={"description": f"How many invalid values there are beyond the first {MOST_FAULTS}."}
    )
    state = DealState(metadata={"description": "The state of the deal."})


ProblemSchema = joined(
    "Problem",
    "A problem of RFC 9457; its type resolves to a page that explains the kind.",
    _ProblemSchema,
    *(game.problem for game in GAMES),
)


class ProblemKindSchema(ResponseSchema):
    """What a kind of problem means."""

    type = ProblemType()
    title = Text(metadata={"description": "The kind, in a few words."})
    about = Text(metadata={"description": "What it means, and what to do."})
