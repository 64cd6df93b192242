"""`/v1/rulesets`: the rulesets that have a name."""

from marshmallow import fields

from fairdeal.engine.games import PRESETS, Preset, game_named
from fairdeal.service.api.ruleset_fields import ShownRuleset
from fairdeal.service.http.fields import Text, Whole
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import HOUR
from fairdeal.service.http.schemas import ResponseSchema
from fairdeal.service.problems import Problem

group = Group("rulesets", "The rulesets that have a name")


class PlayersRulesetSchema(ResponseSchema):
    """A preset at a number of players."""

    players = Whole(metadata={"description": "How many players it is for."})
    ruleset = ShownRuleset()
    differences = fields.List(
        Text(), metadata={"description": "How it differs from the standard game, a sentence for each difference."}
    )


class PresetSchema(ResponseSchema):
    """A ruleset that has a name."""

    name = Text(metadata={"description": "Its name in requests."})
    title = Text(metadata={"description": "Its name for people."})
    summary = Text(metadata={"description": "What it is, in a sentence."})
    rulesets = fields.List(
        fields.Nested(PlayersRulesetSchema),
        metadata={"description": "One for each number of players that it is made for."},
    )


class PresetListSchema(ResponseSchema):
    """Every preset."""

    items = fields.List(fields.Nested(PresetSchema))


@group.get("/rulesets")
@operation(Returns(PresetListSchema(), "Every preset", cache=HOUR, etag=True))
def list_rulesets() -> dict[str, object]:
    """List the presets.

    Each with its whole ruleset at every number of players that it is made for, and how that differs from the standard game.
    """
    return {"items": [_view(preset) for preset in PRESETS.values()]}


@group.get("/rulesets/<name>")
@operation(Returns(PresetSchema(), "The preset", cache=HOUR, etag=True))
def get_ruleset(name: str) -> dict[str, object]:
    """See a preset."""
    preset = PRESETS.get(name)
    if preset is None:
        raise Problem("not-found", f"There is no preset {name[:60]!a}; there are {', '.join(PRESETS)}.")
    return _view(preset)


def _view(preset: Preset) -> dict[str, object]:
    return {
        "name": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "rulesets": [
            {
                "players": players,
                "ruleset": ruleset.to_object(),
                "differences": game_named(ruleset.game).differences(ruleset),
            }
            for players, ruleset in preset.rulesets.items()
        ],
    }
