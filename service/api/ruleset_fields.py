"""Rulesets in bodies and responses, of whichever game."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import Schema, ValidationError, fields

from fairdeal.engine.games import PRESETS
from fairdeal.service.api.games import GAMES
from fairdeal.service.http.schemas import Shape, any_of, name_of, one_of, ref

_SHOWN: Final[tuple[Schema, ...]] = tuple(game.ruleset() for game in GAMES)
_BODIES: Final[tuple[Schema, ...]] = tuple(body() for game in GAMES for body in game.ruleset_bodies)

RULESET_SCHEMAS: Final[Mapping[str, Schema]] = {name_of(schema): schema for schema in (*_SHOWN, *_BODIES)}
"""The schemas that the shapes below refer to, by name."""

RULESET_CHOICE: Final[Shape] = {
    "description": "The name of a preset, a preset with other options, or a ruleset.",
    "oneOf": [one_of(*PRESETS), *(ref(name_of(schema)) for schema in _BODIES)],
    "example": "standard",
}


class ShownRuleset(fields.Field[dict[str, Any]]):
    """A whole ruleset: every option is there."""

    component = "Ruleset"
    named_shape: ClassVar[Shape] = {
        "description": "A whole ruleset: every option is there.",
        **any_of(*(ref(name_of(schema)) for schema in _SHOWN)),
    }

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: object) -> Any:  # noqa: ANN401 - as the base class has it
        faults = [schema.validate(value) for schema in _SHOWN]
        if all(faults):
            raise ValidationError(faults[0])
        return value
