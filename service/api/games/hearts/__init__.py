"""Hearts over HTTP: its routes and schemas."""

from typing import Final

from fairdeal.service.api.games.game import GameApi, SheetApi
from fairdeal.service.api.games.hearts import moves, sheets, validations
from fairdeal.service.api.games.hearts.rulesets import (
    HeartsRulesetBodySchema,
    HeartsRulesetSchema,
    PresetChoiceSchema,
)
from fairdeal.service.api.games.hearts.views import ProblemMembersSchema, PublicMembersSchema, SeatMembersSchema

HEARTS: Final = GameApi(
    groups=(moves.group, validations.group, sheets.group),
    public=PublicMembersSchema,
    private=SeatMembersSchema,
    problem=ProblemMembersSchema,
    ruleset=HeartsRulesetSchema,
    ruleset_bodies=(PresetChoiceSchema, HeartsRulesetBodySchema),
    sheets=SheetApi(
        entry=sheets.ENTRY,
        row=sheets.EnteredHandSchema,
        next_hand=sheets.NextMembersSchema,
        sheet=sheets.SheetMembersSchema,
    ),
    shapes=validations.SHAPES,
)
