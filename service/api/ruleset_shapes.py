"""The shape of rulesets: as they are answered, and in the forms in which clients may name one."""

from typing import Any, Final

from fairdeal.engine.games.hearts.bounds import (
    CHOICES,
    GAME,
    MAX_CARD_POINTS,
    MAX_CYCLE,
    MAX_REMOVED,
    MAX_TARGET,
    SCORED_CARDS,
    SWITCHES,
)
from fairdeal.engine.games.hearts.presets import PRESETS
from fairdeal.service.api.shapes import CARD, TRUTH, Shape, array, one_of, or_null, record, ref

CARD_INPUT: Final[Shape] = {
    "type": "string",
    "description": "A card: rank, then suit. Accepted besides `QS`: `10C`, `qs`, `Q♠`, `♠Q`.",
    "pattern": "^((10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠]|[♣♦♥♠](10|[2-9TJQKAtjqka])|[Xx][CDcd♣♦]|[♣♦][Xx])$",
    "example": "QS",
}


def _options(card: Shape) -> dict[str, Any]:
    return {
        "game": one_of(GAME),
        "players": {"type": "integer", "minimum": 3, "maximum": 6},
        "removed": array(card, maxItems=MAX_REMOVED),
        "jokers": {"type": "integer", "minimum": 0, "maximum": 2},
        "pass_count": {"type": "integer", "minimum": 1, "maximum": 17},
        "pass_cycle": array({"type": "integer", "minimum": -2, "maximum": 3}, minItems=1, maxItems=MAX_CYCLE),
        **{name: one_of(*words) for name, words in CHOICES.items()},
        **dict.fromkeys(SWITCHES, TRUTH),
        "card_points": {
            "type": "object",
            "properties": {
                name: {"type": "integer", "minimum": -MAX_CARD_POINTS, "maximum": MAX_CARD_POINTS}
                for name in SCORED_CARDS
            },
            "additionalProperties": False,
        },
        "target": {"type": "integer", "minimum": 1, "maximum": MAX_TARGET},
        "exact_target_resets_to": or_null({"type": "integer", "minimum": 0, "maximum": MAX_TARGET - 1}),
    }


_PRESET: Final = one_of(*PRESETS)

RULESET_SHAPES: Final[dict[str, Shape]] = {
    "CardInput": CARD_INPUT,
    "Ruleset": {"description": "A whole ruleset: every option is there.", **record(_options(CARD))},
    "RulesetInput": {
        "description": "A ruleset; what is left out has its default, and cards may be spelled freely.",
        **record(_options(ref("CardInput"))),
        "required": ["game", "players"],
    },
    "PresetChoice": {
        "description": "A preset, at a number of players, with some options replaced.",
        **record({"preset": _PRESET}, **_options(ref("CardInput"))),
    },
    "RulesetChoice": {
        "description": "The name of a preset, a preset with other options, or a whole ruleset.",
        "oneOf": [_PRESET, ref("PresetChoice"), ref("RulesetInput")],
        "example": "standard",
    },
}
