"""The bodies that score sheets take."""

from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from fairdeal.engine.games.hearts.score_row import CHOICES
from fairdeal.service.api.addresses import MAX_NUMBER
from fairdeal.service.api.fields import CardLists, Formed, Whole
from fairdeal.service.api.request_schemas import Body

MOST_POINTS: Final = 1_000_000
"""No hand of any ruleset scores so many."""

_FORMS: Final = ("deal", "points", "hearts", "taken")
_SEATS: Final = Length(3, 6)
_SEAT: Final = Range(0, 5)


class SheetBody(Body):
    """A new score sheet."""

    ruleset = fields.Raw(required=True, metadata={"shape": "RulesetChoice"})
    players = fields.List(
        Formed(r"[^\x00-\x1f\x7f]{1,60}", "1 to 60 characters, none of them a control character"),
        required=True,
        validate=_SEATS,
        metadata={"description": "Names by seat; as many as the ruleset has seats."},
    )


class HandBody(Body):
    """What a hand scored, in one of four forms."""

    deal = Whole(validate=Range(1, MAX_NUMBER), metadata={"description": "A deal that was played out."})
    points = fields.List(
        Whole(validate=Range(-MOST_POINTS, MOST_POINTS)),
        validate=_SEATS,
        metadata={"description": "Points by seat, after the moon rule."},
    )
    hearts = fields.List(
        Whole(validate=Range(0, 13)),
        validate=_SEATS,
        metadata={
            "description": "How many hearts each seat took; only where hearts are worth 1 and else Q♠ and J♦ count."
        },
    )
    queen = Whole(
        allow_none=True, validate=_SEAT, metadata={"description": "With hearts: the seat that took Q♠, if it counts."}
    )
    jack = Whole(
        allow_none=True, validate=_SEAT, metadata={"description": "With hearts: the seat that took J♦, if it counts."}
    )
    taken = CardLists(
        metadata={
            "type": "array",
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/CardInput"}, "maxItems": 54},
            "minItems": 3,
            "maxItems": 6,
            "description": "The cards that each seat took: every card that counts, others as one likes.",
        }
    )

    @validates_schema(skip_on_field_errors=True)
    def _one_form(self, data: dict[str, Any], **_: object) -> None:
        given = [name for name in _FORMS if name in data]
        if len(given) != 1:
            came = "none of them" if not given else " and ".join(given)
            raise ValidationError(f"Expected one of {', '.join(_FORMS)}; got {came}.")
        for name in ("queen", "jack"):
            if name in data and given != ["hearts"]:
                raise ValidationError("Goes with hearts alone.", name)


class MoonBody(Body):
    """The shooter's choice."""

    choice = fields.String(
        required=True,
        validate=OneOf(CHOICES),
        metadata={"description": "Whether the others' points go up or the shooter's go down."},
    )
