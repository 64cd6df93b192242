"""The card games of the house, each in a folder of its own, and the only place that names them.

To add a game, write its folder (`fairdeal.engine.games.game` says what it has to provide) and list it in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games.game import Game, Hand, Hands, Preset, Ruleset, SeatMove
from fairdeal.engine.games.hearts import HEARTS
from fairdeal.engine.games.options import game_of, unknown_game

__all__ = [
    "DEFAULT_PRESET",
    "GAMES",
    "PRESETS",
    "Game",
    "Hand",
    "Hands",
    "Preset",
    "Ruleset",
    "SeatMove",
    "game_named",
    "resolve",
    "ruleset_of",
]

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.name: game for game in (HEARTS,)})
"""Every game by its name."""

DEFAULT_PRESET: Final = next(iter(HEARTS.presets))
"""What is dealt where a client names no ruleset."""

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {name: preset for game in GAMES.values() for name, preset in game.presets.items()}
)
"""The presets of all games, by name."""


def game_named(name: str) -> Game:
    """The game of that name.

    Raises:
        UnknownOption: no game here is called so.
    """
    game = GAMES.get(name)
    if game is None:
        raise unknown_game(name)
    return game


def ruleset_of(value: object) -> Ruleset:
    """The ruleset of a parsed JSON object, whichever game it is of.

    Raises:
        UnknownOption: the game, an option or a named value is not known here.
        RulesetError: it is no ruleset; every fault is listed with a pointer.
    """
    options, name = game_of(value)
    return game_named(name).ruleset(options)


def resolve(value: object) -> Ruleset:
    """The ruleset that a client names: a preset's name, `{"preset", "players", overrides}`, or a whole object.

    Cards may be spelled in any accepted way.

    Raises:
        RulesetError: pointers lead into `value`.
    """
    if isinstance(value, str):
        return _preset(value, "")[1].at()
    if not isinstance(value, Mapping):
        raise RulesetError([("", "expected the name of a preset, or a ruleset object")])
    if "preset" not in value:
        options, name = game_of(value)
        game = game_named(name)
        return game.ruleset(game.normalise(options))
    overrides = dict(value)
    name, players = overrides.pop("preset"), overrides.pop("players", None)
    if not isinstance(name, str):
        raise RulesetError([("/preset", "must be the name of a preset")])
    if players is None and "players" in value:
        raise RulesetError([("/players", "must be a number of players, got null")])
    game, preset = _preset(name, "/preset")
    base = preset.at(players)
    return game.ruleset(base.to_object() | game.normalise(overrides)) if overrides else base


def _preset(name: str, pointer: str) -> tuple[Game, Preset]:
    for game in GAMES.values():
        if name in game.presets:
            return game, game.presets[name]
    raise RulesetError([(pointer, f"there is no preset of that name; there are {_listed(list(PRESETS))}")])


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
