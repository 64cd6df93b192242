"""The shapes of rulesets of Hearts: as they are shown, and in the forms in which a request may name one."""

from collections.abc import Callable
from typing import Any, Final

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Range

from fairdeal.engine.games.hearts import HEARTS
from fairdeal.engine.games.hearts.options import (
    CHOICES,
    GAME,
    MAX_CARD_POINTS,
    MAX_CYCLE,
    MAX_REMOVED,
    MAX_TARGET,
    NAMED,
    SCORED_CARDS,
    SWITCHES,
)
from fairdeal.service.http.fields import CardField, CardName, Truth, Whole, chosen
from fairdeal.service.http.schemas import BodySchema, ResponseSchema


class CardPointsSchema(BodySchema):
    """What cards other than hearts count; those that are not named count nothing."""


def _card_points() -> type[Schema]:
    points = {
        card: Whole(validate=Range(-MAX_CARD_POINTS, MAX_CARD_POINTS), metadata={"description": "Points."})
        for card in SCORED_CARDS
    }
    return type("CardPointsSchema", (CardPointsSchema,), {**points, "__doc__": CardPointsSchema.__doc__})


_CARD_POINTS: Final = _card_points()


def _options(card: "Callable[[], fields.String]") -> dict[str, Any]:
    return {
        "game": chosen(GAME, metadata={"description": "The game that the ruleset is of."}),
        "players": Whole(validate=Range(3, 6), metadata={"description": "How many seats."}),
        "removed": fields.List(
            card(),
            validate=Length(max=MAX_REMOVED),
            metadata={"description": "Cards taken out of the deck, in deck order."},
        ),
        "jokers": Whole(validate=Range(0, 2), metadata={"description": "How many jokers are added."}),
        "pass_count": Whole(validate=Range(1, 17), metadata={"description": "How many cards are passed."}),
        "pass_cycle": fields.List(
            Whole(validate=Range(-2, 3)),
            validate=Length(1, MAX_CYCLE),
            metadata={"description": "Directions of the pass, hand by hand, as seats to the left; 0 is a hold hand."},
        ),
        **{name: chosen(*words, metadata={"description": NAMED[name].about}) for name, words in CHOICES.items()},
        **{name: Truth(metadata={"description": NAMED[name].about}) for name in SWITCHES},
        "card_points": fields.Nested(_CARD_POINTS),
        "target": Whole(
            validate=Range(1, MAX_TARGET), metadata={"description": "The total at which the lowest score wins."}
        ),
        "exact_target_resets_to": Whole(
            allow_none=True,
            validate=Range(0, MAX_TARGET - 1),
            metadata={"description": "What a total becomes that hits the target exactly; null if nothing happens."},
        ),
    }


_Shown: Final = ResponseSchema.from_dict(_options(CardName), name="_Shown")
_Body: Final = BodySchema.from_dict(_options(CardField), name="_Body")


class HeartsRulesetSchema(_Shown):  # type: ignore[misc, valid-type]  # made above
    """A whole ruleset of Hearts: every option is there."""


class HeartsRulesetBodySchema(_Body):  # type: ignore[misc, valid-type]  # made above
    """A ruleset of Hearts: what is left out has its default, and cards may be spelled freely."""

    def on_bind_field(self, field_name: str, field_obj: "fields.Field[Any]") -> None:
        """Require what has no default."""
        field_obj.required = field_name in ("game", "players")


class PresetChoiceSchema(_Body):  # type: ignore[misc, valid-type]  # made above
    """A preset, at a number of players, with some options replaced."""

    preset = fields.String(
        required=True, validate=OneOf(tuple(HEARTS.presets)), metadata={"description": "The name of the preset."}
    )
