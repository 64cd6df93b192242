"""The shapes of validations and of presets."""

from typing import Final

from fairdeal.service.api.sequence_schemas import FORMS, MOST_SEQUENCES
from fairdeal.service.api.shapes import (
    CARD,
    CARDS,
    COUNT,
    POINTS,
    SEAT,
    TEXT,
    TRUTH,
    Shape,
    array,
    one_of,
    or_null,
    record,
    ref,
)

_VIOLATION: Final = record(
    {
        "phase": one_of("pass", "play"),
        "ply": or_null(COUNT),
        "seat": or_null(SEAT),
        "card": or_null(CARD),
        "rule": TEXT,
        "detail": TEXT,
        "allowed": CARDS,
    }
)
_PRESET: Final = record(
    {
        "name": TEXT,
        "title": TEXT,
        "summary": TEXT,
        "rulesets": array(record({"players": COUNT, "ruleset": ref("Ruleset"), "differences": array(TEXT)})),
    }
)

VALIDATION_SHAPES: Final[dict[str, Shape]] = {
    "ValidationBody": {
        "description": "A sequence with its hands in one of four ways, or many of them.",
        "anyOf": [
            {
                "allOf": [
                    ref("SequenceBody"),
                    {"oneOf": [{"required": [form], "properties": {form: {}}} for form in FORMS]},
                ]
            },
            record(
                {
                    "items": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": MOST_SEQUENCES,
                        "description": "Sequences. A bad one is answered in its place, and does not touch the others.",
                    }
                }
            ),
        ],
    },
    "Judged": {
        "description": "What there is to say of a sequence.",
        **record(
            {
                "legal": TRUTH,
                "accepted": {**COUNT, "description": "How many plays were legal."},
                "violation": or_null(_VIOLATION),
                "tricks": array(ref("Trick")),
                "points": or_null(POINTS),
                "moon": or_null(SEAT),
                "complete": TRUTH,
                "next": or_null(record({"seat": SEAT, "allowed": CARDS})),
            }
        ),
    },
    "ValidationAnswer": {
        "anyOf": [
            ref("Judged"),
            record({"items": array({"anyOf": [ref("Judged"), record({"problem": ref("Problem")})]})}),
        ]
    },
    "Preset": _PRESET,
    "PresetList": record({"items": array(ref("Preset"))}),
}
"""Every named shape of validations and presets."""
