"""``/v1/rulesets``: the rulesets that have a name."""

from typing import Final

from flask import Response

from fairdeal.engine.games import PRESETS, Preset, game_named
from fairdeal.service.api.rendering import dumps, resource
from fairdeal.service.api.resources.blueprints import answers, make, problems
from fairdeal.service.api.shapes import ref
from fairdeal.service.problems import Problem

blueprint = make("rulesets", "The rulesets that have a name")

_CACHED: Final = "public, max-age=3600"


@blueprint.route("/rulesets")
@answers(200, ref("PresetList"), "Every preset", headers=("ETag",))
@problems()
def list_rulesets() -> Response:
    """List the presets.

    Each with its whole ruleset at every number of players that it is made for, and how that differs from the standard game.
    """
    return resource(dumps({"items": [_view(preset) for preset in PRESETS.values()]}), _CACHED)


@blueprint.route("/rulesets/<name>")
@answers(200, ref("Preset"), "The preset", headers=("ETag",))
@problems(404)
def get_ruleset(name: str) -> Response:
    """See a preset."""
    preset = PRESETS.get(name)
    if preset is None:
        raise Problem("not-found", f"There is no preset {name[:60]!a}; there are {', '.join(PRESETS)}.")
    return resource(dumps(_view(preset)), _CACHED)


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
