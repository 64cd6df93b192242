"""The named shapes of what score sheets answer."""

from typing import Final

from fairdeal.engine.games.hearts.score_row import CHOICES
from fairdeal.service.api.answer_shapes import NUMBER
from fairdeal.service.api.shapes import (
    POINTS,
    SEAT,
    TEXT,
    TIME,
    TOKEN,
    TRUTH,
    WHOLE,
    Shape,
    array,
    one_of,
    or_null,
    record,
    ref,
)

_HAND: Final[Shape] = {"type": "integer", "minimum": 1}
_ROW: Final[Shape] = {
    "hand": _HAND,
    "source": one_of("deal", "points", "counts", "taken"),
    "deal": or_null(NUMBER),
    "points": {**POINTS, "description": "By seat, after the moon rule; a choice not yet made counts as others-add."},
    "moon": or_null(SEAT),
    "choice": or_null(one_of(*CHOICES)),
}
_SHEET: Final[Shape] = {
    "id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "ruleset": ref("Ruleset"),
    "players": array(TEXT, minItems=3, maxItems=6),
    "rows": array(record({**_ROW, "totals": POINTS})),
    "totals": POINTS,
    "ranking": array(
        record(
            {"place": {"type": "integer", "minimum": 1, "maximum": 6}, "seat": SEAT, "player": TEXT, "total": WHOLE}
        ),
        minItems=3,
        maxItems=6,
    ),
    "next": or_null(record({"hand": _HAND, "pass": record({"offset": WHOLE, "name": TEXT})})),
    "open_choices": {**array(_HAND), "description": "Hands whose shooter may still choose."},
    "over": TRUTH,
    "winner": or_null(SEAT),
    "deal": {**or_null(NUMBER), "description": "The deal that is being played for this sheet."},
    "created_at": TIME,
}

SHEET_SHAPES: Final[dict[str, Shape]] = {
    "EnteredHand": record(_ROW),
    "ScoreSheet": record(_SHEET),
    "CreatedGame": record({"id": _SHEET["id"], "token": TOKEN, **_SHEET}),
}
"""In the order in which the description lists them."""
