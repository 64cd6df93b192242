"""The row of a score sheet, as every game has it."""

from marshmallow.validate import Range

from fairdeal.service.api.statements import number
from fairdeal.service.http.fields import Whole, points_by_seat
from fairdeal.service.http.schemas import ResponseSchema


def row_number() -> Whole:
    """The number of a hand on its sheet."""
    return Whole(validate=Range(1), metadata={"description": "The number of the hand, from 1."})


class RowSchema(ResponseSchema):
    """What each row has."""

    hand = row_number()
    deal = number("The deal that was played for it; null if none was.", allow_none=True)
    points = points_by_seat("By seat; a choice that is still open counts as its default.")
