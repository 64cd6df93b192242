"""The shapes of score sheets; the game adds what its rows say."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, Range

from fairdeal.service.api.games import SHEETS
from fairdeal.service.api.ruleset_fields import ShownRuleset
from fairdeal.service.api.sheet_rows import row_number
from fairdeal.service.api.statements import number
from fairdeal.service.http.fields import (
    BoundedList,
    Formed,
    RulesetField,
    SeatNumber,
    Text,
    Time,
    Token,
    Truth,
    Whole,
    points_by_seat,
)
from fairdeal.service.http.schemas import BodySchema, ResponseSchema, joined


class PlayerName(Formed):
    """The name of a player: a person can see it, and it stays on one line."""

    def __init__(self) -> None:
        super().__init__(
            r"[^\x00-\x1f\x7f]{1,60}", "1 to 60 characters, at least one of them visible, no control characters"
        )

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        # Unicode's categories: C is control and format, Z separators, M marks that need something to stand on.
        if all(unicodedata.category(character)[0] in "CMZ" for character in name):
            raise ValidationError(f"Expected {self.expected}.")
        return name


class SheetBodySchema(BodySchema):
    """A new score sheet."""

    ruleset = RulesetField(required=True)
    players = BoundedList(
        PlayerName(),
        3,
        6,
        required=True,
        metadata={"description": "Names by seat; as many as the ruleset has seats."},
    )


class _TotalsSchema(ResponseSchema):
    totals = points_by_seat("By seat, after this row.")


SheetRowSchema = joined("SheetRow", "A row of a sheet, with the totals after it.", SHEETS.row, _TotalsSchema)


class RankedPlayerSchema(ResponseSchema):
    """A player's place."""

    place = Whole(validate=Range(1, 6), metadata={"description": "From 1; equal totals share one."})
    seat = SeatNumber()
    player = Text(metadata={"description": "The player's name."})
    total = Whole(metadata={"description": "The total after the latest row, in points."})


class _NextSchema(ResponseSchema):
    hand = row_number()


NextHandSchema = joined("NextHand", "The hand that comes next.", _NextSchema, SHEETS.next_hand)


class _SheetSchema(ResponseSchema):
    id = Formed(
        "[0-9a-f]{32}", "32 hexadecimal digits", metadata={"description": "The sheet's id, which is no secret."}
    )
    ruleset = ShownRuleset()
    players = fields.List(Text(), validate=Length(3, 6), metadata={"description": "Names by seat."})
    rows = fields.List(fields.Nested(SheetRowSchema), metadata={"description": "The hands entered, in order."})
    totals = points_by_seat("By seat, after the latest row.")
    ranking = fields.List(fields.Nested(RankedPlayerSchema), validate=Length(3, 6))
    next = fields.Nested(NextHandSchema, allow_none=True, metadata={"description": "Null when the game is over."})
    over = Truth(metadata={"description": "Whether it has a winner."})
    winner = SeatNumber(allow_none=True, metadata={"description": "Null until the game is over."})
    deal = number("The deal that is being played for this sheet; null if none is.", allow_none=True)
    created_at = Time(metadata={"description": "When the sheet was created."})


class _TokenSchema(ResponseSchema):
    token = Token(metadata={"description": "Needed for everything; nobody can get it again."})


ScoreSheetSchema = joined("ScoreSheet", "A score sheet.", _SheetSchema, SHEETS.sheet)
CreatedSheetSchema = joined("CreatedSheet", "A score sheet, and its token.", ScoreSheetSchema, _TokenSchema)
