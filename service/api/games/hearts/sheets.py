"""What is entered in a score sheet for a hand of Hearts, what a row shows, and the shooter's choice of how a moon is scored."""

from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import OneOf, Range

from fairdeal.engine.games.hearts.score_row import CHOICES
from fairdeal.engine.protocol.grammar import MAX_NUMBER
from fairdeal.service.api.games.hearts.views import DirectionSchema
from fairdeal.service.api.sheet_callers import MATCH_PARAMETER, holds_token, if_match
from fairdeal.service.api.sheet_rows import RowSchema
from fairdeal.service.context import Service
from fairdeal.service.games.hearts.score_sheet import with_choice
from fairdeal.service.http.fields import BoundedList, CardLists, SeatNumber, Whole, chosen
from fairdeal.service.http.operations import Body, Group, Returns, example, operation
from fairdeal.service.http.schemas import BodySchema, ResponseSchema, joined
from fairdeal.service.sheets import writing

MOST_POINTS: Final = 1_000_000
"""No hand of any ruleset scores so many."""

_FORMS: Final = ("deal", "points", "hearts", "taken")


class HandBodySchema(BodySchema):
    """What a hand scored, in one of four forms."""

    deal = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "A deal that was played out."})
    points = BoundedList(
        Whole(validate=Range(-MOST_POINTS, MOST_POINTS)),
        3,
        6,
        metadata={"description": "Points by seat, after the moon rule."},
    )
    hearts = BoundedList(
        Whole(validate=Range(0, 13)),
        3,
        6,
        metadata={
            "description": "How many hearts each seat took; only where hearts are worth 1 and else Q♠ and J♦ count."
        },
    )
    queen = Whole(
        allow_none=True,
        validate=Range(0, 5),
        metadata={"description": "With hearts: the seat that took Q♠, if it counts."},
    )
    jack = Whole(
        allow_none=True,
        validate=Range(0, 5),
        metadata={"description": "With hearts: the seat that took J♦, if it counts."},
    )
    taken = CardLists(
        least=3,
        metadata={"description": "The cards that each seat took: every card that counts, and any others."},
    )

    @validates_schema(skip_on_field_errors=True)
    def _one_form(self, data: dict[str, Any], **_: object) -> None:
        forms = [name for name in _FORMS if name in data]
        if len(forms) != 1:
            received = "none of them" if not forms else " and ".join(forms)
            raise ValidationError(f"Expected one of {', '.join(_FORMS)}; got {received}.")
        for name in ("queen", "jack"):
            if name in data and forms != ["hearts"]:
                raise ValidationError("Goes with hearts alone.", name)


class _RowMembersSchema(ResponseSchema):
    """What a row of Hearts shows."""

    source = chosen(
        "deal", "points", "counts", "taken", metadata={"description": "The form in which the hand was entered."}
    )
    moon = SeatNumber(allow_none=True, metadata={"description": "The seat that shot the moon; null if none did."})
    choice = chosen(
        *CHOICES,
        allow_none=True,
        metadata={"description": "The shooter's choice; null while there is none, which counts as others-add."},
    )


EnteredHandSchema = joined("EnteredHand", "A hand that was entered.", RowSchema, _RowMembersSchema)


class NextMembersSchema(ResponseSchema):
    """Whom each seat passes to in the next hand."""

    direction = fields.Nested(DirectionSchema, data_key="pass")


class SheetMembersSchema(ResponseSchema):
    """What a sheet of Hearts shows."""

    open_choices = fields.List(
        Whole(validate=Range(1)), metadata={"description": "Hands whose shooter may still choose."}
    )


class MoonBodySchema(BodySchema):
    """The shooter's choice."""

    choice = fields.String(
        required=True,
        validate=OneOf(CHOICES),
        metadata={"description": "Whether the others' points go up or the shooter's go down."},
    )


_EXAMPLES: Final = {
    "points": {"summary": "Totals", "value": {"points": [3, 15, 8, 0]}},
    "counts": {
        "summary": "Hearts, and who took the queen",
        "value": {"hearts": [3, 2, 8, 0], "queen": 1, "jack": None},
    },
}
ENTRY: Final = Body(HandBodySchema(), _EXAMPLES)
"""What a hand scored."""

group = Group("moons", "The shooter's choice on a score sheet")


@group.put("/sheets/<string(length=32):sheet>/hands/<row:hand>/moon")
@operation(
    Returns(EnteredHandSchema(), "The row, as it counts now"),
    requires=holds_token(of_row=True),
    body=Body(MoonBodySchema(), example({"choice": "shooter-subtracts"})),
    headers=(MATCH_PARAMETER,),
    problems=(409, 412, 428),
)
def put_moon(service: Service, body: dict[str, Any], sheet: str, hand: int) -> dict[str, object]:
    """Choose how a moon is scored.

    Where the ruleset leaves it to the shooter; until then the others' points go up.
    """
    return writing.amend(
        service, sheet, hand, lambda row, ruleset: with_choice(row, ruleset, body["choice"]), if_match()
    )
